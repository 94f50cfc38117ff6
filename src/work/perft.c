/* perft.c - see perft.h.
 *
 * Root moves alone would be a bad split: there may be two of them, and one may
 * hold most of the work.  So the tree is cut deeper, ply by ply, until there
 * are enough parts for any number of threads and for a bar that moves. */
#include "work/perft.h"
#include "core/base/assert.h"
#include "core/base/grow.h"

#include "io/system/thread.h"

#include <stdatomic.h>

enum {
    ENOUGH_PARTS = 1024,
    PLIES_BELOW = 2 /* a part smaller than this costs more to hand out */
};

typedef struct part {
    tby_pos pos;
    uint64_t nodes;
    size_t first; /* index of the first move it belongs to */
} part;

typedef struct parts {
    part *at;
    size_t n;
    size_t cap;
} parts;

typedef struct division {
    const tby_work_perft_job *job;
    parts list;
    unsigned below; /* plies left below each part */
    atomic_uint_least64_t done;
    atomic_uint_least64_t nodes;
} division;

static void drop(parts *list)
{
    tby_grow_free(NULL, list->at, list->cap, sizeof *list->at);
    *list = (parts){.at = NULL};
}

/* Adds one part for each move of *parent; at the root each move is a first
 * move of its own. */
static tby_rc add_children(parts *list, const part *parent, bool root)
{
    tby_moves moves;

    tby_moves_legal(&parent->pos, &moves);
    TBY_TRY(tby_grow(NULL, (void **)&list->at, &list->cap, list->n + moves.n,
                     sizeof *list->at));
    for (size_t i = 0; i < moves.n; i++) {
        part *child = &list->at[list->n++];
        *child = (part){.pos = parent->pos, .first = root ? i : parent->first};
        tby_pos_play(&child->pos, moves.at[i]);
    }
    return TBY_OK;
}

/* Replaces the parts by their children. */
static tby_rc deepen(division *r, bool root)
{
    parts next = {.at = NULL};
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < r->list.n && rc == TBY_OK; i++)
        rc = add_children(&next, &r->list.at[i], root);
    drop(&r->list);
    r->list = next;
    r->below--;
    return rc;
}

static tby_rc split(division *r)
{
    const part whole = {.pos = r->job->pos};
    tby_rc rc =
        tby_grow(NULL, (void **)&r->list.at, &r->list.cap, 1, sizeof whole);

    if (rc != TBY_OK)
        return rc;
    r->list.at[r->list.n++] = whole;
    r->below = r->job->depth;
    if (r->below > 0)
        rc = deepen(r, true);
    while (rc == TBY_OK && r->list.n > 0 && r->list.n < ENOUGH_PARTS &&
           r->below > PLIES_BELOW)
        rc = deepen(r, false);
    return rc;
}

static void count_part(void *ctx, size_t task)
{
    division *r = ctx;
    part *p = &r->list.at[task];

    p->nodes = tby_perft(&p->pos, r->below, r->job->path);
    if (!r->job->report)
        return;
    uint64_t done = atomic_fetch_add(&r->done, 1) + 1;
    uint64_t nodes = atomic_fetch_add(&r->nodes, p->nodes) + p->nodes;
    r->job->report(r->job->ctx, done, r->list.n, nodes);
}

tby_rc tby_work_perft(const tby_work_perft_job *job, tby_work_perft_count *out)
{
    division r = {.job = job};

    TBY_ASSERT(job->depth <= TBY_PERFT_MAX);
    if (job->depth > TBY_PERFT_MAX)
        return TBY_E_LIMIT;
    atomic_init(&r.done, 0);
    atomic_init(&r.nodes, 0);
    tby_rc rc = split(&r);
    if (rc == TBY_OK)
        rc = tby_parallel(job->threads, r.list.n, count_part, &r);
    if (rc == TBY_OK) {
        tby_moves moves = {.n = 0};

        if (r.job->depth > 0)
            tby_moves_legal(&r.job->pos, &moves);
        out->n = moves.n;
        out->nodes = 0;
        for (size_t i = 0; i < moves.n; i++) {
            out->first[i].move = moves.at[i];
            out->first[i].nodes = 0;
        }
        for (size_t i = 0; i < r.list.n; i++) {
            out->nodes += r.list.at[i].nodes;
            if (moves.n)
                out->first[r.list.at[i].first].nodes += r.list.at[i].nodes;
        }
    }
    drop(&r.list);
    return rc;
}
