/* test_ctree_read.c - nodes from lines, and lines from nodes. */
#include "unit/ctree/ctree.h"

static void check_same(const char *text)
{
    tby_ctree t;
    told out;
    tby_buf again;

    read_tree(&t, &out, tby_str_of(text));
    CHECK(out.faults == 0, "%s", out.text);
    write_tree(&t, &again);
    CHECK(again.n == strlen(text) && memcmp(again.p, text, again.n) == 0,
          "%.*s", (int)again.n, again.p);
    tby_buf_free(&again);
    tby_ctree_free(&t);
}

static void what_is_read_is_written(void **state)
{
    (void)state;
    check_same(FORCED);
    check_same(PARTIAL);
}

static void a_node_has_its_lines(void **state)
{
    tby_ctree t;
    told out;

    (void)state;
    read_tree(&t, &out, tby_str_of(PARTIAL));
    assert_true(t.partial);
    assert_int_equal(t.dialect, TBY_CTREE_V1);
    assert_int_equal(t.nodes_n, 6);
    const tby_ctree_item *items = tby_ctree_items(&t, &t.nodes[0]);
    assert_int_equal(t.nodes[0].items_n, 4);
    assert_int_equal(items[2].kind, TBY_CTREE_COMMENT);
    tby_str note = tby_ctree_comment(&t, items[2].value);
    assert_int_equal(note.n, strlen("$1 the king's pawn"));
    assert_int_equal(items[3].value, 2);
    size_t line, column;
    tby_ctree_place(&t, &t.nodes[0], 3, &line, &column);
    assert_int_equal(line, 7);
    assert_int_equal(column, 5);
    assert_int_equal(tby_ctree_find(&t, 5), 5);
    assert_int_equal(tby_ctree_find(&t, 6), TBY_NO_NODE);
    tby_ctree_free(&t);
}

/* What is changed, and what must be told of it. */
static const struct {
    const char *text, *from, *to, *told;
} CASES[] = {
    {PARTIAL, "#0\n", "#0, 6\n", "tree_id 1:3\n"},
    {PARTIAL, "#0\n", "#00\n", "tree_id 1:4\n"},
    {PARTIAL, "#0\n", "# 0\n",
     "tree_id 1:1\ntree_line 2:1\ntree_blank 3:1\n"
     "tree_line 4:1\ntree_line 5:1\n"
     "tree_line 6:1\ntree_line 7:1\n"},
    {PARTIAL, "\n#5\n", "\n#99999999999\n",
     "tree_id 28:1\ntree_line 29:1\ntree_blank 30:1\ntree_line 31:1\n"
     "tree_line 32:1\n"},
    {PARTIAL, " w KQkq - 0\n", " w KQkq - 0 1\n", "tree_fen 2:1\n"},
    {PARTIAL, " w KQkq - 0\n", " w KQkq -\n", "tree_fen 2:1\n"},
    {PARTIAL, " w KQkq - 0\n", " w QKkq - 0\n", "tree_fen 2:1\n"},
    {PARTIAL, " w KQkq - 0\n", " w KQxq - 0\n", "tree_fen 2:49\n"},
    {PARTIAL, "rnbqkbnr/", "rnbq1bnr/", "tree_fen 2:1\n"},
    {PARTIAL, "b KQkq - 0\n\nfrom #0\ne6", "b KQkq d3 0\n\nfrom #0\ne6",
     "tree_ep 9:54\n"},
    {PARTIAL, "w KQkq - 0\n\n", "w KQkq - 0\n", "tree_blank 3:1\n"},
    {PARTIAL, "d4) #1\n", "d4) #1\n\n", "tree_blank 6:1\n"},
    {PARTIAL, "d4) #1\n", "d4 #1\n", "tree_line 5:1\n"},
    {PARTIAL, "d4) #1\n", "d4)#1\n", "tree_line 5:1\n"},
    {PARTIAL, "d4) #1\n", "d4) #1x\n", "tree_id 5:7\n"},
    {PARTIAL, "d4) #1\n", "d4) #\n", "tree_id 5:5\n"},
    {PARTIAL, "d4) #1\n", "d5) #1\n", "tree_move 5:1\n"},
    {PARTIAL, "d4) #1\n", "c3) #1\n", "tree_form 5:1\n"},
    {PARTIAL, "d4) #1\n", "Pd4) #1\n", "tree_form 5:1\n"},
    {PARTIAL, "d4) #1\n", "4) #1\n", "tree_move 5:1\n"},
    {PARTIAL, "d4) #1\n", ") #1\n", "tree_move 5:1\n"},
    {PARTIAL, "d4) #1\n", "?!) #1\n", "tree_move 5:1\n"},
    {PARTIAL, "e4) #2\n", "d4) #2\n", "tree_twice 7:1\n"},
    {PARTIAL, "e4) #2\n", "c4) #2\n", "tree_order 7:1\n"},
    {PARTIAL, "from #3\nfrom #4", "from #4\nfrom #3", "tree_order 32:6\n"},
    {PARTIAL, "from #3\nfrom #4", "from #4\nfrom #4", "tree_twice 32:6\n"},
    {PARTIAL, "from #3\n", "from 3\n", "tree_id 31:6\n"},
    {PARTIAL, "comment $", "komment $", "tree_line 6:1\n"},
    {PARTIAL, "comment partial", "draw by boredom", "tree_line 4:9\n"},
    {PARTIAL, "comment $1", "comment \xff", "tree_encoding 6:9\n"},
    {PARTIAL, "d4) #1\n", "d4) #1\r\n", "tree_encoding 5:7\n"},
    {FORCED, "< #1\n", "checkmate!\ncheckmate!\n", "tree_twice 5:1\n"},
    {FORCED, "#1\n6k1/8/5QK1/8/8/8/8/8 w - - 5\n", "#1\n#2\n",
     "tree_cut 6:1\ntree_fen 7:1\n"},
};

static void each_slip_is_told(void **state)
{
    char buf[4096];
    unsigned wrong = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        tby_ctree t;
        told out;

        read_tree(&t, &out,
                  replaced(CASES[i].text, CASES[i].from, CASES[i].to, buf,
                           sizeof buf));
        if (strncmp(out.text, CASES[i].told, strlen(CASES[i].told)) != 0) {
            print_error("%s -> %s:\n%.300sexpected\n%s", CASES[i].from,
                        CASES[i].to, out.text, CASES[i].told);
            wrong++;
        }
        tby_ctree_free(&t);
    }
    assert_int_equal(wrong, 0);
}

/* The absolute marks mean the side that wins. */
static void marks_of_a_side(void **state)
{
    char buf[4096];
    tby_ctree t;
    told out;

    (void)state;
    for (int black = 0; black < 2; black++) {
        read_tree(
            &t, &out,
            replaced(PARTIAL, "d4)", black ? "d4|b" : "d4|w", buf, sizeof buf));
        assert_int_equal(out.faults, 0);
        assert_int_equal(t.items[1].mark,
                         black ? TBY_VERDICT_LOSS : TBY_VERDICT_WIN);
        tby_ctree_free(&t);
    }
}

/* Every way to end early is told, and nothing else happens. */
static void cut_anywhere(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof FORCED - 1; n++) {
        tby_ctree t;
        told out;

        read_tree(&t, &out, (tby_str){FORCED, n});
        assert_true(t.nodes_n <= 2);
        tby_ctree_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_written),
        cmocka_unit_test(a_node_has_its_lines),
        cmocka_unit_test(each_slip_is_told),
        cmocka_unit_test(marks_of_a_side),
        cmocka_unit_test(cut_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
