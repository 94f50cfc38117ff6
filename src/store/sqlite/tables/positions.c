/* positions.c - the table positions: a row for each different position.
 *
 * By its key or FEN a position is found in the index.  All of them are gone
 * through game by game, and each is told where it first occurs; that takes a
 * question to the index for nearly every ply. */
#include "store/sqlite/tables/tables.h"
#include "store/sqlite/tables/tally.h"

#include "tabiya/fen.h"
#include "tabiya/game.h"

#include <stdlib.h>

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
    tally_seen seen;
} positions_cursor;

static void positions_plan(sqlite3_index_info *info)
{
    int key = tables_constraint(info, COL_KEY, SQLITE_INDEX_CONSTRAINT_EQ);
    int fen = tables_constraint(info, COL_FEN, SQLITE_INDEX_CONSTRAINT_EQ);

    info->estimatedCost = 1e10;
    info->estimatedRows = 100000000;
    if (fen >= 0) {
        tables_plan_one(info, fen, PLAN_FEN, "position index (fen)");
        /* Two texts may be the same position: with counters, or without. */
        info->aConstraintUsage[fen].omit = 1;
    } else if (key >= 0) {
        tables_plan_one(info, key, PLAN_KEY, "position index (key)");
    }
}

/* --- one of them ----------------------------------------------------------*/

