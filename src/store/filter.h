/* filter.h - which games are wanted: conditions by name, as they are typed on
 * the command line, in an address and in C alike.
 *
 * Conditions of different kinds must all hold; of a list, one of its items.  A
 * game whose value is not known does not fit a condition on it; a date of which
 * only the year or the month is known fits if all of that lies inside. */
#ifndef TBY_STORE_FILTER_H
#define TBY_STORE_FILTER_H

#include "core/base/buf.h"
#include "store/code.h"
#include "store/columns.h"
#include "tabiya/limits.h"
#include "tabiya/pos.h"

/* Both belong to it. */
typedef struct store_range {
    bool on;
    uint32_t min, max;
} store_range;

typedef enum store_side {
    STORE_EITHER,
    STORE_AS_WHITE,
    STORE_AS_BLACK
} store_side;

/* A move as it is asked for: b8=Q#, Bxh7+, Nbd2, e2e4, O-O, e8.
 *
 * The code of castling has the rook's file alone; which side that is, and which
 * move of the king, tells the king's. */
typedef struct store_wanted {
    bool on;
    uint16_t facts;        /* STORE_CAPTURE ...: those that matter */
    uint16_t values;       /* and what they must be */
    uint8_t codes[2][512]; /* by side: a bit for each code that fits */
    uint8_t kings[8];      /* castling, by the rook's file: bits of the king's
                              files that fit */
} store_wanted;

/* What stands on the board besides the kings: KRPvKR. */
typedef struct store_material {
    bool on;
    uint8_t count[2][7]; /* by side and role; either colour may be side 0 */
} store_material;

/* Plies of an order of moves: 1,024 moves, four times the longest serious game.
 * The position it leads to may be asked for instead, at any ply. */
enum { STORE_PREFIX_MAX = 2048 };

/* Texts belong to the caller and must stay while the filter is used. */
typedef struct store_filter {
    tby_str player, white, black; /* p NULL: any */
    store_side as;                /* of player */
    tby_str opening, event;       /* words that must occur */
    store_range elo, elo_average, plies;
    store_range date;                   /* first and last day, packed */
    uint32_t results, classes, endings; /* bits; 0: any */
    bool has_eco;
    uint64_t eco[8]; /* bits by store_eco() */
    bool has_prefix;
    uint32_t prefix_n;
    store_code prefix[STORE_PREFIX_MAX]; /* twelve bits each */
    tby_pos prefix_end;
    bool has_position;
    tby_pos position;
    store_wanted move;
    store_side by;
    store_material material;
    bool has_pattern;
    tby_bb pattern[TBY_PIECES]; /* squares that must hold the piece */
} store_filter;

/* Wants every game. */
void store_filter_init(store_filter *f);

/* The names: player, as, white, black, elo, elo-avg, date, result, eco,
 * opening, event, time-class, moves, position, move, by, material, pattern,
 * ended, plies.  NULL behind the last. */
const char *store_filter_name(size_t i);

/* Sets one condition.  TBY_DONE: there is no such name.  TBY_E_STORE_FILTER or
 * what reading a position or moves gives; err->at is the byte of the value. */
TBY_MUST_USE tby_rc store_filter_set(store_filter *f, tby_str name,
                                     tby_str value, tby_err *err);

/* True if every game is wanted. */
bool store_filter_empty(const store_filter *f);

/* True if the moves of a game must be looked at. */
bool store_filter_moves(const store_filter *f);

/* Adds bytes that tell the filter from others.  The same filter may have
 * different ones only if it was typed differently. */
void store_filter_key(const store_filter *f, tby_buf *out);

#endif
