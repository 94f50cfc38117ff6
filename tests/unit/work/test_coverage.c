/* test_coverage.c - replies that are played, and those that are answered. */
#include "support/data.h"
#include "support/graphs.h"
#include "work/rep/games.h"

static tby_coverage *cover(const tby_graph *g, tby_color color, tby_str text,
                           unsigned threads, size_t block)
{
    tby_coverage *c = NULL;
    tby_games_result result;

    assert_int_equal(tby_coverage_open(&c, g, color), TBY_OK);
    tby_games_job job = {.threads = threads,
                         .block = block,
                         .mode = TBY_PGN_MAINLINE,
                         .visitor = tby_coverage_visitor(c)};
    assert_int_equal(tby_games_read_memory(&job, text.p, text.n, &result),
                     TBY_OK);
    assert_int_equal(tby_coverage_finish(c), TBY_OK);
    return c;
}

static void check_gap(const tby_coverage *c, const tby_graph *g, size_t rank,
                      const char *line, const char *reply, tby_gap_kind kind,
                      uint64_t games, uint64_t reached)
{
    tby_gap gap;
    char san[TBY_SAN_MAX];

    CHECK(tby_coverage_gap(c, rank, &gap), "no gap %zu", rank);
    tby_san_write(&g->nodes[gap.node].pos, gap.move, san);
    CHECK(gap.node == node_after(g, line) && strcmp(san, reply) == 0,
          "%zu: %s in %s", rank, san, fen_of(&g->nodes[gap.node].pos).s);
    assert_int_equal(gap.kind, kind);
    assert_int_equal(gap.games, games);
    assert_int_equal(gap.reached, reached);
}

/* --- by hand --------------------------------------------------------------*/

static const char GAMES[] =
    "1. d4 d5 2. Bf4 Nf6 3. e3 1-0\n\n"
    "1. d4 f5 2. Bg5 0-1\n\n"
    "1. d4 f5 1/2-1/2\n\n"
    "1. d4 Nf6 2. Bf4 d5 3. e3 e6 *\n\n" /* answered by a transposition */
    "1. d4 e6 2. Bf4 *\n\n"              /* known, but no answer */
    "1. d4 g6 *\n\n"
    "1. c4 d5 2. d4 Nf6 *\n\n" /* nothing of it is in the repertoire */
    "1. d4 d5 2. Bf4 Nf6 3. e3 e6 1-0\n\n"
    "1. d4 f5 2. Bf8 *\n\n"; /* damaged */

static void replies_are_counted(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 Bf4 Nf6 e3");
    add_line(&g, NULL, "d4 e6");
    add_line(&g, NULL, "d4 Nf6 Bf4");
    tby_coverage *c =
        cover(&g, TBY_WHITE, (tby_str){GAMES, sizeof GAMES - 1}, 2, 40);
    tby_coverage_sum n = tby_coverage_summary(c);
    assert_int_equal(n.games, 8);
    assert_int_equal(n.met, 7);
    /* 1... 7, 2... 3, 3... 2 */
    assert_int_equal(n.replies, 12);
    assert_int_equal(n.answered, 6);
    assert_int_equal(n.gaps[TBY_GAP_REPLY], 3);
    assert_int_equal(n.gaps[TBY_GAP_MOVE], 1);
    assert_int_equal(n.gaps[TBY_GAP_END], 2);
    check_gap(c, &g, 0, "d4", "f5", TBY_GAP_REPLY, 2, 7);
    check_gap(c, &g, 2, "d4", "e6", TBY_GAP_MOVE, 1, 7);
    tby_gap gap;
    tby_coverage_gap(c, 0, &gap);
    assert_true(tby_results_score(gap.results, TBY_WHITE) == 0.25);
    assert_true(tby_results_score(gap.results, TBY_BLACK) == 0.75);
    assert_false(tby_coverage_gap(c, 4, &gap));
    tby_coverage_close(c);
    tby_graph_free(&g);
}

/* What is behind the end is told, mate is answered, a game counts once. */
static void ends_and_mates(void **state)
{
    static const char TEXT[] = "1. f3 e5 2. g4 Qh4# 0-1\n\n"
                               "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "
                               "5. Nf3 d5 *\n\n";
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "f3 e5 g4");
    add_line(&g, NULL, "Nf3 Nf6 Ng1");
    tby_coverage *c =
        cover(&g, TBY_WHITE, (tby_str){TEXT, sizeof TEXT - 1}, 1, 0);
    tby_coverage_sum n = tby_coverage_summary(c);
    assert_int_equal(n.replies, 5);
    assert_int_equal(n.answered, 4); /* Ng8 leads to the start */
    check_gap(c, &g, 0, "Nf3", "d5", TBY_GAP_REPLY, 1, 2);
    tby_coverage_close(c);
    tby_graph_free(&g);
}

