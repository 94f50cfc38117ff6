/* jobs.c - see jobs.h, and the paths below /import. */
#include "app/server/jobs.h"

#include "app/server/ask.h"
#include "app/server/routes.h"
#include "app/server/server.h"
#include "app/server/stream.h"
#include "core/base/grow.h"
#include "core/base/num.h"
#include "io/clock.h"
#include "work/answer.h"

#include <stdio.h>
#include <string.h>

typedef enum job_state { JOB_NONE, JOB_WAITS, JOB_RUNS, JOB_OVER } job_state;

typedef struct job {
    uint64_t id;
    job_state state;
    char name[128]; /* of the file, for reports */
    tby_spool file;
    atomic_bool stop;
    uint64_t version; /* grows with every change */
    tby_import_stage stage;
    uint64_t done, total, games;
    const char *event; /* the last one: report or error, with its data */
    tby_buf data;
} job;

struct jobs {
    const char *database;
    tby_import_options options;
    pthread_mutex_t lock;
    pthread_cond_t more; /* something to do */
    pthread_t thread;
    bool running, ending;
    uint64_t last; /* number given */
    job all[LIMIT_JOBS_KEPT];
};

/* --- the work -------------------------------------------------------------*/

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

static void write_report(task *t)
{
    const char *name = t->job->name;
    tby_imported r = {.database = t->jobs->database,
                      .files = &name,
                      .files_n = 1,
                      .sum = tby_import_summary(t->import),
                      .seconds = tby_clock_now() - t->start,
                      .interrupted = atomic_load(&t->job->stop)};
    tby_jsonw w = {.buf = &t->data};

    tby_jsonw_object(&w);
    tby_answer_import(&w, &r);
    tby_jsonw_object_end(&w);
}

static void write_error(task *t, tby_rc rc)
{
    const char *text = t->store ? tby_store_error_text(t->store) : "";
    tby_jsonw w = {.buf = &t->data};

    tby_buf_clear(&t->data);
    tby_jsonw_object(&w);
    tby_jsonw_put_cstr(&w, "error", tby_rc_name(rc));
    tby_jsonw_put_cstr(&w, "message", *text ? text : tby_rc_text(rc));
    tby_jsonw_object_end(&w);
}

static tby_rc import_file(task *t)
{
    char path[TBY_SPOOL_PATH];
    tby_rc file = TBY_OK;
    tby_rc rc =
        tby_import_file(t->import, tby_spool_path(&t->job->file, path), &file);

    if (rc != TBY_OK && rc != TBY_DONE)
        return rc;
    rc = tby_import_finish(t->import);
    if (rc != TBY_OK)
        return rc;
    write_report(t);
    /* a file of which nothing could be read is no file of games */
    return tby_import_summary(t->import)->read.games ? TBY_OK : file;
}

static tby_rc work(task *t)
{
    tby_import_options options = t->jobs->options;

    options.stop = &t->job->stop;
    options.ctx = t;
    options.progress = on_progress;
    tby_rc rc = tby_store_open(&t->store, t->jobs->database, TBY_STORE_WRITE);
    if (rc == TBY_OK)
        rc = tby_import_open(&t->import, t->store, &options);
    return rc == TBY_OK ? import_file(t) : rc;
}

static void run(jobs *j, job *one)
{
    task t = {.jobs = j, .job = one, .start = tby_clock_now()};

    tby_buf_init(&t.data, NULL, LIMIT_STREAM_WAITS / 2);
    tby_rc rc = work(&t);
    if (rc != TBY_OK)
        write_error(&t, rc);
    tby_import_close(t.import);
    tby_store_close(t.store);
    pthread_mutex_lock(&j->lock);
    one->state = JOB_OVER;
    one->event = rc == TBY_OK ? "report" : "error";
    one->data = t.data;
    one->version++;
    tby_spool_close(&one->file);
    pthread_mutex_unlock(&j->lock);
}

/* --- the queue ------------------------------------------------------------*/

/* With the lock: the job that has waited longest, NULL if none does. */
static job *next_of(jobs *j)
{
    job *best = NULL;

    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
        job *one = &j->all[i];
        if (one->state == JOB_WAITS && (!best || one->id < best->id))
            best = one;
    }
    return best;
}

