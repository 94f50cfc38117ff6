/* test_tree.c - games as trees: what is read is written again, and changes do
 * what they say. */
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/limits.h"
#include "tabiya/pgn.h"
#include "tabiya/tree.h"

#include <stdlib.h>

/* --- texts ----------------------------------------------------------------*/

static void read_game(tby_game *g, const char *pgn)
{
    tby_pgn reader;
    tby_pgn_report report;

    tby_game_init(g, NULL);
    tby_pgn_init(&reader, tby_str_of(pgn), TBY_PGN_ALL);
    must(tby_pgn_next(&reader, g, &report));
    must(report.error.code);
}

static tby_tree read_tree(const char *pgn)
{
    tby_pos start = tby_pos_start();
    tby_tree t;
    tby_game g;

    read_game(&g, pgn);
    tby_tree_init(&t, &start, NULL);
    must(tby_tree_read(&t, &g));
    tby_game_free(&g);
    return t;
}

/* The movetext in one line. */
static void tree_is(const tby_tree *t, const char *movetext)
{
    char text[2000];
    tby_game g;

    tby_game_init(&g, NULL);
    must(tby_tree_write(t, &g));
    size_t n = tby_pgn_write(&g, text, sizeof text);
    assert_true(n < sizeof text);
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\n')
            text[i] = ' ';
    while (n > 0 && text[n - 1] == ' ')
        text[--n] = '\0';
    char *moves = strstr(text, "]  ") ? strstr(text, "]  ") + 3 : text;
    CHECK(strstr(moves, movetext) && strlen(moves) == strlen(movetext),
          "%s\nnot\n%s", moves, movetext);
    tby_game_free(&g);
}

static void a_game_comes_back_as_it_was(void **state)
{
    static const char *const GAMES[] = {
        "*",
        ("{before} 1. e4 $1 {good} (1. d4 {also} 1... d5 (1... Nf6 2. c4) "
         "(1... f5) 2. c4) (1. c4) 1... e5 2. Nf3 *"),
        "1. e4 (1. d4 d5 (1... f5 2. g3 (2. c4 e6)) 2. c4) 1... e5 1-0",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(GAMES); i++) {
        tby_tree t = read_tree(GAMES[i]);
        tree_is(&t, GAMES[i]);
        tby_tree_free(&t);
    }
}

static void what_belongs_together_is_joined(void **state)
{
    tby_tree t = read_tree("1. e4 {a} $2 $2 {b} ({first} 1. e4 {c} c5) ({x} 1. "
                           "d4 {y}) 1... e5 *");

    (void)state;
    tree_is(&t, "1. e4 $2 {a b first c} (1. d4 {x y}) 1... c5 (1... e5) *");
    tby_tree_free(&t);
}

/* --- changes --------------------------------------------------------------*/

static uint32_t add(tby_tree *t, uint32_t parent, const char *san)
{
    uint32_t out = TBY_NONE;
    tby_move m = move_of(tby_tree_pos(t, parent), tby_str_of(san));

    must(tby_tree_add(t, parent, m, &out));
    return out;
}

