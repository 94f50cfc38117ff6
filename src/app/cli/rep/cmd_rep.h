/* cmd_rep.h - what the commands on repertoires have in common. */
#ifndef TBY_APP_CLI_REP_CMD_REP_H
#define TBY_APP_CLI_REP_CMD_REP_H

#include "app/cli/cli.h"
#include "work/rep/layout.h"
#include "work/rep/rep.h"

/* --- options, to stand in a command's list --------------------------------*/

#define TBY_REP_DROP_INVALID                                                   \
    TBY_CLI_OPTION(                                                            \
        "drop-invalid", NULL,                                                  \
        "write what is sound even if lines were refused, which are then lost")

#define TBY_REP_TITLE TBY_CLI_OPTION("title", "TEXT", "call the repertoire so")

#define TBY_REP_COLOR                                                          \
    TBY_CLI_OPTION("color", "white|black", "say whose repertoire it is")

#define TBY_REP_FORMAT                                                         \
    TBY_CLI_OPTION("format", "v4|v5", "the version to write (default v5)")

/* Of those that lay a repertoire out. */
#define TBY_REP_LAYOUT                                                         \
    TBY_CLI_OPTION("keep", NULL, "leave positions near the place they have"),  \
        TBY_CLI_OPTION("algorithm", "tabiya|dot|neato|fdp|sfdp|twopi|circo",   \
                       "how to lay out (default tabiya); the others are "      \
                       "those of Graphviz, if it is installed")

/* Reads a file into *r, to be freed with tby_rep_free().  Refused lines are
 * printed; repaired ones are counted in one note.  True: there is a graph, and
 * *code has become worse_exit if lines were refused.  False: there is none, and
 * *code says why after a complaint. */
bool tby_cli_rep_load(tby_rep *r, const char *path, int *code);

/* The same, everything being reported to the listener instead. */
bool tby_cli_rep_load_with(tby_rep *r, const char *path,
                           tby_rep_listener listener, int *code);

/* What --color says; false if it was not given, or the command lacks it. */
bool tby_cli_rep_color(const tby_cli_call *call, tby_color *out);

/* Sets the colour: that of --color, of the file, or the likely one, which is
 * then said in a note. */
void tby_cli_rep_player(const tby_cli_call *call, tby_graph *g,
                        const char *file);

/* What --keep and --algorithm say.  False after a complaint. */
bool tby_cli_rep_layout_job(const tby_cli_call *call, tby_rep_layout_job *job);

/* Places every position; *crossings may be NULL.  Returns an exit code, after
 * a complaint if it is not TBY_EXIT_OK.  TBY_EXIT_NO: it was broken off, and
 * all are placed as well as was found so far. */
int tby_cli_rep_lay_out(const char *path, tby_graph *g,
                        const tby_rep_layout_job *job, uint64_t *crossings);

/* Sets title and colour as --title and --color say, for commands that have
 * them.  Returns an exit code. */
int tby_cli_rep_entitle(const tby_cli_call *call, tby_graph *g);

/* The version that --format says, 0 if it was not given. */
unsigned tby_cli_rep_version(const tby_cli_call *call);

/* False after a complaint: `out`, which may be NULL, has the name of a file of
 * games and a repertoire would be written there, or see tby_cli_may_write(). */
bool tby_cli_rep_spares_games(const tby_cli_call *call, const char *out);

/* Complains if it is known by now that saving will fail, for commands that do
 * long work in between.  Returns an exit code. */
int tby_cli_rep_try_save(const tby_cli_call *call, tby_rep_save_job job);

/* Writes a graph as the job says, --drop-invalid being read for commands that
 * have it.  Returns an exit code, after a complaint if it is not TBY_EXIT_OK:
 * nothing was written then. */
int tby_cli_rep_save(const tby_cli_call *call, tby_graph *g,
                     tby_rep_save_job job);

/* The exit code of what writing came to, TBY_OK included; says what has not
 * been reported, and what can be done. */
int tby_cli_rep_refused(const char *path, tby_rc rc);

/* Where a report goes: standard output, unless `out`, what the command writes,
 * is that. */
FILE *tby_cli_rep_report(const char *out);

/* The title, and in JSON the colour; and the same with the numbers of positions
 * and moves. */
void tby_cli_rep_out_title(tby_cli_out *o, const char *label,
                           const tby_graph *g);
void tby_cli_rep_out_graph(tby_cli_out *o, const char *label,
                           const tby_graph *g);

/* "white", "black" */
const char *tby_cli_color_name(tby_color color);

/* "v5.0" */
#define TBY_REP_VERSION_TEXT 16
const char *tby_cli_rep_version_text(unsigned version,
                                     char buf[TBY_REP_VERSION_TEXT]);

#endif
