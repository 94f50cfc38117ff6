/* arena.h - many small pieces of memory that are given back together. */
#ifndef TBY_CORE_BASE_ARENA_H
#define TBY_CORE_BASE_ARENA_H

#include "tabiya/base.h"

typedef struct tby_arena {
    tby_alloc alloc;
    struct tby_arena_chunk *chunks; /* the newest first */
    char *at;                       /* what is free in it */
    size_t left;
} tby_arena;

/* Allocates nothing yet.  alloc may be NULL for the C library's. */
void tby_arena_init(tby_arena *a, const tby_alloc *alloc);

/* Gives everything back and leaves an empty arena. */
void tby_arena_free(tby_arena *a);

/* n bytes, aligned for anything up to eight; NULL: no memory. */
void *tby_arena_take(tby_arena *a, size_t n);

/* A copy of n bytes, aligned likewise; NULL: no memory. */
void *tby_arena_copy(tby_arena *a, const void *p, size_t n);

#endif
