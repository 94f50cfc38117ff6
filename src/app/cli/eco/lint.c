/* lint.c - tabiya eco lint and eco diff: what is wrong with lists of openings,
 * and how two of them differ. */
#include "core/openings/lint.h"
#include "app/cli/eco/cmd_eco.h"
#include "core/openings/lists/write.h"

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
    tby_cli_out out;
    size_t count[TBY_ERROR + 1];
    kind kinds[64]; /* more than there are */
    size_t kinds_n;
} check;

static void on_fault(void *ctx, const tby_finding *f)
{
    check *c = ctx;
    const char *name = f->name ? f->name : tby_rc_name(f->code);
    size_t i = 0;

    c->count[f->severity]++;
    while (i < c->kinds_n && strcmp(c->kinds[i].name, name) != 0)
        i++;
    if (i == c->kinds_n && i < sizeof c->kinds / sizeof *c->kinds)
        c->kinds[c->kinds_n++] = (kind){name, 0};
    if (i < c->kinds_n)
        c->kinds[i].n++;
    if (c->call->json)
        tby_cli_json_finding(c->out.w, f);
    else
        tby_cli_print_finding(NULL, f);
}

static void on_lint(void *ctx, const tby_lint_item *item)
{
    check *c = ctx;
    char file[4096];

    snprintf(file, sizeof file, "%.*s", (int)item->file.n,
             item->file.n ? item->file.p : "");
    on_fault(c, &(tby_finding){.severity = item->severity,
                               .file = item->file.n ? file : c->source,
                               .place = item->place,
                               .name = item->name,
                               .text = item->text});
}

static void on_row(void *ctx, const tby_opening *o, const char *file,
                   tby_place place)
{
    check *c = ctx;

    if (c->rc == TBY_OK)
        c->rc = tby_lint_row(c->lint, o, tby_str_of(file), place);
}

