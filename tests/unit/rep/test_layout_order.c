/* test_layout_order.c - the parts the order is made of: what an exchange costs
 * against counting anew, and what hangs below what. */
#include "core/rep/layout/layout_int.h"
#include "unit/rep/layout_graphs.h"

#include <string.h>

typedef struct fixture {
    graph t;
    tby_arena arena;
    layout_layers l;
    layout_scratch s;
} fixture;

/* The layers of a graph, each rank in a random order. */
static fixture shuffled(rng *r, graph t)
{
    fixture f = {.t = t};
    uint32_t *rank = calloc(t.g.nodes, sizeof *rank);

    CHECK(rank, "no memory");
    tby_arena_init(&f.arena, NULL);
    CHECK(tby_layout_ranks(&t.g, &(tby_layout_options){0}, &f.arena, rank) ==
                  TBY_OK &&
              tby_layout_layer(&f.l, &t.g, rank, &f.arena, &f.s) == TBY_OK,
          "no memory");
    free(rank);
    for (uint32_t k = 0; k < f.l.ranks; k++) {
        uint32_t *order = f.l.order + f.l.first[k];
        for (uint32_t i = f.l.first[k + 1] - f.l.first[k]; i > 1; i--) {
            uint32_t at = rng_below(r, i), v = order[at];
            order[at] = order[i - 1];
            order[i - 1] = v;
        }
    }
    for (uint32_t p = 0; p < f.l.nodes; p++)
        f.l.place[f.l.order[p]] = p;
    return f;
}

static void fixture_free(fixture *f)
{
    tby_arena_free(&f->arena);
    graph_free(&f->t);
}

/* Two ranks with so many edges that lists are sorted, not compared in pairs. */
static graph dense_graph(rng *r)
{
    graph t = graph_new(36, 200);

    for (int i = 0; i < 200; i++)
        add_edge(&t, rng_below(r, 6), 6 + rng_below(r, 30));
    return t;
}

static fixture random_layers(rng *r)
{
    uint32_t n = 2 + rng_below(r, 40);

    switch (rng_below(r, 3)) {
    case 0:
        return shuffled(r, random_repertoire(r, n, rng_below(r, 20)));
    case 1:
        return shuffled(r, random_graph(r, n, rng_below(r, 3 * n)));
    default:
        return shuffled(r, dense_graph(r));
    }
}

/* --- counting -------------------------------------------------------------*/

/* Edges of two nodes that cross, the first being left of the second. */
static uint64_t crossings_between(const layout_layers *l, uint32_t a,
                                  uint32_t b)
{
    uint64_t n = 0;

    for (uint32_t i = l->down.start[a]; i < l->down.start[a + 1]; i++)
        for (uint32_t k = l->down.start[b]; k < l->down.start[b + 1]; k++)
            n += l->place[l->down.list[i]] > l->place[l->down.list[k]];
    return n;
}

static uint64_t count_by_hand(const layout_layers *l)
{
    uint64_t n = 0;

    for (uint32_t r = 0; r < l->ranks; r++)
        for (uint32_t p = l->first[r]; p < l->first[r + 1]; p++)
            for (uint32_t q = p + 1; q < l->first[r + 1]; q++)
                n += crossings_between(l, l->order[p], l->order[q]);
    return n;
}

static void crossings_are_counted(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 200; i++) {
        fixture f = random_layers(&r);
        assert_int_equal(tby_layout_count(&f.l, &f.s), count_by_hand(&f.l));
        fixture_free(&f);
    }
}

/* --- what hangs below what ------------------------------------------------*/

static void check_sound(const layout_layers *l)
{
    for (uint32_t p = 0; p < l->nodes; p++)
        assert_int_equal(l->order[l->place[l->order[p]]], l->order[p]);
    for (uint32_t r = 0; r < l->ranks; r++) {
        assert_int_equal(l->cut[l->first[r]], l->first[r + 1]);
        for (uint32_t p = l->first[r]; p < l->first[r + 1]; p++) {
            assert_int_equal(l->rank[l->order[p]], r);
            assert_true(l->cut[p] <= l->cut[p + 1]);
        }
    }
    assert_int_equal(l->cut[l->nodes], l->nodes);
}

static uint32_t hanging_by_edges(const layout_layers *l)
{
    uint32_t n = 0;

    for (uint32_t v = 0; v < l->nodes; v++)
        for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++)
            n += tby_layout_hook(l, v) == l->place[l->up.list[i]];
    return n;
}

/* The most nodes of a rank that can hang by edges without crossing: by looking
 * at all ways, place by place. */
