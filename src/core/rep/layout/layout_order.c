/* First the large: subtrees change places with their siblings, or go below
 * another node that has an edge to them.  Then the small: nodes, alone or with
 * what hangs below them, move along their rank.  Both begin hot, when a move
 * may cost something, and cool down (docs/decisions has the measurements). */
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/rep/layout/layout_int.h"

#include <string.h>

typedef struct plan {
    uint32_t rounds;
    double heat;    /* of the first round, in crossings */
    double cooling; /* from one round to the next */
    double share;   /* of the work */
} plan;

/* Large moves are heated twice, lest they settle in a bad place. */
static const plan LARGE = {16, 40, 0.782, 0.225};
static const plan SMALL = {32, 0.5, 0.978, 0.55};

/* Blocks of more nodes are not moved along a rank. */
enum { BLOCK_MAX = 500 };

/* One in so many moves, of the large ones, is to another node above. */
enum { REHANG = 20 };

/* Where a node may go without leaving what it hangs below. */
static layout_span siblings(const layout_layers *l, uint32_t v)
{
    TBY_ASSERT(v < l->nodes);
    if (l->rank[v] == 0)
        return (layout_span){l->first[0], l->first[1]};
    uint32_t hook = tby_layout_hook(l, v);
    return (layout_span){l->cut[hook], l->cut[hook + 1]};
}

static void move_large(layout_search *q)
{
    q->s->work += 20;
    if (q->n_multiple && tby_random_below(&q->random, REHANG) == 0) {
        tby_layout_rehang(
            q, q->multiple[tby_random_below(&q->random, q->n_multiple)]);
        return;
    }
    uint32_t v = tby_random_below(&q->random, q->l->nodes);
    layout_span in = siblings(q->l, v);
    if (in.to - in.from > 1)
        tby_layout_sift(q, v, true, in);
}

static void move_small(layout_search *q)
{
    uint32_t v = q->busy[tby_random_below(&q->random, q->n_busy)];
    uint32_t r = q->l->rank[v];
    layout_span rank = {q->l->first[r], q->l->first[r + 1]};

    q->s->work += 20;
    tby_layout_sift(q, v, tby_random_below(&q->random, 2), rank);
}

typedef struct record {
    uint32_t *order;
    uint64_t crossings;
} record;

static void keep_best(const layout_search *q, record *best)
{
    uint64_t crossings = tby_layout_count(q->l, q->s);

    if (crossings > best->crossings ||
        (crossings == best->crossings && !q->again))
        return;
    best->crossings = crossings;
    memcpy(best->order, q->l->order, q->l->nodes * sizeof *best->order);
}

void tby_layout_set_order(layout_layers *l, const uint32_t *order)
{
    memcpy(l->order, order, l->nodes * sizeof *l->order);
    for (uint32_t p = 0; p < l->nodes; p++)
        l->place[l->order[p]] = p;
}

static void run(layout_search *q, const plan *how, const layout_effort *effort,
                void (*move)(layout_search *), record *best)
{
    uint64_t round =
        (uint64_t)((double)effort->work * how->share) / how->rounds;

    q->heat = how->heat;
    tby_layout_hang(q->l, q->s);
    for (uint32_t i = 0; i < how->rounds && (best->crossings > 0 || q->again);
         i++) {
        uint64_t end = q->s->work + round;

        if (move == move_small)
            tby_layout_hang(q->l, q->s);
        while (q->s->work < end)
            move(q);
        keep_best(q, best);
        q->heat *= how->cooling;
        if (!tby__layout_progress(effort->meter, q->s->work))
            break;
    }
}

/* Nodes that can hang below more than one, and what is above them. */
static bool find_nodes(layout_search *q, tby_arena *arena)
{
    const layout_layers *l = q->l;
    bool *marked = tby_arena_take(arena, l->nodes);

    q->multiple = tby_layout_numbers(arena, l->nodes);
    q->busy = tby_layout_numbers(arena, l->nodes);
    if (!marked || !q->multiple || !q->busy)
        return false;
    for (uint32_t v = 0; v < l->nodes; v++) {
        marked[v] = l->up.start[v + 1] - l->up.start[v] > 1;
        if (marked[v])
            q->multiple[q->n_multiple++] = v;
    }

    /* Marks what is above marked nodes, rank by rank. */
    for (uint32_t p = l->nodes; p-- > 0;) {
        uint32_t v = l->order[p];
        for (uint32_t i = l->up.start[v]; marked[v] && i < l->up.start[v + 1];
             i++)
            marked[l->up.list[i]] = true;
    }

    for (uint32_t v = 0; v < l->nodes; v++)
        if (marked[v])
            q->busy[q->n_busy++] = v;
    return true;
}

tby_rc tby_layout_order(layout_layers *l, const layout_effort *how,
                        layout_scratch *s, tby_arena *arena)
{
    layout_search q = {.l = l,
                       .s = s,
                       .random = how->number,
                       .limit = UINT32_MAX,
                       .again = how->number > 0};
    record best = {tby_layout_numbers(arena, l->nodes), UINT64_MAX};

    if (!best.order || !find_nodes(&q, arena))
        return TBY_E_NOMEM;
    keep_best(&q, &best);
    s->work = 0;
    run(&q, &LARGE, how, move_large, &best);
    run(&q, &LARGE, how, move_large, &best);
    tby_layout_set_order(l, best.order);
    q.limit = BLOCK_MAX;
    run(&q, &SMALL, how, move_small, &best);
    tby_layout_set_order(l, best.order);
    return TBY_OK;
}

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

tby_rc tby_layout_keep(layout_layers *l, const tby_layout_options *o,
                       layout_scratch *s, tby_arena *arena)
{
    keeper k = {.l = l, .o = o};

    k.x = tby_arena_take(arena, l->nodes * sizeof *k.x);
    if (!k.x)
        return TBY_E_NOMEM;
    /* What hangs together with nothing that had a place goes to the right. */
    double right = 0;
    for (uint32_t v = 0; v < l->real; v++)
        if (tby_layout_stays(l, o, v) && o->previous[v].x > right)
            right = o->previous[v].x;
    for (uint32_t v = 0; v < l->nodes; v++)
        k.x[v] = tby_layout_stays(l, o, v) ? o->previous[v].x
                                           : right + TBY_LAYOUT_GAP;
    for (int i = 0; i <= SWEEPS; i++)
        for (uint32_t p = 0; p < l->nodes; p++)
            if (!tby_layout_stays(l, o, l->order[p]))
                k.x[l->order[p]] = mean(&k, l->order[p], i > 0);
    for (uint32_t r = 0; r < l->ranks; r++)
        tby_sort(l->order + l->first[r], l->first[r + 1] - l->first[r], is_left,
                 &k);
    for (uint32_t p = 0; p < l->nodes; p++)
        l->place[l->order[p]] = p;
    /* Nodes that had a place are only ever passed. */
    layout_search q = {.l = l, .s = s};
    for (int i = 0; i < TRIES; i++) {
        for (uint32_t v = 0; v < l->nodes; v++) {
            uint32_t r = l->rank[v];
            layout_span rank = {l->first[r], l->first[r + 1]};

            if (!tby_layout_stays(l, o, v))
                tby_layout_sift(&q, v, false, rank);
        }
    }
    return TBY_OK;
}
