/* fuzz_engine.c - any line that an engine may say, while it starts and while
 * it thinks about some position. */
#include "engine/options.h"
#include "engine/uci.h"
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <string.h>

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
    CHECK(!i.has_wdl || i.wdl[0] + i.wdl[1] + i.wdl[2] == 1000);
    for (size_t k = 0; k < i.n; k++) {
        CHECK(i.pv[k] != TBY_MOVE_NULL && tby_pos_judge(&pos, i.pv[k]) == 0);
        tby_pos_play(&pos, i.pv[k]);
    }
}

/* Whatever it offers, a value is refused with a sentence or sent as one line,
 * and what it says itself as its range is taken. */
static void check_option(tby_str line)
{
    static const char *const VALUES[] = {"", "0", "true", "16", "-1", "a b"};
    static tby_engine_options o;
    char to[4096], sentence[TBY_ENGINE_REFUSAL];

    o.n = o.words_n = 0;
    tby_engine_option_read(&o, line);
    tby_engine_option_read(&o, line);
    CHECK(o.n <= 2 && o.words_n <= sizeof o.words);
    for (size_t i = 0; i < o.n; i++) {
        tby_str name = tby_engine_option_text(&o, o.at[i].name);
        tby_str rest = tby_engine_option_text(&o, o.at[i].list), one;
        CHECK(tby_engine_option_find(&o, name) == &o.at[0]);
        for (size_t k = 0; k < sizeof VALUES / sizeof *VALUES; k++) {
            tby_text t = {to, sizeof to, 0},
                     why = {sentence, sizeof sentence, 0};
            bool set = tby_engine_option_set(&o, name, tby_str_of(VALUES[k]),
                                             &t, &why);
            CHECK(t.len < sizeof to && set == (t.len > 0) &&
                  set == (why.len == 0));
            CHECK(!set || memchr(to, '\n', t.len) == to + t.len - 1);
        }
        while (o.at[0].type == TBY_OPTION_COMBO && i == 0 &&
               tby_engine_option_next(&rest, &one)) {
            tby_text t = {to, sizeof to, 0},
                     why = {sentence, sizeof sentence, 0};
            CHECK(tby_engine_option_set(&o, name, one, &t, &why));
        }
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
