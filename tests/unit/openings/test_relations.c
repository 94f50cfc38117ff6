/* test_relations.c - the roots of codes, and how tables differ. */
#include "unit/openings/tables.h"

/* --- codes ----------------------------------------------------------------*/

static void codes_are_numbered(void **state)
{
    static const char *const bad[] = {"",    "A",   "A0",  "F00",
                                      "a00", "A0x", "Ax0", "A000"};

    (void)state;
    assert_int_equal(tby_eco_index("A00"), 0);
    assert_int_equal(tby_eco_index("B90"), 190);
    assert_int_equal(tby_eco_index("E99"), 499);
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_int_equal(tby_eco_index(bad[i]), -1);
}

static void a_root_is_flagged_or_shortest(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_opening flagged = {.name = TBY_STR("Root"),
                           .code = "C20",
                           .eco_root = true,
                           .pos = after("e4 e5 a3 a6")};
    size_t roots[TBY_ECO_CODES];

    (void)state;
    ROWS(t, {"x", "B20", "Deep", "e4 c5 Nf3"}, {"x", "B20", "Root", "e4 c5"},
         {"x", "B20", "Second", "e4 c6"}, {"x", "C20", "Short", "e4 e5"},
         {"interpolated", "D00", "Gap", "d4 d5"}, {"x", "", "None", "a3"});
    assert_int_equal(tby_openings_add(t, &flagged), TBY_OK);
    tby_openings_roots(t, roots);
    for (int i = 0; i < TBY_ECO_CODES; i++) {
        bool has = i == tby_eco_index("B20") || i == tby_eco_index("C20");
        assert_int_equal(roots[i] != TBY_OPENINGS_NONE, has);
        if (has)
            assert_true(tby_str_is(tby_openings_at(t, roots[i])->name, "Root"));
    }
    tby_openings_close(t);
}

/* --- changes --------------------------------------------------------------*/

static void changes_are_told_by_kind(void **state)
{
    static const struct {
        unsigned kinds;
        const char *before, *after;
    } want[] = {
        {TBY_CHANGE_REMOVED, "Gone", NULL},
        {TBY_CHANGE_RENAMED, "Old", "New"},
        {TBY_CHANGE_RECODED, "Same", "Same"},
        {TBY_CHANGE_RENAMED | TBY_CHANGE_RECODED, "Both", "Other"},
        {TBY_CHANGE_ADDED, NULL, "Come"},
    };
    tby_openings *a = new_table(TBY_IDENTITY_POSITION);
    tby_openings *b = new_table(TBY_IDENTITY_POSITION);
    tby_changes c = {.before = a, .after = b};
    tby_change change;

    (void)state;
    ROWS(a, {"x", "A00", "Gone", "a3"}, {"x", "A01", "Old", "b3"},
         {"x", "A02", "Equal", "c3"}, {"x", "A03", "Same", "d3"},
         {"x", "A04", "Both", "e3"});
    ROWS(b, {"y", "A05", "Come", "f3"}, {"y", "A06", "Other", "e3"},
         {"y", "A07", "Same", "d3"}, {"y", "A02", "Equal", "c3"},
         {"y", "A01", "New", "b3"});
    for (size_t i = 0; i < LENGTH(want); i++) {
        assert_true(tby_changes_next(&c, &change));
        assert_int_equal(change.kinds, want[i].kinds);
        assert_int_equal(!change.before, !want[i].before);
        assert_int_equal(!change.after, !want[i].after);
        if (change.before)
            assert_true(tby_str_is(change.before->name, want[i].before));
        if (change.after)
            assert_true(tby_str_is(change.after->name, want[i].after));
    }
    assert_false(tby_changes_next(&c, &change));
    c = (tby_changes){.before = a, .after = a};
    assert_false(tby_changes_next(&c, &change));
    tby_openings_close(a);
    tby_openings_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_numbered),
        cmocka_unit_test(a_root_is_flagged_or_shortest),
        cmocka_unit_test(changes_are_told_by_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
