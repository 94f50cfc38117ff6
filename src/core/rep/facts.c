#include "tabiya/facts.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "tabiya/graph.h"
#include "tabiya/walk.h"

#include <string.h>

/* Strongly connected components by Tarjan's algorithm, with a path of its own
 * instead of recursion: lines may be 100,000 moves long. */

/* By node. */
typedef struct mark {
    uint32_t at;   /* how many were met before it, plus one; 0: not met yet */
    uint32_t low;  /* the least `at` it is known to reach */
    uint32_t next; /* the edge to look at next */
    bool pending;  /* met, and its component is not complete */
} mark;

typedef struct search {
    const tby_graph *g;
    mark *marks;
    uint32_t *path; /* nodes from the root to the current one */
    uint32_t depth;
    uint32_t *pending; /* nodes whose component is not complete */
    uint32_t pending_n;
    uint32_t met;
    uint32_t cycles;
} search;

static void enter(search *s, uint32_t node)
{
    s->met++;
    s->marks[node] = (mark){.at = s->met,
                            .low = s->met,
                            .next = s->g->nodes[node].first_out,
                            .pending = true};
    s->path[s->depth++] = node;
    s->pending[s->pending_n++] = node;
}

static void reach(mark *m, uint32_t at)
{
    if (at < m->low)
        m->low = at;
}

/* The number of largest groups of at least two positions in which every one
 * can be reached from every other.  TBY_E_NOMEM. */
static tby_rc count_cycles(const tby_graph *g, const tby_alloc *alloc,
                           uint32_t *out)
{
    size_t n = g->nodes_n;
    search s = {.g = g};
    tby_arena arena;

    tby_arena_init(&arena, alloc);
    s.marks = tby_arena_take(&arena, n * sizeof *s.marks);
    s.path = tby_arena_take(&arena, n * sizeof *s.path);
    s.pending = tby_arena_take(&arena, n * sizeof *s.pending);
    bool room = s.marks && s.path && s.pending;
    if (room)
        memset(s.marks, 0, n * sizeof *s.marks);
    for (uint32_t i = 0; room && i < n; i++) {
        if (g->nodes[i].alive && !s.marks[i].at)
            enter(&s, i);
        while (s.depth) {
            uint32_t node = s.path[s.depth - 1];
            mark *m = &s.marks[node];

            if (m->next != TBY_NONE) {
                const tby_edge *e = &g->edges[m->next];
                m->next = e->next_out;
                if (!s.marks[e->to].at)
                    enter(&s, e->to);
                else if (s.marks[e->to].pending)
                    reach(m, s.marks[e->to].at);
                continue;
            }
            if (m->low == m->at) {
                /* All that is pending from `node` on is one component. */
                uint32_t size = 0, v;
                do {
                    v = s.pending[--s.pending_n];
                    s.marks[v].pending = false;
                    size++;
                } while (v != node);
                s.cycles += size > 1;
            }
            if (--s.depth)
                reach(&s.marks[s.path[s.depth - 1]], m->low);
        }
    }
    *out = s.cycles;
    tby_arena_free(&arena);
    return room ? TBY_OK : TBY_E_NOMEM;
}

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

/* By node, from there on. */
typedef struct tail {
    uint64_t lines;
    uint32_t longest;
    bool many; /* more lines than are counted */
} tail;

static tby_rc count_lines(tby_facts *f, const tby_graph *g, const tby_walk *w)
{
    tail *tails = tby_grow_new(&w->alloc, g->nodes_n, sizeof *tails);

    if (!tails)
        return TBY_E_NOMEM;
    for (uint32_t i = w->n; i-- > 0;) {
        tail t = {0, 0, false};
        TBY_ASSERT(w->topo[i] < g->nodes_n);
        for (uint32_t e = g->nodes[w->topo[i]].first_out; e != TBY_NONE;
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
        tails[w->topo[i]] = t;
    }
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
    tby_rc rc = TBY_OK;

    TBY_TRY(tby_walk_graph(&w, g, alloc));
    f.color = g->has_color ? g->color : tby_facts_guess_color(g);
    f.nodes = g->nodes_alive;
    f.edges = g->edges_alive;
    for (size_t i = 0; i < g->nodes_n; i++)
        if (g->nodes[i].alive) {
            const tby_node *n = &g->nodes[i];
            f.leaves += n->in_n && !n->out_n;
            f.roots += n->out_n && !n->in_n;
            f.bare += !n->in_n && !n->out_n;
            f.transpositions += n->in_n > 1;
            f.evaluated += n->eval.kind != TBY_EVAL_NONE;
            f.placed += n->placed;
            f.choices += n->pos.turn == f.color && n->out_n > 1;
        }
    for (size_t i = 0; i < g->edges_n; i++)
        f.annotated += g->edges[i].alive && g->edges[i].note.n > 0;
    f.unreachable = w.n - w.first_n;
    if (w.n) {
        rc = count_cycles(g, &w.alloc, &f.cycles);
        if (rc == TBY_OK)
            rc = count_lines(&f, g, &w);
    }
    tby_walk_free(&w);
    if (rc == TBY_OK)
        *out = f;
    return rc;
}
