#include "core/base/sort.h"
#include "core/base/assert.h"

typedef bool less_fn(const void *ctx, uint32_t a, uint32_t b);

/* Lets the number at i sink until both below it are less. */
static void sink(uint32_t *at, size_t i, size_t n, less_fn *less,
                 const void *ctx)
{
    uint32_t x = at[i];

    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= n)
            break;
        if (child + 1 < n && less(ctx, at[child], at[child + 1]))
            child++;
        if (!less(ctx, x, at[child]))
            break;
        at[i] = at[child];
        i = child;
    }
    at[i] = x;
}

void tby_sort(uint32_t *at, size_t n, less_fn *less, const void *ctx)
{
    TBY_ASSERT(n <= UINT32_MAX);
    for (size_t i = n / 2; i-- > 0;)
        sink(at, i, n, less, ctx);
    while (n > 1) {
        uint32_t last = at[--n];
        at[n] = at[0];
        at[0] = last;
        sink(at, 0, n, less, ctx);
    }
}
