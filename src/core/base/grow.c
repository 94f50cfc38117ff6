/* grow.c - see grow.h. */
#include "core/base/grow.h"

enum { FIRST = 16 }; /* elements of an array that was empty */

tby_rc tby_grow(const tby_alloc *alloc, void **p, size_t *cap, size_t want,
                size_t size)
{
    size_t n = *cap ? *cap : FIRST;

    if (want <= *cap)
        return TBY_OK;
    while (n < want)
        n = n > SIZE_MAX / 2 ? want : n * 2;
    if (n > SIZE_MAX / size)
        return TBY_E_NOMEM;
    void *grown = alloc->realloc(alloc->ctx, *p, *cap * size, n * size);
    if (!grown)
        return TBY_E_NOMEM;
    *p = grown;
    *cap = n;
    return TBY_OK;
}

/* Of an array of n elements; an empty one has an address too, so that NULL
 * means one thing. */
static size_t bytes(size_t n, size_t size)
{
    return n ? n * size : 1;
}

void tby_grow_free(const tby_alloc *alloc, void *p, size_t cap, size_t size)
{
    if (p)
        alloc->realloc(alloc->ctx, p, bytes(cap, size), 0);
}

void *tby_grow_new(const tby_alloc *alloc, size_t n, size_t size)
{
    if (n > SIZE_MAX / size)
        return NULL;
    return alloc->realloc(alloc->ctx, NULL, 0, bytes(n, size));
}
