/* memory.c - the memory of a module: what core and a page allocate.
 *
 * malloc() of wasi-libc is 4 kB of a module with gzip, this is 300 bytes.
 * Blocks come in four sizes for each power of two.  A block that is given back
 * waits for the next of its size; it is neither divided nor joined, so that a
 * module never has more than the sum of what each size needed at most. */
#include "app/wasm/exports.h"

#include <string.h>

enum { SIZES = 4 * 27, PAGE = 65536, GROWTH = 16 };

/* Before every block; 8 bytes, so that what follows is aligned. */
typedef struct head {
    uint32_t size; /* its number below */
    struct head *next;
} head;

static head *waiting[SIZES];
static uint32_t used; /* bytes after the start that were ever taken */

extern unsigned char __heap_base[]; /* the start, by the linker */

/* Without a call of this, the linker would wrap every export into calls of
 * constructors and destructors, of which there are none. */
extern void __wasm_call_ctors(void);
EXPORT(void, _initialize, (void))
{
    __wasm_call_ctors();
}

/* 32, 40, 48, 56, 64, 80, 96, 112, 128 ... bytes, the head included. */
static uint32_t bytes_of(uint32_t size)
{
    return (4 + size % 4) << (size / 4 + 3);
}

/* The smallest that n bytes fit into. */
static uint32_t size_for(uint32_t n)
{
    uint32_t last = n + (uint32_t)sizeof(head) - 1;

    if (last < 32)
        return 0;
    uint32_t e = 31 - (uint32_t)__builtin_clz(last);
    return 4 * (e - 5) + (last >> (e - 2)) - 3;
}

/* A megabyte more than needed if it can be had, since the page has to look
 * anew each time. */
static bool grow(uint64_t end)
{
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;

    if (end <= have)
        return true;
    uint32_t pages = (uint32_t)((end - have + PAGE - 1) / PAGE);
    return __builtin_wasm_memory_grow(0, pages + GROWTH) != SIZE_MAX ||
           __builtin_wasm_memory_grow(0, pages) != SIZE_MAX;
}

static head *fresh(uint32_t size)
{
    uint64_t end = (uint64_t)(uintptr_t)__heap_base + used + bytes_of(size);

    if (end > UINT32_MAX || !grow(end))
        return NULL;
    head *h = (head *)(__heap_base + used);
    used += bytes_of(size);
    h->size = size;
    return h;
}

static void *take(size_t n)
{
    if (n > INT32_MAX)
        return NULL;
    uint32_t size = size_for(n);
    head *h = waiting[size];
    if (h)
        waiting[size] = h->next;
    else
        h = fresh(size);
    return h ? h + 1 : NULL;
}

static void *reallocate(void *ctx, void *p, size_t old_size, size_t new_size)
{
    (void)ctx;
    if (p && new_size && new_size <= INT32_MAX &&
        size_for(new_size) == ((head *)p)[-1].size)
        return p;
    void *moved = new_size ? take(new_size) : NULL;
    if (p && moved)
        memcpy(moved, p, old_size < new_size ? old_size : new_size);
    if (p && (moved || !new_size)) {
        head *h = (head *)p - 1;

        h->next = waiting[h->size];
        waiting[h->size] = h;
    }
    return moved;
}

tby_alloc tby_alloc_libc(void)
{
    return (tby_alloc){.realloc = reallocate, .ctx = NULL};
}

void *tby_wasm_alloc(uint32_t size)
{
    return reallocate(NULL, NULL, 0, size);
}

void tby_wasm_free(void *block, uint32_t size)
{
    reallocate(NULL, block, size, 0);
}
