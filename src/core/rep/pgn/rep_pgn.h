/* rep_pgn.h - what tabiya/rep_pgn.h has for readers of many files. */
#ifndef TBY_CORE_REP_PGN_REP_PGN_H
#define TBY_CORE_REP_PGN_REP_PGN_H

#include "core/base/buf.h"
#include "tabiya/rep_pgn.h"

/* What games say about the repertoire that they become, one after another. */
typedef struct tby_rep_about {
    tby_buf event;     /* the tag Event of those that have one */
    bool differ;       /* not all of them have the same */
    bool white, black; /* what the tag Orientation says */
} tby_rep_about;

void tby_rep_about_init(tby_rep_about *a, const tby_alloc *alloc);
void tby_rep_about_free(tby_rep_about *a);

/* Forgets everything. */
void tby_rep_about_clear(tby_rep_about *a);

/* Looks at a game; adds what others said.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_about_add(tby_rep_about *a, const tby_game *game);
TBY_MUST_USE tby_rc tby_rep_about_join(tby_rep_about *a,
                                       const tby_rep_about *others);

/* The event, if all agree; else empty. */
tby_str tby_rep_about_event(const tby_rep_about *a);

#endif
