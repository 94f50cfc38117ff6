/* test_pgn_write.c - the export format: its exact text, its lines, its buffer,
 * and that nothing is lost on the way there and back. */
#include "support/games.h"
#include "tabiya/limits.h"

/* --- exact text -------------------------------------------------------------
 */

static tby_game read_one(const char *s)
{
    games all = read_games(tby_str_of(s), TBY_PGN_ALL);
    tby_game g;

    CHECK(all.n == 1 && all.errors == 0, "%s: %s", s,
          tby_rc_name(all.report[0].error.code));
    g = all.game[0];
    free(all.game);
    free(all.report);
    return g;
}

static const struct {
    const char *what, *in, *out;
} EXACT[] = {
    {"nothing", "*", "*\n\n"},
    {"tags only", "[A \"b\"]", "[A \"b\"]\n\n*\n\n"},
    {"numbers", "e4 e5 Nf3 Nc6", "1. e4 e5 2. Nf3 Nc6 *\n\n"},
    {"habits", "1 e2-e4 e7e5 2 Ng1f3 nc6 3 Bb5+ Nf6 4 0-0 Ne4 5 Re1# 1/2",
     "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 1/2-1/2\n\n"},
    {"suffixes", "1. e4! e5?? 2. Nf3!? *", "1. e4 $1 e5 $4 2. Nf3 $5 *\n\n"},
    {"number behind a comment", "1. e4 {x} e5 {y} 2. Nf3 *",
     "1. e4 {x} 1... e5 {y} 2. Nf3 *\n\n"},
    {"number behind a variation", "1. e4 (1. d4 d5) e5 (1... c5) 2. Nf3 *",
     "1. e4 (1. d4 d5) 1... e5 (1... c5) 2. Nf3 *\n\n"},
    {"nested", "1. e4 (1. d4 d5 (1... Nf6 2. c4 {x}) 2. c4) 1... e5 *",
     "1. e4 (1. d4 d5 (1... Nf6 2. c4 {x}) 2. c4) 1... e5 *\n\n"},
    {"black begins",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 Kd6 *",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 Kd6 *\n\n"},
    {"null moves", "1. e4 Z0 2. d4 *", "1. e4 -- 2. d4 *\n\n"},
    {"escapes", "[A \"a \"b\" \\\\ c\"]\n*",
     "[A \"a \\\"b\\\" \\\\ c\"]\n\n*\n\n"},
    {"empty comment", "1. e4 {} *", "1. e4 {} *\n\n"},
    {"comment before the first move", "{x} 1. e4 *", "{x} 1. e4 *\n\n"},
    {"comment behind the last", "1. e4 e5 {x} 1-0", "1. e4 e5 {x} 1-0\n\n"},
    {"the result of the tag", "[Result \"0-1\"]\n\n1. e4",
     "[Result \"0-1\"]\n\n1. e4 0-1\n\n"},
    {"mate and check", "1. f3 e5 2. g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1\n\n"},
};

static void the_text_is_canonical(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(EXACT); i++) {
        tby_game g = read_one(EXACT[i].in);
        text out = {NULL, 0, 0};
        write_game(&out, &g);
        EXPECT(strcmp(text_end(&out), EXACT[i].out) == 0, "%s:\n%s",
               EXACT[i].what, text_end(&out));
        text_free(&out);
        tby_game_free(&g);
    }
    end_rows();
}

static const char ANNOTATED[] =
    "[Event \"F/S Return Match\"]\n"
    "[Site \"Belgrade, Serbia JUG\"]\n"
    "[Date \"1992.11.04\"]\n"
    "[Round \"29\"]\n"
    "[White \"Fischer, Robert J.\"]\n"
    "[Black \"Spassky, Boris V.\"]\n"
    "[Result \"1/2-1/2\"]\n"
    "\n"
    "{The ninth of them.} 1. e4 $1 e5 2. Nf3 (2. Bc4 Nf6 (2... Bc5 3. Qh5 "
    "{too\n"
    "early}) 3. d3) 2... Nc6 3. Bb5 {[%clk 1:59:30] This opening is called the "
    "Ruy\nLopez.} 3... a6 {[%eval 0.35]} 4. Ba4 Nf6 5. O-O Be7 $5 $36 6. Re1 "
    "b5 "
    "7. Bb3 d6\n8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1/2-1/2\n\n";

static void an_annotated_game_is_written_as_it_was(void **state)
{
    tby_game g = read_one(ANNOTATED);
    text out = {NULL, 0, 0};

    (void)state;
    write_game(&out, &g);
    assert_string_equal(text_end(&out), ANNOTATED);
    text_free(&out);
    tby_game_free(&g);
}

