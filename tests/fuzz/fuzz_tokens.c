/* fuzz_tokens.c - any bytes as tokens of PGN: they come in order, none is
 * empty, and between them there is nothing but white space. */
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <string.h>

static bool is_blank(tby_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!memchr(" \t\n\v\f\r\0", s.p[i], 7))
            return false;
    return true;
}

static bool is_inside(tby_str part, tby_str whole)
{
    return part.p >= whole.p && part.n <= whole.n &&
           (size_t)(part.p - whole.p) <= whole.n - part.n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    tby_tokens tokens = {in, 0};
    tby_token token;
    size_t at = 0;

    while (tby_tokens_next(&tokens, &token) == TBY_OK) {
        size_t from = (size_t)(token.text.p - in.p);
        CHECK(token.text.n > 0 && is_inside(token.text, in) && from >= at);
        CHECK(is_blank((tby_str){in.p + at, from - at}));
        at = from + token.text.n;
        CHECK(tokens.at == at);
        if (token.kind == TBY_TOKEN_TAG)
            CHECK(token.name.n > 0 && is_inside(token.name, token.text) &&
                  is_inside(token.value, token.text));
    }
    CHECK(size == 0 || is_blank((tby_str){in.p + at, size - at}));
    return 0;
}
