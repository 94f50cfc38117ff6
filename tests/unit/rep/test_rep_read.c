/* test_rep_read.c - what repertoire files say: the same repertoire in every
 * version, moves as people write them, comments, and positions that share a
 * board. */
#include "core/base/str.h"
#include "support/graphs.h"
#include "unit/rep/rep.h"

#define HEAD "v5.0\n= T\nwhite\n"

/* A sample of ours, from the root of the project. */
static bytes sample(const char *name)
{
    char path[200];
    bytes out = {malloc(1 << 16), 0};

    snprintf(path, sizeof path, "tests/data/repertoire/%s", name);
    FILE *file = fopen(path, "rb");
    CHECK(file && out.p, "%s is not there", path);
    out.n = fread(out.p, 1, 1 << 16, file);
    fclose(file);
    return out;
}

/* The moves of a line that must be there: its last edge. */
static const tby_edge *edge_after(const tby_graph *g, const char *before,
                                  const char *move)
{
    uint32_t node = node_after(g, before);
    tby_move m = TBY_MOVE_NONE;

    CHECK(tby_san_parse(&g->nodes[node].pos, tby_str_of(move), TBY_SAN_TOLERANT,
                        &m, NULL) == TBY_OK,
          "%s", move);
    uint32_t edge = tby_graph_edge(g, node, m);
    CHECK(edge != TBY_NONE, "%s %s", before, move);
    return &g->edges[edge];
}

static void check_note(const tby_graph *g, const char *before, const char *move,
                       const char *note)
{
    tby_str text = tby_graph_text(g, edge_after(g, before, move)->note);

    CHECK(tby_str_is(text, note), "%s %s: %.*s, not %s", before, move,
          (int)text.n, text.p, note);
}

/* --- versions -------------------------------------------------------------*/

static void a_file_in_its_final_form_is_written_as_it_is(void **state)
{
    static rep_file f;
    bytes b = sample("italian.v5.txt");

    (void)state;
    rep_read(&f, str_of(b));
    assert_int_equal(f.told_n, 0);
    tby_buf out = rep_written(&f.graph, 5);
    CHECK(out.n == b.n && memcmp(out.p, b.p, b.n) == 0, "%.*s", (int)out.n,
          out.p);
    tby_buf_free(&out);
    rep_close(&f);
    free(b.p);
}

/* Older files lack glyphs, evaluations, title or colour, but not one move,
 * comment or place. */
static void every_version_has_the_same_moves(void **state)
{
    static const struct {
        const char *name;
        uint64_t repairs;
        bool san; /* moves, and so their glyphs */
    } files[] = {{"italian.v4.txt", 2, true},
                 {"italian-no-castling.v4.txt", 17, true},
                 {"italian-old-style.v4.txt", 16, false},
                 {"italian.v3.txt", 0, false},
                 {"italian-letters.v2.txt", 0, false},
                 {"italian-base64.v2.txt", 0, false}};
    static rep_file whole, f;
    bytes b = sample("italian.v5.txt"), old;

    (void)state;
    rep_read(&whole, str_of(b));
    for (size_t i = 0; i < LENGTH(files); i++) {
        old = sample(files[i].name);
        rep_read(&f, str_of(old));
        CHECK(f.rc == TBY_OK && f.report.errors == 0, "%s: %s", files[i].name,
              rep_shown(&f, 0));
        CHECK(f.report.repairs == files[i].repairs, "%s: %ju repairs",
              files[i].name, (uintmax_t)f.report.repairs);
        assert_int_equal(f.graph.has_color, false);
        tby_graph_set_color(&f.graph, TBY_WHITE);
        assert_int_equal(
            tby_graph_set_title(&f.graph, TBY_STR("Italian and Scotch")),
            TBY_OK);
        for (uint32_t k = 0; k < f.graph.edges_n && !files[i].san; k++) {
            tby_str nags =
                tby_graph_text(&whole.graph, whole.graph.edges[k].nags);
            assert_int_equal(tby_graph_set_nags(&f.graph, k, nags), TBY_OK);
        }
        for (uint32_t k = 0; k < f.graph.nodes_n; k++)
            tby_graph_set_eval(&f.graph, k, whole.graph.nodes[k].eval);
        CHECK(tby_graph_compare(&whole.graph, &f.graph) == TBY_OK,
              "%s is another repertoire", files[i].name);
        rep_close(&f);
        free(old.p);
    }
    rep_close(&whole);
    free(b.p);
}

