/* alloc.c - the C library's allocator, the only file of core that may name
 * it. */
#include "tabiya/base.h"

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

tby_str tby_str_of(const char *text)
{
    return (tby_str){.p = text, .n = text ? strlen(text) : 0};
}
