#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/rep/layout/layout_int.h"

#include <string.h>

/* Two edges between the same ranks cross if their ends are in another order
 * above than below.  When blocks A and B pass each other, a pair changes if its
 * order changes at one end only: that is so for an edge with an end in A and
 * one with an end in B, unless their other ends are in A and B as well. */

static inline bool within(layout_span s, uint32_t place)
{
    return place - s.from < s.to - s.from;
}

static inline uint32_t size_of(layout_span s)
{
    return s.to - s.from;
}

/* Up to so many pairs are looked at one by one. */
enum { PAIRS_MAX = 256 };

static bool is_less(const void *ctx, uint32_t a, uint32_t b)
{
    (void)ctx;
    return a < b;
}

/* Pairs with the place of xs before that of ys, less those the other way
 * round.  May sort both. */
static int64_t compare_places(uint32_t *xs, uint32_t n, uint32_t *ys,
                              uint32_t m, uint64_t *work)
{
    int64_t sum = 0;

    *work += n + m;
    if ((uint64_t)n * m <= PAIRS_MAX) {
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < m; k++)
                sum += (int64_t)(xs[i] < ys[k]) - (xs[i] > ys[k]);
        *work += (uint64_t)n * m;
        return sum;
    }
    tby_sort(xs, n, is_less, NULL);
    tby_sort(ys, m, is_less, NULL);
    *work += 64 * (uint64_t)(n + m);
    for (uint32_t k = 0, less = 0, not_more = 0; k < m; k++) {
        while (less < n && xs[less] < ys[k])
            less++;
        while (not_more < n && xs[not_more] <= ys[k])
            not_more++;
        sum += (int64_t)less - (n - not_more);
    }
    return sum;
}

static uint32_t places_of(const layout_layers *l, const layout_links *links,
                          uint32_t v, uint32_t *room)
{
    uint32_t n = 0;

    TBY_ASSERT(v < l->nodes);
    for (uint32_t i = links->start[v]; i < links->start[v + 1]; i++)
        room[n++] = l->place[links->list[i]];
    return n;
}

static int64_t compare_nodes(const layout_layers *l, const layout_links *links,
                             uint32_t u, uint32_t v, layout_scratch *s)
{
    uint32_t n = places_of(l, links, u, s->a);
    uint32_t m = places_of(l, links, v, s->b);

    TBY_ASSERT(v < l->nodes);
    s->work += 4;
    return compare_places(s->a, n, s->b, m, &s->work);
}

int64_t tby_layout_exchange(const layout_layers *l, uint32_t a, uint32_t b,
                            layout_scratch *s)
{
    uint32_t u = l->order[a], v = l->order[b];

    return compare_nodes(l, &l->up, u, v, s) +
           compare_nodes(l, &l->down, u, v, s);
}

/* A rank of a block, and the neighbours of its nodes on the rank above or
 * below: how many are in the block, too (`along` are its places there), and
 * the places of the others. */
typedef struct slice {
    const layout_links *links;
    layout_span nodes, along;
    uint32_t inner, outer;
    uint32_t *places;
} slice;

static slice slice_of(const layout_layers *l, const layout_links *links,
                      layout_span nodes, layout_span along, uint32_t *room)
{
    slice s = {links, nodes, along, 0, 0, room};
    uint32_t n = 0;

    for (uint32_t p = nodes.from; p < nodes.to; p++) {
        uint32_t v = l->order[p];
        n += links->start[v + 1] - links->start[v];
        for (uint32_t i = links->start[v]; i < links->start[v + 1]; i++) {
            uint32_t end = l->place[links->list[i]];
            if (!within(along, end))
                room[s.outer++] = end;
        }
    }
    s.inner = n - s.outer;
    return s;
}

/* The inner neighbours of one slice against the outer ones of the other; also
 * how many of those are within the first block. */
static int64_t compare_inner(const layout_layers *l, const slice *s,
                             const slice *other, uint32_t *inside,
                             layout_scratch *room)
{
    int64_t sides = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < other->outer; i++) {
        uint32_t place = other->places[i];
        if (within(s->along, place))
            room->d[n++] = place;
        else
            sides += place < s->along.from ? -1 : 1;
    }
    *inside = n;
    sides *= s->inner;
    if (n == 0 || s->inner == 0)
        return sides;
    uint32_t inner = 0;
    for (uint32_t p = s->nodes.from; p < s->nodes.to; p++) {
        uint32_t v = l->order[p];
        for (uint32_t i = s->links->start[v]; i < s->links->start[v + 1]; i++) {
            uint32_t end = l->place[s->links->list[i]];
            if (within(s->along, end))
                room->c[inner++] = end;
        }
    }
    return sides + compare_places(room->c, inner, room->d, n, &room->work);
}

