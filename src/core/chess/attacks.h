/* attacks.h - what a piece attacks from a square.
 *
 * Sliders have two forms with the same answers.  A file that is compiled for
 * BMI2 defines TBY_USE_PEXT first and looks the set up; all others compute it,
 * from tables that fit into the first-level cache. */
#ifndef TBY_CORE_ATTACKS_H
#define TBY_CORE_ATTACKS_H

#include "core/chess/bitboard.h"
#include "core/chess/tables.h"
#include "tabiya/pos.h"

#ifdef TBY_USE_PEXT

#include <immintrin.h>

#define SLIDERS_ARE_LOOKED_UP 1

TBY_INLINE tby_bb bishop_attacks(tby_square sq, tby_bb occupied)
{
    const struct tby_pext_entry *e = &tby_pext_bishop[sq];

    return e->attacks[_pext_u64(occupied, e->mask)];
}

TBY_INLINE tby_bb rook_attacks(tby_square sq, tby_bb occupied)
{
    const struct tby_pext_entry *e = &tby_pext_rook[sq];

    return e->attacks[_pext_u64(occupied, e->mask)];
}

#else

#define SLIDERS_ARE_LOOKED_UP 0

/* Attacks along one line, by obstruction difference: the blocker below is the
 * highest bit of its half, the blocker above the lowest of the other; what
 * lies from one to the other is exactly what a subtraction flips. */
TBY_INLINE tby_bb line_attacks(const struct tby_ray_pair *line, tby_bb occupied)
{
    tby_bb below = line->below & occupied;
    tby_bb above = line->above & occupied;
    tby_bb blocker = (tby_bb)1 << (63 - __builtin_clzll(below | 1));

    return (above ^ (above - blocker)) & (line->below | line->above);
}

TBY_INLINE tby_bb bishop_attacks(tby_square sq, tby_bb occupied)
{
    const struct tby_ray_pair *line = tby_table_lines[sq];

    return line_attacks(&line[LINE_DIAGONAL], occupied) |
           line_attacks(&line[LINE_ANTIDIAGONAL], occupied);
}

TBY_INLINE tby_bb rook_attacks(tby_square sq, tby_bb occupied)
{
    const struct tby_ray_pair *line = tby_table_lines[sq];

    return line_attacks(&line[LINE_RANK], occupied) |
           line_attacks(&line[LINE_FILE], occupied);
}

#endif

/* The squares strictly between two squares of one line, else empty. */
#ifdef TBY_SMALL
/* Where the rays of both meet; the table would be 32 kB, 1 kB with gzip. */
static inline tby_bb bb_between(tby_square a, tby_square b)
{
    for (unsigned i = LINE_RANK; i <= LINE_ANTIDIAGONAL; i++) {
        const struct tby_ray_pair *p = &tby_table_lines[a][i];
        const struct tby_ray_pair *q = &tby_table_lines[b][i];
        if (p->above & tby_bit(b))
            return p->above & q->below;
        if (p->below & tby_bit(b))
            return p->below & q->above;
    }
    return 0;
}
#else
TBY_INLINE tby_bb bb_between(tby_square a, tby_square b)
{
    return tby_table_between[a][b];
}
#endif

/* The sets a generator asks for, one or two operations from the planes. */
TBY_INLINE tby_bb pos_pawns(const tby_pos *p)
{
    return p->plane[0] & ~(p->plane[1] | p->plane[2]);
}

TBY_INLINE tby_bb pos_knights(const tby_pos *p)
{
    return p->plane[0] & p->plane[1];
}

TBY_INLINE tby_bb pos_kings(const tby_pos *p)
{
    return p->plane[0] & p->plane[2];
}

/* Bishops and queens. */
TBY_INLINE tby_bb pos_diagonal(const tby_pos *p)
{
    return p->plane[1] & ~p->plane[0];
}

/* Rooks and queens. */
TBY_INLINE tby_bb pos_straight(const tby_pos *p)
{
    return p->plane[2] & ~p->plane[0];
}

/* The pieces of either colour that attack sq if `occupied` is in the way.
 * Pawns count as those of the colour `by`. */
TBY_INLINE tby_bb attackers_to(const tby_pos *p, tby_square sq, tby_color by,
                               tby_bb occupied)
{
    return (tby_table_pawn[by ^ 1][sq] & pos_pawns(p)) |
           (tby_table_knight[sq] & pos_knights(p)) |
           (tby_table_king[sq] & pos_kings(p)) |
           (bishop_attacks(sq, occupied) & pos_diagonal(p)) |
           (rook_attacks(sq, occupied) & pos_straight(p));
}

/* The square of a colour's king; TBY_NO_SQUARE if there is not exactly one,
 * for then none of them can be in check. */
TBY_INLINE tby_square royal_square(const tby_pos *p, tby_color color)
{
    tby_bb kings = pos_kings(p) & tby_pos_color(p, color);

    return kings && !bb_several(kings) ? bb_first(kings) : TBY_NO_SQUARE;
}

#endif
