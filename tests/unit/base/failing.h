/* failing.h - an allocator that runs out of memory when told to, and knows
 * how much of it is out. */
#ifndef TBY_TESTS_UNIT_BASE_FAILING_H
#define TBY_TESTS_UNIT_BASE_FAILING_H

#include "tabiya/base.h"

#include <stdlib.h>

typedef struct failing {
    size_t calls_left; /* that will succeed */
    size_t out;        /* bytes that are not yet given back */
    bool wrong_size;   /* an old size was not the one asked for before */
    size_t last_size;
} failing;

static void *failing_realloc(void *ctx, void *p, size_t old_size,
                             size_t new_size)
{
    failing *f = ctx;

    if (p && old_size != f->last_size)
        f->wrong_size = true;
    if (new_size == 0) {
        f->out -= old_size;
        free(p);
        return NULL;
    }
    if (f->calls_left == 0)
        return NULL;
    f->calls_left--;
    void *q = realloc(p, new_size);
    if (q) {
        f->out = f->out - old_size + new_size;
        f->last_size = new_size;
    }
    return q;
}

static inline tby_alloc failing_alloc(failing *f)
{
    return (tby_alloc){.realloc = failing_realloc, .ctx = f};
}

#endif
