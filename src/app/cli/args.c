/* args.c - the command line against the table.
 *
 * Options may stand anywhere behind the command; before it only those that
 * every command takes.  `--name value` and `--name=value` are the same, the
 * last one counts, and `--` ends them.  A lone `-` is an argument. */
#include "app/cli/cli.h"
#include "core/base/str.h"

#include <string.h>

typedef struct parse {
    int argc;
    char **argv;
    int at;
    bool ended; /* "--" was seen */
    tby_cli_request *out;
} parse;

/* --- options --------------------------------------------------------------*/

static const tby_cli_option *find_option(const tby_cli_option *options,
                                         tby_str name)
{
    for (; options && options->name; options++) {
        if (tby_str_is(name, options->name))
            return options;
    }
    return NULL;
}

static int unknown_option(const parse *p, tby_str name)
{
    const char *words[TBY_CLI_OPTIONS + 8];
    const tby_cli_option *own =
        p->out->call.command ? p->out->call.command->options : NULL;
    char typed[TBY_CLI_NAME];
    char hint[160];
    size_t n = 0;

    for (const tby_cli_option *o = own; o && o->name; o++)
        words[n++] = o->name;
    for (const tby_cli_option *o = tby_cli_globals; o->name; o++)
        words[n++] = o->name;
    for (const tby_cli_option *o = tby_cli_alone; o->name; o++)
        words[n++] = o->name;
    words[n] = NULL;
    snprintf(typed, sizeof typed, "%.*s", (int)(name.n < 60 ? name.n : 60),
             name.p);
    const char *near = tby_cli_nearest(typed, words);
    if (near)
        snprintf(hint, sizeof hint, "Did you mean '--%s'?", near);
    return tby_cli_usage(p->out->call.command, near ? hint : NULL,
                         p->out->call.command
                             ? "There is no option '--%s'."
                             : "There is no option '--%s' before "
                               "the command.",
                         typed);
}

/* "a|b|c" is a closed list; anything else takes any text. */
static bool is_choice(const char *arg, const char *value)
{
    tby_str rest = tby_str_of(arg);
    tby_str choice;

    if (!strchr(arg, '|'))
        return true;
    while (tby_str_field(&rest, '|', &choice)) {
        if (tby_str_is(choice, value))
            return true;
    }
    return false;
}

/* An option of the command itself; equals is NULL or stands before its value.
 */
static int take_own(parse *p, const tby_cli_command *c, const tby_cli_option *o,
                    const char *equals)
{
    const char **slot = &p->out->call.values[o - c->options];

    if (!o->arg && equals)
        return tby_cli_usage(c, NULL, "--%s takes no value.", o->name);
    if (o->arg && !equals && p->at == p->argc)
        return tby_cli_usage(c, NULL, "--%s needs a value: %s.", o->name,
                             o->arg);
    const char *value = !o->arg ? "" : equals ? equals + 1 : p->argv[p->at++];
    p->out->call.repeated[o - c->options] |= *slot && strcmp(*slot, value) != 0;
    *slot = value;
    if (o->arg && !is_choice(o->arg, *slot))
        return tby_cli_usage(c, NULL, "--%s must be one of %s, not '%s'.",
                             o->name, o->arg, *slot);
    return TBY_EXIT_OK;
}

/* One that every command takes, or that stands alone. */
static void set_common(tby_cli_request *out, const char *name)
{
    if (strcmp(name, "json") == 0)
        out->call.json = true;
    else if (strcmp(name, "help") == 0)
        out->help = true;
    else if (strcmp(name, "version") == 0)
        out->version = true;
}

/* word stands behind the dashes. */
static int take_option(parse *p, const char *word)
{
    const tby_cli_command *c = p->out->call.command;
    const char *equals = strchr(word, '=');
    tby_str name = tby_str_of(word);

    if (equals)
        name.n = (size_t)(equals - word);
    const tby_cli_option *o = c ? find_option(c->options, name) : NULL;
    if (o)
        return take_own(p, c, o, equals);
    o = find_option(tby_cli_globals, name);
    if (!o)
        o = find_option(tby_cli_alone, name);
    if (!o)
        return unknown_option(p, name);
    if (equals)
        return tby_cli_usage(c, NULL, "--%s takes no value.", o->name);
    set_common(p->out, o->name);
    return TBY_EXIT_OK;
}

