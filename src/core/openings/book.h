/* book.h - how a book is made, beyond tabiya/book.h. */
#ifndef TBY_CORE_OPENINGS_BOOK_H
#define TBY_CORE_OPENINGS_BOOK_H

#include "core/base/buf.h"
#include "tabiya/book.h"

/* Appends the table as a block to *out, which must be empty.  The same records
 * give the same bytes whatever their order.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_book_compile(const tby_openings *t, tby_buf *out);

#endif
