/* alloc.c - the C library's allocator, the only file of core that may name it;
 * arrays that grow and arenas: see grow.h. */
#include "core/base/assert.h"
#include "core/base/grow.h"

#include <stdlib.h>
#include <string.h>

/* A module of a page brings its own, src/app/wasm/memory.c. */
#ifndef TBY_SMALL

static void *libc_realloc(void *ctx, void *p, size_t old_size, size_t new_size)
{
    (void)ctx;
    (void)old_size;
    /* realloc(p, 0) means three different things in three C standards */
    if (new_size == 0) {
        free(p);
        return NULL;
    }
    return realloc(p, new_size);
}

tby_alloc tby_alloc_libc(void)
{
    return (tby_alloc){.realloc = libc_realloc, .ctx = NULL};
}

#endif

enum { FIRST = 16 }; /* elements of an array that was empty */

tby_rc tby_grow(const tby_alloc *alloc, void **p, size_t *cap, size_t want,
                size_t size)
{
    size_t n = *cap ? *cap : FIRST;

    TBY_ASSERT(size > 0);
    if (want <= *cap)
        return TBY_OK;
    while (n < want)
        n = n > SIZE_MAX / 2 ? want : n * 2;
    if (n > SIZE_MAX / size)
        return TBY_E_NOMEM;
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();
    void *grown = a.realloc(a.ctx, *p, *cap * size, n * size);
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
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();

    if (p)
        a.realloc(a.ctx, p, bytes(cap, size), 0);
}

void *tby_grow_new(const tby_alloc *alloc, size_t n, size_t size)
{
    tby_alloc a = alloc ? *alloc : tby_alloc_libc();

    return n > SIZE_MAX / size ? NULL
                               : a.realloc(a.ctx, NULL, 0, bytes(n, size));
}

enum { CHUNK = 64 << 10, ALIGN = 8 };

struct tby_arena_chunk {
    struct tby_arena_chunk *next;
    size_t size; /* with this head, a multiple of ALIGN */
};

void tby_arena_init(tby_arena *a, const tby_alloc *alloc)
{
    *a = (tby_arena){.alloc = alloc ? *alloc : tby_alloc_libc()};
}

void tby_arena_free(tby_arena *a)
{
    while (a->chunks) {
        struct tby_arena_chunk *c = a->chunks;
        a->chunks = c->next;
        a->alloc.realloc(a->alloc.ctx, c, c->size, 0);
    }
    a->at = NULL;
    a->left = 0;
}

void *tby_arena_take(tby_arena *a, size_t n)
{
    if (n > SIZE_MAX / 2)
        return NULL;
    n = (n + ALIGN - 1) / ALIGN * ALIGN;
    if (n > a->left || !a->at) {
        struct tby_arena_chunk *c;
        size_t size = n > CHUNK - sizeof *c ? n + sizeof *c : CHUNK;
        c = a->alloc.realloc(a->alloc.ctx, NULL, 0, size);
        if (!c)
            return NULL;
        *c = (struct tby_arena_chunk){a->chunks, size};
        a->chunks = c;
        a->at = (char *)(c + 1);
        a->left = size - sizeof *c;
    }
    TBY_ASSERT(n <= a->left);
    void *p = a->at;
    a->at += n;
    a->left -= n;
    return p;
}

void *tby_arena_copy(tby_arena *a, const void *p, size_t n)
{
    void *copy = tby_arena_take(a, n);

    if (copy && n)
        memcpy(copy, p, n);
    return copy;
}