static void line_ends_and_blank_lines_do_not_matter(void **state)
{
    static const char *const texts[] = {
        HEAD "# a\nstart -> e4\n# b\n",
        "v5.0\r\n= T\r\nwhite\r\n# a\r\nstart -> e4\r\n# b\r\n",
        "v5.0\r= T\rwhite\r# a\rstart -> e4\r# b\r",
        "\xEF\xBB\xBFv5.0\n= T\nwhite\n# a\nstart -> e4\n# b",
        "\n\n v5.0 \n\n=T\n  \nwhite\t\n\n\n#a\n\n  start  ->   e4  \n\t\n #b"};
    static rep_file first, f;

    (void)state;
    rep_read_text(&first, texts[0]);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        rep_read_text(&f, texts[i]);
        CHECK(f.rc == TBY_OK && f.told_n == 0, "%zu: %s", i, rep_shown(&f, 0));
        CHECK(tby_graph_compare(&first.graph, &f.graph) == TBY_OK, "%zu", i);
        rep_close(&f);
    }
    rep_close(&first);
}

/* --- moves ----------------------------------------------------------------*/

static void moves_are_read_as_people_write_them(void **state)
{
    static const struct {
        const char *written, *kept;
    } moves[] = {{"e4", "e4"},
                 {"e4!", "e4!"},
                 {"e2e4", "e4"},
                 {"e2-e4", "e4"},
                 {"Ng1f3", "Nf3"},
                 {"Nf3+", "Nf3"},
                 {"nf3?!", "Nf3?!"},
                 {"Nf3 $1", "Nf3!"},
                 {"Nf3 $14 $1", "Nf3 $14 $1"},
                 {"Nf3! $14 $14", "Nf3! $14"},
                 {"d4!!!", "d4!!"},
                 {"d4 !?", "d4!?"},
                 {"d4 $0", "d4"},
                 {"Pd4", "d4"}};
    static rep_file f;
    char text[200];

    (void)state;
    for (size_t i = 0; i < LENGTH(moves); i++) {
        snprintf(text, sizeof text, HEAD "start -> %s\n", moves[i].written);
        rep_read_text(&f, text);
        CHECK(f.told_n == 0, "%s: %s", moves[i].written, rep_shown(&f, 0));
        tby_buf out = rep_written(&f.graph, 5);
        snprintf(text, sizeof text, HEAD "\nstart -> %s\n", moves[i].kept);
        CHECK(tby_str_is(tby_buf_str(&out), text), "%s is kept as\n%.*s",
              moves[i].written, (int)out.n, out.p);
        tby_buf_free(&out);
        rep_close(&f);
    }
}

static void castling_and_promotion_in_every_spelling(void **state)
{
    static const char *const lines[] = {
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -> 0-0",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -> e1g1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 -> o-o-o",
        "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1 -> e8Q",
        "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1 -> e8/N",
        "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1 -> e7e8r",
        "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1 -> e8=B $10"};
    static rep_file f;
    char text[2000] = HEAD;

    (void)state;
    for (size_t i = 0; i < LENGTH(lines); i++) {
        strcat(text, lines[i]);
        strcat(text, "\n");
    }
    rep_read_text(&f, text);
    assert_int_equal(f.told_n, 1); /* two are one */
    assert_string_equal(rep_shown(&f, 0),
                        "5:1: The move has another line: what both say of it "
                        "is joined. (rep_twice)");
    assert_int_equal(f.graph.edges_n, 6);
    rep_close(&f);
}

/* --- comments -------------------------------------------------------------*/

