/* cmd_help.c - tabiya help: the table for people, or as JSON for programs. */
#include "app/cli/commands.h"

#include <string.h>

static void json_options(tby_jsonw *w, const tby_cli_option *o)
{
    tby_jsonw_key(w, "options");
    tby_jsonw_array(w);
    for (; o && o->name; o++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "name", o->name);
        tby_jsonw_put_cstr(w, "argument", o->arg);
        tby_jsonw_put_cstr(w, "help", o->help);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
}

static int json_command(const tby_cli_command *c)
{
    char name[TBY_CLI_NAME];
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "command", tby_cli_name(c, name));
    tby_jsonw_put_cstr(w, "arguments", c->args);
    tby_jsonw_put_cstr(w, "summary", c->summary);
    json_options(w, c->options);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
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
        if (named(tby_cli_table[i], call))
            code = json_command(tby_cli_table[i]);
    }
    return code;
}

static int as_text(const tby_cli_call *call)
{
    const tby_cli_command *c = NULL;

    if (call->n > 0)
        c = tby_cli_find(call->args[0], call->n > 1 ? call->args[1] : NULL);
    if (c)
        tby_cli_help_command(stdout, c);
    else if (call->n > 0)
        tby_cli_help_noun(stdout, call->args[0]);
    else
        tby_cli_help_all(stdout);
    return TBY_EXIT_OK;
}

static int run(const tby_cli_call *call)
{
    size_t i = 0;

    while (tby_cli_table[i] && !named(tby_cli_table[i], call))
        i++;
    if (!tby_cli_table[i])
        return tby_cli_unknown(
            call->n > 1 && tby_cli_find_noun(call->args[0]) ? call->args[0]
                                                            : NULL,
            call->n > 1 && tby_cli_find_noun(call->args[0]) ? call->args[1]
                                                            : call->args[0]);
    return call->json ? as_json(call) : as_text(call);
}

static const tby_cli_example EXAMPLES[] = {
    {"tabiya help perft", "the same as 'tabiya perft --help'"},
    {"tabiya help --json", "all commands and options, one line for each"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_help = {
    .noun = "help",
    .args = "[COMMAND] [VERB]",
    .summary = "list the commands, or explain one",
    .about = "Lists all commands, those of one word such as 'docs', or "
             "explains one command with its options and examples.",
    .examples = EXAMPLES,
    .run = run,
};
