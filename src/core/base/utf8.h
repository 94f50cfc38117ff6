/* utf8.h - UTF-8 as RFC 3629 has it: no surrogates, no overlong forms, nothing
 * above U+10FFFF. */
#ifndef TBY_CORE_BASE_UTF8_H
#define TBY_CORE_BASE_UTF8_H

#include "tabiya/base.h"

/* The length of the character at the start of s, 1 to 4, and the character in
 * *point (unless NULL); 0 if s is empty or does not start with a valid one. */
size_t tby_utf8_decode(tby_str s, uint32_t *point);

/* Writes a character up to U+10FFFF, 1 to 4 bytes; returns how many. */
size_t tby_utf8_encode(uint32_t point, char out[4]);

/* Windows-1252, which is what text that is not UTF-8 nearly always is in
 * collections of games: the character of a byte.  The five bytes that have no
 * meaning are U+FFFD. */
uint32_t tby_cp1252_point(unsigned char byte);

/* TBY_OK, or TBY_E_UTF8 with the first byte of the first invalid sequence in
 * *err (unless NULL). */
TBY_MUST_USE tby_rc tby_utf8_validate(tby_str s, tby_err *err);

/* Characters in s; a byte that belongs to no valid one counts as one. */
size_t tby_utf8_count(tby_str s);

#endif
