/* test_outcome.c - how games end, and the history that repetition needs. */
#include "support/failing.h"
#include "support/positions.h"

#include <string.h>

/* --- facts of a position */

static const struct {
    const char *fen;
    tby_outcome outcome;
} FACTS[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", TBY_ONGOING},

    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
     TBY_CHECKMATE},
    {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", TBY_CHECKMATE},
    {"6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", TBY_CHECKMATE}, /* smothered */
    {"4k3/8/8/1B6/8/8/8/4RK2 b - - 0 1", TBY_ONGOING},   /* double check */
    {"3rkr2/3p1p2/8/1B6/8/8/8/4RK2 b - - 0 1", TBY_CHECKMATE},
    {"3rkr2/3p1p2/3n4/1B6/8/8/8/4RK2 b - - 0 1", TBY_ONGOING},
    {"8/8/8/8/8/6k1/7p/7K w - - 0 1", TBY_STALEMATE},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", TBY_STALEMATE},
    {"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", TBY_STALEMATE},
    {"k7/P7/K7/8/8/8/8/8 b - - 0 1", TBY_STALEMATE},

    /* neither side can mate */
    {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", TBY_INSUFFICIENT},
    {"8/8/4k3/8/8/3KB3/8/8 w - - 0 1", TBY_INSUFFICIENT},
    {"8/8/4kb2/8/8/3K4/8/8 w - - 0 1", TBY_INSUFFICIENT},
    {"8/8/4k3/8/8/3KN3/8/8 b - - 0 1", TBY_INSUFFICIENT},
    {"8/8/4kn2/8/8/3K4/8/8 b - - 0 1", TBY_INSUFFICIENT},
    {"8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", TBY_INSUFFICIENT}, /* f6, e3: dark */
    {"8/5b2/4k3/8/8/3KB3/8/8 w - - 0 1", TBY_ONGOING},     /* f7 is light */
    {"8/8/4k3/8/8/3KB3/4B3/8 w - - 0 1", TBY_ONGOING},     /* a pair */
    {"8/8/4k3/8/4B3/3KB3/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4k3/8/3B4/3KB3/8/8 w - - 0 1", TBY_INSUFFICIENT}, /* promoted */
    {"8/8/4k3/8/3B4/3KB3/5B2/6B1 w - - 0 1", TBY_INSUFFICIENT},
    {"1b6/2b5/4k3/8/3B4/3KB3/5B2/6B1 w - - 0 1", TBY_INSUFFICIENT},
    {"1b6/b7/4k3/8/3B4/3KB3/5B2/6B1 w - - 0 1", TBY_INSUFFICIENT},
    {"1bb5/8/4k3/8/3B4/3KB3/5B2/6B1 w - - 0 1", TBY_ONGOING},
    /* what only a helpful opponent allows is still enough */
    {"8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4kb2/8/8/3KN3/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4k3/8/8/3KBN2/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4k3/8/8/3KP3/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4k3/7p/8/3K4/8/8 w - - 0 1", TBY_ONGOING},
    {"8/8/4k3/8/8/3KR3/8/8 b - - 0 1", TBY_ONGOING},
    {"8/8/4k3/8/8/2QK4/8/8 b - - 0 1", TBY_ONGOING},

    /* the counter: half-moves, so twice the number */
    {"4k3/8/8/8/8/8/8/R3K3 w - - 99 80", TBY_ONGOING},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 100 80", TBY_FIFTY},
    {"4k3/8/8/8/8/8/8/R3K3 b - - 149 80", TBY_FIFTY},
    {"4k3/8/8/8/8/8/8/R3K3 b - - 150 80", TBY_SEVENTY_FIVE},
    {"4k3/8/8/8/8/8/8/R3K3 b - - 65535 80", TBY_SEVENTY_FIVE},

    /* what comes first in the table counts */
    {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", TBY_CHECKMATE},
    {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 150 80", TBY_CHECKMATE},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 150 80", TBY_STALEMATE},
    {"k7/8/1K1B4/8/8/8/8/8 b - - 0 1", TBY_STALEMATE},
    {"8/8/4k3/8/8/3KN3/8/8 b - - 150 80", TBY_INSUFFICIENT},
};

static void a_position_has_this_outcome(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(FACTS); i++) {
        tby_pos p = pos_of(FACTS[i].fen);
        tby_history h = {0};
        assert_int_equal(tby_history_add(&h, &p), TBY_OK);
        CHECK(tby_outcome_of(&p, NULL) == FACTS[i].outcome, "%s: %s",
              FACTS[i].fen, tby_outcome_name(tby_outcome_of(&p, NULL)));
        CHECK(tby_outcome_of(&p, &h) == FACTS[i].outcome, "%s: %s",
              FACTS[i].fen, tby_outcome_name(tby_outcome_of(&p, &h)));
        if (FACTS[i].outcome == TBY_INSUFFICIENT)
            assert_true(tby_pos_insufficient(&p));
        if (FACTS[i].outcome == TBY_ONGOING)
            assert_false(tby_pos_insufficient(&p));
        tby_history_free(&h);
    }
}

static void names_and_sentences(void **state)
{
    static const struct {
        tby_outcome outcome;
        const char *name;
        bool final;
    } rows[] = {
        {TBY_ONGOING, "ongoing", false},
        {TBY_CHECKMATE, "checkmate", true},
        {TBY_STALEMATE, "stalemate", true},
        {TBY_INSUFFICIENT, "insufficient_material", true},
        {TBY_DEAD, "dead_position", true},
        {TBY_SEVENTY_FIVE, "seventy_five_moves", true},
        {TBY_FIVEFOLD, "fivefold_repetition", true},
        {TBY_THREEFOLD, "threefold_repetition", false},
        {TBY_FIFTY, "fifty_moves", false},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const char *text = tby_outcome_text(rows[i].outcome);
        assert_int_equal(rows[i].outcome, i); /* the order of precedence */
        assert_string_equal(tby_outcome_name(rows[i].outcome), rows[i].name);
        assert_int_equal(tby_outcome_is_final(rows[i].outcome), rows[i].final);
        assert_true(text[0] && text[strlen(text) - 1] == '.');
    }
}

/* --- dead positions, and who can still win */

#define WALL "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -"

static const struct {
    const char *fen;
    tby_outcome skip, quick, full;
    tby_can white, black; /* in full */
} ENDINGS[] = {
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", TBY_ONGOING, TBY_ONGOING, TBY_ONGOING,
     TBY_CAN, TBY_CAN_NOT},
    {"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", TBY_CHECKMATE, TBY_CHECKMATE,
     TBY_CHECKMATE, TBY_CAN, TBY_CAN_NOT},
    {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", TBY_STALEMATE, TBY_STALEMATE,
     TBY_STALEMATE, TBY_CAN_NOT, TBY_CAN_NOT},
    {"8/8/4k3/8/8/3KN3/8/8 b - - 150 80", TBY_INSUFFICIENT, TBY_INSUFFICIENT,
     TBY_INSUFFICIENT, TBY_CAN_NOT, TBY_CAN_NOT},
    /* a wall of pawns, whatever the counter says */
    {WALL " 0 1", TBY_ONGOING, TBY_DEAD, TBY_DEAD, TBY_CAN_NOT, TBY_CAN_NOT},
    {WALL " 100 90", TBY_FIFTY, TBY_DEAD, TBY_DEAD, TBY_CAN_NOT, TBY_CAN_NOT},
    {WALL " 150 90", TBY_SEVENTY_FIVE, TBY_DEAD, TBY_DEAD, TBY_CAN_NOT,
     TBY_CAN_NOT},
    /* what only a search finds: the pawns have moves to spare, and no more */
    {"5k2/p1p5/8/8/8/6p1/P1P3Pp/7K w - - 0 1", TBY_ONGOING, TBY_ONGOING,
     TBY_DEAD, TBY_CAN_NOT, TBY_CAN_NOT},
};

