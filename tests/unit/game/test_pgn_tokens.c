/* test_pgn_tokens.c - the tokens of PGN: what they are, and that those taken
 * many at a time are those taken one by one without a look ahead. */
#include "support/check.h"
#include "support/random.h"
#include "tabiya/pgn.h"

#include <string.h>

/* What lies after keeps the text long enough for the quick way. */
#define PADDING                                                                \
    " 97. Kf1 Kf8 98. Kf2 Kf7 99. Kf3 Kf6 100. Kf4 Ke6 101. Kg5 Kd5 102. Kh6 " \
    "Kc4 103. Kh7 Kb3 104. Kh8 Ka2 *"

static const struct {
    const char *text;
    const char *kinds; /* a letter for each token: see letter_of() */
} cases[] = {
    {"[White \"A \\\"B\\\" C\"]\n1. e4", "tnw"},
    {"1. e4 e5 2.Nf3 Nc6 3...Bb5", "nwwnwwnw"},
    {"123. Qxa8=Q# 1234. O-O-O+ 5. Nb1xd2", "nwnwnw"},
    {"1. e4! e5?! $3 !! Nf3$14", "nwgwgggwg"},
    {"e4{good}(e5;rest\n)", "wc(wc)"},
    {"1-0 0-1 1/2-1/2 *", "rrrr"},
    {"0-0 0-0-0+ 0-1x", "www"},
    {"e4\x01 e5\t\v Nf3", "wjww"},
    {"\x01 \x02\x7f", "jjj"},
    {"% an escape\n1. e4 % none", "enwjw"},
    {"1. e4\n% an escape\ne5", "nwew"},
    {"Nyx_y# e4_e5 Zz0", "www"},
    {"{never closed [Event \"x\"]", "jt"},
    {"12 1.. 1.... 01.", "nnnw"},
};

static char letter_of(tby_token_kind kind)
{
    static const char letters[] = "tnwgc()rej";

    return letters[kind];
}

static void test_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        for (int padded = 0; padded < 2; padded++) {
            char text[512], kinds[64] = "";
            snprintf(text, sizeof text, "%s%s", cases[i].text,
                     padded ? PADDING : "");
            tby_tokens t = {tby_str_of(text), 0};
            tby_token token[64];
            size_t n = tby_tokens_read(&t, token, 64);
            for (size_t k = 0; k < n && k < strlen(cases[i].kinds); k++)
                kinds[k] = letter_of(token[k].kind);
            CHECK(strcmp(kinds, cases[i].kinds) == 0, "%s: %s, not %s", text,
                  kinds, cases[i].kinds);
        }
}

/* Text of fragments that are joined by one space, or by anything. */
static size_t random_text(rng *r, char *text, size_t cap)
{
    static const char *const words[] = {"e4",
                                        "Nf3",
                                        "12.",
                                        "3...",
                                        "exd8=Q#",
                                        "O-O",
                                        "Qxh7+",
                                        "1-0",
                                        "{a}",
                                        "$5",
                                        "!?",
                                        "(",
                                        ")",
                                        "*",
                                        "7",
                                        "150.",
                                        "x_yY",
                                        "1/2-1/2",
                                        "\t",
                                        "\x03",
                                        "[A \"b\"]",
                                        "Rfe1",
                                        "h8=N",
                                        ";c\n",
                                        "Bb5",
                                        "a6",
                                        "Ba4",
                                        "Nf6",
                                        "%",
                                        "e.p.",
                                        ("\xe2\x99\x98"
                                         "f3")};
    static const char *const joints[] = {" ", "\n", "\r\n", "  ", "", "\0"};
    size_t n = 0;

    while (n + 16 < cap && !rng_chance(r, 1)) {
        const char *word = words[rng_below(r, LENGTH(words))];
        const char *joint =
            rng_chance(r, 80) ? " " : joints[rng_below(r, LENGTH(joints))];
        n += (size_t)snprintf(text + n, cap - n, "%s%s", word, joint);
    }
    return n;
}

/* The token that begins after `at`, where so little text follows that every
 * byte is looked at. */
static tby_token slow_token(tby_str text, size_t at)
{
    tby_token token = {.kind = TBY_TOKEN_JUNK};
    size_t most = at + 79;
    tby_tokens t = {{text.p, text.n < most ? text.n : most}, at};

    assert_int_equal(tby_tokens_next(&t, &token), TBY_OK);
    return token;
}

static void test_quick_and_slow_agree(void **state)
{
    rng r = rng_for(__func__);
    char buffer[4096];

    (void)state;
    for (int run = 0; run < 3000; run++) {
        tby_str text = {buffer, random_text(&r, buffer, sizeof buffer)};
        tby_tokens t = {text, 0};
        tby_token token[64];
        size_t room = 1 + rng_below(&r, 64), at = 0, n;
        while ((n = tby_tokens_read(&t, token, room)) > 0)
            for (size_t i = 0; i < n; i++) {
                tby_token slow = slow_token(text, at);
                size_t from = (size_t)(token[i].text.p - text.p);
                at = from + token[i].text.n;
                if (text.n - from > 40 && token[i].text.n > 30)
                    continue; /* a comment that the short text cuts */
                CHECK(token[i].kind == slow.kind &&
                          token[i].text.p == slow.text.p &&
                          token[i].text.n == slow.text.n,
                      "at %zu of %.*s", from, (int)text.n, text.p);
            }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_quick_and_slow_agree),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
