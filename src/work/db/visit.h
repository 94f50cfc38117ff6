/* visit.h - the games of a database for whoever reads games of files: what
 * takes a tby_games_visitor takes a database with conditions as well. */
#ifndef TBY_WORK_DB_VISIT_H
#define TBY_WORK_DB_VISIT_H

#include "store/store.h"
#include "work/games/convert.h"
#include "work/games/games.h"

typedef struct tby_db_visit_job {
    tby_store *store;
    const store_filter *filter;
    tby_games_visitor visitor;
    bool mainline; /* without comments, glyphs and side lines */
    /* So many of total games are done; or NULL.  Anything but TBY_OK ends
     * it. */
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t amount);
    /* A game that the visitor could not use; or NULL. */
    void (*refused)(void *ctx, uint64_t id, tby_rc why);
    void *ctx;
} tby_db_visit_job;

/* Gives all games that fit the filter to the visitor, in the order of their
 * ids, and counts games, plies and what was refused.  What the store or the
 * visitor gave. */
TBY_MUST_USE tby_rc tby_db_visit(const tby_db_visit_job *job,
                                 tby_games_sum *sum);

/* Called now and then; not TBY_OK ends the export with that code. */
typedef tby_rc tby_export_progress(void *ctx, uint64_t done, uint64_t total);

/* Writes the games of *found in their order; the sink stays the caller's.
 * *refused: games that do not fit the format.  What the store, the sink or
 * progress gave. */
TBY_MUST_USE tby_rc tby_db_export(tby_store *s, const tby_games_answer *found,
                                  tby_convert *convert, uint64_t *refused,
                                  tby_export_progress *progress, void *ctx);

#endif
