/* jobs.c - imports: see jobs.h. */
#include "app/server/api/jobs.h"
#include "app/server/http/limits.h"
#include "app/server/http/server.h"
#include "app/server/http/timeouts.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "io/stream/temp_file.h"
#include "io/system/clock.h"
#include "io/system/thread.h"
#include "work/db/import.h"
#include "work/json/answer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef enum job_state { JOB_NONE, JOB_WAITS, JOB_RUNS, JOB_OVER } job_state;

typedef struct job {
    uint64_t id;
    job_state state;
    char name[128]; /* of the file, for reports */
    tby_temp_file file;
    atomic_bool stop;
    uint64_t version; /* grows with every change */
    tby_import_stage stage;
    uint64_t done, total, games;
    const char *event; /* the last one: report or error, with its data */
    tby_buf data;
} job;

struct jobs {
    const char *database;
    facts *facts; /* to be counted again after each */
    tby_import_options options;
    pthread_mutex_t lock;
    pthread_cond_t more; /* something to do */
    pthread_t thread;
    bool running, ending;
    uint64_t last; /* number given */
    job all[LIMIT_JOBS_KEPT];
};

/* What a job's own thread needs. */
typedef struct task {
    jobs *jobs;
    job *job;
    tby_store *store;
    tby_import *import;
    double start;
    tby_buf data;
} task;

static void on_progress(void *ctx, tby_import_stage stage, uint64_t done,
                        uint64_t total, uint64_t games)
{
    task *t = ctx;
    job *one = t->job;

    pthread_mutex_lock(&t->jobs->lock);
    one->stage = stage;
    one->done = done;
    one->total = total;
    one->games = games;
    one->version++;
    pthread_mutex_unlock(&t->jobs->lock);
}

static tby_rc work(task *t)
{
    tby_import_options options = t->jobs->options;

    options.stop = &t->job->stop;
    options.ctx = t;
    options.progress = on_progress;
    tby_rc rc = tby_store_open(&t->store, t->jobs->database, TBY_STORE_WRITE);
    if (rc == TBY_OK) {
        tby_store_set_cancel(t->store, options.stop);
        rc = tby_import_open(&t->import, t->store, &options);
    }
    if (rc != TBY_OK)
        return rc;
    char path[TBY_SPOOL_PATH];
    tby_rc file = TBY_OK;
    rc = tby_import_file(t->import, tby_temp_file_path(&t->job->file, path),
                         &file);

    bool interrupted = rc == TBY_DONE; /* a stop after that comes too late */
    if (rc != TBY_OK && !interrupted)
        return rc;
    rc = tby_import_finish(t->import);
    if (rc == TBY_OK) /* closing would not tell that there is no room */
        rc = tby_store_checkpoint(t->store);
    if (rc != TBY_OK)
        return rc;
    const char *name = t->job->name;
    tby_imported r = {.database = t->jobs->database,
                      .files = &name,
                      .files_n = 1,
                      .sum = tby_import_summary(t->import),
                      .seconds = tby_clock_now() - t->start,
                      .interrupted = interrupted};
    tby_jsonw w = {.buf = &t->data};

    tby_jsonw_object(&w);
    tby_answer_import(&w, &r);
    tby_jsonw_object_end(&w);
    /* a file of which nothing could be read is no file of games */
    return tby_import_summary(t->import)->read.games ? TBY_OK : file;
}

static void *work_on(void *ctx)
{
    jobs *j = ctx;

    tby_thread_give_way(0);
    pthread_mutex_lock(&j->lock);
    while (!j->ending) {
        job *one = NULL; /* that has waited longest */

        for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
            job *at = &j->all[i];
            if (at->state == JOB_WAITS && (!one || at->id < one->id))
                one = at;
        }
        if (!one) {
            pthread_cond_wait(&j->more, &j->lock);
            continue;
        }
        one->state = JOB_RUNS;
        one->version++;
        pthread_mutex_unlock(&j->lock);
        task t = {.jobs = j, .job = one, .start = tby_clock_now()};

        tby_buf_init(&t.data, NULL, LIMIT_STREAM_WAITS / 2);
        tby_rc rc = work(&t);
        if (rc != TBY_OK) {
            const char *text = t.store ? tby_store_error_text(t.store) : "";
            tby_jsonw w = {.buf = &t.data};

            tby_buf_clear(&t.data);
            tby_jsonw_object(&w);
            tby_jsonw_put_cstr(&w, "error", tby_rc_name(rc));
            tby_jsonw_put_cstr(&w, "message", *text ? text : tby_rc_text(rc));
            tby_jsonw_object_end(&w);
        }
        tby_import_close(t.import);
        tby_store_close(t.store);
        tby__facts_refresh(
            j->facts); /* whoever sees the report sees its games */
        pthread_mutex_lock(&j->lock);
        one->state = JOB_OVER;
        one->event = rc == TBY_OK ? "report" : "error";
        one->data = t.data;
        one->version++;
        tby_temp_file_close(&one->file);
        pthread_mutex_unlock(&j->lock);
        pthread_mutex_lock(&j->lock);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

tby_rc tby__jobs_start(jobs **out, const char *database, facts *counted,
                       const tby_names *names, unsigned threads)
{
    jobs *j = tby_grow_new(NULL, 1, sizeof *j);

    *out = j;
    if (!j)
        return TBY_E_NOMEM;
    memset(j, 0, sizeof *j);
    j->database = database;
    j->facts = counted;
    j->options = (tby_import_options){.names = names, .threads = threads};
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->more, NULL);
    j->running = pthread_create(&j->thread, NULL, work_on, j) == 0;
    return j->running ? TBY_OK : TBY_E_IO_THREAD;
}

