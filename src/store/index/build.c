/* build.c - a run made of its games: replayed, sorted, written.
 *
 * A pass replays all games and keeps the entries of the parts from..to.  How
 * many parts fit into memory shows only while games are replayed: when they do
 * not fit, the last parts are dropped and left to the next pass. */
#include "io/system/ordered_pool.h"
#include "io/system/thread.h"
#include "store/index/int.h"

#include <stdlib.h>

enum {
    REPLAYS = 2,       /* under way at most, for each thread */
    PARTS = 8,         /* the same; the owner has rows to write meanwhile */
    GAME_ENTRIES = 80, /* a guess that decides on the number of parts only */
    PART_ENTRIES = 16384,
    PART_BITS_MAX = 13
};

typedef struct build {
    const run_job *job;
    run_plan plan;
    tby_object_pool desks;
    run_head head;
    tby_ordered_pool *pool;
    unsigned threads;
    run_replay *replays[REPLAYS * TBY_THREADS_MAX];
    run_part *makers[PARTS * TBY_THREADS_MAX];
    uint32_t from, to;    /* parts of this pass */
    uint32_t played;      /* games of this pass */
    size_t bytes, most;   /* that the batches have, and may have */
    uint64_t stocked;     /* entries of games that are in stocks */
    uint64_t plies;       /* of all games, when they are known */
    uint64_t done, total; /* see progress() */
    run_out out;
} build;

/* --- memory ---------------------------------------------------------------*/

static size_t batch_bytes(const run_batch *b)
{
    uint32_t parts = b->to - b->from;

    return parts * sizeof *b->ends + b->ends[parts - 1] * sizeof *b->entries;
}

/* Gives memory back; where that fails, it is kept. */
static void shrink(void **p, size_t size)
{
    void *smaller = realloc(*p, size ? size : 1);

    if (smaller)
        *p = smaller;
}

static void trim(run_batch *b, uint32_t to)
{
    if (b->to <= to)
        return;
    uint32_t n = run_batch_begin(b, to, b->bits);
    b->to = to;
    shrink((void **)&b->entries, n * sizeof *b->entries);
    shrink((void **)&b->ends, (to - b->from) * sizeof *b->ends);
}

static void trim_all(build *b)
{
    b->bytes = 0;
    for (size_t i = 0; i < b->plan.batches_n; i++) {
        trim(&b->plan.batches[i], b->to);
        b->bytes += batch_bytes(&b->plan.batches[i]);
    }
}

/* Leaves out as many parts as it takes for all games to fit, if they go on as
 * they began. */
static void keep_within(build *b)
{
    while (b->bytes > b->most && b->to - b->from > 1) {
        double parts = b->to - b->from;
        double share = (double)b->played / b->plan.replayed;
        double fit = 0.9 * parts * share * (double)b->most / (double)b->bytes;
        b->to = b->from + (fit < 1           ? 1
                           : fit > parts - 1 ? (uint32_t)parts - 1
                                             : (uint32_t)fit);
        trim_all(b);
    }
}

static void drop_batches(build *b)
{
    for (size_t i = 0; i < b->plan.batches_n; i++)
        run_batch_free(&b->plan.batches[i]);
    b->plan.batches_n = 0;
    b->bytes = 0;
}

/* --- progress: plies that are played and plies that are packed ------------*/

static void progress(build *b, uint64_t plies)
{
    uint64_t total = b->total;

    b->done += plies;
    if (b->job->progress)
        b->job->progress(b->job->ctx, b->done < total ? b->done : total, total);
}

/* As many passes will be needed as it looks now. */
static void foresee(build *b)
{
    uint64_t passes = (b->plan.parts + b->to - b->from - 1) / (b->to - b->from);
    uint64_t plies = b->plies;

    if (!plies && b->played)
        plies = b->done / b->played * b->plan.replayed + b->stocked;
    b->total = (passes + 1) * plies;
}

/* --- replay ---------------------------------------------------------------*/

