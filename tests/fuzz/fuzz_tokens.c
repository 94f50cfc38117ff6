/* fuzz_tokens.c - any bytes as tokens of PGN: they come in order, none is
 * empty, and between them there is nothing but white space. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <string.h>

static bool is_blank(tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!memchr(" \t\n\v\f\r\x1a\0", s.p[i], 8))
            return false;
    return true;
}

static bool is_inside(tby_str part, tby_str whole)
{
    return part.p >= whole.p && part.n <= whole.n &&
           (size_t)(part.p - whole.p) <= whole.n - part.n;
}

/* Checks a token that begins behind `at`; where it ends. */
static size_t check_token(const tby_token *t, tby_str in, size_t at)
{
    size_t from = (size_t)(t->text.p - in.p);

    CHECK(t->text.n > 0 && is_inside(t->text, in) && from >= at);
    CHECK(is_blank((tby_str){in.p + at, from - at}));
    if (t->kind == TBY_TOKEN_TAG)
        CHECK(t->name.n > 0 && is_inside(t->name, t->text) &&
              is_inside(t->value, t->text));
    return from + t->text.n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    tby_tokens tokens = {in, 0};
    tby_token token[7];
    size_t at = 0, n;

    while ((n = tby_tokens_read(&tokens, token, 1 + size % 7)) > 0) {
        for (size_t i = 0; i < n; i++)
            at = check_token(&token[i], in, at);
        CHECK(tokens.at >= at &&
              is_blank((tby_str){in.p + at, tokens.at - at}));
    }
    CHECK(size == 0 || is_blank((tby_str){in.p + at, size - at}));
    return 0;
}
