/* san_resolve.h - which move of a position a reading means. */
#ifndef TBY_CORE_SAN_RESOLVE_H
#define TBY_CORE_SAN_RESOLVE_H

#include "core/notation/san_read.h"

/* What was looked for and what was found, for a sentence about it. */
struct san_search {
    tby_role role;
    tby_bb pseudo; /* pieces that could go there but for their king */
    tby_bb legal;  /* those that may */
    tby_move move; /* the move meant, or the nearest thing to it */
};

/* The one legal move that fits, or why there is none. */
tby_rc tby_san_resolve(const tby_pos *p, const struct san_reading *r,
                       struct san_search *out);

/* Reads and resolves in one go, with the two meanings of a small b. */
tby_rc tby_san_find(const tby_pos *p, tby_str san, struct san_reading *reading,
                    struct san_search *found, size_t *at);

#endif
