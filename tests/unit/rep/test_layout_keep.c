/* test_layout_keep.c - a layout that is kept: nodes stay in their order and
 * nearly in their place when something is added. */
#include "unit/rep/layout_graphs.h"

#include <math.h>
#include <string.h>

static const double NODE = TBY_LAYOUT_WIDTH + TBY_LAYOUT_GAP;

/* A layout before and after. */
typedef struct change {
    graph t;
    tby_point *before; /* of the nodes there were */
    bool *had_place;
    uint32_t old; /* nodes */
} change;

/* A graph of its own with room for more, laid out. */
static change laid_out(rng *r, uint32_t nodes, uint32_t more, uint32_t room)
{
    change c = {.t = random_repertoire(r, nodes, more), .old = nodes};
    graph wider = graph_new(nodes + room, c.t.g.edges + room);

    for (uint32_t e = 0; e < c.t.g.edges; e++)
        add_edge(&wider, c.t.from[e], c.t.to[e]);
    graph_free(&c.t);
    c.t = wider;
    c.t.g.nodes = nodes;
    c.before = calloc(nodes + room, sizeof *c.before);
    c.had_place = calloc(nodes + room, sizeof *c.had_place);
    CHECK(c.before && c.had_place, "no memory");
    lay_out(&c.t, &(tby_layout_options){.work = 300000});
    memcpy(c.before, c.t.at, nodes * sizeof *c.before);
    memset(c.had_place, true, nodes);
    return c;
}

static void lay_out_again(change *c)
{
    lay_out(&c->t, &(tby_layout_options){.previous = c->before,
                                         .had_place = c->had_place});
}

static void change_free(change *c)
{
    graph_free(&c->t);
    free(c->before);
    free(c->had_place);
}

static uint32_t add_leaf(change *c, uint32_t from)
{
    add_edge(&c->t, from, c->t.g.nodes);
    return c->t.g.nodes++;
}

static void check_order(const change *c)
{
    const tby_point *now = c->t.at, *was = c->before;

    for (uint32_t a = 0; a < c->old; a++)
        for (uint32_t b = 0; b < c->old; b++)
            CHECK(now[a].y != now[b].y || was[a].y != was[b].y ||
                      (now[a].x < now[b].x) == (was[a].x < was[b].x),
                  "%u and %u have changed places", a, b);
}

static double moved(const change *c, uint32_t v)
{
    double dx = c->t.at[v].x - c->before[v].x;
    double dy = c->t.at[v].y - c->before[v].y;

    return sqrt(dx * dx + dy * dy);
}

static double most_moved(const change *c)
{
    double most = 0;

    for (uint32_t v = 0; v < c->old; v++)
        most = moved(c, v) > most ? moved(c, v) : most;
    return most;
}

static double mean_moved(const change *c)
{
    double sum = 0;

    for (uint32_t v = 0; v < c->old; v++)
        sum += moved(c, v);
    return sum / c->old;
}

static void check_apart(const graph *t)
{
    for (uint32_t a = 0; a < t->g.nodes; a++)
        for (uint32_t b = 0; b < a; b++)
            CHECK(t->at[a].y != t->at[b].y ||
                      fabs(t->at[a].x - t->at[b].x) > NODE - 0.001,
                  "nodes %u and %u touch", a, b);
}

/* --- what is promised -----------------------------------------------------*/

static void nothing_added_moves_nothing(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 30; i++) {
        change c = laid_out(&r, 1 + rng_below(&r, 300), rng_below(&r, 30), 0);
        lay_out_again(&c);
        assert_memory_equal(c.before, c.t.at, c.old * sizeof *c.before);
        change_free(&c);
    }
}

/* At most by the room that the leaf takes, and most nodes not at all. */
static void a_leaf_moves_its_neighbours_a_little(void **state)
{
    rng r = rng_for(__func__);
    double mean = 0;
    enum { TIMES = 40 };

    (void)state;
    for (int i = 0; i < TIMES; i++) {
        change c = laid_out(&r, 50 + rng_below(&r, 300), 20, 1);
        uint32_t from = rng_below(&r, c.old), leaf = add_leaf(&c, from);

        lay_out_again(&c);
        check_order(&c);
        check_apart(&c.t);
        CHECK(most_moved(&c) < NODE + 0.1, "moved by %g", most_moved(&c));
        CHECK(c.t.at[leaf].y > c.t.at[from].y, "the leaf is not below");
        mean += mean_moved(&c) / TIMES;
        change_free(&c);
    }
    CHECK(mean < 2, "moved by %g", mean);
}

