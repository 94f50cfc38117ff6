/* list.h - what the commands share that list named positions. */
#ifndef TBY_APP_CLI_ECO_LIST_H
#define TBY_APP_CLI_ECO_LIST_H

#include "app/cli/eco/cmd_eco.h"

/* n sources as one table: tby_eco_open(), tby_eco_table(), tby_eco_close(). */
int tby_eco_read(const tby_cli_call *call, char *const sources[], size_t n,
                 tby_openings **out);

/* The sources that a command of other arguments has, as one book; to be closed
 * with tby_names_book_close(). */
int tby_eco_read_book(const tby_cli_call *call, tby_names_book **out);

/* "B20  Sicilian Defense (1. e4 c5)". */
void tby_eco_put_opening(const tby_opening *o);

/* The same and the end of the line. */
void tby_eco_print_opening(const tby_opening *o);

/* An opening as a line of JSON; returns an exit code. */
int tby_eco_print_json(const tby_opening *o);

/* --- searching (hits.c) -------------------------------------------*/

typedef struct tby_eco_search {
    const tby_book *book;
    const tby_openings *table; /* the same, for JSON; else NULL */
    tby_search *search;
    unsigned flags; /* TBY_SEARCH_... */
    size_t limit;   /* 0: all */
    size_t shown;   /* texts so far that had an answer */
} tby_eco_search;

/* Searches and prints, for people with an empty line between two answers.
 * Returns TBY_EXIT_NO, not yet told, if nothing was found. */
int tby_eco_search_text(tby_eco_search *s, const tby_cli_text *text);

#endif
