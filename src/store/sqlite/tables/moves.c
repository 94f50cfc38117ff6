/* moves.c - the table moves: a row for each move of each game.
 *
 * Games to be looked at come from a game's id, from the index of positions, or
 * are all there are; of these the moves that cannot fit are passed over while
 * they are played. */
#include "store/query/pass.h"
#include "store/query/select.h"
#include "store/sqlite/tables/ply.h"

#include <stdlib.h>

typedef struct moves_cursor {
    tables_cursor base;
    /* what is wanted */
    store_set set; /* bits NULL: games at .. end */
    uint32_t end;
    bool by_key, by_before;
    uint64_t key, before;
    store_wanted wanted; /* .on false: any move */
    /* where it is */
    uint32_t game; /* 0: behind the last */
    store_replay replay;
    ply_row row;
    uint32_t passed; /* moves since the last row */
} moves_cursor;

/* --- plans ----------------------------------------------------------------*/

/* What the index can do, best first; several may be used at once. */
enum {
    PLAN_GAME = 1,
    PLAN_BEFORE = 2,
    PLAN_KEY = 4,
    PLAN_SAN = 8,
    PLAN_UCI = 16,
    PLAN_MOVE_ID = 32
};

static const struct {
    int column, plan;
    double cost; /* of all moves that remain to be looked at */
    sqlite3_int64 rows;
    const char *name;
} PLANS[] = {
    {PLY_MOVE_ID, PLAN_MOVE_ID, 1e1, 1, "move id"},
    {PLY_GAME_ID, PLAN_GAME, 1e2, 80, "game id"},
    {PLY_KEY_BEFORE, PLAN_BEFORE, 1e4, 100, "position index (key_before)"},
    {PLY_KEY, PLAN_KEY, 1e4, 100, "position index (position_key)"},
    {PLY_SAN, PLAN_SAN, 1e7, 10000, "move code (san)"},
    {PLY_UCI, PLAN_UCI, 1e7, 10000, "move code (uci)"},
};

static void moves_plan(sqlite3_index_info *info)
{
    int n = 0;

    info->estimatedCost = 1e9;
    info->estimatedRows = 100000000;
    for (size_t i = 0; i < sizeof PLANS / sizeof *PLANS; i++) {
        int at = tables_constraint(info, PLANS[i].column,
                                   SQLITE_INDEX_CONSTRAINT_EQ);

        if (at < 0)
            continue;
        tables_use(info, at, ++n);
        info->idxNum |= PLANS[i].plan;
        if (PLANS[i].cost < info->estimatedCost) {
            info->estimatedCost = PLANS[i].cost;
            info->estimatedRows = PLANS[i].rows;
            tables_call(info, PLANS[i].name);
        }
    }
}

/* --- which games ----------------------------------------------------------*/

static void moves_close(void *cursor)
{
    moves_cursor *c = cursor;

    store_set_close(&c->set);
    ply_row_free(&c->row);
}

/* Games that have the position of a key. */
static tby_rc choose_key(moves_cursor *c, store_file *f, uint64_t key)
{
    store_target target = {key, NULL};

    if (!c->set.bits)
        return store_set_passing(&c->set, f, &target, NULL);
    return store_set_keep(&c->set, f, &target, NULL);
}

/* Games that have the move: their codes tell, and nothing is played.  Of one
 * game that is asked for alone it is not worth it. */
static tby_rc choose_games(moves_cursor *c, store_file *f,
                           const store_filter *filter)
{
    if (c->game == c->end)
        return TBY_OK;
    return c->set.bits ? store_select_moves(&c->set, f, filter)
                       : store_select(&c->set, f, filter);
}

static tby_rc choose_move(moves_cursor *c, store_file *f, sqlite3_value *value,
                          bool *none)
{
    tby_str text = {(const char *)sqlite3_value_text(value),
                    (size_t)sqlite3_value_bytes(value)};
    store_filter filter;
    tby_rc rc;

    store_filter_init(&filter);
    if (!text.p) {
        *none = true;
        return TBY_OK;
    }
    rc = store_filter_set(&filter, tby_str_of("move"), text, NULL);
    if (rc != TBY_OK && rc != TBY_E_NOMEM) {
        *none = true; /* no move is written so */
        return TBY_OK;
    }
    if (rc == TBY_OK) {
        c->wanted = filter.move;
        rc = choose_games(c, f, &filter);
    }
    return rc;
}

static void choose_game(moves_cursor *c, sqlite3_int64 id, bool *none)
{
    uint32_t last = c->end;

    if (id < 1 || id > last || (c->game != 1 && c->game != id))
        *none = true;
    else
        c->game = c->end = (uint32_t)id;
}

