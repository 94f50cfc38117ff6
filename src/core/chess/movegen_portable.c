/* movegen_portable.c - the generator in plain C. */
#include "core/chess/generate.h"
#include "core/chess/movegen.h"

#ifdef TBY_SMALL
/* Counting by listing: half of the generator. */
static size_t count_listed(const tby_pos *p)
{
    tby_move at[TBY_MOVES_MAX];

    return list_legal(p, at);
}
#else
#define count_listed count_legal
#endif

const struct tby_movegen tby_movegen_portable = {list_legal, count_listed,
                                                 perft};
