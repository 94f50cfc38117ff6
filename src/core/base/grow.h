/* grow.h - room for one more element of an array that grows by doubling. */
#ifndef TBY_CORE_BASE_GROW_H
#define TBY_CORE_BASE_GROW_H

#include "tabiya/base.h"

/* Makes room for `want` elements of `size` bytes in the array at *p, which has
 * room for *cap.  TBY_E_NOMEM: *p and *cap stay as they are. */
TBY_MUST_USE tby_rc tby_grow(const tby_alloc *alloc, void **p, size_t *cap,
                             size_t want, size_t size);

/* Gives the array back.  NULL is allowed. */
void tby_grow_free(const tby_alloc *alloc, void *p, size_t cap, size_t size);

/* Memory for n elements, none of it cleared; NULL: no memory.  Give it back
 * with tby_grow_free(). */
void *tby_grow_new(const tby_alloc *alloc, size_t n, size_t size);

#endif
