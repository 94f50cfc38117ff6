/* book_builtin.c - the book that is part of the library. */
#include "core/openings/book_builtin.h"

#include "core/base/assert.h"
#include "tabiya/book.h"

tby_book tby_book_builtin(void)
{
    tby_book b = {.n = 0};
    tby_rc rc = tby_book_open(&b, tby_builtin_block, tby_builtin_size);

    TBY_ASSERT(rc == TBY_OK);
    (void)rc;
    return b;
}
