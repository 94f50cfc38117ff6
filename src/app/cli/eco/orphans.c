/* orphans.c - tabiya eco orphans: names that no name leads to. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"

static int list(const tby_openings *t, const bool *orphan, bool json)
{
    int code = TBY_EXIT_NO;

    for (size_t i = 0; i < tby_openings_count(t); i++) {
        const tby_opening *o = tby_openings_at(t, i);
        if (!orphan[i])
            continue;
        if (!json)
            tby_eco_print_opening(o);
        int printed = json ? tby_eco_print_json(o) : TBY_EXIT_OK;
        if (printed != TBY_EXIT_OK)
            return printed;
        code = TBY_EXIT_OK;
    }
    return code;
}

static int find(const tby_openings *t, bool json)
{
    size_t n = tby_openings_count(t);
    bool *orphan = tby_cli_resize(NULL, 0, n + 1);

    if (!orphan)
        return tby_cli_fail("orphans", TBY_E_NOMEM);
    size_t found = tby_openings_orphans(t, orphan);
    int code = list(t, orphan, json);
    if (tby_cli_look_of_stdout().terminal && !json)
        printf("%zu of %zu\n", found, n);
    tby_cli_resize(orphan, n + 1, 0);
    return code;
}

static int run(const tby_cli_call *call)
{
    tby_openings *t = NULL;
    int code = tby_eco_read(call, call->args, call->n, &t);

    if (t)
        code = tby_cli_worse_exit(code, find(t, call->json));
    tby_openings_close(t);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_ECO_COMPAT,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco orphans openings.tsv", "those of one list"},
    {"tabiya eco orphans --compat eco.json eco.json/",
     "those of eco.json as its authors count them"},
    {"tabiya --json eco orphans | jq -r .name", "those of the built-in book"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_orphans = {
    .noun = "eco",
    .verb = "orphans",
    .args = "[SOURCE...]",
    .summary = "list the names that no other name leads to",
    .about =
        "An orphan is a named position deeper than the first move that no "
        "legal move reaches from another named position: the moves before it "
        "have no name. Each is shown with its code, name and moves. 'eco "
        "interpolate' names the positions in between.\n\n"
        "All sources together are one table; without any it is the built-in "
        "book with what is installed. The exit code is 1 if there is no "
        "orphan.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
