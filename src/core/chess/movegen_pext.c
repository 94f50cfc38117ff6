/* movegen_pext.c - the generator for processors with BMI2.  The build compiles
 * this file alone with -mbmi2 and its companions. */
#ifdef __x86_64__

#define TBY_USE_PEXT
#include "core/chess/generate.h"
#include "core/chess/movegen.h"

const struct tby_movegen tby_movegen_pext = {list_legal, count_legal, perft};

#else

typedef int tby_movegen_pext_is_empty; /* ISO C wants a declaration */

#endif
