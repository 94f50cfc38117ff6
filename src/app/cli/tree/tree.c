#include "app/cli/tree/tree.h"
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "core/base/assert.h"
#include "io/system/file.h"
#include "work/ctree/file.h"
#include "work/rep/import.h"

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
    TBY_ASSERT(rc != TBY_OK);
    if (rc == TBY_E_IO_OPEN || rc == TBY_E_IO_READ || rc == TBY_E_IO_CUT ||
        rc == TBY_E_IO_CORRUPT || rc == TBY_E_IO_FORMAT ||
        rc == TBY_E_FILE_KIND)
        return tby_cli_exit_of_file(rc); /* it has been reported */
    return tby_cli_fail(tby_cli_file_name(path), rc);
}

static void take_notice(void *ctx, const tby_finding *n)
{
    tby_ctree_tally *t = ctx;

    t->n++;
    t->warnings += n->severity == TBY_WARNING;
    size_t i = 0;
    while (i < t->kinds_n && t->kinds[i].code != n->code)
        i++;
    if (i == t->kinds_n && i < TBY_CTREE_KINDS)
        t->kinds[t->kinds_n++] = (tby_ctree_kind_count){.code = n->code};
    if (i < t->kinds_n)
        t->kinds[i].n++;
    if (t->n > t->max)
        return;
    if (!t->ended)
        tby_progress_hide(&t->bar);

    if (!t->json) {
        tby_cli_print_finding(NULL, n);
        return;
    }
    tby_cli_json_finding(tby_cli_json_start(), n);
    tby_cli_json_print();
}

bool tby_cli_tree_tally_open(tby_ctree_tally *t, const tby_cli_call *call)
{
    *t = (tby_ctree_tally){.json = call->json, .max = 100};
    if (!tby_cli_number_of(call, "max-errors", 0, UINT32_MAX, &t->max))
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
                                .progress = tby_cli_on_progress,
                                .ctx = t};
}

/* What all sources have in common while they are read. */
typedef struct tby_ctree_making {
    tby_ctree_made *made;
    const tby_cli_call *call;
    unsigned depth, min_games; /* 0: not given */
    tby_progress bar;
} tby_ctree_making;

/* The content decides; the name only of what the content does not show. */
tby_ctree_from tby_cli_tree_from(const char *path)
{
    tby_file_info info;

    if (strcmp(path, "-") == 0 || tby_file_look(path, &info) != TBY_OK)
        return TBY_FROM_POSITION;
    if (info.folder)
        return TBY_FROM_GAMES;
    if (!info.plain)
        return TBY_FROM_REPERTOIRE;
    tby_kind kind = tby_kind_of_file(path);
    if (kind == TBY_KIND_DATABASE)
        return TBY_FROM_DATABASE;
    if (kind >= TBY_KIND_PGN ||
        (kind <= TBY_KIND_BINARY && tby_games_format_named(path, NULL)))
        return TBY_FROM_GAMES;
    return TBY_FROM_REPERTOIRE;
}

bool tby_cli_tree_conditions_fit(const tby_cli_call *call, tby_ctree_from from)
{
    static const tby_cli_option CONDITIONS[] = {
        TBY_DB_HEADER_OPTIONS,
        TBY_DB_MOVES_OPTIONS,
        {"position", NULL, NULL},
    };

    for (size_t i = 0; i < sizeof CONDITIONS / sizeof *CONDITIONS; i++)
        if (from != TBY_FROM_DATABASE &&
            tby_cli_find_value(call, CONDITIONS[i].name)) {
            tby_cli_usage(call->command,
                          "'tabiya db import' makes one of games.",
                          "--%s needs a database.", CONDITIONS[i].name);
            return false;
        }
    return true;
}

/* Makes made->im and made->graph.  Returns an exit code. */
static int open_importer(tby_ctree_making *k)
{
    tby_rep_import_options options = {.depth = k->depth,
                                      .min_games = k->min_games};
    tby_rc rc = tby_rep_importer_open(&k->made->im, &options);

    if (rc != TBY_OK)
        return tby_cli_fail("import", rc);
    k->made->graph = tby_rep_importer_graph(k->made->im);
    return TBY_EXIT_OK;
}

