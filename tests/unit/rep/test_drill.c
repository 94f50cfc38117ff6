/* test_drill.c - the drill, played by pupils of several kinds on random
 * repertoires: everything is asked, nothing more than needed, and only wrong
 * moves are mistakes. */
#include "core/rep/drill/drill_int.h"
#include "support/failing.h"
#include "unit/rep/practice.h"

/* --- pupils ---------------------------------------------------------------*/

typedef struct pupil {
    rng *r;
    tby_drill *d;
    const tby_graph *g;
    bool follows;    /* plays what the plan would like */
    unsigned errs;   /* how often in a hundred */
    unsigned *times; /* by edge: how often it was played */
    uint32_t mistakes;
} pupil;

static void must(tby_rc rc)
{
    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
}

static bool is_planned(const tby_drill *d, uint32_t edge)
{
    return d->plan == &tby_plan_cover ? d->cover.cover.flow[edge] > 0
                                      : tby_drill_owes(d, edge);
}

/* Some right move. */
static uint32_t right_edge(const pupil *p)
{
    uint32_t edges[256], n = 0;

    for (uint32_t e = p->g->nodes[p->d->node].first_out; e != TBY_NONE;
         e = p->g->edges[e].next_out)
        if (!p->follows || is_planned(p->d, e))
            edges[n++] = e;
    CHECK(n > 0, "nothing that can be played is planned");
    return edges[rng_below(p->r, n)];
}

/* Plays legal moves that are wrong, if there are any. */
static void err(pupil *p)
{
    uint32_t node = tby_drill_node(p->d), left = tby_drill_left(p->d);
    tby_moves legal;
    tby_answer answer;

    tby_moves_legal(&p->g->nodes[node].pos, &legal);
    for (size_t i = 0; i < legal.n && rng_chance(p->r, p->errs); i++) {
        if (tby_graph_edge(p->g, node, legal.at[i]) != TBY_NONE)
            continue;
        must(tby_drill_answer(p->d, legal.at[i], 0, &answer));
        CHECK(!answer.right && answer.edge == TBY_NONE,
              "a wrong move is right");
        p->mistakes++;
    }
    assert_int_equal(tby_drill_node(p->d), node);
    assert_int_equal(tby_drill_left(p->d), left);
    assert_int_equal(tby_drill_mistakes(p->d), p->mistakes);
}

static uint32_t step(pupil *p)
{
    uint32_t node = tby_drill_node(p->d), edge = TBY_NONE;

    if (tby_drill_turn(p->d) == TBY_TURN_OTHER) {
        must(tby_drill_reply(p->d, &edge));
    } else {
        tby_answer answer;
        err(p);
        edge = right_edge(p);
        must(tby_drill_answer(p->d, p->g->edges[edge].move, 0, &answer));
        CHECK(answer.right && answer.edge == edge, "a right move is wrong");
    }
    CHECK(p->g->edges[edge].from == node &&
              p->g->edges[edge].to == tby_drill_node(p->d),
          "a jump");
    p->times[edge]++;
    return edge;
}

/* Plays to the end; returns the number of lines. */
static unsigned play(pupil *p)
{
    unsigned lines = 0, limit = 100000;
    tby_rc rc;

    while ((rc = tby_drill_next(p->d)) == TBY_OK) {
        uint32_t left = tby_drill_left(p->d);
        while (tby_drill_turn(p->d) != TBY_TURN_NONE)
            step(p);
        CHECK(tby_drill_left(p->d) <= left, "more lines are left than before");
        lines++;
        CHECK(limit-- > 0, "it does not end");
    }
    assert_int_equal(rc, TBY_DONE);
    assert_int_equal(tby_drill_left(p->d), 0);
    return lines;
}

static pupil new_pupil(rng *r, const tby_graph *g, tby_drill_options options)
{
    pupil p = {
        .r = r, .g = g, .times = calloc(g->edges_n + 1, sizeof(unsigned))};

    options.color = g->color;
    must(tby_drill_open(&p.d, g, &options));
    return p;
}

static void leave(pupil *p)
{
    tby_drill_close(p->d);
    free(p->times);
}

static tby_drill_options random_options(rng *r, const tby_graph *g,
                                        tby_drill_mode mode)
{
    return (tby_drill_options){
        .mode = mode,
        .from = (tby_drill_from)rng_below(r, 3),
        .node = rng_below(r, (unsigned)g->nodes_n),
        .in_order = rng_chance(r, 30),
        .seed = rng_next(r),
    };
}

