/* drill.c - see tabiya/drill.h: questions, answers and replies. */
#include "core/base/grow.h"
#include "core/rep/drill/drill_int.h"

/* --- mistakes -------------------------------------------------------------*/

static tby_rc note_mistake(tby_drill *d)
{
    uint32_t *place = &d->slip_of[d->node];

    if (*place == 0) {
        void *slips = d->slips;
        tby_rc rc = tby_grow(&d->alloc, &slips, &d->slips_cap, d->slips_n + 1,
                             sizeof *d->slips);
        d->slips = slips;
        if (rc != TBY_OK)
            return rc;
        d->slips[d->slips_n++] = (tby_slip){.node = d->node};
        *place = (uint32_t)d->slips_n;
    }
    d->slips[*place - 1].mistakes++;
    d->mistakes++;
    return TBY_OK;
}

/* --- going on -------------------------------------------------------------*/

static void enter(tby_drill *d, uint32_t node)
{
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
    tby_rc rc = d->plan->moved(d, edge);

    if (rc != TBY_OK)
        return rc;
    enter(d, d->graph->edges[edge].to);
    if (d->walk.back[edge])
        d->turn = TBY_TURN_NONE;
    return d->turn == TBY_TURN_NONE ? d->plan->end(d) : TBY_OK;
}

tby_rc tby_drill_reply(tby_drill *d, uint32_t *edge)
{
    if (d->turn != TBY_TURN_OTHER)
        return TBY_E_MOVE_TURN;
    *edge = d->plan->reply(d);
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

static tby_rc take_wrong(tby_drill *d, int64_t now)
{
    tby_rc rc = review(d, TBY_AGAIN, now);

    d->wrong = true;
    return rc == TBY_OK ? note_mistake(d) : rc;
}

static bool others_owed(const tby_drill *d, uint32_t edge)
{
    for (uint32_t e = d->graph->nodes[d->node].first_out; e != TBY_NONE;
         e = d->graph->edges[e].next_out)
        if (e != edge && d->plan->owes(d, e))
            return true;
    return false;
}

tby_rc tby_drill_answer(tby_drill *d, tby_move m, int64_t now, tby_answer *out)
{
    if (d->turn != TBY_TURN_PLAYER)
        return TBY_E_MOVE_TURN;
    tby_rc rc = tby_pos_judge(&d->graph->nodes[d->node].pos, m);
    if (rc != TBY_OK)
        return rc;
    uint32_t edge = tby_graph_edge(d->graph, d->node, m);
    tby_answer answer = {.right = edge != TBY_NONE, .edge = edge};
    if (answer.right) {
        answer.more_owed = others_owed(d, edge);
        rc = review(d, d->helped ? TBY_HARD : TBY_GOOD, now);
        if (rc == TBY_OK)
            rc = make(d, edge);
    } else {
        rc = take_wrong(d, now);
    }
    if (rc == TBY_OK)
        *out = answer;
    return rc;
}

void tby_drill_hint(tby_drill *d)
{
    d->helped = true;
}

/* --- questions ------------------------------------------------------------*/

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
