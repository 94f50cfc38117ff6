/* list.c - see list.h. */
#include "app/cli/eco/list.h"

int tby_eco_read(const tby_cli_call *call, char *const sources[], size_t n,
                 tby_openings **out)
{
    tby_eco e;
    int code = tby_eco_open(&e, call, sources, n);

    *out = NULL;
    if (code == TBY_EXIT_OK)
        code = tby_eco_table(&e, out);
    tby_eco_close(&e);
    return code;
}

int tby_eco_read_book(const tby_cli_call *call, tby_names_book **out)
{
    tby_eco e;
    int code = tby_eco_open(&e, call, NULL, 0);

    *out = NULL;
    if (code == TBY_EXIT_OK)
        code = tby_eco_book(&e, out);
    tby_eco_close(&e);
    return code;
}

void tby_eco_put_opening(const tby_opening *o)
{
    printf("%-3s  ", o->code[0] ? o->code : "-");
    tby_cli_put_clean(stdout, o->name);
    if (o->line && o->plies) {
        fputs(" (", stdout);
        tby_eco_print_moves(stdout, o);
        putchar(')');
    }
}

void tby_eco_print_opening(const tby_opening *o)
{
    tby_eco_put_opening(o);
    putchar('\n');
}

int tby_eco_print_json(const tby_opening *o)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_answer_opening(w, o);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}
