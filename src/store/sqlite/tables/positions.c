/* positions.c - the table positions: a row for each different position.
 *
 * By its key or FEN a position is found in the index.  All of them are gone
 * through game by game, and each is reported where it first occurs; that takes
 * a question to the index for nearly every ply. */
#include "core/base/assert.h"
#include "store/query/visit_position.h"
#include "store/sqlite/tables/tables.h"
#include "tabiya/fen.h"
#include "tabiya/game.h"

#include <stdlib.h>

/* --- the games of a position, counted -------------------------------------*/

typedef struct tally {
    store_file *file;
    uint64_t games, results[4]; /* by tby_result */
    uint32_t first;             /* the first game that has it */
} tally;

static tby_rc count_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                          uint32_t n)
{
    tally *t = ctx;
    uint32_t result;

    (void)run;
    (void)code;
    if (n && (!t->first || ids[0] < t->first))
        t->first = ids[0];
    t->games += n;
    for (uint32_t i = 0; i < n; i++) {
        TBY_TRY(tby__rows_value(t->file, STORE_RESULT, ids[i], &result));
        t->results[result & 3]++;
    }
    return TBY_OK;
}

static tby_rc count_games_of(store_file *f, const store_target *target,
                             tally *out)
{
    position_visitor visitor = {.ctx = out, .games = count_games};

    *out = (tally){.file = f};
    return tby__visit_position(f, target, &visitor);
}

enum {
    COL_KEY,
    COL_FEN,
    COL_BOARD,
    COL_GAMES,
    COL_WHITE,
    COL_DRAWS,
    COL_BLACK
};

enum { PLAN_KEY = 1, PLAN_FEN = 2 };

typedef struct positions_cursor {
    tables_cursor base;
    tby_pos pos;
    tally tally;
    /* of a walk through all of them */
    bool single;
    bool over;
    uint32_t game, last;
    store_replay replay;
    /* Keys of positions in several games that were met lately, by their first
     * bits; NULL: none yet.  Without it the position that all games begin with
     * would be counted in each of them. */
    uint64_t *seen;
} positions_cursor;

enum { SEEN_BITS = 20 };

static void positions_plan(sqlite3_index_info *info)
{
    static const tables_way WAYS[] = {
        {COL_FEN, PLAN_FEN, 1, "position index (fen)"},
        {COL_KEY, PLAN_KEY, 1, "position index (key)"}};

    info->estimatedCost = 1e10;
    info->estimatedRows = 100000000;
    int at = tby__tables_plan_by(info, WAYS, 2);
    /* Two texts may be the same position: with counters, or without. */
    if (at >= 0 && info->idxNum == PLAN_FEN)
        info->aConstraintUsage[at].omit = 1;
}

/* --- one of them ----------------------------------------------------------*/

