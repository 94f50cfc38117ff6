/* position.c - the POS of a command line: words, or lines of standard input,
 * each read into a position or complained about. */
#include "app/cli/cli.h"
#include "core/base/str.h"
#include "io/system/lines.h"

#include <string.h>
#include <unistd.h>

enum { LINE_MOST = 1 << 20 }; /* a game of 5,949 moves has about 80 kB */

static int worse_exit(int a, int b)
{
    return a > b ? a : b;
}

static int each_stdin(int (*fn)(void *ctx, const tby_cli_text *text), void *ctx)
{
    tby_lines lines;
    tby_str line;
    int code = TBY_EXIT_OK;

    tby_rc rc = tby_lines_open(&lines, STDIN_FILENO, LINE_MOST);
    /* answers that go nowhere need not be found; main() tells of it */
    while ((rc == TBY_OK || rc == TBY_E_LIMIT) && !ferror(stdout)) {
        rc = tby_lines_next(&lines, &line);
        if (rc == TBY_E_LIMIT) {
            tby_cli_diag("stdin", (tby_place){lines.number, 1},
                         "The line is longer than a megabyte.",
                         tby_rc_name(rc));
            code = worse_exit(code, TBY_EXIT_MALFORMED);
        }
        if (rc != TBY_OK)
            continue;
        if (lines.number == 1 && tby_str_starts(line, TBY_STR("\xef\xbb\xbf")))
            line = tby_str_from(line, 3); /* a byte order mark */
        tby_cli_text text = {
            .file = "stdin",
            .line = lines.number,
            .whole = line,
            .body = tby_str_trim(line),
        };
        if (text.body.n && text.body.p[0] != '#')
            code = worse_exit(code, fn(ctx, &text));
    }
    tby_lines_close(&lines);
    if (rc == TBY_DONE || ferror(stdout))
        return code;
    return worse_exit(code, tby_cli_fail("stdin", rc));
}

static int each_words(char *const words[], size_t n,
                      int (*fn)(void *ctx, const tby_cli_text *text), void *ctx)
{
    tby_buf joined;
    int code;

    tby_buf_init(&joined, NULL, LINE_MOST);
    for (size_t i = 0; i < n; i++) {
        if (i)
            tby_buf_char(&joined, ' ');
        tby_buf_cstr(&joined, words[i]);
    }
    tby_str whole = tby_buf_str(&joined);
    tby_cli_text text = {
        .file = "argument",
        .line = 1,
        .whole = whole,
        .body = tby_str_trim(whole),
    };
    if (joined.rc == TBY_OK)
        code = fn(ctx, &text);
    else
        code = tby_cli_fail("argument", joined.rc);
    tby_buf_free(&joined);
    return code;
}

int tby_cli_each_text(char *const words[], size_t n,
                      int (*fn)(void *ctx, const tby_cli_text *text), void *ctx)
{
    /* only alone: "-" is also a field of a FEN */
    if (n == 1 && strcmp(words[0], "-") == 0)
        return each_stdin(fn, ctx);
    return each_words(words, n, fn, ctx);
}

void tby_cli_diag_at(const tby_cli_text *text, size_t at, const char *sentence,
                     const char *name)
{
    size_t before = text->body.n ? (size_t)(text->body.p - text->whole.p) : 0;
    tby_place place = tby_place_of(text->whole, before + at);

    /* a word of the command line may hold line ends of its own */
    place.line += text->line - 1;
    tby_cli_diag(text->file, place, sentence, name);
}

void tby_cli_diag_faults(const tby_cli_text *text, tby_faults faults)
{
    for (; faults; faults &= faults - 1)
        tby_cli_diag_at(text, 0, tby_fault_text(faults),
                        tby_fault_name(faults));
}

/* The fault of a machine name, 0 if there is none. */
static tby_faults fault_named(tby_str name)
{
    for (tby_faults bit = 1; bit & TBY_FAULTS_ALL; bit <<= 1)
        if (tby_str_is(name, tby_fault_name(bit)))
            return bit;
    if (tby_str_is(name, tby_rc_name(TBY_E_FEN_SPACE)))
        return TBY_FEN_SHORT;
    return tby_str_is(name, "all") ? TBY_FAULTS_ALL | TBY_FEN_SHORT : 0;
}

bool tby_cli_forgive(const tby_cli_call *call, tby_faults *out)
{
    const char *list = tby_cli_find_value(call, "forgive");
    tby_str rest = tby_str_of(list ? list : ""), name;

    *out = 0;
    while (list && tby_str_field(&rest, ',', &name)) {
        tby_faults fault = fault_named(name);
        if (!fault) {
            tby_cli_usage(call->command, NULL,
                          "There is no fault named '%.*s'.", (int)name.n,
                          name.p);
            return false;
        }
        *out |= fault;
    }
    return true;
}

int tby_cli_read_line(const tby_cli_text *text, tby_line *line)
{
    tby_faults found = 0;
    tby_err err = {TBY_OK, 0};
    char sentence[512];

    tby_rc rc = tby_line_parse(text->body, NULL, line, &found, &err);
    if (rc == TBY_OK)
        return TBY_EXIT_OK;
    if (rc == TBY_E_POS_FAULTY) {
        tby_cli_diag_faults(text, found);
        return TBY_EXIT_MALFORMED;
    }
    tby_line_explain(text->body, &err, found, sentence, sizeof sentence);
    tby_cli_diag_at(text, err.at, sentence, tby_rc_name(rc));
    return tby_cli_exit_of(rc);
}
