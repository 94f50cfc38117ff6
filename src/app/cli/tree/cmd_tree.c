/* cmd_tree.c - see cmd_tree.h. */
#include "app/cli/tree/cmd_tree.h"

#include <string.h>

tby_ctree_identity tby_cli_tree_identity(const tby_cli_call *call)
{
    const char *name = tby_cli_value(call, "identity");

    return name && strcmp(name, "exact") == 0 ? TBY_CTREE_EXACT
                                              : TBY_CTREE_POSITION;
}

const char *tby_cli_tree_identity_name(tby_ctree_identity identity)
{
    return identity == TBY_CTREE_EXACT ? "exact" : "position";
}

const char *tby_cli_tree_dialect(tby_ctree_dialect dialect)
{
    if (dialect == TBY_CTREE_NO_DIALECT)
        return "none";
    return dialect == TBY_CTREE_V1 ? "v1" : "v2";
}

int tby_cli_tree_failed(const char *path, tby_rc rc)
{
    if (rc == TBY_E_IO_OPEN || rc == TBY_E_IO_READ || rc == TBY_E_IO_CUT ||
        rc == TBY_E_IO_CORRUPT || rc == TBY_E_IO_FORMAT ||
        rc == TBY_E_FILE_KIND)
        return tby_cli_exit_of_file(rc); /* it has been told */
    return tby_cli_fail(tby_cli_file_name(path), rc);
}

/* --- deviations -----------------------------------------------------------*/

static void count_kind(tby_ctree_tally *t, tby_rc code)
{
    size_t i = 0;

    while (i < t->kinds_n && t->kinds[i].code != code)
        i++;
    if (i == TBY_CTREE_KINDS)
        return;
    if (i == t->kinds_n)
        t->kinds[t->kinds_n++] = (tby_ctree_kind_count){.code = code};
    t->kinds[i].n++;
}

static void print_finding(const tby_ctree_tally *t, const tby_cli_finding *f)
{
    tby_cli_json j;

    if (!t->json) {
        tby_cli_print_finding(f);
        return;
    }
    tby_cli_json_finding(tby_cli_json_start(&j), f);
    tby_cli_json_print(&j);
}

static void take_notice(void *ctx, const tby_ctree_notice *n)
{
    tby_ctree_tally *t = ctx;
    tby_cli_finding f = {n->severity, n->file, n->place, tby_rc_name(n->code),
                         n->text};

    t->n++;
    t->warnings += n->severity == TBY_WARNING;
    count_kind(t, n->code);
    if (t->n > t->max)
        return;
    if (!t->ended)
        tby_progress_hide(&t->bar);
    print_finding(t, &f);
}

static tby_rc show_progress(void *ctx, uint64_t done, uint64_t total,
                            uint64_t nodes)
{
    tby_ctree_tally *t = ctx;

    tby_progress_update(&t->bar, done, total, nodes);
    return TBY_OK;
}

bool tby_cli_tree_tally_open(tby_ctree_tally *t, const tby_cli_call *call)
{
    const char *max = tby_cli_value(call, "max-errors");

    *t = (tby_ctree_tally){.json = call->json, .max = 100};
    if (max &&
        !tby_cli_number(call, "--max-errors", max, 0, UINT32_MAX, &t->max))
        return false;
    tby_progress_start(&t->bar, "tree", "nodes");
    return true;
}

void tby_cli_tree_tally_done(tby_ctree_tally *t)
{
    tby_progress_end(&t->bar);
    t->ended = true;
}

tby_ctree_load_job tby_cli_tree_load_job(tby_ctree_tally *t, const char *path)
{
    return (tby_ctree_load_job){.path = path,
                                .notice = take_notice,
                                .progress = show_progress,
                                .ctx = t};
}
