/* test_layout_length.c - graphs with cycles: edges get shorter, and none turns
 * round. */
#include "core/rep/layout/layout_int.h"
#include "unit/rep/layout_graphs.h"

#include <string.h>

static uint64_t length_of(const graph *t, const uint32_t *rank)
{
    uint64_t sum = 0;

    for (uint32_t e = 0; e < t->g.edges; e++) {
        uint32_t a = rank[t->from[e]], b = rank[t->to[e]];
        sum += a < b ? b - a : a - b;
    }
    return sum;
}

/* The longest way to each node, by edges to larger numbers. */
static void longest_ways(const graph *t, uint32_t *rank)
{
    memset(rank, 0, t->g.nodes * sizeof *rank);
    for (uint32_t v = 0; v < t->g.nodes; v++)
        for (uint32_t e = 0; e < t->g.edges; e++) {
            uint32_t a = t->from[e], b = t->to[e];
            uint32_t low = a < b ? a : b, high = a < b ? b : a;
            if (low == v && high != v && rank[high] <= rank[v])
                rank[high] = rank[v] + 1;
        }
}

static void shorten(const graph *t, uint32_t *rank)
{
    tby_arena arena;

    tby_arena_init(&arena, NULL);
    assert_int_equal(tby_layout_shorten(&t->g, &arena, rank), TBY_OK);
    tby_arena_free(&arena);
}

/* No node may go to another rank, alone, and make edges shorter by that. */
static void check_settled(const graph *t, uint32_t *rank, const uint32_t *ways)
{
    uint64_t now = length_of(t, rank);

    for (uint32_t v = 0; v < t->g.nodes; v++) {
        bool free = ways[v] > 0; /* roots stay */
        for (uint32_t e = 0; e < t->g.edges && free; e++) {
            uint32_t a = t->from[e], b = t->to[e];
            if (a != b && (a == v || b == v))
                free = rank[a + b - v] != rank[v] + 1;
        }
        if (!free)
            continue;
        rank[v]++;
        CHECK(length_of(t, rank) >= now, "node %u could go down", v);
        rank[v]--;
    }
}

/* Every rank down to the last has a node. */
static void check_no_gap(const uint32_t *rank, uint32_t n)
{
    bool used[64] = {false};
    uint32_t last = 0;

    for (uint32_t v = 0; v < n; v++) {
        CHECK(rank[v] < n, "rank %u of %u nodes", rank[v], n);
        used[rank[v]] = true;
        last = rank[v] > last ? rank[v] : last;
    }
    for (uint32_t r = 0; r < last; r++)
        CHECK(used[r], "rank %u is empty", r);
}

static void edges_get_shorter(void **state)
{
    rng r = rng_for(__func__);
    uint64_t before = 0, after = 0;

    (void)state;
    for (int i = 0; i < 300; i++) {
        uint32_t n = 2 + rng_below(&r, 60);
        graph t = random_graph(&r, n, rng_below(&r, 3 * n));
        uint32_t ways[64], rank[64];

        longest_ways(&t, ways);
        memcpy(rank, ways, sizeof rank);
        shorten(&t, rank);
        for (uint32_t e = 0; e < t.g.edges; e++) {
            uint32_t a = t.from[e], b = t.to[e];
            CHECK(a == b || (rank[a] < rank[b]) == (ways[a] < ways[b]),
                  "%u -> %u turned round", a, b);
            CHECK(a == b || rank[a] != rank[b], "%u -> %u is level", a, b);
        }
        for (uint32_t v = 0; v < n; v++)
            CHECK(ways[v] > 0 || rank[v] == 0, "root %u is at %u", v, rank[v]);
        check_no_gap(rank, n);
        CHECK(length_of(&t, rank) <= length_of(&t, ways), "longer than before");
        check_settled(&t, rank, ways);
        before += length_of(&t, ways);
        after += length_of(&t, rank);
        graph_free(&t);
    }
    CHECK(after < before, "%" PRIu64 " of %" PRIu64, after, before);
}

/* A chain of 100,000 with an edge from each tenth node to the end: all hang
 * together, and nothing is gained. */
static void a_long_chain_takes_no_time(void **state)
{
    enum { N = 100000 };
    graph t = graph_new(N, 2 * N);
    uint32_t *rank = malloc(N * sizeof *rank);

    (void)state;
    assert_non_null(rank);
    for (uint32_t v = 0; v < N; v++) {
        rank[v] = v;
        if (v + 1 < N)
            add_edge(&t, v, v + 1);
        if (v % 10 == 0 && v + 2 < N)
            add_edge(&t, N - 1, v);
    }
    shorten(&t, rank);
    assert_int_equal(rank[N - 1], N - 1);
    free(rank);
    graph_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_get_shorter),
        cmocka_unit_test(a_long_chain_takes_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
