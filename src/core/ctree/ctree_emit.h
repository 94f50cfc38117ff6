/* ctree_emit.h - a tree that was grown, node by node as text. */
#ifndef TBY_CORE_CTREE_CTREE_EMIT_H
#define TBY_CORE_CTREE_CTREE_EMIT_H

#include "core/base/buf.h"
#include "core/ctree/ctree_net.h"

typedef struct tby_ctree_emit {
    tby_ctree_grown *grown; /* numbers behind the last ply are added to it */
    const tby_ctree_net *net;
    tby_ctree_node node;
    tby_ctree lines;                   /* the items and comments of one node */
    uint32_t *parents_start, *parents; /* by node, ascending */
    uint32_t parents_n;
    uint64_t moves; /* that were written */
} tby_ctree_emit;

/* Turns the links of the net round.  TBY_E_NOMEM.  Free it in any case. */
TBY_MUST_USE tby_rc tby_ctree_emit_open(tby_ctree_emit *e,
                                        tby_ctree_grown *grown,
                                        const tby_ctree_net *net);
void tby_ctree_emit_free(tby_ctree_emit *e);

/* Adds the text of a node to out.  All nodes must be asked for in order: that
 * is how the numbers behind the last ply are given out. */
TBY_MUST_USE tby_rc tby_ctree_emit_node(tby_ctree_emit *e, uint32_t node,
                                        tby_buf *out);

#endif