static void no_comment_is_lost(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(&f, "v5.0\n# in the head\n= T\nwhite\n"
                      "# one\n#\n#   two   three \nstart : 1, 2\n# four\n"
                      "start -> e4\n"
                      "# of a move that is none\nstart -> e5\n"
                      "# before nonsense\nnonsense\nstart -> d4\n"
                      "# last\n# but\n# not least\n");
    assert_int_equal(f.report.errors, 2);
    check_note(&f.graph, "", "e4", "in the head one two   three four");
    check_note(&f.graph, "", "d4", "before nonsense");
    static const char *const loose[] = {"of a move that is none", "last", "but",
                                        "not least"};
    assert_int_equal(f.graph.loose_n, LENGTH(loose));
    for (size_t i = 0; i < LENGTH(loose); i++)
        assert_true(
            tby_str_is(tby_graph_text(&f.graph, f.graph.loose[i]), loose[i]));
    rep_close(&f);
}

static void the_same_move_twice_joins_what_is_said(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(&f, HEAD "# one\nstart -> e4!\n# two\nstart -> e2e4 $14\n"
                           "# one\nstart -> e4\nstart -> e4?\n"
                           "start : 1, 2\nstart : 1, 2, white +0.10\n");
    assert_int_equal(f.told_n, 3);
    assert_int_equal(f.report.warnings, 3);
    assert_int_equal(f.graph.edges_n, 1);
    check_note(&f.graph, "", "e4", "one | two");
    tby_str nags = tby_graph_text(&f.graph, f.graph.edges[0].nags);
    assert_true(nags.n == 3 && memcmp(nags.p, "\x01\x0e\x02", 3) == 0);
    rep_close(&f);
}

static void lines_that_contradict_each_other_are_told(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(&f, HEAD "start : 1, 2, white +0.10\nstart : 1, 3\n"
                           "start : 1, 3, black +0.10\nstart -> e4\n");
    assert_int_equal(f.report.errors, 0);
    assert_int_equal(f.told_n, 2);
    assert_int_equal(f.told[0].code, TBY_E_REP_DUPLICATE);
    assert_int_equal(f.told[0].place.line, 5);
    assert_int_equal(f.told[1].place.line, 6);
    assert_true(f.graph.nodes[0].y > 2.9);
    assert_int_equal(f.graph.nodes[0].eval.side, TBY_BLACK);
    rep_close(&f);
}

static void text_that_is_not_utf8_is_converted_and_told(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(&f, "v5.0\n= K\xf6nig\nwhite\n# na\xefve \x96 ok\n"
                      "start -> e4\n");
    assert_int_equal(f.report.errors, 0);
    assert_int_equal(f.told_n, 2);
    assert_string_equal(
        rep_shown(&f, 1),
        "4:3: The text is not UTF-8 and was read as Windows-1252. "
        "(rep_encoding)");
    assert_true(tby_str_is(tby_graph_text(&f.graph, f.graph.title), "König"));
    check_note(&f.graph, "", "e4", "naïve – ok");
    rep_close(&f);
}

static void a_nul_is_told(void **state)
{
    static const char text[] = "v5.0\n= A\0B\nwhite\n# c\0d\xe9\nstart -> e4\n";
    static rep_file f;

    (void)state;
    rep_read(&f, (tby_str){text, sizeof text - 1});
    assert_int_equal(f.report.errors, 0);
    assert_int_equal(f.told_n, 3);
    assert_string_equal(
        rep_shown(&f, 0),
        "2:4: The text has a NUL, which became a space. (rep_nul)");
    assert_string_equal(
        rep_shown(&f, 2),
        "4:4: The text has a NUL, which became a space. (rep_nul)");
    assert_true(tby_str_is(tby_graph_text(&f.graph, f.graph.title), "A B"));
    check_note(&f.graph, "", "e4", "c d\xc3\xa9");
    rep_close(&f);
}

/* --- places ---------------------------------------------------------------*/

static void numbers_are_plain_or_have_an_exponent(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(&f, HEAD "start : -1.25e2,+.5\nstart -> e4\n"
                           "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
                           "KQkq - 0 1 : 1425.6000000000001, -0, M3\n");
    CHECK(f.told_n == 0, "%s", rep_shown(&f, 0));
    tby_buf out = rep_written(&f.graph, 5);
    CHECK(tby_str_is(tby_buf_str(&out),
                     HEAD "\nstart : -125.0, 0.5\n"
                          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "
                          "KQkq - 0 1 : 1425.6, 0.0, black M3\n\n"
                          "start -> e4\n"),
          "%.*s", (int)out.n, out.p);
    tby_buf_free(&out);
    rep_close(&f);
}

