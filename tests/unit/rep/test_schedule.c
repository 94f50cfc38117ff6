/* test_schedule.c - the scheduler at its edges.  That its figures are right is
 * for tests/schedule to say, which asks another implementation. */
#include "support/check.h"
#include "tabiya/schedule.h"

enum { DAY = 86400 };

static void first_review(void **state)
{
    /* the first four weights, rounded to whole days and a day apart */
    static const int64_t days[] = {1, 2, 3, 8};

    (void)state;
    for (unsigned r = TBY_AGAIN; r <= TBY_EASY; r++) {
        tby_memory m = {0};
        tby_memory_review(&m, r, 1000);
        CHECK(m.due == 1000 + days[r - 1] * DAY, "rating %u: %" PRId64, r,
              m.due);
        assert_int_equal(m.last, 1000);
        assert_int_equal(m.reps, 1);
        assert_int_equal(m.lapses, 0); /* nothing was known before */
    }
}

static void lapses_count_what_was_known(void **state)
{
    tby_memory m = {0};

    (void)state;
    tby_memory_review(&m, TBY_AGAIN, 0);
    tby_memory_review(&m, TBY_AGAIN, DAY);
    tby_memory_review(&m, TBY_GOOD, 2 * DAY);
    tby_memory_review(&m, TBY_AGAIN, 9 * DAY);
    assert_int_equal(m.reps, 4);
    assert_int_equal(m.lapses, 2);
}

static void recall_is_ninety_percent_when_due(void **state)
{
    tby_memory m = {0};

    (void)state;
    assert_true(tby_memory_recall(&m, 5) == 0);
    tby_memory_review(&m, TBY_GOOD, 0);
    assert_true(tby_memory_recall(&m, 0) == 1);
    m.stability = 100;
    double recall = tby_memory_recall(&m, 100 * DAY);
    CHECK(recall > 0.89999999 && recall < 0.90000001, "%.9f", recall);
}

/* Days are those of the calendar: a minute before and one after midnight are a
 * day apart. */
static void days_change_at_midnight(void **state)
{
    tby_memory m = {0};

    (void)state;
    tby_memory_review(&m, TBY_GOOD, 10 * DAY - 60);
    assert_true(tby_memory_recall(&m, 10 * DAY - 1) == 1);
    assert_true(tby_memory_recall(&m, 10 * DAY) < 1);
}

static void clock_that_went_back(void **state)
{
    tby_memory late = {0}, same = {0};

    (void)state;
    tby_memory_review(&late, TBY_GOOD, 1000 * DAY);
    tby_memory_review(&same, TBY_GOOD, 1000 * DAY);
    assert_true(tby_memory_recall(&late, 10 * DAY) == 1);
    tby_memory_review(&late, TBY_GOOD, 10 * DAY);
    tby_memory_review(&same, TBY_GOOD, 1000 * DAY);
    assert_memory_equal(&late, &same, sizeof late);
}

static void ends_of_the_ranges(void **state)
{
    tby_memory m = {.stability = TBY_STABILITY_MAX,
                    .difficulty = TBY_DIFFICULTY_MAX,
                    .due = TBY_TIME_MAX,
                    .last = 0,
                    .reps = UINT32_MAX,
                    .lapses = UINT32_MAX - 1};
    tby_memory easy = m;

    (void)state;
    tby_memory_review(&m, TBY_AGAIN, TBY_TIME_MAX);
    assert_int_equal(m.due, TBY_TIME_MAX);
    assert_int_equal(m.reps, UINT32_MAX);
    assert_int_equal(m.lapses, UINT32_MAX);
    assert_true(m.stability >= TBY_STABILITY_MIN);
    tby_memory_review(&easy, TBY_EASY, TBY_TIME_MAX);
    assert_true(easy.stability == TBY_STABILITY_MAX);
    assert_true(easy.difficulty <= TBY_DIFFICULTY_MAX);
}

/* Whatever is pressed whenever, all stays where cards may be. */
static void never_leaves_its_bounds(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        tby_memory m = {0};
        int64_t now = rng_below(&r, 1u << 31);
        for (unsigned n = 0; n < 300 && now < TBY_TIME_MAX; n++) {
            tby_memory_review(&m, 1 + rng_below(&r, rng_chance(&r, 50) ? 4 : 1),
                              now);
            CHECK(m.stability >= TBY_STABILITY_MIN &&
                      m.stability <= TBY_STABILITY_MAX,
                  "stability %.17g", m.stability);
            CHECK(m.difficulty >= TBY_DIFFICULTY_MIN &&
                      m.difficulty <= TBY_DIFFICULTY_MAX,
                  "difficulty %.17g", m.difficulty);
            CHECK(m.due > now || now == TBY_TIME_MAX, "due at once");
            now += rng_below(&r, 1u << rng_below(&r, 31));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_review),
        cmocka_unit_test(lapses_count_what_was_known),
        cmocka_unit_test(recall_is_ninety_percent_when_due),
        cmocka_unit_test(days_change_at_midnight),
        cmocka_unit_test(clock_that_went_back),
        cmocka_unit_test(ends_of_the_ranges),
        cmocka_unit_test(never_leaves_its_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
