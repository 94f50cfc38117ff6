/* ctree.c - see ctree.h and tabiya/ctree.h. */
#include "core/ctree/ctree.h"

#include "core/base/grow.h"
#include "core/base/sort.h"
#include "tabiya/limits.h"

#include <string.h>

void tby_ctree_init(tby_ctree *t, const tby_alloc *alloc)
{
    *t = (tby_ctree){.alloc = alloc ? *alloc : tby_alloc_libc()};
}

void tby_ctree_free(tby_ctree *t)
{
    const tby_alloc *a = &t->alloc;

    tby_grow_free(a, t->nodes, t->nodes_cap, sizeof *t->nodes);
    tby_grow_free(a, t->items, t->items_cap, sizeof *t->items);
    tby_grow_free(a, t->comments, t->comments_cap, sizeof *t->comments);
    tby_grow_free(a, t->text, t->text_cap, 1);
    tby_ctree_init(t, a);
}

/* --- making ---------------------------------------------------------------*/

tby_rc tby_ctree_add_node(tby_ctree *t, const tby_ctree_node *node)
{
    void *p = t->nodes;

    if (t->nodes_n >= TBY_MAX_NODES)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&t->alloc, &p, &t->nodes_cap, t->nodes_n + 1,
                         sizeof *t->nodes);
    t->nodes = p;
    if (rc != TBY_OK)
        return rc;
    t->nodes[t->nodes_n] = *node;
    t->nodes[t->nodes_n].items_at = (uint32_t)t->items_n;
    t->nodes[t->nodes_n].items_n = 0;
    t->nodes_n++;
    return TBY_OK;
}

tby_rc tby_ctree_add_item(tby_ctree *t, tby_ctree_item item)
{
    void *p = t->items;

    if (t->items_n >= TBY_MAX_TREE_ITEMS)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&t->alloc, &p, &t->items_cap, t->items_n + 1,
                         sizeof *t->items);
    t->items = p;
    if (rc != TBY_OK)
        return rc;
    t->items[t->items_n++] = item;
    t->nodes[t->nodes_n - 1].items_n++;
    return TBY_OK;
}

tby_rc tby_ctree_add_comment(tby_ctree *t, tby_str text, uint32_t *number)
{
    void *p = t->comments, *q = t->text;

    if (t->text_n + text.n > TBY_MAX_GRAPH_TEXT)
        return TBY_E_LIMIT;
    tby_rc rc = tby_grow(&t->alloc, &p, &t->comments_cap, t->comments_n + 1,
                         sizeof *t->comments);
    t->comments = p;
    if (rc == TBY_OK)
        rc = tby_grow(&t->alloc, &q, &t->text_cap, t->text_n + text.n, 1);
    t->text = q;
    if (rc != TBY_OK)
        return rc;
    if (text.n)
        memcpy(t->text + t->text_n, text.p, text.n);
    t->comments[t->comments_n] =
        (tby_span){(uint32_t)t->text_n, (uint32_t)text.n};
    t->text_n += text.n;
    *number = (uint32_t)t->comments_n++;
    return TBY_OK;
}

/* --- by number ------------------------------------------------------------*/

static bool sorted(const tby_ctree *t)
{
    for (size_t i = 1; i < t->nodes_n; i++)
        if (t->nodes[i].id < t->nodes[i - 1].id)
            return false;
    return true;
}

static bool by_id(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_ctree_node *nodes = ctx;

    return nodes[a].id != nodes[b].id ? nodes[a].id < nodes[b].id : a < b;
}

/* A file that was written here is sorted, and needs no second copy. */
tby_rc tby_ctree_sort(tby_ctree *t)
{
    size_t n = t->nodes_n;

    if (sorted(t))
        return TBY_OK;
    uint32_t *order = tby_grow_new(&t->alloc, n, sizeof *order);
    tby_ctree_node *nodes = tby_grow_new(&t->alloc, n, sizeof *nodes);
    tby_rc rc = order && nodes ? TBY_OK : TBY_E_NOMEM;
    if (rc == TBY_OK) {
        for (uint32_t i = 0; i < n; i++)
            order[i] = i;
        tby_sort(order, n, by_id, t->nodes);
        for (size_t i = 0; i < n; i++)
            nodes[i] = t->nodes[order[i]];
        tby_grow_free(&t->alloc, t->nodes, t->nodes_cap, sizeof *nodes);
        t->nodes = nodes;
        t->nodes_cap = n;
    } else {
        tby_grow_free(&t->alloc, nodes, n, sizeof *nodes);
    }
    tby_grow_free(&t->alloc, order, n, sizeof *order);
    return rc;
}

uint32_t tby_ctree_find(const tby_ctree *t, uint32_t id)
{
    size_t low = 0, high = t->nodes_n;

    if (id < t->nodes_n && t->nodes[id].id == id &&
        (id == 0 || t->nodes[id - 1].id != id))
        return id; /* no number is missing, as in most trees */
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (t->nodes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->nodes_n && t->nodes[low].id == id ? (uint32_t)low
                                                      : TBY_NO_NODE;
}

void tby_ctree_place(const tby_ctree *t, const tby_ctree_node *node, uint32_t i,
                     size_t *line, size_t *column)
{
    const tby_ctree_item *item = tby_ctree_items(t, node) + i;

    if (node->dialect == TBY_CTREE_V2) {
        *line = node->first;
        *column = (size_t)i + 1;
        return;
    }
    *line = (size_t)node->first + i;
    *column = item->kind == TBY_CTREE_FROM   ? sizeof "from "
              : item->kind == TBY_CTREE_MOVE ? item->length + sizeof " "
                                             : 1;
}
