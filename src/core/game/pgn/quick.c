/* quick.c - chooses the compiled form of quick reading. */
#include "core/game/pgn/reader.h"
#include "tabiya/perft.h"

quick_fn *tby_pgn_quick(void)
{
#ifdef __x86_64__
    if (tby_path_has_pext())
        return tby_pgn_quick_pext;
#endif
    return tby_pgn_quick_portable;
}