/* --- lines ----------------------------------------------------------------*/

/* Those that close cycles are in none of all lines. */
static void check_all_asked(const pupil *p, bool cut)
{
    uint8_t *owed = calloc(p->g->edges_n + 1, 1);

    tby_dag_own(&p->d->dag, p->g->color, owed);
    for (size_t e = 0; e < p->g->edges_n; e++)
        CHECK(!owed[e] || p->times[e] || (cut && p->d->walk.back[e]),
              "a move was never asked");
    free(owed);
}

/* Who plays as the plan wants needs as many lines as it promised; who plays any
 * right move sees everything in the end. */
static void lines_ask_every_move(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 600; i++) {
        tby_graph g;
        random_graph(&r, &g, 1 + rng_below(&r, 80), 2 + rng_below(&r, 5));
        close_cycles(&r, &g, rng_below(&r, 60));
        pupil p = new_pupil(&r, &g, random_options(&r, &g, TBY_DRILL_LINES));
        p.follows = i % 2;
        p.errs = i % 3 ? 0 : 20;
        uint32_t promised = tby_drill_left(p.d);
        unsigned lines = play(&p);
        CHECK(p.follows ? lines == promised : lines >= promised,
              "%u lines, %u promised", lines, promised);
        check_all_asked(&p, false);
        leave(&p);
        tby_graph_free(&g);
    }
}

/* What is promised is what tby_cover_open() finds. */
static void promises_the_fewest(void **state)
{
    tby_graph g;
    rng r = rng_for(__func__);

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "d4 d5 c4 e6 Nc3");
    add_line(&g, NULL, "c4 e6 d4 d5 Nc3 Nf6 Bg5");
    add_line(&g, NULL, "d4 d5 c4 e6 Nc3 Be7 Nf3");
    tby_graph_set_color(&g, TBY_WHITE);
    pupil p = new_pupil(&r, &g, (tby_drill_options){0});
    assert_int_equal(tby_drill_left(p.d), 2);
    p.follows = true;
    assert_int_equal(play(&p), 2);
    leave(&p);
    tby_graph_free(&g);
}

/* --- all lines ------------------------------------------------------------*/

static void all_lines_once(void **state)
{
    rng r = rng_for(__func__);
    unsigned seen = 0;

    (void)state;
    while (seen < 300) {
        tby_graph g;
        random_graph(&r, &g, 1 + rng_below(&r, 60), 2 + rng_below(&r, 4));
        tby_drill_options o = random_options(&r, &g, TBY_DRILL_ALL);
        o.most = rng_chance(&r, 50) ? 0 : 1 + rng_below(&r, 20);
        pupil p = new_pupil(&r, &g, o);
        uint64_t lines = tby_drill_lines(p.d), most = o.most ? o.most : 10000;
        if (lines > 0 && lines < 2000) {
            p.follows = rng_chance(&r, 70) || lines > 50;
            uint32_t left = tby_drill_left(p.d);
            CHECK(left == (lines < most ? lines : most), "%u left", left);
            unsigned played = play(&p);
            CHECK(p.follows ? played == left : played >= left, "%u of %u lines",
                  played, left);
            if (left == lines)
                check_all_asked(&p, true);
            seen++;
        }
        leave(&p);
        tby_graph_free(&g);
    }
}

/* In order they come as the repertoire has them. */
static void all_lines_in_order(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        tby_graph g;
        random_graph(&r, &g, 30, 3);
        pupil p = new_pupil(&r, &g,
                            (tby_drill_options){.mode = TBY_DRILL_ALL,
                                                .from = TBY_FROM_ROOT,
                                                .in_order = true});
        tby_route route;
        tby_route_init(&route, NULL);
        while (tby_drill_next(p.d) == TBY_OK) {
            must(tby_route_next(&p.d->dag, &route));
            for (size_t n = 0; n < route.n; n++) {
                uint32_t edge = route.edges[n];
                tby_answer answer;
                if (tby_drill_turn(p.d) == TBY_TURN_PLAYER)
                    must(tby_drill_answer(p.d, g.edges[edge].move, 0, &answer));
                else
                    must(tby_drill_reply(p.d, &edge));
                assert_int_equal(edge, route.edges[n]);
            }
            assert_int_equal(tby_drill_turn(p.d), TBY_TURN_NONE);
        }
        assert_int_equal(tby_route_next(&p.d->dag, &route), TBY_DONE);
        tby_route_free(&route);
        leave(&p);
        tby_graph_free(&g);
    }
}

