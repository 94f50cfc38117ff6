/* test_rep_faults.c - each thing that can be wrong with a line of a repertoire
 * file: the sentence, letter by letter, and the place. */
#include "unit/rep/rep.h"

#define HEAD "v5.0\n= T\nwhite\n"

/* What a file says at once, and nothing else. */
static const struct {
    const char *text;
    tby_rc rc; /* of the whole */
    const char *told;
} ONE[] = {
    {"", TBY_E_REP_VERSION_MISSING,
     "1:1: Invalid file format. Missing version header. (rep_version_missing)"},
    {"= T\nwhite\nstart -> e4\n", TBY_E_REP_VERSION_MISSING,
     "1:1: Invalid file format. Missing version header. (rep_version_missing)"},
    {"V5.0\n= T\nwhite\n", TBY_E_REP_VERSION_MISSING,
     "1:1: Invalid file format. Missing version header. (rep_version_missing)"},
    {"\n  v5\n", TBY_E_REP_VERSION_MISSING,
     "2:3: Invalid file format. Missing version header. (rep_version_missing)"},
    {"v6.0\n= T\nwhite\n", TBY_E_REP_VERSION,
     "1:1: Unsupported version. Expected v5.0, but got v6.0 (rep_version)"},
    {"v5.1\n= T\nwhite\n", TBY_E_REP_VERSION,
     "1:1: Unsupported version. Expected v5.0, but got v5.1 (rep_version)"},
    {"v5.0\nstart -> e4\n", TBY_E_REP_TITLE,
     "2:1: Invalid file format. Missing title line. (rep_title)"},
    {"v4.0\n\nstart -> e4\n", TBY_E_REP_TITLE,
     "3:1: Invalid file format. Missing title line. (rep_title)"},
    {"v4.0\n", TBY_E_REP_TITLE,
     "2:1: Invalid file format. Missing title line. (rep_title)"},
    {"v5.0\n= T\n", TBY_E_REP_NO_COLOR,
     "3:1: Invalid file format. Missing player color line. "
     "(rep_color_missing)"},
    {"v5.0\n= T\ngreen\n", TBY_E_REP_NO_COLOR,
     "3:1: Invalid file format. Missing player color line. "
     "(rep_color_missing)"},
    {"v5.0\n= T\nstart -> e4\n", TBY_E_REP_NO_COLOR,
     "3:1: Invalid file format. Missing player color line. "
     "(rep_color_missing)"},
    {HEAD "start -> e5\n", TBY_OK,
     "4:10: Invalid move 'e5' from state start (rep_move)"},
    {HEAD "start -> \n", TBY_OK,
     "4:10: Invalid move '' from state start (rep_move)"},
    {HEAD "start ->\n", TBY_OK,
     "4:9: Invalid move '' from state start (rep_move)"},
    {HEAD "start -> ?\?\?\n", TBY_OK,
     "4:10: Invalid move '?\?\?' from state start (rep_move)"},
    {HEAD "start -> e4 -> e5\n", TBY_OK,
     "4:10: Invalid move 'e4 -> e5' from state start (rep_move)"},
    {HEAD "start -> e4 $256\n", TBY_OK,
     "4:10: Invalid move 'e4 $256' from state start (rep_move)"},
    {HEAD "start -> --\n", TBY_OK,
     "4:10: Invalid move '--' from state start (rep_move)"},
    {HEAD "r3k3/8/8/8/R7/8/8/R3K3 w - - 0 1 -> Ra3\n", TBY_OK,
     "4:37: Invalid move 'Ra3' from state r3k3/8/8/8/R7/8/8/R3K3 w - - 0 1 "
     "(rep_move)"},
    {HEAD "8/8/8 w - - 0 1 -> e4\n", TBY_OK,
     "4:6: Invalid FEN: Expected '/' between two ranks. (rep_fen)"},
    {HEAD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -> e4\n",
     TBY_OK, "4:53: Invalid FEN: A FEN has six fields. (rep_fen)"},
    {HEAD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1 -> e4\n",
     TBY_OK, "4:45: Invalid FEN: Expected the side to move: w or b. (rep_fen)"},
    {HEAD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1 -> e4\n",
     TBY_OK,
     "4:49: Invalid FEN: Expected castling rights: '-', some of KQkq, or files "
     "of rooks. (rep_fen)"},
    {HEAD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1 -> e4\n",
     TBY_OK,
     "4:44: Invalid FEN: One blank belongs between two fields. (rep_fen)"},
    {HEAD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0 -> e4\n",
     TBY_OK,
     "4:56: Invalid FEN: The number of the move is at least 1. (rep_fen)"},
    {HEAD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1 -> e4\n",
     TBY_OK, "4:1: Invalid FEN: White has no king. (rep_fen)"},
    {HEAD "start -> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/8 b KQkq - 0 1\n",
     TBY_OK, "4:10: Invalid FEN: White has no king. (rep_fen)"},
    {HEAD "bogus : 1, 2\n", TBY_OK,
     "4:2: Invalid FEN: Expected a piece letter or a digit from 1 to 8. "
     "(rep_fen)"},
    {HEAD "k7/8/8/8/8/8/8/1R2K1R1 w G - 0 1 -> Rb2\n", TBY_OK,
     "4:26: The castling rights are those of Chess960, which is not played "
     "here. (rep_chess960)"},
    {HEAD "4k3/8/8/8/8/8/8/4K3 w K - 0 1 -> Kd1\n", TBY_OK,
     "4:23: Invalid FEN: A castling right is claimed without king and rook in "
     "place. (rep_fen)"},
    {HEAD "4k3/8/8/8/8/8/8/4K3 w - e6 0 1 -> Kd1\n", TBY_OK,
     "4:25: Invalid FEN: No pawn can just have passed the en passant square. "
     "(rep_fen)"},
    {HEAD "start : a, b\n", TBY_OK,
     "4:9: Invalid coordinates 'a, b' (rep_coordinates)"},
    {HEAD "start : 1\n", TBY_OK,
     "4:9: Invalid coordinates '1' (rep_coordinates)"},
    {HEAD "start :\n", TBY_OK, "4:8: Invalid coordinates '' (rep_coordinates)"},
    {HEAD "start : 1.5abc, 2, white +0.30\n", TBY_OK,
     "4:9: Invalid coordinates '1.5abc, 2' (rep_coordinates)"},
    {HEAD "start : nan, 2\n", TBY_OK,
     "4:9: Invalid coordinates 'nan, 2' (rep_coordinates)"},
    {HEAD "start : 1e300, 2\n", TBY_OK,
     "4:9: Invalid coordinates '1e300, 2' (rep_coordinates)"},
    {HEAD "start : 1, 2, winning\n", TBY_OK,
     "4:15: Invalid evaluation 'winning' (rep_evaluation)"},
    {HEAD "start : 1, 2,\n", TBY_OK,
     "4:14: Invalid evaluation '' (rep_evaluation)"},
    {HEAD "start e4\n", TBY_OK, "4:1: Invalid line 'start e4' (rep_line)"},
    {HEAD "# Кörper\n  start e4\n", TBY_OK,
     "5:3: Invalid line 'start e4' (rep_line)"},
    {HEAD "start -> e4 \xd0\x9a\xff\n", TBY_OK,
     "4:10: Invalid move 'e4 \xd0\x9a\xef\xbf\xbd' from state start "
     "(rep_move)"},
};

