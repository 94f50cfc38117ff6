/* help.c - the table as a person reads it. */
#include "app/cli/cli.h"
#include "core/base/str.h"
#include "core/base/utf8.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    COLUMNS = 79,   /* the last of eighty stays free */
    NARROWEST = 30, /* less than that is no width to wrap to */
    SUMMARY = 26,   /* where summaries begin in the list of commands */
    OPTION = 22     /* where the help of options begins */
};

const tby_cli_command *tby_cli_find_noun(const char *noun)
{
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (strcmp(tby_cli_table[i]->noun, noun) == 0)
            return tby_cli_table[i];
    }
    return NULL;
}

const tby_cli_command *tby_cli_find(const char *noun, const char *verb)
{
    for (size_t i = 0; tby_cli_table[i]; i++) {
        const tby_cli_command *c = tby_cli_table[i];
        if (strcmp(c->noun, noun) != 0 || !c->verb != !verb)
            continue;
        if (!verb || strcmp(c->verb, verb) == 0)
            return c;
    }
    return NULL;
}

const char *tby_cli_name(const tby_cli_command *c, char buf[TBY_CLI_NAME])
{
    snprintf(buf, TBY_CLI_NAME, "%s%s%s", c->noun, c->verb ? " " : "",
             c->verb ? c->verb : "");
    return buf;
}

/* --- wrapping -------------------------------------------------------------*/

/* Eighty columns everywhere, so that documents are the same on every machine;
 * only a narrower terminal gets less. */
static size_t columns_of(FILE *out)
{
    struct winsize size;

    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) != 0 ||
        size.ws_col < NARROWEST || size.ws_col > COLUMNS)
        return COLUMNS;
    return size.ws_col - 1u;
}

static void pad(FILE *out, size_t n)
{
    while (n--)
        fputc(' ', out);
}

/* One paragraph; ends its last line. */
static void wrap_paragraph(FILE *out, tby_str text, size_t indent, size_t at)
{
    size_t columns = columns_of(out);
    bool first = true; /* word of its line */
    tby_str word;

    while (tby_str_word(&text, &word)) {
        size_t width = tby_utf8_count(word);

        if (!first && at + 1 + width > columns) {
            fputc('\n', out);
            pad(out, indent);
            at = indent;
            first = true;
        }
        if (!first) {
            fputc(' ', out);
            at++;
        }
        fwrite(word.p, 1, word.n, out);
        at += width;
        first = false;
    }
    fputc('\n', out);
}

void tby_cli_wrap(FILE *out, const char *text, size_t indent, size_t at)
{
    const char *gap;

    pad(out, at < indent ? indent - at : 0);
    at = at < indent ? indent : at;
    while ((gap = strstr(text, "\n\n")) != NULL) {
        wrap_paragraph(out, (tby_str){text, (size_t)(gap - text)}, indent, at);
        fputc('\n', out);
        pad(out, indent);
        at = indent;
        text = gap + 2;
    }
    wrap_paragraph(out, tby_str_of(text), indent, at);
}

/* --- lists ----------------------------------------------------------------*/

/* A heading of so many columns in front of a wrapped text, on a line of its
 * own if it is too wide. */
static void entry(FILE *out, const char *heading, size_t column,
                  const char *text)
{
    size_t at = (size_t)fprintf(out, "  %s", heading);

    if (at + 2 > column) {
        fputc('\n', out);
        at = 0;
    }
    tby_cli_wrap(out, text, column, at);
}

static void command_entry(FILE *out, const tby_cli_command *c)
{
    char name[TBY_CLI_NAME];
    char heading[160];

    snprintf(heading, sizeof heading, "%s%s%s", tby_cli_name(c, name),
             *c->args ? " " : "", c->args);
    entry(out, heading, SUMMARY, c->summary);
}

static void option_entries(FILE *out, const tby_cli_option *options)
{
    char heading[100];

    for (; options && options->name; options++) {
        snprintf(heading, sizeof heading, "--%s%s%s", options->name,
                 options->arg ? " " : "", options->arg ? options->arg : "");
        entry(out, heading, OPTION, options->help);
    }
}

/* A noun with verbs is a block of its own; single words stay together. */
static bool starts_block(size_t i)
{
    const tby_cli_command *c = tby_cli_table[i];
    const tby_cli_command *before = i ? tby_cli_table[i - 1] : c;

    if (!c->verb && !before->verb)
        return false;
    return strcmp(c->noun, before->noun) != 0;
}

void tby_cli_help_all(FILE *out)
{
    fprintf(out,
            "tabiya %s, a workbench for chess positions, openings and games\n"
            "\n"
            "Usage: tabiya [--json] COMMAND [ARGUMENTS]\n"
            "\n"
            "Commands:\n",
            tby_version());
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (starts_block(i))
            fputc('\n', out);
        command_entry(out, tby_cli_table[i]);
    }
    fputs("\nOptions:\n", out);
    option_entries(out, tby_cli_globals);
    option_entries(out, tby_cli_alone);
    fputc('\n', out);
    tby_cli_wrap(out,
                 "POS is 'start', a FEN or EPD, or the moves from the start "
                 "such as 1.e4 c5 2.Nf3; '-' reads one position for each line "
                 "of standard input.  'tabiya help COMMAND' says more.",
                 0, 0);
}

void tby_cli_help_noun(FILE *out, const char *noun)
{
    fprintf(out, "Usage: tabiya %s COMMAND [ARGUMENTS]\n\nCommands:\n", noun);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (strcmp(tby_cli_table[i]->noun, noun) == 0)
            command_entry(out, tby_cli_table[i]);
    }
}

static void examples(FILE *out, const tby_cli_example *e)
{
    if (e && e->line)
        fputs("\nExamples:\n", out);
    for (; e && e->line; e++) {
        fprintf(out, "  %s\n", e->line);
        tby_cli_wrap(out, e->what, 6, 0);
    }
}

void tby_cli_help_command(FILE *out, const tby_cli_command *command)
{
    char name[TBY_CLI_NAME];
    bool own = command->options && command->options->name;

    tby_cli_name(command, name);
    fprintf(out, "tabiya %s: %s\n\nUsage: tabiya %s%s%s%s\n\n", name,
            command->summary, name, own ? " [OPTIONS]" : "",
            *command->args ? " " : "", command->args);
    tby_cli_wrap(out, command->about, 0, 0);
    fputs("\nOptions:\n", out);
    option_entries(out, command->options);
    option_entries(out, tby_cli_globals);
    examples(out, command->examples);
}
