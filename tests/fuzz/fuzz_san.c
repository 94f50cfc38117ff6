/* fuzz_san.c - "FEN newline moves": any bytes as moves of any position.  What
 * is accepted is legal and its canonical form means the same move; what is
 * refused has a reason, a place and a sentence. */
#include "fuzz/check.h"
#include "fuzz/position.h"

static void refused(const tby_pos *p, tby_str word, tby_err err)
{
    char text[256];

    CHECK(err.code < 0 && err.at <= word.n);
    CHECK(tby_san_explain(p, word, TBY_SAN_TOLERANT, text, sizeof text) > 0);
}

static void accepted(const tby_pos *p, tby_move m)
{
    char text[TBY_SAN_MAX];
    size_t n = tby_san_write(p, m, text);
    tby_move again;

    CHECK(n < sizeof text);
    CHECK(tby_pos_judge(p, m) == TBY_OK);
    CHECK(tby_san_parse(p, (tby_str){text, n}, TBY_SAN_STRICT, &again, NULL) ==
          TBY_OK);
    CHECK(again == m);
}

/* Plays the words of the text as long as they are moves. */
static void play_all(tby_pos *p, const char *at, const char *end)
{
    while (at < end) {
        const char *stop = memchr(at, ' ', (size_t)(end - at));
        tby_str word = {at, (size_t)((stop ? stop : end) - at)};
        tby_move m;
        tby_err err = {TBY_OK, SIZE_MAX};
        if (tby_san_parse(p, word, TBY_SAN_TOLERANT, &m, &err) == TBY_OK) {
            accepted(p, m);
            tby_pos_play(p, m);
            CHECK(p->key == tby_key_of(p));
        } else {
            refused(p, word, err);
        }
        at += word.n + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_pos p;
    tby_str text;

    if (split_position(data, size, &p, &text))
        play_all(&p, text.p, text.p + text.n);
    return 0;
}
