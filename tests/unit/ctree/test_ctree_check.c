/* test_ctree_check.c - what is wrong with a tree as a whole. */
#include "core/ctree/ctree.h"
#include "unit/ctree/ctree.h"

/* What reading and checking tell together. */
static void check_text(told *out, tby_str text, tby_ctree_identity identity)
{
    tby_ctree t;
    tby_ctree_listener listener = {hear, out};

    read_tree(&t, out, text);
    assert_int_equal(tby_ctree_check(&t, identity, &listener), TBY_OK);
    tby_ctree_free(&t);
}

static void sound_trees_are_sound(void **state)
{
    told out;

    (void)state;
    check_text(&out, tby_str_of(FORCED), TBY_CTREE_POSITION);
    CHECK(out.faults == 0, "%s", out.text);
    check_text(&out, tby_str_of(FORCED), TBY_CTREE_EXACT);
    CHECK(out.faults == 0, "%s", out.text);
    check_text(&out, tby_str_of(PARTIAL), TBY_CTREE_POSITION);
    CHECK(out.faults == 0, "%s", out.text);
}

#define FEN_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - "

static const struct {
    const char *text, *from, *to, *told;
} CASES[] = {
    {FORCED, "#0\n", "#7\n",
     "tree_root 0:0\ntree_number 9:5\ntree_position 2:1\n"
     "tree_from_absent 8:6\ntree_child_absent 9:5\n"},
    {FORCED, "#1\n6k1", "#0\n6k1", "tree_node_twice 5:1\n"},
    {FORCED, "e7) #5\n", "e7) #50\n", "tree_number 12:5\n"},
    {FORCED, "e7) #5\n", "e7) #4\n", "tree_number_taken 12:5\n"},
    {FORCED, "e7) #5\n", "", "tree_number 12:5\ntree_moves_missing 12:1\n"},
    {FORCED, "h5) #28\n", "", "tree_moves_missing 35:1\n"},
    {FORCED, "5QK1/8/8/8/8/8 w - - 5", "5QK1/8/8/8/8/8 w - - 6",
     "tree_clock 6:1\n"},
    {FORCED, "from #0\n", "", "tree_from_missing 8:1\n"},
    {FORCED, "from #0\n", "from #0\nfrom #1\n", "tree_from_wrong 9:6\n"},
    {FORCED, "from #0\n", "from #0\nfrom #17\n", "tree_from_absent 9:6\n"},
    {FORCED, "\n\n< #1", "\n\nfrom #1\n< #1", "tree_from_wrong 4:6\n"},
    {FORCED, "from #0\n", "from #0\ndraw by stalemate\n", "tree_ending 9:1\n"},
    {FORCED, "from #0\n", "from #0\ndraw by dead position\n",
     "tree_ending 9:1\n"},
    {FORCED, "from #0\n", "from #0\ncheckmate!\n", "tree_ending 9:1\n"},
    {FORCED, "from #0\n", "from #0\ndraw by fifty moves\n",
     "tree_ending 9:1\n"},
    /* marks: what is proven, and what a node and the moves to it say */
    {FORCED, "\n< #1\n", "\n) #1\n", "tree_mark 4:3\n"},
    {FORCED, "d8> #2\n", "d8) #2\n", "tree_mark 9:5\n"},
    {FORCED, "h6= #25\n", "h6> #25\n", "tree_mark 32:5\n"},
    {PARTIAL, "e6) #3\n", "e6> #3\n", "tree_mark 5:5\n"},
    {PARTIAL, "e6) #3\n", "e6= #3\n", ""}, /* others may be better */
    {PARTIAL, "d4) #1\n", "d4= #1\n", ""},
    {PARTIAL, "e4) #5\n", "e4> #5\n", "tree_mark 12:5\n"},
    {PARTIAL, "d4) #5\n", "d4= #5\n", ""},
    {PARTIAL, "d4) #5\n", "d4) #6\n",
     "tree_transposition 27:5\ntree_child_absent 27:5\n"
     "tree_from_wrong 32:6\n"},
    {PARTIAL, "d4) #1\n", "d4) #2\n", "tree_number 5:5\n"},
    {PARTIAL, FEN_E4, "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - ",
     "tree_position 14:1\n"},
    {PARTIAL, "from #1\n", "from #3\n",
     "tree_from_missing 21:1\ntree_from_wrong 21:6\ntree_loop 21:6\n"},
    {PARTIAL, "comment partial tree\n", "",
     "tree_moves_missing 4:1\ntree_moves_missing 4:1\n"},
};

