/* fuzz_shortest.c - "FEN newline strings": any bytes as moves in the shortest
 * notation, of any position.  What is accepted is legal and its own shortest
 * string means the same move; what is refused has a reason and a place. */
#include "fuzz/check.h"
#include "fuzz/position.h"

static void accepted(const tby_short_table *t, const tby_pos *p, tby_move m)
{
    char text[TBY_SHORT_MAX], all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
    tby_move again;
    bool legacy;

    CHECK(tby_pos_judge(p, m) == TBY_OK);
    for (int style = TBY_SHORT_STRICT; style <= TBY_SHORT_LEGACY; style++) {
        size_t n = tby_short_table_write(t, m, (tby_short_style)style, text);
        CHECK(n < sizeof text && n == strlen(text));
        CHECK(tby_short_table_parse(t, (tby_str){text, n}, &again, &legacy,
                                    NULL) == TBY_OK);
        CHECK(again == m && (!legacy || style == TBY_SHORT_LEGACY));
    }
    CHECK(tby_short_all(t, m, all) > 0);
}

/* Plays the words of the text as long as they are moves. */
static void play_all(tby_pos *p, const char *at, const char *end)
{
    static tby_short_table t;

    for (int n = 0; at <= end && n < 200; n++) {
        const char *stop =
            at < end ? memchr(at, ' ', (size_t)(end - at)) : NULL;
        tby_str word = {at, (size_t)((stop ? stop : end) - at)};
        tby_move m;
        bool legacy = false;
        tby_err err = {TBY_OK, SIZE_MAX};

        tby_short_table_init(&t, p);
        if (tby_short_table_parse(&t, word, &m, &legacy, &err) == TBY_OK) {
            accepted(&t, p, m);
            tby_pos_play(p, m);
        } else {
            CHECK(err.code < 0 && err.at <= word.n);
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
