/* cli.h - the frame of the command line.
 *
 * A command is one entry of a table.  Dispatch, the checks of options and
 * arguments, --help, the man page, the shell completions and the list in
 * docs/cli.md are all made from that entry; to add a command, write a
 * cmd_<name>.c that defines one and add a line to commands.h. */
#ifndef TBY_APP_CLI_CLI_H
#define TBY_APP_CLI_CLI_H

#include "core/base/diag.h"
#include "core/base/jsonw.h"
#include "tabiya/tabiya.h"
#include "work/games/kind.h"

#include <stdio.h>

/* What the program tells a script; part of its interface. */
enum {
    TBY_EXIT_OK = 0,
    TBY_EXIT_NO = 1,        /* the answer is no, or nothing was found */
    TBY_EXIT_USAGE = 2,     /* command line not understood, or I/O failed */
    TBY_EXIT_MALFORMED = 3, /* some or all of the input was refused */
    TBY_EXIT_INTERNAL = 4   /* no memory, or a mistake of ours */
};

/* --- the table ------------------------------------------------------------*/

/* The most options a command may have. */
#define TBY_CLI_OPTIONS 32

typedef struct tby_cli_option {
    const char *name; /* without the dashes; NULL ends a list */
    const char *arg;  /* NULL: takes none.  "a|b|c": one of these.  Else what
                       * help calls it; FILE and DIR are completed as such. */
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

/* All commands, those of one noun together; NULL ends the list. */
extern const tby_cli_command *const tby_cli_table[];

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
    const char *values[TBY_CLI_OPTIONS]; /* by option; NULL if not given */
    bool repeated[TBY_CLI_OPTIONS];      /* given before with another value */
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
int tby_cli_check_arguments(const tby_cli_call *call);

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

/* Complains about a word that is no command or, behind a noun, no verb of it,
 * and suggests another.  Returns TBY_EXIT_USAGE. */
int tby_cli_unknown(const char *noun, const char *word);

/* --- diagnostics (report.c) -----------------------------------------------*/

/* tabiya: FILE:LINE:COL: sentence (name) */
void tby_cli_diag(const char *file, tby_place place, const char *sentence,
                  const char *name);

/* Prints what a user or a file said, bytes that a terminal would obey as '?'.
 */
void tby_cli_put_clean(FILE *out, tby_str text);

/* tabiya: FILE: sentence (name), for what has no line. */
void tby_cli_diag_file(const char *file, const char *sentence,
                       const char *name);

/* What a reader or a judge of files found. */
typedef struct tby_cli_finding {
    tby_severity severity;
    const char *file;
    tby_place place; /* line 0: the whole file */
    const char *name, *text;
} tby_cli_finding;

/* One of the two lines above; what is no error says so in front. */
void tby_cli_print_finding(const tby_cli_finding *f);

/* An object: file, line and column if there are, severity, code, message. */
void tby_cli_json_finding(tby_jsonw *w, const tby_cli_finding *f);

/* tabiya: sentence (name), then the hint.  Returns TBY_EXIT_USAGE.  A NULL
 * hint says how to get help on the command, which may be NULL too. */
__attribute__((format(printf, 3, 4))) int
tby_cli_usage(const tby_cli_command *command, const char *hint,
              const char *format, ...);

/* Reports a failure that has no place in a text; returns its exit code. */
int tby_cli_fail(const char *what, tby_rc rc);

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
    {                                                                          \
        "force", NULL,                                                         \
            "replace what is there already; never a database, a repertoire "   \
            "or cards by something else"                                       \
    }

/* What messages call a file: "-" is stdin. */
const char *tby_cli_file_name(const char *path);

/* False after a complaint: `out` has the name of a database, or is a file of
 * another kind than what will be written, which would be lost.  --force, if the
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

/* Memory for as long as the command runs; to = 0 gives it back. */
void *tby_cli_resize(void *p, size_t from, size_t to);

/* --- help (help.c) --------------------------------------------------------*/

void tby_cli_help_all(FILE *out);
void tby_cli_help_noun(FILE *out, const char *noun);
void tby_cli_help_command(FILE *out, const tby_cli_command *command);

/* Prints words within 80 columns, from column `at` on, later lines indented;
 * empty lines in the text part paragraphs.  Ends the last line. */
void tby_cli_wrap(FILE *out, const char *text, size_t indent, size_t at);

/* The first command of a noun, NULL if there is none. */
const tby_cli_command *tby_cli_find(const char *noun, const char *verb);
const tby_cli_command *tby_cli_find_noun(const char *noun);

/* "perft", "docs man"; the buffer is the caller's. */
#define TBY_CLI_NAME 64
const char *tby_cli_name(const tby_cli_command *c, char buf[TBY_CLI_NAME]);

/* --- generated documents (docs_*.c) ---------------------------------------*/

void tby_cli_docs_man(FILE *out);
void tby_cli_docs_bash(FILE *out);
void tby_cli_docs_zsh(FILE *out);
void tby_cli_docs_markdown(FILE *out);

/* --- JSON -----------------------------------------------------------------*/

/* A JSON value on its way to standard output. */
typedef struct tby_cli_json {
    tby_buf buf;
    tby_jsonw w;
} tby_cli_json;

tby_jsonw *tby_cli_json_start(tby_cli_json *j);

/* Prints the value as one line; returns an exit code. */
int tby_cli_json_print(tby_cli_json *j);

/* The same to another file than standard output. */
int tby_cli_json_print_to(FILE *out, tby_cli_json *j);

/* --- positions (position.c) -----------------------------------------------*/

/* One text that holds a position, and where it came from. */
typedef struct tby_cli_text {
    const char *file; /* "argument" or "stdin" */
    size_t line;
    tby_str whole; /* the line it stands in, for columns */
    tby_str body;  /* what is to be read: part of whole */
} tby_cli_text;

/* Calls fn for the words joined by a space or, if there is one word and it is
 * "-", for each line of standard input that is neither empty nor a comment.
 * Returns the gravest of the exit codes. */
int tby_cli_each_text(char *const words[], size_t n,
                      int (*fn)(void *ctx, const tby_cli_text *text),
                      void *ctx);

/* Reads a position; on success *line must be freed.  Otherwise everything that
 * is wrong has been printed, and the result is an exit code. */
int tby_cli_read_line(const tby_cli_text *text, tby_line *line);

/* Prints one sentence on a byte of the body. */
void tby_cli_diag_at(const tby_cli_text *text, size_t at, const char *sentence,
                     const char *name);

/* Prints one sentence for each fault. */
void tby_cli_diag_faults(const tby_cli_text *text, tby_faults faults);

/* The faults of set-up positions that a command may be told to pass over. */
#define TBY_CLI_FORGIVE                                                        \
    {                                                                          \
        "forgive", "LIST",                                                     \
            "accept a FEN with these faults, names separated by commas, or "   \
            "'all'"                                                            \
    }

/* Reads that option, if the command has it; TBY_FEN_SHORT may be among them.
 * False after a complaint. */
bool tby_cli_forgive(const tby_cli_call *call, tby_faults *out);

/* --- the terminal (term.c, board.c) ---------------------------------------*/

/* What standard output can show; all false when it is not a terminal. */
typedef struct tby_cli_look {
    bool terminal;
    bool figurines; /* Unicode */
    bool colour;    /* 256 of them */
} tby_cli_look;

tby_cli_look tby_cli_look_of_stdout(void);

/* Draws the board; `last` is marked on a terminal unless TBY_MOVE_NONE. */
void tby_cli_board(FILE *out, const tby_pos *pos, tby_move last, bool flip,
                   tby_cli_look look);

/* --- showing a position (show.c) ------------------------------------------*/

typedef struct tby_cli_show {
    tby_cli_look look;
    bool flip;            /* Black's side below */
    bool uci;             /* moves as engines write them, and sorted so */
    const tby_book *book; /* for the name of the opening */
} tby_cli_show;

void tby_cli_show_text(const tby_cli_show *how, const tby_line *line,
                       const tby_ending *ending, const char *fen);

/* Returns an exit code.  What came from standard input gets its line. */
int tby_cli_show_json(const tby_cli_show *how, const tby_cli_text *text,
                      const tby_line *line, const tby_ending *ending,
                      const char *fen);

#endif