/* --- lines ------------------------------------------------------------------
 */

/* No line of the movetext is longer than 79 bytes but for a single word, or
 * the rest of a line that is a comment. */
static void check_lines(const text *t, const char *what)
{
    const char *p = t->p, *end = t->p + t->n;
    bool empty_line = false;

    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        size_t n = (size_t)(stop - p);
        bool tag = !empty_line && *p == '[';
        bool breakable = memchr(p, ' ', n) && !memchr(p, ';', n);
        EXPECT(tag || n < 80 || !breakable, "%s: %zu bytes: %.*s", what, n,
               (int)n, p);
        EXPECT(n == 0 || p[n - 1] != ' ', "%s: a space ends %.*s", what, (int)n,
               p);
        empty_line |= n == 0;
        p = stop + 1;
    }
    EXPECT(t->n >= 2 && memcmp(end - 2, "\n\n", 2) == 0, "%s: no empty line",
           what);
}

static void lines_are_short(void **state)
{
    rng r = rng_for(__func__);
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < 600; i++) {
        text t = {NULL, 0, 0};
        random_game(&r, (int)(i % KINDS), rng_below(&r, 16), i,
                    rng_below(&r, 120), &g);
        write_game(&t, &g);
        check_lines(&t, "random");
        text_free(&t);
    }
    tby_game_free(&g);
    end_rows();
}

/* Every length of a comment, so that each kind of word meets the margin. */
static void the_margin_is_met_from_all_sides(void **state)
{
    static const char *const after[] = {"e5 *",
                                        "(1. d4) 1... e5 *",
                                        "(1. d4 (1. c4)) e5 *",
                                        "{a} e5 *",
                                        "{a b} e5 *",
                                        "$1 $2 e5 *",
                                        "({x} 1. d4) e5 *",
                                        "*",
                                        "1/2-1/2",
                                        "e5 2. Nf3 Nc6 3. Bb5 *"};

    (void)state;
    for (size_t i = 0; i < LENGTH(after); i++)
        for (size_t n = 0; n < 90; n++) {
            text in = {NULL, 0, 0}, out = {NULL, 0, 0};
            text_puts(&in, "1. e4 {");
            text_repeat(&in, "x", n);
            text_puts(&in, "} ");
            text_puts(&in, after[i]);
            tby_game g = read_one(text_end(&in));
            write_game(&out, &g);
            if (n < 70)
                check_lines(&out, after[i]);
            check_round_trip(&g, after[i]);
            tby_game_free(&g);
            text_free(&in);
            text_free(&out);
        }
    end_rows();
}

/* --- the buffer -------------------------------------------------------------
 */

static void it_behaves_like_snprintf(void **state)
{
    tby_game g = read_one(ANNOTATED);
    size_t n = tby_pgn_write(&g, NULL, 0);
    char whole[sizeof ANNOTATED], buf[sizeof ANNOTATED + 8];

    (void)state;
    assert_int_equal(n, sizeof ANNOTATED - 1);
    assert_int_equal(tby_pgn_write(&g, whole, sizeof whole), n);
    for (size_t cap = 1; cap <= n + 2; cap++) {
        memset(buf, '#', sizeof buf);
        assert_int_equal(tby_pgn_write(&g, buf, cap), n);
        size_t kept = cap <= n ? cap - 1 : n;
        assert_memory_equal(buf, whole, kept);
        assert_int_equal(buf[kept], '\0');
        for (size_t i = cap; i < sizeof buf; i++)
            assert_int_equal(buf[i], '#');
    }
    tby_game_free(&g);
}

/* --- limits -----------------------------------------------------------------
 */

/* A move and so many comments; one more is of so many bytes. */
static tby_game game_of_comments(unsigned comments, size_t last)
{
    static char x[TBY_MAX_COMMENT_BYTES];
    tby_game g = read_one("1. e4 *");

    memset(x, 'x', sizeof x);
    for (unsigned i = 0; i <= comments; i++)
        assert_int_equal(tby_game_add_comment(
                             &g, (tby_str){x, i < comments ? sizeof x : last}),
                         TBY_OK);
    return g;
}

static void check_before_others(const tby_game *g)
{
    static const char *const OTHERS[] = {"", "1. c4 *\n\n",
                                         "[A \"b\"]\n\n1. c4 *\n\n"};

    for (size_t i = 0; i < LENGTH(OTHERS); i++) {
        text t = {NULL, 0, 0};
        write_game(&t, g);
        text_puts(&t, OTHERS[i]);
        games all = read_games(text_str(&t), TBY_PGN_ALL);
        EXPECT(all.n == 1 + (i > 0) && all.errors == 0 &&
                   tby_game_same(g, &all.game[0]),
               "%s: %zu games, %zu errors", OTHERS[i], all.n, all.errors);
        games_free(&all);
        text_free(&t);
    }
    end_rows();
}