static void endings_and_who_can_win(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ENDINGS); i++) {
        tby_pos p = pos_of(ENDINGS[i].fen);
        tby_outcome want[] = {ENDINGS[i].skip, ENDINGS[i].quick,
                              ENDINGS[i].full};
        tby_ending e;
        for (int look = TBY_DEAD_SKIP; look <= TBY_DEAD_FULL; look++) {
            assert_int_equal(tby_ending_of(&p, NULL, (tby_dead_look)look, &e),
                             TBY_OK);
            CHECK(e.outcome == want[look], "%s, %d: %s", ENDINGS[i].fen, look,
                  tby_outcome_name(e.outcome));
        }
        CHECK(e.can.white == ENDINGS[i].white &&
                  e.can.black == ENDINGS[i].black,
              "%s: %s %s", ENDINGS[i].fen, tby_can_name(e.can.white),
              tby_can_name(e.can.black));
    }
}

static void an_ending_without_memory_is_none(void **state)
{
    failing f = {.calls_left = 0};
    tby_history h = {.alloc = failing_alloc(&f)};
    tby_pos p = tby_pos_start();
    tby_ending e = {.outcome = TBY_FIFTY};

    (void)state;
    assert_int_equal(tby_ending_of(&p, &h, TBY_DEAD_FULL, &e), TBY_E_NOMEM);
    assert_int_equal(e.outcome, TBY_FIFTY);
    assert_int_equal(tby_ending_of(&p, &h, TBY_DEAD_QUICK, &e), TBY_OK);
    assert_int_equal(e.outcome, TBY_ONGOING);
    failing_check_back(&f);
}

