/* write_int.h - where the text of nodes goes: only ctree_write*.c include
 * it. */
#ifndef TBY_WORK_CTREE_WRITE_INT_H
#define TBY_WORK_CTREE_WRITE_INT_H

#include "core/base/buf.h"
#include "work/ctree/write.h"

/* Folders on their way. */
typedef struct tree_folders {
    const tby_ctree_write_job *job;
    char *temp; /* the name until all are there */
    tby_buf path;
} tree_folders;

/* Makes the temporary folder.  TBY_E_IO_WRITE, TBY_E_TREE_EXISTS. */
TBY_MUST_USE tby_rc tree_folders_open(tree_folders *f,
                                      const tby_ctree_write_job *job);

/* The file of a node.  TBY_E_IO_WRITE; TBY_E_LIMIT: the path is too long. */
TBY_MUST_USE tby_rc tree_folders_put(tree_folders *f, const tby_ctree_grown *g,
                                     uint32_t node, tby_str text);

/* Gives the folder its name, or removes it if that was not done.  TBY_DONE:
 * what it replaced could not be removed and has the temporary name. */
TBY_MUST_USE tby_rc tree_folders_commit(tree_folders *f);
void tree_folders_close(tree_folders *f);

#endif
