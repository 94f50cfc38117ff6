#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/rep/drill/drill_int.h"

#include <string.h>

uint32_t tby_drill_random(tby_drill *d, uint32_t n)
{
    return d->options.in_order ? 0 : tby_random_below(&d->random, n);
}

/* One of the moves from d->node that are not cut, each as likely as its weight
 * says, any if none weighs.  In order it is the first that weighs. */
static uint32_t choose(tby_drill *d)
{
    uint32_t sum = 0, n = 0, e;

    for (e = tby_dag_first(&d->dag, d->node); e != TBY_NONE;
         e = tby_dag_next(&d->dag, e), n++)
        sum += d->plan->weight(d, e);
    bool even = sum == 0; /* nothing speaks for one of them */
    uint32_t ticket = tby_drill_random(d, even ? n : sum);
    for (e = tby_dag_first(&d->dag, d->node);; e = tby_dag_next(&d->dag, e)) {
        TBY_ASSERT(e < d->graph->edges_n);
        uint32_t part = even ? 1 : d->plan->weight(d, e);
        if (ticket < part)
            return e;
        ticket -= part;
    }
}

bool tby_drill_is_own(const tby_drill *d, uint32_t node)
{
    return d->graph->nodes[node].pos.turn == d->options.color;
}

/* Lines that begin at the first choice after each root.  Two roots may come to
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
    TBY_TRY(tby_dag_open(&d->dag, d->graph, &d->walk, at_roots.starts, n));
    tby_dag_free(&at_roots);
    return TBY_OK;
}

static void close_plan(tby_drill *d)
{
    if (d->plan && d->plan->close)
        d->plan->close(d);
    tby_arena_free(&d->arena);
}

static tby_rc open_plan(tby_drill *d)
{
    d->plan = d->queue.retry || d->options.mode == TBY_DRILL_DUE
                  ? &tby_plan_queue
              : d->options.mode == TBY_DRILL_ALL ? &tby_plan_ranks
                                                 : &tby_plan_cover;
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
    tby_arena_init(&d->arena, &alloc);
    const tby_drill_options *o = &d->options;
    bool chosen = o->from == TBY_FROM_NODE;
    tby_rc rc = tby_walk_graph(&d->walk, d->graph, &d->alloc);

    if (rc == TBY_OK)
        rc = tby_dag_open(&d->dag, d->graph, &d->walk, chosen ? &o->node : NULL,
                          chosen ? 1 : 0);
    if (rc == TBY_OK && o->from == TBY_FROM_CHOICE && o->mode != TBY_DRILL_DUE)
        rc = start_at_choices(d);
    d->slip_of = tby_grow_new(&alloc, g->nodes_n, sizeof *d->slip_of);
    if (d->slip_of)
        memset(d->slip_of, 0, g->nodes_n * sizeof *d->slip_of);
    else if (rc == TBY_OK)
        rc = TBY_E_NOMEM;
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

    close_plan(d);
    tby_grow_free(&alloc, d->slips, d->slips_cap, sizeof *d->slips);
    tby_grow_free(&alloc, d->slip_of, d->graph->nodes_n, sizeof *d->slip_of);
    tby_dag_free(&d->dag);
    tby_walk_free(&d->walk);
    tby_grow_free(&alloc, d, 1, sizeof *d);
}

static void forget_mistakes(tby_drill *d)
{
    for (size_t i = 0; i < d->slips_n; i++)
        d->slip_of[d->slips[i].node] = 0;
    d->slips_n = 0;
    d->mistakes = 0;
}

tby_rc tby_drill_reset(tby_drill *d, uint64_t seed, int64_t now)
{
    close_plan(d);
    d->queue.retry = false;
    d->random = seed;
    d->options.now = now;
    forget_mistakes(d);
    return open_plan(d);
}

tby_rc tby_drill_retry(tby_drill *d)
{
    close_plan(d);
    d->queue.retry = true;
    tby_rc rc = open_plan(d);
    forget_mistakes(d);
    return rc;
}

static void enter(tby_drill *d, uint32_t node)
{
    TBY_ASSERT(node < d->graph->nodes_n);
    d->node = node;
    d->wrong = d->helped = false;
    d->turn = TBY_TURN_NONE;
    if (d->plan->goes_on(d))
        d->turn = tby_drill_is_own(d, node) ? TBY_TURN_PLAYER : TBY_TURN_OTHER;
}

tby_rc tby_drill_next(tby_drill *d)
{
    uint32_t node = d->plan->begin(d);

    d->turn = TBY_TURN_NONE;
    if (node == TBY_NONE)
        return TBY_DONE;
    enter(d, node);
    return TBY_OK;
}

/* Makes a move of either side.  One that is cut ends the line: what follows was
 * played before. */