/* The first game shows what the position is. */
static tby_rc find_one(positions_cursor *c, const store_target *target)
{
    store_file *f = c->base.file;
    store_replay r;
    tby_rc rc = tally_count(f, target, &c->tally);

    if (rc != TBY_OK || !c->tally.games) {
        c->over = true;
        return rc;
    }
    rc = store_replay_open(&r, f, c->tally.first);
    if (rc == TBY_OK)
        rc = store_replay_find(&r, target);
    c->pos = r.pos;
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

static tby_rc find_fen(positions_cursor *c, sqlite3_value *value)
{
    tby_str text = {(const char *)sqlite3_value_text(value),
                    (size_t)sqlite3_value_bytes(value)};
    store_target target;
    tby_pos pos;

    if (!text.p || tby_fen_parse_pos(text, &pos, NULL, NULL) != TBY_OK) {
        c->over = true;
        return TBY_OK;
    }
    target = store_target_of(&pos);
    return find_one(c, &target);
}

/* --- all of them ----------------------------------------------------------*/

/* Is this the first time that the position occurs at all? */
static tby_rc is_first(positions_cursor *c, bool *out)
{
    store_file *f = c->base.file;
    store_target target = store_target_of(&c->pos);
    uint32_t ply = c->replay.ply;
    store_replay r;
    tby_rc rc;

    rc = tally_meet(&c->seen, f, &target, c->game, &c->tally);
    *out = rc == TBY_OK && c->tally.first == c->game;
    if (!*out)
        return rc;
    rc = store_replay_open(&r, f, c->game); /* and in the game */
    if (rc == TBY_OK)
        rc = store_replay_seek(&r, &target);
    *out = rc == TBY_OK && r.ply == ply;
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

static tby_rc next_ply(positions_cursor *c, store_file *f)
{
    store_code code;
    tby_rc rc = store_replay_resume(&c->replay, f, c->game);

    if (rc != TBY_OK)
        return rc;
    if (!store_replay_next(&c->replay, &code)) {
        if (c->replay.broken)
            return TBY_E_STORE_DAMAGED;
        if (c->game++ >= c->last) {
            c->over = true;
            return TBY_OK;
        }
        rc = store_replay_open(&c->replay, f, c->game);
    }
    c->pos = c->replay.pos;
    return rc;
}

static tby_rc advance(positions_cursor *c, store_file *f, bool here)
{
    bool first = false;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && !c->over && !first) {
        if (!here)
            rc = next_ply(c, f);
        here = false;
        if (rc == TBY_OK && !c->over)
            rc = is_first(c, &first);
    }
    return rc;
}

static tby_rc begin_walk(positions_cursor *c, store_file *f)
{
    tby_rc rc;

    c->game = 1;
    c->last = store_file_indexed(f);
    c->over = !c->last;
    tally_seen_free(&c->seen);
    if (c->over)
        return TBY_OK;
    rc = store_replay_open(&c->replay, f, 1);
    c->pos = c->replay.pos;
    return rc == TBY_OK ? advance(c, f, true) : rc;
}

/* --- the cursor -----------------------------------------------------------*/

static void positions_close(void *cursor)
{
    tally_seen_free(&((positions_cursor *)cursor)->seen);
}

static tby_rc positions_filter(void *cursor, int plan, sqlite3_value **values)
{
    positions_cursor *c = cursor;
    store_target target = {0, NULL};

    c->single = plan != 0;
    c->over = false;
    if (plan == PLAN_KEY) {
        target.key = (uint64_t)sqlite3_value_int64(values[0]);
        return find_one(c, &target);
    }
    return plan == PLAN_FEN ? find_fen(c, values[0])
                            : begin_walk(c, c->base.file);
}

static tby_rc positions_next(void *cursor)
{
    positions_cursor *c = cursor;

    if (!c->single)
        return advance(c, c->base.file, false);
    c->over = true;
    return TBY_OK;
}

static bool positions_over(const void *cursor)
{
    return ((const positions_cursor *)cursor)->over;
}

/* --- values ---------------------------------------------------------------*/

/* 32 bytes, a8 to h1, the earlier square in the high half; white pieces 1 to 6
 * as p n b r q k, black ones 8 more. */
static void put_board(sqlite3_context *ctx, const tby_pos *pos)
{
    static const uint8_t TYPES[] = {
        [TBY_PAWN] = 1, [TBY_KNIGHT] = 2, [TBY_BISHOP] = 3,
        [TBY_ROOK] = 4, [TBY_QUEEN] = 5,  [TBY_KING] = 6,
    };
    uint8_t board[32] = {0};

    for (int i = 0; i < 64; i++) {
        tby_piece p = tby_pos_at(pos, (tby_square)(i ^ 56));
        unsigned half =
            p ? TYPES[tby_piece_role(p)] + 8u * tby_piece_color(p) : 0;

        board[i / 2] |= (uint8_t)(half << (i % 2 ? 0 : 4));
    }
    sqlite3_result_blob(ctx, board, sizeof board, SQLITE_TRANSIENT);
}

/* Without the counters, which are no part of a position. */
static void put_fen(sqlite3_context *ctx, const tby_pos *pos)
{
    char fen[TBY_FEN_MAX];
    int spaces = 0;
    size_t n = 0;

    tby_fen_write_pos(pos, fen, sizeof fen);
    while (fen[n] && (fen[n] != ' ' || ++spaces < 4))
        n++;
    sqlite3_result_text(ctx, fen, (int)n, SQLITE_TRANSIENT);
}

static tby_rc positions_column(void *cursor, sqlite3_context *ctx, int column)
{
    const positions_cursor *c = cursor;

    switch (column) {
    case COL_KEY:
        sqlite3_result_int64(ctx, (sqlite3_int64)c->pos.key);
        break;
    case COL_FEN:
        put_fen(ctx, &c->pos);
        break;
    case COL_BOARD:
        put_board(ctx, &c->pos);
        break;
    case COL_GAMES:
        sqlite3_result_int64(ctx, (sqlite3_int64)c->tally.games);
        break;
    case COL_WHITE:
        sqlite3_result_int64(ctx,
                             (sqlite3_int64)c->tally.results[TBY_RESULT_WHITE]);
        break;
    case COL_DRAWS:
        sqlite3_result_int64(ctx,
                             (sqlite3_int64)c->tally.results[TBY_RESULT_DRAW]);
        break;
    default:
        sqlite3_result_int64(ctx,
                             (sqlite3_int64)c->tally.results[TBY_RESULT_BLACK]);
    }
    return TBY_OK;
}

const tables_kind tables_positions = {
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
