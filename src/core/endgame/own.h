/* own.h - inside the tables of our own: WDL, DTM and DTZ of 3 and 4 men.
 *
 * A position is the white king, the black king, a man `a` (none in tables of
 * three) and a man `b`; White is the side that the table's name begins with.
 * All squares of b are one word, so that a set of positions is an array of
 * words over the others, and a step back is a handful of operations on words.
 * Without pawns the white king stands in the triangle a1-d1-d4, with a pawn as
 * `a` that one on files a to d; KPvK has no symmetry. */
#ifndef TBY_CORE_ENDGAME_OWN_H
#define TBY_CORE_ENDGAME_OWN_H

#include "core/base/assert.h"
#include "core/chess/attacks.h"
#include "tabiya/endgame.h"

/* What a byte of DTM says besides the plies to mate: even if the side to move
 * is mated, odd if it mates. */
enum { OWN_DRAW = 255, OWN_ILLEGAL = 254, OWN_LEVELS = 128 };

struct own_shape {
    const char *name;
    tby_role a, b;
    tby_color a_color, b_color;
    bool pawn_a;    /* a is a pawn on files a to d */
    bool triangle;  /* the white king is in it */
    bool same;      /* a and b are the same piece */
    size_t entries; /* words of a set */
};

/* Both sides to move: a byte for each position, entry * 64 + square of b. */
struct own_table {
    struct own_shape shape;
    uint8_t *dtm[2], *dtz[2];
};

struct tby_endgame {
    tby_alloc alloc;
    struct own_table table[TBY_ENDGAME_TABLES]; /* dtm[0] NULL: not there */
};

/* One man besides the kings. */
struct own_man {
    tby_role role;
    tby_color color;
    tby_square square;
};

/* Squares of a position; n men besides the kings. */
struct own_men {
    tby_square king[2];
    tby_color turn;
    unsigned n;
    struct own_man man[2];
};

/* Where a word of a set stands; a is TBY_NO_SQUARE where there is none. */
struct own_place {
    tby_square wk, bk, a;
    size_t entry;
};

void tby__own_shape(unsigned table, struct own_shape *out);
struct own_place tby__own_place(const struct own_shape *s, size_t entry);

/* The table of these men, which are turned to its colours; TBY_NONE: none. */
unsigned tby__own_find(struct own_men *m);

/* The place of men that tby__own_find() has turned. */
size_t tby__own_index(const struct own_shape *s, const struct own_men *m);

/* Computes all four parts; the tables it needs are there. */
TBY_MUST_USE tby_rc tby__own_make(const tby_endgame *e, struct own_table *t);

/* DTM of a position for the side to move; the table must be there. */
uint8_t tby__own_dtm(const tby_endgame *e, struct own_men m);

/* Where a white king outside the triangle is brought by turning the board, as
 * bits: 1 by files, 2 by ranks, 4 about the diagonal; 0: nothing to do. */
static inline unsigned own_turn(tby_square king)
{
    unsigned turn = (king & 7) > 3 ? 1 : 0;

    turn |= king >> 3 > 3 ? 2 : 0;
    unsigned file = (turn & 1 ? ~king : king) & 7;
    unsigned rank = (turn & 2 ? ~king >> 3 : king >> 3) & 7;
    return turn | (rank > file ? 4 : 0);
}

static inline tby_square own_turned(tby_square sq, unsigned turn)
{
    sq ^= (turn & 1 ? 7 : 0) | (turn & 2 ? 56 : 0);
    return (tby_square)(turn & 4 ? (sq >> 3 | sq << 3) & 63 : sq);
}

static inline unsigned own_triangle(tby_square king)
{
    static const uint8_t number[28] = {0, 1, 2, 3, 0, 0, 0, 0, 0, 4,
                                       5, 6, 0, 0, 0, 0, 0, 0, 7, 8,
                                       0, 0, 0, 0, 0, 0, 0, 9};

    TBY_ASSERT(king < 28);
    return number[king];
}

/* The word of a set for men that are where the symmetry wants them. */
static inline size_t own_entry(const struct own_shape *s, tby_square wk,
                               tby_square bk, tby_square a)
{
    if (s->pawn_a)
        return ((size_t)((a & 3) * 6 + (a >> 3) - 1) * 64 + wk) * 64 + bk;
    if (s->triangle)
        return (own_triangle(wk) * 64 + bk) * (s->a ? 64u : 1u) + a;
    return (size_t)wk * 64 + bk;
}

#endif
