/* db_export.h - games of a database written to a file. */
#ifndef TBY_WORK_DB_DB_EXPORT_H
#define TBY_WORK_DB_DB_EXPORT_H

#include "store/store.h"
#include "work/games/convert.h"

/* Called now and then; not TBY_OK ends the export with that code. */
typedef tby_rc tby_export_progress(void *ctx, uint64_t done, uint64_t total);

/* Writes the games of *found in their order; the sink stays the caller's.
 * *refused: games that do not fit the format.  What the store, the sink or
 * progress gave. */
TBY_MUST_USE tby_rc tby_db_export(tby_store *s, const tby_games_answer *found,
                                  tby_convert *convert, uint64_t *refused,
                                  tby_export_progress *progress, void *ctx);

#endif