/* --- games */

struct game {
    tby_pos pos;
    tby_history history;
};

static struct game game_from(const char *fen)
{
    struct game g = {.pos = pos_of(fen)};

    assert_int_equal(tby_history_add(&g.history, &g.pos), TBY_OK);
    return g;
}

/* Plays moves in UCI, separated by spaces. */
static void play(struct game *g, const char *moves)
{
    while (*moves) {
        size_t n = strcspn(moves, " ");
        tby_move m = TBY_MOVE_NONE;
        tby_rc rc = tby_uci_parse(&g->pos, (tby_str){moves, n}, &m, NULL);
        CHECK(rc == TBY_OK, "%s: %s", fen_of(&g->pos).s, moves);
        tby_pos_play(&g->pos, m);
        assert_int_equal(tby_history_add(&g->history, &g->pos), TBY_OK);
        moves += n + strspn(moves + n, " ");
    }
}

/* How often the position stands, and what follows from it. */
static void expect(const struct game *g, size_t times, tby_outcome outcome)
{
    CHECK(tby_history_count(&g->history, &g->pos) == times,
          "%s: entered %zu times instead of %zu", fen_of(&g->pos).s,
          tby_history_count(&g->history, &g->pos), times);
    CHECK(tby_outcome_of(&g->pos, &g->history) == outcome, "%s: %s",
          fen_of(&g->pos).s,
          tby_outcome_name(tby_outcome_of(&g->pos, &g->history)));
}

static const char START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
                            "KQkq - 0 1";
static const char THERE_AND_BACK[] = "g1f3 g8f6 f3g1 f6g8";

static void threefold_and_fivefold(void **state)
{
    struct game g = game_from(START);

    (void)state;
    expect(&g, 1, TBY_ONGOING);
    play(&g, THERE_AND_BACK);
    expect(&g, 2, TBY_ONGOING);
    play(&g, "g1f3 g8f6 f3g1");
    expect(&g, 2, TBY_ONGOING);
    play(&g, "f6g8");
    expect(&g, 3, TBY_THREEFOLD);
    assert_int_equal(tby_outcome_of(&g.pos, NULL), TBY_ONGOING);
    play(&g, THERE_AND_BACK);
    expect(&g, 4, TBY_THREEFOLD);
    play(&g, THERE_AND_BACK);
    expect(&g, 5, TBY_FIVEFOLD);
    play(&g, THERE_AND_BACK);
    expect(&g, 6, TBY_FIVEFOLD);
    play(&g, "e2e4"); /* and all is forgotten */
    expect(&g, 1, TBY_ONGOING);
    assert_int_equal(g.history.n, 1);
    tby_history_free(&g.history);
}

/* The pawn could be taken when the position first stood: not the same one. */
static void a_legal_ep_capture_makes_another_position(void **state)
{
    struct game g = game_from("4k1n1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1");

    (void)state;
    play(&g, "d7d5");
    expect(&g, 1, TBY_ONGOING);
    play(&g, THERE_AND_BACK);
    expect(&g, 1, TBY_ONGOING);
    play(&g, THERE_AND_BACK);
    expect(&g, 2, TBY_ONGOING);
    play(&g, THERE_AND_BACK);
    expect(&g, 3, TBY_THREEFOLD);
    tby_history_free(&g.history);
}

