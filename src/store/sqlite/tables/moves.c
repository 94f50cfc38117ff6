/* moves.c - the table moves: a row for each move of each game.
 *
 * Games to be looked at come from a game's id, from the index of positions, or
 * are all there are; of these the moves that cannot fit are passed over while
 * they are played. */
#include "core/base/assert.h"
#include "store/query/select.h"
#include "store/query/visit_position.h"
#include "store/sqlite/tables/tables.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"

#include <math.h>
#include <stdlib.h>

/* --- the values of a move -------------------------------------------------*/

#define PLY_COLUMN_MAP(X)                                                      \
    X(MOVE_ID, "move_id INTEGER")                                              \
    X(GAME_ID, "game_id INTEGER")                                              \
    X(PLY, "ply INTEGER")                                                      \
    X(COLOR, "color TEXT")                                                     \
    X(PIECE, "piece TEXT")                                                     \
    X(FROM, "from_square TEXT")                                                \
    X(TO, "to_square TEXT")                                                    \
    X(SAN, "san TEXT")                                                         \
    X(UCI, "uci TEXT")                                                         \
    X(CHECK, "is_check INTEGER")                                               \
    X(MATE, "is_mate INTEGER")                                                 \
    X(STALEMATE, "is_stalemate INTEGER")                                       \
    X(CAPTURED, "captured TEXT")                                               \
    X(PROMOTED, "promoted TEXT")                                               \
    X(ANNOTATION, "annotation TEXT")                                           \
    X(CLOCK, "seconds_remaining REAL")                                         \
    X(EVAL, "eval REAL")                                                       \
    X(MATE_IN, "mate_in INTEGER")                                              \
    X(WHITE_KS, "white_can_castle_ks INTEGER")                                 \
    X(WHITE_QS, "white_can_castle_qs INTEGER")                                 \
    X(BLACK_KS, "black_can_castle_ks INTEGER")                                 \
    X(BLACK_QS, "black_can_castle_qs INTEGER")                                 \
    X(EN_PASSANT, "en_passant INTEGER")                                        \
    X(HALFMOVE, "halfmove INTEGER")                                            \
    X(FULLMOVE, "fullmove INTEGER")                                            \
    X(KEY, "position_key INTEGER")                                             \
    X(KEY_BEFORE, "key_before INTEGER")

enum {
#define PLY_ENUM(symbol, text) PLY_##symbol,
    PLY_COLUMN_MAP(PLY_ENUM)
#undef PLY_ENUM
};

typedef struct ply_row {
    uint32_t game, ply;
    store_code code;
    tby_move move;
    tby_pos before, after;
    /* of the whole game, by ply; read when first asked for */
    bool marked;
    store_marks marks;
    uint32_t room; /* of the arrays */
} ply_row;

/* move_id counts the plies of all games, with gaps. */
enum { PLY_ID_SHIFT = 16 };

static void ply_row_free(ply_row *r)
{
    free(r->marks.clock);
    free(r->marks.eval);
    free(r->marks.mate);
    free(r->marks.nag);
    r->marks = (store_marks){0};
    r->room = 0;
}

static tby_rc read_marks(ply_row *r, store_file *f)
{
    store_packed packed;

    if (r->marked)
        return TBY_OK;
    TBY_TRY(tby__rows_packed(f, r->game, &packed));
    uint32_t plies = packed.column[STORE_PLIES];
    store_marks *m = &r->marks;
    if (plies > r->room) {
        ply_row_free(r);
        m->clock = malloc(plies * sizeof *m->clock);
        m->eval = malloc(plies * sizeof *m->eval);
        m->mate = malloc(plies * sizeof *m->mate);
        m->nag = malloc(plies * sizeof *m->nag);
        if (!m->clock || !m->eval || !m->mate || !m->nag)
            return TBY_E_NOMEM;
        r->room = plies;
    }
    TBY_TRY(tby__marks_read(&packed, m));
    r->marked = true;
    return TBY_OK;
}

