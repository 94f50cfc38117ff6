/* test_layout_polish.c - long edges, drawn straight: never more crossings, and
 * nodes stay apart. */
#include "core/rep/layout/layout_int.h"
#include "unit/rep/layout_graphs.h"

#include <string.h>

/* A graph laid out by hand, with and without the last step. */
typedef struct pair {
    uint64_t before, after;
} pair;

static uint64_t count(graph *t, const uint32_t *rank, const double *x)
{
    for (uint32_t v = 0; v < t->g.nodes; v++)
        t->at[v] = (tby_point){x[v], rank[v] * TBY_LAYOUT_RANK};
    return crossings(t);
}

static void check_apart(const graph *t, const double *width)
{
    for (uint32_t a = 0; a < t->g.nodes; a++)
        for (uint32_t b = 0; b < a; b++) {
            double apart = t->at[a].x - t->at[b].x;
            double least = (width[a] + width[b]) / 2 + TBY_LAYOUT_GAP - 0.001;
            CHECK(t->at[a].y != t->at[b].y || apart > least || -apart > least,
                  "nodes %u and %u touch", a, b);
        }
}

static pair polish(graph *t, const double *width, uint64_t work)
{
    const tby_layout_options none = {0};
    uint32_t *rank = calloc(t->g.nodes, sizeof *rank);
    tby_arena arena;
    layout_layers l;
    layout_scratch s;
    pair n;

    CHECK(rank, "no memory");
    tby_arena_init(&arena, NULL);
    t->g.width = width;
    assert_int_equal(tby_layout_ranks(&t->g, &none, &arena, rank), TBY_OK);
    assert_int_equal(tby_layout_layer(&l, &t->g, rank, &arena, &s), TBY_OK);
    double *x = tby_arena_take(&arena, l.nodes * sizeof *x);
    CHECK(x, "no memory");
    assert_int_equal(tby_layout_place(&l, &none, width, &arena, x), TBY_OK);
    n.before = count(t, rank, x);
    layout_meter unwatched = {.watch = NULL};
    const layout_effort how = {work, 0, &unwatched};
    assert_int_equal(tby_layout_polish(&l, &t->g, &how, &arena, x), TBY_OK);
    n.after = count(t, rank, x);
    check_apart(t, width);
    tby_arena_free(&arena);
    free(rank);
    return n;
}

static void polishing_never_costs(void **state)
{
    rng r = rng_for(__func__);
    uint64_t before = 0, after = 0;

    (void)state;
    for (int i = 0; i < 100; i++) {
        uint32_t nodes = 2 + rng_below(&r, 60);
        graph t = random_graph(&r, nodes, rng_below(&r, 2 * nodes));
        double width[62];

        for (uint32_t v = 0; v < nodes; v++)
            width[v] = 20.0 * rng_below(&r, 10);
        pair n = polish(&t, width, 1 + rng_below(&r, 1000000));
        CHECK(n.after <= n.before, "%" PRIu64 " instead of %" PRIu64, n.after,
              n.before);
        before += n.before;
        after += n.after;
        graph_free(&t);
    }
    CHECK(after < before, "it has done nothing");
}

/* A long edge that passes a node on the wrong side crosses its edges. */
static void a_long_edge_goes_round(void **state)
{
    static const double width[5] = {40, 40, 40, 40, 40};
    graph t = graph_new(5, 5);

    (void)state;
    add_edge(&t, 0, 1);
    add_edge(&t, 1, 2);
    add_edge(&t, 0, 3);
    add_edge(&t, 3, 4);
    add_edge(&t, 0, 4);
    assert_int_equal(polish(&t, width, 100000).after, 0);
    graph_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polishing_never_costs),
        cmocka_unit_test(a_long_edge_goes_round),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
