/* names_builtin.c - the names that are part of the library. */
#include "core/openings/names_builtin.h"

tby_names tby_names_builtin(void)
{
    return tby__names_view(tby_builtin_names);
}