static tby_rc make(tby_drill *d, uint32_t edge)
{
    TBY_TRY(d->plan->moved(d, edge));
    TBY_ASSERT(edge < d->graph->edges_n);
    enter(d, d->graph->edges[edge].to);
    if (d->walk.back[edge])
        d->turn = TBY_TURN_NONE;
    return d->turn == TBY_TURN_NONE && d->plan->end ? d->plan->end(d) : TBY_OK;
}

tby_rc tby_drill_reply(tby_drill *d, uint32_t *edge)
{
    if (d->turn != TBY_TURN_OTHER)
        return TBY_E_MOVE_TURN;
    *edge = choose(d);
    return make(d, *edge);
}

/* Keeps the review of the position.  Only the first judgement of a question
 * counts: a wrong move, or how the right one came about. */
static tby_rc review(tby_drill *d, tby_rating rating, int64_t now)
{
    tby_card card = {.pos = d->graph->nodes[d->node].pos};

    if (d->plan != &tby_plan_queue || d->queue.retry || d->wrong)
        return TBY_OK;
    const tby_card *known = tby_cards_find(d->options.cards, &card.pos);
    if (known)
        card.memory = known->memory;
    tby_memory_review(&card.memory, rating, now);
    return tby_cards_put(d->options.cards, &card);
}

tby_rc tby_drill_answer(tby_drill *d, tby_move m, int64_t now, tby_answer *out)
{
    if (d->turn != TBY_TURN_PLAYER)
        return TBY_E_MOVE_TURN;
    TBY_TRY(tby_pos_judge(&d->graph->nodes[d->node].pos, m));
    uint32_t edge = tby_graph_edge(d->graph, d->node, m);
    tby_answer answer = {.right = edge != TBY_NONE, .edge = edge};
    if (answer.right) {
        for (uint32_t e = d->graph->nodes[d->node].first_out; e != TBY_NONE;
             e = d->graph->edges[e].next_out)
            answer.more_owed |= e != edge && d->plan->owes(d, e);
        TBY_TRY(review(d, d->helped ? TBY_HARD : TBY_GOOD, now));
        TBY_TRY(make(d, edge));
    } else {
        tby_rc rc = review(d, TBY_AGAIN, now);
        d->wrong = true;
        TBY_TRY(rc);
        uint32_t *place = &d->slip_of[d->node];
        if (*place == 0) {
            TBY_TRY(
                TBY_GROW(&d->alloc, d->slips, d->slips_cap, d->slips_n + 1));
            d->slips[d->slips_n++] = (tby_slip){.node = d->node};
            *place = (uint32_t)d->slips_n;
        }
        d->slips[*place - 1].mistakes++;
        d->mistakes++;
    }
    *out = answer;
    return TBY_OK;
}

void tby_drill_hint(tby_drill *d)
{
    d->helped = true;
}

tby_turn tby_drill_turn(const tby_drill *d)
{
    return d->turn;
}

uint32_t tby_drill_node(const tby_drill *d)
{
    return d->node;
}

bool tby_drill_owes(const tby_drill *d, uint32_t edge)
{
    return d->plan->owes(d, edge);
}

uint32_t tby_drill_left(const tby_drill *d)
{
    return d->left;
}

uint64_t tby_drill_lines(const tby_drill *d)
{
    return d->dag.lines;
}

uint32_t tby_drill_mistakes(const tby_drill *d)
{
    return d->mistakes;
}

const tby_slip *tby_drill_slips(const tby_drill *d, size_t *n)
{
    *n = d->slips_n;
    return d->slips;
}

const tby_walk *tby_drill_walk(const tby_drill *d)
{
    return &d->walk;
}
