/* test_reach.c - lines for records that have none. */
#include "core/openings/reach.h"
#include "unit/openings/tables.h"

/* A record that is only a position. */
static void add_bare(tby_openings *t, const char *code, const char *name,
                     const char *moves)
{
    tby_opening o = {.name = tby_str_of(name),
                     .source = tby_str_of("eco_tsv"),
                     .pos = after(moves)};

    snprintf(o.code, sizeof o.code, "%s", code);
    o.pos.fullmoves = 1; /* as an EPD has it */
    o.pos.halfmoves = 0;
    assert_int_equal(tby_openings_add(t, &o), TBY_OK);
}

/* The record of the position has exactly this line. */
static void check_line(const tby_openings *t, const char *moves)
{
    const tby_opening *o = find_moves(t, moves);
    tby_move line[MAX_ROW_PLIES];
    tby_pos p;
    uint32_t n = play_words(moves, line, &p);

    CHECK(o && o->line, "no line to %s", moves);
    CHECK(o->plies == n && memcmp(o->line, line, n * sizeof *line) == 0,
          "another line to %s", moves);
    assert_int_equal(o->pos.fullmoves, p.fullmoves);
    assert_int_equal(o->pos.halfmoves, p.halfmoves);
}

static tby_reach_sum reach(tby_openings *t)
{
    tby_reach_sum sum;

    assert_int_equal(tby_openings_reach(t, &sum), TBY_OK);
    return sum;
}

static void lines_pass_the_positions_with_names(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    add_bare(t, "C60", "Ruy Lopez", "e4 e5 Nf3 Nc6 Bb5");
    add_bare(t, "B00", "King's Pawn", "e4");
    add_bare(t, "C44", "King's Knight Opening: Normal", "e4 e5 Nf3 Nc6");
    add_bare(t, "C20", "King's Pawn Game", "e4 e5");
    add_bare(t, "C78", "Ruy Lopez: Morphy Defense",
             "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    add_bare(t, "C40", "King's Knight Opening", "e4 e5 Nf3");
    tby_reach_sum sum = reach(t);
    check_line(t, "e4");
    check_line(t, "e4 e5 Nf3 Nc6");
    check_line(t, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O");
    assert_int_equal(sum.found[1], 5);
    assert_int_equal(sum.found[4], 1);
    assert_int_equal(sum.missing, 0);
    tby_openings_close(t);
}

/* 1.e4 c6 2.d4 is as short as 1.d4 c6 2.e4; the name decides. */
static void the_nearest_relative_is_passed(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    add_bare(t, "A40", "Queen's Pawn Game", "d4");
    add_bare(t, "B10", "Caro-Kann Defense: Main Line", "d4 c6 e4 d5");
    add_bare(t, "B00", "King's Pawn Game", "e4");
    add_bare(t, "A40", "Slav Indian", "d4 c6");
    add_bare(t, "B10", "Caro-Kann Defense", "e4 c6");
    reach(t);
    check_line(t, "e4 c6 d4 d5");
    tby_openings_close(t);
}

static void given_lines_stay_and_are_used(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    (void)state;
    ROWS(t, {"scid", "D37", "QGD", "Nf3 Nf6 c4 e6 d4 d5 Nc3"});
    add_bare(t, "D37", "QGD: Harrwitz", "Nf3 Nf6 c4 e6 d4 d5 Nc3 Be7 Bf4");
    tby_reach_sum sum = reach(t);
    check_line(t, "Nf3 Nf6 c4 e6 d4 d5 Nc3");
    check_line(t, "Nf3 Nf6 c4 e6 d4 d5 Nc3 Be7 Bf4");
    assert_int_equal(sum.found[2], 1);
    assert_int_equal(sum.missing, 0);
    tby_openings_close(t);
}

static void what_is_too_far_stays_without(void **state)
{
    const char *far = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O";
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_opening start = {.name = tby_str_of("Start"),
                         .source = tby_str_of("mine"),
                         .pos = tby_pos_start()};

    (void)state;
    add_bare(t, "C84", "Ruy Lopez: Closed", far);
    assert_int_equal(tby_openings_add(t, &start), TBY_OK);
    tby_reach_sum sum = reach(t);
    const tby_opening *a = find_moves(t, far), *b = find_moves(t, "");
    assert_true(a && !a->line && b && !b->line);
    assert_int_equal(sum.missing, 2);
    tby_openings_close(t);

    /* An empty table is fine. */
    t = new_table(TBY_IDENTITY_POSITION);
    assert_int_equal(reach(t).missing, 0);
    tby_openings_close(t);
}

/* --- memory ---------------------------------------------------------------*/

typedef struct counter {
    size_t left; /* of allocations that succeed */
    size_t out;  /* bytes not given back */
} counter;

static void *count_realloc(void *ctx, void *p, size_t old, size_t size)
{
    counter *c = ctx;

    if (size == 0) {
        c->out -= old;
        free(p);
        return NULL;
    }
    if (c->left == 0)
        return NULL;
    c->left--;
    void *q = realloc(p, size);
    CHECK(q, "no memory");
    c->out += size - old;
    return q;
}

static void no_memory_is_told(void **state)
{
    (void)state;
    for (size_t calls = 0; calls < 2; calls++) {
        counter c = {.left = SIZE_MAX};
        tby_alloc alloc = {count_realloc, &c};
        tby_openings *t = NULL;
        tby_reach_sum sum;
        assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, &alloc),
                         TBY_OK);
        add_bare(t, "B00", "King's Pawn", "e4");
        c.left = calls;
        assert_int_equal(tby_openings_reach(t, &sum), TBY_E_NOMEM);
        tby_openings_close(t);
        assert_int_equal(c.out, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_pass_the_positions_with_names),
        cmocka_unit_test(the_nearest_relative_is_passed),
        cmocka_unit_test(given_lines_stay_and_are_used),
        cmocka_unit_test(what_is_too_far_stays_without),
        cmocka_unit_test(no_memory_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
