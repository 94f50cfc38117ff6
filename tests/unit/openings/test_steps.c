/* test_steps.c - steps and orphans on small tables, and steps against a
 * brute-force version on random ones. */
#include "unit/openings/tables.h"

static size_t count(tby_steps *c)
{
    tby_step step;
    size_t n = 0;

    while (tby_steps_next(c, &step))
        n++;
    return n;
}

static size_t count_from(const tby_openings *t, const char *moves)
{
    tby_pos p = after(moves);
    tby_steps c;

    tby_steps_from(&c, t, &p);
    return count(&c);
}

static size_t count_into(const tby_openings *t, const char *moves)
{
    tby_pos p = after(moves);
    tby_steps c;

    tby_steps_into(&c, t, &p);
    return count(&c);
}

/* --- steps ----------------------------------------------------------------*/

static void steps_have_a_move(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_steps c;
    tby_step step;

    (void)state;
    ROWS(t, {"x", "B00", "King's Pawn", "e4"}, {"x", "C20", "Open", "e4 e5"},
         {"x", "A00", "Grob", "g4"});
    tby_steps_all(&c, t);
    assert_true(tby_steps_next(&c, &step));
    assert_int_equal(step.from, 0);
    assert_int_equal(step.to, 1);
    assert_int_equal(step.move, tby_move_make(52, 36, 0)); /* e7-e5 */
    assert_false(tby_steps_next(&c, &step));
    assert_false(tby_steps_next(&c, &step));
    assert_int_equal(count_from(t, ""), 2);
    assert_int_equal(count_from(t, "e4 e5"), 0);
    assert_int_equal(count_into(t, "e4 e5"), 1);
    assert_int_equal(count_into(t, "g4 d5"), 1); /* into what has no name */
    assert_int_equal(count_into(t, "e4"), 0);
    tby_openings_close(t);
}

static void a_step_to_no_record_says_so(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_pos p = after("e4 c5");
    tby_steps c;
    tby_step step;

    (void)state;
    ROWS(t, {"x", "B00", "King's Pawn", "e4"},
         {"x", "B20", "Bowdler", "e4 c5 Bc4"});
    tby_steps_from(&c, t, &p);
    assert_true(tby_steps_next(&c, &step));
    assert_true(step.from == TBY_OPENINGS_NONE);
    assert_int_equal(step.to, 1);
    tby_steps_into(&c, t, &p);
    assert_true(tby_steps_next(&c, &step));
    assert_int_equal(step.from, 0);
    assert_true(step.to == TBY_OPENINGS_NONE);
    tby_openings_close(t);
}

/* 1.d4 Nf6 2.Nf3 d5 and 1.Nf3 d5 2.d4 Nf6: one board, two sets of counters. */
static void counters_matter_to_the_exact_only(void **state)
{
    (void)state;
    for (int exact = 0; exact < 2; exact++) {
        tby_openings *t =
            new_table(exact ? TBY_IDENTITY_EXACT : TBY_IDENTITY_POSITION);
        ROWS(t, {"x", "D02", "London", "d4 Nf6 Nf3 d5 Bf4"});
        assert_int_equal(count_from(t, "d4 Nf6 Nf3 d5"), 1);
        assert_int_equal(count_from(t, "Nf3 d5 d4 Nf6"), !exact);
        assert_int_equal(count_into(t, "d4 Nf6 Nf3 d5 Bf4 e6"), 1);
        assert_int_equal(count_into(t, "Nf3 Nf6 Ng1 Ng8 d4 Nf6 Nf3 d5 Bf4 e6"),
                         !exact);
        tby_openings_close(t);
    }
}

/* A position as text: what is compared below without any of our keys. */
static bool same_text(const tby_pos *a, const tby_pos *b, bool exact)
{
    struct fen_text x = fen_of(a), y = fen_of(b);

    if (!exact) {
        *strrchr(x.s, ' ') = *strrchr(y.s, ' ') = '\0';
        *strrchr(x.s, ' ') = *strrchr(y.s, ' ') = '\0';
    }
    return strcmp(x.s, y.s) == 0;
}

/* The move from a to b, found by writing all children down. */
static tby_move slow_step(const tby_pos *a, const tby_pos *b, bool exact)
{
    tby_moves moves;

    tby_moves_legal(a, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos child = *a;
        tby_pos_play(&child, moves.at[i]);
        if (same_text(&child, b, exact))
            return moves.at[i];
    }
    return TBY_MOVE_NONE;
}

