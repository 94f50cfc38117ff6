/* ctree_check_links.c - do the nodes of a tree name each other rightly? */
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/ctree/ctree_check_int.h"

/* The nodes whose moves lead to a node, by index and ascending. */
typedef struct parents {
    uint32_t *start; /* by node, and one more */
    uint32_t *at;
    uint32_t n; /* of at */
} parents;

/* --- who leads where ------------------------------------------------------*/

/* Calls fn for each move that leads from one node to another. */
static void each_link(const tby_ctree *t, parents *p,
                      void (*fn)(parents *p, uint32_t from, uint32_t to))
{
    for (uint32_t i = 0; i < t->nodes_n; i++) {
        const tby_ctree_item *items = tby_ctree_items(t, &t->nodes[i]);

        if (check_skips(t, i))
            continue;
        for (uint32_t k = 0; k < t->nodes[i].items_n; k++) {
            uint32_t to = items[k].kind == TBY_CTREE_MOVE
                              ? tby_ctree_find(t, items[k].value)
                              : TBY_NO_NODE;
            if (to != TBY_NO_NODE)
                fn(p, i, to);
        }
    }
}

static void count_link(parents *p, uint32_t from, uint32_t to)
{
    (void)from;
    p->start[to + 1]++;
    p->n++;
}

/* start[to] moves on to where the next node's begin; they are put back when all
 * are there. */
static void put_link(parents *p, uint32_t from, uint32_t to)
{
    p->at[p->start[to]++] = from;
}

static tby_rc find_parents(const tree_check *c, parents *p)
{
    const tby_alloc *a = &c->tree->alloc;
    size_t n = c->tree->nodes_n;

    *p = (parents){.start = tby_grow_new(a, n + 1, sizeof *p->start)};
    if (!p->start)
        return TBY_E_NOMEM;
    for (size_t i = 0; i <= n; i++)
        p->start[i] = 0;
    each_link(c->tree, p, count_link);
    p->at = tby_grow_new(a, p->n, sizeof *p->at);
    if (!p->at)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < n; i++)
        p->start[i + 1] += p->start[i];
    each_link(c->tree, p, put_link);
    for (size_t i = n; i > 0; i--)
        p->start[i] = p->start[i - 1];
    p->start[0] = 0;
    return TBY_OK;
}

static void free_parents(const tree_check *c, parents *p)
{
    const tby_alloc *a = &c->tree->alloc;

    tby_grow_free(a, p->at, p->n, sizeof *p->at);
    tby_grow_free(a, p->start, c->tree->nodes_n + 1, sizeof *p->start);
}

/* --- parents --------------------------------------------------------------*/

static bool less(const void *ctx, uint32_t a, uint32_t b)
{
    (void)ctx;
    return a < b;
}

/* The parents that a node names, sorted, into c->from. */
static tby_rc collect_from(tree_check *c, const tby_ctree_node *node)
{
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);
    void *p = c->from;

    c->from_n = 0;
    for (uint32_t k = 0; k < node->items_n; k++) {
        if (items[k].kind != TBY_CTREE_FROM)
            continue;
        tby_rc rc = tby_grow(&c->tree->alloc, &p, &c->from_cap, c->from_n + 1,
                             sizeof *c->from);
        c->from = p;
        if (rc != TBY_OK)
            return rc;
        c->from[c->from_n++] = items[k].value;
    }
    tby_sort(c->from, c->from_n, less, NULL);
    return TBY_OK;
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
    check_say s;
    tby_rc rc = collect_from(c, node);

    for (uint32_t k = p->start[i]; k < p->start[i + 1] && rc == TBY_OK; k++) {
        uint32_t id = c->tree->nodes[p->at[k]].id;

        if (id < node->id && (k == p->start[i] || p->at[k] != p->at[k - 1]) &&
            !has(c->from, c->from_n, id))
            tby__ctree_check_report(
                c, node, node->first, 1, TBY_E_TREE_FROM_MISSING,
                tby__ctree_check_id_text(&s, "The parent ", id,
                                         " is not named."));
    }
    return rc;
}

static bool leads(const parents *p, uint32_t from, uint32_t to)
{
    return has(p->at + p->start[to], p->start[to + 1] - p->start[to], from);
}

