/* write.c - see write.h. */
#include "work/ctree/write.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/ctree/ctree_write.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "io/system/folders.h"
#include "work/db/visit.h"
#include "work/rep/import.h"

#include <stdio.h>

/* --- folders within folders -----------------------------------------------*/

/* Folders on their way. */
typedef struct tree_folders {
    char *temp; /* the name until all are there */
    tby_buf path;
} tree_folders;

/* Longer paths are refused by the system. */
enum { MAX_PATH = 4000 };

/* The file of a node.  TBY_E_IO_WRITE; TBY_E_LIMIT: the path is too long. */
static tby_rc folders_put(tree_folders *f, const tby_ctree_grown *g,
                          uint32_t node, tby_str text)
{
    /* The numbers from the root to a node, each in that of its first parent.
     * The way up is longer than a path can be if there are more than fit. */
    uint32_t way[MAX_PATH / 2];
    size_t n = 0;

    TBY_ASSERT(f->temp);
    for (uint32_t at = node; at != TBY_NO_NODE; at = g->parent[at]) {
        if (n == sizeof way / sizeof *way)
            return TBY_E_LIMIT;
        way[n++] = at;
    }
    tby_buf_clear(&f->path);
    tby_buf_cstr(&f->path, f->temp);
    while (n > 0) {
        tby_buf_char(&f->path, '/');
        tby_buf_u64(&f->path, way[--n]);
    }
    tby_buf_char(&f->path, '\0');
    tby_rc rc = f->path.rc;

    if (rc == TBY_OK)
        rc = tby_folder_make(f->path.p);
    if (rc != TBY_OK)
        return rc;
    f->path.n--; /* the NUL */
    tby_buf_cstr(&f->path, "/info.txt");
    tby_buf_char(&f->path, '\0');
    if (f->path.rc != TBY_OK)
        return f->path.rc;
    return tby_folders_put(f->path.p, text.p, text.n);
}

/* --- a tree ---------------------------------------------------------------*/

typedef struct out {
    const tby_ctree_write_job *job;
    tby_ctree_grown grown;
    tby_ctree_net net;
    tby_ctree_emit emit;
    tby_sink *sink;
    tree_folders folders;
    tby_buf text; /* of one node */
    uint64_t bytes;
} out;

static tby_rc refuse(const out *o, tby_rc rc, const char *text)
{
    if (o->job->refused && (rc == TBY_E_IO_OPEN || rc == TBY_E_IO_WRITE))
        o->job->refused(o->job->tree.ctx, rc,
                        text && *text ? text : tby_rc_text(rc));
    return rc;
}

static tby_rc open_out(out *o)
{
    const tby_ctree_write_job *job = o->job;
    tby_file_info info;

    if (!job->folders) {
        tby_rc rc = tby_sink_open(&o->sink, job->path);
        return rc == TBY_OK
                   ? rc
                   : refuse(o, rc,
                            o->sink ? tby_sink_error_text(o->sink) : NULL);
    }
    if (!job->replace && tby_file_look(job->path, &info) == TBY_OK)
        return TBY_E_TREE_EXISTS;
    return refuse(o, tby_folders_temp(job->path, &o->folders.temp), NULL);
}

static tby_rc commit(out *o)
{
    char text[4096];

    if (!o->job->folders)
        return refuse(o, tby_sink_commit(o->sink),
                      tby_sink_error_text(o->sink));
    /* Gives the folder its name.  TBY_DONE: what it replaced could not be
     * removed and has the temporary name. */
    TBY_ASSERT(o->folders.temp);
    tby_rc rc =
        tby_folders_rename(&o->folders.temp, o->job->path, o->job->replace);
    if (rc != TBY_DONE)
        return refuse(o, rc, NULL);
    snprintf(text, sizeof text,
             "It is written, but what was there before cannot be removed: it "
             "is '%s' now.",
             o->folders.temp);
    tby_path_free(o->folders.temp);
    o->folders.temp = NULL;
    return refuse(o, TBY_E_IO_WRITE, text);
}

static tby_rc write_nodes(out *o)
{
    const tby_ctree_grow_job *tree = &o->job->tree;

    for (uint32_t i = 0; i < o->grown.n; i++) {
        tby_buf_clear(&o->text);
        TBY_TRY(tby_ctree_emit_node(&o->emit, i, &o->text));
        tby_str text = tby_buf_str(&o->text);
        o->bytes += text.n;
        TBY_TRY(
            o->job->folders
                ? refuse(o, folders_put(&o->folders, &o->grown, i, text), NULL)
                : refuse(o, tby_sink_write(o->sink, text.p, text.n),
                         tby_sink_error_text(o->sink)));
        if (tree->progress && i % 1024 == 0)
            TBY_TRY(tree->progress(tree->ctx, i, o->grown.n, i));
    }
    return commit(o);
}

