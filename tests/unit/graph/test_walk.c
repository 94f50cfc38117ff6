/* test_walk.c - the walk over a graph against a recursive one, its promises on
 * random graphs, and lines that are too long for recursion. */
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/walk.h"

/* --- another walk, straight from the words of walk.h ------------------------
 */

enum { MOST = REACH_MOST };

typedef struct plain {
    const tby_graph *g;
    bool met[MOST], open[MOST];
    uint32_t order[MOST], n;
    uint32_t edges[4 * MOST], edges_n;
    bool back[4 * MOST];
} plain;

static void plain_from(plain *p, uint32_t v)
{
    p->met[v] = p->open[v] = true;
    p->order[p->n++] = v;
    for (uint32_t e = p->g->nodes[v].first_out; e != TBY_NONE;
         e = p->g->edges[e].next_out) {
        uint32_t to = p->g->edges[e].to;
        p->edges[p->edges_n++] = e;
        p->back[e] = p->open[to];
        if (!p->met[to])
            plain_from(p, to);
    }
    p->open[v] = false;
}

static reach_table reach;

/* The least of a cycle that nothing leads into. */
static bool heads_cycle(const tby_graph *g, uint32_t v)
{
    if (!reach.at[v][v])
        return false;
    for (uint32_t u = 0; u < g->nodes_n; u++)
        if (reach.at[u][v] && (!reach.at[v][u] || u < v))
            return false;
    return true;
}

static plain plain_walk(const tby_graph *g)
{
    plain p = {.g = g};
    tby_pos start = tby_pos_start();
    uint32_t first = tby_graph_find(g, &start);

    assert_true(g->nodes_n <= MOST && g->edges_n <= 4 * MOST);
    find_reach(g, &reach);
    if (first != TBY_NONE && g->nodes[first].out_n)
        plain_from(&p, first);
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (!p.met[v] && !g->nodes[v].in_n && g->nodes[v].out_n)
            plain_from(&p, v);
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (!p.met[v] && heads_cycle(g, v))
            plain_from(&p, v);
    for (uint32_t v = 0; v < g->nodes_n; v++)
        if (!p.met[v] && g->nodes[v].alive)
            plain_from(&p, v);
    return p;
}

static void compare(const tby_graph *g, const tby_walk *w)
{
    plain p = plain_walk(g);

    assert_int_equal(w->n, p.n);
    assert_int_equal(w->edges_n, p.edges_n);
    assert_memory_equal(w->order, p.order, p.n * sizeof *p.order);
    assert_memory_equal(w->edges, p.edges, p.edges_n * sizeof *p.edges);
    for (uint32_t i = 0; i < p.edges_n; i++)
        assert_int_equal(w->back[p.edges[i]], p.back[p.edges[i]]);
    uint32_t first = 0;
    for (uint32_t v = 0; w->n && v < g->nodes_n; v++)
        first += v == w->order[0] || reach.at[w->order[0]][v];
    assert_int_equal(w->first_n, first);
}

/* --- promises -------------------------------------------------------------*/

static unsigned shorter; /* ways than those of the walk */

/* How many moves lead from one node to another, by trying 0, 1, 2 ... of them.
 */
static uint32_t distance(const tby_graph *g, uint32_t from, uint32_t to)
{
    bool at[MOST] = {false};
    uint32_t moves = 0;

    for (at[from] = true; !at[to]; moves++) {
        bool next[MOST] = {false};
        for (uint32_t v = 0; v < g->nodes_n; v++)
            for (uint32_t e = at[v] ? g->nodes[v].first_out : TBY_NONE;
                 e != TBY_NONE; e = g->edges[e].next_out)
                next[g->edges[e].to] = true;
        memcpy(at, next, sizeof at);
        assert_true(moves < MOST);
    }
    return moves;
}

/* Next to the walk's own way: as short as can be, from the same root, and the
 * same if that is no longer. */
static void check_shortest(const tby_graph *g, const tby_walk *w, uint32_t node,
                           const uint32_t *own, uint32_t own_n)
{
    uint32_t path[MOST], n = 77;
    uint32_t root = own_n ? g->edges[own[0]].from : node, here = root;

    must(tby_walk_shortest(w, g, node, path, &n));
    assert_int_equal(n, distance(g, root, node));
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(g->edges[path[i]].from, here);
        here = g->edges[path[i]].to;
    }
    assert_int_equal(here, node);
    if (n == own_n)
        assert_memory_equal(path, own, n * sizeof *path);
    shorter += n < own_n;
}

/* Every edge but the back ones goes forward in topo, back ones go to where
 * their line came from, and paths lead from roots to their nodes. */
