/* positions.c - the score of many positions at once: a graph of them is drawn
 * with it. */
#include "app/server/api/params.h"
#include "app/server/http/routes.h"
#include "core/base/str.h"
#include "tabiya/fen.h"
#include "work/json/answer.h"

typedef struct many {
    size_t n;
    tby_pos at[LIMIT_POSITIONS];
} many;

static bool read_one(request *r, tby_str text, many *out)
{
    tby_faults faults = 0;
    size_t line = out->n + 1;

    if (out->n == LIMIT_POSITIONS)
        return tby__request_refuse_with(r, REFUSE_TOO_LARGE,
                                        "There are more than %d positions.",
                                        LIMIT_POSITIONS);
    if (tby_fen_parse_pos(tby_str_trim(text), &out->at[out->n], &faults,
                          NULL) != TBY_OK)
        return tby__request_refuse_with(r, REFUSE_UNSOUND,
                                        "Line %zu is no position.", line);
    out->n++;
    return true;
}

/* A FEN in each line; the last may have no end. */
static bool read_body(request *r, many *out)
{
    tby_str rest = tby_str_trim(tby_buf_str(&r->body)), line;

    out->n = 0;
    while (rest.n && tby_str_field(&rest, '\n', &line))
        if (!read_one(r, line, out))
            return false;
    return true;
}

static tby_rc put_score(tby_jsonw *w, tby_store *s, const tby_pos *pos,
                        const store_filter *filter)
{
    const tby_position_wanted none = {0, 0};
    tby_position_answer a;
    tby_rc rc = tby_store_position(s, pos, filter, &none, &a);

    if (rc != TBY_OK)
        return rc;
    tby_jsonw_object(w);
    tby_answer_score(w, &a.score);
    tby_jsonw_object_end(w);
    tby_position_free(&a);
    return TBY_OK;
}

static tby_rc put_all(tby_jsonw *w, tby_store *s, const many *all,
                      const store_filter *filter)
{
    tby_rc rc = tby_store_hold(s);

    if (rc != TBY_OK)
        return rc;
    tby_jsonw_object(w);
    tby_jsonw_key(w, "positions");
    tby_jsonw_array(w);
    for (size_t i = 0; rc == TBY_OK && i < all->n; i++)
        rc = put_score(w, s, &all->at[i], filter);
    tby_jsonw_array_end(w);
    tby_jsonw_put_u64(w, "waiting", tby_store_waiting(s));
    tby_jsonw_object_end(w);
    tby_store_release(s);
    return rc;
}

void tby__answer_positions(request *r)
{
    store_filter filter;
    reply_json j;
    many all;

    if (!tby__params_filter(r, &filter, true) || !tby__request_done(r) ||
        !read_body(r, &all))
        return;
    tby_store *s = tby__params_take_store(r);
    if (s)
        tby__params_finish(
            r, &j, s, put_all(tby__reply_json_start(&j), s, &all, &filter));
}
