/* check.h - what the files behind tby_store_check() share. */
#ifndef TBY_STORE_CHECK_CHECK_H
#define TBY_STORE_CHECK_CHECK_H

#include "store/rows.h"
#include "store/store.h"

typedef struct store_check {
    store_file *f;
    const tby_store_check_job *job;
    tby_store_checked *out;
    store_packer *packer;
    tby_game game;
    run_found *found;
    uint32_t *ids; /* of a list */
    size_t ids_cap;
} store_check;

/* Tells a problem of the games first .. last (0: of none in particular). */
__attribute__((format(printf, 5, 6))) void
store_check_tell(store_check *c, const char *part, uint32_t first,
                 uint32_t last, const char *format, ...);

/* A row that is read, or several. */
typedef struct check_row {
    const char *part;
    uint32_t first, last; /* games that it concerns, or 0 */
    char what[64];        /* with a capital letter */
} check_row;

/* What a call gave that reads: true if it went well.  Damage is told; *rc keeps
 * anything else, which ends the check. */
bool store_check_read(store_check *c, tby_rc got, const check_row *row,
                      tby_rc *rc);

void store_check_progress(const store_check *c, uint64_t done, uint64_t total);

/* Room for so many ids in c->ids. */
TBY_MUST_USE tby_rc store_check_reserve(store_check *c, uint32_t ids);

/* Blocks, columns, names (rows.c). */
TBY_MUST_USE tby_rc store_check_rows(store_check *c);

/* Which blocks have which moves (spread.c). */
TBY_MUST_USE tby_rc store_check_spread(store_check *c);

/* Players by name, and their games in a run (players.c). */
TBY_MUST_USE tby_rc store_check_folds(store_check *c);
TBY_MUST_USE tby_rc store_check_players(store_check *c, size_t run,
                                        const run_head *head);

/* A game put together, and taken apart again (games.c). */
TBY_MUST_USE tby_rc store_check_games(store_check *c);

/* The index: all of it made again, or every page read (index.c). */
TBY_MUST_USE tby_rc store_check_index(store_check *c);

/* Every position of a game looked up in the index. */
TBY_MUST_USE tby_rc store_check_positions(store_check *c, uint32_t game);

#endif
