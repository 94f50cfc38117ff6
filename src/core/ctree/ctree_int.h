/* ctree_int.h - inside the reader of trees: only tree_*.c include it.
 *
 *   ctree_read.c  lines to nodes, v1
 *   ctree_v2.c    the lines of v2 */
#ifndef TBY_CORE_CTREE_CTREE_INT_H
#define TBY_CORE_CTREE_CTREE_INT_H

#include "core/base/str.h"
#include "core/base/text.h"
#include "core/ctree/ctree.h"
#include "tabiya/shortest.h"

/* What the next line must be. */
typedef enum tree_state {
    TREE_START, /* the first line of a node */
    /* v1 */
    TREE_FEN,
    TREE_BLANK,
    TREE_BODY,
    /* v2 */
    TREE_REASON,
    TREE_ID,
    TREE_RANGE,
    TREE_MARKS,
    TREE_EQUALS /* or the position */
} tree_state;

/* Of v2, one line `n≡m`: the move that would have been given n leads to m. */
typedef struct tree_equal {
    uint32_t n, m;
    size_t line;
} tree_equal;

struct tby_ctree_reader {
    tby_alloc alloc;
    tby_ctree *tree;
    tby_ctree_listener listener;
    size_t line; /* the one that is read, from 1 */
    tree_state state;
    bool reported_ends;  /* that lines end with CR LF */
    tby_ctree_node node; /* the one that is read */
    /* v1 */
    uint32_t last_from;    /* named by the node; TBY_NO_NODE: none */
    uint32_t last_rank;    /* of its moves, plus one; 0: none */
    tby_short_table table; /* of its legal moves */
    bool seen[TBY_MOVES_MAX];
    /* v2 */
    size_t range_line, marks_line;
    uint32_t range_from, range_n;
    uint8_t marks[TBY_MOVES_MAX];
    size_t marks_n;
    tree_equal equals[TBY_MOVES_MAX];
    size_t equals_n;
};

/* A sentence that is put together. */
typedef struct tree_say {
    char buf[240];
    tby_text text;
} tree_say;

/* Reports a byte of the line that is read.  NULL: what the code says. */
void tby__ctree_report(const tby_ctree_reader *r, tby_rc code, tby_str line,
                       size_t at, const char *text);

/* Digits at the start of s, no more than a number of a node may be; how many
 * were used, 0: there is none. */
size_t tby__ctree_number(tby_str s, uint32_t *out);

/* "#12", at the byte `at` of the line and up to its end.  False: reported. */
bool tby__ctree_read_id(const tby_ctree_reader *r, tby_str line, size_t at,
                        uint32_t *id);

/* The position, `fields` long; reported if it is not as it should be, and then
 * r->node.lost may be set. */
void tby__ctree_read_fen(tby_ctree_reader *r, tby_str line, unsigned fields);

/* A line of v2, the first included. */
TBY_MUST_USE tby_rc tby__ctree_read_v2(tby_ctree_reader *r, tby_str line);

/* An outcome of "draw by ..."; TBY_ONGOING: it is none. */
tby_outcome tby__ctree_draw_of(tby_str reason);

#endif
