/* load.h - trees from files and folders.
 *
 * A file holds nodes one after another, compressed by whatever source.h reads;
 * "-" is standard input.  A folder holds one folder for each node, in that of
 * its first parent, with a file `info.txt` or `info`; links are not followed,
 * and what is no part of a tree is reported and passed over.
 *
 * Memory: 96 bytes for each node, 8 for each of its lines and the comments; no
 * text but these is kept. */
#ifndef TBY_WORK_CTREE_LOAD_H
#define TBY_WORK_CTREE_LOAD_H

#include "core/base/diag.h"
#include "tabiya/ctree.h"

typedef struct tby_ctree_notice {
    tby_severity severity;
    tby_rc code;
    const char *file; /* "stdin" for "-" */
    tby_place place;  /* line 0: the whole file */
    uint32_t node;    /* TBY_NO_NODE: none */
    const char *text; /* a sentence, valid during the call */
} tby_ctree_notice;

typedef struct tby_ctree_files {
    tby_ctree tree;
    char **names; /* by the number that nodes name; the first is the path */
    size_t names_n, names_cap;
    uint32_t *folders; /* by file: the node of the folder, and of that above
                          it; TBY_NO_NODE: none.  Two for each file. */
    size_t folders_cap;
    bool folder;
} tby_ctree_files;

typedef struct tby_ctree_load_job {
    const char *path;
    void (*notice)(void *ctx, const tby_ctree_notice *notice); /* or NULL */
    /* Bytes that were read, those that the file has (0: not known) and nodes;
     * or NULL.  Anything but TBY_OK ends it. */
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t nodes);
    void *ctx;
} tby_ctree_load_job;

/* Reads all nodes and puts them in order.  What is wrong with single lines,
 * files and folders is reported and does not fail it.  TBY_E_NOMEM,
 * TBY_E_LIMIT; an I/O failure of the path itself has been reported.  Free *out
 * in any case. */
TBY_MUST_USE tby_rc tby_ctree_load(tby_ctree_files *out,
                                   const tby_ctree_load_job *job);
void tby_ctree_files_free(tby_ctree_files *f);

/* A listener for what core reports on the tree, which finds the name of the
 * file and passes it on as a notice.  *job and *f must stay. */
typedef struct tby_ctree_relay {
    const tby_ctree_files *files;
    const tby_ctree_load_job *job;
} tby_ctree_relay;

tby_ctree_listener tby_ctree_relay_of(tby_ctree_relay *relay);

#endif
