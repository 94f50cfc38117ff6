/* search.c - a helpmate, or all positions without one.
 *
 * Best first: the positions met are kept, each once, and queues order them by
 * how near a mate seems; the queues take turns.  A mate found is an answer; a
 * store in which every position was looked at is a proof that there is none.
 * Positions are compared whole, never by key alone, so that no chance can make
 * a proof of what is none.  Positions that are hopeless without a search are
 * left out, which is what ends the search in most blocked positions. */
#include "core/base/grow.h"
#include "core/chess/outcome/int.h"
#include "tabiya/moves.h"

#define NO_NODE UINT32_MAX
enum { BUCKETS = 256, DEPTH_MAX = 1 << 15, QUEUES = WINNABLE_OPINIONS };

/* A position waits in all queues and is looked at when the first of them
 * comes to it. */
struct node {
    tby_pos pos;
    uint32_t next[QUEUES]; /* in the same bucket */
    uint16_t depth;
    bool seen;
};

struct search {
    const tby_alloc *alloc;
    tby_color winner;
    bool prune;
    struct node *node;
    size_t n, cap, max;
    uint32_t *slot; /* a hash table of nodes by key, of `slots` entries */
    size_t slots;
    uint32_t bucket[QUEUES][BUCKETS]; /* last in, first out */
    unsigned turn;
};

/* --- the store ------------------------------------------------------------*/

/* The slot of a position, or the free one where it belongs. */
static size_t find_slot(const struct search *s, const tby_pos *p)
{
    size_t i = p->key & (s->slots - 1);

    while (s->slot[i] != NO_NODE && !tby_pos_same(&s->node[s->slot[i]].pos, p))
        i = (i + 1) & (s->slots - 1);
    return i;
}

static tby_rc widen(struct search *s)
{
    size_t old = s->slots, slots = old ? old * 2 : 256;
    uint32_t *slot = tby_grow_new(s->alloc, slots, sizeof *slot);

    if (!slot)
        return TBY_E_NOMEM;
    tby_grow_free(s->alloc, s->slot, old, sizeof *slot);
    s->slot = slot;
    s->slots = slots;
    for (size_t i = 0; i < slots; i++)
        slot[i] = NO_NODE;
    for (size_t k = 0; k < s->n; k++)
        slot[find_slot(s, &s->node[k].pos)] = (uint32_t)k;
    return TBY_OK;
}

static void queue_up(struct search *s, uint32_t k)
{
    struct node *node = &s->node[k];
    unsigned distance[QUEUES];

    tby__winnable_distance(&node->pos, s->winner, node->depth, distance);
    for (int q = 0; q < QUEUES; q++) {
        unsigned d = distance[q] < BUCKETS ? distance[q] : BUCKETS - 1;
        node->next[q] = s->bucket[q][d];
        s->bucket[q][d] = k;
    }
}

/* Enters a position unless it is there already.  TBY_DONE: it is not, and
 * there is no more room. */
static tby_rc enter(struct search *s, const tby_pos *p, unsigned depth)
{
    void *nodes = s->node;
    tby_rc rc = s->n * 2 >= s->slots ? widen(s) : TBY_OK;

    if (rc != TBY_OK)
        return rc;
    size_t i = find_slot(s, p);
    if (s->slot[i] != NO_NODE)
        return TBY_OK;
    if (s->n >= s->max)
        return TBY_DONE;
    rc = tby_grow(s->alloc, &nodes, &s->cap, s->n + 1, sizeof *s->node);
    s->node = nodes;
    if (rc != TBY_OK)
        return rc;
    uint32_t k = (uint32_t)s->n++;
    s->slot[i] = k;
    s->node[k] = (struct node){.pos = *p, .depth = (uint16_t)depth};
    queue_up(s, k);
    return TBY_OK;
}

/* The position that the queue whose turn it is holds nearest; NO_NODE if all
 * were seen. */
static uint32_t take_nearest(struct search *s)
{
    unsigned q = s->turn++ % QUEUES;

    for (int i = 0; i < BUCKETS; i++)
        for (uint32_t k; (k = s->bucket[q][i]) != NO_NODE;) {
            struct node *node = &s->node[k];
            s->bucket[q][i] = node->next[q];
            if (!node->seen) {
                node->seen = true;
                return k;
            }
        }
    return NO_NODE;
}

/* --- moves ----------------------------------------------------------------*/

static bool is_mate(const struct search *s, const tby_pos *p)
{
    return p->turn != s->winner && tby_pos_checkers(p) && !tby_moves_count(p);
}

/* A counter of 0 says that something has changed for good. */
static bool is_left_out(const struct search *s, const tby_pos *p)
{
    return s->prune && p->halfmoves == 0 &&
           tby__winnable_hopeless(p, (struct claim){1u << s->winner, false});
}

/* Makes all moves of a position; *found if one of them mates. */
static tby_rc expand(struct search *s, uint32_t k, bool *found)
{
    tby_pos here = s->node[k].pos;
    unsigned depth = s->node[k].depth + 1u;
    tby_moves moves;
    tby_rc rc = TBY_OK;

    tby_moves_legal(&here, &moves);
    for (size_t i = 0; i < moves.n && rc == TBY_OK && !*found; i++) {
        tby_pos next = here;
        tby_pos_play(&next, moves.at[i]);
        *found = is_mate(s, &next);
        if (!*found && !is_left_out(s, &next))
            rc = enter(s, &next, depth < DEPTH_MAX ? depth : DEPTH_MAX);
    }
    return rc;
}

static tby_rc run(struct search *s, const tby_pos *p, tby_can *can)
{
    bool found = is_mate(s, p);
    tby_rc rc = enter(s, p, 0);

    while (rc == TBY_OK && !found) {
        uint32_t k = take_nearest(s);
        if (k == NO_NODE)
            break;
        rc = expand(s, k, &found);
    }
    if (rc == TBY_DONE)
        return TBY_OK; /* of no more room: the answer stays unknown */
    if (rc == TBY_OK)
        *can = found ? TBY_CAN : TBY_CAN_NOT;
    return rc;
}

tby_rc tby__winnable_search(const tby_pos *p, tby_color winner, bool prune,
                            const tby_winnable_options *options, tby_can *can,
                            uint64_t *nodes)
{
    struct search s = {.alloc = &options->alloc,
                       .winner = winner,
                       .prune = prune,
                       .max = (size_t)options->max_nodes};

    for (int q = 0; q < QUEUES; q++)
        for (int i = 0; i < BUCKETS; i++)
            s.bucket[q][i] = NO_NODE;
    tby_rc rc = run(&s, p, can);
    *nodes += s.n;
    tby_grow_free(s.alloc, s.slot, s.slots, sizeof *s.slot);
    tby_grow_free(s.alloc, s.node, s.cap, sizeof *s.node);
    return rc;
}