/* Nobody can take it, or only a pinned pawn: the same position. */
static void an_illegal_ep_capture_does_not(void **state)
{
    static const char *const fens[] = {
        "4k1n1/3p4/8/5P2/8/8/8/4K1N1 b - - 0 1",
        "k3r1n1/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1",
        "4k1n1/3p4/8/K3P2r/8/8/8/6N1 b - - 0 1",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(fens); i++) {
        struct game g = game_from(fens[i]);
        play(&g, "d7d5");
        expect(&g, 1, TBY_ONGOING);
        play(&g, THERE_AND_BACK);
        expect(&g, 2, TBY_ONGOING);
        play(&g, THERE_AND_BACK);
        expect(&g, 3, TBY_THREEFOLD);
        tby_history_free(&g.history);
    }
}

static void a_lost_castling_right_makes_another_position(void **state)
{
    static const char rooks[] = "a1b1 a8b8 b1a1 b8a8";
    struct game g = game_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");

    (void)state;
    play(&g, rooks);
    expect(&g, 1, TBY_ONGOING); /* only Kk is left */
    play(&g, rooks);
    expect(&g, 2, TBY_ONGOING);
    play(&g, rooks);
    expect(&g, 3, TBY_THREEFOLD);
    play(&g, "e1e2 e8e7 e2e1 e7e8");
    expect(&g, 1, TBY_ONGOING); /* nothing is left */
    tby_history_free(&g.history);
}

static void the_side_to_move_makes_another_position(void **state)
{
    struct game g = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");

    (void)state;
    play(&g, "a1a2 e8e7 a2a3 e7e8 a3a1"); /* the same board, Black to move */
    expect(&g, 1, TBY_ONGOING);
    tby_history_free(&g.history);
}

static void a_game_runs_into_the_fifty_moves(void **state)
{
    struct game g = game_from("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");

    (void)state;
    play(&g, "a1a2");
    expect(&g, 1, TBY_ONGOING);
    play(&g, "e8e7");
    expect(&g, 1, TBY_FIFTY);
    tby_history_free(&g.history);
    g = game_from("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80");
    play(&g, "a1a8"); /* mate with the hundredth half-move is mate */
    assert_int_equal(g.pos.halfmoves, 100);
    expect(&g, 1, TBY_CHECKMATE);
    tby_history_free(&g.history);
    g = game_from("4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80");
    play(&g, "e2e3");
    expect(&g, 1, TBY_ONGOING);
    tby_history_free(&g.history);
}

/* Which of two reasons is named. */
static void repetition_and_counter_together(void **state)
{
    struct game g = game_from("4k1n1/8/8/8/8/8/8/R3K1N1 w - - 95 80");

    (void)state;
    play(&g, THERE_AND_BACK);
    play(&g, THERE_AND_BACK);
    assert_int_equal(g.pos.halfmoves, 103);
    expect(&g, 3, TBY_THREEFOLD); /* before the fifty moves */
    play(&g, THERE_AND_BACK);
    play(&g, THERE_AND_BACK);
    expect(&g, 5, TBY_FIVEFOLD);
    tby_history_free(&g.history);
    g = game_from("4k1n1/8/8/8/8/8/8/R3K1N1 w - - 134 80");
    for (int i = 0; i < 4; i++)
        play(&g, THERE_AND_BACK);
    assert_int_equal(g.pos.halfmoves, 150);
    expect(&g, 5, TBY_SEVENTY_FIVE);
    tby_history_free(&g.history);
}

/* Against the plainest way: the FENs of the game, compared as text. */
static void counts_are_those_of_equal_fens(void **state)
{
    enum { PLIES = 150 };
    static char fens[PLIES][TBY_FEN_MAX];
    rng r = rng_for(__func__);
    unsigned repeated = 0;

    (void)state;
    for (int i = 0; i < 150; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_history h = {0};
        for (int ply = 0; ply < PLIES; ply++) {
            tby_move m;
            size_t times = 0;
            assert_int_equal(tby_history_add(&h, &p), TBY_OK);
            tby_fen_write_pos(&p, fens[ply], TBY_FEN_MAX);
            *strrchr(fens[ply], ' ') = '\0'; /* without the counters */
            *strrchr(fens[ply], ' ') = '\0';
            for (int k = 0; k <= ply; k++)
                times += strcmp(fens[k], fens[ply]) == 0;
            CHECK(tby_history_count(&h, &p) == times, "%s", fens[ply]);
            repeated += times > 1;
            m = random_move(&r, &p);
            if (m == TBY_MOVE_NONE)
                break;
            tby_pos_play(&p, m);
        }
        tby_history_free(&h);
    }
    CHECK(repeated > 20, "only %u repetitions", repeated);
}

