/* ctree_write.h - nodes as text, v1. */
#ifndef TBY_CORE_CTREE_CTREE_WRITE_H
#define TBY_CORE_CTREE_CTREE_WRITE_H

#include "core/base/buf.h"
#include "core/ctree/ctree_net.h"
#include "tabiya/ctree.h"
#include "tabiya/fen.h"
#include "tabiya/shortest.h"

/* The five fields of a node; the length without the NUL. */
size_t tby_ctree_fen(const tby_pos *p, char buf[TBY_FEN_MAX]);

typedef struct tby_ctree_block {
    uint32_t id;
    const tby_pos *pos;
    const tby_ctree_item *items;
    size_t items_n;
    const tby_ctree *tree; /* whose comments the items name */
} tby_ctree_block;

/* Adds a node to out; TBY_CTREE_OTHER is left out.  A failure stays in it. */
void tby_ctree_write_block(tby_buf *out, const tby_ctree_block *block);

typedef struct tby_ctree_emit {
    tby_ctree_grown *grown; /* numbers after the last ply are added to it */
    const tby_ctree_net *net;
    tby_ctree_node node;
    tby_ctree lines;                   /* the items and comments of one node */
    uint32_t *parents_start, *parents; /* by node, ascending */
    uint64_t moves;                    /* that were written */
} tby_ctree_emit;

/* Turns the links of the net round.  TBY_E_NOMEM.  Free it in any case. */
TBY_MUST_USE tby_rc tby_ctree_emit_open(tby_ctree_emit *e,
                                        tby_ctree_grown *grown,
                                        const tby_ctree_net *net);
void tby_ctree_emit_free(tby_ctree_emit *e);

/* Adds the text of a node to out.  All nodes must be asked for in order: that
 * is how the numbers after the last ply are given out. */
TBY_MUST_USE tby_rc tby_ctree_emit_node(tby_ctree_emit *e, uint32_t node,
                                        tby_buf *out);

#endif
