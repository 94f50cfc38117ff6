/* test_crossings.c - the counter against one that tries every pair. */
#include "support/check.h"
#include "tabiya/layout.h"

#include <math.h>

enum { NODES = 60, EDGES = 200 };

typedef struct drawing {
    tby_layout_graph g;
    uint32_t from[EDGES], to[EDGES];
    tby_point at[NODES];
} drawing;

/* --- the truth, in whole numbers: one unit is one unit ---------------------*/

static int turn(tby_point a, tby_point b, tby_point c)
{
    double d = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

    return (d > 0) - (d < 0);
}

static bool pair_crosses(const drawing *d, uint32_t i, uint32_t k)
{
    uint32_t a = d->from[i], b = d->to[i], p = d->from[k], q = d->to[k];
    const tby_point *at = d->at;

    if (a == p || a == q || b == p || b == q)
        return false;
    return turn(at[a], at[b], at[p]) * turn(at[a], at[b], at[q]) < 0 &&
           turn(at[p], at[q], at[a]) * turn(at[p], at[q], at[b]) < 0;
}

static uint64_t naive(const drawing *d)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < d->g.edges; i++)
        for (uint32_t k = 0; k < i; k++)
            n += pair_crosses(d, i, k);
    return n;
}

/* --- the counter ----------------------------------------------------------*/

static uint64_t counted(const drawing *d)
{
    tby_layout_graph g = d->g;
    uint64_t n = 0;

    g.from = d->from;
    g.to = d->to;
    assert_int_equal(tby_layout_crossings(&g, d->at, NULL, &n), TBY_OK);
    return n;
}

static void draw(drawing *d, rng *r, unsigned width, unsigned height)
{
    d->g = (tby_layout_graph){.nodes = 2 + rng_below(r, NODES - 1),
                              .edges = rng_below(r, EDGES + 1)};
    for (uint32_t v = 0; v < d->g.nodes; v++)
        d->at[v] = (tby_point){(double)rng_below(r, width) - width / 2.0,
                               (double)rng_below(r, height)};
    for (uint32_t e = 0; e < d->g.edges; e++) {
        d->from[e] = rng_below(r, d->g.nodes);
        d->to[e] = rng_below(r, d->g.nodes);
    }
}

/* Small boards are full of nodes at the same place, edges along each other,
 * nodes on edges, level edges and upright ones. */
static void any_drawing_is_counted_as_by_hand(void **state)
{
    rng r = rng_for(__func__);
    static const unsigned sizes[] = {2, 4, 10, 1000, 100000};

    (void)state;
    for (int i = 0; i < 1500; i++) {
        drawing d;
        draw(&d, &r, sizes[rng_below(&r, LENGTH(sizes))],
             sizes[rng_below(&r, LENGTH(sizes))]);
        uint64_t truth = naive(&d), n = counted(&d);
        CHECK(n == truth, "%" PRIu64 " instead of %" PRIu64, n, truth);
    }
}

static drawing square(void)
{
    drawing d = {.g = {.nodes = 4, .edges = 2},
                 .from = {0, 1},
                 .to = {2, 3},
                 .at = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}};

    return d;
}

static void a_cross_is_one(void **state)
{
    drawing d = square();

    (void)state;
    assert_int_equal(counted(&d), 1);
    d.at[2] = (tby_point){-1, 10};
    assert_int_equal(counted(&d), 0);
}

/* A node on an edge touches it; a tenth further it crosses. */
static void touching_is_not_crossing(void **state)
{
    drawing d = square();

    (void)state;
    d.at[1] = (tby_point){5, 5};
    assert_int_equal(counted(&d), 0);
    d.at[1].x = 5.1;
    assert_int_equal(counted(&d), 1);
    d.at[1].x = 5.04;
    assert_int_equal(counted(&d), 0);
}

static void wide_drawings_do_not_overflow(void **state)
{
    drawing d = square();

    (void)state;
    for (int v = 0; v < 4; v++)
        d.at[v] = (tby_point){(d.at[v].x - 5) * 1e300, (d.at[v].y - 5) * 1e300};
    assert_int_equal(counted(&d), 1);
    for (int v = 0; v < 4; v++)
        d.at[v].x = (double)NAN;
    assert_int_equal(counted(&d), 0);
}

/* A hundred thousand edges between two ranks: half of all pairs. */
static void many_edges_are_counted_quickly(void **state)
{
    enum { N = 100000 };
    uint32_t *from = malloc(2 * N * sizeof *from);
    tby_point *at = malloc(2 * N * sizeof *at);
    tby_layout_graph g = {
        .nodes = 2 * N, .edges = N, .from = from, .to = from + N};
    uint64_t n = 0;

    (void)state;
    assert_true(from && at);
    for (uint32_t i = 0; i < N; i++) {
        from[i] = i;
        from[N + i] = N + i;
        at[i] = (tby_point){i, 0};
        at[N + i] = (tby_point){N - i, TBY_LAYOUT_RANK};
    }
    assert_int_equal(tby_layout_crossings(&g, at, NULL, &n), TBY_OK);
    assert_int_equal(n, (uint64_t)N * (N - 1) / 2);
    free(from);
    free(at);
}

static void what_is_no_graph_is_refused(void **state)
{
    drawing d = square();
    tby_layout_graph g = d.g;
    uint64_t n = 77;

    (void)state;
    g.from = d.from;
    g.to = d.to;
    d.to[1] = 4;
    assert_int_equal(tby_layout_crossings(&g, d.at, NULL, &n),
                     TBY_E_GRAPH_EDGE);
    g.edges = TBY_LAYOUT_MAX + 1;
    assert_int_equal(tby_layout_crossings(&g, d.at, NULL, &n), TBY_E_LIMIT);
    assert_int_equal(n, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_drawing_is_counted_as_by_hand),
        cmocka_unit_test(a_cross_is_one),
        cmocka_unit_test(touching_is_not_crossing),
        cmocka_unit_test(wide_drawings_do_not_overflow),
        cmocka_unit_test(many_edges_are_counted_quickly),
        cmocka_unit_test(what_is_no_graph_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
