/* winnable.h - which side can still win, and dead positions.
 *
 * A side can win if some sequence of legal moves, the other side helping, ends
 * with the other king mated; a position is dead if neither side can.  Nothing
 * here guesses: TBY_CAN is said when a mate was found, TBY_CAN_NOT when there
 * is a proof that there is none, TBY_CAN_UNKNOWN otherwise.  docs/endings.md
 * gives the proofs.  Move counters and repetitions play no part: they end a
 * game otherwise. */
#ifndef TBY_WINNABLE_H
#define TBY_WINNABLE_H

#include "tabiya/pos.h"

typedef enum tby_can { TBY_CAN_NOT, TBY_CAN, TBY_CAN_UNKNOWN } tby_can;

typedef struct tby_winnable {
    tby_can white, black;
    uint64_t nodes; /* positions looked at */
} tby_winnable;

/* What the full stage may spend.  All zero: TBY_WINNABLE_NODES positions, and
 * memory from the C library. */
typedef struct tby_winnable_options {
    uint64_t max_nodes; /* for each side; at most TBY_WINNABLE_NODES_MAX */
    tby_alloc alloc;
} tby_winnable_options;

#define TBY_WINNABLE_NODES     100000u
#define TBY_WINNABLE_NODES_MAX 10000000u

static inline tby_can tby_winnable_by(tby_winnable w, tby_color side)
{
    return side == TBY_WHITE ? w.white : w.black;
}

/* True if it is proven that neither side can win. */
static inline bool tby_winnable_dead(tby_winnable w)
{
    return w.white == TBY_CAN_NOT && w.black == TBY_CAN_NOT;
}

TBY_BEGIN

/* The quick stage: material, forced moves and what blocked pawns leave to the
 * pieces.  No memory, a few microseconds; says TBY_CAN only of a mate that is
 * on the board or forced. */
TBY_API tby_winnable tby_winnable_quick(const tby_pos *p);

/* The full stage: then a search for a mate of either side, which is a proof if
 * it runs out of positions before it runs out of nodes.  `options` may be NULL.
 * Fails only with TBY_E_NOMEM and then leaves *out untouched. */
TBY_API TBY_MUST_USE tby_rc tby_winnable_full(
    const tby_pos *p, const tby_winnable_options *options, tby_winnable *out);

/* True if the quick stage proves that the position is dead. */
TBY_API bool tby_pos_dead_quick(const tby_pos *p);

/* "can_not", "can", "unknown".  The strings are static. */
TBY_API const char *tby_can_name(tby_can can);

TBY_END

#endif
