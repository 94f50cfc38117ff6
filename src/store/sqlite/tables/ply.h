/* ply.h - one move of a game as a row of the table moves. */
#ifndef TBY_STORE_SQLITE_TABLES_PLY_H
#define TBY_STORE_SQLITE_TABLES_PLY_H

#include "store/sqlite/tables/tables.h"

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

void ply_row_free(ply_row *r);

/* The value of a column. */
TBY_MUST_USE tby_rc ply_row_put(ply_row *r, store_file *f, sqlite3_context *ctx,
                                int column);

#endif