/* The longest text that the reader takes is written, one byte more is not. */
static void a_game_is_as_long_as_can_be_read(void **state)
{
    enum { COMMENTS = 7, LEAST = 100, MOST = TBY_MAX_GAME_BYTES - 1 };
    tby_game g = game_of_comments(COMMENTS, LEAST);
    size_t left = MOST - tby_pgn_write(&g, NULL, 0);

    (void)state;
    assert_in_range(left, 1, TBY_MAX_COMMENT_BYTES - LEAST - 1);
    for (size_t more = 0; more < 2; more++) {
        tby_game_free(&g);
        g = game_of_comments(COMMENTS, LEAST + left + more);
        size_t n = tby_pgn_write(&g, NULL, 0);
        assert_int_equal(n, MOST + more);
        assert_int_equal(tby_pgn_fit(&g, n), more ? TBY_E_PGN_FIT : TBY_OK);
        if (!more)
            check_before_others(&g);
    }
    tby_game_free(&g);
}

/* A value of quotes takes twice its bytes. */
static void a_tag_is_as_long_as_can_be_read(void **state)
{
    enum { MOST = TBY_MAX_TAG_BYTES };
    static char value[MOST / 2 + 2];

    (void)state;
    memset(value, '"', sizeof value);
    for (size_t more = 0; more < 2; more++) {
        text t = {NULL, 0, 0};
        tby_game g;

        tby_game_init(&g, NULL);
        assert_int_equal(tby_game_add_tag(&g, tby_str_of("A"),
                                          (tby_str){value, MOST / 2 + more}),
                         TBY_OK);
        write_game(&t, &g);
        games all = read_games(text_str(&t), TBY_PGN_ALL);
        assert_int_equal(all.n, 1);
        assert_int_equal(all.errors, more);
        assert_int_equal(tby_pgn_fit(&g, t.n), more ? TBY_E_PGN_FIT : TBY_OK);
        assert_int_equal(tby_game_same(&g, &all.game[0]), more == 0);
        games_free(&all);
        text_free(&t);
        tby_game_free(&g);
    }
}

/* --- there and back ---------------------------------------------------------
 */

static void random_games_come_back(void **state)
{
    rng r = rng_for(__func__);
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < 1500; i++) {
        random_game(&r, (int)(i % KINDS), rng_below(&r, 32), i,
                    rng_below(&r, 150), &g);
        check_round_trip(&g, KIND_NAMES[i % KINDS]);
    }
    tby_game_free(&g);
    end_rows();
}

/* What is written is what would be written again, and is one game. */
static void check_stable(const tby_game *g)
{
    text one = {NULL, 0, 0}, two = {NULL, 0, 0};

    write_game(&one, g);
    tby_game again = read_one(text_end(&one));
    write_game(&two, &again);
    EXPECT(strcmp(text_end(&one), text_end(&two)) == 0, "%s\n%s",
           text_end(&one), text_end(&two));
    tby_game_free(&again);
    text_free(&one);
    text_free(&two);
}

static void writing_is_stable(void **state)
{
    rng r = rng_for(__func__);
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < 200; i++) {
        random_game(&r, (int)(i % KINDS), rng_below(&r, 32), i, 60, &g);
        check_stable(&g);
    }
    tby_game_free(&g);
    end_rows();
}

/* "1. e4 {comment} (1. d4 {comment}) *". */
static void make_commented(tby_game *g, tby_str comment)
{
    const tby_item e4 = {.kind = TBY_ITEM_MOVE,
                         .move = tby_move_make(12, 28, TBY_NO_ROLE)};
    const tby_item d4 = {.kind = TBY_ITEM_MOVE,
                         .move = tby_move_make(11, 27, TBY_NO_ROLE)};

    tby_game_clear(g);
    must(tby_game_add_item(g, e4));
    must(tby_game_add_comment(g, comment));
    add_kind(g, TBY_ITEM_OPEN);
    must(tby_game_add_item(g, d4));
    must(tby_game_add_comment(g, comment));
    add_kind(g, TBY_ITEM_CLOSE);
    g->has_result = true;
}

/* The header of a game cannot stand after a ;, nor a } in braces.  The parts
 * of a text that has both are comments, some of which fit braces. */
