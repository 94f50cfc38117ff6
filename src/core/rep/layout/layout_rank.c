#include "core/base/assert.h"
#include "core/rep/layout/layout_int.h"

#include <string.h>

/* The longest way puts a node as near to the roots as can be, and with it what
 * leads far down from there.  Such a node goes down, with all that would else
 * be too near below it, as long as that makes more edges shorter than longer
 * (after Nikolov and Tarassov). */

/* Steps that are spent, for each node and edge, and for small graphs. */
enum { WORK = 60, WORK_LEAST = 2000000 };

typedef struct sinker {
    layout_links down, up; /* by rank, whichever way edges point */
    uint32_t *rank;
    uint32_t *order; /* nodes, each after all that are above it */
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

    TBY_ASSERT(v < s->nodes);
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

    TBY_ASSERT(v < s->nodes);
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
        memset(count, 0, ((size_t)s.nodes + 1) * sizeof *count);
        for (uint32_t v = 0; v < s.nodes; v++)
            count[s.rank[v] + 1]++;
        for (uint32_t r = 0; r < s.nodes; r++)
            count[r + 1] += count[r];
        for (uint32_t v = 0; v < s.nodes; v++)
            s.order[count[s.rank[v]]++] = v;

        /* Marks nodes that move with one that has a long edge. */
        for (uint32_t i = s.nodes; i-- > 0;) {
            uint32_t v = s.order[i];

            s.slack[v] = false;
            for (uint32_t k = s.down.start[v]; k < s.down.start[v + 1]; k++) {
                uint32_t to = s.down.list[k];
                s.slack[v] |= s.rank[to] > s.rank[v] + 1 || s.slack[to];
            }
        }
        s.work += 4 * (uint64_t)s.nodes;

        for (uint32_t i = g->nodes; i-- > 0 && s.work < s.most;) {
            uint32_t v = s.order[i];
            if (s.slack[v] && s.up.start[v] < s.up.start[v + 1])
                better |= sink(&s, v);
        }
    }

    /* Takes out the ranks that no node is left on. */
    uint32_t n = 0;

    memset(count, 0, s.nodes * sizeof *count);
    for (uint32_t v = 0; v < s.nodes; v++)
        count[s.rank[v]] = 1;
    for (uint32_t r = 0; r < s.nodes; r++) {
        n += count[r];
        count[r] = n - 1;
    }
    for (uint32_t v = 0; v < s.nodes; v++)
        s.rank[v] = count[s.rank[v]];

    return TBY_OK;
}

typedef struct ranker {
    layout_links links;
    uint32_t *next;  /* of links.list, for each node on the way */
    uint32_t *stack; /* the way from a root to where we are */
    uint32_t *left;  /* nodes in the order in which they were left */
    uint32_t *when;  /* the place of each node in `left`, or one of these */
    uint32_t n_left;
} ranker;

static const uint32_t NEW = UINT32_MAX, OPEN = UINT32_MAX - 1;

/* All that can be reached from a root, each node left after all that follow
 * it but for those on the way to it. */
static void explore(ranker *r, uint32_t root)
{
    uint32_t depth = 0;

    if (r->when[root] != NEW)
        return;
    r->stack[depth++] = root;
    r->when[root] = OPEN;
    while (depth > 0) {
        uint32_t v = r->stack[depth - 1];

        if (r->next[v] == r->links.start[v + 1]) {
            r->when[v] = r->n_left;
            r->left[r->n_left++] = v;
            depth--;
            continue;
        }
        uint32_t to = r->links.list[r->next[v]++];
        if (r->when[to] == NEW) {
            r->when[to] = OPEN;
            r->stack[depth++] = to;
        }
    }
}

/* The edge leads to a node on the way to its beginning, or to itself. */
static bool closes_cycle(const ranker *r, uint32_t from, uint32_t to)
{
    return r->when[to] >= r->when[from];
}

/* Links the edges and gets ready to explore.  TBY_E_NOMEM. */
static tby_rc ranker_begin(ranker *r, uint32_t nodes, uint32_t edges,
                           const uint32_t *from, const uint32_t *to,
                           tby_arena *arena)
{
    r->next = tby_layout_numbers(arena, nodes);
    r->stack = tby_layout_numbers(arena, nodes);
    r->left = tby_layout_numbers(arena, nodes);
    r->when = tby_layout_numbers(arena, nodes);
    r->n_left = 0;
    if (!r->next || !r->stack || !r->left || !r->when ||
        !tby_layout_link(&r->links, nodes, edges, from, to, arena))
        return TBY_E_NOMEM;
    memcpy(r->next, r->links.start, nodes * sizeof *r->next);
    for (uint32_t v = 0; v < nodes; v++)
        r->when[v] = NEW;
    return TBY_OK;
}

/* Those that nothing leads to first, so that they are where ranks begin; then
 * the first of each cycle that nothing leads into.  TBY_E_NOMEM. */
