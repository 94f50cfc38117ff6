/* file_players.c - players: which games are theirs, and which fit a name. */
#include "core/base/assert.h"
#include "core/base/fold.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>
#include <string.h>

/* The columns of some games, and how many each player has of them. */
typedef struct gathering {
    store_file *file;
    uint32_t first, games;
    uint32_t players;   /* ids go up to that */
    uint32_t *next;     /* by player: the place of the next game */
    uint32_t from, to;  /* players that are gathered */
    uint32_t *gathered; /* NULL: they are counted */
} gathering;

static tby_rc take(gathering *g, uint32_t player, uint32_t game)
{
    if (player > g->players)
        return tby__file_damaged(g->file, "player", player);
    if (!g->gathered)
        g->next[player]++;
    else if (player >= g->from && player < g->to)
        g->gathered[g->next[player]++] = game;
    return TBY_OK;
}

static tby_rc take_all(gathering *g)
{
    uint32_t end = g->first - 1 + g->games;
    tby_rc rc = TBY_OK;

    for (uint32_t c = (g->first - 1) / STORE_CHUNK;
         rc == TBY_OK && c <= (end - 1) / STORE_CHUNK; c++) {
        uint32_t values[2][STORE_CHUNK];
        uint32_t begin = c * STORE_CHUNK, n = tby__file_chunk_games(end, c);
        rc = tby__file_read_chunk(g->file, STORE_WHITE, c, n, values[0]);
        if (rc == TBY_OK)
            rc = tby__file_read_chunk(g->file, STORE_BLACK, c, n, values[1]);
        uint32_t at = begin < g->first - 1 ? g->first - 1 - begin : 0;
        for (; rc == TBY_OK && at < n; at++) {
            uint32_t game = 2 * (begin + at - (g->first - 1));
            rc = take(g, values[0][at], game);
            if (rc == TBY_OK)
                rc = take(g, values[1][at], game + 1);
        }
    }
    return rc;
}

tby_rc tby__rows_make_players(store_file *f, uint32_t first, uint32_t games,
                              size_t memory, run_players *out)
{
    gathering g = {.file = f,
                   .first = first,
                   .games = games,
                   .players = tby__rows_names_n(f, STORE_PLAYER),
                   .from = 1};

    TBY_ASSERT(first >= 1 && games >= 1);
    g.next = calloc((size_t)g.players + 2, sizeof *g.next);
    if (!g.next)
        return tby__file_fail(f, TBY_E_NOMEM, NULL);
    out->games = games;
    tby_rc rc = take_all(&g);
    while (rc == TBY_OK && g.from <= g.players) {
        /* The games of the players from g.from on that fit into memory, one
         * player's at least, are put into rows.  Counts are places then. */
        size_t n = 0, most = memory / sizeof *g.gathered;
        for (g.to = g.from; g.to <= g.players; g.to++) {
            uint32_t count = g.next[g.to];
            if (g.to > g.from && n + count > most)
                break;
            g.next[g.to] = (uint32_t)n;
            n += count;
        }
        g.gathered = malloc((n + 1) * sizeof *g.gathered);
        rc = g.gathered ? take_all(&g) : tby__file_fail(f, TBY_E_NOMEM, NULL);
        uint32_t begin = 0;
        for (uint32_t p = g.from; rc == TBY_OK && p < g.to; p++) {
            uint32_t count = g.next[p] - begin;
            if (count)
                rc = tby__run_players_add(out, p, g.gathered + begin, count);
            begin += count;
        }
        free(g.gathered);
        g.from = g.to;
    }
    if (rc == TBY_OK)
        rc = tby__run_players_end(out);
    free(g.next);
    return rc;
}

tby_rc tby__rows_player_row(store_file *f, size_t run, uint32_t player,
                            uint32_t *last, tby_str *out)
{
    const file_run *r = &f->runs[run];
    int64_t id = r->id << 32;

    TBY_TRY(tby__file_get_row(f, SQL_GET_PLAYERS, id | player, out));
    TBY_ASSERT(run < f->runs_n);
    id ^= sqlite3_column_int64(f->sql[SQL_GET_PLAYERS], 1);
    *last = (uint32_t)id;
    return id >> 32 ? TBY_DONE : TBY_OK; /* it is another run's */
}

tby_rc tby__rows_player(store_file *f, size_t run, uint32_t player,
                        run_player *out)
{
    uint32_t last;
    tby_str row;

    TBY_TRY(tby__rows_player_row(f, run, player, &last, &row));
    tby_rc rc =
        tby__run_player_open(out, &f->runs[run].head, last, row, player);
    return rc == TBY_E_STORE_DAMAGED ? tby__file_damaged(f, "player", player)
                                     : rc;
}

size_t tby__fold_name(tby_str name, char to[STORE_FOLD])
{
    char some[TBY_FOLD_MAX];
    size_t all = 0;

    while (name.n && all <= STORE_FOLD) {
        size_t n = tby_fold_next(&name, some);
        for (size_t i = 0; i < n && all + i < STORE_FOLD; i++)
            to[all + i] = some[i];
        all += n;
    }
    return all;
}

static size_t stored_bytes(size_t folded)
{
    return folded < STORE_FOLD ? folded : STORE_FOLD;
}

tby_rc tby__file_put_folded(store_file *f, uint32_t player, tby_str name)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_PUT_FOLD);
    char folded[STORE_FOLD];
    size_t n = stored_bytes(tby__fold_name(name, folded));

    TBY_ASSERT(player >= 1);
    if (!s)
        return tby__file_fail_sqlite(f);
    sqlite3_bind_blob64(s, 1, n ? folded : "", n, SQLITE_STATIC);
    sqlite3_bind_int64(s, 2, player);
    tby_rc rc = tby__file_run_sql(f, SQL_PUT_FOLD);
    sqlite3_bind_null(s, 1); /* the bytes are ours */
    return rc;
}

static bool looks_alike(tby_str stored, tby_str wanted, bool beginning)
{
    if (stored.n < wanted.n || (!beginning && stored.n != wanted.n))
        return false;
    return wanted.n == 0 || memcmp(stored.p, wanted.p, wanted.n) == 0;
}

tby_rc tby__rows_folded_names(store_file *f, tby_str folded, bool beginning,
                              tby_rc (*each)(void *ctx, uint32_t id), void *ctx)
{
    sqlite3_stmt *s = tby__file_statement(f, SQL_EACH_FOLD);
    tby_rc rc;

    if (!s)
        return tby__file_fail_sqlite(f);
    folded.n = stored_bytes(folded.n);
    sqlite3_bind_blob64(s, 1, folded.n ? folded.p : "", folded.n,
                        SQLITE_STATIC);
    while ((rc = tby__file_step(f, s)) == TBY_OK) {
        const void *stored = sqlite3_column_blob(s, 0);
        size_t n = (size_t)sqlite3_column_bytes(s, 0);
        int64_t id = sqlite3_column_int64(s, 1);
        if (!looks_alike((tby_str){stored, n}, folded, beginning))
            break;
        if (!tby__file_is_player(f, id))
            rc = tby__file_damaged(f, "player", (uint64_t)id);
        else
            rc = each(ctx, (uint32_t)id);
        if (rc != TBY_OK)
            break;
    }
    sqlite3_reset(s);
    sqlite3_bind_null(s, 1);
    return rc == TBY_DONE ? TBY_OK : rc;
}
