/* server.h - what all requests share. */
#ifndef TBY_APP_SERVER_HTTP_SERVER_H
#define TBY_APP_SERVER_HTTP_SERVER_H

#include "app/server/http/readers.h"
#include "app/server/http/request.h"
#include "app/server/http/timeouts.h"
#include "tabiya/search.h"
#include "work/book/file.h"
#include "work/endgame/tables.h"
#include "work/serve.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

struct facts;
struct jobs;
struct searches;

struct server {
    const tby_serve_options *options;
    struct MHD_Daemon *daemon;
    atomic_bool draining;
    atomic_size_t busy; /* requests that were given to the pool, not done */
    timeouts timeouts;  /* connections and streams */
    tby_disk_budget uploads;
    readers readers; /* of the database */
    wrong_tokens wrong;
    work_pool work;      /* answers that take a while */
    struct facts *facts; /* what was counted in the database */
    struct jobs *jobs;
    struct searches *searches;
    /* the names, never changed */
    tby_names names;
    tby_openings *table;
    tby_search *search;
    kept_body names_file; /* as docs/formats/names.md has it */
    tby_buf list;         /* for the page, core/openings/lists/list.h */
    kept_body list_file;
    char engine[PATH_MAX]; /* "": there is none */
    tby_tables *tables;    /* of endgames */
    tby_book_file book;    /* Polyglot; all zero: there is none */
};

/* --- libmicrohttpd: requests come in, answers go out (daemon.c) ------------*/

/* Answers on a socket that listens, with so many threads.  False: the system
 * does not allow it. */
bool tby__daemon_start(server *s, int listener, unsigned threads);

/* No more connections; those that are may go on. */
void tby__daemon_quiesce(server *s);

void tby__daemon_stop(server *s);

#endif
