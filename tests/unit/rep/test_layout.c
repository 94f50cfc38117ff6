/* test_layout.c - what a layout promises, whatever the graph is. */
#include "support/data.h"
#include "support/failing.h"
#include "unit/rep/layout_graphs.h"

#include <limits.h>
#include <string.h>

/* --- what must hold for every layout --------------------------------------*/

static double width_of(const graph *t, uint32_t v)
{
    return t->g.width ? t->g.width[v] : TBY_LAYOUT_WIDTH;
}

static double magnitude(double x)
{
    return x < 0 ? -x : x;
}

static void check_apart(const graph *t)
{
    for (uint32_t a = 0; a < t->g.nodes; a++)
        for (uint32_t b = 0; b < a; b++) {
            double apart = (width_of(t, a) + width_of(t, b)) / 2;
            CHECK(t->at[a].y != t->at[b].y ||
                      magnitude(t->at[a].x - t->at[b].x) >=
                          apart + TBY_LAYOUT_GAP - 0.001,
                  "nodes %u and %u touch", a, b);
        }
}

static void check_grid(const graph *t)
{
    double left = 0;

    for (uint32_t v = 0; v < t->g.nodes; v++) {
        double ranks = t->at[v].y / TBY_LAYOUT_RANK;
        double tenths = t->at[v].x * 10;

        CHECK(ranks >= 0 && magnitude(ranks - (uint32_t)(ranks + 0.5)) < 1e-9,
              "node %u is on no rank", v);
        CHECK(tenths == (double)(int64_t)(tenths + 0.5), "%.17g is not round",
              t->at[v].x);
        left = v == 0 || t->at[v].x < left ? t->at[v].x : left;
    }
    assert_true(left == 0);
}

/* The longest way to each node of a graph whose edges lead to larger numbers.
 */
static void check_ranks(const graph *t)
{
    uint32_t *rank = calloc(t->g.nodes + 1, sizeof *rank);

    CHECK(rank, "no memory");
    for (uint32_t v = 0; v < t->g.nodes; v++)
        for (uint32_t e = 0; e < t->g.edges; e++)
            if (t->from[e] == v && rank[t->to[e]] <= rank[v])
                rank[t->to[e]] = rank[v] + 1;
    for (uint32_t v = 0; v < t->g.nodes; v++)
        CHECK(magnitude(t->at[v].y - rank[v] * TBY_LAYOUT_RANK) < 0.06,
              "node %u is at %g, not on rank %u", v, t->at[v].y, rank[v]);
    free(rank);
}

static void any_graph_is_drawn_on_a_grid_without_touching(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 150; i++) {
        uint32_t n = 1 + rng_below(&r, 60);
        graph t = random_graph(&r, n, rng_below(&r, 2 * n));
        double width[60];

        for (uint32_t v = 0; v < n; v++)
            width[v] = rng_below(&r, 1000) / 7.0;
        t.g.width = rng_chance(&r, 50) ? width : NULL;
        lay_out(&t, &(tby_layout_options){.work = 1 + rng_below(&r, 1000000)});
        check_grid(&t);
        check_apart(&t);
        graph_free(&t);
    }
}

static void ranks_are_the_longest_ways(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 60; i++) {
        uint32_t n = 2 + rng_below(&r, 150);
        graph t = random_tree(&r, n, 30, n);

        for (uint32_t k = rng_below(&r, n); k > 0; k--) {
            uint32_t a = rng_below(&r, n), b = rng_below(&r, n);
            if (a != b)
                add_edge(&t, a < b ? a : b, a < b ? b : a);
        }
        lay_out(&t, &(tby_layout_options){.work = 10000});
        check_ranks(&t);
        check_grid(&t);
        graph_free(&t);
    }
}

/* --- trees ----------------------------------------------------------------*/

static void trees_have_no_crossings(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 60; i++) {
        graph t =
            random_tree(&r, 1 + rng_below(&r, 800), rng_below(&r, 101), 0);

        lay_out(&t, NULL);
        assert_int_equal(crossings(&t), 0);
        graph_free(&t);
    }
}

/* Parts with and without edges, numbered any way. */
static void forests_have_no_crossings(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 60; i++) {
        uint32_t n = 1 + rng_below(&r, 300);
        graph t = graph_new(n, n);
        uint32_t name[300];

        for (uint32_t v = 0; v < n; v++) {
            uint32_t k = rng_below(&r, v + 1);
            name[v] = name[k];
            name[k] = v;
        }
        for (uint32_t v = 1; v < n; v++)
            if (rng_chance(&r, 90))
                add_edge(&t, name[rng_below(&r, v)], name[v]);
        lay_out(&t, NULL);
        assert_int_equal(crossings(&t), 0);
        check_apart(&t);
        graph_free(&t);
    }
}

/* --- large ----------------------------------------------------------------*/

/* A depth at which recursion would end, and more nodes than anybody has. */
enum { DEEP = 100000, LARGE = 30000 };

