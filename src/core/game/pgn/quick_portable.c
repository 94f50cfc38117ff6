/* quick_portable.c - quick reading in plain C. */
#ifdef TBY_SMALL
#include "core/game/pgn/reader.h"

/* Every move is left to the tolerant way, which has to be there anyway. */
void tby_pgn_quick_portable(struct reader *r)
{
    (void)r;
}
#else
#include "core/game/pgn/quick.h"

void tby_pgn_quick_portable(struct reader *r)
{
    read_quickly(r);
}
#endif
