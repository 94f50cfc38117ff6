#include "app/cli/eco/cmd_eco.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "core/openings/lists/write.h"
#include "io/system/file.h"

#include <stdlib.h>
#include <string.h>

static int add_path(tby_eco *e, tby_str name)
{
    char *path = tby_cli_resize(NULL, 0, name.n + 1);

    TBY_ASSERT(e->paths_n <= e->paths_cap);
    if (!path ||
        TBY_GROW(NULL, e->paths, e->paths_cap, e->paths_n + 1) != TBY_OK) {
        tby_cli_resize(path, name.n + 1, 0);
        return tby_cli_fail("arguments", TBY_E_NOMEM);
    }
    memcpy(path, name.p, name.n);
    path[name.n] = '\0';
    e->paths[e->paths_n++] = path;
    return TBY_EXIT_OK;
}

/* What is used when no source is named. */
static int use_defaults(tby_eco *e, const tby_cli_call *call)
{
    tby_file_info info;

    /* $XDG_CONFIG_HOME/tabiya/openings.tsv, if it is there */
    if (!e->job.overlay)
        e->overlay = tby_config_path("openings.tsv");
    if (e->overlay && tby_file_look(e->overlay, &info) == TBY_OK)
        e->job.overlay = e->overlay;
    e->job.builtin = !tby_cli_find_value(call, "no-builtin");
    e->job.scid = !tby_cli_find_value(call, "no-scid");
    if (!e->job.builtin && !e->job.scid && !e->job.overlay)
        return TBY_CLI_USAGE(call,
                             "There is no list of openings left to read.");
    return TBY_EXIT_OK;
}

static void print_fault(void *ctx, const tby_finding *fault)
{
    if (fault->loss) /* matters of style are for eco lint */
        tby_cli_print_finding(ctx, fault);
}

int tby_eco_open(tby_eco *e, const tby_cli_call *call, char *const sources[],
                 size_t n)
{
    *e = (tby_eco){.job = {.fault = print_fault}};
    const char *compat = tby_cli_find_value(call, "compat");
    const char *names = tby_cli_find_value(call, "names");
    int code = TBY_EXIT_OK;

    if (compat && strcmp(compat, "eco.json") != 0)
        return TBY_CLI_USAGE(call, "--compat must be eco.json, not '%s'.",
                             compat);
    e->job.identity = compat ? TBY_IDENTITY_EXACT : TBY_IDENTITY_POSITION;
    e->job.overlay = tby_cli_find_value(call, "overlay");
    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++)
        code = add_path(e, tby_str_of(sources[i]));
    tby_str rest = tby_str_of(names), name;
    while (code == TBY_EXIT_OK && n == 0 && names &&
           tby_str_field(&rest, ',', &name))
        code = name.n
                   ? add_path(e, name)
                   : TBY_CLI_USAGE(call, "--names has a file without a name.");
    if (code == TBY_EXIT_OK && e->paths_n == 0)
        code = use_defaults(e, call);
    e->job.paths = (const char *const *)e->paths;
    e->job.n = e->paths_n;
    return code;
}

void tby_eco_close(tby_eco *e)
{
    for (size_t i = 0; i < e->paths_n; i++)
        tby_cli_resize(e->paths[i], strlen(e->paths[i]) + 1, 0);
    tby_cli_resize(e->paths, e->paths_cap * sizeof(char *), 0);
    tby_path_free(e->overlay);
    *e = (tby_eco){.paths = NULL};
}

/* Only lack of memory has not been reported by the reader. */
static int exit_of_reading(const tby_eco *e, tby_rc rc)
{
    if (rc == TBY_E_NOMEM)
        return tby_cli_fail("openings", rc);
    if (rc != TBY_OK)
        return tby_cli_exit_of(rc);
    return e->sum.refused ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
}

int tby_eco_table(tby_eco *e, tby_openings **out)
{
    *out = NULL;
    return exit_of_reading(e, tby_names_load(&e->job, out, &e->sum));
}

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
    tby_print_wrap(stdout, text.rc == TBY_OK ? text.p : "then ...", indent,
                   at + 2);
    tby_buf_free(&text);
}

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

int tby_eco_read_names(const tby_cli_call *call, tby_names_set **out)
{
    tby_eco e;
    int code = tby_eco_open(&e, call, NULL, 0);

    *out = NULL;
    if (code == TBY_EXIT_OK)
        code = exit_of_reading(&e, tby_names_set_open(out, &e.job, &e.sum));
    tby_eco_close(&e);
    return code;
}

void tby_eco_put_opening(const tby_opening *o)
{
    TBY_ASSERT(o->name.p || !o->name.n);
    printf("%-3s  ", o->code[0] ? o->code : "-");
    tby_print_clean(stdout, o->name);
    if (o->line && o->plies) {
        char moves[TBY_OPENING_MOVES_TEXT];

        tby_opening_write_moves(o, TBY_ROW_SPACED, moves, sizeof moves);
        printf(" (%s)", moves);
    }
}

void tby_eco_print_opening(const tby_opening *o)
{
    tby_eco_put_opening(o);
    putchar('\n');
}

int tby_eco_print_json(const tby_opening *o)
{
    tby_jsonw *w = tby_cli_json_object();

    tby_opening_json(w, o);
    return tby_cli_json_object_end();
}
