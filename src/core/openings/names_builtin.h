/* names_builtin.h - the bytes of the built-in names, which tools/gen_names.c
 * prints while building. */
#ifndef TBY_CORE_OPENINGS_NAMES_BUILTIN_H
#define TBY_CORE_OPENINGS_NAMES_BUILTIN_H

#include <stddef.h>

extern const unsigned char tby_builtin_block[]; /* aligned to eight */
extern const size_t tby_builtin_size;

#endif
