/* ctree_check_int.h - inside the check of trees: only ctree_check*.c include
 * it.
 *
 *   ctree_check.c        the order of the checks, endings, missing moves
 *   ctree_check_ids.c    numbers and positions, parents
 *   ctree_check_marks.c  what the tree proves, and what its marks say */
#ifndef TBY_CORE_CTREE_CTREE_CHECK_INT_H
#define TBY_CORE_CTREE_CTREE_CHECK_INT_H

#include "core/base/hashmap.h"
#include "core/base/text.h"
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_net.h"

/* What is known of a node that was read, by its index. */
typedef struct check_node {
    uint64_t path_key;
    uint32_t parent;    /* index of the first node that leads to it */
    bool right : 1;     /* a move leads to its position */
    bool wrong : 1;     /* a move leads to its number, but elsewhere */
    bool clock : 1;     /* it is not that of the first way */
    bool complete : 1;  /* it has a line for every legal move */
    uint8_t ending;     /* tby_outcome as check_ending() judges it */
    uint16_t halfmoves; /* what it should be */
} check_node;

typedef struct tree_check {
    const tby_ctree *tree;
    tby_ctree_identity identity;
    const tby_ctree_listener *listener;
    /* Only what is read from the tree is reported if it is wrong, not what is
     * missing: for callers that use a tree and do not verify it. */
    bool used_only;
    bool warns; /* what is reported may be right, but nothing is made of it */
    uint64_t reported;
    check_node *nodes;
    /* numbers: which position got which */
    tby_keyset keys;
    uint32_t *id_of; /* by number in keys: the number it was given first */
    size_t id_of_cap;
    uint32_t *key_of; /* by id, up to ids_n: the number in keys, TBY_NONE */
    uint32_t ids_n;
    uint32_t next;   /* the number that comes next */
    uint32_t astray; /* the last wrong one, if numbers may go on from there */
    uint32_t *from;  /* parents that a node names, sorted */
    size_t from_n, from_cap;
    unsigned looks; /* for dead positions, in full */
} tree_check;

typedef struct check_say {
    char buf[240];
    tby_text text;
} check_say;

/* Reports a line of a node; text NULL: what the code says. */
void tby__ctree_check_report(tree_check *c, const tby_ctree_node *node,
                             size_t line, size_t column, tby_rc code,
                             const char *text);

void tby__ctree_check_report_item(tree_check *c, const tby_ctree_node *node,
                                  uint32_t item, tby_rc code, const char *text);

/* "before#12after." */
const char *tby__ctree_check_id_text(check_say *s, const char *before,
                                     uint32_t id, const char *after);

TBY_MUST_USE tby_rc tby__ctree_check_ids(tree_check *c);
TBY_MUST_USE tby_rc tby__ctree_check_links(tree_check *c);
TBY_MUST_USE tby_rc tby__ctree_check_marks(tree_check *c);

/* The tree as a net, once the endings are judged, and what it proves. */
TBY_MUST_USE tby_rc tby__ctree_check_net(tree_check *c, tby_ctree_net *net);

#endif
