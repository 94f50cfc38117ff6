/* call.c - what a command asks of the options and arguments it was given. */
#include "app/cli/cli.h"
#include "core/base/assert.h"
#include "core/base/num.h"

#include <string.h>

/* The number of an option of the command, or of the end of its list. */
static size_t find(const tby_cli_call *call, const char *option)
{
    const tby_cli_option *o = call->command->options;
    size_t i = 0;

    while (o && o[i].name && strcmp(o[i].name, option) != 0)
        i++;
    return i;
}

const char *tby_cli_value(const tby_cli_call *call, const char *option)
{
    size_t i = find(call, option);

    /* a command asks only for options of its own */
    TBY_ASSERT(call->command->options[i].name);
    return call->values[i];
}

bool tby_cli_is_repeated(const tby_cli_call *call, const char *option)
{
    return tby_cli_find_value(call, option) &&
           call->repeated[find(call, option)];
}

const char *tby_cli_find_value(const tby_cli_call *call, const char *option)
{
    const tby_cli_option *o = call->command->options;
    size_t i = find(call, option);

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

    if (tby_num_u64(tby_str_of(text), min, max, &value, NULL) != TBY_OK) {
        tby_cli_usage(call->command, NULL,
                      "%s must be a whole number from %u to %u, not '%s'.",
                      name, min, max, text);
        return false;
    }
    *out = (unsigned)value;
    return true;
}
