/* pgn_quick.c - chooses the compiled form of quick reading. */
#include "core/format/pgn_reader.h"
#include "tabiya/perft.h"

void tby_pgn_read_quickly(struct reader *r)
{
#ifdef __x86_64__
    if (TBY_LIKELY(tby_path_has_pext())) {
        tby_pgn_quick_pext(r);
        return;
    }
#endif
    tby_pgn_quick_portable(r);
}
