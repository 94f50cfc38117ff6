/* test_game.c - the handle of a game: what is added is there, what is refused
 * changes nothing, and every byte is given back. */
#include "support/failing.h"
#include "support/games.h"
#include "tabiya/limits.h"

/* --- filling and emptying
 * ------------------------------------------------------ */

static tby_item a_move(tby_square from, tby_square to)
{
    return (tby_item){.kind = TBY_ITEM_MOVE,
                      .move = tby_move_make(from, to, TBY_NO_ROLE)};
}

static bool tag_is(const tby_game *g, const char *name, const char *value)
{
    tby_str s = tby_game_tag(g, name);

    return s.p && s.n == strlen(value) && memcmp(s.p, value, s.n) == 0;
}

static void an_empty_game_is_from_the_start(void **state)
{
    tby_game g;
    tby_pos start = tby_pos_start();

    (void)state;
    tby_game_init(&g, NULL);
    assert_true(tby_pos_same(&g.start, &start));
    assert_int_equal(g.start.fullmoves, 1);
    assert_false(g.setup || g.chess960 || g.has_result);
    assert_int_equal(g.result, TBY_RESULT_NONE);
    assert_int_equal(g.plies + g.tags_n + g.items_n + g.text_n, 0);
    assert_null(tby_game_tag(&g, "Event").p);
    tby_game_free(&g);
    tby_game_free(&g); /* twice is once */
}

static void what_is_added_is_there_in_order(void **state)
{
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    add_tag(&g, "Event", "one");
    add_tag(&g, "Site", "");
    add_tag(&g, "Event", "two");
    must(tby_game_add_item(&g, a_move(12, 28)));
    must(tby_game_add_comment(&g, tby_str_of("a comment")));
    must(tby_game_add_comment(&g, (tby_str){NULL, 0}));
    must(tby_game_add_item(&g, (tby_item){.kind = TBY_ITEM_NAG, .nag = 255}));
    text t = {NULL, 0, 0};
    dump_tags(&t, &g);
    dump_items(&t, &g, false);
    assert_string_equal(text_end(&t), "Event=one|Site=|Event=two e2e4 "
                                      "{a comment} {} $255");
    assert_true(tag_is(&g, "Event", "one")); /* the first */
    assert_true(tag_is(&g, "Site", ""));     /* there, and empty */
    assert_null(tby_game_tag(&g, "event").p);
    assert_null(tby_game_tag(&g, "Even").p);
    assert_null(tby_game_tag(&g, "Events").p);
    text_free(&t);
    tby_game_free(&g);
}

/* 1. e4 (1. d4 d5) 1... e5, made by hand and read. */
static void moves_that_are_added_are_counted(void **state)
{
    const tby_item items[] = {a_move(12, 28),           {.kind = TBY_ITEM_OPEN},
                              a_move(11, 27),           a_move(51, 35),
                              {.kind = TBY_ITEM_CLOSE}, a_move(52, 36)};
    tby_game made;
    games read =
        read_games(tby_str_of("1. e4 (1. d4 d5) 1... e5 *"), TBY_PGN_ALL);

    (void)state;
    tby_game_init(&made, NULL);
    for (size_t i = 0; i < LENGTH(items); i++)
        must(tby_game_add_item(&made, items[i]));
    assert_int_equal(made.plies, 2);
    assert_true(tby_game_same(&made, &read.game[0]));
    tby_game_clear(&made);
    assert_int_equal(made.plies, 0);
    tby_game_free(&made);
    games_free(&read);
}

static void the_texts_of_the_caller_are_copied(void **state)
{
    char name[] = "Event", value[] = "one", comment[] = "two";
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    add_tag(&g, name, value);
    must(tby_game_add_comment(&g, tby_str_of(comment)));
    name[0] = value[0] = comment[0] = '#';
    assert_true(tag_is(&g, "Event", "one"));
    assert_memory_equal(tby_game_text(&g, g.items[0].text).p, "two", 3);
    tby_game_free(&g);
}