void tby__jobs_stop(jobs *j)
{
    if (!j)
        return;
    pthread_mutex_lock(&j->lock);
    j->ending = true;
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++)
        atomic_store(&j->all[i].stop, true);
    pthread_cond_signal(&j->more);
    pthread_mutex_unlock(&j->lock);
    if (j->running)
        pthread_join(j->thread, NULL);
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
        tby_temp_file_close(&j->all[i].file);
        if (j->all[i].state == JOB_OVER)
            tby_buf_free(&j->all[i].data);
    }
    tby_grow_free(NULL, j, 1, sizeof *j);
}

uint64_t tby__jobs_current(jobs *j)
{
    uint64_t id = 0;

    if (!j)
        return 0;
    pthread_mutex_lock(&j->lock);
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++)
        if (j->all[i].state == JOB_RUNS)
            id = j->all[i].id;
    pthread_mutex_unlock(&j->lock);
    return id;
}

/* Takes a file, which is the queue's then; 0 if too many wait. */
static uint64_t add(jobs *j, tby_temp_file *file, tby_str name)
{
    uint64_t id = 0;
    size_t waiting = 0;
    job *one = NULL; /* a place for it, the oldest that is over if need be */

    pthread_mutex_lock(&j->lock);
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
        job *at = &j->all[i];
        waiting += at->state == JOB_WAITS;
        if ((at->state == JOB_NONE || at->state == JOB_OVER) &&
            (!one || at->id < one->id))
            one = at;
    }
    if (one && waiting < LIMIT_JOBS_WAIT) {
        if (one->state == JOB_OVER)
            tby_buf_free(&one->data);
        id = ++j->last;
        memset(one, 0, sizeof *one);
        one->id = id;
        one->state = JOB_WAITS;
        one->file = *file;
        (void)snprintf(one->name, sizeof one->name, "%.*s",
                       name.n < 100 ? (int)name.n : 100, name.n ? name.p : "");
        *file = (tby_temp_file){.open = false};
        pthread_cond_signal(&j->more);
    }
    pthread_mutex_unlock(&j->lock);
    return id;
}

/* With the lock: the job of a number, NULL if it is not known any more. */
static job *find(jobs *j, uint64_t id)
{
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++)
        if (j->all[i].id == id && j->all[i].state != JOB_NONE)
            return &j->all[i];
    return NULL;
}

void tby__answer_import(request *r)
{
    tby_str name = tby__request_param(r, "name");
    char path[64];
    reply_json j;

    if (!tby__request_done(r))
        return;
    if (!r->server->jobs) {
        tby__request_refuse(r, REFUSE_NO_DATABASE);
        return;
    }
    uint64_t id =
        add(r->server->jobs, &r->spool, name.n ? name : tby_str_of("upload"));
    if (!id) {
        tby__request_refuse(r, REFUSE_JOBS);
        return;
    }
    (void)snprintf(path, sizeof path, "/api/v1/import/%llu",
                   (unsigned long long)id);
    tby_jsonw *w = tby__reply_start(&j);
    tby_jsonw_put_u64(w, "job", id);
    tby_jsonw_put_cstr(w, "events", path);
    tby__reply_end(r, &j, MHD_HTTP_ACCEPTED);
    tby__reply_header(r, "Location", path);
}

/* With the lock. */
static void report(stream *s, const job *one)
{
    reply_json j;

    if (one->state == JOB_OVER) {
        tby__stream_report(s, one->event, tby_buf_str(&one->data));
        tby__stream_end(s);
        return;
    }
    tby_jsonw *w = tby__reply_start(&j);
    const char *state = one->state == JOB_WAITS            ? "waiting"
                        : one->stage == TBY_IMPORT_INDEXES ? "indexing"
                                                           : "reading";

    tby_jsonw_put_u64(w, "job", one->id);
    tby_jsonw_put_cstr(w, "state", state);
    tby_jsonw_put_u64(w, "done", one->done);
    tby_jsonw_put_u64(w, "total", one->total);
    tby_jsonw_put_u64(w, "games", one->games);
    tby__stream_report_json(s, "progress", &j);
}

/* `seen` is the version that was reported, and one more. */
static void feed(void *ctx, stream *s)
{
    jobs *j = ctx;

    pthread_mutex_lock(&j->lock);
    const job *one = find(j, s->source.number);
    if (!one)
        tby__stream_end(s);
    else if (s->seen != one->version + 1)
        report(s, one);
    s->seen = one ? one->version + 1 : 0;
    pthread_mutex_unlock(&j->lock);
}

/* The job of the path; 0 after a refusal.  `stop`: it is to end. */
static uint64_t job_of(request *r, bool stop)
{
    tby_str text = r->target.segments[r->target.segments_n - 1];
    jobs *j = r->server->jobs;
    uint64_t id = 0;
    job *one = NULL;

    if (j && tby_num_u64(text, 1, UINT64_MAX, &id, NULL) == TBY_OK) {
        pthread_mutex_lock(&j->lock);
        one = find(j, id);
        if (one && stop)
            atomic_store(&one->stop, true);
        pthread_mutex_unlock(&j->lock);
    }
    if (one)
        return id;
    tby__request_refuse_with(r, REFUSE_NOT_FOUND, "There is no such import.");
    return 0;
}

void tby__answer_import_events(request *r)
{
    uint64_t id = tby__request_done(r) ? job_of(r, false) : 0;
    stream_source source = {feed, r->server->jobs, id};

    if (id)
        tby__stream_open(r, &source);
}

void tby__answer_import_stop(request *r)
{
    if (tby__request_done(r) && job_of(r, true))
        tby__reply_empty(r, MHD_HTTP_NO_CONTENT);
}
