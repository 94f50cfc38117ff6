/* ctree_check_ids.c - do numbers and positions of a tree go together? All moves
 * are followed in the order in which numbers are given out.  A slip is reported
 * once, and counting goes on as if it had not been made or, if the next number
 * follows the slip, from there. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/ctree/ctree_check_int.h"

static tby_rc enter(tree_check *c, uint64_t key, uint32_t id, uint32_t *number,
                    bool *made)
{
    TBY_TRY(TBY_GROW(&c->keys.alloc, c->id_of, c->id_of_cap, c->keys.n + 1));
    TBY_TRY(tby_keyset_add(&c->keys, key, number, made));
    if (*made)
        c->id_of[*number] = id;
    return TBY_OK;
}

/* From now on the number belongs to that position. */
static void give(tree_check *c, uint32_t id, uint32_t number)
{
    if (id < c->ids_n && c->key_of[id] == TBY_NONE)
        c->key_of[id] = number;
}

static const char TAKEN[] = "The number belongs to another position; expected ";

/* Of v2 only some nodes are known, and so not what comes next. */
static bool counts(const tree_check *c)
{
    return c->tree->dialect != TBY_CTREE_V2;
}

static void check_new(tree_check *c, const tby_ctree_node *node, uint32_t item,
                      uint32_t id, uint32_t number)
{
    /* Where v2 goes on is not known: any number that is free is the next. */
    if (id == c->astray + 1)
        c->next = id;
    /* Does it belong to another position?  One that is too large to be given
     * out belongs to none. */
    bool other =
        id < c->ids_n && c->key_of[id] != TBY_NONE && c->key_of[id] != number;
    bool next = !counts(c) || id == c->next;
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

static void check_node_of(tree_check *c, uint32_t parent, uint32_t id,
                          const tby_pos *pos, uint64_t path_key)
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
    n->path_key = path_key;
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
    uint64_t path_key = tby_ctree_path_key(&pos, c->nodes[parent].path_key);
    TBY_TRY(enter(c, tby_ctree_key(c->identity, &pos, path_key), it->value,
                  &number, &made));
    (made ? check_new : check_known)(c, node, item, it->value, number);
    check_node_of(c, parent, it->value, &pos, path_key);
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
    c->nodes[i].path_key = tby_ctree_path_key(&node->pos, 0);
    TBY_TRY(enter(c,
                  tby_ctree_key(c->identity, &node->pos, c->nodes[i].path_key),
                  node->id, &number, &made));
    if (made) {
        give(c, node->id, number);
        c->next += node->id == c->next;
    }
    return TBY_OK;
}

static void report_positions(tree_check *c, uint32_t i)
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
    tby_text_cstr(&s.text, "The half-move clock of the path to the node is ");
    tby_text_u64(&s.text, n->halfmoves);
    tby_text_cstr(&s.text, ".");
    tby_text_end(&s.text);
    tby__ctree_check_report(c, node, node->fen, 1, TBY_E_TREE_CLOCK, s.buf);
}

tby_rc tby__ctree_check_ids(tree_check *c)
{
    uint32_t n = (uint32_t)c->tree->nodes_n;

    c->next = 0;
    c->astray = TBY_NO_NODE - 1;
    for (uint32_t i = 0; i < n; i++) {
        const tby_ctree_node *node = &c->tree->nodes[i];
        const tby_ctree_item *items = tby_ctree_items(c->tree, node);

        if (tby_ctree_is_twin(c->tree, i) || node->lost)
            continue;
        TBY_TRY(check_beginning(c, i));
        for (uint32_t k = 0; k < node->items_n; k++) {
            if (items[k].kind != TBY_CTREE_MOVE)
                continue;
            if (items[k].move != TBY_MOVE_NONE)
                TBY_TRY(check_move(c, i, k));
            else /* what could not be read has its number all the same */
                c->next += items[k].value == c->next;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        report_positions(c, i);
    return TBY_OK;
}

/* The nodes whose moves lead to a node, by index and ascending. */
typedef struct parents {
    uint32_t *start; /* by node, and one more */
    uint32_t *at;
    uint32_t n; /* of at */
} parents;

static tby_rc find_parents(const tree_check *c, parents *p)
{
    const tby_ctree *t = c->tree;
    size_t n = t->nodes_n;

    *p = (parents){.start = tby_grow_new(&t->alloc, n + 1, sizeof *p->start)};
    if (!p->start)
        return TBY_E_NOMEM;
    for (size_t i = 0; i <= n; i++)
        p->start[i] = 0;
    /* First they are counted, and then put in place: start[to] moves on to
     * where the next node's begin, and is put back when all are there. */
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < n; i++) {
            const tby_ctree_item *items = tby_ctree_items(t, &t->nodes[i]);
            uint32_t items_n =
                tby_ctree_is_twin(t, i) ? 0 : t->nodes[i].items_n;
            for (uint32_t k = 0; k < items_n; k++) {
                uint32_t to = items[k].kind == TBY_CTREE_MOVE
                                  ? tby_ctree_find(t, items[k].value)
                                  : TBY_NO_NODE;
                if (to == TBY_NO_NODE)
                    continue;
                if (pass)
                    p->at[p->start[to]++] = i;
                else
                    p->start[to + 1]++;
            }
        }
        for (size_t i = 0; i < n && !pass; i++)
            p->start[i + 1] += p->start[i];
        p->n = p->start[n];
        if (!pass)
            p->at = tby_grow_new(&t->alloc, p->n, sizeof *p->at);
        if (!p->at)
            return TBY_E_NOMEM;
    }
    for (size_t i = n; i > 0; i--)
        p->start[i] = p->start[i - 1];
    p->start[0] = 0;
    return TBY_OK;
}

