/* test_tally.c - names are counted, up to a number of them. */
#include "support/check.h"

#include "core/base/str.h"
#include "work/games/counts.h"

#include <string.h>

static void add(tby_tally *t, const char *name, uint64_t n)
{
    assert_int_equal(tby_tally_add(t, tby_str_of(name), n), TBY_OK);
}

static void check_top(const tby_tally *t, const tby_tally_entry *e,
                      const char *name, uint64_t n)
{
    assert_true(tby_str_is(tby_tally_text(t, e), name));
    assert_int_equal(e->n, n);
}

static void the_most_frequent_come_first(void **state)
{
    const tby_tally_entry *top[3];
    tby_tally t;

    (void)state;
    tby_tally_init(&t, 0);
    assert_int_equal(tby_tally_top(&t, top, 3), 0);
    add(&t, "b", 2);
    add(&t, "a", 1);
    add(&t, "c", 2);
    add(&t, "", 5);
    add(&t, "a", 1);
    assert_int_equal(t.n, 4);
    assert_int_equal(tby_tally_top(&t, top, 3), 3);
    check_top(&t, top[0], "", 5);
    check_top(&t, top[1], "a", 2);
    check_top(&t, top[2], "b", 2);
    tby_tally_clear(&t);
    assert_int_equal(t.n, 0);
    add(&t, "b", 7);
    assert_int_equal(tby_tally_top(&t, top, 3), 1);
    check_top(&t, top[0], "b", 7);
    tby_tally_free(&t);
}

static void many_names_keep_their_counts(void **state)
{
    enum { NAMES = 20000 };
    const tby_tally_entry *top[2];
    tby_tally t, all;
    char name[32];

    (void)state;
    tby_tally_init(&t, 0);
    tby_tally_init(&all, 0);
    for (int round = 0; round < 3; round++) {
        for (unsigned i = 0; i < NAMES; i++) {
            snprintf(name, sizeof name, "player %u", i);
            add(&t, name, i % 7 + 1);
        }
        assert_int_equal(tby_tally_merge(&all, &t), TBY_OK);
        tby_tally_clear(&t);
    }
    assert_int_equal(all.n, NAMES);
    assert_int_equal(all.missed, 0);
    for (unsigned i = 0; i < NAMES; i++)
        assert_int_equal(all.entries[i].n, 3 * (i % 7 + 1));
    assert_int_equal(tby_tally_top(&all, top, 2), 2);
    check_top(&all, top[0], "player 1000", 21);
    tby_tally_free(&t);
    tby_tally_free(&all);
}

static void what_is_too_much_is_missed_and_told(void **state)
{
    tby_tally t;
    char name[32];

    (void)state;
    tby_tally_init(&t, 100);
    for (unsigned i = 0; i < 150; i++) {
        snprintf(name, sizeof name, "%u", i);
        add(&t, name, 2);
    }
    add(&t, "5", 1); /* those that are there still count */
    assert_int_equal(t.n, 100);
    assert_int_equal(t.missed, 100);
    assert_int_equal(t.entries[5].n, 3);
    tby_tally_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_frequent_come_first),
        cmocka_unit_test(many_names_keep_their_counts),
        cmocka_unit_test(what_is_too_much_is_missed_and_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
