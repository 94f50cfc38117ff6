/* readers.h - handles of the database for reading, one for each thread that
 * answers. */
#ifndef TBY_APP_SERVER_HTTP_READERS_H
#define TBY_APP_SERVER_HTTP_READERS_H

#include "store/store.h"

#include <pthread.h>

enum { READERS_MOST = 64 };

typedef struct readers {
    size_t n; /* 0: there is no database */
    pthread_mutex_t lock;
    pthread_cond_t back; /* one has come back */
    size_t free_n;
    tby_store *all[READERS_MOST], *free[READERS_MOST];
} readers;

/* Opens so many handles.  What tby_store_open() gives, and its sentence.  Close
 * it in any case. */
TBY_MUST_USE tby_rc readers_open(readers *r, const char *path, size_t n,
                                 char *sentence, size_t cap);
void readers_close(readers *r);

/* A handle, which waits for one if need be, until it is given back. */
tby_store *readers_take(readers *r);
void readers_give(readers *r, tby_store *s);

#endif
