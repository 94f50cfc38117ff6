/* jobs_int.h - what the files of jobs.h share. */
#ifndef TBY_APP_SERVER_API_JOBS_INT_H
#define TBY_APP_SERVER_API_JOBS_INT_H

#include "app/server/api/jobs.h"
#include "app/server/http/limits.h"
#include "io/stream/temp_file.h"
#include "work/db/import.h"

#include <pthread.h>
#include <stdatomic.h>

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

/* Imports the file of a job that runs (jobs_work.c). */
void tby__job_run(jobs *j, job *one);

/* Takes a file, which is the queue's then; 0 if too many wait. */
uint64_t tby__jobs_add(jobs *j, tby_temp_file *file, tby_str name);

/* With the lock: the job of a number, NULL if it is not known any more. */
job *tby__jobs_find(jobs *j, uint64_t id);

#endif
