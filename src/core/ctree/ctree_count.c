/* ctree_count.c - see ctree_count.h. */
#include "core/ctree/ctree_count.h"

#include "core/base/grow.h"
#include "core/base/keyset.h"
#include "tabiya/moves.h"

/* A node of the ply that is counted from. */
typedef struct place {
    tby_pos pos;
    uint64_t trail;
} place;

typedef struct counter {
    tby_alloc alloc;
    const tby_ctree_count_job *job;
    tby_keyset keys; /* of the next ply */
    place *now, *next;
    size_t now_n, now_cap, next_n, next_cap;
    bool last; /* the next ply is: its positions are not needed */
} counter;

static tby_rc keep(counter *c, const place *p)
{
    void *grown = c->next;
    tby_rc rc = tby_grow(&c->alloc, &grown, &c->next_cap, c->next_n + 1,
                         sizeof *c->next);

    c->next = grown;
    if (rc == TBY_OK)
        c->next[c->next_n++] = *p;
    return rc;
}

static tby_rc count_moves(counter *c, const place *from)
{
    tby_moves moves;
    tby_rc rc = TBY_OK;

    tby_moves_legal(&from->pos, &moves);
    for (size_t i = 0; i < moves.n && rc == TBY_OK; i++) {
        place to = *from;
        uint32_t number;
        bool made;

        tby_pos_play(&to.pos, moves.at[i]);
        to.trail = tby_ctree_trail(&to.pos, from->trail);
        rc = tby_keyset_add(&c->keys,
                            tby_ctree_key(c->job->identity, &to.pos, to.trail),
                            &number, &made);
        if (rc == TBY_OK && made && !c->last)
            rc = keep(c, &to);
    }
    return rc;
}

static tby_rc count_ply(counter *c)
{
    tby_rc rc = TBY_OK;

    tby_keyset_clear(&c->keys);
    c->next_n = 0;
    for (size_t i = 0; i < c->now_n && rc == TBY_OK; i++) {
        rc = count_moves(c, &c->now[i]);
        if (rc == TBY_OK && c->job->progress && i % 1024 == 0)
            rc = c->job->progress(c->job->ctx, i, c->now_n, c->keys.n);
    }
    return rc == TBY_E_LIMIT ? TBY_E_TREE_SIZE : rc;
}

static void tell(const counter *c, unsigned ply, uint64_t nodes)
{
    if (c->job->ply)
        c->job->ply(c->job->ctx, ply, nodes);
}

static void swap_plies(counter *c)
{
    place *p = c->now;
    size_t cap = c->now_cap;

    c->now = c->next;
    c->now_n = c->next_n;
    c->now_cap = c->next_cap;
    c->next = p;
    c->next_cap = cap;
}

tby_rc tby_ctree_count(const tby_ctree_count_job *job, const tby_alloc *alloc)
{
    counter c = {.alloc = alloc ? *alloc : tby_alloc_libc(), .job = job};
    place root = {job->root, tby_ctree_trail(&job->root, 0)};

    tby_keyset_init(&c.keys, &c.alloc, TBY_MAX_TREE_IDS);
    tby_rc rc = keep(&c, &root);
    if (rc == TBY_OK)
        tell(&c, 0, 1);
    for (unsigned ply = 1; ply <= job->depth && rc == TBY_OK; ply++) {
        swap_plies(&c);
        c.last = ply == job->depth;
        rc = count_ply(&c);
        if (rc == TBY_OK)
            tell(&c, ply, c.keys.n);
    }
    tby_keyset_free(&c.keys);
    tby_grow_free(&c.alloc, c.now, c.now_cap, sizeof *c.now);
    tby_grow_free(&c.alloc, c.next, c.next_cap, sizeof *c.next);
    return rc;
}
