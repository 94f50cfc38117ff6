/* cli.h - the frame of the command line.
 *
 * A command is one entry of a table.  Dispatch, the checks of options and
 * arguments, --help, the man page, the shell completions and the list in
 * docs/cli.md are all made from that entry; to add a command, define one and
 * add a line to commands.h. */
#ifndef TBY_APP_CLI_CLI_H
#define TBY_APP_CLI_CLI_H

#include "app/text/text.h"
#include "core/base/diag.h"
#include "core/base/jsonw.h"
#include "io/stream/sink.h"
#include "io/system/lines.h"
#include "tabiya/tabiya.h"
#include "work/games/kind.h"

#include <stdatomic.h>
#include <stdio.h>

/* Exit codes, for scripts: part of its interface. */
enum {
    TBY_EXIT_OK = 0,
    TBY_EXIT_NO = 1,        /* the answer is no, or nothing was found */
    TBY_EXIT_USAGE = 2,     /* command line not understood, or I/O failed */
    TBY_EXIT_MALFORMED = 3, /* some or all of the input was refused */
    TBY_EXIT_INTERNAL = 4   /* no memory, or a mistake of ours */
};

/* Hands an exit code up unless all is well, where nothing has to be freed. */
#define TBY_CLI_TRY(...)                                                       \
    do {                                                                       \
        int tried_ = (__VA_ARGS__);                                            \
        if (tried_ != TBY_EXIT_OK)                                             \
            return tried_;                                                     \
    } while (0)

/* --- the table ------------------------------------------------------------*/

/* The most options a command may have, and the most values of those that
 * repeat. */
#define TBY_CLI_OPTIONS_MAX 32
#define TBY_CLI_VALUES      64

typedef struct tby_cli_option {
    const char *name; /* without the dashes; NULL ends a list */
    const char *arg;  /* NULL: takes none.  "a|b|c": one of these.  Else what
                       * help calls it; FILE and DIR are completed as such, and
                       * "NAME=VALUE..." may be given several times. */
    const char *help; /* a sentence without its full stop */
} tby_cli_option;

typedef struct tby_cli_example {
    const char *line; /* NULL ends a list */
    const char *what;
} tby_cli_example;

typedef struct tby_cli_call tby_cli_call;

typedef struct tby_cli_command {
    const char *noun;
    const char *verb;    /* NULL for a command of one word */
    const char *args;    /* "DEPTH [POS...]": [ ] may be left out, ... repeats;
                          * this is also what the number of arguments is
                          * checked against */
    const char *summary; /* one line, lower case, no full stop */
    const char *about;   /* paragraphs, an empty line between them */
    const tby_cli_option *options;
    const tby_cli_example *examples;
    int (*run)(const tby_cli_call *call); /* returns an exit code */
} tby_cli_command;

/* The beginning of an entry, and its two lists. */
#define TBY_CLI_SYNOPSIS(one, two, takes, does)                                \
    .noun = (one), .verb = (two), .args = (takes), .summary = (does)
#define TBY_CLI_OPTIONS(...)                                                   \
    .options = (const tby_cli_option[])                                        \
    {                                                                          \
        __VA_ARGS__,                                                           \
        {                                                                      \
            NULL, NULL, NULL                                                   \
        }                                                                      \
    }
#define TBY_CLI_EXAMPLES(...)                                                  \
    .examples = (const tby_cli_example[])                                      \
    {                                                                          \
        __VA_ARGS__,                                                           \
        {                                                                      \
            NULL, NULL                                                         \
        }                                                                      \
    }

/* An option that several commands have. */
#define TBY_CLI_OPTION(name, arg, help)                                        \
    {                                                                          \
        name, arg, help                                                        \
    }
#define TBY_CLI_THREADS                                                        \
    TBY_CLI_OPTION("threads", "N",                                             \
                   "use N threads, 0 for all processors (default 0)")

/* All commands, those of one noun together; NULL ends the list. */
extern const tby_cli_command *const tby_cli_table[];

#include "app/cli/commands.h"

/* Options that every command takes. */
extern const tby_cli_option tby_cli_globals[];

/* Options that make sense without a command. */
extern const tby_cli_option tby_cli_alone[];

/* --- a call ---------------------------------------------------------------*/

struct tby_cli_call {
    const tby_cli_command *command;
    char **args; /* without options */
    size_t n;
    bool json;
    const char *values[TBY_CLI_OPTIONS_MAX]; /* by option; NULL if not given */
    bool repeated[TBY_CLI_OPTIONS_MAX]; /* given before with another value */
    const char *many[TBY_CLI_VALUES];   /* of the option that repeats */
    size_t many_n;
};

