/* test_describe.c - moves in words. */
#include "core/notation/describe.h"
#include "support/positions.h"
#include "tabiya/tabiya.h"

#include <string.h>

static const char *described(const char *fen, const char *san,
                             char out[TBY_DESCRIBE_MAX])
{
    tby_pos p;
    tby_move m;

    CHECK(tby_fen_parse_pos(tby_str_of(fen), &p, NULL, NULL) == TBY_OK, "%s",
          fen);
    CHECK(tby_san_parse(&p, tby_str_of(san), TBY_SAN_STRICT, &m, NULL) ==
              TBY_OK,
          "%s in %s", san, fen);
    tby_describe_move(&p, m, out, TBY_DESCRIBE_MAX);
    return out;
}

static void sentences(void **state)
{
    static const char START[] =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const struct {
        const char *fen, *san, *text;
    } cases[] = {
        {START, "Nf3", "Knight to f3"},
        {START, "e4", "Pawn to e4"},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "Pawn takes d5"},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "exd5",
         "Pawn from e4 takes d5"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6",
         "Pawn takes d6 en passant"},
        {"3r4/2P4k/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q",
         "Pawn takes d8, promotes to Queen"},
        {"8/2P4k/8/8/8/8/8/4K3 w - - 0 1", "c8=N",
         "Pawn to c8, promotes to Knight"},
        {"8/7k/8/8/8/8/2p5/4K3 b - - 0 1", "c1=R+",
         "Pawn to c1, promotes to Rook, check"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "Castle kingside"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "Castle queenside"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+", "Castle kingside, check"},
        {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2", "Knight from b1 to d2"},
        /* the other knight is pinned: there is but one that can */
        {"4k3/8/8/8/7b/8/5N2/4K1N1 w - - 0 1", "Nh3", "Knight to h3"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "Ra8#", "Rook to a8, checkmate"},
        {"4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "Kxd2", "King takes d2"},
    };
    char text[TBY_DESCRIBE_MAX];

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        CHECK(strcmp(described(cases[i].fen, cases[i].san, text),
                     cases[i].text) == 0,
              "%s in %s: %s", cases[i].san, cases[i].fen, text);
}

static void cut_short(void **state)
{
    tby_pos p = tby_pos_start();
    char text[8];

    (void)state;
    size_t n = tby_describe_move(&p, tby_move_make(6, 21, 0), text, 8);
    assert_int_equal(n, strlen("Knight to f3"));
    assert_string_equal(text, "Knight ");
    assert_int_equal(tby_describe_move(&p, tby_move_make(6, 21, 0), NULL, 0),
                     n);
}

/* In one position no two moves are described alike, and none is cut. */
static void each_move_has_its_own(void **state)
{
    rng r = rng_for(__func__);
    static char text[TBY_MOVES_MAX][TBY_DESCRIBE_MAX];

    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        tby_pos p = random_position(&r, (int)(i % 3));
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            size_t n =
                tby_describe_move(&p, legal.at[k], text[k], sizeof *text);
            CHECK(n < sizeof *text, "%s", text[k]);
            for (size_t j = 0; j < k; j++)
                CHECK(strcmp(text[j], text[k]) != 0, "%s", text[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(each_move_has_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
