/* buf.h - bytes that grow up to a limit.
 *
 * The first failure is kept and stops all later appends, so that a writer may
 * chain any number of them and look at tby_buf.rc once.  An append that fails
 * adds nothing: what is in the buffer is always a whole number of appends. */
#ifndef TBY_CORE_BASE_BUF_H
#define TBY_CORE_BASE_BUF_H

#include "tabiya/base.h"

typedef struct tby_buf {
    tby_alloc alloc;
    char *p; /* n bytes, not NUL-terminated; NULL while nothing was added */
    size_t n;
    size_t cap;
    size_t max; /* n never exceeds it */
    tby_rc rc;  /* TBY_OK, TBY_E_NOMEM or TBY_E_LIMIT */
} tby_buf;

/* Makes an empty buffer of at most max bytes.  Allocates nothing yet.  alloc
 * may be NULL for the C library's allocator. */
void tby_buf_init(tby_buf *b, const tby_alloc *alloc, size_t max);

/* Gives the memory back and leaves an empty buffer that may be used again. */
void tby_buf_free(tby_buf *b);

/* Forgets the content and the failure, keeps the memory. */
void tby_buf_clear(tby_buf *b);

/* The content; valid until the next append. */
tby_str tby_buf_str(const tby_buf *b);

/* Room for n more bytes behind the content, for a caller who fills it and adds
 * to b->n what was used; NULL: b->rc says why. */
char *tby_buf_room(tby_buf *b, size_t n);

void tby_buf_char(tby_buf *b, char c);
void tby_buf_add(tby_buf *b, tby_str s);
void tby_buf_cstr(tby_buf *b, const char *s);
void tby_buf_u64(tby_buf *b, uint64_t value);
void tby_buf_i64(tby_buf *b, int64_t value);

/* Writes value with a fixed number of decimals, at most 9, rounded half away
 * from zero.  What is too large for 64 bits then is written with an exponent
 * and twelve decimals.  "nan", "inf" and "-inf" stand for what is no number. */
void tby_buf_double(tby_buf *b, double value, unsigned decimals);

#endif
