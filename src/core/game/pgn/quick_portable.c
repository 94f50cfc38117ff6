/* quick_portable.c - quick reading in plain C, and which form this processor
 * takes. */
#include "core/game/pgn/reader.h"
#include "tabiya/perft.h"

#ifdef TBY_SMALL

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

quick_fn *tby_pgn_quick(void)
{
#ifdef __x86_64__
    if (tby_path_has_pext())
        return tby_pgn_quick_pext;
#endif
    return tby_pgn_quick_portable;
}