tby_rc tby_ctree_write(const tby_ctree_write_job *job, tby_ctree_write_sum *sum)
{
    enum { MAX_NODE = 1 << 30 }; /* more than the comments of a graph */
    out o = {.job = job};

    tby_buf_init(&o.text, NULL, MAX_NODE);
    tby_buf_init(&o.folders.path, NULL, MAX_PATH);
    tby_rc rc = tby_ctree_grow(&o.grown, &job->tree, NULL);
    if (rc == TBY_OK) {
        rc = tby_ctree_net_grown(&o.net, &o.grown);
        if (rc == TBY_OK) {
            rc = tby_ctree_emit_open(&o.emit, &o.grown, &o.net);
            if (rc == TBY_OK)
                rc = open_out(&o);
            if (rc == TBY_OK)
                rc = write_nodes(&o);
            if (rc == TBY_OK)
                *sum = (tby_ctree_write_sum){.nodes = o.grown.n,
                                             .moves = o.emit.moves,
                                             .numbers = o.grown.ids.n,
                                             .bytes = o.bytes};
            for (uint32_t i = 0; i < o.grown.n && rc == TBY_OK; i++) {
                if (o.grown.ply[i] > sum->plies)
                    sum->plies = o.grown.ply[i];
                sum->solved += o.net.verdict[i] != TBY_VERDICT_UNKNOWN;
            }
            tby_ctree_emit_free(&o.emit);
        }
        tby_ctree_net_free(&o.net);
    }
    tby_sink_close(o.sink);
    if (o.folders.temp) /* it has no name yet */
        tby_folders_remove(o.folders.temp);
    tby_path_free(o.folders.temp);
    tby_buf_free(&o.folders.path);
    tby_ctree_grown_free(&o.grown);
    tby_buf_free(&o.text);
    return rc;
}

/* --- what is written: games or positions of a database --------------------*/

tby_rc tby_ctree_add_games(const tby_ctree_source *s, tby_rep_importer *im,
                           uint64_t *games)
{
    tby_db_visit_job job = {.store = s->store,
                            .filter = s->filter,
                            .progress = s->progress,
                            .ctx = s->ctx};
    tby_games_sum sum = {.games = 0};
    tby_rc rc = TBY_OK;

    for (tby_rep_import_stage stage = tby_rep_importer_first(im);
         stage < TBY_REP_IMPORT_STAGES && rc == TBY_OK; stage++) {
        tby_rep_importer_begin(im, stage);
        job.visitor = tby_rep_importer_visitor(im);
        rc = tby_db_visit(&job, &sum);
    }
    *games = sum.games;
    return rc;
}

/* Nodes of a graph are numbered as they come, so that those which were not yet
 * asked for are the last ones: breadth first, by a counter. */
typedef struct spreading {
    const tby_ctree_source *s;
    tby_graph *graph;
    uint64_t min_games;
    uint32_t *plies; /* by node */
    size_t plies_cap;
} spreading;

static tby_rc set_ply(spreading *p, uint32_t node, uint32_t ply)
{
    TBY_TRY(TBY_GROW(&p->graph->alloc, p->plies, p->plies_cap, node + 1u));
    p->plies[node] = ply;
    return TBY_OK;
}

static tby_rc ask_reply(spreading *p, uint32_t node)
{
    static const tby_position_wanted NOTHING = {0, 0};
    tby_position_answer found;
    tby_rc rc = tby_store_position(p->s->store, &p->graph->nodes[node].pos,
                                   p->s->filter, &NOTHING, &found);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_OK : rc;
    for (size_t i = 0; i < found.moves_n && rc == TBY_OK; i++) {
        size_t nodes = p->graph->nodes_n;
        uint32_t edge;

        if (found.moves[i].reached < p->min_games)
            continue;
        rc = tby_graph_add_edge(p->graph, node, found.moves[i].move, &edge,
                                NULL);
        if (rc == TBY_OK && p->graph->nodes_n > nodes)
            rc = set_ply(p, (uint32_t)nodes, p->plies[node] + 1);
    }
    tby_position_free(&found);
    return rc;
}

tby_rc tby_ctree_add_positions(const tby_ctree_source *s, const tby_pos *root,
                               uint64_t min_games, tby_graph *g)
{
    spreading p = {.s = s, .graph = g, .min_games = min_games};
    uint32_t node;
    tby_rc rc = tby_graph_add_node(g, root, &node);

    if (rc == TBY_OK)
        rc = set_ply(&p, node, 0);
    for (uint32_t i = 0; rc == TBY_OK && i < g->nodes_n; i++) {
        if (!s->depth || p.plies[i] < s->depth)
            rc = ask_reply(&p, i);
        if (rc == TBY_OK && s->progress)
            rc = s->progress(s->ctx, i + 1, g->nodes_n, g->nodes_n);
    }
    tby_grow_free(&g->alloc, p.plies, p.plies_cap, sizeof *p.plies);
    return rc;
}