/* An evaluation without a place, and a position without anything. */
static void what_has_no_place_stays_without(void **state)
{
    static rep_file f;
    tby_pos king = pos_of("8/8/8/8/8/2k5/8/4K3 w - - 3 40");
    tby_graph g;
    uint32_t node;

    (void)state;
    tby_graph_init(&g, NULL);
    tby_graph_set_color(&g, TBY_WHITE);
    add_line(&g, NULL, "e4 e5");
    tby_graph_set_eval(&g, 1, tby_eval_from_cp(35));
    assert_int_equal(tby_graph_add_node(&g, &king, &node), TBY_OK);
    rep_check_round_trip(&g, "a graph without places");
    tby_buf out = rep_written(&g, 4);
    rep_read(&f, tby_buf_str(&out));
    assert_int_equal(f.graph.nodes_n, 4);
    assert_true(!f.graph.nodes[1].placed && f.graph.nodes[1].eval.kind);
    rep_close(&f);
    tby_buf_free(&out);
    tby_graph_free(&g);
}

/* --- positions that share a board -----------------------------------------*/

/* With en passant a leaf, without it there are moves: what is exact stays with
 * what it says. */
static void moves_do_not_leak_to_a_position_of_the_same_board(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(
        &f, HEAD
        "start -> e4\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> e6\n"
        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 -> e5\n"
        "rnbqkbnr/pppp1ppp/4p3/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 -> d5\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> d5\n"
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 -> e5\n"
        "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 -> e6\n"
        "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3 -> Nf3\n"
        "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3 -> "
        "exd6\n");
    /* but what only the other can do is the other's */
    assert_int_equal(f.told_n, 1);
    assert_string_equal(rep_shown(&f, 0),
                        "12:56: Restored the en passant square: d6. "
                        "(rep_repaired_ep)");
    assert_int_equal(f.graph.nodes[node_after(&f.graph, "e4 d5 e5 e6")].out_n,
                     1);
    assert_int_equal(f.graph.nodes[node_after(&f.graph, "e4 e6 e5 d5")].out_n,
                     1);
    edge_after(&f.graph, "e4 e6 e5 d5", "exd6");
    rep_check_round_trip(&f.graph, "two orders");
    rep_close(&f);
}

/* Version 4 always leaves the square out: then a line speaks of both. */
static void version_4_speaks_of_both(void **state)
{
    static rep_file f;

    (void)state;
    rep_read_text(
        &f,
        "v4.0\n= T\nstart -> e4\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> e6\n"
        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 -> e5\n"
        "rnbqkbnr/pppp1ppp/4p3/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> d5\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> d5\n"
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 -> e5\n"
        "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -> e6\n"
        "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 -> "
        "Nf3\n"
        "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 -> "
        "exd6\n");
    assert_int_equal(f.report.errors, 0);
    edge_after(&f.graph, "e4 e6 e5 d5", "Nf3");
    edge_after(&f.graph, "e4 e6 e5 d5", "exd6");
    edge_after(&f.graph, "e4 d5 e5 e6", "Nf3");
    assert_int_equal(f.graph.nodes[node_after(&f.graph, "e4 d5 e5 e6")].out_n,
                     1);
    rep_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_in_its_final_form_is_written_as_it_is),
        cmocka_unit_test(every_version_has_the_same_moves),
        cmocka_unit_test(line_ends_and_blank_lines_do_not_matter),
        cmocka_unit_test(moves_are_read_as_people_write_them),
        cmocka_unit_test(castling_and_promotion_in_every_spelling),
        cmocka_unit_test(no_comment_is_lost),
        cmocka_unit_test(the_same_move_twice_joins_what_is_said),
        cmocka_unit_test(lines_that_contradict_each_other_are_told),
        cmocka_unit_test(text_that_is_not_utf8_is_converted_and_told),
        cmocka_unit_test(a_nul_is_told),
        cmocka_unit_test(numbers_are_plain_or_have_an_exponent),
        cmocka_unit_test(what_has_no_place_stays_without),
        cmocka_unit_test(moves_do_not_leak_to_a_position_of_the_same_board),
        cmocka_unit_test(version_4_speaks_of_both),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
