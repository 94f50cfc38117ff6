/* export.c - games that fit conditions, as PGN, while they are read. */
#include "app/server/api/params.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"
#include "core/base/grow.h"
#include "tabiya/pgn.h"

#include <stddef.h>
#include <string.h>

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
    tby_rc rc = tby_store_game(s, e->found.ids[e->next++], &e->game);

    if (rc != TBY_OK)
        return rc;
    size_t n = tby_pgn_write(&e->game, NULL, 0);
    char *room = tby_buf_room(&e->text, n + 2);
    if (!room)
        return e->text.rc;
    if (e->next > 1)
        *room++ = '\n'; /* an empty line between two */
    tby_pgn_write(&e->game, room, n + 1);
    e->text.n += n + (e->next > 1);
    return TBY_OK;
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
    tby_alloc alloc = tby_alloc_libc();
    selection *e = ctx;

    tby_games_free(&e->found);
    tby_game_free(&e->game);
    tby_buf_free(&e->text);
    tby_grow_free(&alloc, e, 1, sizeof *e);
}

static void stream_games(request *r, const tby_games_answer *found)
{
    tby_alloc alloc = tby_alloc_libc();
    selection *e = tby_grow_new(&alloc, 1, sizeof *e);
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
