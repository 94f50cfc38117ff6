/* export.c - games that fit conditions, as PGN, while they are read. */
#include "app/server/api/ask.h"
#include "app/server/http/routes.h"
#include "app/server/http/server.h"
#include "core/base/grow.h"
#include "tabiya/pgn.h"

#include <string.h>

/* A handle is taken for so many bytes at a time, so that one who reads slowly
 * keeps nobody waiting. */
enum { PORTION = 64 << 10 };

typedef struct selection {
    server *server;
    tby_games_answer found;
    size_t next; /* of found.ids */
    tby_game game;
    tby_buf text;
    size_t taken; /* of the text */
} selection;

/* --- writing --------------------------------------------------------------*/

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

/* False if a game cannot be read. */
static bool fill(selection *e)
{
    tby_store *s = readers_take(&e->server->readers);
    tby_rc rc = tby_store_hold(s);

    tby_buf_clear(&e->text);
    e->taken = 0;
    if (rc == TBY_OK) {
        while (rc == TBY_OK && e->next < e->found.n && e->text.n < PORTION)
            rc = append(e, s);
        tby_store_release(s);
    }
    readers_give(&e->server->readers, s);
    return rc == TBY_OK;
}

static ssize_t on_read(void *ctx, uint64_t at, char *buf, size_t max)
{
    selection *e = ctx;

    (void)at;
    if (e->taken == e->text.n && !fill(e))
        return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t n = e->text.n - e->taken;
    if (n == 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
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

/* --- asking ---------------------------------------------------------------*/

static void stream_games(request *r, const tby_games_answer *found)
{
    tby_alloc alloc = tby_alloc_libc();
    selection *e = tby_grow_new(&alloc, 1, sizeof *e);
    tby_games_answer ours = *found;

    if (!e) {
        tby_games_free(&ours);
        return;
    }
    *e = (selection){.server = r->server, .found = ours};
    tby_game_init(&e->game, NULL);
    tby_buf_init(&e->text, NULL, LIMIT_ANSWER);
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, PORTION, on_read, e, on_free);
    if (!response) {
        on_free(e);
        return;
    }
    timeouts_allow(&r->server->timeouts, r->peer, SECONDS_UPLOAD);
    reply_response(r, response, MHD_HTTP_OK);
    reply_header(r, "Content-Type", "application/x-chess-pgn");
    reply_header(r, "Content-Disposition",
                 "attachment; filename=\"games.pgn\"");
    reply_header(r, "Cache-Control", "no-store");
}

void answer_export(request *r)
{
    tby_games_order order;
    tby_games_answer found;
    store_filter filter;

    if (!ask_filter(r, &filter, false) || !ask_order(r, &order) ||
        !request_done(r))
        return;
    tby_store *s = ask_take(r);
    if (!s)
        return;
    tby_rc rc = tby_store_find(s, &filter, order, 0, 0, &found);
    if (rc != TBY_OK)
        ask_failed(r, s, rc);
    ask_give(r, s);
    if (rc == TBY_OK)
        stream_games(r, &found);
}
