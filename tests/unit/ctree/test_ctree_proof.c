/* test_ctree_proof.c - what a tree proves, whatever its file claims. */
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_net.h"
#include "core/ctree/ctree_write.h"
#include "unit/ctree/ctree.h"

/* What a text proves of the node with that number; *out has what was told. */
static tby_verdict prove(told *out, tby_str text, tby_ctree_identity identity,
                         uint32_t id)
{
    tby_ctree_listener listener = {hear, out};
    tby_ctree_stats s;
    tby_ctree t;

    read_tree(&t, out, text);
    assert_int_equal(tby_ctree_stats_of(&s, &t, identity, &listener), TBY_OK);
    uint32_t node = tby_ctree_find(&t, id);
    assert_true(node != TBY_NO_NODE);
    tby_verdict verdict = (tby_verdict)s.net.verdict[node];
    tby_ctree_stats_free(&s);
    tby_ctree_free(&t);
    return verdict;
}

/* --- endings --------------------------------------------------------------*/

static void claims_are_not_believed(void **state)
{
    static const char *const CLAIMS[] = {"checkmate!", "draw by stalemate",
                                         "draw by insufficient material",
                                         "draw by dead position"};

    (void)state;
    for (size_t i = 0; i < LENGTH(CLAIMS); i++)
        for (int exact = 0; exact < 2; exact++) {
            char line[80], buf[4096];
            told out;

            /* #1 is won if #3 is mate */
            snprintf(line, sizeof line, "from #1\n%s\n", CLAIMS[i]);
            tby_str text =
                replaced(PARTIAL, "from #1\n", line, buf, sizeof buf);
            for (uint32_t id = 0; id < 4; id++)
                assert_int_equal(
                    prove(&out, text,
                          exact ? TBY_CTREE_EXACT : TBY_CTREE_POSITION, id),
                    TBY_VERDICT_UNKNOWN);
            assert_string_equal(out.text, "tree_ending 22:1\n");
            assert_int_equal(out.warnings, 0);
        }
}

#define ROOK_FEN "7k/8/8/8/8/8/8/K5R1 w - - "

static void ways_are_judged_in_exact_identity_only(void **state)
{
    static const char FIFTY[] = "#0\n" ROOK_FEN "100\n\ndraw by fifty moves\n";
    char buf[4096], twice[4096];
    told out;
    tby_ctree t;
    tby_ctree_identity identity;

    (void)state;
    assert_int_equal(prove(&out, tby_str_of(FIFTY), TBY_CTREE_EXACT, 0),
                     TBY_VERDICT_DRAW);
    assert_int_equal(out.faults, 0);
    assert_int_equal(prove(&out, tby_str_of(FIFTY), TBY_CTREE_POSITION, 0),
                     TBY_VERDICT_UNKNOWN);
    assert_string_equal(out.text, "tree_ending 4:1\n");
    assert_int_equal(out.warnings, 1);
    read_tree(&t, &out, tby_str_of(FIFTY));
    assert_int_equal(tby_ctree_guess(&t, &identity), TBY_OK);
    assert_int_equal(identity, TBY_CTREE_EXACT);
    tby_ctree_free(&t);

    tby_str text = replaced(FIFTY, " 100\n", " 99\n", buf, sizeof buf);
    assert_int_equal(prove(&out, text, TBY_CTREE_EXACT, 0),
                     TBY_VERDICT_UNKNOWN);
    assert_string_equal(out.text, "tree_ending 4:1\n");
    assert_int_equal(out.warnings, 0);
    text =
        replaced(FIFTY, "fifty moves", "threefold repetition", buf, sizeof buf);
    assert_int_equal(prove(&out, text, TBY_CTREE_EXACT, 0), TBY_VERDICT_DRAW);
    assert_string_equal(out.text, "tree_ending 4:1\n");

    /* a clock that the way to the node refutes */
    replaced(FORCED, "w - - 5", "w - - 100", buf, sizeof buf);
    text = replaced(buf, "from #0\n", "from #0\ndraw by fifty moves\n", twice,
                    sizeof twice);
    assert_int_equal(prove(&out, text, TBY_CTREE_EXACT, 0),
                     TBY_VERDICT_UNKNOWN);
    assert_string_equal(out.text, "tree_ending 9:1\ntree_position 4:3\n");
    assert_int_equal(prove(&out, text, TBY_CTREE_POSITION, 0),
                     TBY_VERDICT_LOSS);
    assert_string_equal(out.text, "tree_ending 9:1\n");
}

