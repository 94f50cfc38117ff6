/* polyglot.h - opening books in the format of Polyglot (*.bin).
 *
 * A book is a sorted array of entries of 16 bytes, big-endian: the key of a
 * position, a move, a weight and four bytes for programs that learn.  The book
 * is read where it lies: the caller gives the bytes, mapped or loaded, and
 * keeps them.
 *
 * Polyglot's key is not ours (key.h): an en passant square counts whenever a
 * pawn of the side to move stands beside the pawn that went two squares, even
 * if it may not capture.  A position does not say so, since it keeps only what
 * is legal; so the square that was passed is an argument of its own. */
#ifndef TBY_POLYGLOT_H
#define TBY_POLYGLOT_H

#include "tabiya/pos.h"

#define TBY_POLYGLOT_ENTRY 16  /* bytes */
#define TBY_POLYGLOT_MOVES 256 /* entries that one position may have */

TBY_BEGIN

/* --- keys and moves -------------------------------------------------------*/

/* The square that a pawn passed over if m, which led to this position, moved it
 * two squares forward; TBY_NO_SQUARE otherwise. */
TBY_API tby_square tby_polyglot_passed(const tby_pos *after, tby_move m);

/* The key of a position whose last move passed over that square; a FEN has it
 * in its fourth field (tby_setup.ep). */
TBY_API uint64_t tby_polyglot_key(const tby_pos *p, tby_square passed);

/* A legal move as a book writes it: castling takes the rook. */
TBY_API uint16_t tby_polyglot_move(tby_move m);

/* The legal move that these bits mean here, or TBY_MOVE_NONE.  Castling written
 * as two steps of the king is understood as well. */
TBY_API tby_move tby_polyglot_read_move(const tby_pos *p, uint16_t bits);

/* --- reading --------------------------------------------------------------*/

typedef struct tby_polyglot {
    const uint8_t *bytes; /* the caller's */
    size_t n;             /* entries */
} tby_polyglot;

typedef struct tby_polyglot_entry {
    uint64_t key;
    uint32_t learn;
    uint16_t move; /* see tby_polyglot_read_move() */
    uint16_t weight;
} tby_polyglot_entry;

/* Looks at all of a book: TBY_E_POLYGLOT_SIZE if it is no whole number of
 * entries, TBY_E_POLYGLOT_ORDER if a key is smaller than the one before it,
 * TBY_E_POLYGLOT_CROWD if too many are the same; err->at is the byte of the
 * entry. */
TBY_API TBY_MUST_USE tby_rc tby_polyglot_open(tby_polyglot *book,
                                              const void *bytes, size_t n,
                                              tby_err *err);

/* Entry number i, which must be below book->n. */
TBY_API tby_polyglot_entry tby_polyglot_at(const tby_polyglot *book, size_t i);

/* How many entries a position has; *first is the number of the first. */
TBY_API size_t tby_polyglot_find(const tby_polyglot *book, uint64_t key,
                                 size_t *first);

/* What can be said of a book by playing its moves from the starting position.
 * TBY_E_NOMEM. */
typedef struct tby_polyglot_facts {
    size_t entries, positions;
    size_t reached;         /* positions that the book's own moves lead to */
    size_t reached_entries; /* their entries */
    size_t illegal;         /* of those: moves that are not legal there */
    size_t learned;         /* entries whose four last bytes are not zero */
    uint16_t weight_max;
    unsigned depth; /* the longest way to a reached position, in plies */
} tby_polyglot_facts;

/* Plays the book's moves, and counts. */
TBY_API TBY_MUST_USE tby_rc tby_polyglot_judge(const tby_polyglot *book,
                                               const tby_alloc *alloc,
                                               tby_polyglot_facts *out);

/* --- making ---------------------------------------------------------------*/

typedef struct tby_polyglot_maker tby_polyglot_maker;

typedef enum tby_polyglot_weight {
    TBY_POLYGLOT_POINTS, /* two for a win, one for a draw */
    TBY_POLYGLOT_GAMES,
    TBY_POLYGLOT_SCORE, /* points in tenths of a percent */
    TBY_POLYGLOT_EQUAL  /* one for every move */
} tby_polyglot_weight;

/* Which moves are kept, and what weighs them.  {0} keeps all that did not lose
 * every game, by points. */
typedef struct tby_polyglot_rules {
    uint32_t min_games;
    uint32_t min_score; /* in tenths of a percent */
    bool no_white, no_black;
    tby_polyglot_weight weight;
} tby_polyglot_rules;

/* NULL: no memory.  alloc may be NULL for the C library's. */
TBY_API tby_polyglot_maker *tby_polyglot_maker_new(const tby_alloc *alloc);
TBY_API void tby_polyglot_maker_free(tby_polyglot_maker *m);

/* Counts `games` in which this legal move was played, and the points of the
 * side that played it, two for a win.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_API TBY_MUST_USE tby_rc tby_polyglot_count(tby_polyglot_maker *m,
                                               const tby_pos *p,
                                               tby_square passed, tby_move move,
                                               uint64_t games, uint64_t points);

/* Counts all that another maker has counted, which keeps it. */
TBY_API TBY_MUST_USE tby_rc tby_polyglot_add(tby_polyglot_maker *to,
                                             const tby_polyglot_maker *from);

/* Forgets what was counted and keeps the memory. */
TBY_API void tby_polyglot_clear(tby_polyglot_maker *m);

/* Puts the entries in order, and says how many are kept.  Weights of a position
 * that do not fit 16 bits are made smaller together, none below 1. */
TBY_API TBY_MUST_USE tby_rc tby_polyglot_finish(tby_polyglot_maker *m,
                                                const tby_polyglot_rules *rules,
                                                size_t *entries);

/* Entry number i of a maker that is finished. */
TBY_API tby_polyglot_entry tby_polyglot_made(const tby_polyglot_maker *m,
                                             size_t i);

/* An entry as it stands in a file. */
TBY_API void tby_polyglot_write(const tby_polyglot_entry *entry,
                                uint8_t out[TBY_POLYGLOT_ENTRY]);

/* --- merging --------------------------------------------------------------*/

/* Calls take() for the entries of several books in order.  Where they have the
 * same move its weights are added; those of a position that do not fit 16 bits
 * are made smaller together.  Stops when take() does not return TBY_OK, and
 * returns that.  At most TBY_POLYGLOT_BOOKS.  TBY_E_NOMEM. */
enum { TBY_POLYGLOT_BOOKS = 64 };
TBY_API TBY_MUST_USE tby_rc tby_polyglot_merge(
    const tby_polyglot *books, size_t n, const tby_alloc *alloc,
    tby_rc (*take)(void *ctx, const tby_polyglot_entry *entry), void *ctx);

TBY_END

#endif
