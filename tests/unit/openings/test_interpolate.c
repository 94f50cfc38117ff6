/* test_interpolate.c - the positions between named ones, on small tables. */
#include "support/failing.h"
#include "unit/openings/tables.h"

static void check_gap(const tby_openings *t, const char *moves,
                      const char *name, const char *code, uint32_t plies)
{
    const tby_opening *o = find_moves(t, moves);

    if (!o)
        fail(); /* which the compiler knows not to come back */
    CHECK(tby_str_is(o->name, name), "%s: %.*s", moves, (int)o->name.n,
          o->name.p);
    assert_true(tby_str_is(o->source, "interpolated"));
    assert_true(tby_str_is(o->root_source, "x"));
    assert_string_equal(o->code, code);
    assert_int_equal(o->plies, plies);
    assert_false(o->eco_root);
}

static void gaps_get_the_name_of_their_root(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    ROWS(t, {"x", "B00", "King's Pawn", "e4"},
         {"x", "B20", "Sicilian", "e4 c5"}, {"y", "B20", "Pawns", "e4 c5"},
         {"x", "B90", "Najdorf", "e4 c5 Nf3 d6 d4"});
    assert_int_equal(tby_openings_interpolate(t, TBY_STR(" (i)"), false),
                     TBY_OK);
    assert_int_equal(tby_openings_count(t), 5);
    check_gap(t, "e4 c5 Nf3", "Sicilian (i)", "B20", 3);
    check_gap(t, "e4 c5 Nf3 d6", "Sicilian (i)", "B20", 4);
    const tby_opening *o = find_moves(t, "e4 c5 Nf3");
    if (!o)
        fail();
    assert_int_equal(o->aliases_n, 1);
    assert_true(tby_str_is(o->aliases[0].name, "Pawns"));
    assert_true(tby_str_is(o->aliases[0].source, "y"));
    assert_ptr_equal(tby_openings_at(t, 3), o); /* shallow before deep */
    tby_openings_close(t);
}

static void nothing_is_left_to_add_twice(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    ROWS(t, {"x", "B00", "King's Pawn", "e4"},
         {"x", "B90", "Najdorf", "e4 c5 Nf3 d6 d4"});
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tby_openings_interpolate(t, TBY_STR(""), i), TBY_OK);
        assert_int_equal(tby_openings_count(t), 5);
    }
    tby_openings_close(t);
}

/* Both pass 1.e4 e6 2.d4 d5, by different orders and roots. */
static void the_last_orphan_names_a_shared_gap(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    ROWS(t, {"x", "B00", "King's Pawn", "e4"}, {"x", "A40", "Queen's", "d4"},
         {"x", "C02", "Advance", "e4 e6 d4 d5 e5 c5"},
         {"x", "C10", "Paulsen", "d4 e6 e4 d5 Nc3 dxe4"});
    assert_int_equal(tby_openings_interpolate(t, TBY_STR(""), false), TBY_OK);
    check_gap(t, "e4 e6 d4", "Queen's", "A40", 3);
    check_gap(t, "e4 e6 d4 d5", "Queen's", "A40", 4);
    check_gap(t, "e4 e6", "King's Pawn", "B00", 2);
    check_gap(t, "e4 e6 d4 d5 e5", "King's Pawn", "B00", 5);
    tby_openings_close(t);
}

/* The third record has a named parent, the second, but not by its own moves. */
static void complete_fills_other_orders_too(void **state)
{
    static const row rows[] = {
        {"x", "B00", "King's Pawn", "e4"},
        {"x", "A40", "Queen's Pawn", "d4"},
        {"x", "C00", "French", "e4 e6 d4"},
        {"x", "C00", "French: 2...d5", "d4 e6 e4 d5"},
    };

    (void)state;
    for (int complete = 0; complete < 2; complete++) {
        tby_openings *t = new_table(TBY_IDENTITY_POSITION);
        add_rows(t, rows, LENGTH(rows));
        assert_int_equal(tby_openings_interpolate(t, TBY_STR(""), complete),
                         TBY_OK);
        check_gap(t, "e4 e6", "King's Pawn", "B00", 2);
        assert_int_equal(tby_openings_count(t), complete ? 6 : 5);
        if (complete)
            check_gap(t, "d4 e6", "Queen's Pawn", "A40", 2);
        tby_openings_close(t);
    }
}

static void what_has_no_root_stays_without_a_name(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_opening no_line = {.name = TBY_STR("?"), .pos = after("d4 d5 c4")};
    tby_move bad[] = {1, 2, 3, 4};
    tby_opening illegal = {.name = TBY_STR("!"),
                           .pos = after("c4 c5 g3"),
                           .line = bad,
                           .plies = 4};

    (void)state;
    ROWS(t, {"x", "B90", "Najdorf", "e4 c5 Nf3 d6 d4"});
    assert_int_equal(tby_openings_add(t, &no_line), TBY_OK);
    assert_int_equal(tby_openings_add(t, &illegal), TBY_OK);
    assert_int_equal(tby_openings_interpolate(t, TBY_STR(""), true), TBY_OK);
    assert_int_equal(tby_openings_count(t), 3);
    tby_openings_close(t);
}

static void without_memory_it_is_said(void **state)
{
    (void)state;
    for (size_t calls = 0;; calls++) {
        failing f = {.calls_left = 1000};
        tby_alloc alloc = failing_alloc(&f);
        tby_openings *t = NULL;
        assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_EXACT, &alloc),
                         TBY_OK);
        ROWS(t, {"x", "B00", "King's Pawn", "e4"},
             {"x", "B90", "Najdorf", "e4 c5 Nf3 d6 d4"});
        f.calls_left = calls;
        tby_rc rc = tby_openings_interpolate(t, TBY_STR("i"), true);
        tby_openings_close(t);
        assert_int_equal(f.out, 0);
        if (rc == TBY_OK) {
            assert_true(calls > 2);
            return;
        }
        assert_int_equal(rc, TBY_E_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_get_the_name_of_their_root),
        cmocka_unit_test(nothing_is_left_to_add_twice),
        cmocka_unit_test(the_last_orphan_names_a_shared_gap),
        cmocka_unit_test(complete_fills_other_orders_too),
        cmocka_unit_test(what_has_no_root_stays_without_a_name),
        cmocka_unit_test(without_memory_it_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