/* More lines than anyone can play, and more than can be counted. */
static void too_many_lines(void **state)
{
    rng r = rng_for(__func__);
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    tby_pos start = pos_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    add_node(&g, &start);
    grow_random(&r, &g, 20000, 8);
    tby_graph_set_color(&g, TBY_WHITE);
    pupil p = new_pupil(&r, &g,
                        (tby_drill_options){.mode = TBY_DRILL_ALL, .most = 50});
    assert_int_equal(tby_drill_lines(p.d), INT64_MAX);
    assert_int_equal(tby_drill_left(p.d), 50);
    p.follows = true;
    assert_int_equal(play(&p), 50);
    leave(&p);
    tby_graph_free(&g);
}

/* --- order ----------------------------------------------------------------*/

static uint64_t trace(rng *r, const tby_graph *g, tby_drill_options o)
{
    pupil p = new_pupil(r, g, o);
    uint64_t hash = 0;

    p.follows = true;
    while (tby_drill_next(p.d) == TBY_OK)
        while (tby_drill_turn(p.d) != TBY_TURN_NONE)
            hash = hash * 31 + step(&p);
    leave(&p);
    return hash;
}

static void seeds_choose_the_order(void **state)
{
    tby_graph g;
    uint64_t first = 0;
    unsigned different = 0;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 e5 Nf3");
    add_line(&g, NULL, "e4 c5 Nf3");
    add_line(&g, NULL, "e4 e6 d4");
    add_line(&g, NULL, "e4 c6 d4");
    tby_graph_set_color(&g, TBY_WHITE);
    for (uint64_t seed = 0; seed < 20; seed++) {
        rng r = rng_for(__func__);
        tby_drill_options o = {.seed = seed};
        uint64_t once = trace(&r, &g, o), again = trace(&r, &g, o);
        assert_int_equal(once, again);
        first = seed ? first : once;
        different += once != first;
    }
    CHECK(different > 10, "only %u other orders", different);
    tby_graph_free(&g);
}

/* --- what counts ----------------------------------------------------------*/

static tby_move move_of(const pupil *p, const char *san)
{
    tby_move m = TBY_MOVE_NONE;

    must(tby_san_parse(&p->g->nodes[tby_drill_node(p->d)].pos, tby_str_of(san),
                       TBY_SAN_TOLERANT, &m, NULL));
    return m;
}

static tby_answer say(pupil *p, const char *san, int64_t now)
{
    tby_answer answer = {0};

    must(tby_drill_answer(p->d, move_of(p, san), now, &answer));
    return answer;
}

static void what_is_a_mistake(void **state)
{
    tby_graph g;
    rng r = rng_for(__func__);
    tby_answer answer = {.edge = 77};
    uint32_t edge;
    size_t n;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 e5 Nf3");
    add_line(&g, NULL, "d4 d5 c4");
    tby_graph_set_color(&g, TBY_WHITE);
    pupil p = new_pupil(&r, &g, (tby_drill_options){0});
    assert_int_equal(tby_drill_reply(p.d, &edge), TBY_E_MOVE_TURN);
    assert_int_equal(tby_drill_answer(p.d, 0, 0, &answer), TBY_E_MOVE_TURN);
    must(tby_drill_next(p.d));
    /* illegal: the king to e4 */
    assert_int_equal(tby_drill_answer(p.d, tby_move_make(4, 28, 0), 0, &answer),
                     TBY_E_MOVE_REACH);
    assert_int_equal(answer.edge, 77);
    assert_int_equal(tby_drill_mistakes(p.d), 0);
    assert_false(say(&p, "c4", 0).right);
    assert_false(say(&p, "c4", 0).right);
    assert_int_equal(tby_drill_mistakes(p.d), 2);
    answer = say(&p, "d4", 0);
    assert_true(answer.right && answer.more_owed);
    assert_int_equal(tby_drill_turn(p.d), TBY_TURN_OTHER);
    assert_int_equal(tby_drill_answer(p.d, 0, 0, &answer), TBY_E_MOVE_TURN);
    must(tby_drill_reply(p.d, &edge));
    assert_false(say(&p, "Nf3", 0).right);
    assert_int_equal(tby_drill_left(p.d), 2);
    answer = say(&p, "c4", 0);
    assert_true(answer.right && !answer.more_owed);
    assert_int_equal(tby_drill_turn(p.d), TBY_TURN_NONE);
    assert_int_equal(tby_drill_left(p.d), 1);
    const tby_slip *slips = tby_drill_slips(p.d, &n);
    assert_int_equal(n, 2);
    assert_int_equal(slips[0].mistakes, 2);
    assert_int_equal(slips[1].mistakes, 1);
    /* the other line is owed, but the same may be played again */
    must(tby_drill_next(p.d));
    answer = say(&p, "d4", 0);
    assert_true(answer.right && answer.more_owed);
    must(tby_drill_reply(p.d, &edge));
    say(&p, "c4", 0);
    assert_int_equal(tby_drill_left(p.d), 1);
    /* a line that is given up is drawn again */
    must(tby_drill_next(p.d));
    say(&p, "e4", 0);
    must(tby_drill_next(p.d));
    say(&p, "e4", 0);
    must(tby_drill_reply(p.d, &edge));
    say(&p, "Nf3", 0);
    assert_int_equal(tby_drill_next(p.d), TBY_DONE);
    leave(&p);
    tby_graph_free(&g);
}

