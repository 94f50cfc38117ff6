#include "work/ctree/file.h"
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "core/ctree/ctree_write.h"
#include "io/stream/sink.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "io/system/folders.h"
#include "tabiya/limits.h"
#include "work/db/visit.h"
#include "work/games/kind.h"
#include "work/rep/import.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK = 1 << 16 };

typedef struct load {
    tby_ctree_files *files;
    const tby_ctree_load_job *job;
    tby_ctree_relay relay;
    tby_ctree_reader *reader;
    char *chunk;
    tby_buf line; /* one that goes on in the next chunk */
} load;

static void relay_fault(void *ctx, const tby_ctree_fault *fault)
{
    const tby_ctree_relay *r = ctx;

    if (!r->job->notice)
        return;
    r->job->notice(
        r->job->ctx,
        &(tby_finding){.severity = fault->warning ? TBY_WARNING : TBY_ERROR,
                       .code = fault->code,
                       .file = fault->file < r->files->names_n
                                   ? r->files->names[fault->file]
                                   : "",
                       .place = {fault->line, fault->column},
                       .text = fault->text});
}

tby_ctree_listener tby_ctree_relay_of(tby_ctree_relay *relay)
{
    return (tby_ctree_listener){relay_fault, relay};
}

static void report_file(const load *l, const char *file, tby_rc code,
                        const char *text)
{
    TBY_ASSERT(file);
    if (l->job->notice)
        l->job->notice(
            l->job->ctx,
            &(tby_finding){.severity = TBY_ERROR,
                           .code = code,
                           .file = file,
                           .text = text && *text ? text : tby_rc_text(code)});
}

static tby_rc end_line(load *l, tby_str line)
{
    tby_rc rc;

    if (l->line.n || l->line.rc != TBY_OK) {
        tby_buf_add(&l->line, line);
        line = tby_buf_str(&l->line);
    }
    if (l->line.rc == TBY_E_LIMIT)
        report_file(l, l->files->names[l->files->names_n - 1], TBY_E_LIMIT,
                    "A line is longer than 1048576 bytes and was cut.");
    rc = l->line.rc == TBY_E_NOMEM ? TBY_E_NOMEM
                                   : tby_ctree_reader_line(l->reader, line);
    tby_buf_clear(&l->line);
    return rc;
}

