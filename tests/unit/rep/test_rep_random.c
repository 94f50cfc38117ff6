/* test_rep_random.c - repertoires made at random, written and read again. */
#include "unit/rep/rep_random.h"

static void every_graph_is_read_as_it_was_written(void **state)
{
    rng r = rng_for(__func__);
    tby_graph g;

    (void)state;
    for (int i = 0; i < 400; i++) {
        random_repertoire(&r, &g);
        rep_check_round_trip(&g, "a graph");
        tby_graph_free(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_graph_is_read_as_it_was_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