static void mistakes_again(void **state)
{
    tby_graph g;
    rng r = rng_for(__func__);
    uint32_t edge;
    size_t n;

    (void)state;
    tby_graph_init(&g, NULL);
    add_line(&g, NULL, "e4 e5 Nf3 Nc6 Bb5");
    tby_graph_set_color(&g, TBY_WHITE);
    pupil p = new_pupil(&r, &g, (tby_drill_options){.in_order = true});
    must(tby_drill_next(p.d));
    say(&p, "e4", 0);
    must(tby_drill_reply(p.d, &edge));
    say(&p, "d4", 0);
    say(&p, "Nf3", 0);
    must(tby_drill_reply(p.d, &edge));
    say(&p, "d4", 0);
    say(&p, "Bb5", 0);
    must(tby_drill_retry(p.d));
    assert_int_equal(tby_drill_left(p.d), 2);
    assert_int_equal(tby_drill_mistakes(p.d), 0);
    must(tby_drill_next(p.d));
    say(&p, "Nf3", 0);
    assert_int_equal(tby_drill_left(p.d), 1);
    /* the reply leads straight to the other one */
    assert_int_equal(tby_drill_turn(p.d), TBY_TURN_OTHER);
    must(tby_drill_reply(p.d, &edge));
    say(&p, "Bc4", 0);
    say(&p, "Bb5", 0);
    assert_int_equal(tby_drill_next(p.d), TBY_DONE);
    tby_drill_slips(p.d, &n);
    assert_int_equal(n, 1);
    must(tby_drill_reset(p.d, 5, 0));
    assert_int_equal(tby_drill_mistakes(p.d), 0);
    assert_int_equal(tby_drill_left(p.d), 1);
    p.follows = true;
    assert_int_equal(play(&p), 1);
    leave(&p);
    tby_graph_free(&g);
}

/* --- cards ----------------------------------------------------------------*/

enum { DAY = 86400 };

/* A repertoire of three questions: 1. e4, 2. Nf3 and 2. d4. */
static void card_graph(tby_graph *g)
{
    tby_graph_init(g, NULL);
    add_line(g, NULL, "e4 e5 Nf3");
    add_line(g, NULL, "e4 c6 d4");
    tby_graph_set_color(g, TBY_WHITE);
}

static const tby_memory *memory_at(const tby_cards *c, const tby_graph *g,
                                   uint32_t node)
{
    const tby_card *card = tby_cards_find(c, &g->nodes[node].pos);

    return card ? &card->memory : NULL;
}

