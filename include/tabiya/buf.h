/* buf.h - bytes that grow up to a limit: what writers append to.
 *
 *     tby_buf out;
 *
 *     tby_buf_init(&out, NULL, 1 << 20);
 *     rc = tby_rep_write(graph, 5, &out);
 *     fwrite(out.p, 1, out.n, file);
 *     tby_buf_free(&out);
 *
 * The first failure is kept and stops all later appends, so that a writer may
 * chain any number of them and look at tby_buf.rc once.  An append that fails
 * adds nothing: what is in the buffer is always a whole number of appends. */
#ifndef TBY_BUF_H
#define TBY_BUF_H

#include "tabiya/base.h"

typedef struct tby_buf {
    tby_alloc alloc;
    char *p; /* n bytes, not NUL-terminated; NULL while nothing was added */
    size_t n;
    size_t cap;
    size_t max; /* n never exceeds it */
    tby_rc rc;  /* TBY_OK, TBY_E_NOMEM or TBY_E_LIMIT */
} tby_buf;

TBY_BEGIN

/* Makes an empty buffer of at most max bytes.  Allocates nothing yet.  alloc
 * may be NULL for the C library's allocator. */
TBY_API void tby_buf_init(tby_buf *b, const tby_alloc *alloc, size_t max);

/* Gives the memory back and leaves an empty buffer that may be used again. */
TBY_API void tby_buf_free(tby_buf *b);

/* Forgets the content and the failure, keeps the memory. */
TBY_API void tby_buf_clear(tby_buf *b);

TBY_END

#endif
