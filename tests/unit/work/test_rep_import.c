/* test_rep_import.c - files of games become a repertoire. */
#include "core/rep/pgn/rep_pgn.h"
#include "support/data.h"
#include "support/graphs.h"
#include "work/rep/import.h"

/* Imports a text; the importer is to be closed. */
static tby_rep_importer *import(tby_str text, tby_rep_import_options options,
                                unsigned threads, size_t block,
                                tby_games_sum *sum)
{
    tby_games_job job = {.threads = threads, .block = block};
    tby_rep_importer *im = NULL;
    tby_games_result result;

    assert_int_equal(tby_rep_importer_open(&im, &options), TBY_OK);
    for (tby_rep_import_stage stage = tby_rep_importer_first(im);
         stage < TBY_REP_IMPORT_STAGES; stage++) {
        tby_rep_importer_begin(im, stage);
        job.visitor = tby_rep_importer_visitor(im);
        assert_int_equal(tby_games_read_memory(&job, text.p, text.n, &result),
                         TBY_OK);
    }
    if (sum)
        *sum = result.sum;
    return im;
}

static tby_rep_importer *import_text(const char *text, uint32_t depth,
                                     uint32_t min_games)
{
    return import(tby_str_of(text), (tby_rep_import_options){depth, min_games},
                  1, 0, NULL);
}

/* --- games at random ------------------------------------------------------*/

/* Appends games that often meet: few moves are played, and some twice. */
static void random_games(rng *r, tby_buf *out, unsigned n)
{
    for (; n; n--) {
        tby_game g;
        tby_pos p = tby_pos_start();
        char text[4096];

        tby_game_init(&g, NULL);
        for (unsigned plies = rng_below(r, 24); plies; plies--) {
            tby_move m = transposing_move(r, &p);

            if (m == TBY_MOVE_NONE)
                break;
            add_item(&g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m});
            if (rng_chance(r, 10))
                add_comment(&g, random_note(r));
            if (rng_chance(r, 10))
                add_item(&g, (tby_item){.kind = TBY_ITEM_NAG,
                                        .nag = (uint8_t)rng_below(r, 9)});
            if (rng_chance(r, 20)) {
                tby_move other = transposing_move(r, &p);
                add_item(&g, (tby_item){.kind = TBY_ITEM_OPEN});
                add_item(&g, (tby_item){.kind = TBY_ITEM_MOVE, .move = other});
                add_item(&g, (tby_item){.kind = TBY_ITEM_CLOSE});
            }
            tby_pos_play(&p, m);
        }
        size_t size = tby_pgn_write(&g, text, sizeof text);
        if (size < sizeof text)
            tby_buf_add(out, (tby_str){text, size});
        tby_game_free(&g);
    }
}

/* --- counting, slowly -----------------------------------------------------*/

typedef struct met {
    tby_pos before;
    tby_move move;
    unsigned games, last; /* the last game that had it */
} met;

typedef struct meter {
    met *at;
    size_t n;
    unsigned game;
} meter;

static tby_rc meet(void *ctx, const tby_pos *before, tby_move move, bool *yes)
{
    meter *t = ctx;
    size_t i = 0;

    while (i < t->n &&
           (t->at[i].move != move || !tby_pos_same(&t->at[i].before, before)))
        i++;
    if (i == t->n) {
        t->at = realloc(t->at, (t->n + 1) * sizeof *t->at);
        CHECK(t->at, "no memory");
        t->at[t->n++] = (met){.before = *before, .move = move};
    }
    if (t->at[i].last != t->game)
        t->at[i].games++;
    t->at[i].last = t->game;
    *yes = false;
    return TBY_OK;
}

static meter meet_all(tby_str text, uint32_t depth)
{
    meter t = {NULL, 0, 0};
    tby_rep_import how = {.depth = depth, .wanted = meet, .ctx = &t};
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game game;
    tby_graph none;

    tby_graph_init(&none, NULL);
    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    while (tby_pgn_next(&pgn, &game, &report) == TBY_OK) {
        t.game++;
        assert_int_equal(tby_rep_import_game(&how, &none, &game), TBY_OK);
    }
    assert_int_equal(none.nodes_n, 0);
    tby_game_free(&game);
    tby_graph_free(&none);
    return t;
}

static void moves_of_enough_games(void **state)
{
    rng r = rng_for(__func__);
    size_t taken = 0;

    (void)state;
    for (int round = 0; round < 12; round++) {
        tby_buf text;
        uint32_t least = 2 + rng_below(&r, 4), depth = rng_below(&r, 20);
        size_t expected = 0;

        tby_buf_init(&text, NULL, 1 << 24);
        random_games(&r, &text, 60);
        meter t = meet_all(tby_buf_str(&text), depth);
        tby_rep_importer *im =
            import(tby_buf_str(&text), (tby_rep_import_options){depth, least},
                   2, 1 << 12, NULL);
        tby_graph *g = tby_rep_importer_graph(im);
        for (size_t i = 0; i < t.n; i++) {
            if (t.at[i].games < least)
                continue;
            uint32_t node = tby_graph_find(g, &t.at[i].before);
            CHECK(node != TBY_NONE &&
                      tby_graph_edge(g, node, t.at[i].move) != TBY_NONE,
                  "a move of %u games in %s", t.at[i].games,
                  fen_of(&t.at[i].before).s);
            expected++;
        }
        assert_int_equal(g->edges_alive, expected);
        taken += expected;
        free(t.at);
        tby_rep_importer_close(im);
        tby_buf_free(&text);
    }
    CHECK(taken > 100, "%zu", taken);
}