static int read_games(tby_ctree_making *k)
{
    tby_pgn_files files = tby_pgn_files_of(k->call->args, 1);
    int code = files.code;
    tby_rc rc;

    if (code == TBY_EXIT_OK)
        code = open_importer(k);
    tby_rep_importer *im = k->made->im;
    for (tby_rep_import_stage stage = im ? tby_rep_importer_first(im)
                                         : TBY_REP_IMPORT_STAGES;
         stage < TBY_REP_IMPORT_STAGES; stage++) {
        tby_pgn_reporter reporter = {.again =
                                         stage != tby_rep_importer_first(im)};
        tby_games_job job = {.mode = TBY_PGN_ALL, .faults = 100};

        if (code != TBY_EXIT_OK && code != TBY_EXIT_MALFORMED)
            break;
        tby_rep_importer_begin(im, stage);
        job.visitor = tby_rep_importer_visitor(im);
        code = tby_cli_worse_exit(
            code, tby_pgn_read_files(&reporter, &job, &files, NULL, &rc));
    }
    if (im)
        k->made->games = tby_rep_importer_sum(im).games;
    tby_pgn_files_free(&files);
    return code;
}

/* The games or the positions of a database: with --min-games the positions are
 * asked for, from --position on; without, whole games. */
static int read_database(tby_ctree_making *k)
{
    static tby_db_ask ask; /* large, and there is one */
    tby_ctree_made *m = k->made;
    int code = TBY_EXIT_OK;
    tby_ctree_source source = {.filter = &ask.filter,
                               .depth = k->depth,
                               .progress = tby_cli_on_progress,
                               .ctx = &k->bar};

    if (!tby_db_ask_open(&ask, k->call, k->call->args[0], 0, &code))
        return code;
    source.store = ask.store;
    tby_rc rc;
    tby_progress_start(&k->bar, "read", "games");
    if (k->min_games) {
        tby_pos root =
            ask.filter.has_position ? ask.filter.position : tby_pos_start();
        ask.filter.has_position = false;
        m->graph = &m->own;
        rc = tby_ctree_add_positions(&source, &root, k->min_games, &m->own);
    } else {
        code = open_importer(k);
        rc = code == TBY_EXIT_OK
                 ? tby_ctree_add_games(&source, m->im, &m->games)
                 : TBY_OK;
    }
    tby_progress_end(&k->bar);
    if (rc != TBY_OK)
        code = tby_db_ask_fail(&ask, rc);
    tby_db_ask_close(&ask);
    return code;
}

static int make(tby_ctree_making *k)
{
    tby_ctree_made *m = k->made;
    int code = TBY_EXIT_OK;
    tby_cli_texts in;

    switch (m->from) {
    case TBY_FROM_POSITION:
        tby_cli_texts_open(&in, k->call->args, 1);
        while (tby_cli_next_line(&in))
            m->root = in.line.pos;
        return tby_cli_texts_close(&in);
    case TBY_FROM_REPERTOIRE:
        if (tby_cli_rep_load(&m->rep, k->call->args[0], &code))
            m->graph = &m->rep.graph;
        else
            m->from = TBY_FROM_POSITION; /* there is nothing to free */
        return code;
    case TBY_FROM_GAMES:
        return read_games(k);
    case TBY_FROM_DATABASE:
        return read_database(k);
    }
    return TBY_EXIT_INTERNAL;
}

bool tby_cli_tree_make(tby_ctree_made *m, const tby_cli_call *call,
                       unsigned depth, int *code)
{
    static tby_ctree_making k; /* the bar is large, and there is one */

    *m = (tby_ctree_made){.from = tby_cli_tree_from(call->args[0])};
    tby_graph_init(&m->own, NULL);
    k = (tby_ctree_making){.made = m, .call = call, .depth = depth};
    if (!tby_cli_number_of(call, "min-games", 1, UINT32_MAX, &k.min_games)) {
        *code = TBY_EXIT_USAGE;
        return false;
    }
    int made = make(&k);
    *code = tby_cli_worse_exit(*code, made);
    if (made != TBY_EXIT_OK && made != TBY_EXIT_MALFORMED)
        return false;
    return m->from == TBY_FROM_POSITION ? made == TBY_EXIT_OK
                                        : m->graph != NULL;
}

void tby_cli_tree_unmake(tby_ctree_made *m)
{
    if (m->from == TBY_FROM_REPERTOIRE)
        tby_rep_free(&m->rep);
    tby_rep_importer_close(m->im);
    tby_graph_free(&m->own);
}
