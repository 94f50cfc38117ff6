/* movegen_portable.c - the generator in plain C. */
#include "core/chess/generate.h"
#include "core/chess/movegen.h"

const struct tby_movegen tby_movegen_portable = {list_legal, count_legal,
                                                 perft};
