/* book_builtin.c - stands in for the book that will be made at build time: it
 * holds nothing. */
#include "tabiya/book.h"

tby_book tby_book_builtin(void)
{
    return (tby_book){.n = 0};
}
