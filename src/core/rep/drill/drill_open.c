/* drill_open.c - see tabiya/drill.h: how a drill begins and begins again, and
 * its chance. */
#include "core/base/grow.h"
#include "core/rep/drill/drill_int.h"

#include <string.h>

/* --- chance ---------------------------------------------------------------*/

/* SplitMix64. */
uint64_t tby_drill_random_bits(tby_drill *d)
{
    uint64_t z = d->random += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t tby_drill_random(tby_drill *d, uint32_t n)
{
    if (d->options.in_order)
        return 0;
    return (uint32_t)((tby_drill_random_bits(d) >> 32) * n >> 32);
}

static uint32_t even(const tby_drill *d, uint32_t edge)
{
    (void)d;
    (void)edge;
    return 1;
}

static uint32_t weigh(const tby_drill *d, tby_weight *weight)
{
    uint32_t sum = 0;

    for (uint32_t e = tby_dag_first(&d->dag, d->node); e != TBY_NONE;
         e = tby_dag_next(&d->dag, e))
        sum += weight(d, e);
    return sum;
}

uint32_t tby_drill_choose(tby_drill *d, tby_weight *weight)
{
    uint32_t sum = weigh(d, weight), e = tby_dag_first(&d->dag, d->node);

    if (sum == 0) {
        weight = even;
        sum = weigh(d, even);
    }
    uint32_t ticket = tby_drill_random(d, sum);
    for (; ticket >= weight(d, e); e = tby_dag_next(&d->dag, e))
        ticket -= weight(d, e);
    return e;
}

bool tby_drill_is_own(const tby_drill *d, uint32_t node)
{
    return d->graph->nodes[node].pos.turn == d->options.color;
}

/* --- opening --------------------------------------------------------------*/

static const tby_plan *plan_of(const tby_drill *d)
{
    if (d->queue.retry || d->options.mode == TBY_DRILL_DUE)
        return &tby_plan_queue;
    return d->options.mode == TBY_DRILL_ALL ? &tby_plan_ranks : &tby_plan_cover;
}

/* Lines that begin at the first choice behind each root.  Two roots may come to
 * the same one, which must count once. */
static tby_rc start_at_choices(tby_drill *d)
{
    uint8_t *taken = tby_grow_new(&d->alloc, d->graph->nodes_n, 1);
    size_t n = 0;
    tby_dag at_roots = d->dag;

    if (!taken)
        return TBY_E_NOMEM;
    memset(taken, 0, d->graph->nodes_n);
    for (size_t i = 0; i < at_roots.starts_n; i++) {
        uint32_t node = tby_dag_choice(&at_roots, at_roots.starts[i]);
        if (!taken[node])
            at_roots.starts[n++] = node;
        taken[node] = 1;
    }
    tby_grow_free(&d->alloc, taken, d->graph->nodes_n, 1);
    tby_rc rc = tby_dag_open(&d->dag, d->graph, &d->walk, at_roots.starts, n);
    if (rc == TBY_OK)
        tby_dag_free(&at_roots);
    return rc;
}

static tby_rc open_lines(tby_drill *d)
{
    const tby_drill_options *o = &d->options;
    bool chosen = o->from == TBY_FROM_NODE;
    tby_rc rc = tby_walk_graph(&d->walk, d->graph, &d->alloc);

    if (rc == TBY_OK)
        rc = tby_dag_open(&d->dag, d->graph, &d->walk, chosen ? &o->node : NULL,
                          chosen ? 1 : 0);
    if (rc == TBY_OK && o->from == TBY_FROM_CHOICE && o->mode != TBY_DRILL_DUE)
        rc = start_at_choices(d);
    return rc;
}

static tby_rc open_slips(tby_drill *d)
{
    size_t nodes = d->graph->nodes_n;

    d->slip_of = tby_grow_new(&d->alloc, nodes, sizeof *d->slip_of);
    if (!d->slip_of)
        return TBY_E_NOMEM;
    memset(d->slip_of, 0, nodes * sizeof *d->slip_of);
    return TBY_OK;
}

static tby_rc open_plan(tby_drill *d)
{
    d->plan = plan_of(d);
    d->turn = TBY_TURN_NONE;
    return d->plan->open(d);
}

tby_rc tby_drill_open(tby_drill **out, const tby_graph *g,
                      const tby_drill_options *options)
{
    tby_alloc alloc = g->alloc;
    tby_drill *d = tby_grow_new(&alloc, 1, sizeof *d);

    if (!d)
        return TBY_E_NOMEM;
    *d = (tby_drill){.alloc = alloc,
                     .graph = g,
                     .options = *options,
                     .random = options->seed,
                     .node = TBY_NONE};
    tby_rc rc = open_lines(d);
    if (rc == TBY_OK)
        rc = open_slips(d);
    if (rc == TBY_OK)
        rc = open_plan(d);
    if (rc == TBY_OK)
        *out = d;
    else
        tby_drill_close(d);
    return rc;
}

void tby_drill_close(tby_drill *d)
{
    if (!d)
        return;
    tby_alloc alloc = d->alloc;

    if (d->plan)
        d->plan->close(d);
    tby_grow_free(&alloc, d->slips, d->slips_cap, sizeof *d->slips);
    tby_grow_free(&alloc, d->slip_of, d->graph->nodes_n, sizeof *d->slip_of);
    tby_dag_free(&d->dag);
    tby_walk_free(&d->walk);
    tby_grow_free(&alloc, d, 1, sizeof *d);
}

/* --- once more ------------------------------------------------------------*/

static void forget_mistakes(tby_drill *d)
{
    for (size_t i = 0; i < d->slips_n; i++)
        d->slip_of[d->slips[i].node] = 0;
    d->slips_n = 0;
    d->mistakes = 0;
}

tby_rc tby_drill_reset(tby_drill *d, uint64_t seed, int64_t now)
{
    d->plan->close(d);
    d->queue.retry = false;
    d->random = seed;
    d->options.now = now;
    forget_mistakes(d);
    return open_plan(d);
}

tby_rc tby_drill_retry(tby_drill *d)
{
    d->plan->close(d);
    d->queue.retry = true;
    tby_rc rc = open_plan(d);
    forget_mistakes(d);
    return rc;
}
