/* layout_length.c - see layout_int.h.
 *
 * The longest way puts a node as near to the roots as can be, and with it the
 * nodes that lead far down from there.  Such a node goes down, with all that
 * would else be too near below it, as long as more edges become shorter by that
 * than longer (after Nikolov and Tarassov). */
#include "core/rep/layout/layout_int.h"

#include <string.h>

/* Steps that are spent, for each node and edge, and for small graphs. */
enum { WORK = 60, WORK_LEAST = 2000000 };

typedef struct sinker {
    layout_links down, up; /* by rank, whichever way edges point */
    uint32_t *rank;
    uint32_t *order; /* nodes, each behind all that are above it */
    uint32_t *group; /* what would move together */
    bool *moves;     /* of each node: it is in the group */
    bool *slack;     /* of each node: an edge of what moves with it is long */
    uint32_t nodes, n;
    uint64_t work, most;
} sinker;

static void join(sinker *s, uint32_t v)
{
    s->moves[v] = true;
    s->group[s->n++] = v;
}

/* Finds what moves with a node.  Returns how many edges become longer less how
 * many become shorter, and how far down it may go before others must move. */
static int64_t find_group(sinker *s, uint32_t v, uint32_t *room)
{
    int64_t cost = 0;

    s->n = 0;
    *room = UINT32_MAX;
    join(s, v);
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t u = s->group[i];
        for (uint32_t k = s->down.start[u]; k < s->down.start[u + 1]; k++) {
            uint32_t to = s->down.list[k];
            if (!s->moves[to] && s->rank[to] == s->rank[u] + 1)
                join(s, to);
        }
        s->work += 4 + s->down.start[u + 1] - s->down.start[u];
    }
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t u = s->group[i];
        for (uint32_t k = s->down.start[u]; k < s->down.start[u + 1]; k++) {
            uint32_t to = s->down.list[k], gap = s->rank[to] - s->rank[u] - 1;
            if (s->moves[to])
                continue;
            cost--;
            *room = gap < *room ? gap : *room;
        }
        for (uint32_t k = s->up.start[u]; k < s->up.start[u + 1]; k++)
            cost += !s->moves[s->up.list[k]];
        s->work += 4 + s->up.start[u + 1] - s->up.start[u];
    }
    return cost;
}

static bool sink(sinker *s, uint32_t v)
{
    uint32_t room, deepest = 0;
    bool better = find_group(s, v, &room) < 0;

    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t rank = s->rank[s->group[i]];

        s->moves[s->group[i]] = false;
        deepest = rank > deepest ? rank : deepest;
    }
    better = better && room < s->nodes - deepest; /* there are no more ranks */
    for (uint32_t i = 0; i < s->n && better; i++)
        s->rank[s->group[i]] += room;
    return better;
}

/* Marks nodes that move with one that has a long edge. */
static void mark(sinker *s)
{
    for (uint32_t i = s->nodes; i-- > 0;) {
        uint32_t v = s->order[i];

        s->slack[v] = false;
        for (uint32_t k = s->down.start[v]; k < s->down.start[v + 1]; k++) {
            uint32_t to = s->down.list[k];
            s->slack[v] |= s->rank[to] > s->rank[v] + 1 || s->slack[to];
        }
    }
    s->work += 4 * (uint64_t)s->nodes;
}

static void sort_by_rank(sinker *s, uint32_t *count)
{
    memset(count, 0, ((size_t)s->nodes + 1) * sizeof *count);
    for (uint32_t v = 0; v < s->nodes; v++)
        count[s->rank[v] + 1]++;
    for (uint32_t r = 0; r < s->nodes; r++)
        count[r + 1] += count[r];
    for (uint32_t v = 0; v < s->nodes; v++)
        s->order[count[s->rank[v]]++] = v;
}

/* Takes out the ranks that no node is left on. */
static void close_up(sinker *s, uint32_t *number)
{
    uint32_t n = 0;

    memset(number, 0, s->nodes * sizeof *number);
    for (uint32_t v = 0; v < s->nodes; v++)
        number[s->rank[v]] = 1;
    for (uint32_t r = 0; r < s->nodes; r++) {
        n += number[r];
        number[r] = n - 1;
    }
    for (uint32_t v = 0; v < s->nodes; v++)
        s->rank[v] = number[s->rank[v]];
}

static bool link_down(sinker *s, const tby_layout_graph *g, tby_arena *arena)
{
    uint32_t *upper = tby_layout_numbers(arena, g->edges);
    uint32_t *lower = tby_layout_numbers(arena, g->edges);
    uint32_t n = 0;

    if (!upper || !lower)
        return false;
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = g->from[e], b = g->to[e];
        bool down = s->rank[a] < s->rank[b];

        if (a == b)
            continue;
        upper[n] = down ? a : b;
        lower[n++] = down ? b : a;
    }
    return tby_layout_link(&s->down, g->nodes, n, upper, lower, arena) &&
           tby_layout_link(&s->up, g->nodes, n, lower, upper, arena);
}

tby_rc tby_layout_shorten(const tby_layout_graph *g, tby_arena *arena,
                          uint32_t *rank)
{
    sinker s = {.rank = rank,
                .nodes = g->nodes,
                .most = WORK_LEAST + WORK * ((uint64_t)g->nodes + g->edges)};
    uint32_t *count = tby_layout_numbers(arena, (size_t)g->nodes + 2);

    s.order = tby_layout_numbers(arena, g->nodes);
    s.group = tby_layout_numbers(arena, g->nodes);
    s.moves = tby_arena_take(arena, g->nodes * sizeof *s.moves);
    s.slack = tby_arena_take(arena, g->nodes * sizeof *s.slack);
    if (!count || !s.order || !s.group || !s.moves || !s.slack ||
        !link_down(&s, g, arena))
        return TBY_E_NOMEM;
    memset(s.moves, false, g->nodes * sizeof *s.moves);
    for (bool better = true; better && s.work < s.most;) {
        better = false;
        sort_by_rank(&s, count);
        mark(&s);
        for (uint32_t i = g->nodes; i-- > 0 && s.work < s.most;) {
            uint32_t v = s.order[i];
            if (s.slack[v] && s.up.start[v] < s.up.start[v + 1])
                better |= sink(&s, v);
        }
    }
    close_up(&s, count);
    return TBY_OK;
}
