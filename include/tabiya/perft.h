/* perft.h - the number of move sequences of a length: the proof of a move
 * generator and its speed. */
#ifndef TBY_PERFT_H
#define TBY_PERFT_H

#include "tabiya/moves.h"

/* The most plies tby_perft() goes; a deeper count would overflow 64 bits long
 * after nobody waited for it. */
#define TBY_PERFT_MAX 32

/* Which compiled form of the generator to use.  All give the same answers. */
typedef enum tby_path {
    TBY_PATH_BEST,     /* what suits this processor */
    TBY_PATH_PORTABLE, /* plain C */
    TBY_PATH_PEXT      /* x86-64 with BMI2; PORTABLE where that is missing */
} tby_path;

TBY_BEGIN

/* Sequences of `depth` legal moves from *p: 1 for depth 0, and never deeper
 * than TBY_PERFT_MAX.  The last ply is counted, not played. */
TBY_API uint64_t tby_perft(const tby_pos *p, unsigned depth, tby_path path);

/* True if TBY_PATH_PEXT really is one on this processor. */
TBY_API bool tby_path_has_pext(void);

TBY_END

#endif
