/* searches.c - see jobs.h, and the path /engine. */
#include "app/server/api/jobs.h"

#include "app/server/api/params.h"
#include "app/server/http/server.h"
#include "app/server/http/timeouts.h"
#include "core/base/grow.h"
#include "io/system/clock.h"
#include "io/system/thread.h"
#include "work/json/answer.h"

#include <string.h>

/* What is asked for. */
typedef struct search {
    stream *stream; /* NULL: nothing */
    tby_pos pos;
    tby_outcome outcome;
    tby_engine_limit limit;
    double since;
} search;

/* An engine and its thread. */
typedef struct slot {
    searches *all;
    pthread_t thread;
    bool running;
    tby_engine engine;
    tby_analysis analysis;
    search now;
    double next; /* when the next event may be sent */
} slot;

struct searches {
    tby_engine_settings settings;
    pthread_mutex_t lock;
    pthread_cond_t more;
    bool ending;
    size_t waiting_n; /* in the order they came */
    search waiting[LIMIT_SEARCHES_WAIT];
    slot slots[LIMIT_SEARCHES];
};

static void report(const search *q, const char *event, const char *engine,
                   const tby_analysis *a)
{
    char fen[TBY_FEN_MAX];
    tby_engine_found found = {
        .pos = &q->pos,
        .fen = fen,
        .engine = engine,
        .outcome = q->outcome,
        .eval = a->n ? a->lines[0].eval : tby_engine_judge(q->outcome, &q->pos),
        .analysis = a,
    };
    reply_json j;

    tby_fen_write_pos(&q->pos, fen, sizeof fen);
    tby_answer_engine(tby__reply_start(&j), &found);
    tby__stream_report_json(q->stream, event, &j);
}

static void on_update(void *ctx, const tby_analysis *so_far)
{
    slot *s = ctx;

    if (tby_clock_now() < s->next || so_far->n == 0)
        return;
    s->next = tby_clock_now() + MS_EVENT / 1e3;
    report(&s->now, "analysis", s->engine.name, so_far);
}

/* With the lock: takes the first that waits. */
static bool take(searches *all, search *out)
{
    if (all->waiting_n == 0)
        return false;
    *out = all->waiting[0];
    memmove(all->waiting, all->waiting + 1,
            --all->waiting_n * sizeof *all->waiting);
    return true;
}