static void comments_that_hold_headers_are_stable(void **state)
{
    static const char HEADER[] = "[Event \"x\"] [Site \"y\"] ";
    static const char *const texts[] = {
        "{ a } [Event \"x\"] [Event \"x\"] {b}",
        "} [Event \"x\"] [Site \"y\"] 1. e4",
        "[Event \"x\"] [Site \"y\"] 1. e4 } [Event \"z\"] [A \"b\"] {",
        "}[Event \"x\"][Event \"x\"][Event \"x\"]1. e4",
        "} [Event \"x\\\"] [Event \"\"] [A \"\"] 1. e4 [Event \"\"] [A \"\"]{"};
    text many = {NULL, 0, 0};
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        make_commented(&g, tby_str_of(texts[i]));
        check_round_trip(&g, texts[i]);
        check_stable(&g);
    }
    text_repeat(&many, HEADER, 10000); /* in reasonable time */
    text_puts(&many, "1. e4 {} ");
    text_repeat(&many, "[Event \"x\"] [Site \"y\"] 1. e4 ", 10000);
    make_commented(&g, text_str(&many));
    check_round_trip(&g, "many");
    check_stable(&g);
    text_free(&many);
    tby_game_free(&g);
    end_rows();
}

/* In a variation, "1." after a result begins the next game; not if the result
 * ends a comment. */
static void comments_may_end_with_results(void **state)
{
    static const char *const texts[] = {"} 1-0", "} 0-1", "} 1/2-1/2", "} 1/2",
                                        "} *"};
    tby_game g;

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char in[80];
        snprintf(in, sizeof in, "1. e4 (\n;%s\n1. d4) 1... e5 *", texts[i]);
        g = read_one(in);
        CHECK(g.plies == 2 && g.items_n == 6, "%s", in);
        check_round_trip(&g, in);
        check_stable(&g);
        tby_game_free(&g);
        games quick = read_games(tby_str_of(in), TBY_PGN_MAINLINE);
        CHECK(quick.n == 1 && quick.errors == 0 && quick.game[0].plies == 2,
              "%s", in);
        games_free(&quick);
    }
    end_rows();
}

/* Many in one file, in both passes. */
static void a_file_of_games_comes_back(void **state)
{
    enum { N = 100 };
    rng r = rng_for(__func__);
    static tby_game g[N];
    text t = {NULL, 0, 0};

    (void)state;
    for (unsigned i = 0; i < N; i++) {
        tby_game_init(&g[i], NULL);
        random_game(&r, (int)(i % KINDS), rng_below(&r, 32), i,
                    rng_below(&r, 80), &g[i]);
        write_game(&t, &g[i]);
    }
    games all = read_games(text_str(&t), TBY_PGN_ALL);
    games quick = read_games(text_str(&t), TBY_PGN_MAINLINE);
    assert_int_equal(all.n, N);
    assert_int_equal(quick.n, N);
    assert_int_equal(all.errors + quick.errors, 0);
    for (unsigned i = 0; i < N; i++) {
        text a = {NULL, 0, 0}, b = {NULL, 0, 0};
        EXPECT(came_back(&g[i], &all.game[i]), "game %u", i);
        dump_tags(&a, &g[i]);
        dump_tags(&b, &quick.game[i]);
        dump_items(&a, &g[i], true);
        dump_items(&b, &quick.game[i], false);
        EXPECT(strcmp(text_end(&a), text_end(&b)) == 0, "game %u:\n%s\n%s", i,
               text_end(&a), text_end(&b));
        EXPECT(quick.report[i].key == all.report[i].key &&
                   quick.report[i].begin == all.report[i].begin &&
                   quick.report[i].end == all.report[i].end,
               "game %u", i);
        text_free(&a);
        text_free(&b);
        tby_game_free(&g[i]);
    }
    games_free(&all);
    games_free(&quick);
    text_free(&t);
    end_rows();
}

/* Games without tags, with comments before their first move. */
static void games_without_tags_come_back(void **state)
{
    static const char *const parts[] = {"{one} 1. e4 {two} *", "1. d4 1-0",
                                        "{three} {four} 1. c4 0-1",
                                        "1. f4 {five} 1/2-1/2", "{six} *"};
    text t = {NULL, 0, 0};

    (void)state;
    for (size_t i = 0; i < LENGTH(parts); i++) {
        tby_game g = read_one(parts[i]);
        write_game(&t, &g);
        tby_game_free(&g);
    }
    games all = read_games(text_str(&t), TBY_PGN_ALL);
    EXPECT(all.n == LENGTH(parts), "%zu games", all.n);
    for (size_t i = 0; i < LENGTH(parts) && i < all.n; i++) {
        tby_game g = read_one(parts[i]);
        EXPECT(tby_game_same(&g, &all.game[i]), "%s", parts[i]);
        tby_game_free(&g);
    }
    games_free(&all);
    text_free(&t);
    end_rows();
}

