/* term.c - what standard output can show. */
#include "app/cli/cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Terminals without 256 colours are rare enough to be listed. */
static bool has_colours(const char *term)
{
    return *term && strcmp(term, "dumb") != 0 && strcmp(term, "linux") != 0 &&
           strncmp(term, "vt", 2) != 0;
}

tby_cli_look tby_cli_look_of_stdout(void)
{
    const char *term = getenv("TERM");
    const char *no_color = getenv("NO_COLOR"); /* https://no-color.org */
    tby_cli_look look = {.terminal = isatty(STDOUT_FILENO) != 0};

    if (!look.terminal)
        return look;
    look.figurines = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    look.colour = term && has_colours(term) && !(no_color && *no_color);
    return look;
}
