/* ctree_check_ids.c - do numbers and positions of a tree go together?
 *
 * All moves are followed in the order in which numbers are given out.  A number
 * that is wrong must not make all later ones wrong: a slip is told once and
 * counting goes on as if it had not been made, or, if the next number follows
 * the slip, from there. */
#include "core/base/grow.h"
#include "core/ctree/ctree_check_int.h"
#include "tabiya/limits.h"

/* --- what was given out ---------------------------------------------------*/

static tby_rc enter(tree_check *c, uint64_t key, uint32_t id, uint32_t *number,
                    bool *made)
{
    void *p = c->id_of;
    tby_rc rc = tby_grow(&c->keys.alloc, &p, &c->id_of_cap, c->keys.n + 1,
                         sizeof *c->id_of);

    c->id_of = p;
    if (rc == TBY_OK)
        rc = tby_keyset_add(&c->keys, key, number, made);
    if (rc == TBY_OK && *made)
        c->id_of[*number] = id;
    return rc;
}

/* From now on the number belongs to that position. */
static void give(tree_check *c, uint32_t id, uint32_t number)
{
    if (id < c->ids_n && c->key_of[id] == TBY_NO_KEY)
        c->key_of[id] = number;
}

/* Does the number belong to another position?  One that is too large to be
 * given out belongs to none. */
static bool taken(const tree_check *c, uint32_t id, uint32_t number)
{
    return id < c->ids_n && c->key_of[id] != TBY_NO_KEY &&
           c->key_of[id] != number;
}

/* --- numbers --------------------------------------------------------------*/

static const char TAKEN[] = "The number belongs to another position; expected ";

/* Of v2 only some nodes are known, and so not what comes next. */
static bool counts(const tree_check *c)
{
    return c->tree->dialect != TBY_CTREE_V2;
}

/* Where v2 goes on is not known: any number that is free is the next. */
static bool is_next(tree_check *c, uint32_t id)
{
    if (id == c->astray + 1)
        c->next = id;
    return !counts(c) || id == c->next;
}

static void check_new(tree_check *c, const tby_ctree_node *node, uint32_t item,
                      uint32_t id, uint32_t number)
{
    bool other = taken(c, id, number), next = is_next(c, id);
    check_say s;

    if (next && !other) {
        give(c, id, number);
        c->astray = TBY_NO_NODE - 1;
    } else {
        tby__ctree_check_report_item(
            c, node, item, other ? TBY_E_TREE_TAKEN : TBY_E_TREE_NUMBER,
            counts(c) ? tby__ctree_check_id_text(
                            &s, other ? TAKEN : "Expected ", c->next, ".")
                      : NULL);
        c->astray = id;
    }
    c->next++;
}

static void check_known(tree_check *c, const tby_ctree_node *node,
                        uint32_t item, uint32_t id, uint32_t number)
{
    check_say s;

    if (id == c->id_of[number])
        return;
    tby__ctree_check_report_item(
        c, node, item, TBY_E_TREE_TRANSPOSES,
        tby__ctree_check_id_text(&s, "The position was reached before, as ",
                                 c->id_of[number], "."));
    c->next += id == c->next; /* whoever wrote it counted on */
}

/* --- positions ------------------------------------------------------------*/

static void check_node_of(tree_check *c, uint32_t parent, uint32_t id,
                          const tby_pos *pos, uint64_t trail)
{
    uint32_t i = tby_ctree_find(c->tree, id);
    const tby_ctree_node *node = &c->tree->nodes[i];

    if (i == TBY_NO_NODE || node->lost)
        return;
    check_node *n = &c->nodes[i];
    if (!tby_pos_same(&node->pos, pos)) {
        n->wrong = true;
        return;
    }
    if (n->right || (i == 0 && id == 0))
        return;
    n->right = true;
    n->parent = parent;
    if (parent >= i) /* its way began at itself: this one comes round to it */
        return;
    n->trail = trail;
    n->clock = node->pos.halfmoves != pos->halfmoves;
    n->halfmoves = pos->halfmoves;
}

static tby_rc check_move(tree_check *c, uint32_t parent, uint32_t item)
{
    const tby_ctree_node *node = &c->tree->nodes[parent];
    const tby_ctree_item *it = tby_ctree_items(c->tree, node) + item;
    tby_pos pos = node->pos;
    uint32_t number;
    bool made;

    tby_pos_play(&pos, it->move);
    uint64_t trail = tby_ctree_trail(&pos, c->nodes[parent].trail);
    tby_rc rc = enter(c, tby_ctree_key(c->identity, &pos, trail), it->value,
                      &number, &made);
    if (rc != TBY_OK)
        return rc;
    (made ? check_new : check_known)(c, node, item, it->value, number);
    check_node_of(c, parent, it->value, &pos, trail);
    return TBY_OK;
}

/* A node that no move of an earlier one leads to: the root, or one of several
 * in a partial tree. */
static tby_rc check_beginning(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    uint32_t number;
    bool made;

    if (c->nodes[i].right)
        return TBY_OK;
    c->nodes[i].trail = tby_ctree_trail(&node->pos, 0);
    tby_rc rc =
        enter(c, tby_ctree_key(c->identity, &node->pos, c->nodes[i].trail),
              node->id, &number, &made);
    if (rc == TBY_OK && made) {
        give(c, node->id, number);
        c->next += node->id == c->next;
    }
    return rc;
}

static tby_rc check_moves(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    tby_rc rc = check_beginning(c, i);

    for (uint32_t k = 0; k < node->items_n && rc == TBY_OK; k++) {
        if (items[k].kind != TBY_CTREE_MOVE)
            continue;
        if (items[k].move != TBY_MOVE_NONE)
            rc = check_move(c, i, k);
        else if (items[k].value == c->next)
            c->next++; /* what could not be read has its number all the same */
    }
    return rc;
}

static void tell_positions(tree_check *c, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const check_node *n = &c->nodes[i];
    check_say s;

    if (n->wrong && !n->right && node->id != 0)
        tby__ctree_check_report(c, node, node->fen, 1, TBY_E_TREE_POSITION,
                                NULL);
    if (!n->clock)
        return;
    s.text = (tby_text){s.buf, sizeof s.buf, 0};
    tby_text_cstr(&s.text, "The half-move clock of the way to the node is ");
    tby_text_u64(&s.text, n->halfmoves);
    tby_text_cstr(&s.text, ".");
    tby_text_end(&s.text);
    tby__ctree_check_report(c, node, node->fen, 1, TBY_E_TREE_CLOCK, s.buf);
}

tby_rc tby__ctree_check_ids(tree_check *c)
{
    uint32_t n = (uint32_t)c->tree->nodes_n;
    tby_rc rc = TBY_OK;

    c->next = 0;
    c->astray = TBY_NO_NODE - 1;
    for (uint32_t i = 0; i < n && rc == TBY_OK; i++)
        if (!check_skips(c->tree, i) && !c->tree->nodes[i].lost)
            rc = check_moves(c, i);
    for (uint32_t i = 0; i < n && rc == TBY_OK; i++)
        tell_positions(c, i);
    return rc;
}