static void check_from(tree_check *c, const parents *p, uint32_t i, uint32_t k)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    uint32_t from =
        tby_ctree_find(c->tree, tby_ctree_items(c->tree, node)[k].value);

    if (from == TBY_NO_NODE)
        tby__ctree_check_report_item(c, node, k, TBY_E_TREE_FROM_ABSENT, NULL);
    else if (node->id == 0)
        tby__ctree_check_report_item(c, node, k, TBY_E_TREE_FROM_WRONG,
                                     "The root names no parents.");
    else if (!leads(p, from, i))
        tby__ctree_check_report_item(c, node, k, TBY_E_TREE_FROM_WRONG, NULL);
}

static tby_rc check_parents(tree_check *c, const parents *p, uint32_t i)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);

    if (node->dialect == TBY_CTREE_V2)
        return TBY_OK; /* it has no such lines, and lacks nodes */
    tby_rc rc = node->id != 0 ? check_missing(c, p, i) : TBY_OK;
    if (node->id != 0 && p->start[i] == p->start[i + 1] && !c->tree->partial)
        tby__ctree_check_report(c, node, node->line, 1, TBY_E_TREE_UNREACHED,
                                NULL);
    for (uint32_t k = 0; k < node->items_n; k++)
        if (items[k].kind == TBY_CTREE_FROM)
            check_from(c, p, i, k);
    return rc;
}

/* --- children -------------------------------------------------------------*/

static void check_children(tree_check *c, uint32_t i, uint32_t last)
{
    const tby_ctree_node *node = &c->tree->nodes[i];
    const tby_ctree_item *items = tby_ctree_items(c->tree, node);

    if (node->dialect == TBY_CTREE_V2)
        return;
    for (uint32_t k = 0; k < node->items_n; k++)
        if (items[k].kind == TBY_CTREE_MOVE &&
            (items[k].value < last || c->tree->partial) &&
            tby_ctree_find(c->tree, items[k].value) == TBY_NO_NODE)
            tby__ctree_check_report_item(c, node, k, TBY_E_TREE_CHILD_ABSENT,
                                         NULL);
}

/* --- loops ----------------------------------------------------------------*/

/* The item that names the first parent, TBY_NO_NODE if none does. */
static uint32_t first_from(const tby_ctree *t, const tby_ctree_node *node)
{
    const tby_ctree_item *items = tby_ctree_items(t, node);

    for (uint32_t k = 0; k < node->items_n; k++)
        if (items[k].kind == TBY_CTREE_FROM)
            return k;
    return TBY_NO_NODE;
}

static uint32_t up(const tby_ctree *t, uint32_t i)
{
    const tby_ctree_node *node = &t->nodes[i];
    uint32_t k = first_from(t, node);

    return k == TBY_NO_NODE
               ? TBY_NO_NODE
               : tby_ctree_find(t, tby_ctree_items(t, node)[k].value);
}

/* Goes up from every node; who comes back to a node of the same way has found a
 * circle.  way[i] is the node from which i was met, plus one. */
static tby_rc check_loops(tree_check *c)
{
    const tby_ctree *t = c->tree;
    uint32_t n = (uint32_t)t->nodes_n;
    uint32_t *way = tby_grow_new(&t->alloc, n, sizeof *way);

    if (!way)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < n; i++)
        way[i] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i;

        while (at != TBY_NO_NODE && !way[at]) {
            way[at] = i + 1;
            at = up(t, at);
        }
        if (at != TBY_NO_NODE && way[at] == i + 1)
            tby__ctree_check_report_item(c, &t->nodes[at],
                                         first_from(t, &t->nodes[at]),
                                         TBY_E_TREE_LOOP, NULL);
    }
    tby_grow_free(&t->alloc, way, n, sizeof *way);
    return TBY_OK;
}

tby_rc tby__ctree_check_links(tree_check *c)
{
    uint32_t n = (uint32_t)c->tree->nodes_n;
    parents p;
    tby_rc rc = find_parents(c, &p);

    for (uint32_t i = 0; i < n && rc == TBY_OK; i++) {
        if (check_skips(c->tree, i))
            continue;
        rc = check_parents(c, &p, i);
        check_children(c, i, c->tree->nodes[n - 1].id);
    }
    free_parents(c, &p);
    return rc == TBY_OK ? check_loops(c) : rc;
}
