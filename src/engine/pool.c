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

struct tby_pool {
    seat *seats;
    struct pollfd *polls;
    size_t n;
};

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
    const tby_engine_failure mute = {
        .code = TBY_E_ENGINE_SCORE, .stage = TBY_ENGINE_THINKING, .status = -1};
    const tby_pool_answer a = {.index = s->index,
                               .eval = s->best.eval,
                               .depth = s->best.depth,
                               .best = best,
                               .pv = s->best.pv,
                               .pv_n = s->best.n};

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

/* Hears what an engine has said.  False if there may be more. */
static bool read_events(pool *p, seat *s)
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
        if (event.kind == TBY_ENGINE_INFO) {
            /* A bound counts only as long as nothing better is known. */
            const tby_engine_info *info = &event.info;
            if (info->line == 1 && (info->exact || !s->best.exact))
                s->best = *info;
        }
        if (event.kind == TBY_ENGINE_BEST) {
            finish(p, s, event.best);
            return true;
        }
    }
    return false;
}

static bool is_stopped(pool *p)
{
    p->report->stopped = p->job->stop && atomic_load(p->job->stop);
    return p->report->stopped;
}

tby_pool *tby_pool_open(unsigned engines)
{
    const tby_alloc alloc = tby_alloc_libc();
    size_t n = engines ? engines : tby_cpu_count();
    tby_pool *kept = tby_grow_new(&alloc, 1, sizeof *kept);

    if (!kept)
        return NULL;
    n = n < TBY_THREADS_MAX ? n : TBY_THREADS_MAX;
    *kept = (tby_pool){.n = n,
                       .seats = tby_grow_new(&alloc, n, sizeof(seat)),
                       .polls = tby_grow_new(&alloc, n, sizeof *kept->polls)};
    for (size_t i = 0; kept->seats && i < n; i++)
        kept->seats[i] = (seat){.busy = false};
    if (kept->seats && kept->polls)
        return kept;
    tby_pool_close(kept);
    return NULL;
}

void tby_pool_close(tby_pool *kept)
{
    const tby_alloc alloc = tby_alloc_libc();
    double until = -1;

    if (!kept)
        return;
    /* All of them are told to quit before any is waited for, and the one that
     * takes longest is waited for once. */
    for (size_t i = 0; kept->seats && i < kept->n; i++)
        tby_engine_quit(&kept->seats[i].engine);
    for (size_t i = 0; kept->seats && i < kept->n; i++) {
        double *patience = &kept->seats[i].engine.settings.patience.quit;
        if (until < 0)
            until = tby_clock_now() + *patience;
        double left = until - tby_clock_now();
        if (left < *patience)
            *patience = left > 0 ? left : 0;
        tby_engine_close(&kept->seats[i].engine);
    }
    tby_grow_free(&alloc, kept->polls, kept->n, sizeof *kept->polls);
    tby_grow_free(&alloc, kept->seats, kept->n, sizeof *kept->seats);
    tby_grow_free(&alloc, kept, 1, sizeof *kept);
}

tby_rc tby_pool_start(tby_pool *kept, const tby_engine_settings *settings,
                      char *name, size_t cap, tby_engine_failure *why)
{
    tby_engine *e = &kept->seats[0].engine;
    tby_engine_event event;
    tby_rc rc = tby_engine_start(e, settings);

    while (rc == TBY_OK &&
           (rc = tby_engine_next(e, 1, &event)) == TBY_E_IO_TIMEOUT)
        rc = TBY_OK;
    *why = e->failure;
    tby__text_in(name, cap, (const char *const[]){e->name, NULL});
    return rc;
}

tby_rc tby_pool_run(const tby_pool_job *job, tby_pool_report *out)
{
    tby_pool *own = NULL;
    bool heard_all = true;

    *out = (tby_pool_report){.done = 0};
    if (!job->pool) {
        unsigned n = job->engines ? job->engines : tby_cpu_count();
        own = tby_pool_open(job->n && n > job->n ? (unsigned)job->n : n);
    }
    tby_pool *engines = job->pool ? job->pool : own;
    if (!engines)
        return TBY_E_NOMEM;
    pool p = {.job = job,
              .report = out,
              .seats = engines->seats,
              .polls = engines->polls,
              .n = engines->n};
    while (!is_stopped(&p) && give_out(&p)) {
        for (size_t i = 0; i < p.n; i++) {
            const seat *s = &p.seats[i];
            bool talks = s->busy && s->engine.stage != TBY_ENGINE_GONE;
            p.polls[i] = (struct pollfd){
                .fd = talks ? s->engine.process.out : -1, .events = POLLIN};
        }
        /* whatever it says: everyone is heard */
        poll(p.polls, (nfds_t)p.n, heard_all ? WAIT_MS : 0);
        heard_all = true;
        for (size_t i = 0; i < p.n && p.rc == TBY_OK; i++)
            if (p.seats[i].busy && p.seats[i].engine.stage != TBY_ENGINE_GONE)
                heard_all &= read_events(&p, &p.seats[i]);
    }
    tby_pool_close(own);
    return p.rc;
}
