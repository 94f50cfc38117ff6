/* names_builtin.c - the names that are part of the library. */
#include "core/openings/names_builtin.h"
#include "core/base/assert.h"
#include "tabiya/names.h"

tby_names tby_names_builtin(void)
{
    tby_names b = {.n = 0};
    tby_rc rc = tby_names_open(&b, tby_builtin_block, tby_builtin_size);

    TBY_ASSERT(rc == TBY_OK);
    (void)rc;
    return b;
}