static tby_rc add_batch(run_plan *p, run_batch batch)
{
    const tby_alloc libc = tby_alloc_libc();
    tby_rc rc = tby_grow(&libc, (void **)&p->batches, &p->batches_cap,
                         p->batches_n + 1, sizeof *p->batches);

    if (rc == TBY_OK)
        p->batches[p->batches_n++] = batch;
    return rc;
}

static tby_rc take_batch(build *b)
{
    run_batch batch;
    run_replay *r = tby_ordered_pool_take(b->pool);
    tby_rc rc = run_replay_give(r, &batch);

    if (rc != TBY_OK)
        return rc;
    trim(&batch, b->to);
    rc = add_batch(&b->plan, batch);
    if (rc != TBY_OK) {
        run_batch_free(&batch);
        return rc;
    }
    b->bytes += batch_bytes(&batch);
    b->played += batch.games;
    keep_within(b);
    foresee(b);
    progress(b, batch.plies);
    return TBY_OK;
}

static tby_rc replay_all(build *b)
{
    const unsigned tasks = REPLAYS * b->threads;
    uint32_t given = 0;
    unsigned turn = 0;
    tby_rc rc = TBY_OK;

    b->played = 0;
    while (rc == TBY_OK && b->played < b->plan.replayed) {
        if (given == b->plan.replayed ||
            tby_ordered_pool_pending(b->pool) == tasks) {
            rc = take_batch(b);
            continue;
        }
        run_replay *r = b->replays[turn];
        turn = turn + 1 < tasks ? turn + 1 : 0;
        rc = run_replay_take(r, given, b->from, b->to, &given);
        if (rc == TBY_OK)
            tby_ordered_pool_give(b->pool, r);
    }
    return rc;
}

static tby_rc replay(build *b)
{
    const unsigned tasks = REPLAYS * b->threads;
    tby_rc rc = tby_ordered_pool_start(&b->pool, b->threads, tasks,
                                       run_replay_play, &b->plan);

    for (unsigned i = 0; rc == TBY_OK && i < tasks; i++)
        rc = run_replay_open(&b->replays[i], &b->plan);
    if (rc == TBY_OK)
        rc = replay_all(b);
    tby_ordered_pool_stop(b->pool);
    b->pool = NULL;
    for (unsigned i = 0; i < tasks; i++) {
        run_replay_close(b->replays[i]);
        b->replays[i] = NULL;
    }
    return rc;
}

/* --- packing --------------------------------------------------------------*/

static tby_rc take_part(build *b)
{
    run_part *p = tby_ordered_pool_take(b->pool);
    tby_rc rc = p->rc == TBY_OK ? run_out_part(&b->out, p) : p->rc;

    b->head.entries += p->entries;
    b->head.positions += p->positions;
    b->head.once += p->once;
    progress(b, p->plies);
    return rc;
}

static tby_rc pack_all(build *b)
{
    const unsigned tasks = PARTS * b->threads;
    uint32_t part = b->from;
    unsigned turn = 0;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK &&
           (part < b->to || tby_ordered_pool_pending(b->pool) > 0)) {
        if (part == b->to || tby_ordered_pool_pending(b->pool) == tasks) {
            rc = take_part(b);
            continue;
        }
        run_part *p = b->makers[turn];
        turn = turn + 1 < tasks ? turn + 1 : 0;
        p->part = part++;
        tby_ordered_pool_give(b->pool, p);
    }
    return rc;
}

static tby_rc pack(build *b)
{
    const unsigned tasks = PARTS * b->threads;
    tby_rc rc = tby_ordered_pool_start(&b->pool, b->threads, tasks,
                                       run_part_make, &b->plan);

    for (unsigned i = 0; rc == TBY_OK && i < tasks; i++)
        rc = run_part_open(&b->makers[i], &b->plan);
    if (rc == TBY_OK)
        rc = pack_all(b);
    tby_ordered_pool_stop(b->pool);
    b->pool = NULL;
    for (unsigned i = 0; i < tasks; i++) {
        run_part_close(b->makers[i]);
        b->makers[i] = NULL;
    }
    run_desks_close(&b->desks);
    return rc;
}

