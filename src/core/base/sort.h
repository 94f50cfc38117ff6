/* sort.h - sorting in place, in n log n steps whatever the order was, without
 * memory of its own. */
#ifndef TBY_CORE_BASE_SORT_H
#define TBY_CORE_BASE_SORT_H

#include "tabiya/base.h"

/* Sorts n numbers so that less(ctx, a, b) holds for no b before a.  Sorting
 * indexes keeps what they stand for where it is. */
void tby_sort(uint32_t *at, size_t n,
              bool (*less)(const void *ctx, uint32_t a, uint32_t b),
              const void *ctx);

/* A list of numbers; start with zeros, add with TBY_APPEND() of grow.h. */
typedef struct tby_numbers {
    uint64_t *at;
    size_t n, cap;
} tby_numbers;

/* In order, each once. */
void tby_numbers_sort(tby_numbers *l);

/* The place of the first that is not less, in a list in order. */
size_t tby_numbers_find(const tby_numbers *l, uint64_t number);

#endif
