/* console.h - where the command line and the console meet, as serve.h is for
 * the server. */
#ifndef TBY_WORK_CONSOLE_H
#define TBY_WORK_CONSOLE_H

#include "engine/uci.h"
#include "tabiya/names.h"

typedef struct tby_console_options {
    char *const *files; /* a database, a repertoire, games; by what they hold */
    size_t n;
    const char *book;           /* a Polyglot book; or NULL */
    const char *tables;         /* folders of Syzygy files; NULL: the default */
    const char *engine;         /* name or path; NULL: stockfish */
    tby_engine_settings choice; /* its options, without the path */
    const tby_names *names;     /* of openings */
    bool lines;                 /* no full screen, whatever the terminal */
} tby_console_options;

/* Runs until the end of the input, `quit` or a hang-up; everything that fails
 * has been reported.  TBY_OK; otherwise the result of the first command that
 * failed, TBY_DONE for one that found nothing. */
TBY_MUST_USE tby_rc tby_console(const tby_console_options *options);

#endif
