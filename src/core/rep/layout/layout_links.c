/* layout_links.c - see layout_int.h. */
#include "core/rep/layout/layout_int.h"

#include <string.h>

uint32_t *tby_layout_numbers(tby_arena *arena, size_t n)
{
    return tby_arena_take(arena, n * sizeof(uint32_t));
}

bool tby_layout_link(layout_links *links, uint32_t n, uint32_t keys,
                     const uint32_t *key, const uint32_t *value,
                     tby_arena *arena)
{
    /* while filling, the list of node v ends at start[v + 1] */
    uint32_t *start = tby_layout_numbers(arena, (size_t)n + 2);
    uint32_t *list = tby_layout_numbers(arena, keys);

    if (!start || !list)
        return false;
    memset(start, 0, ((size_t)n + 2) * sizeof *start);
    for (uint32_t i = 0; i < keys; i++)
        start[key[i] + 2]++;
    for (uint32_t v = 0; v < n; v++)
        start[v + 2] += start[v + 1];
    for (uint32_t i = 0; i < keys; i++)
        list[start[key[i] + 1]++] = value[i];
    *links = (layout_links){start, list};
    return true;
}
