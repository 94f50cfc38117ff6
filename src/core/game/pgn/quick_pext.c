/* quick_pext.c - quick reading for processors with BMI2.  The build
 * compiles this file alone with -mbmi2 and its companions. */
#ifdef __x86_64__

#define TBY_USE_PEXT
#include "core/game/pgn/quick.h"

void tby_pgn_quick_pext(struct reader *r)
{
    read_quickly(r);
}

#else

typedef int tby_pgn_quick_pext_is_empty; /* ISO C wants a declaration */

#endif