/* What a command line asks for. */
typedef struct tby_cli_request {
    tby_cli_call call; /* call.command is NULL if none is named completely */
    const char *noun;  /* the first word, NULL if there is none */
    bool help;
    bool version;
} tby_cli_request;

/* Reads the command line (args.c).  Returns TBY_EXIT_OK, or another exit code
 * after a complaint.  The arguments of the call are kept in argv. */
int tby_cli_parse(int argc, char **argv, tby_cli_request *out);

/* Complains if there are too few or too many arguments. */
int tby_cli_check_arguments(tby_cli_call *call);

/* Was this option of the command given? */
bool tby_cli_has(const tby_cli_call *call, const char *option);

/* The argument of an option, NULL if it was not given. */
const char *tby_cli_value(const tby_cli_call *call, const char *option);

/* The same for an option that the command may lack. */
const char *tby_cli_find_value(const tby_cli_call *call, const char *option);

/* Was it given with several values, of which the last would count? */
bool tby_cli_is_repeated(const tby_cli_call *call, const char *option);

/* Reads a whole number within a range from what the user calls `name`.  False
 * after a usage error, which has then been printed. */
bool tby_cli_number(const tby_cli_call *call, const char *name,
                    const char *text, unsigned min, unsigned max,
                    unsigned *out);

/* The same for an option; if it is not given, or the command lacks it, *out
 * stays as it is. */
bool tby_cli_number_of(const tby_cli_call *call, const char *option,
                       unsigned min, unsigned max, unsigned *out);

/* Complains about a word that is no command or, after a noun, no verb of it,
 * and suggests another.  Returns TBY_EXIT_USAGE. */
int tby_cli_unknown(const char *noun, const char *word);

/* --- diagnostics (report.c) -----------------------------------------------*/

/* tabiya: FILE:LINE:COL: sentence (name); without a line if that is 0. */
void tby_cli_diag(const char *file, tby_place place, const char *sentence,
                  const char *name);

/* The same for what has no line. */
void tby_cli_diag_file(const char *file, const char *sentence,
                       const char *name);

/* Such a line of what was found; what is no error says so in front.  The
 * context is for listeners, and not looked at. */
void tby_cli_print_finding(void *ctx, const tby_finding *f);

/* The same of a whole file. */
__attribute__((format(printf, 4, 5))) void tby_cli_say(tby_severity severity,
                                                       const char *file,
                                                       const char *name,
                                                       const char *format, ...);

/* An object: file, line and column if there are, severity, code, message. */
void tby_cli_json_finding(tby_jsonw *w, const tby_finding *f);

/* tabiya: sentence (name), then the hint.  Returns TBY_EXIT_USAGE.  A NULL
 * hint says how to get help on the command, which may be NULL too. */
__attribute__((format(printf, 3, 4))) int
tby_cli_usage(const tby_cli_command *command, const char *hint,
              const char *format, ...);

/* The same of the command that was called, with that hint. */
#define TBY_CLI_USAGE(call, ...)                                               \
    tby_cli_usage((call)->command, NULL, __VA_ARGS__)

/* Reports a failure that has no place in a text; returns its exit code. */
int tby_cli_fail(const char *what, tby_rc rc);

/* The same of a file, with the sentence `why` unless that is empty.  What is no
 * database of ours is called what it is. */
int tby_cli_fail_file(const char *path, tby_rc rc, const char *why);

/* The exit code that a result stands for. */
int tby_cli_exit_of(tby_rc rc);

/* The same for a file that was read: one that is not there is another matter
 * than one that is damaged. */
int tby_cli_exit_of_file(tby_rc rc);

/* The exit code that counts: the I/O failure more than the malformed input. */
int tby_cli_worse_exit(int a, int b);

/* Of a list of words the one nearest to `word`, NULL if none is near. */
const char *tby_cli_nearest(const char *word, const char *const words[]);

/* --- files that commands read and write (files.c) -------------------------*/

#define TBY_CLI_FORCE                                                          \
    TBY_CLI_OPTION("force", NULL,                                              \
                   "replace what is there already; never a database, a "       \
                   "repertoire or cards by something else")

/* What messages call a file: "-" is stdin. */
const char *tby_cli_file_name(const char *path);