static tby_rc read_lines(load *l, tby_source *s)
{
    tby_rc rc = TBY_OK;
    size_t n = 0;
    bool first = !l->files->folder;

    tby_buf_clear(&l->line);
    while (rc == TBY_OK &&
           (rc = tby_source_read(s, l->chunk, CHUNK, &n)) == TBY_OK) {
        const char *other =
            first ? tby_kind_refusal(TBY_WANT_TREE, (tby_str){l->chunk, n})
                  : NULL;
        if (other) {
            report_file(l, l->files->names[0], TBY_E_FILE_KIND, other);
            return TBY_E_FILE_KIND;
        }
        first = false;
        const char *p = l->chunk, *end = p + n, *feed;
        rc = TBY_OK;

        while (rc == TBY_OK && (feed = memchr(p, '\n', (size_t)(end - p)))) {
            rc = end_line(l, (tby_str){p, (size_t)(feed - p)});
            p = feed + 1;
        }
        tby_buf_add(&l->line, (tby_str){p, (size_t)(end - p)});
        if (rc == TBY_OK) {
            uint64_t done, total;

            tby_source_progress(s, &done, &total);
            if (l->files->folder)
                done = total = 0;
            rc = l->job->progress ? l->job->progress(l->job->ctx, done, total,
                                                     l->files->tree.nodes_n)
                                  : TBY_OK;
        }
    }
    /* a last line without a line feed */
    if (rc == TBY_DONE && (l->line.n || l->line.rc != TBY_OK))
        return end_line(l, (tby_str){"", 0});
    return rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc read_file(load *l, const char *path, uint32_t node,
                        uint32_t above)
{
    tby_source *s = NULL;
    const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
    tby_ctree_files *f = l->files;
    const tby_alloc *a = &f->tree.alloc;
    size_t n = strlen(name) + 1;

    TBY_TRY(TBY_GROW(a, f->names, f->names_cap, f->names_n + 1));
    TBY_TRY(TBY_GROW(a, f->folders, f->folders_cap, 2 * f->names_n + 2));
    char *copy = tby_grow_new(a, n, 1);
    if (!copy)
        return TBY_E_NOMEM;
    memcpy(copy, name, n);
    f->folders[2 * f->names_n] = node;
    f->folders[2 * f->names_n + 1] = above;
    f->names[f->names_n++] = copy;
    tby_ctree_reader_file(l->reader, (uint32_t)(l->files->names_n - 1));
    tby_rc rc = tby_source_open(&s, path);
    if (rc == TBY_OK)
        rc = read_lines(l, s);
    tby_rc ended = tby_ctree_reader_end(l->reader);
    /* a failure of one file is reported, and the rest goes on */
    if (rc == TBY_E_IO_OPEN || rc == TBY_E_IO_READ || rc == TBY_E_IO_CUT ||
        rc == TBY_E_IO_CORRUPT || rc == TBY_E_IO_FORMAT) {
        report_file(l, name, rc, s ? tby_source_error_text(s) : NULL);
        if (l->files->folder)
            rc = TBY_OK;
    }
    tby_source_close(s);
    return rc == TBY_OK ? ended : rc;
}

/* The node that a folder is named for. */
static uint32_t number_of(const char *name)
{
    uint64_t number = TBY_NO_NODE;

    if (name[0] == '0' && name[1])
        return TBY_NO_NODE;
    if (tby_num_u64(tby_str_of(name), 0, TBY_NO_NODE - 1, &number, NULL) !=
        TBY_OK)
        return TBY_NO_NODE;
    return (uint32_t)number;
}

/* The number of the folder above the one that a file is in. */
static uint32_t number_above(const tby_entry *e)
{
    const char *end = e->path + strlen(e->path);
    unsigned slashes = 0;
    char name[16] = "";

    while (end > e->path && slashes < 2)
        slashes += *--end == '/';
    if (slashes < 2 || e->depth < 2)
        return TBY_NO_NODE;
    const char *begin = end;
    while (begin > e->path && begin[-1] != '/')
        begin--;
    if ((size_t)(end - begin) < sizeof name)
        memcpy(name, begin, (size_t)(end - begin));
    return number_of(name);
}

static tby_rc visit(void *ctx, const tby_entry *e)
{
    load *l = ctx;

    if (e->kind == TBY_ENTRY_FOLDER && number_of(e->name) != TBY_NO_NODE)
        return TBY_OK;
    if (e->kind == TBY_ENTRY_FILE &&
        (strcmp(e->name, "info.txt") == 0 || strcmp(e->name, "info") == 0))
        return read_file(l, e->path,
                         e->depth ? number_of(e->parent) : TBY_NO_NODE,
                         number_above(e));
    report_file(l, e->path, TBY_E_TREE_FOLDER,
                e->kind == TBY_ENTRY_REFUSED
                    ? "The folder cannot be read, or lies too deep."
                : e->kind == TBY_ENTRY_OTHER
                    ? "This is neither a file nor a folder and is passed over."
                : e->kind == TBY_ENTRY_FOLDER
                    ? "The name of the folder is no number of a node."
                    : "The file is not the one of a node: 'info.txt'.");
    /* a folder is not entered; of anything else it would end the walk */
    return e->kind == TBY_ENTRY_FOLDER ? TBY_DONE : TBY_OK;
}

tby_rc tby_ctree_load(tby_ctree_files *out, const tby_ctree_load_job *job)
{
    load l = {.files = out, .job = job, .relay = {out, job}};
    tby_ctree_listener listener = tby_ctree_relay_of(&l.relay);
    tby_folders_job walk = {.path = job->path,
                            .max_depth = TBY_MAX_PLIES,
                            .max_entries = (uint64_t)TBY_MAX_NODES * 2,
                            .entry = visit,
                            .ctx = &l};
    tby_file_info info;

    *out = (tby_ctree_files){
        .folder = strcmp(job->path, "-") != 0 &&
                  tby_file_look(job->path, &info) == TBY_OK && info.folder};
    tby_ctree_init(&out->tree, NULL);
    tby_buf_init(&l.line, NULL, TBY_MAX_LINE_BYTES);
    l.chunk = tby_grow_new(&out->tree.alloc, CHUNK, 1);
    tby_rc rc = l.chunk
                    ? tby_ctree_reader_open(&l.reader, &out->tree, &listener)
                    : TBY_E_NOMEM;
    if (rc == TBY_OK && !out->folder)
        rc = read_file(&l, job->path, TBY_NO_NODE, TBY_NO_NODE);
    else if (rc == TBY_OK && (rc = tby_folders_walk(&walk)) == TBY_E_IO_OPEN)
        report_file(&l, job->path, rc, NULL);
    if (rc == TBY_OK)
        rc = tby_ctree_sort(&out->tree);
    if (rc == TBY_OK) {
        /* Each node of a folder tree lies in the folder of its own number,
         * which lies in that of its first parent. */
        const tby_ctree *t = &l.files->tree;

        for (size_t i = 0; i < t->nodes_n && l.files->folder; i++) {
            const tby_ctree_node *node = &t->nodes[i];
            const tby_ctree_item *items = tby_ctree_items(t, node);
            const uint32_t *folders = &l.files->folders[(size_t)2 * node->file];
            uint32_t own = folders[0], above = folders[1];
            uint32_t k = 0;

            while (k < node->items_n && items[k].kind != TBY_CTREE_FROM)
                k++;
            if (own != TBY_NO_NODE && own != node->id)
                report_file(&l, l.files->names[node->file], TBY_E_TREE_FOLDER,
                            "The folder is named for another node.");
            else if (above != TBY_NO_NODE && k < node->items_n &&
                     items[k].value != above)
                report_file(&l, l.files->names[node->file], TBY_E_TREE_FOLDER,
                            "The folder is not in that of the first parent.");
        }
    }
    tby_ctree_reader_close(l.reader);
    tby_buf_free(&l.line);
    tby_grow_free(&out->tree.alloc, l.chunk, CHUNK, 1);
    return rc;
}

void tby_ctree_files_free(tby_ctree_files *f)
{
    const tby_alloc *a = &f->tree.alloc;

    for (size_t i = 0; i < f->names_n; i++)
        tby_grow_free(a, f->names[i], strlen(f->names[i]) + 1, 1);
    tby_grow_free(a, f->names, f->names_cap, sizeof *f->names);
    tby_grow_free(a, f->folders, f->folders_cap, sizeof *f->folders);
    tby_ctree_free(&f->tree);
}

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
