/* layout_keep.c - see layout_int.h. */
#include "core/rep/layout/layout_int.h"

#include "core/base/sort.h"

enum { SWEEPS = 8, TRIES = 8 };

typedef struct keeper {
    layout_layers *l;
    const tby_layout_options *o;
    double *x; /* where a node was, or would like to be */
} keeper;

static bool is_left(const void *ctx, uint32_t a, uint32_t b)
{
    const keeper *k = ctx;

    return k->x[a] != k->x[b] ? k->x[a] < k->x[b] : a < b;
}

/* The mean of the neighbours that are known: all, or those above. */
static double mean(const keeper *k, uint32_t v, bool all)
{
    const layout_layers *l = k->l;
    uint32_t n = l->up.start[v + 1] - l->up.start[v];
    double sum = 0;

    for (uint32_t i = l->up.start[v]; i < l->up.start[v + 1]; i++)
        sum += k->x[l->up.list[i]];
    if (all || n == 0) {
        n += l->down.start[v + 1] - l->down.start[v];
        for (uint32_t i = l->down.start[v]; i < l->down.start[v + 1]; i++)
            sum += k->x[l->down.list[i]];
    }
    return n > 0 ? sum / n : k->x[v];
}

/* What hangs together with nothing that had a place goes to the right. */
static void guess(keeper *k)
{
    const layout_layers *l = k->l;
    double right = 0;

    for (uint32_t v = 0; v < l->real; v++)
        if (tby_layout_stays(l, k->o, v) && k->o->previous[v].x > right)
            right = k->o->previous[v].x;
    for (uint32_t v = 0; v < l->nodes; v++)
        k->x[v] = tby_layout_stays(l, k->o, v) ? k->o->previous[v].x
                                               : right + TBY_LAYOUT_GAP;
    for (int i = 0; i <= SWEEPS; i++)
        for (uint32_t p = 0; p < l->nodes; p++)
            if (!tby_layout_stays(l, k->o, l->order[p]))
                k->x[l->order[p]] = mean(k, l->order[p], i > 0);
}

static void sort_ranks(keeper *k)
{
    layout_layers *l = k->l;

    for (uint32_t r = 0; r < l->ranks; r++)
        tby_sort(l->order + l->first[r], l->first[r + 1] - l->first[r], is_left,
                 k);
    for (uint32_t p = 0; p < l->nodes; p++)
        l->place[l->order[p]] = p;
}

/* Nodes that had a place are only ever passed. */
static void sift_new(keeper *k, layout_scratch *s)
{
    layout_layers *l = k->l;
    layout_search q = {.l = l, .s = s};

    for (int i = 0; i < TRIES; i++) {
        for (uint32_t v = 0; v < l->nodes; v++) {
            uint32_t r = l->rank[v];
            layout_span rank = {l->first[r], l->first[r + 1]};

            if (!tby_layout_stays(l, k->o, v))
                tby_layout_sift(&q, v, false, rank);
        }
    }
}

tby_rc tby_layout_keep(layout_layers *l, const tby_layout_options *o,
                       layout_scratch *s, tby_arena *arena)
{
    keeper k = {.l = l, .o = o};

    k.x = tby_arena_take(arena, l->nodes * sizeof *k.x);
    if (!k.x)
        return TBY_E_NOMEM;
    guess(&k);
    sort_ranks(&k);
    sift_new(&k, s);
    return TBY_OK;
}