static tby_rc explore_all(ranker *r, const tby_layout_graph *g,
                          tby_arena *arena)
{
    uint8_t *led_to = tby_arena_take(arena, g->nodes);

    if (!led_to ||
        ranker_begin(r, g->nodes, g->edges, g->from, g->to, arena) != TBY_OK)
        return TBY_E_NOMEM;
    memset(led_to, 0, g->nodes);
    for (uint32_t e = 0; e < g->edges; e++)
        led_to[g->to[e]] |= g->from[e] != g->to[e];
    for (uint32_t v = 0; v < g->nodes; v++)
        if (!led_to[v])
            explore(r, v);
    for (uint32_t v = 0; v < g->nodes; v++)
        explore(r, v);
    TBY_ASSERT(r->n_left == g->nodes);
    return TBY_OK;
}

static bool is_cyclic(const ranker *r, const tby_layout_graph *g)
{
    for (uint32_t e = 0; e < g->edges; e++)
        if (g->from[e] != g->to[e] && closes_cycle(r, g->from[e], g->to[e]))
            return true;
    return false;
}

/* Where a node was before, if that is a rank and not just anywhere. */
static uint32_t rank_before(const tby_layout_options *o, uint32_t v,
                            uint32_t nodes)
{
    if (!tby_layout_was_placed(o, v))
        return 0;
    double y = o->previous[v].y, ranks = y / TBY_LAYOUT_RANK;
    if (!(ranks >= 0 && ranks < nodes))
        return 0;
    uint32_t rank = (uint32_t)(ranks + 0.5);
    double off = y - rank * TBY_LAYOUT_RANK;
    return off > -1 && off < 1 ? rank : 0;
}

/* Leaves out the edges that went up before and lie on a cycle: whatever is
 * added, the same ones go on being drawn upwards.  Two nodes are on a cycle if
 * both are reached backwards from the one of them that was left last, whose
 * number is their component.  TBY_E_NOMEM. */
static tby_rc leave_out_upward(const ranker *r, const tby_layout_options *o,
                               tby_layout_graph *g, tby_arena *arena)
{
    uint32_t *from = tby_layout_numbers(arena, g->edges);
    uint32_t *to = tby_layout_numbers(arena, g->edges);
    uint32_t *component = tby_layout_numbers(arena, g->nodes);
    uint32_t n = 0;
    ranker back;

    if (!from || !to || !component ||
        ranker_begin(&back, g->nodes, g->edges, g->to, g->from, arena) !=
            TBY_OK)
        return TBY_E_NOMEM;
    for (uint32_t i = g->nodes; i-- > 0;) {
        uint32_t first = back.n_left;

        explore(&back, r->left[i]);
        for (uint32_t k = first; k < back.n_left; k++)
            component[back.left[k]] = i;
    }
    for (uint32_t e = 0; e < g->edges; e++) {
        uint32_t a = g->from[e], b = g->to[e];

        if (component[a] == component[b] && tby_layout_was_placed(o, a) &&
            tby_layout_was_placed(o, b) &&
            rank_before(o, b, g->nodes) <= rank_before(o, a, g->nodes))
            continue;
        from[n] = a;
        to[n++] = b;
    }
    *g = (tby_layout_graph){
        .nodes = g->nodes, .edges = n, .from = from, .to = to};
    return TBY_OK;
}

/* Each node as far up as it was before and as the edges allow that close no
 * cycle. */
static void settle(const ranker *r, const tby_layout_options *o, uint32_t nodes,
                   uint32_t *rank)
{
    for (uint32_t v = 0; v < nodes; v++)
        rank[v] = rank_before(o, v, nodes);
    for (uint32_t i = nodes; i-- > 0;) {
        uint32_t v = r->left[i];

        for (uint32_t k = r->links.start[v]; k < r->links.start[v + 1]; k++) {
            uint32_t to = r->links.list[k];
            if (!closes_cycle(r, v, to) && rank[to] <= rank[v])
                rank[to] = rank[v] + 1;
        }
    }
}

/* No edge joins two nodes of one rank, which could not be drawn. */
static bool is_drawable(const tby_layout_graph *g, const uint32_t *rank)
{
    for (uint32_t e = 0; e < g->edges; e++)
        if (g->from[e] != g->to[e] && rank[g->from[e]] == rank[g->to[e]])
            return false;
    return true;
}

tby_rc tby_layout_ranks(const tby_layout_graph *g, const tby_layout_options *o,
                        tby_arena *arena, uint32_t *rank)
{
    ranker r, as_before;

    if (explore_all(&r, g, arena) != TBY_OK)
        return TBY_E_NOMEM;
    bool cyclic = is_cyclic(&r, g);
    if (cyclic && o->previous) {
        tby_layout_graph downward = *g;

        if (leave_out_upward(&r, o, &downward, arena) != TBY_OK ||
            explore_all(&as_before, &downward, arena) != TBY_OK)
            return TBY_E_NOMEM;
        settle(&as_before, o, g->nodes, rank);
        if (is_drawable(g, rank))
            return TBY_OK;
    }
    settle(&r, o, g->nodes, rank);
    TBY_ASSERT(is_drawable(g, rank));
    /* moves that take others back may well be drawn nearer to where they lead;
       without them, the rank is the number of the move */
    return cyclic && !o->previous ? tby_layout_shorten(g, arena, rank) : TBY_OK;
}