static void clear_keeps_the_memory_and_nothing_else(void **state)
{
    failing l = {.calls_left = SIZE_MAX};
    tby_alloc alloc = failing_alloc(&l);
    rng r = rng_for(__func__);
    tby_game g, fresh;

    (void)state;
    tby_game_init(&g, &alloc);
    tby_game_init(&fresh, NULL);
    random_game(&r, SCATTERED, 15, 1, 100, &g);
    size_t out = l.out;
    tby_game_clear(&g);
    assert_true(tby_game_same(&g, &fresh));
    assert_false(g.has_result);
    assert_int_equal(l.out, out);
    l.calls_left = 0; /* the same again fits into what is there */
    r = rng_for(__func__);
    random_game(&r, SCATTERED, 15, 1, 100, &g);
    assert_int_equal(l.out, out);
    tby_game_free(&g);
    failing_check_back(&l);
    assert_true(tby_game_same(&g, &fresh));
    l.calls_left = SIZE_MAX; /* usable again, with the same allocator */
    add_tag(&g, "a", "b");
    assert_true(l.out > 0);
    tby_game_free(&g);
    failing_check_back(&l);
}

/* --- limits
 * -------------------------------------------------------------------- */

static void tags_have_limits(void **state)
{
    text long_value = {NULL, 0, 0};
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    text_repeat(&long_value, "x", TBY_MAX_TAG_BYTES);
    tby_str most = {long_value.p, TBY_MAX_TAG_BYTES - 1};
    must(tby_game_add_tag(&g, tby_str_of("A"), most));
    assert_int_equal(tby_game_add_tag(&g, tby_str_of("AB"), most), TBY_E_LIMIT);
    assert_int_equal(tby_game_add_tag(&g, most, tby_str_of("AB")), TBY_E_LIMIT);
    assert_int_equal(g.tags_n, 1);
    assert_int_equal(g.text_n, TBY_MAX_TAG_BYTES);
    while (g.tags_n < TBY_MAX_TAGS)
        add_tag(&g, "B", "");
    assert_int_equal(tby_game_add_tag(&g, tby_str_of("B"), tby_str_of("")),
                     TBY_E_LIMIT);
    assert_int_equal(g.tags_n, TBY_MAX_TAGS);
    text_free(&long_value);
    tby_game_free(&g);
}

static void comments_have_a_limit(void **state)
{
    text t = {NULL, 0, 0};
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    text_repeat(&t, "x", TBY_MAX_COMMENT_BYTES + 1);
    must(tby_game_add_comment(&g, (tby_str){t.p, TBY_MAX_COMMENT_BYTES}));
    assert_int_equal(tby_game_add_comment(&g, text_str(&t)), TBY_E_LIMIT);
    assert_int_equal(g.items_n, 1);
    text_free(&t);
    tby_game_free(&g);
}

/* All texts of a game together. */
static void a_game_has_a_limit(void **state)
{
    text t = {NULL, 0, 0};
    tby_game g;
    unsigned n = 0;

    (void)state;
    tby_game_init(&g, NULL);
    text_repeat(&t, "x", TBY_MAX_COMMENT_BYTES);
    while (tby_game_add_comment(&g, text_str(&t)) == TBY_OK)
        n++;
    assert_int_equal(n, TBY_MAX_GAME_BYTES / TBY_MAX_COMMENT_BYTES);
    assert_int_equal(g.items_n, n);
    size_t text_n = g.text_n;
    assert_int_equal(tby_game_add_tag(&g, tby_str_of("A"), tby_str_of("b")),
                     TBY_E_LIMIT);
    assert_int_equal(g.tags_n, 0);
    assert_int_equal(g.text_n, text_n);
    must(tby_game_add_comment(&g, (tby_str){"", 0})); /* takes no room */
    text_free(&t);
    tby_game_free(&g);
}

/* --- out of memory
 * --------------------------------------------------------------- */

/* A step of filling a game; the texts get longer, so that memory has to grow.
 */
static tby_rc fill_step(tby_game *g, unsigned i, const char *filler)
{
    tby_str s = {filler, 3 * i % 700};

    switch (i % 4) {
    case 0:
        return tby_game_add_tag(g, tby_str_of("Name"), s);
    case 1:
        return tby_game_add_comment(g, s);
    default:
        return tby_game_add_item(g, a_move((tby_square)(i % 64), 7));
    }
}