/* Edges from A to B's side and from B to A's side were counted as if only one
 * of their ends moved: before, none of them is in order. */
static int64_t compare(const layout_layers *l, const slice *a, const slice *b,
                       layout_scratch *s)
{
    uint32_t to_a, to_b;
    int64_t sum =
        compare_inner(l, a, b, &to_a, s) - compare_inner(l, b, a, &to_b, s);

    s->work += 8 + 3 * (size_of(a->nodes) + size_of(b->nodes)) +
               2 * ((uint64_t)a->inner + b->inner);
    sum += compare_places(a->places, a->outer, b->places, b->outer, &s->work);
    return sum + (int64_t)to_a * to_b;
}

int64_t tby_layout_exchange_blocks(const layout_layers *l, layout_span of_a,
                                   layout_span of_b, uint32_t limit,
                                   layout_scratch *s)
{
    layout_span above_a = {0, 0}, above_b = {0, 0};
    int64_t sum = 0;
    uint32_t seen = 0;

    for (;;) {
        layout_span below_a = {l->cut[of_a.from], l->cut[of_a.to]};
        layout_span below_b = {l->cut[of_b.from], l->cut[of_b.to]};
        bool both = size_of(below_a) && size_of(below_b);

        if (!both) {
            if (!seen && size_of(of_a) + size_of(of_b) == 2)
                return tby_layout_exchange(l, of_a.from, of_b.from, s);
            below_a = below_b = (layout_span){0, 0};
        }
        slice up_a = slice_of(l, &l->up, of_a, above_a, s->a);
        slice up_b = slice_of(l, &l->up, of_b, above_b, s->b);
        sum += compare(l, &up_a, &up_b, s);
        slice down_a = slice_of(l, &l->down, of_a, below_a, s->a);
        slice down_b = slice_of(l, &l->down, of_b, below_b, s->b);
        sum += compare(l, &down_a, &down_b, s);
        if (!both)
            return sum;
        above_a = of_a;
        above_b = of_b;
        of_a = below_a;
        of_b = below_b;
        seen += size_of(of_a) + size_of(of_b);
        if (seen > limit)
            return INT64_MAX;
    }
}

void tby_layout_swap(layout_layers *l, uint32_t from, uint32_t middle,
                     uint32_t to, layout_scratch *s)
{
    uint32_t n = middle - from, m = to - middle;
    uint32_t *order = l->order + from;

    memcpy(s->a, order, n * sizeof *order);
    memmove(order, order + n, m * sizeof *order);
    memcpy(order + m, s->a, n * sizeof *order);
    for (uint32_t p = from; p < to; p++)
        l->place[l->order[p]] = p;
    s->work += 5 + 2 * (n + m);
}

void tby_layout_swap_blocks(layout_layers *l, uint32_t from, uint32_t middle,
                            uint32_t to, layout_scratch *s)
{
    for (;;) {
        uint32_t n = middle - from, m = to - middle;
        layout_span a = {l->cut[from], l->cut[middle]};
        layout_span b = {l->cut[middle], l->cut[to]};

        tby_layout_swap(l, from, middle, to, s);

        /* What hangs below goes with the nodes: the sizes change places, too.
         */
        uint32_t *cut = l->cut + from;
        uint32_t *room = s->a;
        uint32_t below_a = cut[n] - cut[0], below_b = cut[n + m] - cut[n];

        memcpy(room, cut, n * sizeof *cut);
        for (uint32_t i = 0; i < m; i++)
            cut[i] = cut[n + i] - below_a;
        for (uint32_t i = 0; i < n; i++)
            cut[m + i] = room[i] + below_b;

        if (!size_of(a) || !size_of(b))
            return;
        from = a.from;
        middle = b.from;
        to = b.to;
    }
}

/* How far a node looks to one side, and how much worse than where it is things
 * may get on the way. */
enum { REACH = 30, PATIENCE = 3 };

