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

void tby_numbers_sort(tby_numbers *l)
{
    uint64_t *at = l->at;
    size_t n = 0;

    /* The first half becomes a heap, then its greatest goes to the end. */
    for (size_t begin = l->n / 2, end = l->n; end > 1;) {
        if (begin)
            begin--;
        else if (--end) {
            uint64_t last = at[end];
            at[end] = at[0];
            at[0] = last;
        }
        uint64_t x = at[begin];
        size_t i = begin, below;
        while ((below = 2 * i + 1) < end) {
            below += below + 1 < end && at[below] < at[below + 1];
            if (at[below] <= x)
                break;
            at[i] = at[below];
            i = below;
        }
        at[i] = x;
    }
    for (size_t i = 0; i < l->n; i++)
        if (!n || at[n - 1] != at[i])
            at[n++] = at[i];
    l->n = n;
}

size_t tby_numbers_find(const tby_numbers *l, uint64_t number)
{
    size_t low = 0, high = l->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->at[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
