/* store_int.h - what the files behind store.h share. */
#ifndef TBY_STORE_STORE_INT_H
#define TBY_STORE_STORE_INT_H

#include "store/query/filter_cache.h"
#include "store/rows.h"
#include "store/store.h"

struct tby_store {
    store_file *file;
    tby_buf names;            /* of the last row */
    bool tables;              /* those of SQL are known */
    store_filter_cache cache; /* of the last filter on positions */
};

/* Every question goes between these two. */
#define STORE_ASK(s, rc, question)                                             \
    do {                                                                       \
        (rc) = store_file_begin_read((s)->file);                               \
        if ((rc) == TBY_OK) {                                                  \
            (rc) = (question);                                                 \
            store_file_end_read((s)->file);                                    \
        }                                                                      \
    } while (0)

#endif
