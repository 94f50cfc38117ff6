/* position.c - the POS of a command line: words, or lines of standard input,
 * each read into a position or complained about. */
#include "app/cli/cli.h"
#include "core/base/str.h"

#include <string.h>
#include <unistd.h>

enum { LINE_MOST = 1 << 20 }; /* a game of 5,949 moves has about 80 kB */

void tby_cli_texts_open(tby_cli_texts *in, char *const words[], size_t n)
{
    /* only alone: "-" is also a field of a FEN */
    *in = (tby_cli_texts){.standard = n == 1 && strcmp(words[0], "-") == 0};
    tby_buf_init(&in->words, NULL, LINE_MOST);
    if (in->standard)
        in->rc = tby_lines_open(&in->lines, STDIN_FILENO, LINE_MOST);
    for (size_t i = 0; i < n; i++)
        tby_buf_join(&in->words, i ? " " : "", words[i]);
    if (n == 0)
        tby_buf_cstr(&in->words, "start");
}

void tby_cli_texts_note(tby_cli_texts *in, int code)
{
    in->code = code > in->code ? code : in->code;
}

bool tby_cli_next_text(tby_cli_texts *in)
{
    tby_cli_text *text = &in->text;

    if (!in->standard) {
        if (in->words.rc != TBY_OK && !in->ended)
            in->code = tby_cli_fail("argument", in->words.rc);
        *text = (tby_cli_text){.file = "argument",
                               .line = 1,
                               .whole = tby_buf_str(&in->words),
                               .body = tby_str_trim(tby_buf_str(&in->words))};
        bool first = !in->ended;
        in->ended = true;
        return first && in->words.rc == TBY_OK;
    }
    /* answers that go nowhere need not be found; main() reports it */
    while ((in->rc == TBY_OK || in->rc == TBY_E_LIMIT) && !ferror(stdout)) {
        tby_str line = {"", 0};

        in->rc = tby_lines_next(&in->lines, &line);
        if (in->rc == TBY_E_LIMIT) {
            tby_cli_diag("stdin", (tby_place){in->lines.number, 1},
                         "The line is longer than a megabyte.",
                         tby_rc_name(in->rc));
            tby_cli_texts_note(in, TBY_EXIT_MALFORMED);
        }
        *text = (tby_cli_text){.file = "stdin",
                               .line = in->lines.number,
                               .whole = line,
                               .body = tby_str_trim(line)};
        if (in->rc == TBY_OK && text->body.n && text->body.p[0] != '#')
            return true;
    }
    return false;
}

bool tby_cli_next_line(tby_cli_texts *in)
{
    tby_line_free(&in->line);
    while (tby_cli_next_text(in)) {
        int code = tby_cli_read_line(&in->text, &in->line);
        if (code == TBY_EXIT_OK)
            return true;
        tby_cli_texts_note(in, code);
    }
    return false;
}

int tby_cli_texts_close(tby_cli_texts *in)
{
    tby_line_free(&in->line);
    tby_buf_free(&in->words);
    if (in->standard) {
        tby_lines_close(&in->lines);
        if (in->rc < 0 && in->rc != TBY_E_LIMIT && !ferror(stdout))
            tby_cli_texts_note(in, tby_cli_fail("stdin", in->rc));
    }
    return in->code;
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

bool tby_cli_is_faults(const char *word)
{
    bool name = word[strspn(word, "abcdefghijklmnopqrstuvwxyz_,")] == '\0';

    return name && (strchr(word, '_') || strcmp(word, "all") == 0);
}

bool tby_cli_forgive(const tby_cli_call *call, tby_faults *out)
{
    const char *list = tby_cli_find_value(call, "forgive");
    tby_str rest = tby_str_of(list ? list : ""), name;

    *out = 0;
    while (list && tby_str_field(&rest, ',', &name)) {
        tby_faults fault = fault_named(name);
        if (!fault) {
            TBY_CLI_USAGE(call, "There is no fault named '%.*s'.", (int)name.n,
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
