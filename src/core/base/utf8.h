/* utf8.h - UTF-8 as RFC 3629 has it: no surrogates, no overlong forms, nothing
 * above U+10FFFF. */
#ifndef TBY_CORE_BASE_UTF8_H
#define TBY_CORE_BASE_UTF8_H

#include "tabiya/base.h"

/* The length of the character at the start of s, 1 to 4, and the character in
 * *point (unless NULL); 0 if s is empty or does not start with a valid one. */
size_t tby_utf8_decode(tby_str s, uint32_t *point);

/* TBY_OK, or TBY_E_UTF8 with the first byte of the first invalid sequence in
 * *err (unless NULL). */
TBY_MUST_USE tby_rc tby_utf8_validate(tby_str s, tby_err *err);

/* Characters in s; a byte that belongs to no valid one counts as one. */
size_t tby_utf8_count(tby_str s);

#endif
