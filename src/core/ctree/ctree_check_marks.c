/* ctree_check_marks.c - what does a tree prove, and do its marks say so? A mark
 * may say more: whoever wrote it may know endgame tables.  It may not say
 * something else, nor that nothing is known where something is proven, and what
 * is said of a position in one place must agree with all others. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/ctree/ctree_check_int.h"

#include <string.h>

/* The node that a move leads to, by its index; TBY_NO_NODE if that is not in
 * the tree.  A node of the number that the move names, but with another
 * position or, in exact identity, another way to it, is not the one. */
static uint32_t child_of(const tree_check *c, uint32_t i,
                         const tby_ctree_item *item, tby_pos *pos)
{
    uint32_t child = tby_ctree_find(c->tree, item->value);

    TBY_ASSERT(item->move != TBY_MOVE_NONE && !c->tree->nodes[i].lost);
    *pos = c->tree->nodes[i].pos;
    tby_pos_play(pos, item->move);
    if (child == TBY_NO_NODE || c->tree->nodes[child].lost)
        return TBY_NO_NODE;
    const tby_pos *other = &c->tree->nodes[child].pos;
    if (!tby_pos_same(other, pos))
        return TBY_NO_NODE;
    if (c->identity == TBY_CTREE_EXACT &&
        (other->halfmoves != pos->halfmoves ||
         c->nodes[child].path_key !=
             tby_ctree_path_key(pos, c->nodes[i].path_key)))
        return TBY_NO_NODE;
    return child;
}

/* A move that stands there twice counts once, so that none is hidden. */
static tby_rc link_node(tree_check *c, tby_ctree_net *net, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    bool seen[TBY_MOVES_MAX] = {false};
    size_t found = 0;
    tby_moves legal;
    tby_rc rc = TBY_OK;

    tby_ctree_net_begin(net, i, (tby_outcome)c->nodes[i].ending);
    if (tby_ctree_is_twin(c->tree, i))
        return TBY_OK;
    if (node->lost)
        return tby_ctree_net_link_out(net, i, TBY_ONGOING);
    tby_ctree_net_ask(net, i, &node->pos, c->identity, c->tree->source,
                      c->tree->source_ctx);
    tby_moves_legal(&node->pos, &legal);
    for (uint32_t k = 0; k < node->items_n && rc == TBY_OK; k++) {
        size_t m = 0;

        if (items[k].kind != TBY_CTREE_MOVE || items[k].move == TBY_MOVE_NONE)
            continue;
        while (m < legal.n && legal.at[m] != items[k].move)
            m++;
        TBY_ASSERT(m < legal.n); /* the reader takes no others */
        if (seen[m])
            continue;
        seen[m] = true;
        found++;
        tby_pos pos;
        uint32_t child = child_of(c, i, &items[k], &pos);
        if (child != TBY_NO_NODE) {
            rc = tby_ctree_net_link(net, child);
            continue;
        }
        child = tby_ctree_find(c->tree, items[k].value);
        if (c->used_only && child != TBY_NO_NODE && !c->tree->nodes[child].lost)
            tby__ctree_check_report_item(
                c, node, k, TBY_E_TREE_POSITION,
                "The move does not lead to this node.");
        rc = tby_ctree_net_link_out(net, i, tby_ctree_ending_beyond(&pos));
    }
    c->nodes[i].complete = found == legal.n;
    if (rc == TBY_OK && found < legal.n)
        rc = tby_ctree_net_link_out(net, i, TBY_ONGOING);
    return rc;
}

tby_rc tby__ctree_check_net(tree_check *c, tby_ctree_net *net)
{
    const tby_ctree *t = c->tree;

    TBY_TRY(tby_ctree_net_open(net, (uint32_t)t->nodes_n, &t->alloc));
    for (uint32_t i = 0; i < t->nodes_n; i++)
        TBY_TRY(link_node(c, net, i));
    return tby_ctree_net_solve(net);
}

