/* ctree_check_nodes.c - does each node have its moves and its ending? */
#include "core/logic/ctree_check_int.h"
#include "tabiya/shortest.h"

/* Fifty moves are a hundred; a way that goes on is not followed for ever. */
enum { MAX_STEPS = 1024 };

unsigned check_times(const tree_check *c, uint32_t node)
{
    const tby_ctree_node *nodes = c->tree->nodes;
    unsigned times = 1, steps = 0;
    uint32_t at = node;

    if (c->identity != TBY_CTREE_EXACT)
        return 1;
    while (steps++ < MAX_STEPS && nodes[at].pos.halfmoves &&
           c->nodes[at].right && c->nodes[at].parent < at) {
        at = c->nodes[at].parent;
        times += nodes[at].pos.key == nodes[node].pos.key;
    }
    return times;
}

/* --- endings --------------------------------------------------------------*/

/* A full look for dead positions may take a tenth of a second; a file that
 * claims more of them than this is believed. */
enum { MAX_LOOKS = 1000 };

/* What the quick stage does not find may be a dead position all the same. */
static bool is_dead(tree_check *c, const tby_pos *pos)
{
    tby_winnable w;

    if (c->looks++ >= MAX_LOOKS)
        return true;
    return tby_winnable_full(pos, NULL, &w) == TBY_OK && tby_winnable_dead(w);
}

static uint32_t ending_item(const tby_ctree *t, const tby_ctree_node *node)
{
    const tby_ctree_item *items = tby_ctree_items(t, node);
    uint32_t k = 0;

    while (k < node->items_n && items[k].kind != TBY_CTREE_ENDING)
        k++;
    return k;
}

static void tell_ending(tree_check *c, const tby_ctree_node *node,
                        tby_outcome expected)
{
    const char *text = tby_ctree_ending_text(expected);
    check_say s = {.text = {s.buf, sizeof s.buf, 0}};
    uint32_t k = ending_item(c->tree, node);

    tby_text_cstr(&s.text, text ? "Expected '" : "The game is not over here");
    tby_text_cstr(&s.text, text ? text : ".");
    tby_text_cstr(&s.text, text ? "'." : "");
    tby_text_end(&s.text);
    if (k < node->items_n)
        check_tell_item(c, node, k, TBY_E_TREE_ENDING, s.buf);
    else
        check_tell(c, node, node->first, 1, TBY_E_TREE_ENDING, s.buf);
}

/* v2 has no word for mate: its marks say it. */
static void check_ending(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    tby_outcome expected =
        tby_ctree_ending(c->identity, &node->pos, check_times(c, i));

    if (node->ending == expected ||
        (node->dialect == TBY_CTREE_V2 &&
         (expected == TBY_CHECKMATE || node->ending == TBY_ONGOING)) ||
        (node->ending == TBY_DEAD && expected == TBY_ONGOING &&
         is_dead(c, &node->pos)))
        return;
    tell_ending(c, node, expected);
}

/* --- missing moves --------------------------------------------------------*/

static void tell_missing(tree_check *c, const tby_ctree_node *node, size_t line,
                         tby_move m)
{
    check_say s = {.text = {s.buf, sizeof s.buf, 0}};
    char move[TBY_SHORT_MAX];

    tby_short_write(&node->pos, m, TBY_SHORT_STRICT, move);
    tby_text_cstr(&s.text, "The move '");
    tby_text_cstr(&s.text, move);
    tby_text_cstr(&s.text, "' is missing.");
    tby_text_end(&s.text);
    check_tell(c, node, line, 1, TBY_E_TREE_MOVES, s.buf);
}

/* Which of n moves one is, n if none. */
static size_t index_of(const tby_moves *moves, tby_move m)
{
    size_t i = 0;

    while (i < moves->n && moves->at[i] != m)
        i++;
    return i;
}

static void find_missing(tree_check *c, const tby_ctree_node *node)
{
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    tby_moves legal;
    uint32_t lines[TBY_MOVES_MAX + 1] = {0}; /* of each, 0: it has none */
    size_t line = node->first;               /* where the next should stand */

    tby_moves_legal(&node->pos, &legal);
    tby_ctree_order(&node->pos, legal.at, legal.n, TBY_CTREE_V1);
    for (uint32_t k = 0; k < node->items_n; k++)
        if (items[k].kind == TBY_CTREE_MOVE)
            lines[index_of(&legal, items[k].move)] = node->first + k;
    for (size_t i = 0; i < legal.n; i++) {
        if (lines[i])
            line = (size_t)lines[i] + 1;
        else
            tell_missing(c, node, line, legal.at[i]);
    }
}

static void check_moves(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    size_t n = 0;

    for (uint32_t k = 0; k < node->items_n; k++)
        n += items[k].kind == TBY_CTREE_MOVE && items[k].move != TBY_MOVE_NONE;
    if (n == 0 && tby_moves_count(&node->pos) > 0)
        check_tell(c, node, node->first, 1, TBY_E_TREE_MOVES,
                   "The node has no moves.");
    else if (n < tby_moves_count(&node->pos))
        find_missing(c, node);
}

void check_nodes(tree_check *c)
{
    for (uint32_t i = 0; i < c->tree->nodes_n; i++) {
        const tby_ctree_node *node = &c->tree->nodes[i];

        if (check_skips(c->tree, i) || node->lost)
            continue;
        check_ending(c, i);
        /* v2 has one mark for each, which the reader has counted */
        if (!c->tree->partial && node->ending == TBY_ONGOING &&
            node->dialect == TBY_CTREE_V1)
            check_moves(c, i);
    }
}
