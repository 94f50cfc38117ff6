/* health.c - what the server has. */
#include "app/server/api/facts.h"
#include "app/server/api/jobs.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"
#include "tabiya/tabiya.h"
#include "work/json/answer.h"

#include <string.h>

static void put_date(tby_jsonw *w, const char *key, uint32_t date)
{
    char text[TBY_ANSWER_DATE];

    tby_jsonw_put_cstr(w, key, date ? tby_answer_date(date, text) : NULL);
}

static void put_health(tby_jsonw *w, server *s, const tby_store_facts *found)
{
    const char *slash = strrchr(s->engine, '/');

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "status",
                       atomic_load(&s->draining) ? "draining" : "ok");
    tby_jsonw_put_cstr(w, "version", tby_version());
    tby_jsonw_key(w, "database");
    if (found) {
        uint64_t bytes = 0;

        for (int i = 0; i < TBY_STORE_PARTS; i++)
            bytes += found->bytes[i];
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "games", found->games);
        tby_jsonw_put_u64(w, "waiting", found->waiting);
        tby_jsonw_put_u64(w, "plies", found->plies);
        tby_jsonw_put_u64(w, "players", found->names[STORE_PLAYER]);
        put_date(w, "first_date", found->first);
        put_date(w, "last_date", found->last);
        tby_jsonw_put_u64(w, "bytes", bytes);
        tby_jsonw_object_end(w);
    } else
        tby_jsonw_null(w);
    tby_jsonw_put_bool(w, "repertoires", s->options->repertoires != NULL);
    tby_jsonw_put_cstr(w, "engine", slash ? slash + 1 : NULL);
    tby_jsonw_key(w, "book");
    if (s->book.book.n) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "entries", s->book.book.n);
        tby_jsonw_object_end(w);
    } else {
        tby_jsonw_null(w);
    }
    tby_jsonw_key(w, "tables");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "men", tby_tables_men(s->tables));
    tby_jsonw_object_end(w);
    tby_jsonw_key(w, "names");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "positions", s->names.count);
    tby_jsonw_put_cstr(w, "etag", s->names_file.etag);
    tby_jsonw_object_end(w);
    uint64_t job = tby__jobs_current(s->jobs);

    tby_jsonw_key(w, "import");
    if (job)
        tby_jsonw_u64(w, job);
    else
        tby_jsonw_null(w);
    tby_jsonw_put_u64(w, "questions", tby__work_pool_count(&s->work));
    tby_jsonw_object_end(w);
}

void tby__answer_health(request *r)
{
    server *s = r->server;
    char sentence[256] = "";
    tby_store_facts found;
    reply_json j;

    if (!tby__request_done(r))
        return;
    tby_rc rc =
        s->facts ? tby__facts_get(s->facts, &found, sentence, sizeof sentence)
                 : TBY_OK;
    if (rc != TBY_OK) {
        tby__request_refuse_rc(r, REFUSE_INTERNAL, rc, sentence);
        return;
    }
    put_health(tby__reply_json_start(&j), s, s->facts ? &found : NULL);
    tby__reply_json_end(r, &j, MHD_HTTP_OK);
}

/* Who asks may be late: that there is no such question is no error. */
void tby__answer_question(request *r)
{
    tby_str name = r->target.segments[r->target.segments_n - 1];
    work_status status;
    reply_json j;

    if (!tby__request_done(r))
        return;
    if (!name.n || !tby__work_pool_status(&r->server->work, name, &status)) {
        tby__reply_empty(r, MHD_HTTP_NO_CONTENT);
        return;
    }
    tby_jsonw *w = tby__reply_json_start(&j);
    tby_jsonw_object(w);
    tby_jsonw_put_bool(w, "running", status.running);
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, status.seconds, 1);
    tby_jsonw_key(w, "share");
    tby_jsonw_double(w, status.share, 3);
    tby_jsonw_object_end(w);
    tby__reply_json_end(r, &j, MHD_HTTP_OK);
}