/* Blocks and threads change nothing. */
static void order_is_that_of_the_games(void **state)
{
    static const size_t BLOCKS[] = {0, 1 << 12, 1 << 14};
    rng r = rng_for(__func__);
    tby_buf text;

    (void)state;
    tby_buf_init(&text, NULL, 1 << 24);
    random_games(&r, &text, 300);
    tby_rep_importer *want = import(
        tby_buf_str(&text), (tby_rep_import_options){0, 0}, 1, 1 << 22, NULL);
    for (unsigned threads = 1; threads < 4; threads++)
        for (size_t i = 0; i < LENGTH(BLOCKS); i++) {
            tby_rep_importer *got =
                import(tby_buf_str(&text), (tby_rep_import_options){0, 0},
                       threads, BLOCKS[i], NULL);
            assert_int_equal(tby_graph_compare(tby_rep_importer_graph(want),
                                               tby_rep_importer_graph(got)),
                             TBY_OK);
            tby_rep_importer_close(got);
        }
    tby_rep_importer_close(want);
    tby_buf_free(&text);
}

/* A game counts once, whatever it repeats; a position is met by any order. */
static void games_are_counted_not_moves(void **state)
{
    tby_rep_importer *im = import_text(
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n"
        "1. d4 Nf6 2. c4 e6 3. Nc3 *\n\n1. c4 Nf6 2. d4 e6 3. Nf3 *\n\n",
        0, 2);
    tby_graph *g = tby_rep_importer_graph(im);

    (void)state;
    assert_int_equal(g->edges_alive, 1);
    node_after(g, "d4 Nf6 c4 e6");
    assert_int_equal(tby_rep_importer_sum(im).games, 3);
    tby_rep_importer_close(im);
}

static void tags_tell_title_and_colour(void **state)
{
    (void)state;
    tby_rep_importer *im =
        import_text("[Event \"A\"]\n[Orientation \"black\"]\n\n1. e4 *\n\n"
                    "[Event \"?\"]\n\n1. d4 *\n\n[Event \"A\"]\n\n1. c4 *\n\n",
                    0, 0);
    tby_rep_import_sum sum = tby_rep_importer_sum(im);
    assert_true(tby_str_is(sum.event, "A"));
    assert_true(sum.black && !sum.white);
    tby_rep_importer_close(im);
    im = import_text("[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n\n"
                     "[Event \"A\"]\n\n1. c4 *\n\n",
                     0, 0);
    assert_int_equal(tby_rep_importer_sum(im).event.n, 0);
    tby_rep_importer_close(im);
}

/* What precedes a fault is used; Chess960 and impossible positions are
 * reported. */
static void faults_cost_what_they_must(void **state)
{
    static const char TEXT[] =
        "1. e4 e5 2. Qxe5 *\n\n"
        "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/"
        "NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n1. Nc3 *\n\n"
        "[FEN \"4k3/8/8/8/8/8/PPPPPPPP/QQQKQQQQ w - - 0 1\"]\n\n1. a3 *\n\n"
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 -- 2. e5 *\n";
    tby_games_sum sum;

    (void)state;
    tby_rep_importer *im = import((tby_str){TEXT, sizeof TEXT - 1},
                                  (tby_rep_import_options){0, 0}, 1, 0, &sum);
    assert_int_equal(sum.games, 4);
    assert_int_equal(sum.damaged, 1);
    assert_int_equal(sum.refused, 2);
    assert_int_equal(tby_rep_importer_sum(im).games, 2);
    assert_int_equal(tby_rep_importer_sum(im).passes, 1);
    assert_int_equal(tby_rep_importer_graph(im)->edges_alive, 3);
    tby_rep_importer_close(im);
}

/* Comments of very many games on one move: it takes what it can. */
static void a_move_may_be_full(void **state)
{
    tby_buf text;

    (void)state;
    tby_buf_init(&text, NULL, 1 << 24);
    for (unsigned i = 0; i < 4000; i++) {
        tby_buf_cstr(&text, "1. e4 {");
        for (unsigned k = 0; k < 10; k++) {
            tby_buf_cstr(&text, "comment ");
            tby_buf_u64(&text, i);
        }
        tby_buf_cstr(&text, "} e5 *\n\n");
    }
    tby_rep_importer *im = import(
        tby_buf_str(&text), (tby_rep_import_options){0, 0}, 2, 1 << 14, NULL);
    assert_int_equal(tby_rep_importer_graph(im)->edges_alive, 2);
    CHECK(tby_rep_importer_sum(im).full > 0, "everything fitted");
    assert_int_equal(tby_rep_importer_sum(im).games, 4000);
    tby_rep_importer_close(im);
    tby_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_enough_games),
        cmocka_unit_test(order_is_that_of_the_games),
        cmocka_unit_test(games_are_counted_not_moves),
        cmocka_unit_test(tags_tell_title_and_colour),
        cmocka_unit_test(faults_cost_what_they_must),
        cmocka_unit_test(a_move_may_be_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
