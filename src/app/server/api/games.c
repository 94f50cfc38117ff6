/* games.c - games and players of the database. */
#include "app/server/api/params.h"
#include "app/server/http/server.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/base/str.h"
#include "work/json/answer.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static tby_rc find_games(tby_jsonw *w, tby_store *s, tby_tables *t,
                         const store_filter *f, tby_games_order order,
                         const params_page *page)
{
    tby_tables_source tables = {.tables = t};
    tby_games_answer found;

    TBY_TRY(tby_store_hold(s));
    tby_rc rc = tby_store_find(s, f, order, page->offset, page->limit, &found);
    if (rc == TBY_OK) {
        tby_jsonw_put_u64(w, "total", found.total);
        tby_jsonw_put_object(w, "score");
        tby_answer_score(w, &found.score);
        tby_jsonw_object_end(w);
        tby_jsonw_put_u64(w, "waiting", tby_store_waiting(s));
        tby__params_put_page(w, page, found.total, found.n);
        tby_jsonw_key(w, "games");
        rc = tby_answer_rows(w, s, &tables, found.ids, found.n);
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
    tby_jsonw *w = tby__reply_start(&j);
    tby__params_finish(
        r, &j, s, find_games(w, s, r->server->tables, &filter, order, &page));
}

void tby__answer_players(request *r)
{
    tby_str name = tby__filter_player(tby__request_param(r, "q"));
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
    tby_jsonw *w = tby__reply_start(&j);
    tby_rc rc =
        tby_store_players(s, name, &filter, page.offset, page.limit, &found);
    if (rc == TBY_OK) {
        tby_jsonw_put_u64(w, "total", found.total);
        tby__params_put_page(w, &page, found.total, found.n);
        tby_jsonw_put_array(w, "players");
        for (size_t i = 0; i < found.n; i++) {
            tby_jsonw_object(w);
            tby_answer_player(w, &found.rows[i]);
            tby_jsonw_object_end(w);
        }
        tby_jsonw_array_end(w);
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

static void send_game(request *r, tby_store *s, const char *name, bool pgn)
{
    uint64_t id;
    tby_game game;
    tby_buf out;

    tby_buf_init(&out, NULL, LIMIT_ANSWER);
    tby_game_init(&game, NULL);
    tby_rc rc = tby_store_game_number(s, name, &id)
                    ? tby_store_game(s, id, &game)
                    : TBY_DONE;
    if (rc == TBY_OK)
        rc = tby_games_put(pgn ? TBY_GAMES_PGN : TBY_GAMES_JSONL, &game, &out);
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
        tby__request_refuse_with(r, REFUSE_NOT_FOUND, "There is no game %s.",
                                 name);
    else
        tby__params_failed(r, s, rc);
}

void tby__answer_game(request *r)
{
    tby_str text = r->target.segments[r->target.segments_n - 1];
    char name[TBY_GAME_NAME];
    bool pgn;

    for (size_t i = 0; i < text.n; i++)
        if (text.n >= sizeof name || !strchr("0123456789:", text.p[i])) {
            tby__request_refuse_with(r, REFUSE_NOT_FOUND,
                                     "Games have numbers from 1 on.");
            return;
        }
    (void)snprintf(name, sizeof name, "%.*s", (int)text.n, text.p);
    if (!wants_pgn(r, &pgn) || !tby__request_done(r))
        return;
    tby_store *s = tby__params_take_store(r);
    if (!s)
        return;
    send_game(r, s, name, pgn);
    tby__params_give_store(r, s);
}

/* So many bytes are made at a time, so that one who reads slowly keeps nobody
 * waiting. */
enum { PORTION = 64 << 10 };

typedef struct selection {
    server *server;
    struct MHD_Connection *connection;
    work_task task; /* fills the text */
    bool failed;
    tby_games_answer found;
    size_t next; /* of found.ids */
    tby_game game;
    tby_buf text;
    size_t taken; /* of the text */
} selection;

static tby_rc append(selection *e, tby_store *s)
{
    TBY_TRY(tby_store_game(s, e->found.ids[e->next++], &e->game));
    if (e->next > 1)
        tby_buf_char(&e->text, '\n'); /* an empty line between two */
    return tby_games_put(TBY_GAMES_PGN, &e->game, &e->text);
}

static selection *selection_of(work_task *t)
{
    return (selection *)((char *)t - offsetof(selection, task));
}

/* The next portion, by a thread of the pool while the connection sleeps. */
static void fill(work_task *t)
{
    selection *e = selection_of(t);
    tby_store *s = tby__readers_take(&e->server->readers, &t->stop, false);
    tby_rc rc = tby_store_hold(s);

    tby_buf_clear(&e->text);
    e->taken = 0;
    if (rc == TBY_OK) {
        while (rc == TBY_OK && e->next < e->found.n && e->text.n < PORTION)
            rc = append(e, s);
        tby_store_release(s);
    }
    tby__readers_give(&e->server->readers, s);
    e->failed = rc != TBY_OK;
}

static void wake(work_task *t)
{
    selection *e = selection_of(t);

    e->failed |= t->why != REFUSE_NONE;
    MHD_resume_connection(e->connection);
}

static ssize_t on_read(void *ctx, uint64_t at, char *buf, size_t max)
{
    selection *e = ctx;

    (void)at;
    if (e->failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t n = e->text.n - e->taken;
    if (n == 0 && e->next == e->found.n)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (n == 0) {
        MHD_suspend_connection(e->connection);
        if (tby__work_pool_add(&e->server->work, &e->task) != REFUSE_NONE) {
            e->failed = true;
            MHD_resume_connection(e->connection);
        }
        return 0;
    }
    n = n < max ? n : max;
    memcpy(buf, e->text.p + e->taken, n);
    e->taken += n;
    return (ssize_t)n;
}

static void on_free(void *ctx)
{
    selection *e = ctx;

    tby_games_free(&e->found);
    tby_game_free(&e->game);
    tby_buf_free(&e->text);
    tby_grow_free(NULL, e, 1, sizeof *e);
}

static void stream_games(request *r, const tby_games_answer *found)
{
    selection *e = tby_grow_new(NULL, 1, sizeof *e);
    tby_games_answer ours = *found;

    if (!e) {
        tby_games_free(&ours);
        return;
    }
    *e = (selection){.server = r->server,
                     .connection = r->connection,
                     .task = {.run = fill,
                              .done = wake,
                              .fd = r->task.fd,
                              .must_go_on = true},
                     .found = ours};
    tby_game_init(&e->game, NULL);
    tby_buf_init(&e->text, NULL, LIMIT_ANSWER);
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, PORTION, on_read, e, on_free);
    if (!response) {
        on_free(e);
        return;
    }
    tby__timeouts_allow(&r->server->timeouts, r->peer, SECONDS_UPLOAD);
    tby__reply_response(r, response, MHD_HTTP_OK);
    tby__reply_header(r, "Content-Type", "application/x-chess-pgn");
    tby__reply_header(r, "Content-Disposition",
                      "attachment; filename=\"games.pgn\"");
    tby__reply_header(r, "Cache-Control", "no-store");
}

void tby__answer_export(request *r)
{
    tby_games_order order;
    tby_games_answer found;
    store_filter filter;

    if (!tby__params_filter(r, &filter, false) ||
        !tby__params_order(r, &order) || !tby__request_done(r))
        return;
    tby_store *s = tby__params_take_store(r);
    if (!s)
        return;
    tby_rc rc = tby_store_find(s, &filter, order, 0, 0, &found);
    if (rc != TBY_OK)
        tby__params_failed(r, s, rc);
    tby__params_give_store(r, s);
    if (rc == TBY_OK)
        stream_games(r, &found);
}
