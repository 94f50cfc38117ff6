/* ctree_write.h - nodes as text, v1. */
#ifndef TBY_CORE_CTREE_CTREE_WRITE_H
#define TBY_CORE_CTREE_CTREE_WRITE_H

#include "core/base/buf.h"
#include "tabiya/ctree.h"
#include "tabiya/fen.h"
#include "tabiya/shortest.h"

/* The five fields of a node; the length without the NUL. */
size_t tby_ctree_fen(const tby_pos *p, char buf[TBY_FEN_MAX]);

/* One node. */
typedef struct tby_ctree_block {
    uint32_t id;
    const tby_pos *pos;
    const tby_short_table *table; /* of pos; NULL: made if there are moves */
    const tby_ctree_item *items;
    size_t items_n;
    const tby_ctree *tree; /* whose comments the items name */
} tby_ctree_block;

/* Adds a node to out; TBY_CTREE_OTHER is left out.  A failure stays in it. */
void tby_ctree_write_block(tby_buf *out, const tby_ctree_block *block);

#endif
