/* write_folders.c - a tree as folders within folders. */
#include "io/system/file.h"
#include "io/system/folders.h"
#include "work/ctree/write_int.h"

#include <string.h>

/* Longer paths are refused by the system. */
enum { MAX_PATH = 4000 };

tby_rc tree_folders_open(tree_folders *f, const tby_ctree_write_job *job)
{
    tby_file_info info;

    *f = (tree_folders){.job = job};
    tby_buf_init(&f->path, NULL, MAX_PATH);
    if (!job->replace && tby_file_look(job->path, &info) == TBY_OK)
        return TBY_E_TREE_EXISTS;
    return tby_folders_temp(job->path, &f->temp);
}

/* The numbers from the root to a node, each in that of its first parent.  The
 * way up is longer than a path can be if there are more than fit. */
static tby_rc set_path(tree_folders *f, const tby_ctree_grown *g, uint32_t node)
{
    uint32_t way[MAX_PATH / 2];
    size_t n = 0;

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
    return f->path.rc;
}

tby_rc tree_folders_put(tree_folders *f, const tby_ctree_grown *g,
                        uint32_t node, tby_str text)
{
    tby_rc rc = set_path(f, g, node);

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

tby_rc tree_folders_commit(tree_folders *f)
{
    return tby_folders_rename(&f->temp, f->job->path, f->job->replace);
}

void tree_folders_close(tree_folders *f)
{
    if (f->temp)
        tby_folders_remove(f->temp);
    tby_path_free(f->temp);
    tby_buf_free(&f->path);
}