static bool less(const void *ctx, uint32_t a, uint32_t b)
{
    (void)ctx;
    return a < b;
}

/* Is a number among n that ascend? */
static bool has(const uint32_t *at, size_t n, uint32_t number)
{
    size_t low = 0, high = n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (at[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && at[low] == number;
}

/* Parents that come later in the file may be left out: whoever writes nodes as
 * they come does not know them. */
static tby_rc check_missing(tree_check *c, const parents *p, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    check_say s;

    c->from_n = 0; /* the parents that the node names, sorted */
    for (uint32_t k = 0; k < node->items_n; k++) {
        if (items[k].kind != TBY_CTREE_FROM)
            continue;
        TBY_TRY(TBY_GROW(&c->tree->alloc, c->from, c->from_cap, c->from_n + 1));
        c->from[c->from_n++] = items[k].value;
    }
    tby_sort(c->from, c->from_n, less, NULL);
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
        uint32_t id = c->tree->nodes[p->at[k]].id;

        if (id < node->id && (k == p->start[i] || p->at[k] != p->at[k - 1]) &&
            !has(c->from, c->from_n, id))
            tby__ctree_check_report(
                c, node, node->first, 1, TBY_E_TREE_FROM_MISSING,
                tby__ctree_check_id_text(&s, "The parent ", id,
                                         " is not named."));
    }
    return TBY_OK;
}

static tby_rc check_parents(tree_check *c, const parents *p, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);

    tby_rc rc = node->id != 0 ? check_missing(c, p, i) : TBY_OK;
    if (node->id != 0 && p->start[i] == p->start[i + 1] && !c->tree->partial)
        tby__ctree_check_report(c, node, node->line, 1, TBY_E_TREE_UNREACHED,
                                NULL);
    for (uint32_t k = 0; k < node->items_n; k++) {
        if (items[k].kind != TBY_CTREE_FROM)
            continue;
        uint32_t from = tby_ctree_find(c->tree, items[k].value);
        if (from == TBY_NO_NODE)
            tby__ctree_check_report_item(c, node, k, TBY_E_TREE_FROM_ABSENT,
                                         NULL);
        else if (node->id == 0)
            tby__ctree_check_report_item(c, node, k, TBY_E_TREE_FROM_WRONG,
                                         "The root names no parents.");
        else if (!has(p->at + p->start[i], p->start[i + 1] - p->start[i], from))
            tby__ctree_check_report_item(c, node, k, TBY_E_TREE_FROM_WRONG,
                                         NULL);
    }
    return rc;
}

/* The item that names the first parent, TBY_NO_NODE if none does. */
static uint32_t first_from(const tby_ctree *t, const tby_ctree_node *node)
{
    const tby_ctree_item *items = tby_ctree_items(t, node);

    for (uint32_t k = 0; k < node->items_n; k++)
        if (items[k].kind == TBY_CTREE_FROM)
            return k;
    return TBY_NO_NODE;
}

/* Goes up from every node; a way that comes back to a node of its own is a
 * circle.  path[i] is the node from which i was met, plus one. */
static tby_rc check_loops(tree_check *c)
{
    const tby_ctree *t = c->tree;
    uint32_t n = (uint32_t)t->nodes_n;
    uint32_t *path = tby_grow_new(&t->alloc, n, sizeof *path);

    if (!path)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        path[i] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i;

        while (at != TBY_NO_NODE && !path[at]) {
            path[at] = i + 1;
            const tby_ctree_node *node = &t->nodes[at];
            uint32_t k = first_from(t, node);
            at = k == TBY_NO_NODE
                     ? TBY_NO_NODE
                     : tby_ctree_find(t, tby_ctree_items(t, node)[k].value);
        }
        if (at != TBY_NO_NODE && path[at] == i + 1)
            tby__ctree_check_report_item(c, &t->nodes[at],
                                         first_from(t, &t->nodes[at]),
                                         TBY_E_TREE_LOOP, NULL);
    }
    tby_grow_free(&t->alloc, path, n, sizeof *path);
    return TBY_OK;
}

tby_rc tby__ctree_check_links(tree_check *c)
{
    uint32_t n = (uint32_t)c->tree->nodes_n;
    parents p;
    tby_rc rc = find_parents(c, &p);

    for (uint32_t i = 0; i < n && rc == TBY_OK; i++) {
        const tby_ctree_node *node = &c->tree->nodes[i];
        const tby_ctree_item *items = tby_ctree_items(c->tree, node);

        /* v2 has no lines for parents, and lacks nodes */
        if (tby_ctree_is_twin(c->tree, i) || node->dialect == TBY_CTREE_V2)
            continue;
        rc = check_parents(c, &p, i);
        for (uint32_t k = 0; k < node->items_n; k++)
            if (items[k].kind == TBY_CTREE_MOVE &&
                (items[k].value < c->tree->nodes[n - 1].id ||
                 c->tree->partial) &&
                tby_ctree_find(c->tree, items[k].value) == TBY_NO_NODE)
                tby__ctree_check_report_item(c, node, k,
                                             TBY_E_TREE_CHILD_ABSENT, NULL);
    }
    tby_grow_free(&c->tree->alloc, p.at, p.n, sizeof *p.at);
    tby_grow_free(&c->tree->alloc, p.start, (size_t)n + 1, sizeof *p.start);
    return rc == TBY_OK ? check_loops(c) : rc;
}