/* Who says it; the later is the stronger. */
typedef enum source {
    NOBODY,
    MOVE,     /* the mark of a move that leads to it */
    AT_LEAST, /* its own moves: a draw, or more */
    OWN,      /* its own moves, or its line of v2 */
    PROVEN
} source;

typedef struct said {
    uint8_t verdict; /* tby_verdict for the side to move in it */
    uint8_t source;
} said;

typedef struct marks {
    tree_check *check;
    tby_ctree_net net;
    said *said; /* by the number of its key in check->keys */
} marks;

static uint32_t number_of(const tree_check *c, const tby_pos *pos,
                          uint64_t path_key)
{
    return tby_keyset_find(&c->keys, tby_ctree_key(c->identity, pos, path_key));
}

/* What the marks of its moves say of a node, those that are proven to be wrong
 * put right: they are reported themselves. */
static said by_moves(const marks *m, uint32_t i)
{
    const tby_ctree_node *node = &m->check->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(m->check->tree, node);
    unsigned of[4] = {0};
    bool marked = false;

    for (uint32_t k = 0; k < node->items_n; k++)
        marked |= items[k].mark != TBY_VERDICT_UNKNOWN;
    for (uint32_t k = 0; marked && k < node->items_n; k++) {
        if (items[k].kind != TBY_CTREE_MOVE || items[k].move == TBY_MOVE_NONE)
            continue;

        /* What the tree proves of a move, for the side that makes it. */
        const tby_ctree_item *item = &items[k];
        tby_pos pos;
        uint32_t child = child_of(m->check, i, item, &pos);
        tby_verdict mark = tby_ctree_opposite(
            child != TBY_NO_NODE
                ? (tby_verdict)m->net.verdict[child]
                : tby_ctree_verdict_of(tby_ctree_ending_beyond(&pos)));

        of[mark != TBY_VERDICT_UNKNOWN ? mark : items[k].mark]++;
    }
    if (of[TBY_VERDICT_WIN])
        return (said){TBY_VERDICT_WIN, OWN};
    if (m->check->nodes[i].complete && !of[TBY_VERDICT_UNKNOWN] && marked)
        return (said){
            of[TBY_VERDICT_DRAW] ? TBY_VERDICT_DRAW : TBY_VERDICT_LOSS, OWN};
    return (said){TBY_VERDICT_UNKNOWN,
                  of[TBY_VERDICT_DRAW] ? AT_LEAST : NOBODY};
}

static said said_of_node(marks *m, uint32_t i)
{
    tree_check *c = m->check;
    const tby_ctree_node *node = &c->tree->nodes[i];
    said s = {m->net.verdict[i], PROVEN};

    if (s.verdict == TBY_VERDICT_UNKNOWN)
        s = by_moves(m, i);
    if (node->dialect != TBY_CTREE_V2 || s.verdict == node->verdict)
        return s;
    if (s.verdict != TBY_VERDICT_UNKNOWN ||
        (s.source == AT_LEAST && node->verdict == TBY_VERDICT_LOSS))
        tby__ctree_check_report(
            c, node, (size_t)node->line - 2, 1, TBY_E_TREE_MARK,
            s.source == PROVEN ? NULL
                               : "The marks of the moves say something else.");
    else
        s = (said){node->verdict, OWN};
    return s;
}

/* `expected` is for the side that makes the move. */
static void report_mark(tree_check *c, const tby_ctree_node *node, uint32_t k,
                        tby_verdict expected, source by)
{
    const tby_ctree_item *item = tby_ctree_items(c->tree, node) + k;
    check_say s = {.text = {s.buf, sizeof s.buf, 0}};

    tby_text_cstr(&s.text, by == PROVEN ? "The tree proves"
                           : by == MOVE ? "Another move to the same position "
                                          "says"
                                        : "The node #");
    if (by == OWN || by == AT_LEAST) {
        tby_text_u64(&s.text, item->value);
        tby_text_cstr(&s.text, " says");
    }
    tby_text_cstr(&s.text, " that the move is ");
    if (by == AT_LEAST) {
        tby_text_cstr(&s.text, "no win.");
    } else {
        tby_text_join(&s.text, "a ", tby_verdict_name(expected), ": '");
        tby_text_char(&s.text, tby_ctree_mark_char(expected));
        tby_text_cstr(&s.text, "'.");
    }
    tby_text_end(&s.text);
    tby__ctree_check_report_item(c, node, k, TBY_E_TREE_MARK, s.buf);
}

