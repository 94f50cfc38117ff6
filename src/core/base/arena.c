/* arena.c - see arena.h. */
#include "core/base/arena.h"

#include <string.h>

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

static bool add_chunk(tby_arena *a, size_t n)
{
    size_t size = n > CHUNK - sizeof(struct tby_arena_chunk)
                      ? n + sizeof(struct tby_arena_chunk)
                      : CHUNK;
    struct tby_arena_chunk *c = a->alloc.realloc(a->alloc.ctx, NULL, 0, size);

    if (!c)
        return false;
    *c = (struct tby_arena_chunk){a->chunks, size};
    a->chunks = c;
    a->at = (char *)(c + 1);
    a->left = size - sizeof *c;
    return true;
}

void *tby_arena_take(tby_arena *a, size_t n)
{
    if (n > SIZE_MAX / 2)
        return NULL;
    n = (n + ALIGN - 1) / ALIGN * ALIGN;
    if ((n > a->left || !a->at) && !add_chunk(a, n))
        return NULL;
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