/* --- texts that only other formats can hold ---------------------------------
 */

/* Whatever bytes a tag or a comment has, the file stays one sound game.  Braces
 * cannot hold a }, nor a line more than a line. */
static void line_ends_inside_texts_do_no_harm(void **state)
{
    static const char *const texts[] = {
        "a\nb",
        "a\rb",
        "a\r\nb",
        "\n\n[Event \"x\"]\n\n1. e4 *",
        "\n%x",
        "[Event \"x\"]\nb",
        "[Event\n\"x\"]\n\n[Site\n\"y\"]\n\n1. e4",
        "a\tb",
        "} e4 {",
        " a\n\n1. e4 b ",
        "\"]\n[X \""};

    (void)state;
    for (size_t i = 0; i < LENGTH(texts); i++) {
        text t = {NULL, 0, 0};
        tby_game g;
        tby_game_init(&g, NULL);
        make_commented(&g, tby_str_of(texts[i]));
        add_tag(&g, "Event", texts[i]);
        add_tag(&g, "Site", "s");
        write_game(&t, &g);
        games all = read_games(text_str(&t), TBY_PGN_ALL);
        EXPECT(all.n == 1 && all.errors == 0 && all.game[0].tags_n == 2 &&
                   all.game[0].items_n == 6 && all.game[0].plies == 1,
               "%zu games in\n%s", all.n, text_end(&t));
        check_stable(&g);
        games_free(&all);
        text_free(&t);
        tby_game_free(&g);
    }
    end_rows();
}

/* All bytes of a text but white space, and the ends of comments. */
static void add_bare(text *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(" \t\r\n", p[i])) /* and NUL */
            text_add(t, p + i, 1);
}

static void check_words_stay(const tby_game *g)
{
    text t = {NULL, 0, 0}, before = {NULL, 0, 0}, after = {NULL, 0, 0};

    write_game(&t, g);
    tby_game again = read_one(text_end(&t));
    for (size_t i = 0; i < g->items_n; i++) {
        tby_str s = tby_game_text(g, g->items[i].text);
        add_bare(&before, s.p, s.n);
    }
    for (size_t i = 0; i < again.items_n; i++) {
        tby_str s = tby_game_text(&again, again.items[i].text);
        add_bare(&after, s.p, s.n);
    }
    EXPECT(again.plies == 1 && strcmp(text_end(&before), text_end(&after)) == 0,
           "%s\nof\n%s", text_end(&before), text_end(&t));
    tby_game_free(&again);
    text_free(&t);
    text_free(&before);
    text_free(&after);
}

/* What a reader takes for a game when line ends have become spaces. */
static void whole_games_inside_texts_do_no_harm(void **state)
{
    static const char *const parts[] = {
        "[Event \"x\"]",
        "[Event\n\"x\"]",
        "[Site \"y\"]",
        "\n",
        "\n\n",
        "\r\n",
        "1. e4 e5",
        "}",
        "{",
        "1-0",
        " ",
        "\t",
        "%",
        "[Event",
        "\"x\"]",
        "a-word-that-is-so-long-that-it-fills-half-a-line"};
    rng r = rng_for(__func__);
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < 3000; i++) {
        text t = {NULL, 0, 0};
        for (unsigned n = rng_below(&r, 16); n > 0; n--) {
            text_puts(&t, parts[rng_below(&r, LENGTH(parts))]);
            if (rng_chance(&r, 5))
                text_add(&t, "", 1);
        }
        make_commented(&g, text_str(&t));
        check_stable(&g);
        check_words_stay(&g);
        text_free(&t);
    }
    tby_game_free(&g);
    end_rows();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_canonical),
        cmocka_unit_test(an_annotated_game_is_written_as_it_was),
        cmocka_unit_test(lines_are_short),
        cmocka_unit_test(the_margin_is_met_from_all_sides),
        cmocka_unit_test(it_behaves_like_snprintf),
        cmocka_unit_test(a_game_is_as_long_as_can_be_read),
        cmocka_unit_test(a_tag_is_as_long_as_can_be_read),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(writing_is_stable),
        cmocka_unit_test(comments_that_hold_headers_are_stable),
        cmocka_unit_test(comments_may_end_with_results),
        cmocka_unit_test(a_file_of_games_comes_back),
        cmocka_unit_test(games_without_tags_come_back),
        cmocka_unit_test(line_ends_inside_texts_do_no_harm),
        cmocka_unit_test(whole_games_inside_texts_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
