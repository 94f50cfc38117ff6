/* interpolate.c - tabiya eco interpolate: the positions between named
 * ones. */
#include "app/cli/commands.h"
#include "app/cli/eco/list.h"
#include "core/openings/lists/write.h"

#include <string.h>

/* The records from `first` on as a table of their own. */
static tby_rc tail_of(const tby_openings *t, size_t first, tby_openings **out)
{
    tby_openings *tail = NULL;
    tby_rc rc = tby_openings_open(&tail, tby_openings_identity(t), NULL);

    for (size_t i = first; i < tby_openings_count(t) && rc == TBY_OK; i++)
        rc = tby_openings_add(tail, tby_openings_at(t, i));
    if (rc == TBY_OK)
        *out = tail;
    else
        tby_openings_close(tail);
    return rc;
}

static int print_json(const tby_openings *t)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < tby_openings_count(t) && code == TBY_EXIT_OK; i++)
        code = tby_eco_print_json(tby_openings_at(t, i));
    return code;
}

/* Far above any list, far below any memory. */
enum { MOST = 1 << 28 };

static int print_as(const tby_openings *t, tby_openings_format format)
{
    tby_buf text;

    tby_buf_init(&text, NULL, MOST);
    tby_rc rc = tby_openings_write(t, format, '\0', &text);
    if (rc == TBY_OK)
        fwrite(text.p, 1, text.n, stdout); /* main() looks for errors */
    tby_buf_free(&text);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("interpolate", rc);
}

static int print(const tby_cli_call *call, const tby_openings *t)
{
    const char *format = tby_cli_value(call, "format");

    if (call->json)
        return print_json(t);
    return print_as(t, format && strcmp(format, "eco.json") == 0
                           ? TBY_OPENINGS_JSON
                           : TBY_OPENINGS_TSV);
}

static int interpolate(const tby_cli_call *call, tby_openings *t)
{
    size_t named = tby_openings_count(t);
    tby_openings *between = NULL;
    tby_rc rc =
        tby_openings_interpolate(t, tby_str_of(tby_cli_value(call, "suffix")),
                                 tby_cli_has(call, "complete"));

    if (rc == TBY_OK && tby_openings_count(t) == named)
        return TBY_EXIT_NO;
    if (rc == TBY_OK)
        rc = tail_of(t, named, &between);
    if (rc != TBY_OK)
        return tby_cli_fail("interpolate", rc);
    int code = print(call, between);
    tby_openings_close(between);
    return code;
}

static int run(const tby_cli_call *call)
{
    tby_openings *t = NULL;
    int code = tby_eco_read(call, call->args, call->n, &t);

    if (t)
        code = tby_cli_worse_exit(code, interpolate(call, t));
    tby_openings_close(t);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"suffix", "TEXT", "add this to each name, for example ' (i)'"},
    {"complete", NULL,
     "fill the lines of all records, not only those of orphans"},
    {"format", "tsv|eco.json", "how to write the records (default tsv)"},
    TBY_ECO_COMPAT,
    TBY_ECO_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya eco interpolate openings.tsv >between.tsv",
     "a list of the positions between those of another"},
    {"tabiya eco interpolate --suffix ' (i)' --complete openings.tsv",
     "all gaps, marked in their names"},
    {"tabiya eco interpolate --compat eco.json --format eco.json eco.json/",
     "what eco.json publishes as eco_interpolated.json"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_eco_interpolate = {
    .noun = "eco",
    .verb = "interpolate",
    .args = "[SOURCE...]",
    .summary = "name the positions between named ones",
    .about =
        "From each orphan (see 'eco orphans') the moves of its own line are "
        "taken back to the last named position, its root; the positions in "
        "between get the root's name, code and aliases and the source "
        "'interpolated'. Only they are printed. If two lines pass a position, "
        "the later one's root counts.\n\n"
        "With --complete the lines of all records are filled: behind its first "
        "named move no line has a position without a name, even where a named "
        "position reaches its end by another order.\n\n"
        "All sources together are one table; without any it is the built-in "
        "book with what is installed. The exit code is 1 if there is nothing "
        "to add.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
