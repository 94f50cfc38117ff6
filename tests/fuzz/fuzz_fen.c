/* fuzz_fen.c - any bytes as FEN: an error inside the text, or a setup that
 * survives writing and reading in both styles. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <string.h>

static void round_trip(const tby_setup *s, tby_fen_style style)
{
    char text[TBY_FEN_MAX];
    tby_setup again;
    size_t n = tby_fen_write(s, style, text, sizeof text);

    CHECK(n < sizeof text);
    CHECK(tby_fen_parse((tby_str){text, n}, &again, NULL) == TBY_OK);
    CHECK(memcmp(s->board, again.board, sizeof s->board) == 0);
    CHECK(s->turn == again.turn && s->ep == again.ep);
    CHECK(s->castling == again.castling);
    CHECK(s->halfmoves == again.halfmoves && s->fullmoves == again.fullmoves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    tby_setup s = {.turn = 77};
    tby_err err = {TBY_OK, SIZE_MAX};
    tby_pos p;
    tby_rc rc = tby_fen_parse(in, &s, &err);

    if (rc != TBY_OK) {
        CHECK(err.code == rc && err.at <= size && s.turn == 77);
        return 0;
    }
    round_trip(&s, TBY_FEN_SHREDDER);
    round_trip(&s, TBY_FEN_X);
    if (tby_pos_from_setup(&s, 0, &p, NULL) == TBY_OK) {
        tby_setup back = tby_pos_to_setup(&p);
        CHECK(tby_setup_faults(&back) == 0);
        round_trip(&back, TBY_FEN_X);
    }
    return 0;
}
