/* test_tables.c - all tables that a user has: Syzygy files where there are none
 * of our own. */
#include "support/data.h"
#include "support/tables.h"
#include "work/endgame/tables.h"

static void a_mate_has_a_distance_of_one(void **state)
{
    static tby_tables_move moves[TBY_MOVES_MAX];
    static struct table_files files;
    tby_pos p = pos_of("6k1/4Q3/6K1/8/8/8/8/7n w - - 0 1");
    tby_pos mated = pos_of("6k1/6Q1/6K1/8/8/8/8/7n b - - 0 1");
    tby_tables *t = NULL;
    tby_tables_answer a = {.wdl = 0};

    (void)state;
    if (!table_files_here(&files))
        skip_without_shared(70);
    setenv("XDG_CACHE_HOME", "/nonexistent", 1);
    assert_int_equal(tby_tables_open(&t, files.folder), TBY_OK);
    assert_int_equal(tby_tables_probe(t, &p, &a, NULL), TBY_OK);
    assert_int_equal(a.wdl, TBY_WDL_WIN);
    assert_false(a.has_dtm);
    assert_int_equal(a.dtz, 1);
    assert_true(a.dtz_exact);
    assert_true(tby_tables_moves(t, &p, moves) > 0);
    assert_int_equal(moves[0].after.dtz, 1);
    tby_pos_play(&p, moves[0].move);
    assert_int_equal(tby_moves_count(&p), 0);
    assert_int_equal(tby_tables_probe(t, &mated, &a, NULL), TBY_OK);
    assert_int_equal(a.wdl, TBY_WDL_LOSS);
    assert_int_equal(a.dtz, 0);
    tby_tables_close(t);
}

/* Cursed wins, by the counter: unknown to a tree, drawn to an audit. */
static void a_source_knows_who_wins(void **state)
{
    tby_pos won = pos_of("8/8/8/4k3/8/8/3QK3/8 w - - 87 100");
    tby_pos cursed = pos_of("8/8/8/4k3/8/8/3QK3/8 w - - 88 100");
    tby_pos many = tby_pos_start();
    tby_tables_source s = {.rc = TBY_OK};

    (void)state;
    assert_int_equal(tby_tables_open(&s.tables, ""), TBY_OK);
    assert_int_equal(tby_tables_source_ask(&s, &won), TBY_VERDICT_WIN);
    assert_int_equal(tby_tables_source_ask(&s, &cursed), TBY_VERDICT_UNKNOWN);
    s.fifty = true;
    assert_int_equal(tby_tables_source_ask(&s, &cursed), TBY_VERDICT_DRAW);
    assert_int_equal(s.known, 3);
    assert_int_equal(tby_tables_source_ask(&s, &many), TBY_VERDICT_UNKNOWN);
    assert_int_equal(s.known, 3);
    assert_int_equal(s.rc, TBY_OK);
    tby_tables_close(s.tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mate_has_a_distance_of_one),
        cmocka_unit_test(a_source_knows_who_wins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
