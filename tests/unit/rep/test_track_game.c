/* test_track_game.c - games on their way through a graph. */
#include "support/data.h"
#include "support/graphs.h"
#include "tabiya/track_game.h"

static bool look(void *ctx, const tby_pos *pos, uint32_t ply)
{
    return tby_track_visit(ctx, pos, ply);
}

static tby_leave leave_of(const tby_graph *g, const char *pgn)
{
    static tby_track f;
    tby_game game;

    game_of(&game, pgn);
    tby_track_init(&f, g);
    tby_game_show(&game, look, &f);
    tby_leave out = tby_track_leave(&f, &game);
    tby_game_free(&game);
    return out;
}

static void check_leave(const tby_graph *g, const char *pgn,
                        tby_leave_kind kind, uint32_t ply, uint32_t returned)
{
    tby_leave l = leave_of(g, pgn);

    CHECK(l.kind == kind && l.ply == ply && l.returned == returned,
          "%s: kind %d, ply %u, back at %u", pgn, (int)l.kind, l.ply,
          l.returned);
}

static void games_leave(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 Bf4 Nf6 e3");
    add_line(&g, NULL, "d4 Nf6 Bf4 e6");
    check_leave(&g, "1. d4 d5 2. c4 e6 *", TBY_LEAVE_WHITE, 2, 0);
    check_leave(&g, "1. d4 d5 2. Bf4 c5 *", TBY_LEAVE_BLACK, 3, 0);
    check_leave(&g, "1. d4 d5 2. Bf4 Nf6 3. e3 e6 *", TBY_LEAVE_END, 5, 0);
    check_leave(&g, "1. d4 Nf6 2. Bf4 e6 3. e3 *", TBY_LEAVE_END, 4, 0);
    check_leave(&g, "1. d4 d5 *", TBY_LEAVE_INSIDE, 2, 0);
    check_leave(&g, "*", TBY_LEAVE_INSIDE, 0, 0);
    check_leave(&g, "1. e4 e5 *", TBY_LEAVE_WHITE, 0, 0);
    /* 2... d5 is no move of the graph, but leads to a position of it */
    check_leave(&g, "1. d4 Nf6 2. Bf4 d5 3. e3 c5 *", TBY_LEAVE_END, 5, 0);
    /* out with 1. Nf3, in again with 3... Nb8 */
    check_leave(&g, "1. Nf3 d5 2. d4 Nc6 3. Ng1 Nb8 4. Bf4 *", TBY_LEAVE_WHITE,
                0, 6);
    tby_graph_free(&g);
}

static void games_come_back(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 c4");
    check_leave(&g, "1. c4 d5 2. d4 e6 *", TBY_LEAVE_WHITE, 0, 3);
    tby_leave l = leave_of(&g, "1. c4 d5 2. d4 e6 *");
    assert_int_equal(l.node, node_after(&g, ""));
    assert_int_equal(l.move, move_of(&g.nodes[l.node].pos, TBY_STR("c4")));
    tby_graph_free(&g);
}

/* A root that is not the start: games enter later, or never. */
static void games_come_in_later(void **state)
{
    tby_graph g;
    tby_pos p =
        pos_of("rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2");

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, &p, "e6 Nc3");
    check_leave(&g, "1. d4 d5 2. c4 e6 3. Nf3 *", TBY_LEAVE_WHITE, 4, 0);
    check_leave(&g, "1. c4 e6 2. d4 d5 3. Nc3 *", TBY_LEAVE_INSIDE, 5, 0);
    check_leave(&g, "1. e4 *", TBY_LEAVE_NEVER, 0, 0);
    tby_graph_free(&g);
}

/* Looking ends when there are fewer men than anywhere in the graph. */
static void men_do_not_come_back(void **state)
{
    static tby_track f;
    tby_graph g;
    tby_game game;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 d5 exd5");
    tby_track_init(&f, &g);
    game_of(&game, "1. e4 d5 2. exd5 Nf6 3. Nc3 Nxd5 4. Nxd5 Qxd5 *");
    tby_game_show(&game, look, &f);
    assert_int_equal(f.plies, 6);
    assert_int_equal(tby_track_leave(&f, &game).kind, TBY_LEAVE_END);
    tby_game_free(&game);
    tby_graph_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_leave),
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(games_come_in_later),
        cmocka_unit_test(men_do_not_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
