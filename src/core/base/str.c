#include "core/base/str.h"
#include "core/base/diag.h"
#include "core/base/utf8.h"

#include <string.h>

tby_str tby_str_of(const char *text)
{
    return (tby_str){.p = text, .n = text ? strlen(text) : 0};
}

bool tby_str_equal(tby_str a, tby_str b)
{
    /* memcmp() must not see NULL, not even for no bytes */
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool tby_str_is(tby_str a, const char *b)
{
    return tby_str_equal(a, tby_str_of(b));
}

bool tby_str_starts(tby_str s, tby_str prefix)
{
    return s.n >= prefix.n &&
           tby_str_equal((tby_str){.p = s.p, .n = prefix.n}, prefix);
}

int tby_str_compare(tby_str a, tby_str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int order = n ? memcmp(a.p, b.p, n) : 0;

    if (order)
        return order;
    return (a.n > b.n) - (a.n < b.n);
}

tby_str tby_str_from(tby_str s, size_t at)
{
    if (at >= s.n)
        return (tby_str){.p = s.p, .n = 0};
    return (tby_str){.p = s.p + at, .n = s.n - at};
}

tby_str tby_str_trim(tby_str s)
{
    size_t from = 0;
    size_t to = s.n;

    while (from < to && tby_is_space(s.p[from]))
        from++;
    while (to > from && tby_is_space(s.p[to - 1]))
        to--;
    return (tby_str){.p = from ? s.p + from : s.p, .n = to - from};
}

bool tby_str_word(tby_str *rest, tby_str *word)
{
    tby_str s = tby_str_trim(*rest);
    size_t n = 0;

    while (n < s.n && !tby_is_space(s.p[n]))
        n++;
    *rest = tby_str_from(s, n);
    if (n == 0)
        return false;
    *word = (tby_str){.p = s.p, .n = n};
    return true;
}

bool tby_str_field(tby_str *rest, char separator, tby_str *field)
{
    tby_str s = *rest;

    if (!s.p)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] != separator)
            continue;
        *field = (tby_str){.p = s.p, .n = i};
        *rest = (tby_str){.p = s.p + i + 1, .n = s.n - i - 1};
        return true;
    }
    *field = s;
    *rest = (tby_str){.p = NULL, .n = 0};
    return true;
}

tby_place tby_place_of(tby_str text, size_t offset)
{
    size_t end = offset < text.n ? offset : text.n;
    size_t start = 0; /* of the line */
    size_t line = 1;

    for (size_t i = 0; i < end; i++) {
        if (text.p[i] == '\n') {
            line++;
            start = i + 1;
        }
    }
    /* a byte within a character belongs to that character's column */
    while (end > start && end < text.n && (text.p[end] & 0xC0) == 0x80)
        end--;
    tby_str before = {.p = text.p ? text.p + start : NULL, .n = end - start};
    return (tby_place){.line = line, .column = tby_utf8_count(before) + 1};
}
