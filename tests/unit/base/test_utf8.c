/* test_utf8.c - every valid character, and what must not be one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "core/base/utf8.h"

/* The textbook encoder, to be compared with. */
static size_t encode(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char LEAD[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    out[0] = (char)(LEAD[n] | c);
    return n;
}

static void every_character_is_decoded(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        uint32_t point = 0xFFFFFFFF;
        char bytes[4];
        size_t n = encode(c, bytes);
        bool surrogate = c >= 0xD800 && c <= 0xDFFF;

        size_t got = tby_utf8_decode((tby_str){bytes, n}, &point);
        if (got != (surrogate ? 0 : n) || (!surrogate && point != c))
            fail_msg("U+%04X: length %zu, decoded U+%04X", c, got, point);
        /* cut short it is nothing */
        if (!surrogate && tby_utf8_decode((tby_str){bytes, n - 1}, NULL) != 0)
            fail_msg("U+%04X is read from %zu bytes", c, n - 1);
    }
}

static const struct {
    const char *text;
    size_t n;
    size_t at;    /* of the first fault */
    size_t count; /* characters */
} BAD[] = {
    {"\x80", 1, 0, 1},             /* continuation without a start */
    {"a\xC0\x80", 3, 1, 3},        /* overlong NUL */
    {"\xC1\xBF", 2, 0, 2},         /* overlong */
    {"\xE0\x9F\xBF", 3, 0, 3},     /* overlong */
    {"\xED\xA0\x80", 3, 0, 3},     /* surrogate */
    {"\xF0\x8F\xBF\xBF", 4, 0, 4}, /* overlong */
    {"\xF4\x90\x80\x80", 4, 0, 4}, /* above U+10FFFF */
    {"\xF5\x80\x80\x80", 4, 0, 4}, /* never a start */
    {"\xFF", 1, 0, 1},
    {"\xC3(", 2, 0, 2},      /* no continuation */
    {"ab\xE2\x99", 4, 2, 4}, /* ends early */
    {"\xE2\x99\x94\xE2", 4, 3, 2},
};

static void invalid_text_is_refused_at_the_right_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        tby_str s = {BAD[i].text, BAD[i].n};
        tby_err err = {TBY_OK, 99};

        assert_int_equal(tby_utf8_validate(s, &err), TBY_E_UTF8);
        assert_int_equal(err.code, TBY_E_UTF8);
        assert_int_equal(err.at, BAD[i].at);
        assert_int_equal(tby_utf8_count(s), BAD[i].count);
        assert_int_equal(tby_utf8_validate(s, NULL), TBY_E_UTF8);
    }
}

static void valid_text_is_accepted_and_counted(void **state)
{
    tby_str text = tby_str_of("Réti, Ńf3 ♘ 𝄞");

    (void)state;
    assert_int_equal(tby_utf8_validate(text, NULL), TBY_OK);
    assert_int_equal(tby_utf8_count(text), 13);
    assert_int_equal(tby_utf8_validate((tby_str){NULL, 0}, NULL), TBY_OK);
    assert_int_equal(tby_utf8_count((tby_str){NULL, 0}), 0);
    assert_int_equal(tby_utf8_decode((tby_str){NULL, 0}, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_decoded),
        cmocka_unit_test(invalid_text_is_refused_at_the_right_byte),
        cmocka_unit_test(valid_text_is_accepted_and_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
