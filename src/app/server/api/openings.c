/* openings.c - openings by name, what a position is called, the names. */
#include "app/server/api/params.h"
#include "app/server/http/server.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "work/json/answer.h"

#include <string.h>

static void answer_search(request *r, tby_str text)
{
    uint64_t limit = 20;
    bool all = false, complete = false;
    tby_search_hit hits[LIMIT_PAGE];
    const server *s = r->server;
    size_t found = 0;
    reply_json j;

    if (!tby__request_number(r, "limit", 1, LIMIT_PAGE, &limit) ||
        !tby__request_flag(r, "all", &all) ||
        !tby__request_flag(r, "complete", &complete) || !tby__request_done(r))
        return;
    unsigned flags =
        (all ? TBY_SEARCH_ALL : 0u) | (complete ? TBY_SEARCH_COMPLETE : 0u);
    tby_rc rc =
        tby_search_find(s->search, text, flags, hits, (size_t)limit, &found);
    if (rc != TBY_OK) {
        tby__request_refuse_rc(r, REFUSE_PARAMETER, rc, NULL);
        return;
    }
    tby_jsonw *w = tby__reply_start(&j);
    size_t n = found < limit ? found : (size_t)limit;
    tby_jsonw_put_u64(w, "total", found);
    tby_jsonw_put_array(w, "openings");
    for (size_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        tby_answer_hit(w, tby_eco_record(s->table, &s->names, hits[i].entry),
                       &hits[i]);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby__reply_end(r, &j, MHD_HTTP_OK);
}

void tby__answer_openings(request *r)
{
    tby_str text = tby__request_param(r, "q");
    bool at =
        tby__request_param(r, "fen").p || tby__request_param(r, "moves").p;
    tby_line line;

    if ((text.p != NULL) == at) {
        tby__request_refuse_with(
            r, REFUSE_PARAMETER,
            "Exactly one of 'q', 'fen' and 'moves' is needed.");
    } else if (text.p) {
        answer_search(r, text);
    } else if (tby__params_line(r, &line)) {
        if (tby__request_done(r)) {
            const server *s = r->server;
            tby_answer_find found;
            reply_json j;
            tby_rc rc = tby_answer_find_of(&found, &s->names, s->table, &line);

            if (rc == TBY_OK) {
                tby_answer_found(tby__reply_start(&j), &line, &found);
                tby__reply_end(r, &j, MHD_HTTP_OK);
            } else {
                tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, NULL);
            }
            tby_answer_find_free(&found);
        }
        tby_line_free(&line);
    }
}

void tby__answer_names(request *r)
{
    const server *s = r->server;
    tby_str format = tby__request_param(r, "format");

    if (!tby__request_done(r))
        return;
    if (!format.p || tby_str_is(format, "block"))
        tby__reply_kept(r, &s->names_file, "application/octet-stream");
    else if (tby_str_is(format, "list"))
        tby__reply_kept(r, &s->list_file, "text/plain; charset=utf-8");
    else
        tby__request_refuse_with(r, REFUSE_PARAMETER,
                                 "'format' must be block or list.");
}