/* What a move may cost: on average the heat, seldom many times as much.  That
 * is an exponential distribution but for a logarithm made of straight pieces:
 * the number of zeros at the end and a fraction. */
static double allowance(layout_search *q)
{
    uint64_t bits = tby_random_bits(&q->random);
    uint32_t zeros = 0;
    double fraction = (double)(bits >> 44) / (1 << 20);

    for (; !(bits & 1) && zeros < 40; bits >>= 1)
        zeros++;
    return q->heat * 0.7 * (zeros + fraction);
}

static layout_span one(uint32_t place)
{
    return (layout_span){place, place + 1};
}

void tby_layout_sift(layout_search *q, uint32_t v, bool block, layout_span in)
{
    uint32_t p = q->l->place[v];
    bool right = tby_random_bits(&q->random) & 1;
    uint32_t most = right ? in.to - 1 - p : p - in.from;

    if (most > REACH)
        most = REACH;
    /* the best number of steps, 0 to stay.  The costs of steps are added up as
     * if those passed before did not matter; they do only if edges lead from
     * what moves to what is passed and back. */
    double best = 0, patience = PATIENCE + 6 * q->heat;
    int64_t sum = 0;
    uint32_t steps = 0;

    for (uint32_t k = 1; k <= most; k++) {
        /* what it costs to pass the neighbour so many steps away */
        uint32_t a = right ? p : p - k, b = right ? p + k : p;

        q->s->work += 6;
        int64_t cost = block ? tby_layout_exchange_blocks(q->l, one(a), one(b),
                                                          q->limit, q->s)
                             : tby_layout_exchange(q->l, a, b, q->s);
        if (cost == INT64_MAX)
            break;
        sum += cost;
        double felt = (double)sum - allowance(q);
        if (felt < best) {
            best = felt;
            steps = k;
        }
        if ((double)sum > patience)
            break;
    }
    if (steps == 0)
        return;
    uint32_t from = right ? p : p - steps;
    uint32_t middle = right ? p + 1 : p;
    uint32_t to = right ? p + steps + 1 : p + 1;
    if (block)
        tby_layout_swap_blocks(q->l, from, middle, to, q->s);
    else
        tby_layout_swap(q->l, from, middle, to, q->s);
}

uint32_t tby_layout_hook(const layout_layers *l, uint32_t v)
{
    uint32_t low = l->first[l->rank[v] - 1], high = l->first[l->rank[v]];

    TBY_ASSERT(v < l->nodes);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (l->cut[middle] <= l->place[v])
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* All that a block passes counts as one block; the cuts between the two hooks
 * move by one. */
static void rehang_right(layout_search *q, uint32_t place, uint32_t hook,
                         uint32_t to)
{
    layout_layers *l = q->l;
    layout_span passed = {place + 1, l->cut[to]};

    if (passed.from < passed.to) {
        int64_t cost =
            tby_layout_exchange_blocks(l, one(place), passed, q->limit, q->s);
        if ((double)cost >= allowance(q))
            return;
        tby_layout_swap_blocks(l, place, place + 1, passed.to, q->s);
    }
    for (uint32_t p = hook + 1; p <= to; p++)
        l->cut[p]--;
}

static void rehang_left(layout_search *q, uint32_t place, uint32_t hook,
                        uint32_t to)
{
    layout_layers *l = q->l;
    layout_span passed = {l->cut[to + 1], place};

    if (passed.from < passed.to) {
        int64_t cost =
            tby_layout_exchange_blocks(l, passed, one(place), q->limit, q->s);
        if ((double)cost >= allowance(q))
            return;
        tby_layout_swap_blocks(l, passed.from, place, place + 1, q->s);
    }
    for (uint32_t p = to + 1; p <= hook; p++)
        l->cut[p]++;
}

void tby_layout_rehang(layout_search *q, uint32_t v)
{
    const layout_layers *l = q->l;
    uint32_t hooks = l->up.start[v + 1] - l->up.start[v];
    uint32_t other = l->up.start[v] + tby_random_below(&q->random, hooks);
    uint32_t to = l->place[l->up.list[other]];
    uint32_t hook = tby_layout_hook(l, v);

    if (to > hook)
        rehang_right(q, l->place[v], hook, to);
    else if (to < hook)
        rehang_left(q, l->place[v], hook, to);
}
