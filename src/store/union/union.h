/* union.h - several files as one database: see union.c. */
#ifndef TBY_STORE_UNION_UNION_H
#define TBY_STORE_UNION_UNION_H

#include "store/ops.h"
#include "store/rows.h"

enum { UNION_MOST = 250 }; /* files */

/* One of the files. */
typedef struct union_part {
    char *path;
    tby_store *store;
    bool held;
    uint64_t snapshot; /* of its rows, when twins were looked for */
    uint32_t stored;   /* games then */
    uint64_t *hidden;  /* those that are in a file before it, a bit each */
    uint32_t hidden_n;
    uint64_t hidden_plies;
    tby_rc rc; /* of what it was asked last */
} union_part;

/* Finds the games of each file that a file before it has, by the rule of an
 * import: the same players, date, start and moves.  *failed: the part that rc
 * is of. */
TBY_MUST_USE tby_rc tby__union_find_twins(union_part *parts, size_t n,
                                          size_t *failed);

#endif
