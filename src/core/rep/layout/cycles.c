/* cycles.c - strongly connected components by Tarjan's algorithm, with a path
 * of its own instead of recursion: lines may be 100,000 moves long. */
#include "core/rep/layout/cycles.h"
#include "core/base/grow.h"

#include <string.h>

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

/* All that is pending from `node` on is one component. */
static void complete(search *s, uint32_t node)
{
    uint32_t n = 0, v;

    do {
        v = s->pending[--s->pending_n];
        s->marks[v].pending = false;
        n++;
    } while (v != node);
    s->cycles += n > 1;
}

static void leave(search *s, uint32_t node)
{
    const mark *m = &s->marks[node];

    if (m->low == m->at)
        complete(s, node);
    s->depth--;
    if (s->depth)
        reach(&s->marks[s->path[s->depth - 1]], m->low);
}

static void search_from(search *s, uint32_t root)
{
    enter(s, root);
    while (s->depth) {
        uint32_t node = s->path[s->depth - 1];
        mark *m = &s->marks[node];

        if (m->next == TBY_NONE) {
            leave(s, node);
            continue;
        }
        const tby_edge *e = &s->g->edges[m->next];
        m->next = e->next_out;
        if (!s->marks[e->to].at)
            enter(s, e->to);
        else if (s->marks[e->to].pending)
            reach(m, s->marks[e->to].at);
    }
}

tby_rc tby_cycles_count(const tby_graph *g, const tby_alloc *alloc,
                        uint32_t *out)
{
    size_t n = g->nodes_n;
    search s = {.g = g};
    tby_rc rc = TBY_E_NOMEM;

    s.marks = tby_grow_new(alloc, n, sizeof *s.marks);
    s.path = tby_grow_new(alloc, n, sizeof *s.path);
    s.pending = tby_grow_new(alloc, n, sizeof *s.pending);
    if (s.marks && s.path && s.pending) {
        memset(s.marks, 0, n * sizeof *s.marks);
        for (uint32_t i = 0; i < n; i++)
            if (g->nodes[i].alive && !s.marks[i].at)
                search_from(&s, i);
        *out = s.cycles;
        rc = TBY_OK;
    }
    tby_grow_free(alloc, s.marks, n, sizeof *s.marks);
    tby_grow_free(alloc, s.path, n, sizeof *s.path);
    tby_grow_free(alloc, s.pending, n, sizeof *s.pending);
    return rc;
}
