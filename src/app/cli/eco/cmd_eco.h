/* cmd_eco.h - what the commands on named openings have in common: which sources
 * a call means, one table of them or names, and how an opening is shown. */
#ifndef TBY_APP_CLI_ECO_CMD_ECO_H
#define TBY_APP_CLI_ECO_CMD_ECO_H

#include "app/cli/cli.h"
#include "work/json/answer.h"
#include "work/openings/names.h"

/* --- options, to stand in a command's list --------------------------------*/

/* Of every command that reads openings. */
#define TBY_ECO_OPTIONS                                                        \
    TBY_CLI_OPTION("no-builtin", NULL, "leave the built-in names out"),        \
        TBY_CLI_OPTION("no-scid", NULL,                                        \
                       "leave Scid's scid.eco out, if it is installed"),       \
        TBY_CLI_OPTION("overlay", "FILE",                                      \
                       "take names from this TSV first (default: "             \
                       "openings.tsv in ~/.config/tabiya, if it is there)")

/* Of those whose arguments are something else. */
#define TBY_ECO_NAMES                                                          \
    TBY_CLI_OPTION("names", "FILE",                                            \
                   "look into this list of names instead of the built-in "     \
                   "ones; several are separated by commas")

/* Of those that reproduce what the authors of eco.json derive from it. */
#define TBY_ECO_COMPAT                                                         \
    TBY_CLI_OPTION(                                                            \
        "compat", "eco.json",                                                  \
        "tell positions apart by their move counters, too, as eco.json does")

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

/* What the options say, with n sources; if there are none, those of --names;
 * if there are none, the built-in names, scid.eco where it is installed and the
 * user's overlay.  Only options that the command has are looked at.  Returns
 * TBY_EXIT_OK, or another code after a complaint.  Close it in any case. */
int tby_eco_open(tby_eco *e, const tby_cli_call *call, char *const sources[],
                 size_t n);

/* All sources as one table, to be closed with tby_openings_close().  Returns
 * TBY_EXIT_OK; TBY_EXIT_MALFORMED if rows were refused, which have been
 * reported, *out being the table of the others; any other code after a
 * complaint, *out being NULL. */
int tby_eco_table(tby_eco *e, tby_openings **out);

void tby_eco_close(tby_eco *e);

/* Ends a line of text that has come to a column, after a name: of one that is
 * inherited ", then 3. e3 c5", wrapped and indented. */
void tby_eco_print_then(const tby_last_named *l, size_t indent, size_t at);

/* n sources as one table: tby_eco_open(), tby_eco_table(), tby_eco_close(). */
int tby_eco_read(const tby_cli_call *call, char *const sources[], size_t n,
                 tby_openings **out);

/* The sources that a command of other arguments has, as names; to be closed
 * with tby_names_set_close(). */
int tby_eco_read_names(const tby_cli_call *call, tby_names_set **out);

/* "B20  Sicilian Defense (1. e4 c5)". */
void tby_eco_put_opening(const tby_opening *o);

/* The same and the end of the line. */
void tby_eco_print_opening(const tby_opening *o);

/* An opening as a line of JSON; returns an exit code. */
int tby_eco_print_json(const tby_opening *o);

/* Adds the positions between named ones; they are *between, too, which is to
 * be closed in any case (steps.c). */
TBY_MUST_USE tby_rc tby_eco_interpolate(tby_openings *t, tby_str suffix,
                                        bool complete, tby_openings **between);

/* Which record leads to which by one move: an array as eco.json has it
 * (steps.c). */
void tby_eco_put_pairs(tby_jsonw *w, const tby_openings *t);

#endif