static void check_promises(const tby_graph *g, const tby_walk *w)
{
    uint32_t *at = calloc(g->nodes_n + 1, sizeof *at);
    uint32_t path[MOST];

    assert_non_null(at);
    for (uint32_t i = 0; i < w->n; i++) {
        assert_int_equal(at[w->topo[i]], 0);
        at[w->topo[i]] = i + 1;
    }
    for (uint32_t i = 0; i < w->edges_n; i++) {
        const tby_edge *e = &g->edges[w->edges[i]];
        if (!w->back[w->edges[i]])
            assert_true(at[e->from] < at[e->to]);
    }
    for (uint32_t i = 0; i < w->n; i++) {
        uint32_t v = w->order[i];
        uint32_t n = tby_walk_path(w, g, v, path, MOST);
        uint32_t here = n ? g->edges[path[0]].from : v;
        assert_int_equal(w->via[here], TBY_NONE);
        for (uint32_t j = 0; j < n; j++) {
            assert_int_equal(g->edges[path[j]].from, here);
            here = g->edges[path[j]].to;
        }
        assert_int_equal(here, v);
        check_shortest(g, w, v, path, n);
    }
    free(at);
}

static void random_graphs_are_walked_as_promised(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        tby_graph g;
        tby_walk w;
        tby_graph_init(&g, NULL);
        knotty_graph(&r, &g, rng_below(&r, 60));
        /* holes, and cycles that lost their way in */
        for (unsigned n = rng_below(&r, 5); n && g.edges_alive; n--)
            tby_graph_unlink(&g, random_edge(&r, &g));
        must(tby_walk_graph(&w, &g, NULL));
        compare(&g, &w);
        check_promises(&g, &w);
        tby_walk_free(&w);
        tby_graph_free(&g);
    }
    CHECK(shorter > 0, "no way could be shorter");
}

/* What hangs on a cycle is no root, even if it came first. */
static void a_cycle_is_the_root_of_what_hangs_on_it(void **state)
{
    tby_graph g;
    tby_walk w;

    (void)state;
    tby_graph_init(&g, NULL);
    tby_pos p = pos_of("k7/8/8/8/8/8/8/K1N5 w - - 0 1");
    uint32_t leaf = line_end_from(&g, &p, "Nb3 Kb7");
    uint32_t tail = node_at(&g, &p);
    p = pos_of("8/k7/8/8/8/8/8/K1N5 b - - 0 1");
    /* now something leads to the first node */
    assert_int_equal(line_end_from(&g, &p, "Ka8"), tail);
    uint32_t knot = line_end_from(&g, &p, "Kb7 Kb1 Ka7 Ka1");
    must(tby_walk_graph(&w, &g, NULL));
    assert_int_equal(w.order[0], knot);
    assert_int_equal(w.first_n, w.n);
    assert_int_equal(w.via[tail], w.edges[0]);
    assert_int_not_equal(w.via[leaf], TBY_NONE);
    tby_walk_free(&w);
    tby_graph_free(&g);
}

static void an_empty_graph_is_walked_at_once(void **state)
{
    tby_graph g;
    tby_walk w;

    (void)state;
    tby_graph_init(&g, NULL);
    must(tby_walk_graph(&w, &g, NULL));
    assert_int_equal(w.n + w.edges_n + w.first_n, 0);
    tby_walk_free(&w);
    tby_walk_free(&w); /* twice is once */
    tby_graph_free(&g);
}

static void a_line_may_be_100000_moves_long(void **state)
{
    enum { MOVES = 100000 };
    rng r = rng_for(__func__);
    tby_graph g;
    tby_walk w;

    (void)state;
    tby_graph_init(&g, NULL);
    long_line(&r, &g, MOVES);
    must(tby_walk_graph(&w, &g, NULL));
    assert_int_equal(w.n, MOVES + 1);
    assert_int_equal(tby_walk_path(&w, &g, MOVES, NULL, 0), MOVES);
    for (uint32_t i = 0; i <= MOVES; i++)
        assert_true(w.order[i] == i && w.topo[i] == i);
    tby_walk_free(&w);
    tby_graph_free(&g);
}

static void without_memory_nothing_is_kept(void **state)
{
    rng r = rng_for(__func__);
    tby_graph g;
    tby_walk w = {.n = 77};
    bool failed = true;

    (void)state;
    tby_graph_init(&g, NULL);
    knotty_graph(&r, &g, 30);
    for (size_t good = 0; failed; good++) {
        failing f = {.calls_left = good};
        tby_alloc alloc = failing_alloc(&f);
        tby_rc rc = tby_walk_graph(&w, &g, &alloc);
        bool walked = rc == TBY_OK;
        uint32_t path[MOST], n = 77;
        if (walked)
            rc = tby_walk_shortest(&w, &g, w.order[w.n - 1], path, &n);
        failed = rc != TBY_OK;
        if (failed)
            assert_true(rc == TBY_E_NOMEM && (walked ? n : w.n) == 77);
        if (walked) {
            tby_walk_free(&w);
            w.n = 77;
        }
        failing_check_back(&f);
    }
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_are_walked_as_promised),
        cmocka_unit_test(a_cycle_is_the_root_of_what_hangs_on_it),
        cmocka_unit_test(an_empty_graph_is_walked_at_once),
        cmocka_unit_test(a_line_may_be_100000_moves_long),
        cmocka_unit_test(without_memory_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
