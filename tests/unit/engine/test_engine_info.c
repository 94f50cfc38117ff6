/* test_engine_info.c - lines of an engine, honest and other. */
#include "engine/uci.h"
#include "support/positions.h"

#include <string.h>

/* Reads from a copy of exactly that size, so that the sanitizer sees a byte
 * too many. */
static bool parse(const tby_pos *p, const char *line, tby_engine_info *out)
{
    size_t n = strlen(line);
    char *copy = malloc(n ? n : 1);

    assert_non_null(copy);
    memcpy(copy, line, n);
    bool ok = tby_engine_info_parse(p, (tby_str){copy, n}, out);
    free(copy);
    return ok;
}

static void a_line_of_stockfish(void **state)
{
    tby_pos p = tby_pos_start();
    tby_engine_info i;
    char uci[TBY_UCI_MAX];

    (void)state;
    assert_true(parse(&p,
                      "info depth 20 seldepth 28 multipv 2 score cp 35 nodes "
                      "912345 nps 1200000 hashfull 412 tbhits 0 time 760 pv "
                      "e2e4 e7e5 g1f3",
                      &i));
    assert_int_equal(i.depth, 20);
    assert_int_equal(i.seldepth, 28);
    assert_int_equal(i.line, 2);
    assert_true(i.exact);
    assert_true(tby_eval_equal(i.eval, tby_eval_from_cp(35)));
    assert_int_equal(i.nodes, 912345);
    assert_int_equal(i.nodes_per_second, 1200000);
    assert_int_equal(i.ms, 760);
    assert_int_equal(i.n, 3);
    tby_uci_write(&p, i.pv[0], TBY_UCI_ORTHODOX, uci);
    assert_string_equal(uci, "e2e4");
}

static const struct {
    const char *fen, *line;
    tby_eval eval;
    bool exact;
    size_t n;
} GOOD[] = {
    {NULL, "info", {0}, false, 0},
    {NULL, "info depth 5 currmove e2e4 currmovenumber 1", {0}, false, 0},
    {NULL, "info string score cp 5 pv e2e4", {0}, false, 0},
    {NULL, "  info \t score  cp  -35 ", {TBY_EVAL_CP, 1, 35}, true, 0},
    {NULL, "info score cp 0", {TBY_EVAL_CP, 0, 0}, true, 0},
    {NULL, "info score cp 7 lowerbound", {TBY_EVAL_CP, 0, 7}, false, 0},
    {NULL, "info score cp 7 upperbound depth 3", {TBY_EVAL_CP, 0, 7}, false, 0},
    {NULL, "info score cp 7 wdl 30 900 70 pv e2e4", {1, 0, 7}, true, 1},
    {NULL, "info score mate 5", {TBY_EVAL_MATE, 0, 5}, true, 0},
    {NULL, "info score mate -3", {TBY_EVAL_MATE, 1, 3}, true, 0},
    {NULL, "info score mate 0", {TBY_EVAL_MATE, 1, 0}, true, 0},
    {NULL, "info score mate -0", {TBY_EVAL_MATE, 1, 0}, true, 0},
    {NULL, "info pv", {0}, false, 0},
    /* a line ends where it becomes illegal */
    {NULL, "info score cp 1 pv e2e4 e7e5 e4e5", {1, 0, 1}, true, 2},
    {NULL, "info score cp 1 pv e2e4 0000 e4e5", {1, 0, 1}, true, 1},
    {NULL, "info score cp 1 pv e2e4 Nf6", {1, 0, 1}, true, 1},
    {NULL, "info score cp 1 pv e2e4 e7e5 depth 7", {1, 0, 1}, true, 2},
    /* Black to move: the engine speaks for Black */
    {"4k3/8/8/8/8/8/8/4KQ2 b - -", "info score cp 50", {1, 1, 50}, true, 0},
    {"4k3/8/8/8/8/8/8/4KQ2 b - -", "info score cp -50", {1, 0, 50}, true, 0},
    {"4k3/8/8/8/8/8/8/4KQ2 b - -", "info score mate -9", {2, 0, 9}, true, 0},
    {"4k3/8/8/8/8/8/8/4KQ2 b - -", "info score mate 2", {2, 1, 2}, true, 0},
    {"4k3/8/8/8/8/8/8/4KQ2 b - -", "info score mate 0", {2, 0, 0}, true, 0},
    /* both spellings of castling */
    {"4k3/8/8/8/8/8/8/4K2R w K -", "info pv e1g1", {0}, false, 1},
    {"4k3/8/8/8/8/8/8/4K2R w K -", "info pv e1h1", {0}, false, 1},
};

static void what_may_be_said(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(GOOD); k++) {
        tby_pos p = GOOD[k].fen ? pos_of(GOOD[k].fen) : tby_pos_start();
        tby_engine_info i;
        CHECK(parse(&p, GOOD[k].line, &i), "%s", GOOD[k].line);
        CHECK(tby_eval_equal(i.eval, GOOD[k].eval), "%s", GOOD[k].line);
        CHECK(i.exact == GOOD[k].exact && i.n == GOOD[k].n, "%s", GOOD[k].line);
        assert_int_equal(i.line, 1);
    }
}

static const char *const BAD[] = {
    "",
    " ",
    "infos depth 3",
    "bestmove e2e4",
    "readyok",
    "depth 3 info",
    "info depth",
    "info depth x",
    "info depth -1",
    "info depth 1001",
    "info depth 99999999999999999999999",
    "info multipv 0",
    "info multipv 257",
    "info nodes 18446744073709551615",
    "info nps -1",
    "info time 1.5",
    "info score",
    "info score cp",
    "info score cp x",
    "info score cp +5",
    "info score cp 1000001",
    "info score cp -99999999999",
    "info score mate 10001",
    "info score mate x",
    "info score lowerbound 5",
    "info score 35",
    "info score cp 35 pv a1a1",
    "info score cp 35 pv e7e5",
    "info score cp 35 pv 0000",
    "info score cp 35 pv (none)",
    "info score cp 35 pv e2e5 e7e5",
};

static void what_may_not(void **state)
{
    tby_pos p = tby_pos_start();

    (void)state;
    for (size_t k = 0; k < LENGTH(BAD); k++) {
        tby_engine_info i = {.depth = 77};
        CHECK(!parse(&p, BAD[k], &i) && i.depth == 77, "%s", BAD[k]);
    }
}

/* Knights that walk to and fro for ever. */
static void an_endless_line_is_cut(void **state)
{
    static const char *const tour[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    static char line[8 * 1000] = "info score cp 1 pv";
    tby_pos p = tby_pos_start();
    tby_engine_info i;

    (void)state;
    for (size_t k = 0; k < 1000; k++)
        strcat(line, tour[k % 4]);
    assert_true(parse(&p, line, &i));
    assert_int_equal(i.n, TBY_ENGINE_PV);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_stockfish),
        cmocka_unit_test(what_may_be_said),
        cmocka_unit_test(what_may_not),
        cmocka_unit_test(an_endless_line_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