/* False after a complaint: `out` has a name for something else, such as a
 * database or an archive, or is a file of another kind than what will be
 * written, which would be lost.  --force, if the
 * command has it, replaces what can be made again.  NULL and "-" are fine. */
bool tby_cli_may_write(const tby_cli_call *call, const char *out,
                       tby_kind_wanted written);

/* The same, and complains if a file is there already and --force was not given.
 * Returns an exit code. */
int tby_cli_check_out(const tby_cli_call *call, const char *path,
                      tby_kind_wanted written);

/* False, after a complaint, if `out` is the file `in`, of which it would leave
 * nothing: they are of different kinds.  NULL and "-" spare everything. */
bool tby_cli_spares(const tby_cli_call *call, const char *in, const char *out);

/* Writes a file that appears whole or not at all; "-" is standard output.
 * Returns an exit code, after a complaint if it is not TBY_EXIT_OK. */
int tby_cli_write_file(const char *path, tby_str bytes);

/* Complains about an output that failed; the sink, which may be NULL, knows
 * more than the code.  Returns an exit code. */
int tby_cli_fail_sink(const char *path, const tby_sink *sink, tby_rc rc);

/* Memory for as long as the command runs; to = 0 gives it back. */
void *tby_cli_resize(void *p, size_t from, size_t to);

/* What "me" stands for (me.c), from now on. */
void tby_cli_read_me(void);

/* --- help (help.c) --------------------------------------------------------*/

/* Of a command; if that is NULL, of a noun; if that is NULL too, of all. */
void tby_cli_help(FILE *out, const tby_cli_command *command, const char *noun);

/* The first command of a noun, NULL if there is none. */
const tby_cli_command *tby_cli_find(const char *noun, const char *verb);
const tby_cli_command *tby_cli_find_noun(const char *noun);

/* "perft", "docs man"; the buffer is the caller's. */
#define TBY_CLI_NAME 64
const char *tby_cli_name(const tby_cli_command *c, char buf[TBY_CLI_NAME]);

/* --- generated documents (docs/) ---------------------------------------*/

/* The hidden command that prints web/src/state/conditions.json: the conditions
 * of a search, for the page's form. */
int tby_cli_docs_conditions(void);

/* The hidden command that the completions ask. */
int tby_cli_complete(int argc, char **argv);

/* --- JSON -----------------------------------------------------------------*/

/* Begins a JSON value that will go to standard output; there is one at a time,
 * and one that was not printed is given up by the next. */
tby_jsonw *tby_cli_json_start(void);

/* Prints the value as one line; returns an exit code. */
int tby_cli_json_print(void);

/* The same for a value that is an object. */
tby_jsonw *tby_cli_json_object(void);
int tby_cli_json_object_end(void);

/* The same to another file than standard output. */
int tby_cli_json_print_to(FILE *out);

/* --- answers (report.c) ----------------------------------------------------
 *
 * Fields that are said once for both: a label for the text and a name for JSON.
 * Without a label a field is only in JSON, without a name only in the text. */

typedef struct tby_cli_out {
    FILE *to;     /* NULL: a text that nobody wants */
    int width;    /* of the labels */
    tby_jsonw *w; /* NULL: text */
} tby_cli_out;

/* A text goes to standard output only; where that has other things, `to` is
 * standard error, and gets JSON.  In JSON an object is open then. */
void tby_cli_out_open(tby_cli_out *o, const tby_cli_call *call, FILE *to,
                      int width);
/* Ends it; returns an exit code. */
int tby_cli_out_close(tby_cli_out *o);

/* What it is about: in the text a line of its own. */
void tby_cli_out_head(tby_cli_out *o, const char *name, const char *path);

void tby_cli_out_u64(tby_cli_out *o, const char *label, const char *name,
                     uint64_t n);
void tby_cli_out_str(tby_cli_out *o, const char *label, const char *name,
                     tby_str text);
void tby_cli_out_cstr(tby_cli_out *o, const char *label, const char *name,
                      const char *text);

/* Only in JSON: a value, and members or elements that come next. */
void tby_cli_out_bool(tby_cli_out *o, const char *name, bool yes);
void tby_cli_out_real(tby_cli_out *o, const char *name, double value,
                      unsigned digits);
void tby_cli_out_object(tby_cli_out *o, const char *name);
void tby_cli_out_object_end(tby_cli_out *o);
void tby_cli_out_array(tby_cli_out *o, const char *name);
void tby_cli_out_array_end(tby_cli_out *o);

