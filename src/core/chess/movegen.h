/* movegen.h - the compiled forms of the generator, and which one to use. */
#ifndef TBY_CORE_MOVEGEN_H
#define TBY_CORE_MOVEGEN_H

#include "tabiya/moves.h"
#include "tabiya/perft.h"

/* The entries are coarse, so that the choice costs nothing: a call, not an
 * attack set. */
struct tby_movegen {
    size_t (*list)(const tby_pos *p, tby_move *at);
    size_t (*count)(const tby_pos *p);
    uint64_t (*perft)(const tby_pos *p, unsigned depth); /* depth >= 1 */
};

extern const struct tby_movegen tby_movegen_portable;
#ifdef __x86_64__
extern const struct tby_movegen tby_movegen_pext;
#endif

/* The generator for a path; PORTABLE stands in where PEXT is missing. */
const struct tby_movegen *tby_movegen_for(tby_path path);

#endif
