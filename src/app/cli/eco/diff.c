/* diff.c - tabiya eco diff: how two lists of openings differ. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

typedef struct counts {
    size_t removed, added, renamed, recoded;
} counts;

static void count(counts *c, unsigned kinds)
{
    c->removed += (kinds & TBY_CHANGE_REMOVED) != 0;
    c->added += (kinds & TBY_CHANGE_ADDED) != 0;
    c->renamed += (kinds & TBY_CHANGE_RENAMED) != 0;
    c->recoded += (kinds & TBY_CHANGE_RECODED) != 0;
}

/* --- text: removed and added as one line, changed as two ------------------*/

static void print_change(const tby_change *c)
{
    if (c->before) {
        fputs("- ", stdout);
        tby_eco_print_opening(c->before);
    }
    if (c->after) {
        fputs("+ ", stdout);
        tby_eco_print_opening(c->after);
    }
}

static void print_counts(const counts *c)
{
    printf("Removed  %zu\nAdded    %zu\nRenamed  %zu\nRecoded  %zu\n",
           c->removed, c->added, c->renamed, c->recoded);
}

/* --- JSON -----------------------------------------------------------------*/

static void json_side(tby_jsonw *w, const char *key, const tby_opening *o)
{
    tby_jsonw_key(w, key);
    if (!o) {
        tby_jsonw_null(w);
        return;
    }
    tby_jsonw_object(w);
    tby_answer_opening(w, o);
    tby_jsonw_object_end(w);
}

static int json_change(const tby_change *c)
{
    static const char *const names[] = {"removed", "added", "renamed",
                                        "recoded"};
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_key(w, "changes");
    tby_jsonw_array(w);
    for (unsigned i = 0; i < 4; i++)
        if (c->kinds >> i & 1)
            tby_jsonw_cstr(w, names[i]);
    tby_jsonw_array_end(w);
    json_side(w, "before", c->before);
    json_side(w, "after", c->after);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static int compare(const tby_openings *a, const tby_openings *b, bool json)
{
    tby_changes changes = {.before = a, .after = b};
    tby_change change;
    counts sum = {0, 0, 0, 0};
    bool same = true;

    for (; tby_changes_next(&changes, &change); same = false) {
        count(&sum, change.kinds);
        int code = json ? json_change(&change) : TBY_EXIT_OK;
        if (code != TBY_EXIT_OK)
            return code;
        if (!json)
            print_change(&change);
    }
    if (!json)
        print_counts(&sum);
    return same ? TBY_EXIT_OK : TBY_EXIT_NO;
}

static int run(const tby_cli_call *call)
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

static const tby_cli_option OPTIONS[] = {
    TBY_ECO_COMPAT,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco diff old.tsv new.tsv", "what a new version changes"},
    {"tabiya --json eco diff lichess/ scid.eco | jq 'select(.before and "
     ".after)'",
     "what two sources call otherwise"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_diff = {
    .noun = "eco",
    .verb = "diff",
    .args = "BEFORE AFTER",
    .summary = "compare two lists of openings, position by position",
    .about =
        "BEFORE and AFTER are files or folders that 'eco export' reads. A "
        "position that only BEFORE has is shown behind '-', one that only "
        "AFTER has behind '+', and one whose name or code differs behind both; "
        "the order of moves does not matter. Then come the numbers of removed, "
        "added, renamed and recoded positions.\n\n"
        "The exit code is 0 if there is no difference, 1 if there is one, 3 if "
        "a record was left out, and 2 if a file cannot be read.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
