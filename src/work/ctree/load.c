/* load.c - see load.h. */
#include "work/ctree/load.h"
#include "core/base/assert.h"

#include "core/base/grow.h"
#include "core/base/num.h"
#include "io/stream/source.h"
#include "io/system/file.h"
#include "io/system/folders.h"
#include "tabiya/limits.h"
#include "work/games/kind.h"

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
    r->job->notice(r->job->ctx,
                   &(tby_ctree_notice){
                       .severity = fault->warning ? TBY_WARNING : TBY_ERROR,
                       .code = fault->code,
                       .file = fault->file < r->files->names_n
                                   ? r->files->names[fault->file]
                                   : "",
                       .place = {fault->line, fault->column},
                       .node = fault->node,
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
        l->job->notice(l->job->ctx,
                       &(tby_ctree_notice){
                           .severity = TBY_ERROR,
                           .code = code,
                           .file = file,
                           .node = TBY_NO_NODE,
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
