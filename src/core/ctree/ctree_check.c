/* ctree_check.c - see ctree_check.h. */
#include "core/ctree/ctree_check.h"

#include "core/base/grow.h"
#include "core/ctree/ctree_check_int.h"
#include "tabiya/limits.h"

#include <string.h>

/* --- memory ---------------------------------------------------------------*/

static tby_rc open_check(tree_check *c, const tby_ctree *t,
                         tby_ctree_identity identity)
{
    size_t ids = t->items_n + t->nodes_n;

    *c = (tree_check){.tree = t, .identity = identity};
    tby_keyset_init(&c->keys, &t->alloc, TBY_MAX_TREE_IDS);
    c->ids_n = ids < TBY_MAX_TREE_IDS ? (uint32_t)ids : TBY_MAX_TREE_IDS;
    c->nodes = tby_grow_new(&t->alloc, t->nodes_n, sizeof *c->nodes);
    c->key_of = tby_grow_new(&t->alloc, c->ids_n, sizeof *c->key_of);
    if (!c->nodes || !c->key_of)
        return TBY_E_NOMEM;
    if (t->nodes_n)
        memset(c->nodes, 0, t->nodes_n * sizeof *c->nodes);
    for (uint32_t i = 0; i < c->ids_n; i++)
        c->key_of[i] = TBY_NO_KEY;
    return TBY_OK;
}

static void close_check(tree_check *c)
{
    const tby_alloc *a = &c->tree->alloc;

    tby_grow_free(a, c->nodes, c->tree->nodes_n, sizeof *c->nodes);
    tby_grow_free(a, c->key_of, c->ids_n, sizeof *c->key_of);
    tby_grow_free(a, c->id_of, c->id_of_cap, sizeof *c->id_of);
    tby_grow_free(a, c->from, c->from_cap, sizeof *c->from);
    tby_keyset_free(&c->keys);
}

/* --- the checks -----------------------------------------------------------*/

static tby_rc count_wrong_ids(const tby_ctree *t, tby_ctree_identity identity,
                              uint64_t *out)
{
    tree_check c;
    tby_rc rc = open_check(&c, t, identity);

    if (rc == TBY_OK)
        rc = tby__ctree_check_ids(&c);
    *out = c.told;
    close_check(&c);
    return rc;
}

/* Does a node say that its way ends the game?  Only exact identity has ways. */
static bool claims_way(const tby_ctree *t)
{
    for (size_t i = 0; i < t->nodes_n; i++)
        if (t->nodes[i].ending == TBY_THREEFOLD ||
            t->nodes[i].ending == TBY_FIFTY)
            return true;
    return false;
}

tby_rc tby_ctree_guess(const tby_ctree *t, tby_ctree_identity *out)
{
    uint64_t position = 0, exact = 0;
    bool way = claims_way(t);
    tby_rc rc = count_wrong_ids(t, TBY_CTREE_POSITION, &position);

    if (rc == TBY_OK && (position > 0 || way))
        rc = count_wrong_ids(t, TBY_CTREE_EXACT, &exact);
    if (rc == TBY_OK)
        *out = exact < position || (exact == position && way)
                   ? TBY_CTREE_EXACT
                   : TBY_CTREE_POSITION;
    return rc;
}

static void check_twins(tree_check *c)
{
    for (uint32_t i = 0; i < c->tree->nodes_n; i++)
        if (check_skips(c->tree, i))
            tby__ctree_check_report(c, &c->tree->nodes[i],
                                    c->tree->nodes[i].line, 1,
                                    TBY_E_TREE_NODE_TWICE, NULL);
    if (tby_ctree_find(c->tree, 0) == TBY_NO_NODE)
        tby__ctree_check_report(c, NULL, 0, 0, TBY_E_TREE_ROOT, NULL);
}

tby_rc tby_ctree_check(const tby_ctree *t, tby_ctree_identity identity,
                       const tby_ctree_listener *listener)
{
    tree_check c;
    tby_rc rc = open_check(&c, t, identity);

    c.listener = listener;
    if (rc == TBY_OK) {
        check_twins(&c);
        rc = tby__ctree_check_ids(&c);
    }
    if (rc == TBY_OK)
        rc = tby__ctree_check_links(&c);
    if (rc == TBY_OK)
        rc = tby__ctree_check_nodes(&c);
    if (rc == TBY_OK)
        rc = tby__ctree_check_marks(&c);
    close_check(&c);
    return rc;
}

/* --- what a tree proves ---------------------------------------------------*/

tby_rc tby_ctree_net_read(tby_ctree_net *net, const tby_ctree *t,
                          tby_ctree_identity identity,
                          const tby_ctree_listener *listener)
{
    tree_check c;
    tby_rc rc = open_check(&c, t, identity);

    *net = (tby_ctree_net){.alloc = t->alloc};
    /* The ways to the nodes; what is wrong with numbers is no matter here. */
    if (rc == TBY_OK && identity == TBY_CTREE_EXACT)
        rc = tby__ctree_check_ids(&c);
    c.listener = listener;
    c.used_only = true;
    for (uint32_t i = 0; i < t->nodes_n && rc == TBY_OK; i++)
        if (!check_skips(t, i) && !t->nodes[i].lost)
            rc = tby__ctree_check_ending(&c, i);
    if (rc == TBY_OK)
        rc = tby__ctree_check_net(&c, net);
    close_check(&c);
    return rc;
}