/* What the game says of the move: a glyph, a clock, an evaluation. */
static tby_rc put_mark(ply_row *r, store_file *f, sqlite3_context *ctx,
                       int column)
{
    static const char *const GLYPHS[] = {NULL, "!",  "?", "!!",
                                         "??", "!?", "?!"};
    const store_marks *m = &r->marks;
    uint32_t i = r->ply - 1;

    TBY_TRY(read_marks(r, f));
    TBY_ASSERT(i < r->room);
    if (column == PLY_CLOCK && m->clock[i] >= 0)
        sqlite3_result_double(ctx, m->clock[i]);
    else if (column == PLY_EVAL && !isnan(m->eval[i]))
        sqlite3_result_double(ctx, m->eval[i]);
    else if (column == PLY_MATE_IN && m->mate[i])
        sqlite3_result_int(ctx, m->mate[i]);
    else if (column != PLY_ANNOTATION || !m->nag[i])
        return TBY_OK;
    else if (m->nag[i] < sizeof GLYPHS / sizeof *GLYPHS)
        sqlite3_result_text(ctx, GLYPHS[m->nag[i]], -1, SQLITE_STATIC);
    else
        sqlite3_result_text(ctx, sqlite3_mprintf("$%d", m->nag[i]), -1,
                            sqlite3_free);
    return TBY_OK;
}

/* May this side castle with a rook on the king's or the other side of it? */
static bool can_castle(const tby_pos *p, tby_color color, bool king_side)
{
    tby_bb own = tby_pos_color(p, color);
    tby_bb king = own & tby_pos_role(p, TBY_KING);
    tby_bb rooks = own & p->castling;

    if (!king || !rooks)
        return false;
    return king_side ? (rooks & ~((king << 1) - 1)) != 0
                     : (rooks & (king - 1)) != 0;
}

/* A number for each column that always has one. */
static sqlite3_int64 number_of(const ply_row *r, const store_file *f,
                               int column)
{
    const tby_pos *p = &r->after;
    uint32_t id = tby__rows_id(f, r->game);
    const sqlite3_int64 numbers[] = {
        [PLY_MOVE_ID] = (sqlite3_int64)id << PLY_ID_SHIFT | r->ply,
        [PLY_GAME_ID] = id,
        [PLY_PLY] = r->ply,
        [PLY_CHECK] = (r->code & STORE_CHECK) != 0,
        [PLY_MATE] = (r->code & STORE_MATE) != 0,
        [PLY_STALEMATE] = (r->code & STORE_STALEMATE) != 0,
        [PLY_WHITE_KS] = can_castle(p, TBY_WHITE, true),
        [PLY_WHITE_QS] = can_castle(p, TBY_WHITE, false),
        [PLY_BLACK_KS] = can_castle(p, TBY_BLACK, true),
        [PLY_BLACK_QS] = can_castle(p, TBY_BLACK, false),
        [PLY_HALFMOVE] = p->halfmoves,
        [PLY_FULLMOVE] = p->fullmoves,
        [PLY_KEY] = (sqlite3_int64)p->key,
        [PLY_KEY_BEFORE] = (sqlite3_int64)r->before.key,
    };

    return numbers[column];
}