/* Nodes first, since what they say is more than what moves say of them. */
static void check_all(marks *m)
{
    tree_check *c = m->check;
    const tby_ctree *t = c->tree;

    for (uint32_t i = 0; i < t->nodes_n; i++) {
        if (tby_ctree_is_twin(t, i) || t->nodes[i].lost)
            continue;
        said s = said_of_node(m, i);
        uint32_t number = number_of(c, &t->nodes[i].pos, c->nodes[i].path_key);
        /* none has it if the clock is wrong, and so nothing leads to it */
        if (number != TBY_NONE && s.source > m->said[number].source)
            m->said[number] = s;
    }
    for (uint32_t i = 0; i < t->nodes_n; i++) {
        const tby_ctree_node *node = &t->nodes[i];
        const tby_ctree_item *items = tby_ctree_items(t, node);

        for (uint32_t k = 0; k < node->items_n && !tby_ctree_is_twin(t, i);
             k++) {
            tby_verdict mark = (tby_verdict)items[k].mark;
            tby_pos pos = node->pos;

            if (items[k].kind != TBY_CTREE_MOVE ||
                items[k].move == TBY_MOVE_NONE)
                continue;
            tby_pos_play(&pos, items[k].move);
            uint32_t number = number_of(
                c, &pos, tby_ctree_path_key(&pos, c->nodes[i].path_key));
            /* tby__ctree_check_ids() has followed the move */
            TBY_ASSERT(number < c->keys.n);
            said *s = &m->said[number];
            tby_verdict end =
                s->source == PROVEN
                    ? TBY_VERDICT_UNKNOWN
                    : tby_ctree_verdict_of(tby_ctree_ending_beyond(&pos));
            if (end != TBY_VERDICT_UNKNOWN)
                *s = (said){(uint8_t)end, PROVEN};
            tby_verdict expected = tby_ctree_opposite((tby_verdict)s->verdict);
            bool unlike = mark != expected;

            if (s->source != PROVEN && mark == TBY_VERDICT_WIN &&
                m->net.verdict[i] == TBY_VERDICT_DRAW)
                tby__ctree_check_report_item(
                    c, node, k, TBY_E_TREE_MARK,
                    "The tree proves that the node is a draw.");
            else if (s->source == NOBODY && mark != TBY_VERDICT_UNKNOWN)
                *s = (said){(uint8_t)tby_ctree_opposite(mark), MOVE};
            else if (s->source == AT_LEAST ? mark == TBY_VERDICT_WIN
                     : s->source == MOVE ? unlike && mark != TBY_VERDICT_UNKNOWN
                                         : unlike)
                report_mark(c, node, k, expected, (source)s->source);
        }
    }
}

tby_rc tby__ctree_check_marks(tree_check *c)
{
    size_t n = c->keys.n;
    marks m = {.check = c,
               .said = tby_grow_new(&c->tree->alloc, n, sizeof *m.said)};
    tby_rc rc = m.said ? tby__ctree_check_net(c, &m.net) : TBY_E_NOMEM;

    if (rc == TBY_OK) {
        if (n)
            memset(m.said, 0, n * sizeof *m.said);
        check_all(&m);
    }
    tby_ctree_net_free(&m.net);
    tby_grow_free(&c->tree->alloc, m.said, n, sizeof *m.said);
    return rc;
}
