/* layout_moves.c - see layout_int.h. */
#include "core/rep/layout/layout_int.h"

/* How far a node looks to one side, and how much worse than where it is things
 * may get on the way. */
enum { REACH = 30, PATIENCE = 3 };

/* --- chance ---------------------------------------------------------------*/

/* SplitMix64, so that the same graph is always laid out in the same way. */
static uint64_t random_bits(layout_search *q)
{
    uint64_t z = q->random += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t tby_layout_random(layout_search *q, uint32_t n)
{
    return (uint32_t)((random_bits(q) >> 32) * n >> 32);
}

/* What a move may cost: on average the heat, seldom many times as much.  That
 * is an exponential distribution but for a logarithm made of straight pieces:
 * the number of zeros at the end and a fraction. */
static double allowance(layout_search *q)
{
    uint64_t bits = random_bits(q);
    uint32_t zeros = 0;
    double fraction = (double)(bits >> 44) / (1 << 20);

    for (; !(bits & 1) && zeros < 40; bits >>= 1)
        zeros++;
    return q->heat * 0.7 * (zeros + fraction);
}

/* --- along a rank ---------------------------------------------------------*/

/* A node, alone or with its block, and where it may go. */
typedef struct trip {
    uint32_t place;
    bool block, right;
    uint32_t most; /* steps */
} trip;

static layout_span one(uint32_t place)
{
    return (layout_span){place, place + 1};
}

/* What it costs to pass the neighbour so many steps away. */
static int64_t step_cost(layout_search *q, const trip *t, uint32_t steps)
{
    uint32_t a = t->right ? t->place : t->place - steps;
    uint32_t b = t->right ? t->place + steps : t->place;

    q->s->work += 6;
    return t->block ? tby_layout_exchange_blocks(q->l, one(a), one(b), q->limit,
                                                 q->s)
                    : tby_layout_exchange(q->l, a, b, q->s);
}

/* The best number of steps, 0 to stay.  The costs of steps are added up as if
 * those passed before did not matter; they do only if edges lead from what
 * moves to what is passed and back. */
static uint32_t best_steps(layout_search *q, const trip *t)
{
    double best = 0, patience = PATIENCE + 6 * q->heat;
    int64_t sum = 0;
    uint32_t steps = 0;

    for (uint32_t k = 1; k <= t->most; k++) {
        int64_t cost = step_cost(q, t, k);
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
    return steps;
}

void tby_layout_sift(layout_search *q, uint32_t v, bool block, layout_span in)
{
    uint32_t p = q->l->place[v];
    trip t = {.place = p, .block = block, .right = random_bits(q) & 1};

    t.most = t.right ? in.to - 1 - p : p - in.from;
    if (t.most > REACH)
        t.most = REACH;
    uint32_t steps = best_steps(q, &t);
    if (steps == 0)
        return;
    uint32_t from = t.right ? p : p - steps;
    uint32_t middle = t.right ? p + 1 : p;
    uint32_t to = t.right ? p + steps + 1 : p + 1;
    if (block)
        tby_layout_swap_blocks(q->l, from, middle, to, q->s);
    else
        tby_layout_swap(q->l, from, middle, to, q->s);
}

/* --- below another --------------------------------------------------------*/

uint32_t tby_layout_hook(const layout_layers *l, uint32_t v)
{
    uint32_t low = l->first[l->rank[v] - 1], high = l->first[l->rank[v]];

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
    uint32_t other = l->up.start[v] + tby_layout_random(q, hooks);
    uint32_t to = l->place[l->up.list[other]];
    uint32_t hook = tby_layout_hook(l, v);

    if (to > hook)
        rehang_right(q, l->place[v], hook, to);
    else if (to < hook)
        rehang_left(q, l->place[v], hook, to);
}