/* The value of a column; a null move has no squares and no piece. */
static tby_rc ply_row_put(ply_row *r, store_file *f, sqlite3_context *ctx,
                          int column)
{
    char text[TBY_SAN_MAX > TBY_UCI_MAX ? TBY_SAN_MAX : TBY_UCI_MAX] = "";
    tby_square from = tby_move_from(r->move), to = tby_move_to(r->move);
    bool passes = r->move == TBY_MOVE_NULL;
    tby_role letter = TBY_NO_ROLE;
    tby_piece there;

    switch (column) {
    case PLY_ANNOTATION:
    case PLY_CLOCK:
    case PLY_EVAL:
    case PLY_MATE_IN:
        return put_mark(r, f, ctx, column);
    case PLY_COLOR:
        sqlite3_result_text(ctx, r->before.turn ? "black" : "white", -1,
                            SQLITE_STATIC);
        return TBY_OK;
    case PLY_EN_PASSANT:
        if (r->after.ep != TBY_NO_SQUARE)
            sqlite3_result_int(ctx, tby_file(r->after.ep) + 1);
        return TBY_OK;
    case PLY_PIECE:
        if (!passes)
            letter = tby_piece_role(tby_pos_at(&r->before, from));
        break;
    case PLY_CAPTURED:
        there = tby_pos_at(&r->before, to);
        if (r->code & STORE_CAPTURE) /* en passant nobody stands there */
            letter = there ? tby_piece_role(there) : TBY_PAWN;
        break;
    case PLY_PROMOTED:
        letter = tby_move_promotion(r->move);
        break;
    case PLY_FROM:
    case PLY_TO: {
        /* Castling ends on the king's square, not on the rook's. */
        bool castles = !passes && tby_pos_is_castling(&r->before, r->move);
        tby_square end =
            castles ? tby_sq(to > from ? 6 : 2, tby_rank(from)) : to;
        tby_square sq = column == PLY_FROM ? from : end;
        if (!passes) {
            text[0] = (char)('a' + tby_file(sq));
            text[1] = (char)('1' + tby_rank(sq));
        }
        break;
    }
    case PLY_SAN:
        tby_san_write(&r->before, r->move, text);
        break;
    case PLY_UCI:
        tby_uci_write(&r->before, r->move, TBY_UCI_ORTHODOX, text);
        break;
    default:
        sqlite3_result_int64(ctx, number_of(r, f, column));
        return TBY_OK;
    }
    if (letter)
        text[0] = tby_role_char(letter);
    if (text[0])
        sqlite3_result_text(ctx, text, -1, SQLITE_TRANSIENT);
    return TBY_OK;
}

typedef struct moves_cursor {
    tables_cursor base;
    /* what is wanted */
    store_set set; /* bits NULL: games at .. end */
    uint32_t end;
    bool by_key, by_before;
    uint64_t key, before;
    store_wanted wanted; /* .on false: any move */
    /* where it is */
    uint32_t game; /* 0: after the last */
    store_replay replay;
    ply_row row;
    uint32_t passed; /* moves since the last row */
} moves_cursor;

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
        int at = tby__tables_constraint(info, PLANS[i].column,
                                        SQLITE_INDEX_CONSTRAINT_EQ);

        if (at < 0)
            continue;
        tby__tables_use(info, at, ++n);
        info->idxNum |= PLANS[i].plan;
        if (PLANS[i].cost < info->estimatedCost) {
            info->estimatedCost = PLANS[i].cost;
            info->estimatedRows = PLANS[i].rows;
            tby__tables_call(info, PLANS[i].name);
        }
    }
}

static void moves_close(void *cursor)
{
    moves_cursor *c = cursor;

    tby__set_close(&c->set);
    ply_row_free(&c->row);
}

/* Games that have the position of a key. */
static tby_rc choose_key(moves_cursor *c, store_file *f, uint64_t key)
{
    store_target target = {key, NULL};

    if (!c->set.bits)
        return tby__set_passing(&c->set, f, &target, NULL);
    return tby__set_keep(&c->set, f, &target, NULL);
}