/* --- moves ----------------------------------------------------------------*/

/* A mate that no move of the root leads to. */
static void a_number_is_not_a_position(void **state)
{
    static const char TEXT[] =
        "#0\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0\n"
        "\n"
        "comment partial tree\n"
        "e4> #1\n"
        "#1\n"
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0\n"
        "\n"
        "from #0\n"
        "checkmate!\n";
    told out;

    (void)state;
    assert_int_equal(prove(&out, tby_str_of(TEXT), TBY_CTREE_POSITION, 0),
                     TBY_VERDICT_UNKNOWN);
    assert_string_equal(out.text, "tree_position 5:5\n");
    assert_int_equal(prove(&out, tby_str_of(TEXT), TBY_CTREE_POSITION, 1),
                     TBY_VERDICT_LOSS);
}

/* The king can take or go away; if only the first is there, twice, the other
 * may be better. */
static void a_move_given_twice_hides_no_other(void **state)
{
    static const char TEXT[] = "#0\n7k/8/8/8/8/8/r7/K7 w - - 0\n\n"
                               "a= #1\na= #1\n"
                               "#1\n7k/8/8/8/8/8/K7/8 b - - 0\n\n"
                               "from #0\ndraw by insufficient material\n";
    told out;

    (void)state;
    assert_int_equal(prove(&out, tby_str_of(TEXT), TBY_CTREE_POSITION, 0),
                     TBY_VERDICT_UNKNOWN);
    assert_string_equal(out.text, "tree_twice 5:1\n");
}

/* --- closed trees ---------------------------------------------------------*/

/* White's king and bishop are locked in, and Black's king can do nothing: dead,
 * but not seen by the quick stage. */
#define CAGE "8/k7/8/8/8/4p1p1/4P1P1/5BK1 w - - 0 1"

static void write_cage(tby_buf *out)
{
    tby_ctree_grow_job job = {.root = pos_of(CAGE), .depth = 100, .max = 1000};
    tby_ctree_grown g;
    tby_ctree_net net;
    tby_ctree_emit emit;

    tby_buf_init(out, NULL, 1 << 20);
    assert_int_equal(tby_ctree_grow(&g, &job, NULL), TBY_OK);
    assert_int_equal(tby_ctree_net_grown(&net, &g), TBY_OK);
    assert_true(net.closed);
    assert_int_equal(tby_ctree_emit_open(&emit, &g, &net), TBY_OK);
    for (uint32_t i = 0; i < g.n; i++)
        assert_int_equal(tby_ctree_emit_node(&emit, i, out), TBY_OK);
    tby_buf_char(out, '\0');
    assert_int_equal(out->rc, TBY_OK);
    tby_ctree_emit_free(&emit);
    tby_ctree_net_free(&net);
    tby_ctree_grown_free(&g);
}

/* Its stalemates and draws by the whole, and whether it is closed. */
static bool solve_text(tby_str text, uint64_t *unknown, told *out)
{
    tby_ctree_listener listener = {hear, out};
    tby_ctree_stats s;
    tby_ctree t;
    tby_ctree_step step;

    read_tree(&t, out, text);
    assert_int_equal(tby_ctree_check(&t, TBY_CTREE_POSITION, &listener),
                     TBY_OK);
    assert_int_equal(tby_ctree_stats_of(&s, &t, TBY_CTREE_POSITION, NULL),
                     TBY_OK);
    assert_int_equal(s.verdicts[TBY_VERDICT_WIN], 0);
    assert_int_equal(s.verdicts[TBY_VERDICT_LOSS], 0);
    assert_int_equal(tby_ctree_proof(&s, &t, 0, &step, 1), 0);
    *unknown = s.verdicts[TBY_VERDICT_UNKNOWN];
    bool closed = s.net.closed;
    tby_ctree_stats_free(&s);
    tby_ctree_free(&t);
    return closed;
}