static void black_has_a_repertoire_too(void **state)
{
    static const char TEXT[] = "1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n\n1. d4 *\n\n"
                               "1. d4 *\n\n";
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 e5 Nf3 Nc6");
    tby_coverage *c =
        cover(&g, TBY_BLACK, (tby_str){TEXT, sizeof TEXT - 1}, 1, 0);
    /* It is about 1. e4. */
    check_gap(c, &g, 0, "e4 e5 Nf3 Nc6", "Bc4", TBY_GAP_END, 1, 1);
    assert_int_equal(tby_coverage_summary(c).met, 1);
    tby_coverage_close(c);
    add_line(&g, NULL, "c4 e5");
    c = cover(&g, TBY_BLACK, (tby_str){TEXT, sizeof TEXT - 1}, 1, 0);
    check_gap(c, &g, 0, "", "d4", TBY_GAP_REPLY, 2, 3);
    check_gap(c, &g, 1, "e4 e5 Nf3 Nc6", "Bc4", TBY_GAP_END, 1, 1);
    tby_coverage_close(c);
    tby_graph_free(&g);
}

/* --- at random, and slowly ------------------------------------------------*/

/* Appends games of moves that often meet. */
static void random_games(rng *r, tby_buf *out, unsigned n)
{
    static const char *const RESULTS[] = {"1-0", "0-1", "1/2-1/2", "*"};

    for (; n; n--) {
        tby_pos p = tby_pos_start();

        for (unsigned plies = rng_below(r, 16); plies; plies--) {
            char san[TBY_SAN_MAX];
            tby_move m = transposing_move(r, &p);

            if (m == TBY_MOVE_NONE)
                break;
            tby_san_write(&p, m, san);
            tby_buf_cstr(out, san);
            tby_buf_char(out, ' ');
            tby_pos_play(&p, m);
        }
        tby_buf_cstr(out, RESULTS[rng_below(r, 4)]);
        tby_buf_cstr(out, "\n\n");
    }
}

/* Games that play a move in a position, found by reading all of them. */
static uint64_t count_slowly(tby_str text, const tby_pos *at, tby_move move)
{
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game game;
    uint64_t n = 0;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    while (tby_pgn_next(&pgn, &game, &report) == TBY_OK) {
        tby_pos p = game.start;
        bool found = false;

        for (size_t i = 0; i < game.items_n; i++) {
            found |= tby_pos_same(&p, at) && game.items[i].move == move;
            tby_pos_play(&p, game.items[i].move);
        }
        n += found;
    }
    tby_game_free(&game);
    return n;
}

static bool is_answered(const tby_graph *g, uint32_t node, tby_move move)
{
    tby_pos p = g->nodes[node].pos;
    tby_moves legal;

    tby_pos_play(&p, move);
    tby_moves_legal(&p, &legal);
    uint32_t to = tby_graph_find(g, &p);
    return !legal.n || (to != TBY_NONE && g->nodes[to].out_n);
}

/* All moves of all positions, counted one by one. */
static void check_slowly(const tby_coverage *c, const tby_graph *g,
                         tby_color color, tby_str text)
{
    uint64_t replies = 0, answered = 0, gaps = 0, last = UINT64_MAX;
    tby_gap gap;
    size_t n = 0, found = 0;

    for (uint32_t v = 0; v < g->nodes_n; v++) {
        const tby_pos *p = &g->nodes[v].pos, start = tby_pos_start();
        tby_moves legal;

        if (tby_pos_same(p, &start) && g->nodes[v].out_n == 1)
            continue; /* White's only first move */
        tby_moves_legal(p, &legal);
        for (size_t i = 0; i < legal.n && p->turn != color; i++) {
            uint64_t games = count_slowly(text, p, legal.at[i]);

            replies += games;
            answered += is_answered(g, v, legal.at[i]) ? games : 0;
            found += games && !is_answered(g, v, legal.at[i]);
        }
    }
    for (; tby_coverage_gap(c, n, &gap); n++) {
        assert_int_equal(gap.games,
                         count_slowly(text, &g->nodes[gap.node].pos, gap.move));
        assert_true(gap.games <= last && !is_answered(g, gap.node, gap.move));
        gaps += last = gap.games;
    }
    tby_coverage_sum sum = tby_coverage_summary(c);
    assert_int_equal(n, found);
    assert_int_equal(sum.replies, replies);
    assert_int_equal(sum.answered, answered);
    assert_int_equal(gaps, replies - answered);
}

static void random_repertoires(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 4; round++) {
        tby_color color = rng_chance(&r, 50) ? TBY_WHITE : TBY_BLACK;
        tby_graph g;
        tby_buf text;

        tby_graph_init(&g, NULL);
        tby_buf_init(&text, NULL, 1 << 20);
        random_graph(&r, &g, 40, 1);
        random_games(&r, &text, 60);
        for (unsigned threads = 1; threads < 3; threads++) {
            tby_coverage *c = cover(&g, color, tby_buf_str(&text), threads,
                                    threads == 1 ? 0 : 200);
            check_slowly(c, &g, color, tby_buf_str(&text));
            tby_coverage_close(c);
        }
        tby_buf_free(&text);
        tby_graph_free(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_are_counted),
        cmocka_unit_test(ends_and_mates),
        cmocka_unit_test(black_has_a_repertoire_too),
        cmocka_unit_test(random_repertoires),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
