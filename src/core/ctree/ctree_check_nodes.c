/* ctree_check_nodes.c - does each node have its moves and its ending? */
#include "core/ctree/ctree_check_int.h"
#include "tabiya/shortest.h"

/* Fifty moves are a hundred; a way that goes on is not followed for ever. */
enum { MAX_STEPS = 1024 };

/* How often the position of a node stands on the way to it. */
static unsigned count_times(const tree_check *c, uint32_t node)
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

/* A full look for dead positions may take a tenth of a second; after so many
 * claims in one tree the rest is left undecided. */
enum { MAX_LOOKS = 1000 };

/* What the quick stage does not find may be a dead position all the same. */
static tby_rc look_dead(tree_check *c, const tby_pos *pos, tby_winnable *out)
{
    *out = (tby_winnable){.white = TBY_CAN_UNKNOWN, .black = TBY_CAN_UNKNOWN};
    return c->looks++ < MAX_LOOKS ? tby_winnable_full(pos, NULL, out) : TBY_OK;
}

static bool by_way(tby_outcome ending)
{
    return ending == TBY_THREEFOLD || ending == TBY_FIFTY;
}

/* Of the line that says how the game ends or, if there is none, should. */
static void tell_ending(tree_check *c, const tby_ctree_node *node, bool warning,
                        const char *text)
{
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    uint32_t k = 0;

    while (k < node->items_n && items[k].kind != TBY_CTREE_ENDING)
        k++;
    size_t line = node->dialect == TBY_CTREE_V2 ? (size_t)node->line - 1
                  : k < node->items_n           ? (size_t)node->first + k
                                                : node->first;
    (warning ? tby__ctree_check_warn : tby__ctree_check_report)(
        c, node, line, 1, TBY_E_TREE_ENDING, text);
}

static void tell_expected(tree_check *c, const tby_ctree_node *node,
                          tby_outcome expected)
{
    const char *text = tby_ctree_ending_text(expected);
    check_say s = {.text = {s.buf, sizeof s.buf, 0}};

    tby_text_cstr(&s.text, text ? "Expected '" : "The game is not over here");
    tby_text_cstr(&s.text, text ? text : ".");
    tby_text_cstr(&s.text, text ? "'." : "");
    tby_text_end(&s.text);
    tell_ending(c, node, false, s.buf);
}

tby_rc tby__ctree_check_ending(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    tby_outcome claim = (tby_outcome)node->ending, ending;
    tby_winnable w = {.white = TBY_CAN, .black = TBY_CAN};
    tby_pos pos = node->pos;

    if (c->nodes[i].clock)
        pos.halfmoves = c->nodes[i].halfmoves;
    ending = tby_ctree_ending(c->identity, &pos, count_times(c, i));
    if (claim == TBY_DEAD && (ending == TBY_ONGOING || by_way(ending))) {
        tby_rc rc = look_dead(c, &pos, &w);

        if (rc != TBY_OK)
            return rc;
        if (tby_winnable_dead(w))
            ending = TBY_DEAD;
    }
    c->nodes[i].ending = (uint8_t)ending;

    if (claim == ending)
        return TBY_OK;
    if (claim == TBY_ONGOING) {
        /* v2 has no word for mate, and need not say why it is a draw */
        if (node->dialect == TBY_CTREE_V1 && !c->used_only)
            tell_expected(c, node, ending);
    } else if (by_way(claim) && c->identity == TBY_CTREE_POSITION &&
               ending == TBY_ONGOING) {
        tell_ending(c, node, true,
                    "Repetition and fifty moves are judged in exact identity "
                    "only: nothing is proven here.");
    } else if (w.white != TBY_CAN && w.black != TBY_CAN) {
        tell_ending(c, node, true,
                    "It is not known whether the position is dead: nothing is "
                    "proven here.");
    } else {
        tell_expected(c, node, ending);
    }
    return TBY_OK;
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
    tby__ctree_check_report(c, node, line, 1, TBY_E_TREE_MOVES, s.buf);
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
        tby__ctree_check_report(c, node, node->first, 1, TBY_E_TREE_MOVES,
                                "The node has no moves.");
    else if (n < tby_moves_count(&node->pos))
        find_missing(c, node);
}

tby_rc tby__ctree_check_nodes(tree_check *c)
{
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i < c->tree->nodes_n && rc == TBY_OK; i++) {
        const tby_ctree_node *node = &c->tree->nodes[i];

        if (check_skips(c->tree, i) || node->lost)
            continue;
        rc = tby__ctree_check_ending(c, i);
        /* v2 has one mark for each, which the reader has counted */
        if (!c->tree->partial && node->ending == TBY_ONGOING &&
            node->dialect == TBY_CTREE_V1)
            check_moves(c, i);
    }
    return rc;
}
