/* pool.c - see pool.h. */
#include "engine/pool.h"

#include "core/base/grow.h"
#include "io/system/clock.h"
#include "io/system/thread.h"

#include <poll.h>

enum {
    EVENTS_AT_ONCE = 64, /* of one engine, before the others get a turn */
    WAIT_MS = 50         /* how long a stop may go unnoticed */
};

typedef struct seat {
    tby_engine engine;
    bool busy; /* it has a position, its engine may yet have to start */
    size_t index;
    tby_engine_info best; /* the last line of its search that counts */
} seat;

typedef struct pool {
    const tby_pool_job *job;
    tby_pool_report *report;
    seat *seats;
    struct pollfd *polls;
    size_t n;
    size_t next;       /* position to be given out */
    unsigned failures; /* in a row */
    tby_rc rc;         /* why the pool gave up */
} pool;

/* --- answers --------------------------------------------------------------*/

static void refuse(pool *p, seat *s, tby_rc rc)
{
    const tby_pool_answer a = {.index = s->index, .rc = rc};

    s->busy = false;
    p->report->failed++;
    p->job->answer(p->job->ctx, &a);
}

static void count_failure(pool *p, const tby_engine_failure *f)
{
    bool hopeless = f->stage <= TBY_ENGINE_STARTING && p->report->done == 0;

    p->report->failure = *f;
    if (hopeless || ++p->failures >= TBY_POOL_FAILURES)
        p->rc = f->code;
}

/* An engine has ended.  One that never got as far as the position keeps it for
 * its successor. */
static void lose_engine(pool *p, seat *s)
{
    const tby_engine_failure failure = s->engine.failure;

    count_failure(p, &failure);
    if (failure.stage > TBY_ENGINE_STARTING)
        refuse(p, s, failure.code);
}

static void finish(pool *p, seat *s, tby_move best)
{
    const tby_engine_failure mute = {TBY_E_ENGINE_SCORE, TBY_ENGINE_THINKING,
                                     -1, 0};
    const tby_pool_answer a = {.index = s->index,
                               .eval = s->best.eval,
                               .depth = s->best.depth,
                               .best = best};

    if (a.eval.kind == TBY_EVAL_NONE) {
        count_failure(p, &mute);
        refuse(p, s, mute.code);
        return;
    }
    s->busy = false;
    p->failures = 0;
    p->report->done++;
    p->job->answer(p->job->ctx, &a);
}

/* --- work -----------------------------------------------------------------*/

static bool take_position(pool *p, seat *s)
{
    const tby_pool_job *job = p->job;

    if (p->next == job->n)
        return false;
    s->index = job->order ? job->order[p->next] : p->next;
    s->busy = true;
    p->next++;
    return true;
}

static bool ensure_engine(pool *p, seat *s)
{
    if (s->engine.stage != TBY_ENGINE_GONE)
        return true;
    if (tby_engine_start(&s->engine, &p->job->engine) == TBY_OK)
        return true;
    count_failure(p, &s->engine.failure);
    return false;
}

/* Makes the engine search the position of its seat. */
static void begin(pool *p, seat *s)
{
    if (!ensure_engine(p, s))
        return;
    s->best = (tby_engine_info){.exact = false};
    tby_rc rc = tby_engine_search(&s->engine, &p->job->positions[s->index],
                                  &p->job->limit);
    if (rc == TBY_OK)
        return;
    if (s->engine.stage == TBY_ENGINE_GONE)
        lose_engine(p, s);
    else
        refuse(p, s, rc); /* no fault of the engine */
}

/* Gives every seat something to do; says whether any has. */
static bool give_out(pool *p)
{
    bool busy = false;

    for (size_t i = 0; i < p->n && p->rc == TBY_OK; i++) {
        seat *s = &p->seats[i];
        if (s->busy && s->engine.stage == TBY_ENGINE_GONE)
            begin(p, s);
        while (!s->busy && p->rc == TBY_OK && take_position(p, s))
            begin(p, s);
        busy |= s->busy;
    }
    return busy && p->rc == TBY_OK;
}

