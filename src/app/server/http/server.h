/* server.h - what all requests share. */
#ifndef TBY_APP_SERVER_HTTP_SERVER_H
#define TBY_APP_SERVER_HTTP_SERVER_H

#include "app/server/http/readers.h"
#include "app/server/http/request.h"
#include "app/server/http/timeouts.h"
#include "tabiya/search.h"
#include "work/serve.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

struct jobs;
struct searches;

/* What was counted in the database. */
typedef struct facts_kept {
    pthread_mutex_t lock;
    tby_store_facts facts;
    double until;     /* it counts */
    uint64_t imports; /* that had ended then */
} facts_kept;

struct server {
    const tby_serve_options *options;
    struct MHD_Daemon *daemon;
    atomic_bool draining;
    atomic_size_t busy; /* requests that are being answered */
    timeouts timeouts;  /* connections and streams */
    readers readers;    /* of the database */
    facts_kept facts;
    struct jobs *jobs;
    struct searches *searches;
    pthread_mutex_t
        folder; /* held while a repertoire is compared and written */
    /* the book, never changed */
    tby_book book;
    tby_openings *table;
    tby_search *search;
    kept_body book_file; /* as docs/formats/book.md has it */
    tby_buf list;        /* for the page, core/openings/lists/list.h */
    kept_body list_file;
    char engine[PATH_MAX]; /* "": there is none */
};

#endif
