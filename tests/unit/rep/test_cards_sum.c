/* test_cards_sum.c - cards counted by the time they are due and by how well
 * they are known, next to counting them one by one. */
#include "support/positions.h"
#include "tabiya/cards.h"

enum { DAY = 86400, CARDS = 500, DAYS = 40 };

static const int64_t NOW = INT64_C(1700000000);

/* Cards of random positions, some reviewed long ago. */
static tby_cards *make_cards(rng *r)
{
    tby_cards *c = NULL;

    assert_int_equal(tby_cards_open(&c, NULL), TBY_OK);
    while (tby_cards_count(c) < CARDS) {
        tby_card card = {.pos = tby_pos_start()};

        play_random(r, &card.pos, 4 + rng_below(r, 20));
        for (unsigned n = 1 + rng_below(r, 4); n; n--) {
            int64_t when = NOW - (int64_t)rng_below(r, 200) * DAY;
            tby_memory_review(&card.memory, 1 + rng_below(r, 4), when);
        }
        assert_int_equal(tby_cards_put(c, &card), TBY_OK);
    }
    return c;
}

static void days_have_what_falls_due_on_them(void **state)
{
    rng r = rng_for(__func__);
    tby_cards *c = make_cards(&r);
    int64_t end = NOW + 5000;
    uint32_t days[DAYS];

    (void)state;
    tby_cards_by_day(c, end, days, DAYS);
    for (uint32_t d = 0; d < DAYS; d++) {
        int64_t to = end + (int64_t)d * DAY;
        uint32_t count = 0;

        for (size_t i = 0; i < tby_cards_count(c); i++) {
            int64_t due = tby_cards_at(c, i)->memory.due;
            count += due < to && (d == 0 || due >= to - DAY);
        }
        assert_int_equal(days[d], count);
    }
    assert_int_equal(tby_cards_due(c, end - 1), days[0]);
    assert_int_equal(tby_cards_due(c, TBY_TIME_MAX), CARDS);
    tby_cards_by_day(c, end, NULL, 0); /* nothing is written */
    tby_cards_by_day(c, INT64_MIN, days, DAYS);
    assert_int_equal(days[0], 0); /* all are due on days that are not shown */
    assert_int_equal(days[DAYS - 1], 0);
    tby_cards_close(c);
}

static void every_card_is_counted_once(void **state)
{
    static const double BELOW[] = {1, 7, 30, 90, 365, 1e9};
    rng r = rng_for(__func__);
    tby_cards *c = make_cards(&r);
    uint32_t tenths[TBY_CARDS_TENTHS], counts[TBY_CARDS_STABILITIES];
    uint32_t recalled[TBY_CARDS_TENTHS] = {0};
    uint32_t stable[TBY_CARDS_STABILITIES] = {0};

    (void)state;
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        const tby_memory *m = &tby_cards_at(c, i)->memory;
        unsigned at = 0, tenth = 0;

        for (; BELOW[at] <= m->stability; at++)
            ;
        stable[at]++;
        for (; tenth < 9 && tby_memory_recall(m, NOW) * 10 >= tenth + 1;
             tenth++)
            ;
        recalled[tenth]++;
    }
    tby_cards_by_recall(c, NOW, tenths);
    tby_cards_by_stability(c, counts);
    assert_memory_equal(tenths, recalled, sizeof tenths);
    assert_memory_equal(counts, stable, sizeof counts);
    tby_cards_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_have_what_falls_due_on_them),
        cmocka_unit_test(every_card_is_counted_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
