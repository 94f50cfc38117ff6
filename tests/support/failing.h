/* failing.h - an allocator that runs out of memory when told to, and knows
 * how much of it is out. */
#ifndef TBY_TESTS_FAILING_H
#define TBY_TESTS_FAILING_H

#include "support/check.h"
#include "tabiya/base.h"

#include <stdlib.h>

typedef struct failing {
    size_t calls_left; /* that will succeed */
    size_t blocks;     /* that are not yet given back */
    size_t out;        /* bytes of them */
    bool wrong_size;   /* an old size was not the one asked for before */
} failing;

/* In front of each block: its size, as aligned as malloc() is. */
typedef union failing_head {
    size_t size;
    max_align_t align;
} failing_head;

static void *failing_realloc(void *ctx, void *p, size_t old_size,
                             size_t new_size)
{
    failing *f = ctx;
    failing_head *head = p ? (failing_head *)p - 1 : NULL;

    if ((head ? head->size : 0) != old_size)
        f->wrong_size = true;
    if (new_size == 0) {
        f->blocks -= head != NULL;
        f->out -= old_size;
        free(head);
        return NULL;
    }
    if (f->calls_left == 0)
        return NULL;
    f->calls_left--;
    f->blocks += head == NULL;
    head = realloc(head, sizeof *head + new_size);
    if (!head)
        return NULL;
    f->out = f->out - old_size + new_size;
    head->size = new_size;
    return head + 1;
}

static inline tby_alloc failing_alloc(failing *f)
{
    return (tby_alloc){.realloc = failing_realloc, .ctx = f};
}

/* All of it is back, and every old size was right. */
static inline void failing_check_back(const failing *f)
{
    assert_int_equal(f->blocks, 0);
    assert_int_equal(f->out, 0);
    assert_false(f->wrong_size);
}

#endif
