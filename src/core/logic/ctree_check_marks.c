/* ctree_check_marks.c - do the marks of a tree say what it proves?
 *
 * A mark may say more: whoever wrote it may know endgame tables.  It may not
 * say something else, nor that nothing is known where something is proven. */
#include "core/logic/ctree_check_int.h"
#include "core/logic/ctree_net.h"

/* --- the net --------------------------------------------------------------*/

static tby_rc link_move(const tree_check *c, tby_ctree_net *net, uint32_t i,
                        const tby_ctree_item *item)
{
    uint32_t child = tby_ctree_find(c->tree, item->value);
    tby_pos pos = c->tree->nodes[i].pos;

    if (item->move == TBY_MOVE_NONE)
        return tby_ctree_net_link_out(net, i, TBY_ONGOING);
    if (child != TBY_NO_NODE)
        return tby_ctree_net_link(net, child);
    tby_pos_play(&pos, item->move);
    return tby_ctree_net_link_out(net, i, tby_ctree_ending_beyond(&pos));
}

/* What a node says of its own end is believed: it has been checked. */
static tby_rc link_node(const tree_check *c, tby_ctree_net *net, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    tby_outcome ending = (tby_outcome)node->ending;
    size_t moves = 0;
    tby_rc rc = TBY_OK;

    if (!node->lost && ending == TBY_ONGOING)
        ending = tby_ctree_ending(c->identity, &node->pos, 1);
    tby_ctree_net_begin(net, i, ending);
    if (check_skips(c->tree, i))
        return TBY_OK;
    for (uint32_t k = 0; k < node->items_n && rc == TBY_OK; k++)
        if (items[k].kind == TBY_CTREE_MOVE) {
            rc = link_move(c, net, i, &items[k]);
            moves++;
        }
    if (rc == TBY_OK && (node->lost || moves < tby_moves_count(&node->pos)))
        rc = tby_ctree_net_link_out(net, i, TBY_ONGOING);
    return rc;
}

tby_rc tby_ctree_net_read(tby_ctree_net *net, const tby_ctree *t,
                          tby_ctree_identity identity)
{
    tree_check c = {.tree = t, .identity = identity};
    tby_rc rc = tby_ctree_net_open(net, (uint32_t)t->nodes_n, &t->alloc);

    for (uint32_t i = 0; i < t->nodes_n && rc == TBY_OK; i++)
        rc = link_node(&c, net, i);
    return rc == TBY_OK ? tby_ctree_net_solve(net) : rc;
}

/* --- the marks ------------------------------------------------------------*/

static tby_verdict proven(const tree_check *c, const tby_ctree_net *net,
                          const tby_ctree_node *node,
                          const tby_ctree_item *item)
{
    uint32_t child = tby_ctree_find(c->tree, item->value);
    tby_pos pos = node->pos;

    if (child != TBY_NO_NODE)
        return tby_ctree_opposite((tby_verdict)net->verdict[child]);
    tby_pos_play(&pos, item->move);
    return tby_ctree_opposite(
        tby_ctree_verdict_of(tby_ctree_ending_beyond(&pos)));
}

static void tell_mark(tree_check *c, const tby_ctree_node *node, uint32_t k,
                      tby_verdict mark)
{
    check_say s = {.text = {s.buf, sizeof s.buf, 0}};

    tby_text_cstr(&s.text, "The tree proves that the move is a ");
    tby_text_cstr(&s.text, tby_verdict_name(mark));
    tby_text_cstr(&s.text, ": '");
    tby_text_char(&s.text, tby_ctree_mark_char(mark));
    tby_text_cstr(&s.text, "'.");
    tby_text_end(&s.text);
    check_tell_item(c, node, k, TBY_E_TREE_MARK, s.buf);
}

static void check_node_marks(tree_check *c, const tby_ctree_net *net,
                             uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    tby_verdict verdict = (tby_verdict)net->verdict[i];

    if (node->dialect == TBY_CTREE_V2 && verdict != TBY_VERDICT_UNKNOWN &&
        verdict != (tby_verdict)node->verdict)
        check_tell(c, node, node->line - 2, 1, TBY_E_TREE_MARK, NULL);
    for (uint32_t k = 0; k < node->items_n; k++) {
        if (items[k].kind != TBY_CTREE_MOVE || items[k].move == TBY_MOVE_NONE)
            continue;
        tby_verdict mark = proven(c, net, node, &items[k]);
        if (mark != TBY_VERDICT_UNKNOWN && mark != (tby_verdict)items[k].mark)
            tell_mark(c, node, k, mark);
    }
}

tby_rc check_marks(tree_check *c)
{
    tby_ctree_net net;
    tby_rc rc = tby_ctree_net_read(&net, c->tree, c->identity);

    for (uint32_t i = 0; i < c->tree->nodes_n && rc == TBY_OK; i++)
        if (!check_skips(c->tree, i) && !c->tree->nodes[i].lost)
            check_node_marks(c, &net, i);
    tby_ctree_net_free(&net);
    return rc;
}