/* Neighbouring positions of a few games, so that many steps exist. */
static void fill(rng *r, tby_openings *t, int kind)
{
    for (int n = 0; n < 12; n++) {
        tby_pos p = random_start(r, kind);
        play_random(r, &p, rng_below(r, 30));
        for (int i = 0; i < 4; i++) {
            tby_opening o = {.name = TBY_STR("?"), .pos = p};
            assert_int_equal(tby_openings_add(t, &o), TBY_OK);
            play_random(r, &p, 1);
        }
    }
}

static size_t slow_count(const tby_openings *t, bool exact)
{
    size_t n = tby_openings_count(t), found = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            found += slow_step(&tby_openings_at(t, i)->pos,
                               &tby_openings_at(t, k)->pos, exact) != 0;
    return found;
}

static void check_against_brute_force(const tby_openings *t, bool exact)
{
    size_t forwards = 0, backwards = 0, want = slow_count(t, exact);
    tby_steps c;
    tby_step step;

    tby_steps_all(&c, t);
    while (tby_steps_next(&c, &step)) {
        const tby_pos *a = &tby_openings_at(t, step.from)->pos;
        const tby_pos *b = &tby_openings_at(t, step.to)->pos;
        CHECK(slow_step(a, b, exact) == step.move, "%s", fen_of(a).s);
        forwards++;
    }
    for (size_t i = 0; i < tby_openings_count(t); i++) {
        tby_steps_into(&c, t, &tby_openings_at(t, i)->pos);
        backwards += count(&c);
    }
    CHECK(forwards == want && backwards == want, "%zu and %zu steps, not %zu",
          forwards, backwards, want);
}

static void steps_are_those_of_brute_force(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 8; round++) {
        bool exact = round & 1;
        tby_openings *t =
            new_table(exact ? TBY_IDENTITY_EXACT : TBY_IDENTITY_POSITION);
        fill(&r, t, round & 2 ? CHESS960 : ORTHODOX);
        check_against_brute_force(t, exact);
        tby_openings_close(t);
    }
}

/* Whatever a move is, castling in Chess960 too, it is found backwards. */
static void every_move_is_found_from_its_end(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 300; round++) {
        tby_openings *t = new_table(TBY_IDENTITY_POSITION);
        tby_pos p =
            round % 3 == 2 ? random_scattered(&r) : random_start(&r, round % 3);
        play_random(&r, &p, rng_below(&r, 60));
        tby_opening o = {.name = TBY_STR("?"), .pos = p};
        assert_int_equal(tby_openings_add(t, &o), TBY_OK);
        tby_moves moves;
        tby_moves_legal(&p, &moves);
        for (size_t i = 0; i < moves.n; i++) {
            tby_steps c;
            tby_step step = {.move = TBY_MOVE_NONE};
            tby_pos child = p;
            tby_pos_play(&child, moves.at[i]);
            tby_steps_into(&c, t, &child);
            CHECK(tby_steps_next(&c, &step) && step.move == moves.at[i],
                  "%s -> %s", fen_of(&p).s, fen_of(&child).s);
        }
        tby_openings_close(t);
    }
}

/* --- orphans --------------------------------------------------------------*/

static void orphans_are_what_no_name_leads_to(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    bool orphan[6];

    (void)state;
    ROWS(t, {"x", "A00", "Start", ""}, {"x", "B00", "King's Pawn", "e4"},
         {"x", "B20", "Sicilian", "e4 c5"},
         {"x", "B50", "Sicilian: 2...d6", "e4 c5 Nf3 d6"},
         {"interpolated", "B20", "Sicilian", "e4 c5 Nf3"},
         {"x", "A40", "Queen's Pawn", "d4"});
    assert_int_equal(tby_openings_orphans(t, orphan), 1);
    for (size_t i = 0; i < LENGTH(orphan); i++)
        assert_int_equal(orphan[i], i == 3);
    tby_openings_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_a_move),
        cmocka_unit_test(a_step_to_no_record_says_so),
        cmocka_unit_test(counters_matter_to_the_exact_only),
        cmocka_unit_test(steps_are_those_of_brute_force),
        cmocka_unit_test(every_move_is_found_from_its_end),
        cmocka_unit_test(orphans_are_what_no_name_leads_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
