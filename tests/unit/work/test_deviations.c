/* test_deviations.c - where games of a player leave a repertoire. */
#include "support/data.h"
#include "support/graphs.h"
#include "work/rep/games.h"

#define GAME(white, black, moves)                                              \
    "[White \"" white "\"]\n[Black \"" black "\"]\n\n" moves "\n\n"

static const char GAMES[] = GAME("Me, I", "A", "1. d4 d5 2. c4 1-0") /*  1 */
    GAME("B", "Me, I", "1. d4 d5 2. c4 1-0") /*  2: the other colour */
    GAME("I Me", "C", "1. d4 d5 2. c4 0-1")  /*  3 */
    GAME("Me, I", "D", "1. d4 f5 *")         /*  4 */
    GAME("You", "E", "1. d4 *")              /*  5: someone else */
    GAME("Me, I", "F", "1. d4 e5 2. Qd5 *")  /*  6: damaged */
    GAME("Me, I", "G", "1. c4 d5 2. d4 *")   /*  7: comes back */
    GAME("Me, I", "H", "1. d4 d5 2. Bf4 a6 3. a3 1/2-1/2") /*  8 */
    GAME("Me, I", "J", "1. d4 d5 2. Bf4 a6 3. b3 1/2-1/2") /*  9 */
    GAME("Me, I", "K", "1. d4 d5 *");                      /* 10 */

typedef struct heard {
    uint64_t number[16];
    tby_leave_kind kind[16];
    char black[16];
    size_t n;
} heard;

static void hear(void *ctx, const tby_deviation *d)
{
    heard *h = ctx;

    h->number[h->n] = d->number;
    h->kind[h->n] = d->leave.kind;
    h->black[h->n++] = d->black.n ? d->black.p[0] : '?';
}

static tby_deviations *review(const tby_graph *g, heard *h, unsigned threads,
                              size_t block)
{
    tby_deviations_options options = {.graph = g,
                                      .color = TBY_WHITE,
                                      .player = "i. me",
                                      .game = hear,
                                      .ctx = h};
    tby_deviations *d = NULL;
    tby_games_result result;

    assert_int_equal(tby_deviations_open(&d, &options), TBY_OK);
    tby_games_job job = {.threads = threads,
                         .block = block,
                         .mode = TBY_PGN_MAINLINE,
                         .visitor = tby_deviations_visitor(d)};
    assert_int_equal(
        tby_games_read_memory(&job, GAMES, sizeof GAMES - 1, &result), TBY_OK);
    assert_int_equal(tby_deviations_finish(d), TBY_OK);
    return d;
}

static void games_are_told_in_order(void **state)
{
    static const uint64_t NUMBERS[] = {1, 3, 4, 7, 8, 9, 10};
    static const tby_leave_kind LEFT[] = {
        TBY_LEAVE_WHITE, TBY_LEAVE_WHITE, TBY_LEAVE_BLACK, TBY_LEAVE_WHITE,
        TBY_LEAVE_END,   TBY_LEAVE_END,   TBY_LEAVE_INSIDE};
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 Bf4 a6");
    for (unsigned threads = 1; threads < 4; threads++) {
        heard h = {.n = 0};
        tby_deviations *d = review(&g, &h, threads, 60 * (threads - 1));

        assert_int_equal(h.n, LENGTH(NUMBERS));
        for (size_t i = 0; i < h.n; i++) {
            assert_int_equal(h.number[i], NUMBERS[i]);
            assert_int_equal(h.kind[i], LEFT[i]);
        }
        assert_memory_equal(h.black, "ACDGHJK", 7);
        tby_deviations_close(d);
    }
    tby_graph_free(&g);
}

static void places_are_summed_up(void **state)
{
    tby_graph g;
    heard h = {.n = 0};
    tby_place_left p;
    const tby_tally_entry *top[4];

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 Bf4 a6");
    tby_deviations *d = review(&g, &h, 1, 0);
    tby_deviations_sum n = tby_deviations_summary(d);
    assert_int_equal(n.games, 9);
    assert_int_equal(n.played, 7);
    assert_int_equal(n.others, 1);
    assert_int_equal(n.kinds[TBY_LEAVE_WHITE], 3);
    assert_int_equal(n.kinds[TBY_LEAVE_BLACK], 1);
    assert_int_equal(n.kinds[TBY_LEAVE_END], 2);
    assert_int_equal(n.kinds[TBY_LEAVE_INSIDE], 1);
    assert_int_equal(n.returned, 0);

    /* two games each: by 2. c4, and at the end whatever was played */
    assert_true(tby_deviations_place(d, 0, &p));
    assert_int_equal(p.node, node_after(&g, "d4 d5"));
    assert_int_equal(p.kind, TBY_LEAVE_WHITE);
    assert_int_equal(p.games, 2);
    assert_int_equal(p.results[TBY_RESULT_WHITE], 1);
    assert_int_equal(p.results[TBY_RESULT_BLACK], 1);
    assert_true(tby_deviations_place(d, 1, &p));
    assert_int_equal(p.node, node_after(&g, "d4 d5 Bf4 a6"));
    assert_int_equal(p.move, TBY_MOVE_NONE);
    assert_int_equal(p.results[TBY_RESULT_DRAW], 2);
    assert_true(tby_deviations_place(d, 3, &p));
    assert_false(tby_deviations_place(d, 4, &p));

    assert_int_equal(tby_tally_top(tby_deviations_names(d), top, 4), 2);
    assert_int_equal(top[0]->n, 6);
    tby_deviations_close(d);
    tby_graph_free(&g);
}

/* With 2. c4 in the repertoire, 1. c4 d5 2. d4 comes back to it. */
static void games_come_back(void **state)
{
    tby_graph g;
    heard h = {.n = 0};

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 c4");
    tby_deviations *d = review(&g, &h, 1, 0);
    assert_int_equal(tby_deviations_summary(d).returned, 1);
    tby_deviations_close(d);
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_told_in_order),
        cmocka_unit_test(places_are_summed_up),
        cmocka_unit_test(games_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
