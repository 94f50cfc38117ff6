/* cp1252.h - Windows-1252, which is what text that is not UTF-8 nearly always
 * is in collections of games. */
#ifndef TBY_CORE_BASE_CP1252_H
#define TBY_CORE_BASE_CP1252_H

#include "tabiya/base.h"

/* Writes one byte's character as UTF-8, at most three bytes; returns how many.
 * The five bytes that have no meaning become U+FFFD. */
size_t tby_cp1252_to_utf8(unsigned char byte, char out[4]);

#endif
