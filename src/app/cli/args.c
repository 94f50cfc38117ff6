/* args.c - the command line against the table.
 *
 * Options may stand anywhere after the command; before it only those that
 * every command takes.  `--name value` and `--name=value` are the same, the
 * last one counts, and `--` ends them.  A lone `-` is an argument.  A value in
 * brackets may be missing: a list of faults, which are then all meant. */
#include "app/cli/cli.h"
#include "core/base/assert.h"
#include "core/base/num.h"
#include "core/base/str.h"

#include <string.h>

typedef struct parse {
    int argc;
    char **argv;
    int at;
    bool ended; /* "--" was seen */
    tby_cli_request *out;
} parse;

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
    const char *words[TBY_CLI_OPTIONS_MAX + 8];
    const tby_cli_option *lists[] = {
        p->out->call.command ? p->out->call.command->options : NULL,
        tby_cli_globals, tby_cli_alone};
    char typed[TBY_CLI_NAME];
    char hint[160];
    size_t n = 0;

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const tby_cli_option *o = lists[i]; o && o->name; o++)
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

/* One database more than those so far, a line each as tby_store_open() takes
 * them; NULL: there is no room.  It is kept as long as argv. */
static char *join_database(const char *so_far, const char *one)
{
    static char where[1 << 16];
    size_t n = strlen(so_far), some = strlen(one);

    if (n + some + 2 > sizeof where)
        return NULL;
    memmove(where, so_far, n);
    where[n] = '\n';
    memcpy(where + n + 1, one, some + 1);
    return where;
}

/* word stands after the dashes. */
static int take_option(parse *p, const char *word)
{
    const tby_cli_command *c = p->out->call.command;
    const char *equals = strchr(word, '=');
    tby_str name = tby_str_of(word);

    if (equals)
        name.n = (size_t)(equals - word);
    const tby_cli_option *o = c ? find_option(c->options, name) : NULL;
    if (o) {
        /* An option of the command itself; equals is NULL or stands before its
         * value.
         */
        const char **slot = &p->out->call.values[o - c->options];

        TBY_ASSERT(o - c->options < TBY_CLI_OPTIONS_MAX);
        if (!o->arg && equals)
            return tby_cli_usage(c, NULL, "--%s takes no value.", o->name);
        bool last = p->at == p->argc;
        bool alone = o->arg && o->arg[0] == '[' && !equals &&
                     (last || !tby_cli_is_faults(p->argv[p->at]));
        if (o->arg && !alone && !equals && last)
            return tby_cli_usage(c, NULL, "--%s needs a value: %s.", o->name,
                                 o->arg);
        const char *value = !o->arg  ? ""
                            : equals ? equals + 1
                            : alone  ? "all"
                                     : p->argv[p->at++];
        if (*slot && strcmp(o->arg ? o->arg : "", "DB") == 0 &&
            !(value = join_database(*slot, value)))
            return tby_cli_usage(c, NULL, "There are too many databases.");
        p->out->call.repeated[o - c->options] |=
            *slot && strcmp(*slot, value) != 0;
        *slot = value;
        if (o->arg && strstr(o->arg, "...")) {
            if (p->out->call.many_n == TBY_CLI_VALUES)
                return tby_cli_usage(c, NULL, "--%s is given too often.",
                                     o->name);
            p->out->call.many[p->out->call.many_n++] = value;
        }
        if (o->arg && !is_choice(o->arg, *slot))
            return tby_cli_usage(c, NULL, "--%s must be one of %s, not '%s'.",
                                 o->name, o->arg, *slot);
        return TBY_EXIT_OK;
    }
    o = find_option(tby_cli_globals, name);
    if (!o)
        o = find_option(tby_cli_alone, name);
    if (!o)
        return unknown_option(p, name);
    if (equals)
        return tby_cli_usage(c, NULL, "--%s takes no value.", o->name);
    /* one that every command takes, or that stands alone */
    if (strcmp(o->name, "json") == 0)
        p->out->call.json = true;
    else if (strcmp(o->name, "help") == 0)
        p->out->help = true;
    else if (strcmp(o->name, "version") == 0)
        p->out->version = true;
    return TBY_EXIT_OK;
}

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

    TBY_ASSERT(call->n < (size_t)p->at);
    /* a command of one word may have verbs beside it: engine, engine list */
    const tby_cli_command *beside =
        call->command && !call->command->verb && call->n == 0
            ? tby_cli_find(p->out->noun, word)
            : NULL;
    for (size_t i = 0; i < TBY_CLI_OPTIONS_MAX; i++)
        beside = call->values[i] ? NULL : beside;
    if (beside) {
        call->command = beside;
        return TBY_EXIT_OK;
    }
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

/* Is it a database beside another one?  By its name alone. */
static bool is_database(const char *arg)
{
    size_t n = strlen(arg);

    return n > 1 &&
           (arg[n - 1] == '/' || (n > 4 && strcmp(arg + n - 4, ".tdb") == 0));
}

/* Where a command takes "DB..." first, several files become one argument; what
 * it needs besides is left. */
