#include "core/rep/loose.h"
#include "core/base/grow.h"
#include "core/base/sort.h"
#include "core/base/str.h"

static bool comes_before(const void *ctx, uint32_t a, uint32_t b)
{
    const tby_graph *g = ctx;

    return tby_str_compare(tby_graph_text(g, g->loose[a]),
                           tby_graph_text(g, g->loose[b])) < 0;
}

tby_rc tby_loose_sort(tby_loose *l, const tby_graph *g, const tby_alloc *alloc)
{
    tby_loose made = {.alloc = *alloc, .graph = g, .n = g->loose_n};

    made.at = tby_grow_new(alloc, made.n, sizeof *made.at);
    if (!made.at)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < made.n; i++)
        made.at[i] = (uint32_t)i;
    tby_sort(made.at, made.n, comes_before, g);
    *l = made;
    return TBY_OK;
}

void tby_loose_free(tby_loose *l)
{
    tby_grow_free(&l->alloc, l->at, l->n, sizeof *l->at);
    l->at = NULL;
}

tby_str tby_loose_text(const tby_loose *l, size_t i)
{
    return tby_graph_text(l->graph, l->graph->loose[l->at[i]]);
}

bool tby_loose_has(const tby_loose *l, tby_str text)
{
    size_t low = 0, high = l->n;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = tby_str_compare(tby_loose_text(l, mid), text);

        if (order == 0)
            return true;
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}