static uint32_t most_by_edges(const layout_layers *l, uint32_t rank)
{
    uint32_t from = l->first[rank - 1], width = l->first[rank] - from;
    uint32_t best[1024] = {0}; /* by the last place above that is used */
    uint32_t most = 0;

    assert_true(width < LENGTH(best));
    for (uint32_t p = l->first[rank]; p < l->first[rank + 1]; p++) {
        uint32_t next[1024];
        uint32_t v = l->order[p];

        memcpy(next, best, sizeof next);
        for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++) {
            uint32_t above = l->place[l->up.list[i]] - from;
            for (uint32_t k = 0; k <= above; k++)
                if (best[k] + 1 > next[above])
                    next[above] = best[k] + 1;
        }
        memcpy(best, next, sizeof best);
    }
    for (uint32_t k = 0; k < width; k++)
        most = best[k] > most ? best[k] : most;
    return most;
}

static void as_many_as_can_hang_by_edges(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 200; i++) {
        fixture f = random_layers(&r);
        uint32_t most = 0;

        tby_layout_hang(&f.l, &f.s);
        check_sound(&f.l);
        for (uint32_t k = 1; k < f.l.ranks; k++)
            most += most_by_edges(&f.l, k);
        assert_int_equal(hanging_by_edges(&f.l), most);
        fixture_free(&f);
    }
}

/* --- exchanges ------------------------------------------------------------*/

static void node_exchanges_cost_what_they_say(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 200; i++) {
        fixture f = random_layers(&r);
        uint32_t p = rng_below(&r, f.l.nodes);
        uint32_t v = f.l.order[p];

        if (p + 1 < f.l.first[f.l.rank[v] + 1]) {
            int64_t before = (int64_t)count_by_hand(&f.l);
            int64_t cost = tby_layout_exchange(&f.l, p, p + 1, &f.s);
            tby_layout_swap(&f.l, p, p + 1, p + 2, &f.s);
            assert_int_equal(cost, (int64_t)count_by_hand(&f.l) - before);
        }
        fixture_free(&f);
    }
}

/* Neighbouring spans of a rank, with all that hangs below. */
static void block_exchanges_cost_what_they_say(void **state)
{
    rng r = rng_for(__func__);
    unsigned tried = 0;

    (void)state;
    for (int i = 0; i < 600; i++) {
        fixture f = random_layers(&r);
        uint32_t rank = rng_below(&r, f.l.ranks);
        uint32_t from = f.l.first[rank];
        uint32_t width = f.l.first[rank + 1] - from;
        uint32_t a = from + rng_below(&r, width);
        uint32_t b = a + 1 + rng_below(&r, width), c = b + 1;

        tby_layout_hang(&f.l, &f.s);
        if (c <= f.l.first[rank + 1]) {
            int64_t before = (int64_t)count_by_hand(&f.l);
            int64_t cost = tby_layout_exchange_blocks(&f.l, (layout_span){a, b},
                                                      (layout_span){b, c},
                                                      UINT32_MAX, &f.s);
            tby_layout_swap_blocks(&f.l, a, b, c, &f.s);
            check_sound(&f.l);
            assert_int_equal(cost, (int64_t)count_by_hand(&f.l) - before);
            tried++;
        }
        fixture_free(&f);
    }
    assert_true(tried > 50);
}

static void moves_leave_everything_sound(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 100; i++) {
        fixture f = random_layers(&r);
        layout_search q = {.l = &f.l, .s = &f.s, .heat = 2, .limit = 100};

        tby_layout_hang(&f.l, &f.s);
        for (int k = 0; k < 50; k++) {
            uint32_t v = rng_below(&r, f.l.nodes);
            uint32_t rank = f.l.rank[v];
            layout_span in = {f.l.first[rank], f.l.first[rank + 1]};

            if (f.l.up.start[v] < f.l.up.start[v + 1] && rng_chance(&r, 50))
                tby_layout_rehang(&q, v);
            else
                tby_layout_sift(&q, v, rng_chance(&r, 50), in);
            check_sound(&f.l);
        }
        fixture_free(&f);
    }
}

/* Cold, a node moves only where there are fewer crossings. */
static void cold_moves_never_cost(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 100; i++) {
        fixture f = random_layers(&r);
        layout_search q = {.l = &f.l, .s = &f.s};
        uint64_t before = count_by_hand(&f.l);

        for (int k = 0; k < 50; k++) {
            uint32_t v = rng_below(&r, f.l.nodes);
            uint32_t rank = f.l.rank[v];
            layout_span in = {f.l.first[rank], f.l.first[rank + 1]};

            tby_layout_sift(&q, v, false, in);
            uint64_t now = count_by_hand(&f.l);
            assert_true(now <= before);
            before = now;
        }
        fixture_free(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossings_are_counted),
        cmocka_unit_test(as_many_as_can_hang_by_edges),
        cmocka_unit_test(node_exchanges_cost_what_they_say),
        cmocka_unit_test(block_exchanges_cost_what_they_say),
        cmocka_unit_test(moves_leave_everything_sound),
        cmocka_unit_test(cold_moves_never_cost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