static int join_databases(tby_cli_call *call)
{
    tby_str rest = tby_str_of(call->command->args), word;
    size_t n = 1, needs = 0;

    if (strncmp(call->command->args, "DB...", 5) != 0)
        return TBY_EXIT_OK;
    while (tby_str_word(&rest, &word))
        needs += word.p[0] != '[';
    for (; n + needs <= call->n && is_database(call->args[n]); n++)
        if (!(call->args[0] = join_database(call->args[0], call->args[n])))
            return TBY_CLI_USAGE(call, "There are too many databases.");
    for (size_t i = n; i < call->n; i++)
        call->args[i - n + 1] = call->args[i];
    call->n -= call->n ? n - 1 : 0;
    return TBY_EXIT_OK;
}

int tby_cli_check_arguments(tby_cli_call *call)
{
    tby_str rest = tby_str_of(call->command->args);
    tby_str word;
    size_t most = 0;
    bool repeats = false;

    TBY_ASSERT(call->command && call->command->args);
    TBY_CLI_TRY(join_databases(call));
    for (size_t i = 0; tby_str_word(&rest, &word); i++) {
        bool dots = memchr(word.p, '.', word.n) != NULL;
        if (word.p[0] != '[' && call->n <= i)
            return TBY_CLI_USAGE(call, "%.*s is missing.",
                                 (int)(dots ? word.n - 3 : word.n), word.p);
        repeats = repeats || (dots && !tby_str_is(word, "DB..."));
        most++;
    }
    if (!repeats && call->n > most)
        return TBY_CLI_USAGE(call, "There is one argument too many: '%s'.",
                             call->args[most]);
    return TBY_EXIT_OK;
}

int tby_cli_parse(int argc, char **argv, tby_cli_request *out)
{
    parse p = {.argc = argc, .argv = argv, .at = 1, .out = out};

    TBY_ASSERT(argc >= 1);
    *out = (tby_cli_request){.call = {.args = argv}};
    /* arguments overwrite words of argv that have been read already */
    int code = TBY_EXIT_OK;

    while (p.at < p.argc && code == TBY_EXIT_OK) {
        char *word = p.argv[p.at++];

        if (p.ended || word[0] != '-' || word[1] == '\0')
            code = take_word(&p, word);
        else if (strcmp(word, "--") == 0)
            p.ended = true;
        else if (strcmp(word, "-h") == 0)
            p.out->help = true;
        else if (word[1] == '-')
            code = take_option(&p, word + 2);
        else
            code = tby_cli_usage(p.out->call.command,
                                 "Options are whole words such as '--json'; "
                                 "after '--' nothing is one.",
                                 "There is no option '%s'.", word);
    }
    return code;
}

/* The number of an option of the command, or of the end of its list. */
static size_t index_of(const tby_cli_call *call, const char *option)
{
    const tby_cli_option *o = call->command->options;
    size_t i = 0;

    while (o && o[i].name && strcmp(o[i].name, option) != 0)
        i++;
    return i;
}

const char *tby_cli_value(const tby_cli_call *call, const char *option)
{
    size_t i = index_of(call, option);

    /* a command asks only for options of its own */
    TBY_ASSERT(call->command->options[i].name);
    return call->values[i];
}

bool tby_cli_is_repeated(const tby_cli_call *call, const char *option)
{
    return tby_cli_find_value(call, option) &&
           call->repeated[index_of(call, option)];
}

const char *tby_cli_find_value(const tby_cli_call *call, const char *option)
{
    const tby_cli_option *o = call->command->options;
    size_t i = index_of(call, option);

    return o && o[i].name ? call->values[i] : NULL;
}

bool tby_cli_has(const tby_cli_call *call, const char *option)
{
    return tby_cli_value(call, option) != NULL;
}

bool tby_cli_number(const tby_cli_call *call, const char *name,
                    const char *text, unsigned min, unsigned max, unsigned *out)
{
    uint64_t value;

    TBY_ASSERT(min <= max);
    if (tby_num_u64(tby_str_of(text), min, max, &value, NULL) != TBY_OK) {
        TBY_CLI_USAGE(call,
                      "%s must be a whole number from %u to %u, not '%s'.",
                      name, min, max, text);
        return false;
    }
    *out = (unsigned)value;
    return true;
}

bool tby_cli_number_of(const tby_cli_call *call, const char *option,
                       unsigned min, unsigned max, unsigned *out)
{
    const char *text = tby_cli_find_value(call, option);
    char name[TBY_CLI_NAME];

    snprintf(name, sizeof name, "--%s", option);
    return !text || tby_cli_number(call, name, text, min, max, out);
}

enum { LONGEST = 40 }; /* nothing longer is a slip of the finger */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions, replacements and swaps of neighbours that turn a into
 * b (optimal string alignment), row by row. */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a);
    size_t m = strlen(b);
    size_t rows[3][LONGEST + 1];

    if (n > LONGEST || m > LONGEST)
        return SIZE_MAX;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3];
        const size_t *up = rows[(i + 2) % 3];
        const size_t *up2 = rows[(i + 1) % 3];

        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = up[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(row[j], least(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], up2[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

const char *tby_cli_nearest(const char *word, const char *const words[])
{
    const char *best = NULL;
    size_t length = strlen(word);
    /* a third of the letters may be wrong, but one always */
    size_t limit = (length < 3 ? 1 : length / 3) + 1;

    for (size_t i = 0; words[i]; i++) {
        size_t d = distance(word, words[i]);
        /* the start of a word, if it is more than a letter, is near */
        if (length > 1 && strncmp(word, words[i], length) == 0)
            d = 1;
        if (d < limit) {
            limit = d;
            best = words[i];
        }
    }
    return best;
}
