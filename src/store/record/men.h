/* men.h - the men on the board while codes are played, and nothing else: no
 * rules, no key.  A ply takes a few nanoseconds, which is what a search for
 * material or for a pattern can spend on each of all plies.
 *
 * The fewest men that a game has come to is a number that is kept with it, so
 * that a search for material plays only the games that may have had it. */
#ifndef TBY_STORE_RECORD_MEN_H
#define TBY_STORE_RECORD_MEN_H

#include "store/record/code.h"
#include "tabiya/board.h"

typedef struct store_men {
    uint8_t at[64];            /* tby_piece */
    uint8_t count[TBY_PIECES]; /* of each piece */
} store_men;

extern const store_men tby__men_start;
void tby__men_of(store_men *m, const tby_pos *pos);

/* Plays a code and says which squares have changed.  0: that side has no such
 * piece there, or it is no code; of a pass, which changes nothing, too. */
tby_bb tby__men_play(store_men *m, tby_color turn, store_code code);

/* The fewest pawns, minor pieces, rooks and queens that each side has had in a
 * game from the start, as a number from 1 to STORE_LEAST_MAX; 0: one of the
 * codes cannot be played. */
enum { STORE_LEAST_SIDE = 8 * 5 * 3 * 2 };
enum { STORE_LEAST_MAX = STORE_LEAST_SIDE * STORE_LEAST_SIDE };
uint32_t tby__men_least(const store_code *codes, uint32_t n);

/* At least so many men, kings included, are left at the end of such a game. */
uint32_t tby__men_left(uint32_t least);

/* May a game with such a number have had so many men of each tby_role on one
 * side and so many on the other? */
bool tby__men_may_be(uint32_t least, const uint8_t *one, const uint8_t *other);

#endif
