/* cmd_eco_list.c - see cmd_eco_list.h. */
#include "app/cli/cmd_eco_list.h"

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

/* What a source does not say of the roots is said here: a record that is added
 * again is joined with itself. */
static tby_rc mark_roots(tby_openings *t)
{
    size_t roots[TBY_ECO_CODES];
    tby_rc rc = TBY_OK;

    tby_openings_roots(t, roots);
    for (size_t i = 0; i < TBY_ECO_CODES && rc == TBY_OK; i++) {
        if (roots[i] == TBY_OPENINGS_NONE)
            continue;
        tby_opening o = *tby_openings_at(t, roots[i]);
        o.eco_root = true;
        rc = tby_openings_add(t, &o);
    }
    return rc;
}

int tby_eco_unpack(const tby_book *b, tby_openings **out)
{
    *out = NULL;
    tby_rc rc = tby_openings_open(out, TBY_IDENTITY_POSITION, NULL);
    if (rc == TBY_OK)
        rc = tby_book_unpack(b, *out);
    if (rc == TBY_OK)
        rc = mark_roots(*out);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("openings", rc);
}

const tby_opening *tby_eco_record(const tby_openings *t, const tby_book *b,
                                  uint32_t entry)
{
    tby_opening o;

    /* not by number: a book that lies may have a position twice */
    tby_book_get(b, entry, &o);
    return tby_openings_at(t, tby_openings_find(t, &o.pos));
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
    tby_eco_json_opening(w, o);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}
