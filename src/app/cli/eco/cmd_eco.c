/* cmd_eco.c - see cmd_eco.h. */
#include "app/cli/eco/cmd_eco.h"

#include "core/base/str.h"
#include "io/system/file.h"

#include <stdlib.h>
#include <string.h>

static int no_memory(void)
{
    return tby_cli_fail("arguments", TBY_E_NOMEM);
}

/* --- sources --------------------------------------------------------------*/

static int add_path(tby_eco *e, tby_str name)
{
    if (e->paths_n == e->paths_cap) {
        size_t cap = e->paths_cap ? 2 * e->paths_cap : 8;
        char **paths = tby_cli_resize(e->paths, e->paths_cap * sizeof(char *),
                                      cap * sizeof(char *));
        if (!paths)
            return no_memory();
        e->paths = paths;
        e->paths_cap = cap;
    }
    char *path = tby_cli_resize(NULL, 0, name.n + 1);
    if (!path)
        return no_memory();
    memcpy(path, name.p, name.n);
    path[name.n] = '\0';
    e->paths[e->paths_n++] = path;
    return TBY_EXIT_OK;
}

/* The files of --book. */
static int add_list(tby_eco *e, const tby_cli_call *call, const char *list)
{
    tby_str rest = tby_str_of(list), name;
    int code = TBY_EXIT_OK;

    while (code == TBY_EXIT_OK && tby_str_field(&rest, ',', &name)) {
        if (name.n == 0)
            return tby_cli_usage(call->command, NULL,
                                 "--book has a file without a name.");
        code = add_path(e, name);
    }
    return code;
}

/* $XDG_CONFIG_HOME/tabiya/openings.tsv, if it is there. */
static int find_overlay(tby_eco *e)
{
    const char *config = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    tby_file_info info;

    if (config && config[0] == '/')
        e->overlay = tby_path_join(config, "tabiya/openings.tsv");
    else if (home && *home)
        e->overlay = tby_path_join(home, ".config/tabiya/openings.tsv");
    else
        return TBY_EXIT_OK;
    if (!e->overlay)
        return no_memory();
    if (tby_file_look(e->overlay, &info) == TBY_OK)
        e->job.overlay = e->overlay;
    return TBY_EXIT_OK;
}

/* What is used when no source is named. */
static int use_defaults(tby_eco *e, const tby_cli_call *call)
{
    int code = e->job.overlay ? TBY_EXIT_OK : find_overlay(e);

    e->job.builtin = !tby_cli_find_value(call, "no-builtin");
    e->job.scid = !tby_cli_find_value(call, "no-scid");
    if (code == TBY_EXIT_OK && !e->job.builtin && !e->job.scid &&
        !e->job.overlay)
        return tby_cli_usage(call->command, NULL,
                             "There is no list of openings left to read.");
    return code;
}

/* --- faults ---------------------------------------------------------------*/

static void print_fault(void *ctx, const tby_names_fault *fault)
{
    (void)ctx;
    if (fault->severity != TBY_ERROR)
        return;
    tby_cli_print_finding(
        &(tby_cli_finding){fault->severity, fault->file, fault->place,
                           tby_rc_name(fault->code), fault->text});
}

/* --- opening --------------------------------------------------------------*/

static int read_options(tby_eco *e, const tby_cli_call *call,
                        char *const sources[], size_t n)
{
    const char *compat = tby_cli_find_value(call, "compat");
    const char *book = tby_cli_find_value(call, "book");
    int code = TBY_EXIT_OK;

    if (compat && strcmp(compat, "eco.json") != 0)
        return tby_cli_usage(call->command, NULL,
                             "--compat must be eco.json, not '%s'.", compat);
    e->job.identity = compat ? TBY_IDENTITY_EXACT : TBY_IDENTITY_POSITION;
    e->job.overlay = tby_cli_find_value(call, "overlay");
    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++)
        code = add_path(e, tby_str_of(sources[i]));
    if (code == TBY_EXIT_OK && n == 0 && book)
        code = add_list(e, call, book);
    if (code == TBY_EXIT_OK && e->paths_n == 0)
        code = use_defaults(e, call);
    e->job.paths = (const char *const *)e->paths;
    e->job.n = e->paths_n;
    return code;
}

int tby_eco_open(tby_eco *e, const tby_cli_call *call, char *const sources[],
                 size_t n)
{
    *e = (tby_eco){.job = {.fault = print_fault}};
    return read_options(e, call, sources, n);
}

void tby_eco_close(tby_eco *e)
{
    for (size_t i = 0; i < e->paths_n; i++)
        tby_cli_resize(e->paths[i], strlen(e->paths[i]) + 1, 0);
    tby_cli_resize(e->paths, e->paths_cap * sizeof(char *), 0);
    tby_path_free(e->overlay);
    *e = (tby_eco){.paths = NULL};
}

/* --- reading --------------------------------------------------------------*/

/* Only lack of memory has not been told by the reader. */
static int fail(tby_rc rc)
{
    if (rc == TBY_E_NOMEM)
        return tby_cli_fail("openings", rc);
    return tby_cli_exit_of(rc);
}

int tby_eco_table(tby_eco *e, tby_openings **out)
{
    *out = NULL;
    tby_rc rc = tby_names_load(&e->job, out, &e->sum);
    if (rc != TBY_OK)
        return fail(rc);
    return e->sum.refused ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
}

int tby_eco_book(tby_eco *e, tby_names_book **out)
{
    *out = NULL;
    tby_rc rc = tby_names_book_open(out, &e->job, &e->sum);
    if (rc != TBY_OK)
        return fail(rc);
    return e->sum.refused ? TBY_EXIT_MALFORMED : TBY_EXIT_OK;
}
