/* fuzz_engine.c - any line that an engine may say, while it starts and while
 * it thinks about some position. */
#include "engine/info.h"
#include "engine/options.h"
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

static const char *const FENS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "4k3/P7/8/8/8/8/8/1R2K3 w Q - 0 1",
    "8/8/8/3pP3/8/8/8/K6k w - d6 0 1",
};

enum { POSITIONS = sizeof FENS / sizeof *FENS };

static void check_info(const tby_pos *start, tby_str line)
{
    tby_engine_info i = {.depth = 12345};
    tby_pos pos = *start;

    if (!tby_engine_info_parse(start, line, &i)) {
        CHECK(i.depth == 12345);
        return;
    }
    CHECK(i.depth <= TBY_ENGINE_DEPTH && i.seldepth <= TBY_ENGINE_DEPTH);
    CHECK(i.line >= 1 && i.line <= TBY_ENGINE_LINES);
    CHECK(i.eval.kind <= TBY_EVAL_MATE && i.eval.side <= TBY_BLACK);
    CHECK(i.eval.amount <= 1000000 && i.n <= TBY_ENGINE_PV);
    CHECK(i.eval.kind != TBY_EVAL_NONE || !i.exact);
    for (size_t k = 0; k < i.n; k++) {
        CHECK(i.pv[k] != TBY_MOVE_NULL && tby_pos_judge(&pos, i.pv[k]) == 0);
        tby_pos_play(&pos, i.pv[k]);
    }
}

static void check_option(tby_str line)
{
    static const uint64_t values[] = {0, 1, 2, 16, 500, UINT64_MAX};
    tby_engine e = {.stage = TBY_ENGINE_STARTING};

    tby_engine_option_read(&e, line);
    for (unsigned o = 0; o < TBY_ENGINE_OPTIONS; o++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            char buf[128];
            tby_text t = {buf, sizeof buf, 0};
            bool set = tby_engine_option_set(&e, o, values[i], &t);
            CHECK(t.len < sizeof buf && (set || t.len == 0));
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str line = {(const char *)data, size};
    tby_pos pos;

    if (size == 0)
        return 0;
    CHECK(tby_fen_parse_pos(tby_str_of(FENS[data[0] % POSITIONS]), &pos, NULL,
                            NULL) == TBY_OK);
    line = (tby_str){line.p + 1, line.n - 1};
    check_info(&pos, line);
    check_option(line);
    return 0;
}
