#include "app/server/api/params.h"

#include "app/server/http/server.h"
#include "core/base/str.h"

#include <stdio.h>
#include <string.h>

bool tby__params_line(request *r, tby_line *line)
{
    tby_str fen = tby__request_param(r, "fen"),
            moves = tby__request_param(r, "moves");
    tby_str text = fen.p ? fen : moves.p ? moves : TBY_STR("start");
    tby_faults faults = 0;
    tby_err err = {TBY_OK, 0};

    if (fen.p && moves.p)
        return tby__request_refuse_with(
            r, REFUSE_PARAMETER,
            "A position is either 'fen' or 'moves', not both.");
    text = tby_str_trim(text);
    if (!fen.p && text.n == 0)
        text = TBY_STR("start"); /* no moves yet */
    if (tby_line_parse(text, NULL, line, &faults, &err) != TBY_OK) {
        char sentence[400];

        if (err.code == TBY_E_POS_FAULTY) /* the first will do */
            return tby__request_refuse_rc(r, REFUSE_PARAMETER, err.code,
                                          tby_fault_text(faults));
        tby_line_explain(text, &err, faults, sentence, sizeof sentence);
        return tby__request_refuse_rc(r, REFUSE_PARAMETER, err.code, sentence);
    }
    return true;
}

/* What a condition is called in a request; NULL: it is not taken there. */
static const char *called(const char *name, bool at_position)
{
    if (!at_position)
        return name;
    if (strcmp(name, "position") == 0)
        return NULL;
    return strcmp(name, "moves") == 0 ? "prefix" : name;
}

bool tby__params_filter(request *r, store_filter *f, bool at_position)
{
    const char *name;

    tby__filter_init(f);
    for (size_t i = 0; (name = tby__filter_name(i)); i++) {
        const char *param = called(name, at_position);
        tby_str value =
            param ? tby__request_param(r, param) : (tby_str){NULL, 0};
        tby_err err = {TBY_OK, 0};

        if (!value.p)
            continue;
        tby_rc rc = tby__filter_set(f, tby_str_of(name), value, &err);
        if (rc != TBY_OK) {
            char sentence[600];

            if (rc == TBY_E_STORE_REVERSED)
                (void)snprintf(
                    sentence, sizeof sentence,
                    "'%s' is reversed: its end lies before its beginning.",
                    param);
            else
                (void)snprintf(sentence, sizeof sentence,
                               "'%s' is not understood at character %zu: %s",
                               param, err.at + 1,
                               rc == TBY_E_STORE_FILTER ? tby__filter_form(i)
                                                        : tby_rc_text(rc));
            return tby__request_refuse_rc(r, REFUSE_PARAMETER, rc, sentence);
        }
    }

    /* `as` says more about `player`, `by` about `move`: without these it would
     * say nothing. */
    if (!tby__filter_winner(f))
        return tby__request_refuse_with(
            r, REFUSE_PARAMETER,
            "'result' win and loss need 'player', or "
            "one of 'white' and 'black'.");
    if (tby__request_param(r, "as").p && !tby__request_param(r, "player").p)
        return tby__request_refuse_with(r, REFUSE_PARAMETER,
                                        "'as' needs 'player'.");
    if (f->against.p && !f->player.p)
        return tby__request_refuse_with(r, REFUSE_PARAMETER,
                                        "'against' needs 'player'.");
    if (tby__request_param(r, "by").p && !tby__request_param(r, "move").p)
        return tby__request_refuse_with(r, REFUSE_PARAMETER,
                                        "'by' needs 'move'.");
    return true;
}

bool tby__params_order(request *r, tby_games_order *out)
{
    static const char *const NAMES[] = {"id", "date", "elo", "plies"};
    static const tby_games_order ORDERS[] = {TBY_BY_ID, TBY_BY_DATE, TBY_BY_ELO,
                                             TBY_BY_PLIES};
    tby_str sort = tby__request_param(r, "sort");

    *out = TBY_BY_ID;
    if (!sort.p)
        return true;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (!tby_str_is(sort, NAMES[i]))
            continue;
        *out = ORDERS[i];
        return true;
    }
    return tby__request_refuse_with(r, REFUSE_PARAMETER,
                                    "'sort' must be id, date, elo or plies.");
}

bool tby__params_page_of(request *r, params_page *out)
{
    *out = (params_page){.offset = 0, .limit = 50};
    return tby__request_number(r, "offset", 0, 1000000000, &out->offset) &&
           tby__request_number(r, "limit", 1, LIMIT_PAGE, &out->limit);
}

void tby__params_put_page(tby_jsonw *w, const params_page *p, uint64_t total,
                          size_t n)
{
    tby_jsonw_put_u64(w, "offset", p->offset);
    tby_jsonw_put_u64(w, "limit", p->limit);
    if (tby_jsonw_known(w, "next", n && p->offset + n < total))
        tby_jsonw_u64(w, p->offset + n);
}

tby_store *tby__params_take_store(request *r)
{
    if (r->server->readers.n) {
        tby_store *s = tby__readers_take(&r->server->readers, &r->task.stop,
                                         r->task.is_long);
        tby_store_set_share(s, &r->task.share);
        return s;
    }
    tby__request_refuse(r, REFUSE_NO_DATABASE);
    return NULL;
}

void tby__params_give_store(request *r, tby_store *s)
{
    tby__readers_give(&r->server->readers, s);
}

bool tby__params_failed(request *r, const tby_store *s, tby_rc rc)
{
    if (rc == TBY_E_STORE_STOPPED)
        return tby__request_refuse(r, r->task.why);
    return tby__request_refuse_rc(r, REFUSE_INTERNAL, rc,
                                  tby_store_error_text(s));
}

void tby__params_finish(request *r, reply_json *j, tby_store *s, tby_rc rc)
{
    if (rc == TBY_OK) {
        tby__reply_end(r, j, MHD_HTTP_OK);
    } else {
        tby__params_failed(r, s, rc);
        tby__reply_drop(j);
    }
    tby__params_give_store(r, s);
}
