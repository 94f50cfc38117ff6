/* test_line_text.c - the moves that lead to a position, as text. */
#include "core/rep/line_text.h"
#include "support/graphs.h"

static void check_trail(const tby_line_text *t, uint32_t node, tby_move move,
                        const char *want)
{
    tby_buf out;

    tby_buf_init(&out, NULL, 1 << 20);
    tby_line_text_write(t, node, move, &out);
    CHECK(tby_str_is(tby_buf_str(&out), want), "'%.*s', not '%s'", (int)out.n,
          out.p, want);
    tby_buf_free(&out);
}

static void moves_have_numbers(void **state)
{
    tby_graph g;
    tby_line_text t;
    tby_pos black = pos_of("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17");
    tby_pos odd = tby_pos_start();

    (void)state;
    odd.fullmoves = 9; /* as a file may have it */
    tby_graph_init(&g, NULL);
    add_line(&g, &odd, "d4 d5 Bf4 Nf6");
    uint32_t e = add_line(&g, &black, "Ke7 e4 Kd6");
    must(tby_line_text_open(&t, &g, NULL));
    check_trail(&t, node_after(&g, ""), TBY_MOVE_NONE, "");
    check_trail(&t, node_after(&g, "d4"), TBY_MOVE_NONE, "1. d4");
    check_trail(&t, node_after(&g, "d4 d5 Bf4 Nf6"), TBY_MOVE_NONE,
                "1. d4 d5 2. Bf4 Nf6");
    check_trail(&t, node_after(&g, "d4 d5"),
                move_of(&g.nodes[node_after(&g, "d4 d5")].pos, TBY_STR("c4")),
                "1. d4 d5 2. c4");
    check_trail(&t, g.edges[e].to, TBY_MOVE_NONE,
                "[4k3/8/8/8/8/8/4P3/4K3 b - - 3 17] 17... Ke7 18. e4 Kd6");
    tby_line_text_free(&t);
    tby_graph_free(&g);
}

/* What is too long to be read is not worth the time to write it. */
static void long_ways_are_cut(void **state)
{
    tby_graph g;
    tby_line_text t;
    tby_buf out;
    rng r = {3};

    (void)state;
    tby_graph_init(&g, NULL);
    long_line(&r, &g, 100000);
    must(tby_line_text_open(&t, &g, NULL));
    tby_buf_init(&out, NULL, SIZE_MAX);
    for (uint32_t i = 0; i < t.walk.n; i++) {
        tby_buf_clear(&out);
        tby_line_text_write(&t, i, TBY_MOVE_NONE, &out);
        CHECK(out.n < 1000, "%zu", out.n);
    }
    CHECK(out.n > 5 && memcmp(out.p, "... ", 4) == 0, "%.*s", (int)out.n,
          out.p);
    tby_buf_free(&out);
    tby_line_text_free(&t);
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_have_numbers),
        cmocka_unit_test(long_ways_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
