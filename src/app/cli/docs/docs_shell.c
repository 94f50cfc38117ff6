/* docs_shell.c - see docs_shell.h. */
#include "app/cli/docs/docs_shell.h"

#include "core/base/str.h"

#include <string.h>

tby_cli_values tby_cli_values_of(tby_str placeholder)
{
    static const struct {
        const char *name;
        tby_cli_values values;
    } KNOWN[] = {
        {"FILE", TBY_CLI_FILES},   {"IN", TBY_CLI_FILES},
        {"OUT", TBY_CLI_FILES},    {"DB", TBY_CLI_FILES},
        {"SOURCE", TBY_CLI_FILES}, {"DIR", TBY_CLI_DIRS},
        {"POS", TBY_CLI_POSITION}, {"COMMAND", TBY_CLI_COMMANDS},
    };

    if (placeholder.n && memchr(placeholder.p, '|', placeholder.n))
        return TBY_CLI_CHOICE;
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        if (tby_str_is(placeholder, KNOWN[i].name))
            return KNOWN[i].values;
    }
    return TBY_CLI_ANYTHING;
}

bool tby_cli_next_arg(tby_str *rest, tby_str *arg, bool *repeats)
{
    tby_str word;

    if (!tby_str_word(rest, &word))
        return false;
    if (repeats)
        *repeats = memchr(word.p, '.', word.n) != NULL;
    while (word.n && (word.p[0] == '['))
        word = tby_str_from(word, 1);
    while (word.n && strchr("].", word.p[word.n - 1]))
        word.n--;
    *arg = word;
    return true;
}

static bool begins_noun(size_t i)
{
    return i == 0 ||
           strcmp(tby_cli_table[i]->noun, tby_cli_table[i - 1]->noun) != 0;
}

size_t tby_cli_noun_end(size_t i)
{
    do
        i++;
    while (tby_cli_table[i] && !begins_noun(i));
    return i;
}