/* --- all of it ------------------------------------------------------------*/

/* How many parts must not depend on memory or threads: pages do on it. */
static void plan_parts(build *b)
{
    uint64_t guess = (uint64_t)b->job->games * GAME_ENTRIES / PART_ENTRIES;
    unsigned bits = guess ? run_width(guess) - 1 : 0;

    b->plan.part_bits = bits < PART_BITS_MAX ? bits : PART_BITS_MAX;
    b->plan.parts = 1U << b->plan.part_bits;
    b->plan.digits = run_digits_of(b->job->games);
}

static void plan_pages(build *b)
{
    uint64_t each = b->plies / b->plan.parts / RUN_PAGE_ENTRIES;
    uint64_t most = (1U << 31) / b->plan.parts;

    each = each < 1 ? 1 : each > most ? most : each;
    b->plan.pages = b->head.pages = (uint32_t)each * b->plan.parts;
}

/* Stocks are behind what was replayed, and have all parts. */
static tby_rc add_stocks(build *b)
{
    const run_job *job = b->job;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; rc == TBY_OK && b->stocked && i < job->stocks_n; i++) {
        run_batch batch = job->stocks[i]->batch;
        batch.lent = true;
        rc = add_batch(&b->plan, batch);
    }
    return rc;
}

static tby_rc pass(build *b)
{
    tby_rc rc = b->plan.replayed ? replay(b) : TBY_OK;

    if (rc == TBY_OK)
        rc = add_stocks(b);
    if (rc == TBY_OK && !b->plies) {
        b->done += b->stocked;
        b->plies = b->done;
        plan_pages(b);
        foresee(b);
    }
    if (rc == TBY_OK)
        rc = pack(b);
    drop_batches(b);
    return rc;
}

static tby_rc make(build *b)
{
    uint32_t width = b->plan.parts;
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && b->from < b->plan.parts) {
        uint32_t left = b->plan.parts - b->from;
        b->to = b->from + (width < left ? width : left);
        rc = pass(b);
        width = b->to - b->from;
        b->from = b->to;
    }
    return rc == TBY_OK ? run_out_end(&b->out) : rc;
}

/* Stocks are parted once and for all, for runs that are not too large; and they
 * must have all games that they are for. */
static void plan_stocks(build *b)
{
    const run_job *job = b->job;
    uint32_t games = 0;
    uint64_t entries = 0;

    b->plan.replayed = job->games;
    if (b->plan.part_bits > RUN_STOCK_BITS || job->stocked < job->first ||
        job->stocked - job->first > job->games)
        return;
    for (size_t i = 0; i < job->stocks_n; i++)
        run_stock_count(job->stocks[i], job, &games, &entries);
    if (games == 0 || games != job->games - (job->stocked - job->first))
        return;
    b->stocked = entries;
    b->plan.replayed -= games;
}

tby_rc run_build(const run_job *job, run_head *out)
{
    const tby_alloc libc = tby_alloc_libc();
    build *b = calloc(1, sizeof *b);
    tby_rc rc = TBY_OK;

    if (!b)
        return TBY_E_NOMEM;
    b->job = b->plan.job = job;
    b->plan.desks = &b->desks;
    b->head = (run_head){
        .first = job->first, .games = job->games, .key_bits = RUN_KEY_BITS};
    b->threads = job->threads ? job->threads : tby_cpu_count();
    if (b->threads > TBY_THREADS_MAX)
        b->threads = TBY_THREADS_MAX;
    b->most = job->memory / 4 * 3; /* the rest is for what is under way */
    b->out.rows = &job->rows;
    if (job->games) {
        plan_parts(b);
        plan_stocks(b);
        rc = make(b);
    }
    tby_grow_free(&libc, b->plan.batches, b->plan.batches_cap,
                  sizeof *b->plan.batches);
    b->head.lists = b->out.lists_n;
    if (rc == TBY_OK)
        *out = b->head;
    run_out_free(&b->out);
    free(b);
    return rc;
}
