/* way.h - the moves that lead from one position to another. */
#ifndef TBY_CORE_OPENINGS_WAY_H
#define TBY_CORE_OPENINGS_WAY_H

#include "tabiya/pos.h"

#include <limits.h>

/* The longest way that is looked for, in plies. */
#define TBY_WAY_MAX 8

/* No number of plies leads there. */
#define TBY_WAY_NONE UINT_MAX

/* What one search after another remembers: positions from which a target was
 * not reached.  Begin with all zero. */
enum { TBY_WAY_BITS = 18 };
typedef struct tby_way_memory {
    uint64_t failed[1 << TBY_WAY_BITS];
} tby_way_memory;

/* How many plies it takes at least, TBY_WAY_NONE if it is clear that there is
 * no way.  The true number differs from it by a multiple of two. */
unsigned tby_way_bound(const tby_pos *from, const tby_pos *to);

/* Finds a way of so many plies, 1 to TBY_WAY_MAX, and writes it to `moves`.
 * Of several ways it takes one in which no man that a pawn attacks waits, and
 * nobody castles before it must be.  The same question gets the same answer; a
 * search that has become too long gives up. */
bool tby_way_find(tby_way_memory *memory, const tby_pos *from,
                  const tby_pos *to, unsigned plies, tby_move *moves);

#endif
