/* work_pool.h - answers that take a while, made away from the threads that
 * speak HTTP.
 *
 * A task waits for its turn, is run by one of the threads, and is done; its
 * connection is suspended meanwhile.  It is told to stop when its client has
 * left, when it has taken too long, and when the server ends.
 *
 * Some threads are for quick tasks, others, which give way to them, for tasks
 * that are known to be long.  When a quick one turns out to be long, its thread
 * gives way from then on and another takes its place, so that quick ones never
 * wait for several long ones.  Within each kind, first come is first served,
 * but what only looks something up goes before what goes through all games and
 * came a little earlier. */
#ifndef TBY_APP_SERVER_HTTP_WORK_POOL_H
#define TBY_APP_SERVER_HTTP_WORK_POOL_H

#include "app/server/http/limits.h"
#include "app/server/http/refusal.h"
#include "tabiya/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { WORK_NAME = 40 };

typedef struct work_task {
    /* the caller's */
    void (*run)(struct work_task *t);  /* on a thread of the pool */
    void (*done)(struct work_task *t); /* then; *t may be freed there */
    int fd;                            /* of the client */
    bool is_long;                      /* known to be */
    bool goes_through; /* all games, if only by a column: takes milliseconds */
    char name[WORK_NAME]; /* that the client gave it, or "" */
    atomic_uint share;    /* of a thousand parts of the work, those done */
    bool must_go_on; /* a part of an answer: never refused for want of room */
    /* the pool's */
    struct work_task *next;
    bool running, turned; /* turned: found out to be long */
    double since, begun;
    double due;       /* who is due first has the next turn */
    int thread;       /* that runs it */
    clockid_t clock;  /* of what that has computed, */
    double computed;  /* and when it began */
    refusal why;      /* it was stopped, REFUSE_NONE if it was not */
    atomic_bool stop; /* to be looked at while it runs */
} work_task;

typedef struct work_pool {
    pthread_mutex_t lock;
    pthread_cond_t more[2];   /* quick tasks, long tasks */
    pthread_cond_t gone;      /* a thread */
    work_task *tasks;         /* all, in the order they came */
    size_t tasks_n, turned_n; /* of these */
    size_t finishing_n;       /* those in done() */
    size_t threads_n;
    bool opened, ending;
} work_pool;

/* TBY_E_IO_THREAD.  Stop it in any case. */
TBY_MUST_USE tby_rc tby__work_pool_start(work_pool *p, size_t quick);

/* After all tasks are done. */
void tby__work_pool_stop(work_pool *p);

/* Hands in a task.  Anything but REFUSE_NONE: there is no room for it, or the
 * server ends; neither run() nor done() will be called. */
refusal tby__work_pool_add(work_pool *p, work_task *t);

/* How many tasks there are. */
size_t tby__work_pool_count(work_pool *p);

/* What there is to say of a task that is not over. */
typedef struct work_status {
    bool running;
    double seconds; /* since it came */
    double share;   /* of its work that is done, 0 to 1 */
} work_status;

/* False: there is none of that name. */
bool tby__work_pool_status(work_pool *p, tby_str name, work_status *out);

/* Has a client closed its side? */
bool tby__client_left(int fd);

/* Looks after the tasks, now and then: who has left, who is slow. */
void tby__work_pool_tick(work_pool *p);

/* Stops all tasks and takes no more; how many there still are. */
size_t tby__work_pool_end_all(work_pool *p);

#endif
