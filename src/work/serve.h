/* serve.h - where the command line and the server meet.
 *
 * Rooms of app never include each other: app/cli reads what is asked for and
 * prints, app/server serves and defines tby_serve(). */
#ifndef TBY_WORK_SERVE_H
#define TBY_WORK_SERVE_H

#include "engine/options.h"
#include "tabiya/names.h"

typedef struct tby_serve_options {
    const char *db; /* the database, made if it is not there; or NULL */
    const char *repertoires; /* folder; or NULL */
    const char *web;         /* folder of the web app; or NULL */
    const char *listen;      /* address; NULL: 127.0.0.1 */
    const char *name;   /* it is known by, behind a proxy with TLS; or NULL */
    const char *token;  /* clients must know it; or NULL */
    const char *engine; /* name or path; NULL: stockfish */
    const tby_engine_choice *engine_options; /* and what is set in it */
    size_t engine_options_n;
    const char *tables;     /* folders of Syzygy files; NULL: $TABIYA_TABLES */
    const char *book;       /* a Polyglot book; or NULL */
    unsigned port;          /* 0: any that is free */
    const tby_names *names; /* of openings */
    void *ctx;
    /* It listens; `address` is for a browser, and has the token.  Not
     * loopback: other machines can reach it, without TLS. */
    void (*ready)(void *ctx, const char *address, bool loopback);
} tby_serve_options;

typedef struct tby_serve_failure {
    char what[256];     /* a file, an address */
    char sentence[512]; /* "" stands for that of the code */
} tby_serve_failure;

/* Serves until SIGINT or SIGTERM, then ends what is under way and returns
 * TBY_OK.  Anything else: it did not come to that, and *failure says why. */
TBY_MUST_USE tby_rc tby_serve(const tby_serve_options *options,
                              tby_serve_failure *failure);

#endif
