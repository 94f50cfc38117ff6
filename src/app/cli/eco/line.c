/* line.c - what a typed line comes through that has a name. */
#include "app/cli/eco/cmd_eco.h"

void tby_eco_print_then(const tby_last_named *l, size_t indent, size_t at)
{
    tby_buf text;

    if (!tby_last_named_inherited(l)) {
        putchar('\n');
        return;
    }
    tby_buf_init(&text, NULL, (size_t)1 << 20);
    tby_buf_cstr(&text, "then ");
    tby_last_named_then(l, &text);
    tby_buf_char(&text, '\0');
    fputs(", ", stdout);
    tby_cli_wrap(stdout, text.rc == TBY_OK ? text.p : "then ...", indent,
                 at + 2);
    tby_buf_free(&text);
}
