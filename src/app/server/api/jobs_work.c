/* jobs_work.c - one import, from the file to the report. */
#include "app/server/api/jobs_int.h"

#include "io/system/clock.h"
#include "work/json/answer.h"

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

    bool interrupted = rc == TBY_DONE; /* a stop behind that comes too late */
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

void tby__job_run(jobs *j, job *one)
{
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
    tby__facts_refresh(j->facts); /* whoever sees the report sees its games */
    pthread_mutex_lock(&j->lock);
    one->state = JOB_OVER;
    one->event = rc == TBY_OK ? "report" : "error";
    one->data = t.data;
    one->version++;
    tby_temp_file_close(&one->file);
    pthread_mutex_unlock(&j->lock);
}