/* A line to where another leads already moves nothing: it has only to be
 * drawn. */
static void a_transposition_moves_nothing(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 40; i++) {
        change c = laid_out(&r, 50 + rng_below(&r, 300), 20, 1);
        uint32_t a, b;

        do {
            a = rng_below(&r, c.old);
            b = rng_below(&r, c.old);
        } while (c.before[a].y >= c.before[b].y);
        add_edge(&c.t, a, b);
        lay_out_again(&c);
        CHECK(most_moved(&c) == 0, "moved by %g", most_moved(&c));
        change_free(&c);
    }
}

/* An edge to a node that is not below puts it below, and what follows it. */
static void what_must_go_down_goes_down(void **state)
{
    change c = {.t = graph_new(4, 4), .old = 4};
    static const tby_point before[] = {
        {0, 0}, {0, 129.6}, {80, 129.6}, {80, 259.2}};

    (void)state;
    add_edge(&c.t, 0, 1);
    add_edge(&c.t, 0, 2);
    add_edge(&c.t, 2, 3);
    add_edge(&c.t, 1, 2);
    lay_out(&c.t, &(tby_layout_options){.previous = before});
    for (int v = 0; v < 4; v++)
        assert_true(fabs(c.t.at[v].y - (double[]){0, 1, 2, 3}[v] * 129.6) <
                    0.06);
    graph_free(&c.t);
}

/* A whole line and its branches. */
static void lines_can_be_added(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 20; i++) {
        change c = laid_out(&r, 100 + rng_below(&r, 200), 15, 30);
        uint32_t at = rng_below(&r, c.old);

        for (int k = 0; k < 30; k++) {
            uint32_t leaf = add_leaf(&c, at);
            at = rng_chance(&r, 70) ? leaf : at;
        }
        lay_out_again(&c);
        check_order(&c);
        check_apart(&c.t);
        CHECK(mean_moved(&c) < 100, "moved by %g", mean_moved(&c));
        change_free(&c);
    }
}

/* --- whatever the previous layout is --------------------------------------*/

static double any_number(rng *r)
{
    static const double odd[] = {
        0, -0.0, 1e300, -1e300, 1e-9, 5e307, (double)INFINITY, (double)NAN};

    return rng_chance(r, 30) ? odd[rng_below(r, LENGTH(odd))]
                             : (double)rng_below(r, 2000) - 1000;
}

static void any_previous_layout_is_survived(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 100; i++) {
        uint32_t n = 1 + rng_below(&r, 60);
        change c = {.t = random_graph(&r, n, rng_below(&r, 2 * n)), .old = n};

        c.before = calloc(n, sizeof *c.before);
        c.had_place = calloc(n, sizeof *c.had_place);
        CHECK(c.before && c.had_place, "no memory");
        for (uint32_t v = 0; v < n; v++) {
            c.before[v] = (tby_point){any_number(&r), any_number(&r)};
            c.had_place[v] = rng_chance(&r, 80);
        }
        lay_out_again(&c);
        for (uint32_t v = 0; v < n; v++)
            assert_true(fabs(c.t.at[v].x) <= 1e8 && c.t.at[v].y >= 0);
        check_apart(&c.t);
        change_free(&c);
    }
}

/* Where none had a place, it is as if there were no layout to keep. */
static void no_places_are_no_layout(void **state)
{
    rng r = rng_for(__func__);
    change c = laid_out(&r, 200, 20, 0);

    (void)state;
    lay_out(&c.t, NULL);
    memcpy(c.before, c.t.at, c.old * sizeof *c.before);
    memset(c.had_place, false, c.old);
    lay_out_again(&c);
    assert_memory_equal(c.before, c.t.at, c.old * sizeof *c.before);
    change_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_added_moves_nothing),
        cmocka_unit_test(a_leaf_moves_its_neighbours_a_little),
        cmocka_unit_test(a_transposition_moves_nothing),
        cmocka_unit_test(what_must_go_down_goes_down),
        cmocka_unit_test(lines_can_be_added),
        cmocka_unit_test(any_previous_layout_is_survived),
        cmocka_unit_test(no_places_are_no_layout),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
