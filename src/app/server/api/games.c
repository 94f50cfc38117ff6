/* games.c - games and players of the database. */
#include "app/server/api/params.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "tabiya/jsonl.h"
#include "tabiya/pgn.h"
#include "work/json/answer.h"

#include <string.h>

static tby_rc find_games(tby_jsonw *w, tby_store *s, const store_filter *f,
                         tby_games_order order, const params_page *page)
{
    tby_games_answer found;
    tby_rc rc = tby_store_hold(s);

    if (rc != TBY_OK)
        return rc;
    rc = tby_store_find(s, f, order, page->offset, page->limit, &found);
    if (rc == TBY_OK) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "total", found.total);
        tby_jsonw_key(w, "score");
        tby_jsonw_object(w);
        tby_answer_score(w, &found.score);
        tby_jsonw_object_end(w);
        tby_jsonw_put_u64(w, "waiting", tby_store_waiting(s));
        tby__params_put_page(w, page, found.total, found.n);
        tby_jsonw_key(w, "games");
        rc = tby_answer_rows(w, s, found.ids, found.n);
        tby_jsonw_object_end(w);
        tby_games_free(&found);
    }
    tby_store_release(s);
    return rc;
}

void tby__answer_games(request *r)
{
    tby_games_order order;
    store_filter filter;
    params_page page;
    reply_json j;

    if (!tby__params_filter(r, &filter, false) ||
        !tby__params_order(r, &order) || !tby__params_page_of(r, &page) ||
        !tby__request_done(r))
        return;
    tby_store *s = tby__params_take_store(r);
    if (!s)
        return;
    tby_jsonw *w = tby__reply_json_start(&j);
    tby__params_finish(r, &j, s, find_games(w, s, &filter, order, &page));
}

void tby__answer_players(request *r)
{
    tby_str name = tby__request_param(r, "q");
    tby_players_answer found;
    store_filter filter;
    params_page page;
    reply_json j;

    if (!tby__params_filter(r, &filter, false) ||
        !tby__params_page_of(r, &page) || !tby__request_done(r))
        return;
    tby_store *s = tby__params_take_store(r);
    if (!s)
        return;
    tby_jsonw *w = tby__reply_json_start(&j);
    tby_rc rc =
        tby_store_players(s, name, &filter, page.offset, page.limit, &found);
    if (rc == TBY_OK) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "total", found.total);
        tby__params_put_page(w, &page, found.total, found.n);
        tby_jsonw_key(w, "players");
        tby_jsonw_array(w);
        for (size_t i = 0; i < found.n; i++) {
            tby_jsonw_object(w);
            tby_answer_player(w, &found.rows[i]);
            tby_jsonw_object_end(w);
        }
        tby_jsonw_array_end(w);
        tby_jsonw_object_end(w);
        tby_players_free(&found);
    }
    tby__params_finish(r, &j, s, rc);
}

/* What the client wants: `format`, or else the header. */
static bool wants_pgn(request *r, bool *out)
{
    tby_str format = tby__request_param(r, "format");
    const char *accept = tby__request_header(r, "Accept");

    *out = false;
    if (format.p) {
        *out = tby_str_is(format, "pgn");
        return *out || tby_str_is(format, "json") ||
               tby__request_refuse(r, REFUSE_FORMAT);
    }
    if (!accept || strstr(accept, "application/json") || strstr(accept, "*/*"))
        return true;
    *out = strstr(accept, "application/x-chess-pgn") != NULL;
    return *out || tby__request_refuse(r, REFUSE_FORMAT);
}

/* Works like snprintf(). */
static tby_rc write_game(const tby_game *g, bool pgn, char *buf, size_t cap,
                         size_t *n)
{
    if (!pgn)
        return tby_jsonl_write(g, buf, cap, n);
    *n = tby_pgn_write(g, buf, cap);
    return TBY_OK;
}

static tby_rc append_game(const tby_game *g, bool pgn, tby_buf *out)
{
    size_t n = 0;
    tby_rc rc = write_game(g, pgn, NULL, 0, &n);
    char *room = rc == TBY_OK ? tby_buf_room(out, n + 1) : NULL;

    if (!room)
        return rc == TBY_OK ? out->rc : rc;
    rc = write_game(g, pgn, room, n + 1, &n);
    out->n += rc == TBY_OK ? n : 0;
    return rc;
}

static void send_game(request *r, tby_store *s, uint64_t id, bool pgn)
{
    tby_game game;
    tby_buf out;

    tby_buf_init(&out, NULL, LIMIT_ANSWER);
    tby_game_init(&game, NULL);
    tby_rc rc = tby_store_game(s, id, &game);
    if (rc == TBY_OK)
        rc = append_game(&game, pgn, &out);
    tby_game_free(&game);
    if (rc == TBY_OK) {
        tby__reply_buf(r, &out,
                       pgn ? "application/x-chess-pgn" : "application/json",
                       MHD_HTTP_OK);
        tby__reply_header(r, "Cache-Control", "no-store");
        tby__reply_header(r, "Vary", "Accept");
        return;
    }
    tby_buf_free(&out);
    if (rc == TBY_DONE)
        tby__request_refuse_with(r, REFUSE_NOT_FOUND, "There is no game %u.",
                                 (unsigned)id);
    else
        tby__params_failed(r, s, rc);
}

void tby__answer_game(request *r)
{
    tby_str text = r->target.segments[r->target.segments_n - 1];
    uint64_t id;
    bool pgn;

    if (tby_num_u64(text, 1, UINT32_MAX, &id, NULL) != TBY_OK) {
        tby__request_refuse_with(r, REFUSE_NOT_FOUND,
                                 "Games have numbers from 1 on.");
        return;
    }
    if (!wants_pgn(r, &pgn) || !tby__request_done(r))
        return;
    tby_store *s = tby__params_take_store(r);
    if (!s)
        return;
    send_game(r, s, (uint32_t)id, pgn);
    tby__params_give_store(r, s);
}