static int by_number(const void *a, const void *b)
{
    const kind *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* Reads a source; *rows is how many it has. */
static int read_source(check *c, uint64_t *rows)
{
    tby_openings *t = NULL;
    tby_eco e;
    int code = tby_eco_open(&e, c->call, &c->source, 1);

    if (code == TBY_EXIT_OK)
        c->rc = tby_lint_open(&c->lint, e.job.identity, on_lint, c, NULL);
    if (c->lint) {
        e.job.ctx = c;
        e.job.fault = on_fault;
        e.job.row = on_row;
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

static int lint_source(check *c)
{
    tby_cli_out *o = &c->out;
    uint64_t rows = 0;

    tby_cli_out_open(o, c->call, stdout, 9);
    tby_cli_out_cstr(o, NULL, "source", c->source);
    tby_cli_out_array(o, "findings");
    int code = read_source(c, &rows);
    qsort(c->kinds, c->kinds_n, sizeof *c->kinds, by_number);
    tby_cli_out_array_end(o);
    tby_cli_out_print(o, "%s\n", c->source);
    tby_cli_out_u64(o, "Rows", "rows", rows);
    tby_cli_out_u64(o, "Errors", "errors", c->count[TBY_ERROR]);
    tby_cli_out_u64(o, "Warnings", "warnings", c->count[TBY_WARNING]);
    tby_cli_out_u64(o, "Notes", "notes", c->count[TBY_NOTE]);
    tby_cli_out_object(o, "by_kind");
    for (size_t i = 0; i < c->kinds_n; i++) {
        tby_cli_out_print(o, "          %zu %s\n", c->kinds[i].n,
                          c->kinds[i].name);
        tby_cli_out_u64(o, NULL, c->kinds[i].name, c->kinds[i].n);
    }
    tby_cli_out_object_end(o);
    return tby_cli_worse_exit(code, tby_cli_out_close(o));
}

static int eco_lint(const tby_cli_call *call)
{
    static check c; /* large, and there is one */
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < call->n; i++) {
        c = (check){.call = call, .source = call->args[i]};
        if (i && !call->json)
            putchar('\n');
        code = tby_cli_worse_exit(code, lint_source(&c));
        if (c.count[TBY_ERROR])
            code = tby_cli_worse_exit(code, TBY_EXIT_MALFORMED);
    }
    return code;
}

const tby_cli_command tby_cmd_eco_lint = {
    TBY_CLI_SYNOPSIS("eco", "lint", "SOURCE...",
                     "find what is wrong in lists of openings"),
    .about =
        "Tells of each SOURCE, a file or a folder: rows that cannot be read "
        "and moves that are illegal; a position with two names or two codes "
        "(position_conflict); a code in a file that is named after another "
        "volume, such as ecoA.json and a.tsv (code_in_wrong_file). These are "
        "errors. Warnings are moves that are not written or numbered as they "
        "should be, stray spaces, rows that repeat another "
        "(position_repeated), and codes without a root or with two, where a "
        "source marks roots (root_missing, root_repeated). A note lists the "
        "codes that no row has, if most are there (code_missing).\n\n"
        "A name that several positions have is no fault: it holds for the "
        "moves that continue it.\n\n"
        "The exit code is 3 if there is an error, 2 if a source cannot be "
        "read, and 0 otherwise.",
    TBY_CLI_OPTIONS(TBY_ECO_COMPAT),
    TBY_CLI_EXAMPLES(
        {"tabiya eco lint openings.tsv",
         "each fault with its line, then a count"},
        {"tabiya --json eco lint lichess/ | jq .errors",
         "a folder as one source, as JSON"},
        {"tabiya eco lint --compat eco.json eco.json/",
         "eco.json, whose records are distinguished by move counters"}),
    .run = eco_lint,
};

/* The kinds of a change, by their bits. */
static const char *const CHANGES[] = {"removed", "added", "renamed", "recoded"};

static void json_side(tby_jsonw *w, const char *key, const tby_opening *o)
{
    if (!tby_jsonw_known(w, key, o))
        return;
    tby_jsonw_object(w);
    tby_opening_json(w, o);
    tby_jsonw_object_end(w);
}

static int compare(const tby_openings *a, const tby_openings *b, bool json)
{
    tby_changes changes = {.before = a, .after = b};
    tby_change change;
    size_t n[4] = {0};
    int code = TBY_EXIT_OK;
    bool same = true;

    while (code == TBY_EXIT_OK && tby_changes_next(&changes, &change)) {
        same = false;
        for (unsigned i = 0; i < 4; i++)
            n[i] += change.kinds >> i & 1;
        if (json) {
            tby_jsonw *w = tby_cli_json_object();

            tby_jsonw_put_array(w, "changes");
            for (unsigned i = 0; i < 4; i++)
                if (change.kinds >> i & 1)
                    tby_jsonw_cstr(w, CHANGES[i]);
            tby_jsonw_array_end(w);
            json_side(w, "before", change.before);
            json_side(w, "after", change.after);
            code = tby_cli_json_object_end();
            continue;
        }
        if (change.before) {
            fputs("- ", stdout);
            tby_eco_print_opening(change.before);
        }
        if (change.after) {
            fputs("+ ", stdout);
            tby_eco_print_opening(change.after);
        }
    }
    if (!json)
        printf("Removed  %zu\nAdded    %zu\nRenamed  %zu\nRecoded  %zu\n", n[0],
               n[1], n[2], n[3]);
    return code == TBY_EXIT_OK && !same ? TBY_EXIT_NO : code;
}

static int eco_diff(const tby_cli_call *call)
{
    tby_openings *a = NULL, *b = NULL;
    int code = tby_eco_read(call, call->args, 1, &a);

    if (a)
        code =
            tby_cli_worse_exit(code, tby_eco_read(call, call->args + 1, 1, &b));
    if (b)
        code = tby_cli_worse_exit(code, compare(a, b, call->json));
    tby_openings_close(a);
    tby_openings_close(b);
    return code;
}

const tby_cli_command tby_cmd_eco_diff = {
    TBY_CLI_SYNOPSIS("eco", "diff", "BEFORE AFTER",
                     "compare two lists of openings, position by position"),
    .about =
        "BEFORE and AFTER are files or folders that 'eco export' reads. A "
        "position that only BEFORE has is shown after '-', one that only "
        "AFTER has after '+', and one whose name or code differs after both; "
        "the order of moves does not matter. Then come the numbers of "
        "removed, added, renamed and recoded positions.\n\n"
        "The exit code is 0 if there is no difference, 1 if there is one, 3 "
        "if a record was left out, and 2 if a file cannot be read.",
    TBY_CLI_OPTIONS(TBY_ECO_COMPAT),
    TBY_CLI_EXAMPLES(
        {"tabiya eco diff old.tsv new.tsv", "what a new version changes"},
        {"tabiya --json eco diff lichess/ scid.eco | jq 'select(.before and "
         ".after)'",
         "what two sources call otherwise"}),
    .run = eco_diff,
};