/* A bound counts only as long as nothing better is known. */
static void hear_info(seat *s, const tby_engine_info *info)
{
    if (info->line == 1 && (info->exact || !s->best.exact))
        s->best = *info;
}

/* Hears what an engine has said.  False if there may be more. */
static bool hear(pool *p, seat *s)
{
    tby_engine_event event;

    for (int i = 0; i < EVENTS_AT_ONCE; i++) {
        tby_rc rc = tby_engine_next(&s->engine, 0, &event);
        if (rc == TBY_E_IO_TIMEOUT)
            return true;
        if (rc != TBY_OK) {
            lose_engine(p, s);
            return true;
        }
        if (event.kind == TBY_ENGINE_INFO)
            hear_info(s, &event.info);
        if (event.kind == TBY_ENGINE_BEST) {
            finish(p, s, event.best);
            return true;
        }
    }
    return false;
}

/* True if all of them have said all they had to say. */
static bool hear_all(pool *p)
{
    bool all = true;

    for (size_t i = 0; i < p->n && p->rc == TBY_OK; i++)
        if (p->seats[i].busy && p->seats[i].engine.stage != TBY_ENGINE_GONE)
            all &= hear(p, &p->seats[i]);
    return all;
}

static void await_words(pool *p, int ms)
{
    for (size_t i = 0; i < p->n; i++) {
        const seat *s = &p->seats[i];
        bool talks = s->busy && s->engine.stage != TBY_ENGINE_GONE;
        p->polls[i] = (struct pollfd){.fd = talks ? s->engine.process.out : -1,
                                      .events = POLLIN};
    }
    /* whatever it says: hear_all() looks at everyone */
    poll(p->polls, (nfds_t)p->n, ms);
}

static bool is_stopped(pool *p)
{
    p->report->stopped = p->job->stop && atomic_load(p->job->stop);
    return p->report->stopped;
}

static void serve(pool *p)
{
    bool heard_all = true;

    while (!is_stopped(p) && give_out(p)) {
        await_words(p, heard_all ? WAIT_MS : 0);
        heard_all = hear_all(p);
    }
}

/* All of them are told to quit before any is waited for, and the one that
 * takes longest is waited for once. */
static void close_all(pool *p)
{
    double until = -1;

    for (size_t i = 0; i < p->n; i++)
        tby_engine_quit(&p->seats[i].engine);
    for (size_t i = 0; i < p->n; i++) {
        double *patience = &p->seats[i].engine.settings.patience.quit;
        if (until < 0)
            until = tby_clock_now() + *patience;
        double left = until - tby_clock_now();
        if (left < *patience)
            *patience = left > 0 ? left : 0;
        tby_engine_close(&p->seats[i].engine);
    }
}

/* --- the frame ------------------------------------------------------------*/

static size_t seats_for(const tby_pool_job *job)
{
    size_t n = job->engines ? job->engines : tby_cpu_count();

    if (n > TBY_THREADS_MAX)
        n = TBY_THREADS_MAX;
    return n < job->n ? n : job->n;
}

static tby_rc open_seats(pool *p)
{
    const tby_alloc alloc = tby_alloc_libc();

    p->n = seats_for(p->job);
    p->seats = tby_grow_new(&alloc, p->n, sizeof *p->seats);
    p->polls = tby_grow_new(&alloc, p->n, sizeof *p->polls);
    if (!p->seats || !p->polls)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < p->n; i++)
        p->seats[i] = (seat){.busy = false};
    return TBY_OK;
}

static void free_seats(pool *p)
{
    const tby_alloc alloc = tby_alloc_libc();

    tby_grow_free(&alloc, p->polls, p->n, sizeof *p->polls);
    tby_grow_free(&alloc, p->seats, p->n, sizeof *p->seats);
}

tby_rc tby_pool_run(const tby_pool_job *job, tby_pool_report *out)
{
    pool p = {.job = job, .report = out};

    *out = (tby_pool_report){.done = 0};
    p.rc = open_seats(&p);
    if (p.rc == TBY_OK) {
        serve(&p);
        close_all(&p);
    }
    free_seats(&p);
    return p.rc;
}