static void lines_are_added_promoted_and_removed(void **state)
{
    tby_tree t = read_tree("[Result \"*\"]\n\n1. e4 e5 2. Nf3 *");

    (void)state;
    uint32_t c5 = add(&t, 0, "c5");
    add(&t, c5, "Nf3");
    assert_int_equal(add(&t, TBY_NONE, "e4"), 0); /* it is there */
    tree_is(&t, "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
    must(tby_tree_set_comment(&t, c5, TBY_STR("  sharp ")));
    must(tby_tree_set_nags(&t, c5, TBY_STR("\x05")));
    tby_tree_promote(&t, c5);
    tby_tree_promote(&t, c5); /* it is the first */
    tree_is(&t, "1. e4 c5 $5 {sharp} (1... e5 2. Nf3) 2. Nf3 *");
    tby_tree_demote(&t, c5);
    tby_tree_demote(&t, c5); /* it is the last */
    tree_is(&t, "1. e4 e5 (1... c5 $5 {sharp} 2. Nf3) 2. Nf3 *");
    uint32_t e6 = add(&t, 0, "e6");
    tby_tree_demote(&t, 1);
    tree_is(&t, "1. e4 c5 $5 {sharp} (1... e5 2. Nf3) (1... e6) 2. Nf3 *");
    tby_tree_remove(&t, e6);
    must(tby_tree_set_comment(&t, TBY_NONE, TBY_STR("intro")));
    tby_tree_remove(&t, 1);
    tby_tree_remove(&t, 1);
    tree_is(&t, "{intro} 1. e4 c5 $5 {sharp} 2. Nf3 *");
    assert_false(t.moves[2].alive); /* 2. Nf3 after 1... e5 */
    must(tby_tree_set_tag(&t, TBY_STR("Result"), TBY_STR("0-1")));
    must(tby_tree_set_tag(&t, TBY_STR("White"), TBY_STR("A")));
    assert_int_equal(t.head.tags_n, 2);
    tree_is(&t, "{intro} 1. e4 c5 $5 {sharp} 2. Nf3 0-1");
    tby_tree_remove(&t, 0);
    tree_is(&t, "{intro} 0-1");
    tby_tree_free(&t);
}

/* --- at random ------------------------------------------------------------*/

static void grow_tree(rng *r, tby_tree *t, unsigned moves)
{
    for (unsigned i = 0; i < moves; i++) {
        uint32_t parent =
            t->n && rng_chance(r, 95)
                ? (uint32_t)(t->n - 1 -
                             rng_below(r, t->n < 5 ? (unsigned)t->n : 5))
                : TBY_NONE;
        tby_move m = random_move(r, tby_tree_pos(t, parent));
        uint32_t out;

        if (m == TBY_MOVE_NONE)
            continue;
        must(tby_tree_add(t, parent, m, &out));
        if (rng_chance(r, 20))
            must(tby_tree_set_comment(t, out, tby_str_of("some words")));
        if (rng_chance(r, 20))
            must(tby_tree_set_nags(t, out, TBY_STR("\x01\x8c")));
    }
}

/* Written, read, written: the same text, and the same number of moves. */
static void random_trees_come_back(void **state)
{
    enum { TEXT = 1 << 20 };
    rng r = rng_for(__func__);
    char *first = malloc(TEXT), *again = malloc(TEXT);

    (void)state;
    assert_true(first && again);
    for (unsigned i = 0; i < 100; i++) {
        tby_pos start = tby_pos_start();
        tby_tree t, back;
        tby_game g;

        tby_tree_init(&t, &start, NULL);
        tby_game_init(&g, NULL);
        grow_tree(&r, &t, rng_below(&r, 120));
        must(tby_tree_write(&t, &g));
        assert_true(tby_pgn_write(&g, first, TEXT) < TEXT);
        tby_game_free(&g);
        back = read_tree(first);
        assert_int_equal(back.n, t.n);
        tby_game_init(&g, NULL);
        must(tby_tree_write(&back, &g));
        assert_true(tby_pgn_write(&g, again, TEXT) < TEXT);
        assert_string_equal(first, again);
        tby_game_free(&g);
        tby_tree_free(&t);
        tby_tree_free(&back);
    }
    free(first);
    free(again);
}

/* Side lines of side lines: each leaves the one before at its first move. */
static void too_deep_a_tree_is_refused(void **state)
{
    tby_tree t = read_tree("*");
    uint32_t at = TBY_NONE;
    tby_game g;

    (void)state;
    for (unsigned i = 0; i <= TBY_MAX_RAV_DEPTH; i++) {
        tby_moves legal;
        uint32_t side;

        tby_moves_legal(tby_tree_pos(&t, at), &legal);
        assert_true(legal.n > 1);
        must(tby_tree_add(&t, at, legal.at[0], &side));
        must(tby_tree_add(&t, at, legal.at[1], &side));
        at = side;
    }
    tby_game_init(&g, NULL);
    assert_int_equal(tby_tree_write(&t, &g), TBY_E_LIMIT);
    tby_tree_remove(&t, at);
    must(tby_tree_write(&t, &g));
    tby_game_free(&g);
    tby_tree_free(&t);
}

static void without_memory_nothing_is_lost(void **state)
{
    tby_pos start = tby_pos_start();
    failing f = {.calls_left = 0};
    tby_alloc alloc = failing_alloc(&f);
    tby_rc rc = TBY_E_NOMEM;
    tby_game g;

    (void)state;
    read_game(&g, "[White \"A\"]\n\n1. e4 {x} (1. d4 $1) 1... e5 *");
    for (size_t calls = 0; rc != TBY_OK; calls++) {
        tby_tree t;
        tby_tree_init(&t, &start, &alloc);
        f.calls_left = calls;
        rc = tby_tree_read(&t, &g);
        assert_true(rc == TBY_OK || rc == TBY_E_NOMEM);
        tby_tree_free(&t);
    }
    tby_game_free(&g);
    failing_check_back(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_comes_back_as_it_was),
        cmocka_unit_test(what_belongs_together_is_joined),
        cmocka_unit_test(lines_are_added_promoted_and_removed),
        cmocka_unit_test(random_trees_come_back),
        cmocka_unit_test(too_deep_a_tree_is_refused),
        cmocka_unit_test(without_memory_nothing_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
