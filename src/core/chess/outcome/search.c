/* search.c - a helpmate, or all positions without one.
 *
 * Best first: the positions met are kept, each once and compared whole, so that
 * no chance makes a proof of what is none; queues order them by how near a mate
 * seems, and take turns.  Positions that are hopeless without a search are left
 * out, which is what ends it in most blocked positions. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "core/chess/outcome/int.h"
#include "tabiya/moves.h"

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
    tby_hashmap map;                  /* of nodes by key */
    uint32_t bucket[QUEUES][BUCKETS]; /* last in, first out */
    unsigned turn;
};

/* Enters a position unless it is there already.  TBY_DONE: it is not, and
 * there is no more room. */
static tby_rc enter(struct search *s, const tby_pos *p, unsigned depth)
{
    uint32_t at;

    for (size_t k = 0; (at = tby_hashmap_at(&s->map, p->key, k)) != TBY_NONE;
         k++)
        if (tby_pos_same(&s->node[at].pos, p))
            return TBY_OK;
    if (s->n >= s->max)
        return TBY_DONE;
    TBY_HASHMAP_ROOM(&s->map, s->alloc, s->n, s->node[i].pos.key);
    TBY_TRY(TBY_GROW(s->alloc, s->node, s->cap, s->n + 1));
    at = (uint32_t)s->n++;
    tby_hashmap_put(&s->map, p->key, at);
    s->node[at] = (struct node){.pos = *p, .depth = (uint16_t)depth};
    struct node *node = &s->node[at];
    unsigned distance[QUEUES];

    tby__winnable_distance(&node->pos, s->winner, node->depth, distance);
    for (int q = 0; q < QUEUES; q++) {
        unsigned d = distance[q] < BUCKETS ? distance[q] : BUCKETS - 1;
        node->next[q] = s->bucket[q][d];
        s->bucket[q][d] = at;
    }
    return TBY_OK;
}

/* The position that the queue whose turn it is holds nearest; TBY_NONE if all
 * were seen. */
static uint32_t take_nearest(struct search *s)
{
    unsigned q = s->turn++ % QUEUES;

    for (int i = 0; i < BUCKETS; i++)
        for (uint32_t k; (k = s->bucket[q][i]) != TBY_NONE;) {
            struct node *node = &s->node[k];
            TBY_ASSERT(k < s->n);
            s->bucket[q][i] = node->next[q];
            if (!node->seen) {
                node->seen = true;
                return k;
            }
        }
    return TBY_NONE;
}

static bool is_mate(const struct search *s, const tby_pos *p)
{
    return p->turn != s->winner && tby_pos_checkers(p) && !tby_moves_count(p);
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
            s.bucket[q][i] = TBY_NONE;
    bool found = is_mate(&s, p);
    tby_rc rc = enter(&s, p, 0);
    while (rc == TBY_OK && !found) {
        uint32_t k = take_nearest(&s);
        if (k == TBY_NONE)
            break;

        tby_pos here = s.node[k].pos;
        unsigned depth = s.node[k].depth + 1u;
        tby_moves moves;
        rc = TBY_OK;

        tby_moves_legal(&here, &moves);
        for (size_t i = 0; i < moves.n && rc == TBY_OK && !found; i++) {
            tby_pos next = here;
            tby_pos_play(&next, moves.at[i]);
            found = is_mate(&s, &next);
            /* a counter of 0 says that something has changed for good */
            bool hopeless = s.prune && next.halfmoves == 0 &&
                            tby__winnable_hopeless(
                                &next, (struct claim){1u << s.winner, false});
            if (!found && !hopeless)
                rc = enter(&s, &next, depth < DEPTH_MAX ? depth : DEPTH_MAX);
        }
    }
    if (rc == TBY_OK)
        *can = found ? TBY_CAN : TBY_CAN_NOT;
    else if (rc == TBY_DONE) /* of no more room: the answer stays unknown */
        rc = TBY_OK;
    TBY_ASSERT(s.n <= s.max);
    *nodes += s.n;
    tby_hashmap_free(&s.map, s.alloc);
    tby_grow_free(s.alloc, s.node, s.cap, sizeof *s.node);
    return rc;
}