static void check_large(graph *t, uint64_t expected)
{
    lay_out(t, &(tby_layout_options){.work = 1000000});
    assert_int_equal(crossings(t), expected);
    graph_free(t);
}

static void a_long_chain_is_ordinary(void **state)
{
    graph t = graph_new(DEEP, DEEP);

    (void)state;
    for (uint32_t v = 1; v < DEEP; v++)
        add_edge(&t, v - 1, v);
    add_edge(&t, DEEP - 1, 0); /* and back to where it began */
    lay_out(&t, NULL);
    for (uint32_t v = 0; v < DEEP; v++)
        assert_true(magnitude(t.at[v].y - v * TBY_LAYOUT_RANK) < 0.06);
    assert_int_equal(crossings(&t), 0);
    graph_free(&t);
}

static void stars_are_ordinary(void **state)
{
    (void)state;
    for (int inward = 0; inward < 2; inward++) {
        graph t = graph_new(LARGE, LARGE);
        for (uint32_t v = 1; v < LARGE; v++)
            add_edge(&t, inward ? v : 0, inward ? 0 : v);
        check_large(&t, 0);
    }
}

static void nodes_alone_are_ordinary(void **state)
{
    graph t = graph_new(LARGE, 0);

    (void)state;
    check_large(&t, 0);
}

static void a_large_tree_is_ordinary(void **state)
{
    rng r = rng_for(__func__);
    graph t = random_tree(&r, LARGE, 60, 0);

    (void)state;
    check_large(&t, 0);
}

/* Each edge of so many would have thousands of bends. */
static void very_long_edges_are_ordinary(void **state)
{
    rng r = rng_for(__func__);
    graph t = random_tree(&r, 10000, 0, 10000);

    (void)state;
    for (uint32_t i = 0; i < 10000; i++)
        add_edge(&t, rng_below(&r, 5000), 5000 + rng_below(&r, 5000));
    lay_out(&t, &(tby_layout_options){.work = 1000000});
    graph_free(&t);
}

/* --- failing --------------------------------------------------------------*/

static void memory_may_run_out_anywhere(void **state)
{
    rng r = rng_for(__func__);
    graph t = random_repertoire(&r, 300, 40);
    tby_point untouched = {7, 7};
    uint64_t n = 0;

    (void)state;
    for (int i = 0; i < 2; i++) {
        tby_rc rc = TBY_E_NOMEM;
        t.at[0] = untouched;
        for (size_t left = 0; rc != TBY_OK; left++) {
            failing f = {.calls_left = left};
            tby_alloc alloc = failing_alloc(&f);
            assert_true(memcmp(&t.at[0], &untouched, sizeof untouched) == 0);
            rc = i ? tby_layout_crossings(&t.g, t.at, &alloc, &n)
                   : tby_layout(&t.g, &(tby_layout_options){.work = 1000},
                                &alloc, t.at);
            CHECK(rc == TBY_OK || rc == TBY_E_NOMEM, "%s", tby_rc_name(rc));
            failing_check_back(&f);
        }
    }
    graph_free(&t);
}

static void what_is_no_graph_is_refused(void **state)
{
    graph t = graph_new(3, 2);

    (void)state;
    add_edge(&t, 0, 3);
    t.at[0].x = 77;
    assert_int_equal(tby_layout(&t.g, NULL, NULL, t.at), TBY_E_GRAPH_EDGE);
    t.g.nodes = TBY_LAYOUT_MAX + 1;
    assert_int_equal(tby_layout(&t.g, NULL, NULL, t.at), TBY_E_LIMIT);
    assert_true(t.at[0].x == 77);
    t.g = (tby_layout_graph){.nodes = 0};
    assert_int_equal(tby_layout(&t.g, NULL, NULL, t.at), TBY_OK);
    graph_free(&t);
}

/* --- good pictures --------------------------------------------------------*/

/* A grid of moves in any order is planar; it must be found. */
static void a_grid_has_no_crossings(void **state)
{
    enum { SIDE = 12 };
    graph t = graph_new(SIDE * SIDE, 2 * SIDE * SIDE);

    (void)state;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        if (i % SIDE + 1 < SIDE)
            add_edge(&t, i, i + 1);
        if (i / SIDE + 1 < SIDE)
            add_edge(&t, i, i + SIDE);
    }
    lay_out(&t, NULL);
    assert_int_equal(crossings(&t), 0);
    graph_free(&t);
}

static void the_same_graph_gives_the_same_bytes(void **state)
{
    rng r = rng_for(__func__);
    graph t = random_repertoire(&r, 500, 60);
    tby_point first[500];

    (void)state;
    lay_out(&t, NULL);
    memcpy(first, t.at, sizeof first);
    memset(t.at, 0, sizeof first);
    lay_out(&t, NULL);
    assert_memory_equal(first, t.at, sizeof first);
    graph_free(&t);
}

