/* names_builtin.h - the built-in names, which tools/gen_names.c prints while
 * building. */
#ifndef TBY_CORE_OPENINGS_NAMES_BUILTIN_H
#define TBY_CORE_OPENINGS_NAMES_BUILTIN_H

#include "core/openings/names_layout.h"

extern const struct names_head *const tby_builtin_names;

#endif
