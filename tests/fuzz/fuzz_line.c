/* fuzz_line.c - any bytes as a position that a user types, and as a UCI
 * move. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

static void check_uci(const tby_pos *p, tby_str in)
{
    tby_move m = TBY_MOVE_NONE, again;
    tby_err err = {TBY_OK, SIZE_MAX};
    char text[TBY_UCI_MAX];

    if (tby_uci_parse(p, in, &m, &err) != TBY_OK) {
        CHECK(err.code < 0 && err.at <= in.n && m == TBY_MOVE_NONE);
        return;
    }
    for (int style = TBY_UCI_ORTHODOX; style <= TBY_UCI_960; style++) {
        size_t n = tby_uci_write(p, m, (tby_uci_style)style, text);
        CHECK(tby_uci_parse(p, (tby_str){text, n}, &again, NULL) == TBY_OK);
        CHECK(again == m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    tby_line line;
    tby_err err = {TBY_OK, SIZE_MAX};
    tby_faults found = 0;
    char text[256];

    if (tby_line_parse(in, NULL, &line, &found, &err) != TBY_OK) {
        CHECK(err.code < 0 && err.at <= size);
        CHECK(tby_line_explain(in, &err, found, text, sizeof text) > 0);
        tby_pos start = tby_pos_start();
        check_uci(&start, in);
        return 0;
    }
    CHECK(line.pos.key == tby_key_of(&line.pos));
    CHECK(tby_history_count(&line.history, &line.pos) >= 1);
    tby_outcome_of(&line.pos, &line.history);
    tby_line_free(&line);
    return 0;
}
