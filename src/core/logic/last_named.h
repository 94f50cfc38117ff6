/* last_named.h - the last position of a line that has a name. */
#ifndef TBY_CORE_LOGIC_LAST_NAMED_H
#define TBY_CORE_LOGIC_LAST_NAMED_H

#include "tabiya/book.h"
#include "tabiya/line.h"

/* The entry of the line's position or, if it has no name, of the last one on
 * the way that has one; TBY_BOOK_NONE.  *ply is how many moves of the line are
 * before it. */
uint32_t tby_book_last_named(const tby_book *b, const tby_line *line,
                             size_t *ply);

#endif
