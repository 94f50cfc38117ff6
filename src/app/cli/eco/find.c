/* find.c - tabiya eco find: what is known of a position's name. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"
#include "core/base/utf8.h"

#include <string.h>

enum { LABEL = 8 };

typedef struct view {
    const tby_cli_call *call;
    const tby_book *book;
    tby_openings *table;   /* the same, for what leads where */
    tby_eco_search search; /* opened when a code is asked for */
} view;

/* --- text -----------------------------------------------------------------*/

static void print_aliases(const tby_opening *o)
{
    for (size_t i = 0; i < o->aliases_n; i++) {
        printf("%-*s", LABEL, i ? "" : "Also");
        tby_cli_put_clean(stdout, o->aliases[i].name);
        fputs(" (", stdout);
        tby_cli_put_clean(stdout, o->aliases[i].source);
        puts(")");
    }
}

static void print_source(const tby_opening *o)
{
    printf("%-*s", LABEL, "Source");
    tby_cli_put_clean(stdout, o->source);
    if (o->root_source.n) {
        fputs(", from ", stdout);
        tby_cli_put_clean(stdout, o->root_source);
    }
    putchar('\n');
}

static void print_named(const tby_opening *o)
{
    tby_eco_print_opening(o);
    print_source(o);
    if (o->scid[0])
        printf("%-*s%s\n", LABEL, "Scid", o->scid);
    print_aliases(o);
    printf("%-*s%s%s\n", LABEL, "Root", o->eco_root ? "yes, of " : "no",
           o->eco_root ? o->code : "");
}

static void print_unnamed(const tby_answer_find *a)
{
    puts("This position has no name.");
    if (!a->before)
        return;
    int at = printf("%-*s%-3s  ", LABEL, "Before",
                    a->before->code[0] ? a->before->code : "-");
    tby_cli_put_clean(stdout, a->before->name);
    tby_eco_print_then(&a->last, LABEL,
                       (size_t)at + tby_utf8_count(a->before->name));
}

/* A line for each, the first behind a label; 'eco from' and 'eco to' tell the
 * lines as well. */
static void print_near(const tby_eco_near *l, const char *label)
{
    for (size_t i = 0; i < l->n; i++) {
        const tby_opening *o = l->at[i].opening;
        printf("%-*s%-7s  %-3s  ", LABEL, i ? "" : label, l->at[i].san,
               o->code[0] ? o->code : "-");
        tby_cli_put_clean(stdout, o->name);
        putchar('\n');
    }
}

static void print_text(view *v, const tby_answer_find *a)
{
    if (v->search.shown++)
        putchar('\n');
    if (a->opening)
        print_named(a->opening);
    else
        print_unnamed(a);
    print_near(&a->from, "From");
    print_near(&a->to, "To");
}

/* --- JSON -----------------------------------------------------------------*/

static int print_json(const tby_cli_text *text, const tby_line *line,
                      const tby_answer_find *a)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    if (strcmp(text->file, "stdin") == 0) /* lines may have been refused */
        tby_jsonw_put_u64(w, "line", text->line);
    tby_answer_found(w, line, a);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static int find_position(view *v, const tby_cli_text *text)
{
    tby_answer_find a;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = tby_answer_find_of(&a, v->book, v->table, &line);
    if (rc != TBY_OK)
        code = tby_cli_fail(text->file, rc);
    else if (v->call->json)
        code = print_json(text, &line, &a);
    else
        print_text(v, &a);
    if (code == TBY_EXIT_OK && !a.opening)
        code = TBY_EXIT_NO;
    tby_answer_find_free(&a);
    tby_line_free(&line);
    return code;
}

static int find_codes(view *v, const tby_cli_text *text)
{
    if (!v->search.search) {
        tby_rc rc = tby_search_open(&v->search.search, v->book, NULL);
        if (rc != TBY_OK)
            return tby_cli_fail("openings", rc);
    }
    int code = tby_eco_search_text(&v->search, text);
    if (code == TBY_EXIT_NO)
        tby_cli_diag_at(text, 0, "No opening has such a code.",
                        "opening_not_found");
    return code;
}

/* "e4" is a move, though "E4" are the codes from E40 on. */
static bool are_codes(tby_str text)
{
    tby_codes codes;

    return tby_codes_parse(text, &codes) && (text.n > 2 || text.p[0] < 'a');
}

static int find(void *ctx, const tby_cli_text *text)
{
    view *v = ctx;

    return are_codes(text->body) ? find_codes(v, text) : find_position(v, text);
}

static int run(const tby_cli_call *call)
{
    tby_names_book *names = NULL;
    int code = tby_eco_read_book(call, &names);

    if (!names)
        return code;
    view v = {.call = call, .book = tby_names_book_get(names)};
    tby_rc rc = tby_eco_unpack(v.book, &v.table);
    int found = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("openings", rc);
    v.search = (tby_eco_search){.book = v.book,
                                .table = call->json ? v.table : NULL,
                                .flags = TBY_SEARCH_ALL};
    if (found == TBY_EXIT_OK)
        found = tby_cli_each_text(call->args, call->n, find, &v);
    tby_search_close(v.search.search);
    tby_openings_close(v.table);
    tby_names_book_close(names);
    return tby_cli_worse_exit(code, found);
}

static const tby_cli_option OPTIONS[] = {
    TBY_ECO_BOOK,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco find e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
     "a position, by whatever moves it is reached"},
    {"tabiya eco find B90-B92", "the positions of some codes"},
    {"tabiya --json eco find - <positions.txt", "a line of JSON for each line"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_find = {
    .noun = "eco",
    .verb = "find",
    .args = "POS...",
    .summary = "tell what an opening position is called",
    .about =
        "POS is what 'pos' takes: moves from the start in any order, or a FEN "
        "of three to six fields. The answer has the code, the name, the moves "
        "and the source of the name, Scid's finer code, what other sources "
        "call it, whether the code is named after the position, and the named "
        "positions one move before and behind it. If the position has no name "
        "the exit code is 1, and of moves the last position that has one is "
        "shown, with the moves since; no way to a FEN is known.\n\n"
        "A code or range of codes (B90, B9, B90-B92) lists all positions that "
        "have one of them. A lone '-' reads one POS from each line of standard "
        "input.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
