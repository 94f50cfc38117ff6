/* cmd_pgn.h - what the commands on files of games have in common. */
#ifndef TBY_APP_CLI_PGN_CMD_PGN_H
#define TBY_APP_CLI_PGN_CMD_PGN_H

#include "app/cli/cli.h"
#include "io/system/progress.h"
#include "work/games/games.h"

/* --- the files of a command line (read.c) ------------------------*/

typedef struct tby_pgn_files {
    char **at; /* each is owned */
    size_t n;
    size_t cap;
    int code; /* how it went: TBY_EXIT_OK, or what has been complained about */
} tby_pgn_files;

/* The files that the words name; a folder stands for the files in it whose
 * names hold ".pgn", sorted. */
tby_pgn_files tby_pgn_files_of(char *const words[], size_t n);

/* The same, but a folder stands for all files of games in it and in its
 * folders, and a word that names nothing, or a database, is complained about.
 */
tby_pgn_files tby_pgn_files_below(char *const words[], size_t n);

/* False after a complaint: --where is given, and a word names no database. */
bool tby_pgn_where_fits(const tby_cli_call *call, char *const words[],
                        size_t n);

void tby_pgn_files_free(tby_pgn_files *files);

/* For commands that read files more than once: complains about those that can
 * be read only once.  Returns an exit code, files->code if there is none. */
int tby_pgn_files_check_again(const tby_cli_call *call,
                              const tby_pgn_files *files);

/* An output that is there already may be an input, or worth keeping: complains
 * unless it is neither or, for the latter, the call has --force. */
int tby_pgn_check_output(const tby_cli_call *call, const char *out,
                         const tby_pgn_files *files);

/* --- one file (read.c) --------------------------------------------*/

/* Faults on their way to standard error, with a bar that makes way for them. */
typedef struct tby_pgn_reporter {
    /* Of a command that takes databases too, with --where; NULL: they are
     * refused as any other file that is none of games. */
    const tby_cli_call *call;
    const char *file;
    bool quiet;  /* the faults are reported otherwise */
    bool again;  /* the faults of games were reported by the first reading */
    bool no_bar; /* something else is written to the terminal */
    uint64_t shown, warned; /* faults of games, and warnings */
    uint64_t files; /* faults of the file itself, which are always shown */
    size_t read_n;  /* files that were opened, and seem to be of games */
    tby_progress bar;
    /* Called for each fault and for each file of an archive that is passed
     * over, as well; may be NULL. */
    void (*also)(void *ctx, const tby_games_fault *fault);
    void (*also_passed)(void *ctx, const char *member);
    void *ctx;
} tby_pgn_reporter;

/* Reads one file with a bar, the reporter being the job's listener.  Returns an
 * exit code, what the faults of the file amount to; *rc, if that is no TBY_OK,
 * has not been complained about. */
int tby_pgn_read_file(tby_pgn_reporter *reporter, tby_games_job *job,
                      tby_games_result *out, tby_rc *rc);

/* All of them, up to the first *rc that is no TBY_OK, which is complained about
 * here; what was counted is added to *sum unless that is NULL. */
int tby_pgn_read_files(tby_pgn_reporter *reporter, tby_games_job *job,
                       const tby_pgn_files *files, tby_games_sum *sum,
                       tby_rc *rc);

/* The file was opened, and seems to be one of games. */
static inline bool tby_pgn_was_read(const tby_games_result *result)
{
    return result->file != TBY_E_IO_OPEN && result->file != TBY_E_FILE_KIND;
}

/* Reads --threads, --max-errors and, of a command that has them, --forgive and
 * --max-warnings into the job.  False after a complaint. */
bool tby_pgn_job_of(const tby_cli_call *call, tby_games_job *job);

/* Prints one fault of a file as they all are. */
void tby_pgn_print_fault(const char *path, const tby_games_fault *fault);

/* --- what was counted (read.c) -------------------------------------*/

/* Lines with a label in front, for people; of warnings, and of what was fixed,
 * only if there are any. */
void tby_pgn_print_errors(const tby_games_sum *sum);
void tby_pgn_print_warnings(FILE *out, const tby_games_sum *sum);

/* --- options --------------------------------------------------------------*/

#define TBY_PGN_MAX_ERRORS                                                     \
    TBY_CLI_OPTION(                                                            \
        "max-errors", "N",                                                     \
        "show the first N errors of each file (default 100); all are counted")
#define TBY_PGN_MAX_WARNINGS                                                   \
    TBY_CLI_OPTION("max-warnings", "N",                                        \
                   "show the first N warnings of each file (default 100); "    \
                   "all are counted")

/* What games are written in: by the command's option --to, or the name of the
 * output.  False after a complaint. */
bool tby_cli_games_format(const tby_cli_call *call, const char *path,
                          tby_games_format *out);

#endif