/* Fails at every allocation in turn: the game stays as it was, the same step
 * succeeds when there is memory, and in the end the game is the same. */
static void no_memory_changes_nothing(void **state)
{
    enum { STEPS = 2000 };
    char filler[700];
    tby_game want;
    size_t failures = 0;

    (void)state;
    memset(filler, 'f', sizeof filler);
    tby_game_init(&want, NULL);
    for (unsigned i = 0; i < STEPS; i++)
        must(fill_step(&want, i, filler));
    for (size_t good = 0;; good++) {
        failing l = {.calls_left = good};
        tby_alloc alloc = failing_alloc(&l);
        bool failed = false;
        tby_game g;
        tby_game_init(&g, &alloc);
        for (unsigned i = 0; i < STEPS; i++) {
            size_t tags = g.tags_n, items = g.items_n, bytes = g.text_n;
            tby_rc rc = fill_step(&g, i, filler);
            if (rc == TBY_OK)
                continue;
            assert_int_equal(rc, TBY_E_NOMEM);
            assert_true(g.tags_n == tags && g.items_n == items &&
                        g.text_n == bytes);
            failed = true;
            l.calls_left = SIZE_MAX;
            must(fill_step(&g, i, filler));
        }
        assert_true(tby_game_same(&g, &want));
        tby_game_free(&g);
        failing_check_back(&l);
        if (!failed)
            break;
        failures++;
    }
    assert_true(failures > 8);
    tby_game_free(&want);
}

/* The reader passes it on, leaks nothing, and can be asked again. */
static void the_reader_runs_out_of_memory(void **state)
{
    rng r = rng_for(__func__);
    text t = {NULL, 0, 0};
    tby_game g, want;

    (void)state;
    tby_game_init(&g, NULL);
    random_game(&r, CHESS960, 15, 1, 120, &g);
    add_tag(&g, "Annotator", "M\xc3\xbcller \"x\"");
    write_game(&t, &g);
    tby_game_free(&g);
    text_puts(&t, "[White \"Andr\xe9\"]\n\n1. e4 {\xe9\nx} *\n");
    games all = read_games(text_str(&t), TBY_PGN_ALL);
    assert_int_equal(all.n, 2);
    size_t failures = 0;
    for (size_t good = 0;; good++) {
        failing l = {.calls_left = good};
        tby_alloc alloc = failing_alloc(&l);
        tby_pgn pgn;
        tby_pgn_report report;
        size_t n = 0, failed = 0;
        tby_rc rc;
        tby_game_init(&want, &alloc);
        tby_pgn_init(&pgn, text_str(&t), TBY_PGN_ALL);
        while ((rc = tby_pgn_next(&pgn, &want, &report)) != TBY_DONE) {
            if (rc == TBY_OK) {
                assert_int_equal(report.error.code, TBY_OK);
                assert_true(tby_game_same(&want, &all.game[n]));
                n++;
                continue;
            }
            assert_int_equal(rc, TBY_E_NOMEM);
            failed++;
            l.calls_left = SIZE_MAX; /* and once more */
        }
        assert_int_equal(n, 2);
        tby_game_free(&want);
        failing_check_back(&l);
        if (!failed)
            break;
        failures++;
    }
    assert_true(failures > 4);
    games_free(&all);
    text_free(&t);
}

/* --- the same or not
 * --------------------------------------------------------------- */

