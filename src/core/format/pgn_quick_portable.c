/* pgn_quick_portable.c - quick reading in plain C. */
#include "core/format/pgn_quick.h"

void tby_pgn_quick_portable(struct reader *r)
{
    read_quickly(r);
}