/* The first game shows what the position is. */
static tby_rc find_one(positions_cursor *c, const store_target *target)
{
    store_file *f = c->base.file;
    store_replay r;
    tby_rc rc = count_games_of(f, target, &c->tally);

    if (rc != TBY_OK || !c->tally.games) {
        c->over = true;
        return rc;
    }
    TBY_TRY(tby__replay_open(&r, f, c->tally.first));
    rc = tby__replay_find(&r, target);
    c->pos = r.pos;
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* --- all of them ----------------------------------------------------------*/

/* The run of a game as a bit; 0 if it has none. */
static uint64_t run_bit(store_file *f, uint32_t game)
{
    size_t runs = tby__rows_runs(f);
    run_source source;

    for (size_t i = 0; i < runs && i < 64; i++) {
        const run_head *head = tby__rows_run(f, i, &source);
        if (game - head->first < head->games)
            return (uint64_t)1 << i;
    }
    return 0;
}

/* Counts the position if this game may be the first to have it, else leaves the
 * first game as another's. */
static tby_rc count_if_first(positions_cursor *c, const store_target *target)
{
    store_file *f = c->base.file;
    uint64_t games;
    uint32_t result;

    TBY_ASSERT(c->game >= 1);
    if (!c->seen)
        c->seen = calloc((size_t)1 << SEEN_BITS, sizeof *c->seen);
    if (!c->seen)
        return TBY_E_NOMEM;
    c->tally = (tally){.file = f};
    uint64_t *place = &c->seen[target->key >> (64 - SEEN_BITS)];
    if (*place == target->key)
        return TBY_OK;
    /* This game has it, so that nothing is replayed to find that out. */
    TBY_TRY(tby__count_visits(f, target, run_bit(f, c->game), STORE_ENDED,
                              &games, NULL));
    if (games != 1) {
        *place = target->key; /* another one may take it later */
        return count_games_of(f, target, &c->tally);
    }
    TBY_TRY(tby__rows_value(f, STORE_RESULT, c->game, &result));
    c->tally.games = c->tally.results[result & 3] = 1;
    c->tally.first = c->game;
    return TBY_OK;
}

/* Is this the first time that the position occurs at all? */
static tby_rc is_first(positions_cursor *c, bool *out)
{
    store_target target = store_target_of(&c->pos);
    uint32_t ply = c->replay.ply;
    store_replay r;

    TBY_TRY(count_if_first(c, &target));
    if (c->tally.first != c->game)
        return TBY_OK;
    TBY_TRY(tby__replay_open(&r, c->base.file, c->game)); /* and in the game */
    tby_rc rc = tby__replay_seek(&r, &target);
    *out = rc == TBY_OK && r.ply == ply;
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* Goes on to the first position of a game that is not deleted. */
static tby_rc open_game(positions_cursor *c, store_file *f)
{
    while (c->game <= c->last && tby__rows_is_dead(f, c->game))
        c->game++;
    c->over = c->game > c->last;
    if (c->over)
        return TBY_OK;
    TBY_TRY(tby__replay_open(&c->replay, f, c->game));
    c->pos = c->replay.pos;
    return TBY_OK;
}

static tby_rc next_ply(positions_cursor *c, store_file *f)
{
    store_code code;

    TBY_TRY(tby__replay_resume(&c->replay, f, c->game));
    if (!tby__replay_next(&c->replay, &code)) {
        if (c->replay.broken)
            return TBY_E_STORE_DAMAGED;
        c->game++;
        return open_game(c, f);
    }
    c->pos = c->replay.pos;
    return TBY_OK;
}

static tby_rc advance(positions_cursor *c, bool here)
{
    bool first = false;

    for (; !c->over && !first; here = false) {
        if (!here)
            TBY_TRY(next_ply(c, c->base.file));
        if (!c->over)
            TBY_TRY(is_first(c, &first));
    }
    return TBY_OK;
}

/* --- the cursor -----------------------------------------------------------*/

static void positions_close(void *cursor)
{
    free(((positions_cursor *)cursor)->seen);
}

static tby_rc positions_filter(void *cursor, int plan, sqlite3_value **values)
{
    positions_cursor *c = cursor;
    store_target target = {0, NULL};
    tby_pos pos;

    c->single = plan != 0;
    c->over = false;
    if (plan == PLAN_KEY) {
        target.key = (uint64_t)sqlite3_value_int64(values[0]);
        return find_one(c, &target);
    }
    if (plan == PLAN_FEN) {
        tby_str text = {(const char *)sqlite3_value_text(values[0]),
                        (size_t)sqlite3_value_bytes(values[0])};
        c->over =
            !text.p || tby_fen_parse_pos(text, &pos, NULL, NULL) != TBY_OK;
        if (c->over)
            return TBY_OK;
        target = store_target_of(&pos);
        return find_one(c, &target);
    }
    c->game = 1;
    c->last = tby__rows_indexed(c->base.file);
    free(c->seen);
    c->seen = NULL;
    TBY_TRY(open_game(c, c->base.file));
    return advance(c, true);
}

static tby_rc positions_next(void *cursor)
{
    positions_cursor *c = cursor;

    if (!c->single)
        return advance(c, false);
    c->over = true;
    return TBY_OK;
}

static bool positions_over(const void *cursor)
{
    return ((const positions_cursor *)cursor)->over;
}

static tby_rc positions_column(void *cursor, sqlite3_context *ctx, int column)
{
    const positions_cursor *c = cursor;
    const uint64_t numbers[] = {
        [COL_KEY] = c->pos.key,
        [COL_GAMES] = c->tally.games,
        [COL_WHITE] = c->tally.results[TBY_RESULT_WHITE],
        [COL_DRAWS] = c->tally.results[TBY_RESULT_DRAW],
        [COL_BLACK] = c->tally.results[TBY_RESULT_BLACK],
    };

    if (column == COL_FEN) {
        /* Without the counters, which are no part of a position. */
        char fen[TBY_FEN_MAX];
        int spaces = 0;
        size_t n = 0;
        tby_fen_write_pos(&c->pos, fen, sizeof fen);
        while (fen[n] && (fen[n] != ' ' || ++spaces < 4))
            n++;
        sqlite3_result_text(ctx, fen, (int)n, SQLITE_TRANSIENT);
    } else if (column == COL_BOARD) {
        /* 32 bytes, a8 to h1, the earlier square in the high half; white pieces
         * 1 to 6 as p n b r q k, black ones 8 more. */
        static const uint8_t TYPES[] = {
            [TBY_PAWN] = 1, [TBY_KNIGHT] = 2, [TBY_BISHOP] = 3,
            [TBY_ROOK] = 4, [TBY_QUEEN] = 5,  [TBY_KING] = 6,
        };
        uint8_t board[32] = {0};
        for (int i = 0; i < 64; i++) {
            tby_piece p = tby_pos_at(&c->pos, (tby_square)(i ^ 56));
            unsigned half =
                p ? TYPES[tby_piece_role(p)] + 8u * tby_piece_color(p) : 0;

            board[i / 2] |= (uint8_t)(half << (i % 2 ? 0 : 4));
        }
        sqlite3_result_blob(ctx, board, sizeof board, SQLITE_TRANSIENT);
    } else {
        sqlite3_result_int64(ctx, (sqlite3_int64)numbers[column]);
    }
    return TBY_OK;
}

const tables_kind tby__tables_positions = {
    .name = "positions",
    .declaration = "CREATE TABLE x(key INTEGER, fen TEXT, board BLOB, "
                   "games INTEGER, white INTEGER, draws INTEGER, "
                   "black INTEGER, PRIMARY KEY(key)) WITHOUT ROWID",
    .cursor = sizeof(positions_cursor),
    .plan = positions_plan,
    .filter = positions_filter,
    .next = positions_next,
    .over = positions_over,
    .column = positions_column,
    .close = positions_close,
};
