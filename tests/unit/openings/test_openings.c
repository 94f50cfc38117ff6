/* test_openings.c - the table that joins what sources say. */
#include "unit/openings/rows.h"

static bool is(tby_str s, const char *text)
{
    return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

static void better_source_names(void **state)
{
    static const row ROWS[] = {
        {"scid", "C42", "Russian Game (Petroff Defence)", "e4 e5 Nf3 Nf6"},
        {"wiki_b", "C41", "Petrov's Defence", "e4 e5 Nf3 Nf6"},
        {"eco_tsv", "C42", "Russian Game", "Nf3 Nf6 e4 e5"},
        {"mine", "C43", "Russian Game", "e4 e5 Nf3 Nf6"},
    };
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++)
        add_row(t, &ROWS[i]);
    assert_int_equal(tby_openings_count(t), 1);
    const tby_opening *o = find_moves(t, "e4 e5 Nf3 Nf6");
    if (!o)
        fail();
    assert_true(is(o->name, "Russian Game") && is(o->source, "eco_tsv"));
    assert_string_equal(o->code, "C42");
    assert_int_equal(o->plies, 4);
    assert_int_equal(tby_move_from(o->line[0]), 6); /* Nf3: its own order */
    assert_int_equal(o->aliases_n, 2);
    assert_true(is(o->aliases[0].source, "wiki_b"));
    assert_true(is(o->aliases[1].name, "Russian Game (Petroff Defence)"));
    tby_openings_close(t);
}

static void identity_decides(void **state)
{
    static const row ROWS[] = {
        {"scid", "A00", "by one order", "e4 e5 Nf3 Nc6 Bb5"},
        {"scid", "A00", "with a detour", "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Bb5"},
    };

    (void)state;
    for (int exact = 0; exact < 2; exact++) {
        tby_openings *t =
            new_table(exact ? TBY_IDENTITY_EXACT : TBY_IDENTITY_POSITION);
        add_row(t, &ROWS[0]);
        add_row(t, &ROWS[1]);
        assert_int_equal(tby_openings_count(t), 1 + exact);
        const tby_opening *o = find_moves(t, ROWS[1].moves);
        assert_true(o && is(o->name, ROWS[exact].name));
        assert_null(find_moves(t, "e4"));
        tby_openings_close(t);
    }
}

static void missing_parts_are_taken(void **state)
{
    static const row NAMED = {"scid", "C20", "King's Pawn", "e4 e5"};
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_move line[MAX_ROW_PLIES];
    tby_opening bare = {.name = tby_str_of("King's Pawn Game"),
                        .source = tby_str_of("eco_tsv")};

    (void)state;
    play_words(NAMED.moves, line, &bare.pos);
    assert_int_equal(tby_openings_add(t, &bare), TBY_OK);
    assert_null(tby_openings_at(t, 0)->line);
    add_row(t, &NAMED);
    const tby_opening *o = tby_openings_at(t, 0);
    assert_true(is(o->name, "King's Pawn Game"));
    assert_string_equal(o->code, "C20");
    assert_int_equal(o->plies, 2);
    tby_openings_close(t);
}

static void ranks(void **state)
{
    static const char *const ORDER[] = {"overlay", "eco_tsv",     "eco_js",
                                        "scid",    "eco_wikip",   "wiki_b",
                                        "fics",    "interpolated"};

    (void)state;
    for (size_t i = 1; i < LENGTH(ORDER); i++)
        assert_true(tby_source_rank(tby_str_of(ORDER[i - 1])) <
                    tby_source_rank(tby_str_of(ORDER[i])));
    assert_int_equal(tby_source_rank(tby_str_of("fics")),
                     tby_source_rank(tby_str_of("eco_json")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(better_source_names),
        cmocka_unit_test(identity_decides),
        cmocka_unit_test(missing_parts_are_taken),
        cmocka_unit_test(ranks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
