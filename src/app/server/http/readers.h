/* readers.h - handles of the database for reading, one for each thread of the
 * pool. */
#ifndef TBY_APP_SERVER_HTTP_READERS_H
#define TBY_APP_SERVER_HTTP_READERS_H

#include "app/server/http/limits.h"
#include "store/store.h"

#include <pthread.h>

enum { READERS_MOST = LIMIT_QUICK + LIMIT_LONG + LIMIT_TURNED };

typedef struct readers {
    size_t n; /* 0: there is no database */
    pthread_mutex_t lock;
    tby_store *all[READERS_MOST];
    bool taken[READERS_MOST];
} readers;

/* Opens so many handles.  What tby_store_open() gives, and its sentence.  Close
 * it in any case. */
TBY_MUST_USE tby_rc tby__readers_open(readers *r, const char *path, size_t n,
                                      char *sentence, size_t cap);
void tby__readers_close(readers *r);

/* A handle until it is given back; what it is asked fails with
 * TBY_E_STORE_STOPPED when *stop is set.  Each remembers what it was asked
 * about, so the first ones are always used first, and the last ones for long
 * questions, which want other things: memory fills early, and only as far as
 * many ask. */
tby_store *tby__readers_take(readers *r, const atomic_bool *stop, bool is_long);
void tby__readers_give(readers *r, tby_store *s);

#endif
