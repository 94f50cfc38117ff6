/* lint.c - tabiya eco lint: what is wrong with lists of openings. */
#include "core/openings/lint.h"
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

#include <stdlib.h>
#include <string.h>

typedef struct kind {
    const char *name;
    size_t n;
} kind;

typedef struct check {
    const tby_cli_call *call;
    char *source;
    tby_lint *lint;
    tby_rc rc; /* of the lint: no memory */
    tby_cli_json json;
    tby_jsonw *w;
    size_t count[TBY_ERROR + 1];
    kind kinds[64]; /* more than there are */
    size_t kinds_n;
} check;

/* --- findings -------------------------------------------------------------*/

static void count_kind(check *c, const char *name)
{
    size_t i = 0;

    while (i < c->kinds_n && strcmp(c->kinds[i].name, name) != 0)
        i++;
    if (i == sizeof c->kinds / sizeof *c->kinds)
        return;
    if (i == c->kinds_n)
        c->kinds[c->kinds_n++] = (kind){name, 0};
    c->kinds[i].n++;
}

static void tell(check *c, const tby_cli_finding *f)
{
    c->count[f->severity]++;
    count_kind(c, f->name);
    if (c->call->json)
        tby_cli_json_finding(c->w, f);
    else
        tby_cli_print_finding(f);
}

static void hear_fault(void *ctx, const tby_names_fault *fault)
{
    tell(ctx, &(tby_cli_finding){fault->severity, fault->file, fault->place,
                                 tby_rc_name(fault->code), fault->text});
}

static void hear_item(void *ctx, const tby_lint_item *item)
{
    check *c = ctx;
    char file[4096];

    snprintf(file, sizeof file, "%.*s", (int)item->file.n,
             item->file.n ? item->file.p : "");
    tell(c, &(tby_cli_finding){item->severity, item->file.n ? file : c->source,
                               item->place, item->name, item->text});
}

static void hear_row(void *ctx, const tby_opening *o, const char *file,
                     tby_place place)
{
    check *c = ctx;

    if (c->rc == TBY_OK)
        c->rc = tby_lint_row(c->lint, o, tby_str_of(file), place);
}

/* --- sums -----------------------------------------------------------------*/

static int by_number(const void *a, const void *b)
{
    const kind *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void print_sum(const check *c, uint64_t rows)
{
    printf("%s\n", c->source);
    printf("Rows      %llu\n", (unsigned long long)rows);
    printf("Errors    %zu\n", c->count[TBY_ERROR]);
    printf("Warnings  %zu\n", c->count[TBY_WARNING]);
    printf("Notes     %zu\n", c->count[TBY_NOTE]);
    for (size_t i = 0; i < c->kinds_n; i++)
        printf("          %zu %s\n", c->kinds[i].n, c->kinds[i].name);
}

static void json_sum(const check *c, uint64_t rows)
{
    tby_jsonw *w = c->w;

    tby_jsonw_put_u64(w, "rows", rows);
    tby_jsonw_put_u64(w, "errors", c->count[TBY_ERROR]);
    tby_jsonw_put_u64(w, "warnings", c->count[TBY_WARNING]);
    tby_jsonw_put_u64(w, "notes", c->count[TBY_NOTE]);
    tby_jsonw_key(w, "by_kind");
    tby_jsonw_object(w);
    for (size_t i = 0; i < c->kinds_n; i++)
        tby_jsonw_put_u64(w, c->kinds[i].name, c->kinds[i].n);
    tby_jsonw_object_end(w);
}

/* --- the command ----------------------------------------------------------*/

/* Reads a source; *rows is how many it has. */
static int read_source(check *c, uint64_t *rows)
{
    tby_openings *t = NULL;
    tby_eco e;
    int code = tby_eco_open(&e, c->call, &c->source, 1);

    if (code == TBY_EXIT_OK)
        c->rc = tby_lint_open(&c->lint, e.job.identity, hear_item, c, NULL);
    if (c->lint) {
        e.job.ctx = c;
        e.job.fault = hear_fault;
        e.job.row = hear_row;
        code = tby_eco_table(&e, &t);
        *rows = e.sum.rows;
    }
    if (c->rc == TBY_OK && t)
        tby_lint_end(c->lint);
    tby_openings_close(t);
    tby_lint_close(c->lint);
    tby_eco_close(&e);
    return c->rc == TBY_OK ? code : tby_cli_fail(c->source, c->rc);
}

static int lint_text(check *c)
{
    uint64_t rows = 0;
    int code = read_source(c, &rows);

    qsort(c->kinds, c->kinds_n, sizeof *c->kinds, by_number);
    print_sum(c, rows);
    return code;
}

static int lint_json(check *c)
{
    uint64_t rows = 0;

    c->w = tby_cli_json_start(&c->json);
    tby_jsonw_object(c->w);
    tby_jsonw_put_cstr(c->w, "source", c->source);
    tby_jsonw_key(c->w, "findings");
    tby_jsonw_array(c->w);
    int code = read_source(c, &rows);
    tby_jsonw_array_end(c->w);
    qsort(c->kinds, c->kinds_n, sizeof *c->kinds, by_number);
    json_sum(c, rows);
    tby_jsonw_object_end(c->w);
    return tby_cli_worse_exit(code, tby_cli_json_print(&c->json));
}

static int run(const tby_cli_call *call)
{
    static check c; /* large, and there is one */
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < call->n; i++) {
        c = (check){.call = call, .source = call->args[i]};
        if (i && !call->json)
            putchar('\n');
        int one = call->json ? lint_json(&c) : lint_text(&c);
        code = tby_cli_worse_exit(code, one);
        if (c.count[TBY_ERROR])
            code = tby_cli_worse_exit(code, TBY_EXIT_MALFORMED);
    }
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_ECO_COMPAT,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco lint openings.tsv", "each fault with its line, then a count"},
    {"tabiya --json eco lint lichess/ | jq .errors",
     "a folder as one source, as JSON"},
    {"tabiya eco lint --compat eco.json eco.json/",
     "eco.json, whose records are told apart by move counters"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_lint = {
    .noun = "eco",
    .verb = "lint",
    .args = "SOURCE...",
    .summary = "find what is wrong in lists of openings",
    .about =
        "Tells of each SOURCE, a file or a folder: rows that cannot be read "
        "and moves that are illegal; a position with two names or two codes "
        "(position_conflict); a code in a file that is named after another "
        "volume, such as ecoA.json and a.tsv (code_in_wrong_file). These are "
        "errors. Warnings are moves that are not written or numbered as they "
        "should be, stray blanks, rows that repeat another "
        "(position_repeated), and codes without a root or with two, where a "
        "source marks roots (root_missing, root_repeated). A note lists the "
        "codes that no row has, if most are there (code_missing).\n\n"
        "A name that several positions have is no fault: it holds for the "
        "moves that continue it.\n\n"
        "The exit code is 3 if there is an error, 2 if a source cannot be "
        "read, and 0 otherwise.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
