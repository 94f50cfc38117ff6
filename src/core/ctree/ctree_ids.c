/* ctree_ids.c - see ctree_ids.h. */
#include "core/ctree/ctree_ids.h"

/* The finisher of splitmix64: every bit of x changes half of the result. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t tby_ctree_trail(const tby_pos *p, uint64_t before)
{
    return (p->halfmoves ? before : 0) + mix(p->key);
}

uint64_t tby_ctree_key(tby_ctree_identity identity, const tby_pos *p,
                       uint64_t trail)
{
    if (identity == TBY_CTREE_POSITION)
        return p->key;
    return mix(p->key ^ mix(trail ^ mix(p->halfmoves + UINT64_C(1))));
}

static tby_outcome by_history(const tby_pos *p, unsigned times)
{
    if (times >= 3)
        return TBY_THREEFOLD;
    return p->halfmoves >= 100 ? TBY_FIFTY : TBY_ONGOING;
}

tby_outcome tby_ctree_ending(tby_ctree_identity identity, const tby_pos *p,
                             unsigned times)
{
    tby_outcome outcome = tby_ctree_ending_beyond(p);

    if (outcome != TBY_ONGOING)
        return outcome;
    if (tby_pos_dead_quick(p))
        return TBY_DEAD;
    return identity == TBY_CTREE_EXACT ? by_history(p, times) : TBY_ONGOING;
}

tby_outcome tby_ctree_ending_beyond(const tby_pos *p)
{
    tby_pos q = *p;

    q.halfmoves = 0; /* the counters are another matter */
    return tby_outcome_of(&q, NULL);
}

tby_verdict tby_ctree_verdict_of(tby_outcome ending)
{
    if (ending == TBY_ONGOING)
        return TBY_VERDICT_UNKNOWN;
    return ending == TBY_CHECKMATE ? TBY_VERDICT_LOSS : TBY_VERDICT_DRAW;
}

tby_verdict tby_ctree_opposite(tby_verdict mark)
{
    if (mark == TBY_VERDICT_WIN)
        return TBY_VERDICT_LOSS;
    return mark == TBY_VERDICT_LOSS ? TBY_VERDICT_WIN : mark;
}