/* --- the command ----------------------------------------------------------*/

int tby_cli_unknown(const char *noun, const char *word)
{
    const char *words[256];
    const char *last = "";
    char hint[200];
    size_t n = 0;

    for (size_t i = 0; tby_cli_table[i] && n < 255; i++) {
        const tby_cli_command *c = tby_cli_table[i];
        const char *candidate = noun ? c->verb : c->noun;
        if ((noun && strcmp(noun, c->noun) != 0) || !candidate ||
            strcmp(candidate, last) == 0)
            continue;
        words[n++] = candidate;
        last = candidate;
    }
    words[n] = NULL;
    const char *near = tby_cli_nearest(word, words);
    const char *space = noun ? " " : "";
    if (near)
        snprintf(hint, sizeof hint, "Did you mean 'tabiya %s%s%s'?",
                 noun ? noun : "", space, near);
    else
        snprintf(hint, sizeof hint, "'tabiya help%s%s' lists the commands.",
                 space, noun ? noun : "");
    return tby_cli_usage(NULL, hint, "There is no command '%s%s%s'.",
                         noun ? noun : "", space, word);
}

/* The first word is the noun, the second the verb where there are verbs. */
static int take_word(parse *p, char *word)
{
    tby_cli_call *call = &p->out->call;

    if (call->command) {
        call->args[call->n++] = word;
        return TBY_EXIT_OK;
    }
    if (p->out->noun) {
        call->command = tby_cli_find(p->out->noun, word);
        return call->command ? TBY_EXIT_OK
                             : tby_cli_unknown(p->out->noun, word);
    }
    if (!tby_cli_find_noun(word))
        return tby_cli_unknown(NULL, word);
    p->out->noun = word;
    call->command = tby_cli_find(word, NULL);
    return TBY_EXIT_OK;
}

/* Arguments overwrite words of argv that have been read already. */
static int take_all(parse *p)
{
    int code = TBY_EXIT_OK;

    while (p->at < p->argc && code == TBY_EXIT_OK) {
        char *word = p->argv[p->at++];

        if (p->ended || word[0] != '-' || word[1] == '\0')
            code = take_word(p, word);
        else if (strcmp(word, "--") == 0)
            p->ended = true;
        else if (strcmp(word, "-h") == 0)
            p->out->help = true;
        else if (word[1] == '-')
            code = take_option(p, word + 2);
        else
            code = tby_cli_usage(p->out->call.command,
                                 "Options are whole words such as '--json'; "
                                 "behind '--' nothing is one.",
                                 "There is no option '%s'.", word);
    }
    return code;
}

/* --- arguments ------------------------------------------------------------*/

int tby_cli_check_arguments(const tby_cli_call *call)
{
    tby_str rest = tby_str_of(call->command->args);
    tby_str word;
    size_t most = 0;
    bool repeats = false;

    for (size_t i = 0; tby_str_word(&rest, &word); i++) {
        bool dots = memchr(word.p, '.', word.n) != NULL;
        if (word.p[0] != '[' && call->n <= i)
            return tby_cli_usage(call->command, NULL, "%.*s is missing.",
                                 (int)(dots ? word.n - 3 : word.n), word.p);
        repeats = repeats || dots;
        most++;
    }
    if (!repeats && call->n > most)
        return tby_cli_usage(call->command, NULL,
                             "There is one argument too many: '%s'.",
                             call->args[most]);
    return TBY_EXIT_OK;
}

int tby_cli_parse(int argc, char **argv, tby_cli_request *out)
{
    parse p = {.argc = argc, .argv = argv, .at = 1, .out = out};

    *out = (tby_cli_request){.call = {.args = argv}};
    return take_all(&p);
}