static void each_fault_has_its_sentence_and_place(void **state)
{
    static rep_file f;

    (void)state;
    for (size_t i = 0; i < LENGTH(ONE); i++) {
        rep_read_text(&f, ONE[i].text);
        CHECK(f.rc == ONE[i].rc, "%s: %s", ONE[i].text, tby_rc_name(f.rc));
        CHECK(f.told_n == 1 && f.told[0].severity == TBY_ERROR,
              "%s: %zu things were told, first %s", ONE[i].text, f.told_n,
              rep_shown(&f, 0));
        CHECK(strcmp(rep_shown(&f, 0), ONE[i].told) == 0, "%s: %s\nnot %s",
              ONE[i].text, rep_shown(&f, 0), ONE[i].told);
        assert_int_equal(f.report.errors, 1);
        assert_int_equal(f.graph.edges_n, 0);
        rep_close(&f);
    }
}

/* The sound lines around a refused one are read, and faults come in the order
 * of the file whichever step found them. */
static void the_rest_is_read(void **state)
{
    static rep_file f;
    const char *text = HEAD "nonsense\nstart -> e5\nstart -> e4\n"
                            "start : x\nstart -> d5\nstart -> d4\n";

    (void)state;
    rep_read_text(&f, text);
    assert_int_equal(f.rc, TBY_OK);
    assert_int_equal(f.graph.edges_alive, 2);
    assert_int_equal(f.told_n, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(f.told[i].place.line, i < 2 ? 4 + i : 5 + i);
    rep_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_sentence_and_place),
        cmocka_unit_test(the_rest_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