static void cards_are_rated(void **state)
{
    tby_graph g;
    rng r = rng_for(__func__);
    tby_cards *cards = NULL;
    const int64_t now = 1000 * DAY;
    uint32_t edge;

    (void)state;
    card_graph(&g);
    must(tby_cards_open(&cards, NULL));
    pupil p = new_pupil(&r, &g,
                        (tby_drill_options){.mode = TBY_DRILL_DUE,
                                            .cards = cards,
                                            .now = now,
                                            .in_order = true});
    assert_int_equal(tby_drill_left(p.d), 3);
    must(tby_drill_next(p.d)); /* wrong, then helped: again */
    uint32_t first = tby_drill_node(p.d);
    say(&p, "d4", now);
    assert_int_equal(memory_at(cards, &g, first)->reps, 1);
    tby_drill_hint(p.d);
    say(&p, "c4", now + 1);
    say(&p, "e4", now + 2);
    tby_memory expected = {0};
    tby_memory_review(&expected, TBY_AGAIN, now);
    assert_memory_equal(memory_at(cards, &g, first), &expected,
                        sizeof expected);
    must(tby_drill_reply(p.d, &edge)); /* helped only: hard */
    uint32_t second = tby_drill_node(p.d);
    tby_drill_hint(p.d);
    say(&p, "Nf3", now + 3);
    expected = (tby_memory){0};
    tby_memory_review(&expected, TBY_HARD, now + 3);
    assert_memory_equal(memory_at(cards, &g, second), &expected,
                        sizeof expected);
    assert_int_equal(tby_drill_left(p.d), 1);
    must(tby_drill_next(p.d)); /* right: good */
    uint32_t third = tby_drill_node(p.d);
    say(&p, "d4", now + 4);
    expected = (tby_memory){0};
    tby_memory_review(&expected, TBY_GOOD, now + 4);
    assert_memory_equal(memory_at(cards, &g, third), &expected,
                        sizeof expected);
    assert_int_equal(tby_drill_next(p.d), TBY_DONE);
    /* nothing is due now; a day later the one that went wrong is */
    must(tby_drill_reset(p.d, 1, now + 5));
    assert_int_equal(tby_drill_left(p.d), 0);
    must(tby_drill_reset(p.d, 1, now + DAY));
    assert_int_equal(tby_drill_left(p.d), 1);
    must(tby_drill_next(p.d));
    assert_int_equal(tby_drill_node(p.d), first);
    /* mistakes once more: no card changes */
    say(&p, "d4", now + DAY);
    say(&p, "e4", now + DAY);
    expected = *memory_at(cards, &g, first);
    must(tby_drill_retry(p.d));
    must(tby_drill_next(p.d));
    say(&p, "e4", now + DAY + 1);
    assert_memory_equal(memory_at(cards, &g, first), &expected,
                        sizeof expected);
    leave(&p);
    tby_cards_close(cards);
    tby_graph_free(&g);
}

/* By the time they are due, then the new ones as the repertoire has them; one
 * that is passed is left alone. */
static void cards_have_an_order(void **state)
{
    tby_graph g;
    rng r = rng_for(__func__);
    tby_cards *cards = NULL;
    const int64_t now = 1000 * DAY;

    (void)state;
    card_graph(&g);
    add_line(&g, NULL, "e4 g6 d4 Bg7 Nc3");
    must(tby_cards_open(&cards, NULL));
    pupil p = new_pupil(
        &r, &g,
        (tby_drill_options){.mode = TBY_DRILL_DUE, .cards = cards, .now = now});
    static const char *const order[] = {
        "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppp1p/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqk1nr/ppppppbp/6p1/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3"};
    for (int64_t i = 0; i < 2; i++) {
        tby_card card = {.pos = pos_of(order[i]),
                         .memory = {5, 5, now - DAY + i, 0, 1, 0}};
        must(tby_cards_put(cards, &card));
    }
    tby_card later = {.pos = pos_of(order[4]),
                      .memory = {5, 5, now + 1, 0, 1, 0}};
    must(tby_cards_put(cards, &later));
    must(tby_drill_reset(p.d, 3, now));
    assert_int_equal(tby_drill_left(p.d), 4);
    for (size_t i = 0; i < 4; i++) {
        tby_pos expected = pos_of(order[i]);
        must(tby_drill_next(p.d));
        CHECK(tby_pos_same(&g.nodes[tby_drill_node(p.d)].pos, &expected),
              "number %zu is another", i);
    }
    assert_int_equal(tby_drill_left(p.d), 1);
    assert_int_equal(tby_drill_next(p.d), TBY_DONE);
    assert_int_equal(tby_drill_left(p.d), 0);
    for (uint32_t most = 0; most < 4; most++) { /* of the two new ones */
        tby_drill *few;
        must(tby_drill_open(&few, &g,
                            &(tby_drill_options){.mode = TBY_DRILL_DUE,
                                                 .cards = cards,
                                                 .now = now,
                                                 .few_new = true,
                                                 .new_most = most}));
        assert_int_equal(tby_drill_left(few), 2 + (most < 2 ? most : 2));
        tby_drill_close(few);
    }
    assert_int_equal(tby_cards_count(cards), 3);
    leave(&p);
    tby_cards_close(cards);
    tby_graph_free(&g);
}