static void what_is_left_in_a_closed_tree_is_drawn(void **state)
{
    static char buf[1 << 16];
    tby_buf cage;
    uint64_t unknown;
    told out;

    (void)state;
    write_cage(&cage);
    assert_true(solve_text(tby_str_of(cage.p), &unknown, &out));
    CHECK(out.faults == 0, "%s", out.text);
    assert_int_equal(unknown, 0);

    /* it is dead, as the full stage sees */
    replaced(cage.p, "\n\n", "\n\ndraw by dead position\n", buf, sizeof buf);
    assert_true(solve_text(tby_str_of(buf), &unknown, &out));
    CHECK(out.faults == 0, "%s", out.text);

    /* one move less, or one that leads elsewhere, and nothing is proven */
    char *line = strstr(cage.p, "\n\n") + 2, *end = strchr(line, '\n') + 1;
    snprintf(buf, sizeof buf, "%.*s%s", (int)(line - cage.p), cage.p, end);
    assert_false(solve_text(tby_str_of(buf), &unknown, &out));
    assert_true(unknown > 100);
    assert_non_null(strstr(out.text, "tree_moves_missing"));
    replaced(cage.p, " #1\n", " #9\n", buf, sizeof buf);
    assert_false(solve_text(tby_str_of(buf), &unknown, &out));
    assert_true(unknown > 100);
    tby_buf_free(&cage);
}

/* --- the later dialect ----------------------------------------------------*/

/* The king must take the queen. */
static const char TAKES[] = "d\n?\n#0\n1..1\nd\n"
                            "8/8/8/8/8/8/1q5k/K7 w - - 0 1\n"
                            "d\ninsufficient material\n#1\n2..1\n\n"
                            "8/8/8/8/8/8/1K5k/8 b - - 0 1\n";

static void v2_is_judged_too(void **state)
{
    static const struct {
        const char *from, *to, *told;
    } SLIPS[] = {
        {"d\n?", "w\n?", "tree_mark 1:1\n"},
        {"d\n?", "?\n?", "tree_mark 1:1\n"},
        {"1..1\nd", "1..1\n?", "tree_mark 5:1\n"},
        {"insufficient material", "stalemate", "tree_ending 8:1\n"},
    };
    static const char OPEN[] =
        "w\nstalemate\n#0\n1..20\n????????????????????\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    uint64_t unknown;
    char buf[4096];
    told out;

    (void)state;
    assert_true(solve_text(tby_str_of(TAKES), &unknown, &out));
    CHECK(out.faults == 0, "%s", out.text);
    for (size_t i = 0; i < LENGTH(SLIPS); i++) {
        solve_text(replaced(TAKES, SLIPS[i].from, SLIPS[i].to, buf, sizeof buf),
                   &unknown, &out);
        assert_string_equal(out.text, SLIPS[i].told);
        assert_int_equal(unknown, 0);
    }
    assert_int_equal(prove(&out, tby_str_of(OPEN), TBY_CTREE_POSITION, 0),
                     TBY_VERDICT_UNKNOWN);
    assert_string_equal(out.text, "tree_ending 2:1\n");
    /* the line may say more than its marks, but nothing else */
    solve_text(replaced(OPEN, "stalemate", "?", buf, sizeof buf), &unknown,
               &out);
    assert_int_equal(out.faults, 0);
    solve_text(replaced(OPEN, "stalemate\n#0\n1..20\n?", "?\n#0\n1..20\nl", buf,
                        sizeof buf),
               &unknown, &out);
    assert_int_equal(out.faults, 0);
    solve_text(replaced(OPEN, "w\nstalemate\n#0\n1..20\n?",
                        "l\n?\n#0\n1..20\nd", buf, sizeof buf),
               &unknown, &out);
    assert_string_equal(out.text, "tree_mark 1:1\n");
    solve_text(replaced(OPEN, "1..20", "1..", buf, sizeof buf), &unknown, &out);
    assert_non_null(strstr(out.text, "tree_range 4:1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_not_believed),
        cmocka_unit_test(ways_are_judged_in_exact_identity_only),
        cmocka_unit_test(a_number_is_not_a_position),
        cmocka_unit_test(a_move_given_twice_hides_no_other),
        cmocka_unit_test(what_is_left_in_a_closed_tree_is_drawn),
        cmocka_unit_test(v2_is_judged_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