static void *work_on(void *ctx)
{
    jobs *j = ctx;

    pthread_mutex_lock(&j->lock);
    while (!j->ending) {
        job *one = next_of(j);
        if (!one) {
            pthread_cond_wait(&j->more, &j->lock);
            continue;
        }
        one->state = JOB_RUNS;
        one->version++;
        pthread_mutex_unlock(&j->lock);
        run(j, one);
        pthread_mutex_lock(&j->lock);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

tby_rc jobs_start(jobs **out, const char *database, const tby_book *book,
                  unsigned threads)
{
    tby_alloc alloc = tby_alloc_libc();
    jobs *j = tby_grow_new(&alloc, 1, sizeof *j);

    *out = j;
    if (!j)
        return TBY_E_NOMEM;
    memset(j, 0, sizeof *j);
    j->database = database;
    j->options = (tby_import_options){.book = book, .threads = threads};
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->more, NULL);
    j->running = pthread_create(&j->thread, NULL, work_on, j) == 0;
    return j->running ? TBY_OK : TBY_E_IO_THREAD;
}

void jobs_stop(jobs *j)
{
    tby_alloc alloc = tby_alloc_libc();

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
        tby_spool_close(&j->all[i].file);
        if (j->all[i].state == JOB_OVER)
            tby_buf_free(&j->all[i].data);
    }
    tby_grow_free(&alloc, j, 1, sizeof *j);
}

uint64_t jobs_current(jobs *j)
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

/* With the lock: a place for one more, the oldest that is over if need be. */
static job *place_of(jobs *j)
{
    size_t waiting = 0;
    job *best = NULL;

    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
        job *one = &j->all[i];
        waiting += one->state == JOB_WAITS;
        if ((one->state == JOB_NONE || one->state == JOB_OVER) &&
            (!best || one->id < best->id))
            best = one;
    }
    return waiting < LIMIT_JOBS_WAIT ? best : NULL;
}

/* Takes the file of a request; 0 if too many wait. */
static uint64_t add(jobs *j, request *r, tby_str name)
{
    uint64_t id = 0;

    pthread_mutex_lock(&j->lock);
    job *one = place_of(j);
    if (one) {
        if (one->state == JOB_OVER)
            tby_buf_free(&one->data);
        id = ++j->last;
        memset(one, 0, sizeof *one);
        one->id = id;
        one->state = JOB_WAITS;
        one->file = r->spool;
        (void)snprintf(one->name, sizeof one->name, "%.*s",
                       name.n < 100 ? (int)name.n : 100, name.n ? name.p : "");
        r->spool = (tby_spool){.open = false};
        pthread_cond_signal(&j->more);
    }
    pthread_mutex_unlock(&j->lock);
    return id;
}

/* With the lock. */
static job *find(jobs *j, uint64_t id)
{
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++)
        if (j->all[i].id == id && j->all[i].state != JOB_NONE)
            return &j->all[i];
    return NULL;
}

/* --- requests -------------------------------------------------------------*/

void answer_import(request *r)
{
    tby_str name = request_param(r, "name");
    char path[64];
    reply_json j;

    if (!request_done(r))
        return;
    if (!r->server->jobs) {
        request_refuse(r, REFUSE_NO_DATABASE);
        return;
    }
    uint64_t id = add(r->server->jobs, r, name.n ? name : tby_str_of("upload"));
    if (!id) {
        request_refuse(r, REFUSE_JOBS);
        return;
    }
    (void)snprintf(path, sizeof path, "/api/v1/import/%llu",
                   (unsigned long long)id);
    tby_jsonw *w = reply_json_start(&j);
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "job", id);
    tby_jsonw_put_cstr(w, "events", path);
    tby_jsonw_object_end(w);
    reply_json_end(r, &j, MHD_HTTP_ACCEPTED);
    reply_header(r, "Location", path);
}

static void put_progress(tby_jsonw *w, const job *one)
{
    const char *state = one->state == JOB_WAITS            ? "waiting"
                        : one->stage == TBY_IMPORT_INDEXES ? "indexing"
                                                           : "reading";

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "job", one->id);
    tby_jsonw_put_cstr(w, "state", state);
    tby_jsonw_put_u64(w, "done", one->done);
    tby_jsonw_put_u64(w, "total", one->total);
    tby_jsonw_put_u64(w, "games", one->games);
    tby_jsonw_object_end(w);
}

/* With the lock. */
static void tell(stream *s, const job *one)
{
    reply_json j;

    if (one->state == JOB_OVER) {
        stream_tell(s, one->event, tby_buf_str(&one->data));
        stream_end(s);
        return;
    }
    put_progress(reply_json_start(&j), one);
    stream_tell(s, "progress", tby_buf_str(&j.buf));
    reply_json_drop(&j);
}

/* `seen` is the version that was told, and one more. */
static void feed(void *ctx, stream *s)
{
    jobs *j = ctx;

    pthread_mutex_lock(&j->lock);
    const job *one = find(j, s->source.number);
    if (!one)
        stream_end(s);
    else if (s->seen != one->version + 1)
        tell(s, one);
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
    request_refuse_with(r, REFUSE_NOT_FOUND, "There is no such import.");
    return 0;
}

void answer_import_events(request *r)
{
    uint64_t id = request_done(r) ? job_of(r, false) : 0;
    stream_source source = {feed, r->server->jobs, id};

    if (id)
        stream_open(r, &source);
}

void answer_import_stop(request *r)
{
    if (request_done(r) && job_of(r, true))
        reply_empty(r, MHD_HTTP_NO_CONTENT);
}
