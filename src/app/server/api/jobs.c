/* jobs.c - see jobs.h: the queue. */
#include "app/server/api/jobs_int.h"

#include "core/base/grow.h"
#include "io/system/thread.h"

#include <stdio.h>
#include <string.h>

static void *work_on(void *ctx)
{
    jobs *j = ctx;

    tby_thread_give_way(0);
    pthread_mutex_lock(&j->lock);
    while (!j->ending) {
        /* With the lock: the job that has waited longest, NULL if none does. */
        job *best = NULL;

        for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
            job *one = &j->all[i];
            if (one->state == JOB_WAITS && (!best || one->id < best->id))
                best = one;
        }
        job *one = best;

        if (!one) {
            pthread_cond_wait(&j->more, &j->lock);
            continue;
        }
        one->state = JOB_RUNS;
        one->version++;
        pthread_mutex_unlock(&j->lock);
        tby__job_run(j, one);
        pthread_mutex_lock(&j->lock);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

tby_rc tby__jobs_start(jobs **out, const char *database, facts *counted,
                       const tby_names *names, unsigned threads)
{
    tby_alloc alloc = tby_alloc_libc();
    jobs *j = tby_grow_new(&alloc, 1, sizeof *j);

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
        tby_temp_file_close(&j->all[i].file);
        if (j->all[i].state == JOB_OVER)
            tby_buf_free(&j->all[i].data);
    }
    tby_grow_free(&alloc, j, 1, sizeof *j);
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

uint64_t tby__jobs_add(jobs *j, tby_temp_file *file, tby_str name)
{
    uint64_t id = 0;

    pthread_mutex_lock(&j->lock);

    /* With the lock: a place for one more, the oldest that is over if need be.
     */
    size_t waiting = 0;
    job *best = NULL;

    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++) {
        job *one = &j->all[i];
        waiting += one->state == JOB_WAITS;
        if ((one->state == JOB_NONE || one->state == JOB_OVER) &&
            (!best || one->id < best->id))
            best = one;
    }
    job *one = waiting < LIMIT_JOBS_WAIT ? best : NULL;

    if (one) {
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

job *tby__jobs_find(jobs *j, uint64_t id)
{
    for (size_t i = 0; i < LIMIT_JOBS_KEPT; i++)
        if (j->all[i].id == id && j->all[i].state != JOB_NONE)
            return &j->all[i];
    return NULL;
}
