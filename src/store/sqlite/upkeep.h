/* upkeep.h - the database file as a whole: its size, its soundness, the room it
 * wastes. */
#ifndef TBY_STORE_UPKEEP_H
#define TBY_STORE_UPKEEP_H

#include "store/rows.h"
#include "store/store.h"

/* Version of the tables. */
TBY_MUST_USE tby_rc store_file_version(store_file *f, uint32_t *out);

/* Sets plies, first, last and bytes: those of the rows by what they are for;
 * the rest is what the whole file has beyond them. */
TBY_MUST_USE tby_rc store_file_sums(store_file *f, tby_store_facts *out);
/* A sentence for each of these numbers that is not what the rows add up to. */
TBY_MUST_USE tby_rc store_file_check_sums(
    store_file *f, void (*each)(void *ctx, const char *text), void *ctx);

/* What SQLite itself finds wrong, a sentence for each of the first. */
TBY_MUST_USE tby_rc store_file_integrity(
    store_file *f, void (*each)(void *ctx, const char *text), void *ctx);

/* Makes what store_file_spread() gives, for the chunks of which it is
 * missing. */
TBY_MUST_USE tby_rc store_file_spread_all(store_file *f);

/* Gives unused pages back if they are worth it. */
TBY_MUST_USE tby_rc store_file_shrink(store_file *f);

#endif
