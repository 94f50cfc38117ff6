/* test_ctree_grow.c - trees that are grown: published counts, and what is
 * written is read without a word. */
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_grow.h"
#include "core/ctree/ctree_write.h"
#include "unit/ctree/ctree.h"

/* --- counting -------------------------------------------------------------*/

static void count_ply(void *ctx, unsigned ply, uint64_t nodes)
{
    ((uint64_t *)ctx)[ply] = nodes;
}

static void counts_are_those_of_the_names(void **state)
{
    /* position identity is OEIS A083276 */
    static const uint64_t POSITION[] = {1, 20, 400, 5362, 72078};
    static const uint64_t EXACT[] = {1, 20, 400, 6660};
    uint64_t found[8] = {0};
    tby_ctree_count_job job = {
        .root = tby_pos_start(), .depth = 4, .ply = count_ply, .ctx = found};

    (void)state;
    assert_int_equal(tby_ctree_count(&job, NULL), TBY_OK);
    assert_memory_equal(found, POSITION, sizeof POSITION);
    job.depth = 3;
    job.identity = TBY_CTREE_EXACT;
    assert_int_equal(tby_ctree_count(&job, NULL), TBY_OK);
    assert_memory_equal(found, EXACT, sizeof EXACT);
}

/* --- growing --------------------------------------------------------------*/

static void grow_text(const tby_ctree_grow_job *job, tby_buf *out,
                      tby_ctree_grown *g)
{
    tby_ctree_net net;
    tby_ctree_emit emit;

    tby_buf_init(out, NULL, 1 << 28);
    assert_int_equal(tby_ctree_grow(g, job, NULL), TBY_OK);
    assert_int_equal(tby_ctree_net_grown(&net, g), TBY_OK);
    assert_int_equal(tby_ctree_emit_open(&emit, g, &net), TBY_OK);
    for (uint32_t i = 0; i < g->n; i++)
        assert_int_equal(tby_ctree_emit_node(&emit, i, out), TBY_OK);
    tby_ctree_emit_free(&emit);
    tby_ctree_net_free(&net);
}

static void check_clean(const tby_ctree_grow_job *job, const char *what)
{
    tby_buf text, again;
    tby_ctree_grown g;
    tby_ctree t;
    told out;
    tby_ctree_listener listener = {hear, &out};
    tby_ctree_identity guessed;

    grow_text(job, &text, &g);
    read_tree(&t, &out, tby_buf_str(&text));
    assert_int_equal(tby_ctree_check(&t, job->identity, &listener), TBY_OK);
    CHECK(out.faults == 0, "%s: %.2000s", what, out.text);
    CHECK(t.nodes_n == g.n, "%s", what);
    assert_int_equal(tby_ctree_guess(&t, &guessed), TBY_OK);
    write_tree(&t, &again);
    CHECK(again.n == text.n && memcmp(again.p, text.p, text.n) == 0, "%s",
          what);
    tby_buf_free(&again);
    tby_buf_free(&text);
    tby_ctree_free(&t);
    tby_ctree_grown_free(&g);
}

static void the_small_tree_is_this(void **state)
{
    tby_ctree_grow_job job = {.root = pos_of("7k/8/5QK1/8/8/8/8/8 b - - 4 1"),
                              .depth = 1,
                              .max = 100};
    tby_ctree_grown g;
    tby_buf text;

    (void)state;
    grow_text(&job, &text, &g);
    CHECK(text.n == strlen(FORCED) && memcmp(text.p, FORCED, text.n) == 0,
          "%.*s", (int)text.n, text.p);
    assert_int_equal(g.ids.n, 29);
    tby_buf_free(&text);
    tby_ctree_grown_free(&g);
}

static void what_is_written_is_clean(void **state)
{
    static const char *const FENS[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/8/8/8/4k3/8/4K2Q w - - 99 70", /* fifty moves are near */
        "7k/8/8/8/8/8/8/K1N5 w - - 0 1",    /* a draw at once */
        "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", /* nothing can move on */
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(FENS); i++)
        for (unsigned depth = 0; depth <= 2; depth++)
            for (int exact = 0; exact < 2; exact++) {
                tby_ctree_grow_job job = {
                    .root = pos_of(FENS[i]),
                    .depth = depth,
                    .max = 1000000,
                    .identity = exact ? TBY_CTREE_EXACT : TBY_CTREE_POSITION};

                check_clean(&job, FENS[i]);
            }
}

static void so_it_is_from_anywhere(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        char fen[TBY_FEN_MAX];
        tby_ctree_grow_job job = {.root = random_position(&r, (int)(i % 4)),
                                  .depth = 1 + i % 2,
                                  .max = 1000000,
                                  .identity = i % 3 ? TBY_CTREE_POSITION
                                                    : TBY_CTREE_EXACT};
        tby_fen_write_pos(&job.root, fen, sizeof fen);
        check_clean(&job, fen);
    }
}

/* Kings go out of their corners and back, twice: in exact identity that ends
 * the game, and in position identity it leads to the root. */
static void repetitions_end(void **state)
{
    tby_ctree_grow_job job = {.root = pos_of("k7/p7/P7/8/8/p7/P7/K7 w - - 0 1"),
                              .depth = 8,
                              .max = 1000000,
                              .identity = TBY_CTREE_EXACT};
    tby_ctree_grown g;
    unsigned threefold = 0;

    (void)state;
    assert_int_equal(tby_ctree_grow(&g, &job, NULL), TBY_OK);
    for (uint32_t i = 0; i < g.n; i++) {
        threefold += g.ending[i] == TBY_THREEFOLD;
        assert_true(g.ending[i] != TBY_THREEFOLD || g.ply[i] == 8);
    }
    assert_int_equal(threefold, 1);
    tby_ctree_grown_free(&g);
    check_clean(&job, "kings, exact");
    job.identity = TBY_CTREE_POSITION;
    check_clean(&job, "kings");
}

static void too_large_is_refused(void **state)
{
    tby_ctree_grow_job job = {.root = tby_pos_start(), .depth = 3, .max = 5782};
    tby_ctree_grown g;

    (void)state;
    assert_int_equal(tby_ctree_grow(&g, &job, NULL), TBY_E_TREE_SIZE);
    tby_ctree_grown_free(&g);
    job.max = 5783;
    assert_int_equal(tby_ctree_grow(&g, &job, NULL), TBY_OK);
    tby_ctree_grown_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_names),
        cmocka_unit_test(the_small_tree_is_this),
        cmocka_unit_test(what_is_written_is_clean),
        cmocka_unit_test(so_it_is_from_anywhere),
        cmocka_unit_test(repetitions_end),
        cmocka_unit_test(too_large_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
