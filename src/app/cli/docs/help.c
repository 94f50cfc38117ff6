/* help.c - tabiya help: the table as a person reads it, or as JSON for
 * programs.
 */
#include "app/cli/cli.h"
#include "app/cli/commands.h"
#include "core/base/assert.h"
#include "core/base/str.h"

#include <string.h>

enum {
    SUMMARY = 26, /* where summaries begin in the list of commands */
    OPTION = 22   /* where the help of options begins */
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
    tby_print_wrap(out, text, column, at);
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

static void help_all(FILE *out)
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
    tby_print_wrap(
        out,
        "POS is 'start', a FEN or EPD, or the moves from the start "
        "such as 1.e4 c5 2.Nf3; '-' reads one position for each line "
        "of standard input.  'tabiya help COMMAND' says more.",
        0, 0);
}

static void help_noun(FILE *out, const char *noun)
{
    fprintf(out, "Usage: tabiya %s COMMAND [ARGUMENTS]\n\nCommands:\n", noun);
    for (size_t i = 0; tby_cli_table[i]; i++) {
        if (strcmp(tby_cli_table[i]->noun, noun) == 0)
            command_entry(out, tby_cli_table[i]);
    }
}

static void help_command(FILE *out, const tby_cli_command *command)
{
    char name[TBY_CLI_NAME];
    bool own = command->options && command->options->name;

    tby_cli_name(command, name);
    fprintf(out, "tabiya %s: %s\n\nUsage: tabiya %s%s%s%s\n\n", name,
            command->summary, name, own ? " [OPTIONS]" : "",
            *command->args ? " " : "", command->args);
    tby_print_wrap(out, command->about, 0, 0);
    fputs("\nOptions:\n", out);
    option_entries(out, command->options);
    option_entries(out, tby_cli_globals);
    const tby_cli_example *e = command->examples;
    if (e && e->line)
        fputs("\nExamples:\n", out);
    for (; e && e->line; e++) {
        fprintf(out, "  %s\n", e->line);
        tby_print_wrap(out, e->what, 6, 0);
    }
}

void tby_cli_help(FILE *out, const tby_cli_command *command, const char *noun)
{
    if (command)
        help_command(out, command);
    else if (noun)
        help_noun(out, noun);
    else
        help_all(out);
}

/* Is the command named by the words, or by the first part of them? */
static bool named(const tby_cli_command *c, const tby_cli_call *call)
{
    if (call->n > 0 && strcmp(c->noun, call->args[0]) != 0)
        return false;
    return call->n < 2 || (c->verb && strcmp(c->verb, call->args[1]) == 0);
}

static int as_json(const tby_cli_call *call)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; tby_cli_table[i] && code == TBY_EXIT_OK; i++) {
        if (named(tby_cli_table[i], call)) {
            const tby_cli_command *c = tby_cli_table[i];
            char name[TBY_CLI_NAME];
            tby_jsonw *w = tby_cli_json_object();

            tby_jsonw_put_cstr(w, "command", tby_cli_name(c, name));
            tby_jsonw_put_cstr(w, "arguments", c->args);
            tby_jsonw_put_cstr(w, "summary", c->summary);
            const tby_cli_option *o = c->options;
            tby_jsonw_put_array(w, "options");
            for (; o && o->name; o++) {
                tby_jsonw_object(w);
                tby_jsonw_put_cstr(w, "name", o->name);
                tby_jsonw_put_cstr(w, "argument", o->arg);
                tby_jsonw_put_cstr(w, "help", o->help);
                tby_jsonw_object_end(w);
            }
            tby_jsonw_array_end(w);
            code = tby_cli_json_object_end();
        }
    }
    return code;
}

static int print_help(const tby_cli_call *call)
{
    const char *noun = call->n > 0 ? call->args[0] : NULL;
    const char *verb = call->n > 1 ? call->args[1] : NULL;
    size_t i = 0;

    while (tby_cli_table[i] && !named(tby_cli_table[i], call))
        i++;
    if (!tby_cli_table[i])
        return verb && tby_cli_find_noun(noun) ? tby_cli_unknown(noun, verb)
                                               : tby_cli_unknown(NULL, noun);
    if (call->json)
        return as_json(call);
    tby_cli_help(stdout, noun ? tby_cli_find(noun, verb) : NULL, noun);
    return TBY_EXIT_OK;
}

const tby_cli_command tby_cmd_help = {
    TBY_CLI_SYNOPSIS("help", NULL, "[COMMAND] [VERB]",
                     "list the commands, or explain one"),
    .about = "Lists all commands, those of one word such as 'docs', or "
             "explains one command with its options and examples.",
    TBY_CLI_EXAMPLES(
        {"tabiya help perft", "the same as 'tabiya perft --help'"},
        {"tabiya help --json", "all commands and options, one line for each"}),
    .run = print_help,
};