static void each_slip_is_told(void **state)
{
    char buf[4096];
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        told out;

        check_text(&out,
                   replaced(CASES[i].text, CASES[i].from, CASES[i].to, buf,
                            sizeof buf),
                   TBY_CTREE_POSITION);
        if (strncmp(out.text, CASES[i].told, strlen(CASES[i].told)) != 0 ||
            (out.faults == 0) != (CASES[i].told[0] == '\0')) {
            print_error("%s -> %s:\n%.300sexpected\n%s", CASES[i].from,
                        CASES[i].to, out.text, CASES[i].told);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

/* Two slips of one tree. */
static void check_two(told *out, const char *const slips[4])
{
    char once[4096], twice[4096];

    replaced(PARTIAL, slips[0], slips[1], once, sizeof once);
    check_text(out, replaced(once, slips[2], slips[3], twice, sizeof twice),
               TBY_CTREE_POSITION);
}

static void marks_agree_or_are_told(void **state)
{
    told out;

    (void)state;
    /* what a move and the node it leads to both say */
    check_two(&out, (const char *const[]){"d4) #1\n", "d4< #1\n", "e6) #3\n",
                                          "e6> #3\n"});
    CHECK(out.faults == 0, "%s", out.text);
    check_two(&out, (const char *const[]){"d4) #1\n", "d4> #1\n", "e6) #3\n",
                                          "e6> #3\n"});
    assert_string_equal(out.text, "tree_mark 5:5\n");
    /* one that is drawn at least is not lost */
    check_two(&out, (const char *const[]){"d4) #1\n", "d4> #1\n", "e6) #3\n",
                                          "e6= #3\n"});
    assert_string_equal(out.text, "tree_mark 5:5\n");
    check_two(&out, (const char *const[]){"d4) #1\n", "d4< #1\n", "e6) #3\n",
                                          "e6= #3\n"});
    CHECK(out.faults == 0, "%s", out.text);
    /* two moves to one node: the second disagrees; nobody need know */
    check_two(&out, (const char *const[]){"e4) #5\n", "e4= #5\n", "d4) #5\n",
                                          "d4< #5\n"});
    assert_string_equal(out.text, "tree_mark 27:5\n");
    check_two(&out, (const char *const[]){"e4) #5\n", "e4= #5\n", "d4) #5\n",
                                          "d4= #5\n"});
    CHECK(out.faults == 0, "%s", out.text);
}

/* Parents in a circle of any length, with and without a way into it: told once,
 * and quickly. */
static void long_loops(void **state)
{
    enum { NODES = 20000 };
    static char text[NODES * 80];
    size_t n = 0;
    told out;

    (void)state;
    n += (size_t)snprintf(text, sizeof text, "%s", PARTIAL);
    for (unsigned i = 6; i < NODES; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "#%u\n8/8/8/8/8/8/8/K1k4R w - - 0\n\nfrom #%u\n",
                              i, i + 1 < NODES ? i + 1 : 6);
    check_text(&out, (tby_str){text, n}, TBY_CTREE_POSITION);
    unsigned loops = 0;
    for (const char *p = out.text; (p = strstr(p, "tree_loop")); p++)
        loops++;
    assert_true(loops <= 1); /* the buffer holds the first only */
    assert_true(out.faults >= NODES - 6);
}

/* A slip makes no later number wrong. */
static void numbers_go_on(void **state)
{
    char buf[4096], twice[4096];
    told out;

    (void)state;
    check_text(&out, replaced(FORCED, "b6) #9", "b6) #90", buf, sizeof buf),
               TBY_CTREE_POSITION);
    assert_string_equal(out.text, "tree_number 16:5\n");
    replaced(FORCED, "h5) #28", "h5) #38", buf, sizeof buf);
    check_text(&out, replaced(buf, "Kg) #27", "Kg) #37", twice, sizeof twice),
               TBY_CTREE_POSITION);
    assert_string_equal(out.text, "tree_number 34:5\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_trees_are_sound),
        cmocka_unit_test(each_slip_is_told),
        cmocka_unit_test(marks_agree_or_are_told),
        cmocka_unit_test(long_loops),
        cmocka_unit_test(numbers_go_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
