/* test_stats.c - results, lengths, openings and years of games. */
#include "support/check.h"

#include "core/base/str.h"
#include "tabiya/tabiya.h"
#include "work/games/stats.h"

#include <string.h>

static const char GAMES[] =
    "[White \"A\"]\n[Black \"B\"]\n[Date \"1999.??.??\"]\n[ECO \"C60\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n"
    "[White \"A\"]\n[Black \"?\"]\n[UTCDate \"2004.01.02\"]\n[ECO \"C65/03\"]\n"
    "\n1. e4 (1. d4 d5 2. c4) e5 1/2-1/2\n\n"
    "[White \" B \"]\n[Black \"A\"]\n[Date \"????.??.??\"]\n[ECO \"?\"]\n\n"
    "1. f3 0-1\n\n"
    "[White \"damaged\"]\n\n1. e5 1-0\n\n"
    "[White \"\"]\n\n*\n\n";

static tby_stats *stats_of(const char *games, size_t block, unsigned threads)
{
    tby_stats *s = tby_stats_open();
    tby_games_result result;

    assert_non_null(s);
    tby_games_job job = {
        .block = block, .threads = threads, .visitor = tby_stats_visitor(s)};
    assert_int_equal(tby_games_read_memory(&job, games, strlen(games), &result),
                     TBY_OK);
    return s;
}

static void games_are_counted(void **state)
{
    const tby_tally_entry *top[3];

    (void)state;
    for (unsigned threads = 1; threads < 4; threads++) {
        tby_stats *s = stats_of(GAMES, 40 * threads, threads);

        assert_int_equal(s->games, 4);
        assert_int_equal(s->plies, 8);
        assert_int_equal(s->results[TBY_RESULT_WHITE], 1);
        assert_int_equal(s->results[TBY_RESULT_BLACK], 1);
        assert_int_equal(s->results[TBY_RESULT_DRAW], 1);
        assert_int_equal(s->results[TBY_RESULT_NONE], 1);
        assert_int_equal(s->lengths[0], 1);
        assert_int_equal(s->lengths[5], 1);
        assert_int_equal(s->eco[260], 1);
        assert_int_equal(s->eco[265], 1);
        assert_int_equal(s->no_eco, 2);
        assert_int_equal(s->first_year, 1999);
        assert_int_equal(s->last_year, 2004);
        assert_int_equal(s->no_year, 2);
        assert_int_equal(s->players.n, 2);
        assert_int_equal(tby_tally_top(&s->players, top, 3), 2);
        assert_true(tby_str_is(tby_tally_text(&s->players, top[0]), "A"));
        assert_int_equal(top[0]->n, 3);
        tby_stats_close(s);
    }
}

static void lengths_have_a_middle(void **state)
{
    tby_stats *s = stats_of(GAMES, 0, 1);

    (void)state;
    assert_int_equal(tby_stats_length(s, 0), 0);
    assert_int_equal(tby_stats_length(s, 500), 1);
    assert_int_equal(tby_stats_length(s, 750), 2);
    assert_int_equal(tby_stats_length(s, 1000), 5);
    tby_stats_close(s);
    s = stats_of("", 0, 1);
    assert_int_equal(tby_stats_length(s, 500), 0);
    tby_stats_close(s);
    tby_stats_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_counted),
        cmocka_unit_test(lengths_have_a_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
