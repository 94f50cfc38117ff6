/* hits.c - what a search for openings finds, as text and as JSON. */
#include "app/cli/eco/list.h"

#include <string.h>

static void print_hit(const tby_eco_search *s, const tby_search_hit *hit)
{
    tby_opening o;

    tby_book_peek(s->book, hit->entry, &o);
    tby_eco_put_opening(&o);
    if (hit->positions > 1)
        printf(", %u positions", hit->positions);
    if (hit->alias.n) {
        fputs(", also ", stdout);
        tby_cli_put_clean(stdout, hit->alias);
    }
    putchar('\n');
}

static int json_hit(const tby_eco_search *s, const tby_cli_text *text,
                    const tby_search_hit *hit)
{
    const tby_opening *o = tby_eco_record(s->table, s->book, hit->entry);
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    if (strcmp(text->file, "stdin") == 0)
        tby_jsonw_put_u64(w, "line", text->line);
    tby_answer_hit(w, o, hit);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int json_hits(const tby_eco_search *s, const tby_cli_text *text,
                     const tby_search_hit *hits, size_t n)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++)
        code = json_hit(s, text, &hits[i]);
    return code;
}

static int print_hits(tby_eco_search *s, const tby_search_hit *hits, size_t n,
                      size_t found)
{
    if (s->shown++)
        putchar('\n');
    for (size_t i = 0; i < n; i++)
        print_hit(s, &hits[i]);
    if (n < found)
        printf("... and %zu more\n", found - n);
    return TBY_EXIT_OK;
}

int tby_eco_search_text(tby_eco_search *s, const tby_cli_text *text)
{
    size_t found = 0, n;
    tby_rc rc =
        tby_search_find(s->search, text->body, s->flags, NULL, 0, &found);

    if (rc != TBY_OK)
        return tby_cli_fail(text->file, rc);
    if (found == 0)
        return TBY_EXIT_NO;
    n = s->limit && s->limit < found ? s->limit : found;
    tby_search_hit *hits = tby_cli_resize(NULL, 0, n * sizeof *hits);
    rc = hits
             ? tby_search_find(s->search, text->body, s->flags, hits, n, &found)
             : TBY_E_NOMEM;
    int code = rc != TBY_OK ? tby_cli_fail(text->file, rc)
               : s->table   ? json_hits(s, text, hits, n)
                            : print_hits(s, hits, n, found);
    tby_cli_resize(hits, n * sizeof *hits, 0);
    return code;
}