static void same_sees_every_difference(void **state)
{
    static const char base[] = "[A \"b\"]\n\n1. e4 $1 {x} (1. d4) 1... e5 1-0";
    static const char *const others[] = {
        "[A \"c\"]\n\n1. e4 $1 {x} (1. d4) 1... e5 1-0",
        "[B \"b\"]\n\n1. e4 $1 {x} (1. d4) 1... e5 1-0",
        "[A \"b\"]\n[A \"b\"]\n\n1. e4 $1 {x} (1. d4) 1... e5 1-0",
        "1. e4 $1 {x} (1. d4) 1... e5 1-0",
        "[A \"b\"]\n\n1. e4 $2 {x} (1. d4) 1... e5 1-0",
        "[A \"b\"]\n\n1. e4 $1 {y} (1. d4) 1... e5 1-0",
        "[A \"b\"]\n\n1. e4 $1 {x} (1. c4) 1... e5 1-0",
        "[A \"b\"]\n\n1. e4 $1 {x} 1... e5 1-0",
        "[A \"b\"]\n\n1. e4 {x} $1 (1. d4) 1... e5 1-0",
        "[A \"b\"]\n\n1. e4 $1 {x} (1. d4) 1... e5 0-1",
        "[A \"b\"]\n\n1. e4 $1 {x} (1. d4) 1... e6 1-0",
        "[A \"b\"]\n\n1. e4 $1 {x} (1. d4) 1... e5 2. d4 1-0",
    };

    (void)state;
    games a = read_games(tby_str_of(base), TBY_PGN_ALL);
    games b = read_games(tby_str_of(base), TBY_PGN_ALL);
    assert_true(tby_game_same(&a.game[0], &a.game[0]));
    assert_true(tby_game_same(&a.game[0], &b.game[0]));
    for (size_t i = 0; i < LENGTH(others); i++) {
        games c = read_games(tby_str_of(others[i]), TBY_PGN_ALL);
        EXPECT(!tby_game_same(&a.game[0], &c.game[0]) &&
                   !tby_game_same(&c.game[0], &a.game[0]),
               "%s", others[i]);
        games_free(&c);
    }
    b.game[0].start.halfmoves++;
    assert_false(tby_game_same(&a.game[0], &b.game[0]));
    games_free(&a);
    games_free(&b);
    end_rows();
}

static void a_result_is_written_as_it_was_set(void **state)
{
    static const char TEXT[] = "[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    char out[128];
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    assert_int_equal(
        tby_game_add_tag(&g, tby_str_of("Result"), tby_str_of("*")), TBY_OK);
    assert_int_equal(tby_game_add_item(&g, a_move(tby_sq(4, 1), tby_sq(4, 3))),
                     TBY_OK);
    assert_int_equal(tby_game_set_result(&g, TBY_RESULT_WHITE), TBY_OK);
    assert_int_equal(g.tags_n, 1);
    assert_int_equal(tby_pgn_write(&g, out, sizeof out), strlen(TEXT));
    assert_string_equal(out, TEXT);
    /* and without a tag there is one afterwards */
    tby_game_clear(&g);
    assert_int_equal(tby_game_set_result(&g, TBY_RESULT_DRAW), TBY_OK);
    assert_true(tag_is(&g, "Result", "1/2-1/2"));
    assert_true(g.has_result && g.result == TBY_RESULT_DRAW);
    tby_game_free(&g);
}

static void results_have_their_texts(void **state)
{
    (void)state;
    assert_string_equal(tby_result_text(TBY_RESULT_NONE), "*");
    assert_string_equal(tby_result_text(TBY_RESULT_WHITE), "1-0");
    assert_string_equal(tby_result_text(TBY_RESULT_BLACK), "0-1");
    assert_string_equal(tby_result_text(TBY_RESULT_DRAW), "1/2-1/2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_game_is_from_the_start),
        cmocka_unit_test(what_is_added_is_there_in_order),
        cmocka_unit_test(moves_that_are_added_are_counted),
        cmocka_unit_test(the_texts_of_the_caller_are_copied),
        cmocka_unit_test(clear_keeps_the_memory_and_nothing_else),
        cmocka_unit_test(tags_have_limits),
        cmocka_unit_test(comments_have_a_limit),
        cmocka_unit_test(a_game_has_a_limit),
        cmocka_unit_test(no_memory_changes_nothing),
        cmocka_unit_test(the_reader_runs_out_of_memory),
        cmocka_unit_test(same_sees_every_difference),
        cmocka_unit_test(a_result_is_written_as_it_was_set),
        cmocka_unit_test(results_have_their_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
