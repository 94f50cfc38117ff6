/* cmd_eco.h - what the commands on named openings have in common: which sources
 * a call means, one table or book of them, and how an opening is shown. */
#ifndef TBY_APP_CLI_ECO_CMD_ECO_H
#define TBY_APP_CLI_ECO_CMD_ECO_H

#include "app/cli/cli.h"
#include "work/json/answer.h"
#include "work/openings/names.h"

/* --- options, to stand in a command's list --------------------------------*/

/* Of every command that reads openings. */
#define TBY_ECO_OPTIONS                                                        \
    {"no-builtin", NULL, "leave the built-in book out"},                       \
        {"no-scid", NULL, "leave Scid's scid.eco out, if it is installed"},    \
    {                                                                          \
        "overlay", "FILE",                                                     \
            "take names from this TSV first (default: openings.tsv in "        \
            "~/.config/tabiya, if it is there)"                                \
    }

/* Of those whose arguments are something else. */
#define TBY_ECO_BOOK                                                           \
    {                                                                          \
        "book", "FILE",                                                        \
            "look into this book or list of openings instead of the built-in " \
            "ones; several are separated by commas"                            \
    }

/* Of those that reproduce what the authors of eco.json derive from it. */
#define TBY_ECO_COMPAT                                                         \
    {                                                                          \
        "compat", "eco.json",                                                  \
            "tell positions apart by their move counters, too, as eco.json "   \
            "does"                                                             \
    }

/* --- the sources of a call ------------------------------------------------*/

typedef struct tby_eco {
    /* May be changed before reading: a command that wants the faults for
     * itself sets job.fault and job.ctx; otherwise errors are printed as they
     * are met, warnings not. */
    tby_names_job job;
    tby_names_sum sum; /* what was read */
    char **paths;      /* those of the job that are ours to free */
    size_t paths_n, paths_cap;
    char *overlay;
} tby_eco;

/* What the options say, with n sources; if there are none, those of --book;
 * if there is none, the built-in book, scid.eco where it is installed and the
 * user's overlay.  Only options that the command has are looked at.  Returns
 * TBY_EXIT_OK, or another code after a complaint.  Close it in any case. */
int tby_eco_open(tby_eco *e, const tby_cli_call *call, char *const sources[],
                 size_t n);

/* All sources as one table, to be closed with tby_openings_close().  Returns
 * TBY_EXIT_OK; TBY_EXIT_MALFORMED if rows were refused, which have been told,
 * *out being the table of the others; any other code after a complaint, *out
 * being NULL. */
int tby_eco_table(tby_eco *e, tby_openings **out);

/* The same as a book, from the cache if it is there; to be closed with
 * tby_names_book_close(). */
int tby_eco_book(tby_eco *e, tby_names_book **out);

void tby_eco_close(tby_eco *e);

/* --- showing an opening (show.c) ----------------------------------*/

/* "1. e4 c5 2. Nf3", without an end of line; nothing if it is not known. */
void tby_eco_print_moves(FILE *out, const tby_opening *o);

/* --- a typed line (line.c) ----------------------------------------*/

/* Ends a line of text that has come to a column, behind a name: of one that is
 * inherited ", then 3. e3 c5", wrapped and indented. */
void tby_eco_print_then(const tby_last_named *l, size_t indent, size_t at);

#endif