/* A number with its unit. */
void tby_cli_out_count(tby_cli_out *o, const char *label, const char *name,
                       uint64_t n, const char *one, const char *many);

/* Only in the text: anything. */
__attribute__((format(printf, 2, 3))) void
tby_cli_out_print(tby_cli_out *o, const char *format, ...);

/* A column of a table in the text: two spaces and a number with its unit, or a
 * dash where it is not known. */
void tby_cli_cell(int width, bool known, double value, int decimals,
                  const char *unit);

/* Moves a bar, a tby_progress; for jobs that report so. */
tby_rc tby_cli_on_progress(void *bar, uint64_t done, uint64_t total,
                           uint64_t amount);

/* --- positions (position.c) -----------------------------------------------*/

/* One text that holds a position, and where it came from. */
typedef struct tby_cli_text {
    const char *file; /* "argument" or "stdin" */
    size_t line;
    tby_str whole; /* the line it stands in, for columns */
    tby_str body;  /* what is to be read: part of whole */
} tby_cli_text;

/* The texts of a command line: its words joined by a space, "start" if there is
 * none; or, if there is one word and it is "-", each line of standard input
 * that is neither empty nor a comment. */
typedef struct tby_cli_texts {
    tby_cli_text text; /* that was found last */
    tby_line line;     /* its position; the next call frees it */
    int code;          /* the worst exit code so far */
    size_t shown;      /* answers so far, for the caller to count */
    bool standard, ended;
    tby_lines lines; /* of standard input */
    tby_buf words;
    tby_rc rc;
} tby_cli_texts;

/* Goes through them:
 *
 *     tby_cli_texts_open(&in, words, n);
 *     while (tby_cli_next_line(&in))
 *         tby_cli_texts_note(&in, what came of in.line);
 *     return tby_cli_texts_close(&in); */
void tby_cli_texts_open(tby_cli_texts *in, char *const words[], size_t n);
bool tby_cli_next_text(tby_cli_texts *in);
/* The next that is a position; what is none has been complained about. */
bool tby_cli_next_line(tby_cli_texts *in);
void tby_cli_texts_note(tby_cli_texts *in, int code);
int tby_cli_texts_close(tby_cli_texts *in);

/* Reads a position; on success *line must be freed.  Otherwise everything that
 * is wrong has been printed, and the result is an exit code. */
int tby_cli_read_line(const tby_cli_text *text, tby_line *line);

/* Prints one sentence on a byte of the body. */
void tby_cli_diag_at(const tby_cli_text *text, size_t at, const char *sentence,
                     const char *name);

/* Prints one sentence for each fault. */
void tby_cli_diag_faults(const tby_cli_text *text, tby_faults faults);

/* The faults of set-up positions that a command may be asked to ignore. */
#define TBY_CLI_FORGIVE                                                        \
    TBY_CLI_OPTION("forgive", "[LIST]",                                        \
                   "accept a FEN with these faults, names separated by "       \
                   "commas; 'all', or no list, is every fault")

/* Is the word a list of such names, be they known or not? */
bool tby_cli_is_faults(const char *word);

/* Reads that option, if the command has it; TBY_FEN_SHORT may be among them.
 * False after a complaint. */
bool tby_cli_forgive(const tby_cli_call *call, tby_faults *out);

/* --- Ctrl-C (term.c) ------------------------------------------------------*/

/* For commands that keep what they have: from now on the first Ctrl-C sets the
 * flag and nothing else; one that comes a while later ends the program as ever,
 * in case the first is not noticed. */
const atomic_bool *tby_cli_catch_interrupt(void);

/* --- numbers as bars (term.c) -----------------------------------------------
 *
 *     40-59    1204  ███████████████▌
 *     60-79     803  ██████████▎                                           */

typedef struct tby_plot_row {
    char label[24];
    uint64_t n;
} tby_plot_row;

/* Prints the rows within so many columns, blocks in eighths if the terminal
 * has Unicode, else '#'.  What is more than nothing has a bar. */
void tby_cli_plot(FILE *out, const tby_plot_row rows[], size_t n,
                  size_t columns, bool blocks);

/* One bar, a part of so many columns; at least a trace of it.  Returns how many
 * it takes. */
size_t tby_cli_bar(FILE *out, double part, size_t columns, bool blocks);

/* The width of the terminal on standard output: what it says, else COLUMNS,
 * else 80. */
size_t tby_cli_columns(void);

#endif
