/* source.c - see source.h. */
#include "app/cli/tree/source.h"

#include "app/cli/pgn/cmd_pgn.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "work/rep/import.h"

#include <string.h>

/* --- what it is -----------------------------------------------------------*/

/* The first bytes, unpacked; "" if there are none. */
static void peek(const char *path, char out[32])
{
    tby_source *s = NULL;
    size_t n = 0;

    memset(out, 0, 32);
    if (tby_source_open(&s, path) == TBY_OK &&
        tby_source_read(s, out, 31, &n) != TBY_OK)
        out[0] = '\0';
    tby_source_close(s);
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);

    return n >= m && strcmp(name + n - m, end) == 0;
}

/* A repertoire begins with a word; games of all formats do not, unless the name
 * tells. */
static bool looks_like_games(const char *path, const char *bytes)
{
    return strchr("[{1;%", bytes[0]) || strstr(path, ".pgn") ||
           ends_with(path, ".cdb") || ends_with(path, ".jsonl");
}

tby_ctree_from tby_cli_tree_from(const char *path)
{
    tby_file_info info;
    char bytes[32];

    if (strcmp(path, "-") == 0 || tby_file_look(path, &info) != TBY_OK)
        return TBY_FROM_POSITION;
    if (info.folder)
        return TBY_FROM_GAMES;
    if (!info.plain)
        return TBY_FROM_REPERTOIRE;
    peek(path, bytes);
    if (strncmp(bytes, "SQLite format 3", 15) == 0)
        return TBY_FROM_DATABASE;
    return looks_like_games(path, bytes) ? TBY_FROM_GAMES : TBY_FROM_REPERTOIRE;
}

/* --- a position -----------------------------------------------------------*/

static int take_position(void *ctx, const tby_cli_text *text)
{
    tby_ctree_made *m = ctx;
    tby_line line;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    m->root = line.pos;
    tby_line_free(&line);
    return TBY_EXIT_OK;
}

/* --- games ----------------------------------------------------------------*/

int tby_cli_tree_importer(tby_ctree_making *k)
{
    tby_rep_import_options options = {.depth = k->depth,
                                      .min_games = k->min_games};
    tby_rc rc = tby_rep_importer_open(&k->made->im, &options);

    if (rc != TBY_OK)
        return tby_cli_fail("import", rc);
    k->made->graph = tby_rep_importer_graph(k->made->im);
    return TBY_EXIT_OK;
}

static int read_stage(tby_ctree_making *k, const tby_pgn_files *files,
                      tby_import_stage stage)
{
    tby_rep_importer *im = k->made->im;
    tby_pgn_teller teller = {.again = stage != tby_rep_importer_first(im)};
    tby_games_job job = {.mode = TBY_PGN_ALL, .faults = 100};
    int code = TBY_EXIT_OK;

    tby_rep_importer_begin(im, stage);
    job.visitor = tby_rep_importer_visitor(im);
    for (size_t i = 0; i < files->n; i++) {
        tby_games_result result;
        tby_rc rc;

        job.path = files->at[i];
        code = tby_cli_worse_exit(
            code, tby_pgn_read_file(&teller, &job, &result, &rc));
        if (rc != TBY_OK)
            return tby_cli_worse_exit(code, tby_cli_fail(job.path, rc));
    }
    return code;
}

static int read_games(tby_ctree_making *k)
{
    tby_rep_importer *im;
    tby_pgn_files files = tby_pgn_files_of(k->call->args, 1);
    int code = files.code;

    if (code == TBY_EXIT_OK)
        code = tby_cli_tree_importer(k);
    im = k->made->im;
    for (tby_import_stage stage = im ? tby_rep_importer_first(im)
                                     : TBY_IMPORT_STAGES;
         stage < TBY_IMPORT_STAGES; stage++)
        if (code == TBY_EXIT_OK || code == TBY_EXIT_MALFORMED)
            code = tby_cli_worse_exit(code, read_stage(k, &files, stage));
    if (im)
        k->made->games = tby_rep_importer_sum(im).games;
    tby_pgn_files_free(&files);
    return code;
}

/* --- all of them ----------------------------------------------------------*/

static int make(tby_ctree_making *k)
{
    tby_ctree_made *m = k->made;
    int code = TBY_EXIT_OK;

    switch (m->from) {
    case TBY_FROM_POSITION:
        return tby_cli_each_text(k->call->args, 1, take_position, m);
    case TBY_FROM_REPERTOIRE:
        if (tby_cli_rep_load(&m->rep, k->call->args[0], &code))
            m->graph = &m->rep.graph;
        else
            m->from = TBY_FROM_POSITION; /* there is nothing to free */
        return code;
    case TBY_FROM_GAMES:
        return read_games(k);
    case TBY_FROM_DATABASE:
        return tby_cli_tree_database(k);
    }
    return TBY_EXIT_INTERNAL;
}

bool tby_cli_tree_make(tby_ctree_made *m, const tby_cli_call *call,
                       unsigned depth, int *code)
{
    static tby_ctree_making k; /* the bar is large, and there is one */
    const char *least = tby_cli_value(call, "min-games");

    *m = (tby_ctree_made){.from = tby_cli_tree_from(call->args[0])};
    tby_graph_init(&m->own, NULL);
    k = (tby_ctree_making){.made = m, .call = call, .depth = depth};
    if (least && !tby_cli_number(call, "--min-games", least, 1, UINT32_MAX,
                                 &k.min_games)) {
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