static tby_rc choose_move(moves_cursor *c, store_file *f, sqlite3_value *value,
                          bool *none)
{
    tby_str text = {(const char *)sqlite3_value_text(value),
                    (size_t)sqlite3_value_bytes(value)};
    store_filter filter;

    tby__filter_init(&filter);
    tby_rc rc = text.p
                    ? tby__filter_set(&filter, tby_str_of("move"), text, NULL)
                    : TBY_E_STORE_FILTER;
    if (rc == TBY_E_NOMEM)
        return rc;
    *none |= rc != TBY_OK; /* no move is written so */
    c->wanted = filter.move;
    /* Games that have the move: their codes show it, and nothing is played.  Of
     * one game that is asked for alone it is not worth it. */
    if (rc != TBY_OK || c->game == c->end)
        return TBY_OK;
    return c->set.bits ? tby__select_moves(&c->set, f, &filter)
                       : tby__store_select(&c->set, f, &filter);
}

static void choose_game(moves_cursor *c, sqlite3_int64 id, bool *none)
{
    uint32_t last = c->end;
    uint32_t place = id < 1 ? 0 : tby__rows_place(c->base.file, (uint64_t)id);

    if (!place || place > last || (c->game != 1 && c->game != place))
        *none = true;
    else
        c->game = c->end = place;
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

/* So many moves are passed over at once; then one that does not fit is given,
 * which SQLite throws away, so that it can look at its clock. */
enum { PASSED_MAX = 1 << 14 };

/* The next move of this game that fits; false after the last. */
static bool next_in_game(moves_cursor *c)
{
    ply_row *r = &c->row;

    for (;;) {
        r->before = c->replay.pos;
        if (!tby__replay_next(&c->replay, &r->code))
            return false;
        r->after = c->replay.pos;
        r->ply = c->replay.ply;
        bool fits = (!c->by_key || r->after.key == c->key) &&
                    (!c->by_before || r->before.key == c->before) &&
                    (!c->wanted.on ||
                     store_wanted_fits(&c->wanted, r->before.turn, r->code));
        if (fits || ++c->passed == PASSED_MAX) {
            c->passed = 0;
            r->move = tby__code_move(&r->before, r->code);
            return true;
        }
    }
}

/* Opens the first game from one on that is wanted, if there is one. */
static tby_rc open_from(moves_cursor *c, store_file *f, uint32_t game)
{
    if (c->set.bits)
        game = tby__set_next(&c->set, game);
    c->game = game <= c->end ? game : 0;
    c->row.game = c->game;
    c->row.marked = false;
    return c->game ? tby__replay_open(&c->replay, f, c->game) : TBY_OK;
}

/* Goes on to the next row, over as many games as it takes. */
static tby_rc advance(moves_cursor *c, store_file *f)
{
    while (c->game) {
        if (next_in_game(c))
            return TBY_OK;
        if (c->replay.broken)
            return TBY_E_STORE_DAMAGED;
        TBY_TRY(open_from(c, f, c->game + 1));
    }
    return TBY_OK;
}

static tby_rc moves_filter(void *cursor, int plan, sqlite3_value **values)
{
    moves_cursor *c = cursor;
    store_file *f = c->base.file;
    bool none = false;
    int n = 0;

    tby__set_close(&c->set);
    c->by_key = c->by_before = c->wanted.on = false;
    c->game = 1;
    c->end = tby__rows_indexed(f);
    for (size_t i = 0; i < sizeof PLANS / sizeof *PLANS; i++)
        if (plan & PLANS[i].plan)
            TBY_TRY(choose(c, f, PLANS[i].plan, values[n++], &none));
    bool all = !(plan & (PLAN_GAME | PLAN_MOVE_ID)) && !c->set.bits;
    if (all && tby_store_games(store_of_rows(f)) != tby__rows_stored(f))
        TBY_TRY(tby__set_all(&c->set, f));
    TBY_TRY(open_from(c, f, none ? c->end + 1 : c->game));
    return advance(c, f);
}

/* The moves that are being replayed may have been dropped for another table's
 * sake. */
static tby_rc moves_next(void *cursor)
{
    moves_cursor *c = cursor;

    TBY_TRY(tby__replay_resume(&c->replay, c->base.file, c->game));
    return advance(c, c->base.file);
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

const tables_kind tby__tables_moves = {
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