static tby_rc choose(moves_cursor *c, store_file *f, int plan,
                     sqlite3_value *value, bool *none)
{
    switch (plan) {
    case PLAN_MOVE_ID:
        choose_game(c, sqlite3_value_int64(value) >> PLY_ID_SHIFT, none);
        return TBY_OK;
    case PLAN_GAME:
        choose_game(c, sqlite3_value_int64(value), none);
        return TBY_OK;
    case PLAN_BEFORE:
        c->by_before = true;
        c->before = (uint64_t)sqlite3_value_int64(value);
        return choose_key(c, f, c->before);
    case PLAN_KEY:
        c->by_key = true;
        c->key = (uint64_t)sqlite3_value_int64(value);
        return choose_key(c, f, c->key);
    case PLAN_SAN:
        return choose_move(c, f, value, none);
    default:
        /* Castling is written e1g1 and stored as king takes rook: what fits
         * is left to the comparison. */
        return TBY_OK;
    }
}

/* --- walking --------------------------------------------------------------*/

static uint32_t next_game(const moves_cursor *c, uint32_t game)
{
    if (c->set.bits)
        game = store_set_next(&c->set, game);
    return game && game <= c->end ? game : 0;
}

static bool row_fits(const moves_cursor *c)
{
    const ply_row *r = &c->row;

    return (!c->by_key || r->after.key == c->key) &&
           (!c->by_before || r->before.key == c->before) &&
           (!c->wanted.on ||
            store_wanted_fits(&c->wanted, r->before.turn, r->code));
}

/* So many moves are passed over at once; then one that does not fit is given,
 * which SQLite throws away, so that it can look at its clock. */
enum { PASSED_MAX = 1 << 14 };

/* The next move of this game that fits; false behind the last. */
static bool next_in_game(moves_cursor *c)
{
    ply_row *r = &c->row;

    for (;;) {
        r->before = c->replay.pos;
        if (!store_replay_next(&c->replay, &r->code))
            return false;
        r->after = c->replay.pos;
        r->ply = c->replay.ply;
        if (row_fits(c) || ++c->passed == PASSED_MAX) {
            c->passed = 0;
            r->move = store_code_move(&r->before, r->code);
            return true;
        }
    }
}

static tby_rc open_game(moves_cursor *c, store_file *f)
{
    c->row.game = c->game;
    c->row.marked = false;
    return store_replay_open(&c->replay, f, c->game);
}

/* Goes on to the next row, over as many games as it takes. */
static tby_rc advance(moves_cursor *c, store_file *f)
{
    tby_rc rc;

    while (c->game) {
        if (next_in_game(c))
            return TBY_OK;
        if (c->replay.broken)
            return TBY_E_STORE_DAMAGED;
        c->game = next_game(c, c->game + 1);
        if (c->game && (rc = open_game(c, f)) != TBY_OK)
            return rc;
    }
    return TBY_OK;
}

static tby_rc moves_filter(void *cursor, int plan, sqlite3_value **values)
{
    moves_cursor *c = cursor;
    store_file *f = c->base.file;
    tby_rc rc = TBY_OK;
    bool none = false;
    int n = 0;

    store_set_close(&c->set);
    c->by_key = c->by_before = c->wanted.on = false;
    c->game = 1;
    c->end = store_file_indexed(f);
    for (size_t i = 0; rc == TBY_OK && i < sizeof PLANS / sizeof *PLANS; i++)
        if (plan & PLANS[i].plan)
            rc = choose(c, f, PLANS[i].plan, values[n++], &none);
    c->game = none ? 0 : next_game(c, c->game);
    if (rc == TBY_OK && c->game)
        rc = open_game(c, f);
    return rc == TBY_OK ? advance(c, f) : rc;
}

/* The moves that are being replayed may have been dropped for another table's
 * sake. */
static tby_rc moves_next(void *cursor)
{
    moves_cursor *c = cursor;
    tby_rc rc = store_replay_resume(&c->replay, c->base.file, c->game);

    return rc == TBY_OK ? advance(c, c->base.file) : rc;
}

static bool moves_over(const void *cursor)
{
    return !((const moves_cursor *)cursor)->game;
}

static tby_rc moves_column(void *cursor, sqlite3_context *ctx, int column)
{
    moves_cursor *c = cursor;

    return ply_row_put(&c->row, c->base.file, ctx, column);
}

const tables_kind tables_moves = {
    .name = "moves",
    .declaration = "CREATE TABLE x("
#define MOVES_TEXT(symbol, text) text ","
    PLY_COLUMN_MAP(MOVES_TEXT)
#undef MOVES_TEXT
        "PRIMARY KEY(move_id)) WITHOUT ROWID",
    .cursor = sizeof(moves_cursor),
    .plan = moves_plan,
    .filter = moves_filter,
    .next = moves_next,
    .over = moves_over,
    .column = moves_column,
    .close = moves_close,
};
