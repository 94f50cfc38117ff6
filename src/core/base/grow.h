/* grow.h - arrays that grow by doubling, and arenas: many small pieces of
 * memory that are given back together.  alloc may be NULL for the C library's.
 */
#ifndef TBY_CORE_BASE_GROW_H
#define TBY_CORE_BASE_GROW_H

#include "tabiya/base.h"

/* Makes room for `want` elements of `size` bytes in the array at *p, which has
 * room for *cap.  TBY_E_NOMEM: *p and *cap stay as they are. */
TBY_MUST_USE tby_rc tby_grow(const tby_alloc *alloc, void **p, size_t *cap,
                             size_t want, size_t size);

/* The same for an array of any type: TBY_OK or TBY_E_NOMEM.  `array` and `cap`
 * are where they are kept. */
#define TBY_GROW(alloc, array, cap, want)                                      \
    ((array) = tby__grown(alloc, array, &(cap), want, sizeof *(array)),        \
     (want) <= (cap) ? TBY_OK : TBY_E_NOMEM)

/* Adds one item to a list that has its array `at`, its number `n` and `cap`. */
#define TBY_APPEND(alloc, list, item)                                          \
    (TBY_GROW(alloc, (list).at, (list).cap, (list).n + 1) == TBY_OK            \
         ? ((list).at[(list).n++] = (item), TBY_OK)                            \
         : TBY_E_NOMEM)

static inline void *tby__grown(const tby_alloc *alloc, void *p, size_t *cap,
                               size_t want, size_t size)
{
    tby_rc rc = tby_grow(alloc, &p, cap, want, size);

    (void)rc; /* it shows in *cap */
    return p;
}

/* Gives the array back.  NULL is allowed. */
void tby_grow_free(const tby_alloc *alloc, void *p, size_t cap, size_t size);

/* Memory for n elements, none of it cleared; NULL: no memory.  Give it back
 * with tby_grow_free(). */
void *tby_grow_new(const tby_alloc *alloc, size_t n, size_t size);

typedef struct tby_arena {
    tby_alloc alloc;
    struct tby_arena_chunk *chunks; /* the newest first */
    char *at;                       /* what is free in it */
    size_t left;
} tby_arena;

/* Allocates nothing yet. */
void tby_arena_init(tby_arena *a, const tby_alloc *alloc);

/* Gives everything back and leaves an empty arena. */
void tby_arena_free(tby_arena *a);

/* n bytes, aligned for anything up to eight; NULL: no memory. */
void *tby_arena_take(tby_arena *a, size_t n);

/* A copy of n bytes, aligned likewise; NULL: no memory. */
void *tby_arena_copy(tby_arena *a, const void *p, size_t n);

#endif