/* Every position of the player's is a card once, however it is reached; also
 * those whose only move closes a cycle. */
static void every_position_is_a_card(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        tby_graph g;
        tby_cards *cards = NULL;
        uint32_t positions = 0;
        random_graph(&r, &g, 1 + rng_below(&r, 80), 2 + rng_below(&r, 5));
        for (size_t n = 0; n < g.nodes_n; n++)
            positions += g.nodes[n].out_n > 0 && g.nodes[n].pos.turn == g.color;
        must(tby_cards_open(&cards, NULL));
        pupil p =
            new_pupil(&r, &g,
                      (tby_drill_options){
                          .mode = TBY_DRILL_DUE, .cards = cards, .seed = i});
        assert_int_equal(tby_drill_left(p.d), positions);
        play(&p);
        assert_int_equal(tby_cards_count(cards), positions);
        leave(&p);
        tby_cards_close(cards);
        tby_graph_free(&g);
    }
}

/* --- the rest -------------------------------------------------------------*/

static void nothing_to_ask(void **state)
{
    tby_graph g;
    rng r = rng_for(__func__);
    tby_cards *cards = NULL;

    (void)state;
    must(tby_cards_open(&cards, NULL));
    for (int mode = TBY_DRILL_LINES; mode <= TBY_DRILL_DUE; mode++) {
        tby_graph_init(&g, NULL);
        pupil p = new_pupil(
            &r, &g,
            (tby_drill_options){.mode = (tby_drill_mode)mode, .cards = cards});
        assert_int_equal(tby_drill_next(p.d), TBY_DONE);
        assert_int_equal(tby_drill_turn(p.d), TBY_TURN_NONE);
        must(tby_drill_retry(p.d));
        assert_int_equal(tby_drill_next(p.d), TBY_DONE);
        leave(&p);
        tby_graph_free(&g);
    }
    tby_cards_close(cards);
}

/* Wherever memory ends, all of it comes back. */
static void out_of_memory(void **state)
{
    (void)state;
    for (int mode = TBY_DRILL_LINES; mode <= TBY_DRILL_DUE; mode++) {
        failing f = {.calls_left = SIZE_MAX};
        tby_alloc alloc = failing_alloc(&f);
        tby_graph g;
        tby_cards *cards = NULL;
        tby_drill *d = NULL;
        must(tby_cards_open(&cards, NULL));
        tby_graph_init(&g, &alloc);
        add_line(&g, NULL, "e4 e5 Nf3");
        add_line(&g, NULL, "e4 c6 d4");
        size_t out = f.out, calls = 0;
        tby_drill_options o = {.mode = (tby_drill_mode)mode, .cards = cards};
        for (tby_rc rc = TBY_E_NOMEM; rc != TBY_OK; calls++) {
            f.calls_left = calls;
            rc = tby_drill_open(&d, &g, &o);
            assert_true(rc == TBY_OK || rc == TBY_E_NOMEM);
            assert_true(rc == TBY_OK || f.out == out);
        }
        CHECK(calls > 10, "only %zu calls", calls);
        tby_drill_close(d);
        assert_int_equal(f.out, out);
        assert_false(f.wrong_size);
        f.calls_left = SIZE_MAX;
        tby_graph_free(&g);
        tby_cards_close(cards);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_ask_every_move),
        cmocka_unit_test(promises_the_fewest),
        cmocka_unit_test(all_lines_once),
        cmocka_unit_test(all_lines_in_order),
        cmocka_unit_test(too_many_lines),
        cmocka_unit_test(seeds_choose_the_order),
        cmocka_unit_test(what_is_a_mistake),
        cmocka_unit_test(mistakes_again),
        cmocka_unit_test(cards_are_rated),
        cmocka_unit_test(cards_have_an_order),
        cmocka_unit_test(every_position_is_a_card),
        cmocka_unit_test(nothing_to_ask),
        cmocka_unit_test(out_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
