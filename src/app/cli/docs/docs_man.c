/* docs_man.c - the table as a manual page, in roff. */
#include "app/cli/cli.h"
#include "core/base/str.h"

#include <string.h>

static const char *roff_of(char c)
{
    switch (c) {
    case '\\':
        return "\\e";
    case '-':
        return "\\-"; /* a minus that can be copied to a command line */
    case '\'':
        return "\\(aq";
    case '`':
        return "\\(ga";
    case '^':
        return "\\(ha";
    case '~':
        return "\\(ti";
    default:
        return NULL;
    }
}

/* Text within a line.  A dot or a quote at the start of a line would be a
 * request, so that a word never begins one without \&. */
static void put(FILE *out, tby_str text, bool at_start)
{
    if (at_start && text.n && (text.p[0] == '.' || text.p[0] == '\''))
        fputs("\\&", out);
    for (size_t i = 0; i < text.n; i++) {
        const char *roff = roff_of(text.p[i]);
        if (roff)
            fputs(roff, out);
        else
            fputc(text.p[i], out);
    }
}

static void put_line(FILE *out, const char *text)
{
    put(out, tby_str_of(text), true);
    fputc('\n', out);
}

/* A paragraph as one sentence-sized piece of input a line: roff fills. */
static void put_paragraph(FILE *out, tby_str text)
{
    tby_str word;
    bool start = true;

    while (tby_str_word(&text, &word)) {
        if (!start)
            fputc(' ', out);
        put(out, word, start);
        char end = word.p[word.n - 1];
        start = end == '.' || end == ':';
        if (start)
            fputc('\n', out);
    }
    if (!start)
        fputc('\n', out);
}

static void put_about(FILE *out, const char *text)
{
    const char *gap;

    while ((gap = strstr(text, "\n\n")) != NULL) {
        put_paragraph(out, (tby_str){text, (size_t)(gap - text)});
        fputs(".PP\n", out);
        text = gap + 2;
    }
    put_paragraph(out, tby_str_of(text));
}

/* Here they are sentences; elsewhere they stand behind something. */
static void put_capital(FILE *out, tby_str text)
{
    char first = text.n ? text.p[0] : ' ';

    if (first < 'a' || first > 'z') {
        put(out, text, true);
        return;
    }
    fputc(first - 'a' + 'A', out);
    put(out, tby_str_from(text, 1), false);
}

static void put_options(FILE *out, const tby_cli_option *o)
{
    for (; o && o->name; o++) {
        fputs(".TP\n.B \\-\\-", out);
        put(out, tby_str_of(o->name), false);
        if (o->arg) {
            fputs(" \\fI", out);
            put(out, tby_str_of(o->arg), false);
            fputs("\\fR", out);
        }
        fputc('\n', out);
        put_capital(out, tby_str_of(o->help));
        fputs(".\n", out);
    }
}

static void put_examples(FILE *out, const tby_cli_example *e)
{
    for (; e && e->line; e++) {
        fputs(".PP\n", out);
        put_capital(out, tby_str_of(e->what));
        fputs(":\n.PP\n.RS\n.nf\n", out);
        put_line(out, e->line);
        fputs(".fi\n.RE\n", out);
    }
}

static void put_command(FILE *out, const tby_cli_command *c)
{
    char name[TBY_CLI_NAME];

    fputs(".SS tabiya ", out);
    put(out, tby_str_of(tby_cli_name(c, name)), false);
    fputs(*c->args ? " " : "", out);
    put(out, tby_str_of(c->args), false);
    fputc('\n', out);
    put_about(out, c->about);
    put_options(out, c->options);
    put_examples(out, c->examples);
}

static void put_heading(FILE *out)
{
    fprintf(out,
            ".\\\" made by 'tabiya docs man'\n"
            ".TH TABIYA 1 \"\" \"tabiya %s\" \"User Commands\"\n"
            ".SH NAME\n"
            "tabiya \\- a workbench for chess positions, openings and games\n"
            ".SH SYNOPSIS\n"
            ".B tabiya\n"
            ".RB [ \\-\\-json ]\n"
            ".I command\n"
            ".RI [ arguments ]\n"
            ".SH DESCRIPTION\n",
            tby_version());
    put_about(out,
              "tabiya answers questions about chess positions. Its commands "
              "are listed below; 'tabiya help' lists them too.\n\n"
              "Where a command asks for POS, it takes 'start', a FEN or EPD "
              "of three to six fields, or the moves from the start in SAN or "
              "UCI, with or without move numbers. A lone '-' stands for "
              "standard input.\n\n"
              "Options may stand anywhere behind the command, as '--name "
              "value' or '--name=value'; '--' ends them. Every command takes:");
    put_options(out, tby_cli_globals);
    fputs(".PP\nThe program alone takes:\n", out);
    put_options(out, tby_cli_alone);
}

static void put_ending(FILE *out)
{
    fputs(".SH EXIT STATUS\n"
          ".TP\n.B 0\nAll went well.\n"
          ".TP\n.B 1\nThe answer is no, or nothing was found.\n"
          ".TP\n.B 2\nThe command line was not understood, or a file could "
          "not be read or written.\n"
          ".TP\n.B 3\nSome or all of the input was malformed.\n"
          ".TP\n.B 4\nThere was no memory, or the program is wrong.\n"
          ".SH DIAGNOSTICS\n",
          out);
    put_about(out, "Complaints go to standard error, one line for each: "
                   "'tabiya: FILE:LINE:COLUMN: sentence (name)'. The names "
                   "in parentheses do not change between versions.");
    fputs(".SH ENVIRONMENT\n"
          ".TP\n.B NO_COLOR\nIf set and not empty, nothing is coloured.\n"
          ".TP\n.BR LC_ALL \", \" LC_CTYPE \", \" LANG\n"
          "In a UTF\\-8 locale boards on a terminal have figurines.\n",
          out);
}

void tby_cli_docs_man(FILE *out)
{
    put_heading(out);
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; tby_cli_table[i]; i++)
        put_command(out, tby_cli_table[i]);
    put_ending(out);
}
