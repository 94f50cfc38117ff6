/* test_winnable_shared.c - who can still win, next to positions whose answers
 * others have worked out: nothing false, and most dead positions found.
 * TBY_DEEP=1 spends as much on each as the library does unasked. */
#include "support/data.h"

/* Composed positions may have more pieces than a game gives. */
static bool read_row(tby_str row, tby_pos *out)
{
    enum {
        FORGIVEN = TBY_FAULT_WHITE_MATERIAL | TBY_FAULT_BLACK_MATERIAL |
                   TBY_FAULT_CHECK
    };
    char fen[TBY_FEN_MAX + 8];
    tby_setup s;

    snprintf(fen, sizeof fen, "%.*s", (int)row.n - 3, row.p + 3);
    if (tby_fen_parse(tby_str_of(fen), &s, NULL) != TBY_OK) {
        strncat(fen, " - -", sizeof fen - strlen(fen) - 1);
        if (tby_fen_parse(tby_str_of(fen), &s, NULL) != TBY_OK)
            return false;
    }
    return tby_pos_from_setup(&s, FORGIVEN, out, NULL) == TBY_OK;
}

static void expect(tby_str row, const char *stage, tby_winnable w)
{
    for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++) {
        tby_can can = tby_winnable_by(w, side);
        bool truth = row.p[side] != '-';
        CHECK(can == TBY_CAN_UNKNOWN || (can == TBY_CAN) == truth,
              "%.*s: %s says %s of %s", (int)row.n, row.p, stage,
              tby_can_name(can), side == TBY_WHITE ? "White" : "Black");
    }
}

typedef struct tally {
    unsigned rows, dead, quick, full;
} tally;

static void try_row(tby_str row, uint64_t nodes, tally *t)
{
    tby_winnable_options o = {.max_nodes = nodes};
    tby_winnable full;
    tby_pos p;

    CHECK(row.n > 3 && read_row(row, &p), "%.*s", (int)row.n, row.p);
    tby_winnable quick = tby_winnable_quick(&p);
    assert_int_equal(tby_winnable_full(&p, &o, &full), TBY_OK);
    expect(row, "the quick stage", quick);
    expect(row, "the full stage", full);
    t->rows++;
    t->dead += row.p[0] == '-' && row.p[1] == '-';
    t->quick += tby_winnable_dead(quick);
    t->full += tby_winnable_dead(full);
}

static void nothing_false_and_most_found(void **state)
{
    bool deep = getenv("TBY_DEEP") != NULL;
    bytes file = shared_file("draws/unwinnable_vectors.txt");
    tally t = {0};

    (void)state;
    if (!file.p)
        skip_without_shared(1);
    for (tby_str rest = str_of(file); rest.n;) {
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n;
        try_row((tby_str){rest.p, n}, deep ? 0 : 1000, &t);
        rest =
            (tby_str){rest.p + n + (end != NULL), rest.n - n - (end != NULL)};
    }
    print_message("%u rows, %u dead: %u found quickly, %u in full\n", t.rows,
                  t.dead, t.quick, t.full);
    assert_true(t.quick * 100 >= t.dead * 65);
    assert_true(t.full * 100 >= t.dead * (deep ? 93 : 85));
    free(file.p);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_false_and_most_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
