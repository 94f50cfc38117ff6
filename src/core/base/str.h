#ifndef TBY_CORE_BASE_STR_H
#define TBY_CORE_BASE_STR_H

#include "tabiya/base.h"

/* The slice of a string literal, without counting at run time. */
#define TBY_STR(literal) ((tby_str){"" literal, sizeof(literal) - 1})

/* Space, tab, CR, LF, vertical tab, form feed: the same in every locale. */
static inline bool tby_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool tby_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* 0 to 15 for a hexadecimal digit, else -1. */
static inline int tby_hex_value(char c)
{
    if (tby_is_digit(c))
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reports where something failed, unless err is NULL, and returns the code. */
static inline tby_rc tby_fail(tby_err *err, tby_rc code, size_t at)
{
    if (err)
        *err = (tby_err){code, at};
    return code;
}

bool tby_str_equal(tby_str a, tby_str b);

/* Equal to a NUL-terminated string. */
bool tby_str_is(tby_str a, const char *b);

bool tby_str_starts(tby_str s, tby_str prefix);

/* Less, equal, greater by bytes: negative, 0, positive. */
int tby_str_compare(tby_str a, tby_str b);

/* s from its byte `at`; empty if it is shorter. */
tby_str tby_str_from(tby_str s, size_t at);

/* s without white space at either end. */
tby_str tby_str_trim(tby_str s);

/* Takes the next word off *rest: false when only white space is left. */
bool tby_str_word(tby_str *rest, tby_str *word);

/* Takes the next field off *rest, up to but without `separator`: "a,,b" has
 * three fields and "" has one.  False after the last one; a finished *rest has
 * p == NULL, which is why the first call must come with p != NULL. */
bool tby_str_field(tby_str *rest, char separator, tby_str *field);

#endif