static void *think_on(void *ctx)
{
    slot *s = ctx;
    searches *all = s->all;

    tby_thread_give_way(0); /* and so does the engine */
    pthread_mutex_lock(&all->lock);
    while (!all->ending) {
        if (!take(all, &s->now)) {
            pthread_cond_wait(&all->more, &all->lock);
            continue;
        }
        pthread_mutex_unlock(&all->lock);
        if (atomic_load(&s->now.stream->left))
            tby__stream_end(s->now.stream);
        else {
            /* An engine that fails is started anew for the next search. */
            tby_analyse_job job = {
                .engine = &s->engine,
                .pos = s->now.pos,
                .limit = s->now.limit,
                .stop = &s->now.stream->left,
                .update = on_update,
                .ctx = s,
            };

            s->next = 0;
            tby_rc rc = s->engine.stage != TBY_ENGINE_GONE
                            ? TBY_OK
                            : tby_engine_start(&s->engine, &all->settings);
            if (rc == TBY_OK)
                rc = tby_analyse(&job, &s->analysis);
            if (rc == TBY_OK)
                report(&s->now, "done", s->engine.name, &s->analysis);
            else {
                char sentence[256] = "";

                if (s->engine.stage == TBY_ENGINE_GONE)
                    tby_engine_explain(&s->engine.failure, sentence,
                                       sizeof sentence);
                tby__stream_report_error(s->now.stream, tby_rc_name(rc),
                                         *sentence ? sentence
                                                   : tby_rc_text(rc));
            }
            tby__stream_end(s->now.stream);
        }
        pthread_mutex_lock(&all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    tby_engine_close(&s->engine);
    return NULL;
}

tby_rc tby__searches_start(searches **out, const tby_engine_settings *engine)
{
    searches *all = tby_grow_new(NULL, 1, sizeof *all);
    bool ok = true;

    *out = all;
    if (!all)
        return TBY_E_NOMEM;
    memset(all, 0, sizeof *all);
    all->settings = *engine;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->more, NULL);
    for (size_t i = 0; i < LIMIT_SEARCHES && ok; i++) {
        slot *s = &all->slots[i];
        s->all = all;
        ok = s->running = pthread_create(&s->thread, NULL, think_on, s) == 0;
    }
    return ok ? TBY_OK : TBY_E_IO_THREAD;
}

void tby__searches_stop(searches *all)
{
    search left;

    if (!all)
        return;
    pthread_mutex_lock(&all->lock);
    all->ending = true;
    pthread_cond_broadcast(&all->more);
    while (take(all, &left))
        tby__stream_end(left.stream);
    pthread_mutex_unlock(&all->lock);
    for (size_t i = 0; i < LIMIT_SEARCHES; i++)
        if (all->slots[i].running)
            pthread_join(all->slots[i].thread, NULL);
    tby_grow_free(NULL, all, 1, sizeof *all);
}

/* With the lock. */
static bool has_waited(const searches *all)
{
    const search *first = all->waiting;

    return all->waiting_n && (atomic_load(&first->stream->left) ||
                              tby_clock_now() - first->since > SECONDS_SLOT);
}

static void refuse_busy(stream *s)
{
    const struct refusal_text *busy = &tby__refusals[REFUSE_BUSY];

    tby__stream_report_error(s, busy->name, busy->sentence);
    tby__stream_end(s);
}

void tby__searches_tick(searches *all)
{
    search first;

    if (!all)
        return;
    pthread_mutex_lock(&all->lock);
    while (has_waited(all) && take(all, &first)) {
        refuse_busy(first.stream);
    }
    pthread_mutex_unlock(&all->lock);
}

/* False if too many wait. */
static bool add(searches *all, const search *q)
{
    pthread_mutex_lock(&all->lock);
    bool room = !all->ending && all->waiting_n < LIMIT_SEARCHES_WAIT;
    if (room) {
        all->waiting[all->waiting_n++] = *q;
        pthread_cond_signal(&all->more);
    }
    pthread_mutex_unlock(&all->lock);
    return room;
}

static bool read_limit(request *r, const tby_pos *pos, tby_engine_limit *out)
{
    uint64_t lines = 1, ms = 0, depth = 0, nodes = 0;
    bool infinite = false;
    tby_str bad;

    if (!tby__request_number(r, "multipv", 1, LIMIT_LINES, &lines) ||
        !tby__request_number(r, "movetime", 1, MS_SEARCH_MOST, &ms) ||
        !tby__request_number(r, "depth", 1, TBY_ENGINE_DEPTH, &depth) ||
        !tby__request_number(r, "nodes", 1, UINT32_MAX, &nodes) ||
        !tby__request_flag(r, "infinite", &infinite))
        return false;
    if (infinite && (ms || depth || nodes))
        return tby__request_refuse_with(
            r, REFUSE_PARAMETER,
            "'infinite' excludes 'movetime', 'depth' and 'nodes'.");
    if (!ms && !infinite)
        ms = MS_SEARCH;
    *out = (tby_engine_limit){.lines = (unsigned)lines,
                              .ms = (unsigned)ms,
                              .depth = (unsigned)depth,
                              .nodes = nodes};
    tby_str moves = tby__request_param(r, "searchmoves");
    if (!moves.p || tby__search_moves(pos, moves, out, &bad))
        return true;
    return tby__request_refuse_with(
        r, REFUSE_PARAMETER, "searchmoves: '%.*s' is not a legal move here.",
        (int)(bad.n < 40 ? bad.n : 40), bad.p);
}

static void start(request *r, search *q)
{
    searches *all = r->server->searches;
    bool over = tby_outcome_is_final(q->outcome);

    if (!over && !all) {
        tby__request_refuse_rc(r, REFUSE_BUSY, TBY_E_ENGINE_NONE, NULL);
        return;
    }
    q->stream = tby__stream_open(r, NULL);
    if (!q->stream)
        return;
    if (over) {
        /* A game that is over needs no engine. */
        tby_alloc alloc = tby_alloc_libc();
        tby_analysis *none = tby_grow_new(&alloc, 1, sizeof *none);

        if (none) {
            none->n = 0;
            report(q, "done", "", none);
        }
        tby_grow_free(&alloc, none, 1, sizeof *none);
        tby__stream_end(q->stream);
    } else if (!add(all, q)) {
        refuse_busy(q->stream);
    }
}

void tby__answer_engine(request *r)
{
    search q = {.since = tby_clock_now()};
    tby_line line;

    if (!tby__params_line(r, &line))
        return;
    q.pos = line.pos;
    q.outcome = tby_outcome_of(&line.pos, &line.history);
    tby_line_free(&line);
    if (read_limit(r, &q.pos, &q.limit) && tby__request_done(r))
        start(r, &q);
}
