/* test_line.c - a position as a person types it. */
#include "support/failing.h"
#include "support/positions.h"

#include <string.h>

static const char START[] =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* Reads from a copy of exactly that size. */
static tby_rc parse(const char *text, tby_line *line, tby_faults *found,
                    tby_err *err)
{
    size_t n = strlen(text);
    char *copy = malloc(n ? n : 1);

    if (!copy)
        return TBY_E_NOMEM;
    memcpy(copy, text, n);
    tby_rc rc = tby_line_parse((tby_str){copy, n}, NULL, line, found, err);
    free(copy);
    return rc;
}

/* --- accepted */

static const struct {
    const char *text, *fen;
    size_t plies;
} GOOD[] = {
    {"start", START, 0},
    {"startpos", START, 0},
    {"  start  ", START, 0},
    {"start\r\n", START, 0},
    {"startpos moves", START, 0},
    {START, START, 0},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", START, 0},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", START, 0},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";",
     START, 0},
    {"  4k3/8/8/8/8/8/8/4K3 b - - 7 8\n", "4k3/8/8/8/8/8/8/4K3 b - - 7 8", 0},
    {"4k3/8/8/8/8/8/8/4K3 b - - hmvc 7; fmvn 8;",
     "4k3/8/8/8/8/8/8/4K3 b - - 7 8", 0},
    {"e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
    {"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
    {"1.e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
    {"1. e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
    {"1 e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1},
    {"start e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     1},
    {"startpos moves e2e4 c7c5 g1f3",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", 3},
    {"moves e2e4 c7c5 g1f3",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", 3},
    {"1. e4 c5 2. Nf3",
     "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", 3},
    {"1.e4 1...c5 2.Nf3 2...d6",
     "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", 4},
    {"1. e4 1... c5 2. Nf3 2... d6",
     "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", 4},
    {"1. e4 ... c5 2. Nf3 ...d6",
     "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", 4},
    {"\te4\n\n  c5\r\nNf3 d6 3.",
     "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", 4},
    {"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 0-0",
     "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5", 9},
    {"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O!",
     "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5", 9},
    {"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
     "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5", 9},
    {"e4 Nf6 e5 d5", /* with the square of a legal capture */
     "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", 4},
    {"e4 Nf6 e5 d5 exd6 e.p. Nc6",
     "r1bqkb1r/ppp1pppp/2nP1n2/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 1 4", 6},
    {"--", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", 1},
    {"0000", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1", 1},
    {"e4 0000 d4", "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2",
     3},
    /* every spelling of a promotion, the one with a slash too */
    {"a4 b5 axb5 a6 bxa6 Bb7 axb7 h6 bxa8=Q",
     "Qn1qkbnr/2ppppp1/7p/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5", 9},
    {"a4 b5 axb5 a6 bxa6 Bb7 axb7 h6 bxa8/Q",
     "Qn1qkbnr/2ppppp1/7p/8/8/8/1PPPPPPP/RNBQKBNR b KQk - 0 5", 9},
};

static void good_text_gives_its_position(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(GOOD); i++) {
        tby_line line = {.plies = 99};
        tby_err err = {TBY_OK, 99};
        tby_rc rc = parse(GOOD[i].text, &line, NULL, &err);
        if (rc != TBY_OK) {
            print_error("%s\n  %s at %zu\n", GOOD[i].text, tby_rc_name(rc),
                        err.at);
            wrong++;
            continue;
        }
        tby_pos want = pos_of(GOOD[i].fen);
        if (strcmp(fen_of(&line.pos).s, GOOD[i].fen) != 0 ||
            line.plies != GOOD[i].plies) {
            print_error("%s\n  %s, %zu plies\n", GOOD[i].text,
                        fen_of(&line.pos).s, line.plies);
            wrong++;
        }
        assert_true(tby_pos_same(&want, &line.pos));
        assert_true((line.last == TBY_MOVE_NONE) == (line.plies == 0));
        assert_true(tby_history_count(&line.history, &line.pos) >= 1);
        tby_line_free(&line);
    }
    assert_int_equal(wrong, 0);
}

static void the_last_move_is_kept(void **state)
{
    tby_line line = {.plies = 99};

    (void)state;
    assert_int_equal(parse("e4 e5", &line, NULL, NULL), TBY_OK);
    assert_int_equal(line.last, tby_move_make(tby_sq(4, 6), tby_sq(4, 4), 0));
    tby_line_free(&line);
}

/* --- repetition through the history of the line */

static void repetitions_are_known(void **state)
{
    static const struct {
        const char *text;
        size_t times;
        tby_outcome outcome;
    } rows[] = {
        {"Nf3 Nf6 Ng1 Ng8", 2, TBY_ONGOING},
        {"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3, TBY_THREEFOLD},
        {"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 5,
         TBY_FIVEFOLD},
        {"e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8", 2, TBY_ONGOING},
        {"f3 e5 g4 Qh4", 1, TBY_CHECKMATE},
        {START, 1, TBY_ONGOING},
        {"R5k1/5ppp/8/8/8/8/8/6K1 b - -", 1, TBY_CHECKMATE},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        tby_line line = {.plies = 99};
        assert_int_equal(parse(rows[i].text, &line, NULL, NULL), TBY_OK);
        assert_int_equal(tby_history_count(&line.history, &line.pos),
                         rows[i].times);
        assert_int_equal(tby_outcome_of(&line.pos, &line.history),
                         rows[i].outcome);
        tby_line_free(&line);
    }
}

/* --- refused */

static const struct {
    const char *text;
    tby_rc code;
    size_t at;
    const char *sentence; /* NULL: any */
} BAD[] = {
    {"", TBY_E_LINE_EMPTY, 0, "There is no position in the text."},
    {"  \t\n ", TBY_E_LINE_EMPTY, 0, "There is no position in the text."},
    {"hello", TBY_E_SAN_SYNTAX, 0, "hello is not a move."},
    {"Start", TBY_E_SAN_SYNTAX, 0, "Start is not a move."},
    {"start start", TBY_E_SAN_SYNTAX, 6, "start is not a move."},
    {"e4 moves e5", TBY_E_SAN_SYNTAX, 3, "moves is not a move."},
    {"1. e4 e5 2. Nf3 x", TBY_E_SAN_SYNTAX, 16, "x is not a move."},
    {"e4 e5 1-0", TBY_E_SAN_SYNTAX, 6, NULL},
    {"1.e4 e5 2.Ke3", TBY_E_MOVE_REACH, 10,
     "Ke3 is illegal: no white king can go to e3."},
    {"start e5", TBY_E_MOVE_REACH, 6, NULL},
    {"startpos moves e2e5", TBY_E_MOVE_REACH, 15,
     "e2e5 is illegal: no white pawn can go from e2 to e5."},
    {"e4 e5 Nf3 Nc6 O-O", TBY_E_CASTLE_BLOCKED, 14, NULL},
    {"e4 f6 Qh5 a6", TBY_E_MOVE_IN_CHECK, 10,
     "a6 is illegal: it does not answer the check by the queen on h5."},
    {"d4 e6 Nc3 Bb4 Nb1", TBY_E_MOVE_PINNED, 14,
     "Nb1 is illegal: the knight on c3 is pinned to its king."},
    {"d4 d5 Nf3 Nf6 Nd2", TBY_E_SAN_AMBIGUOUS, 14,
     "Nd2 is ambiguous: Nbd2 or Nfd2."},
    /* numbers */
    {"2. e4", TBY_E_LINE_NUMBER, 0, NULL},
    {"0. e4", TBY_E_LINE_NUMBER, 0, NULL},
    {"2.e4", TBY_E_LINE_NUMBER, 0, NULL},
    {"1. e4 e5 1. Nf3", TBY_E_LINE_NUMBER, 9, NULL},
    {"1. e4 e5 3. Nf3", TBY_E_LINE_NUMBER, 9,
     "The move number does not fit the moves before it."},
    {"1. e4 e5 3.Nf3", TBY_E_LINE_NUMBER, 9, NULL},
    {"1. e4 2... e5", TBY_E_LINE_NUMBER, 6, NULL},
    {"1. e4 12", TBY_E_LINE_NUMBER, 6, NULL},
    {"999999. e4", TBY_E_LINE_NUMBER, 0, NULL},
    {"99999999999999999999. e4", TBY_E_LINE_NUMBER, 0, NULL},
    {"1.e4.e5", TBY_E_SAN_SYNTAX, 2, NULL},
    /* FEN */
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", TBY_E_FEN_SPACE, 43, NULL},
    {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", TBY_E_FEN_PIECE,
     18, "Expected a piece letter or a digit from 1 to 8."},
    {"  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x", TBY_E_FEN_TURN, 46,
     NULL},
    {"8/8/8/8/8/8/8/4K3 w - - bm", TBY_E_EPD_OPERATION, 26, NULL},
    {"8/8/8/8/8/8/8/4K3 w - -", TBY_E_POS_FAULTY, 0, "Black has no king."},
    {"4k3/8/8/8/8/8/8/4R2K w - -", TBY_E_POS_FAULTY, 0,
     "The side that is not to move is in check."},
};

static void bad_text_is_refused_at_the_right_byte(void **state)
{
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_line line = {.plies = 99, .last = 77};
        tby_faults found = 0;
        tby_err err = {TBY_OK, 999};
        char text[256] = "#";
        tby_rc rc = parse(BAD[i].text, &line, &found, &err);
        assert_int_not_equal(rc, TBY_OK);
        bool good = rc == BAD[i].code && err.code == rc && err.at == BAD[i].at;
        tby_str in = tby_str_of(BAD[i].text);
        size_t n = tby_line_explain(in, &err, found, text, sizeof text);
        if (BAD[i].sentence && strcmp(text, BAD[i].sentence) != 0)
            good = false;
        if (!good)
            print_error("%s\n  %s at %zu instead of %s at %zu: %s\n",
                        BAD[i].text, tby_rc_name(rc), err.at,
                        tby_rc_name(BAD[i].code), BAD[i].at, text);
        wrong += !good;
        assert_true(n > 0 && n == strlen(text));
        assert_true(line.plies == 99 && line.last == 77 && !line.history.keys);
        assert_true((rc == TBY_E_POS_FAULTY) == (found != 0));
        assert_int_equal(parse(BAD[i].text, &line, NULL, NULL), rc);
    }
    assert_int_equal(wrong, 0);
}

static void an_explanation_obeys_the_capacity(void **state)
{
    static const char text[] = "d4 d5 Nf3 Nf6 Nd2";
    static const char whole[] = "Nd2 is ambiguous: Nbd2 or Nfd2.";
    tby_line line = {.plies = 99};
    tby_err err = {TBY_OK, 0};
    char buf[64];

    (void)state;
    assert_int_equal(parse(text, &line, NULL, &err), TBY_E_SAN_AMBIGUOUS);
    for (size_t cap = 0; cap <= sizeof whole; cap++) {
        memset(buf, '#', sizeof buf);
        assert_int_equal(tby_line_explain(tby_str_of(text), &err, 0, buf, cap),
                         sizeof whole - 1);
        if (cap) {
            assert_memory_equal(buf, whole, cap - 1);
            assert_int_equal(buf[cap - 1], '\0');
        }
        assert_int_equal(buf[cap], '#');
    }
    assert_int_equal(tby_line_explain(tby_str_of(text), &err, 0, NULL, 0),
                     sizeof whole - 1);
}

/* --- memory */

/* A text with more plies than a history has room for at first. */
static void long_line(char *text, size_t cap, int rounds)
{
    size_t n = 0;

    text[0] = '\0';
    for (int i = 0; i < rounds; i++)
        n += (size_t)snprintf(text + n, cap - n, "Nf3 Nf6 Ng1 Ng8 ");
}

static void no_memory_is_an_error_with_a_place(void **state)
{
    static char text[2000];
    const char *texts[] = {text, START, "start", "startpos moves e2e4"};

    (void)state;
    long_line(text, sizeof text, 50);
    for (size_t i = 0; i < LENGTH(texts); i++)
        for (size_t calls = 0;; calls++) {
            failing f = {.calls_left = calls};
            tby_alloc alloc = failing_alloc(&f);
            tby_line line = {.plies = 99};
            tby_err err = {TBY_OK, 9999};
            tby_str in = tby_str_of(texts[i]);
            tby_rc rc = tby_line_parse(in, &alloc, &line, NULL, &err);
            if (rc == TBY_OK) {
                assert_int_equal(f.calls_left, 0);
                assert_true(f.out > 0);
                tby_line_free(&line);
                assert_int_equal(f.out, 0);
                break;
            }
            char sentence[128];
            assert_int_equal(rc, TBY_E_NOMEM);
            CHECK(err.code == rc && err.at <= in.n, "%s: %s at %zu", texts[i],
                  tby_rc_name(err.code), err.at);
            assert_int_equal(line.plies, 99);
            assert_int_equal(f.out, 0);
            assert_false(f.wrong_size);
            tby_line_explain(in, &err, 0, sentence, sizeof sentence);
            CHECK(strcmp(sentence, tby_rc_text(TBY_E_NOMEM)) == 0, "%s: %s",
                  texts[i], sentence);
        }
}

/* --- round trips: a random game as text */

static void games_survive_as_text(void **state)
{
    static char text[8000];
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 300; i++) {
        tby_pos p = tby_pos_start();
        size_t n = 0, plies = 0;
        bool uci = rng_chance(&r, 30), numbers = rng_chance(&r, 50);
        tby_move m, played[120];
        while (plies < 120 && (m = random_move(&r, &p)) != TBY_MOVE_NONE) {
            char move[TBY_SAN_MAX];
            if (uci)
                tby_uci_write(&p, m, TBY_UCI_ORTHODOX, move);
            else
                tby_san_write(&p, m, move);
            if (numbers)
                n += (size_t)snprintf(text + n, sizeof text - n, "%d%s%s",
                                      p.fullmoves, p.turn ? "..." : ".",
                                      rng_chance(&r, 50) ? " " : "");
            n += (size_t)snprintf(text + n, sizeof text - n, "%s ", move);
            tby_pos_play(&p, m);
            played[plies++] = m;
        }
        tby_line line = {.plies = 99};
        tby_err err = {TBY_OK, 0};
        tby_rc rc = tby_line_parse((tby_str){text, n}, NULL, &line, NULL, &err);
        if (plies == 0)
            continue;
        CHECK(rc == TBY_OK, "%.*s: %s at %zu", (int)n, text, tby_rc_name(rc),
              err.at);
        CHECK(line.plies == plies && tby_pos_same(&line.pos, &p) &&
                  line.pos.halfmoves == p.halfmoves &&
                  line.pos.fullmoves == p.fullmoves &&
                  memcmp(line.moves, played, plies * sizeof *played) == 0,
              "%.*s", (int)n, text);
        tby_line_free(&line);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_text_gives_its_position),
        cmocka_unit_test(the_last_move_is_kept),
        cmocka_unit_test(repetitions_are_known),
        cmocka_unit_test(bad_text_is_refused_at_the_right_byte),
        cmocka_unit_test(an_explanation_obeys_the_capacity),
        cmocka_unit_test(no_memory_is_an_error_with_a_place),
        cmocka_unit_test(games_survive_as_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
