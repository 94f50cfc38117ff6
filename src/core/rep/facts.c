/* facts.c - what can be counted of a graph: see tabiya/facts.h. */
#include "tabiya/facts.h"
#include "core/base/grow.h"
#include "core/rep/layout/cycles.h"
#include "tabiya/walk.h"

/* --- whose it is ----------------------------------------------------------*/

tby_color tby_facts_guess_color(const tby_graph *g)
{
    uint64_t turns[2] = {0, 0}, single[2] = {0, 0};

    for (size_t i = 0; i < g->nodes_n; i++) {
        const tby_node *n = &g->nodes[i];

        if (!n->alive || !n->out_n)
            continue;
        turns[n->pos.turn]++;
        single[n->pos.turn] += n->out_n == 1;
    }
    /* single/turns of each side, compared without dividing; a side without a
       turn chooses nothing */
    uint64_t white = single[TBY_WHITE] * turns[TBY_BLACK];
    uint64_t black = single[TBY_BLACK] * turns[TBY_WHITE];
    if (white != black)
        return white > black ? TBY_WHITE : TBY_BLACK;
    return single[TBY_BLACK] > single[TBY_WHITE] ? TBY_BLACK : TBY_WHITE;
}

/* --- counting -------------------------------------------------------------*/

static void count_node(tby_facts *f, const tby_node *n)
{
    f->leaves += n->in_n && !n->out_n;
    f->roots += n->out_n && !n->in_n;
    f->bare += !n->in_n && !n->out_n;
    f->transpositions += n->in_n > 1;
    f->evaluated += n->eval.kind != TBY_EVAL_NONE;
    f->placed += n->placed;
    f->choices += n->pos.turn == f->color && n->out_n > 1;
}

static void count_all(tby_facts *f, const tby_graph *g)
{
    f->nodes = g->nodes_alive;
    f->edges = g->edges_alive;
    for (size_t i = 0; i < g->nodes_n; i++)
        if (g->nodes[i].alive)
            count_node(f, &g->nodes[i]);
    for (size_t i = 0; i < g->edges_n; i++)
        f->annotated += g->edges[i].alive && g->edges[i].note.n > 0;
}

/* --- lines ----------------------------------------------------------------*/

/* By node, from there on. */
typedef struct tail {
    uint64_t lines;
    uint32_t longest;
    bool many; /* more lines than are counted */
} tail;

static tail tail_of(const tby_graph *g, const tby_walk *w, const tail *tails,
                    uint32_t node)
{
    tail t = {0, 0, false};

    for (uint32_t e = g->nodes[node].first_out; e != TBY_NONE;
         e = g->edges[e].next_out) {
        const tail *next = &tails[g->edges[e].to];

        if (w->back[e])
            continue;
        t.many |= next->many || next->lines > TBY_FACTS_LINES_MAX - t.lines;
        t.lines = t.many ? TBY_FACTS_LINES_MAX : t.lines + next->lines;
        if (next->longest >= t.longest)
            t.longest = next->longest + 1;
    }
    if (!t.lines)
        t.lines = 1; /* it ends here */
    return t;
}

static tby_rc count_lines(tby_facts *f, const tby_graph *g, const tby_walk *w)
{
    tail *tails = tby_grow_new(&w->alloc, g->nodes_n, sizeof *tails);

    if (!tails)
        return TBY_E_NOMEM;
    for (uint32_t i = w->n; i-- > 0;)
        tails[w->topo[i]] = tail_of(g, w, tails, w->topo[i]);
    const tail *first = &tails[w->order[0]];
    if (g->nodes[w->order[0]].out_n) {
        f->lines = first->lines;
        f->lines_exact = !first->many;
        f->longest = first->longest;
    }
    tby_grow_free(&w->alloc, tails, g->nodes_n, sizeof *tails);
    return TBY_OK;
}

tby_rc tby_facts_of(const tby_graph *g, const tby_alloc *alloc, tby_facts *out)
{
    tby_facts f = {.lines_exact = true};
    tby_walk w;
    tby_rc rc = tby_walk_graph(&w, g, alloc);

    if (rc != TBY_OK)
        return rc;
    f.color = g->has_color ? g->color : tby_facts_guess_color(g);
    count_all(&f, g);
    f.unreachable = w.n - w.first_n;
    if (w.n) {
        rc = tby_cycles_count(g, &w.alloc, &f.cycles);
        if (rc == TBY_OK)
            rc = count_lines(&f, g, &w);
    }
    tby_walk_free(&w);
    if (rc == TBY_OK)
        *out = f;
    return rc;
}