/* More work may not help a single graph, but it helps. */
static void work_pays(void **state)
{
    rng r = rng_for(__func__);
    uint64_t little = 0, much = 0;

    (void)state;
    for (int i = 0; i < 8; i++) {
        graph t = random_repertoire(&r, 300, 30);
        lay_out(&t, &(tby_layout_options){.work = 1});
        little += crossings(&t);
        lay_out(&t, &(tby_layout_options){.work = 3000000});
        much += crossings(&t);
        graph_free(&t);
    }
    CHECK(much < little, "%" PRIu64 " instead of %" PRIu64, much, little);
}

/* Who watches, and when it is enough. */
typedef struct onlooker {
    unsigned told, most;
    uint64_t done, total;
} onlooker;

static bool look_on(void *ctx, uint64_t done, uint64_t total)
{
    onlooker *o = ctx;

    CHECK(done <= total && done >= o->done, "%" PRIu64 " after %" PRIu64, done,
          o->done);
    CHECK(o->told < o->most, "told after it was enough");
    o->done = done;
    o->total = total;
    return ++o->told < o->most;
}

/* Being watched changes nothing, and a layout that was broken off is one: the
 * later, the better. */
static void enough_is_enough(void **state)
{
    rng r = rng_for(__func__);
    uint64_t sum[4] = {0};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        static const unsigned MOST[] = {1, 20, UINT_MAX};
        graph t = random_repertoire(&r, 150, 30 + 30 * (i % 2));
        tby_point *unwatched = malloc(t.g.nodes * sizeof *unwatched);

        lay_out(&t, NULL);
        memcpy(unwatched, t.at, t.g.nodes * sizeof *unwatched);
        for (size_t k = 0; k < LENGTH(MOST); k++) {
            onlooker o = {.most = MOST[k]};
            tby_layout_watch watch = {look_on, &o};
            lay_out(&t, &(tby_layout_options){.watch = &watch});
            check_grid(&t);
            check_apart(&t);
            assert_true(o.told > 0 && o.total > 0);
            sum[k] += crossings(&t);
        }
        assert_memory_equal(unwatched, t.at, t.g.nodes * sizeof *unwatched);
        free(unwatched);
        graph_free(&t);
    }
    CHECK(sum[2] < sum[1] && sum[1] < sum[0],
          "%" PRIu64 ", %" PRIu64 ", %" PRIu64 " crossings", sum[0], sum[1],
          sum[2]);
}

/* Numbers from the text, one after another. */
static uint32_t next_number(const char **at)
{
    char *end;
    unsigned long n = strtoul(*at, &end, 10);

    *at = end;
    return (uint32_t)n;
}

static graph graph_of(const char *text)
{
    uint32_t nodes = next_number(&text), edges = next_number(&text);
    graph t = graph_new(nodes, edges);

    for (uint32_t i = 0; i < edges; i++) {
        uint32_t from = next_number(&text);
        add_edge(&t, from, next_number(&text));
    }
    return t;
}

/* What dot makes of them is in bench/README.md: 0, 0, 45, 1,396, 8,219. */
static void graphs_of_repertoires_have_few_crossings(void **state)
{
    static const struct {
        const char *name;
        uint64_t most;
    } graphs[] = {{"london", 0},
                  {"scandinavian-a", 0},
                  {"eco500c", 40},
                  {"eco2kc", 1116},
                  {"eco5kc", 7397}};

    (void)state;
    for (size_t i = 0; i < LENGTH(graphs); i++) {
        char name[64];
        snprintf(name, sizeof name, "graphs/%s.g", graphs[i].name);
        bytes file = shared_file(name);
        if (!file.p)
            skip_without_shared(LENGTH(graphs));
        file.p[file.n - 1] = '\0';
        graph t = graph_of(file.p);
        lay_out(&t, NULL);
        uint64_t n = crossings(&t);
        CHECK(n <= graphs[i].most, "%s: %" PRIu64, name, n);
        graph_free(&t);
        free(file.p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_graph_is_drawn_on_a_grid_without_touching),
        cmocka_unit_test(ranks_are_the_longest_ways),
        cmocka_unit_test(trees_have_no_crossings),
        cmocka_unit_test(forests_have_no_crossings),
        cmocka_unit_test(a_long_chain_is_ordinary),
        cmocka_unit_test(stars_are_ordinary),
        cmocka_unit_test(nodes_alone_are_ordinary),
        cmocka_unit_test(a_large_tree_is_ordinary),
        cmocka_unit_test(very_long_edges_are_ordinary),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(what_is_no_graph_is_refused),
        cmocka_unit_test(a_grid_has_no_crossings),
        cmocka_unit_test(the_same_graph_gives_the_same_bytes),
        cmocka_unit_test(work_pays),
        cmocka_unit_test(enough_is_enough),
        cmocka_unit_test(graphs_of_repertoires_have_few_crossings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