/* --- the memory of a history */

static tby_pos quiet(void)
{
    return pos_of("4k3/8/8/8/8/8/8/R3K3 w - - 1 1");
}

static void a_history_has_a_limit(void **state)
{
    tby_history h = {0};
    tby_pos p = quiet();

    (void)state;
    for (size_t i = 0; i < TBY_HISTORY_MAX; i++)
        assert_int_equal(tby_history_add(&h, &p), TBY_OK);
    assert_int_equal(tby_history_add(&h, &p), TBY_E_LIMIT);
    assert_int_equal(tby_history_count(&h, &p), TBY_HISTORY_MAX);
    p.halfmoves = 0;
    assert_int_equal(tby_history_add(&h, &p), TBY_OK);
    assert_int_equal(tby_history_count(&h, &p), 1);
    tby_history_free(&h);
}

static void a_history_without_memory_keeps_what_it_had(void **state)
{
    failing f = {.calls_left = 0};
    tby_history h = {.alloc = failing_alloc(&f)};
    tby_pos p = quiet();
    size_t held = 0;

    (void)state;
    assert_int_equal(tby_history_add(&h, &p), TBY_E_NOMEM);
    assert_int_equal(tby_history_count(&h, &p), 0);
    f.calls_left = 1;
    while (tby_history_add(&h, &p) == TBY_OK)
        held++;
    assert_in_range(held, 1, TBY_HISTORY_MAX - 1);
    assert_int_equal(tby_history_add(&h, &p), TBY_E_NOMEM);
    assert_int_equal(tby_history_count(&h, &p), held);
    f.calls_left = 1;
    assert_int_equal(tby_history_add(&h, &p), TBY_OK);
    assert_int_equal(tby_history_count(&h, &p), held + 1);
    tby_history_free(&h);
    assert_int_equal(f.out, 0);
    assert_false(f.wrong_size);
}

static void a_history_can_be_cleared_and_freed_twice(void **state)
{
    failing f = {.calls_left = 2};
    tby_history h = {.alloc = failing_alloc(&f)};
    tby_pos p = quiet();

    (void)state;
    tby_history_clear(&h);
    tby_history_free(&h);
    assert_int_equal(tby_history_add(&h, &p), TBY_OK);
    tby_history_clear(&h);
    assert_int_equal(tby_history_count(&h, &p), 0);
    assert_int_equal(f.calls_left, 1);
    assert_int_equal(tby_history_add(&h, &p), TBY_OK);
    assert_int_equal(f.calls_left, 1); /* the memory was kept */
    tby_history_free(&h);
    tby_history_free(&h);
    assert_int_equal(f.out, 0);
    assert_int_equal(tby_history_add(&h, &p), TBY_OK);
    tby_history_free(&h);
    assert_int_equal(f.out, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_has_this_outcome),
        cmocka_unit_test(names_and_sentences),
        cmocka_unit_test(endings_and_who_can_win),
        cmocka_unit_test(an_ending_without_memory_is_none),
        cmocka_unit_test(threefold_and_fivefold),
        cmocka_unit_test(a_legal_ep_capture_makes_another_position),
        cmocka_unit_test(an_illegal_ep_capture_does_not),
        cmocka_unit_test(a_lost_castling_right_makes_another_position),
        cmocka_unit_test(the_side_to_move_makes_another_position),
        cmocka_unit_test(a_game_runs_into_the_fifty_moves),
        cmocka_unit_test(repetition_and_counter_together),
        cmocka_unit_test(counts_are_those_of_equal_fens),
        cmocka_unit_test(a_history_has_a_limit),
        cmocka_unit_test(a_history_without_memory_keeps_what_it_had),
        cmocka_unit_test(a_history_can_be_cleared_and_freed_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
