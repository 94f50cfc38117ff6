#define _GNU_SOURCE /* sched_getaffinity(), gettid() */
#include "io/system/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct workers {
    void (*fn)(void *ctx, size_t task);
    void *ctx;
    size_t tasks;
    atomic_size_t next;
} workers;

unsigned tby_cpu_count(void)
{
    cpu_set_t set;

    /* what a container or taskset allows, rather than what is built in */
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int n = CPU_COUNT(&set);
    if (n < 1)
        return 1;
    return n > TBY_THREADS_MAX ? TBY_THREADS_MAX : (unsigned)n;
}

static void *work(void *arg)
{
    workers *c = arg;
    size_t task;

    while ((task = atomic_fetch_add(&c->next, 1)) < c->tasks)
        c->fn(c->ctx, task);
    return NULL;
}

tby_rc tby_parallel(unsigned threads, size_t tasks,
                    void (*fn)(void *ctx, size_t task), void *ctx)
{
    pthread_t started[TBY_THREADS_MAX];
    workers c = {.fn = fn, .ctx = ctx, .tasks = tasks};
    /* The caller is a worker too, so there are never more threads than tasks.
     */
    size_t count = threads ? threads : tby_cpu_count();
    if (count > TBY_THREADS_MAX)
        count = TBY_THREADS_MAX;
    if (count > tasks)
        count = tasks;
    size_t wanted = count ? count - 1 : 0;
    size_t n = 0;

    atomic_init(&c.next, 0);
    while (n < wanted && pthread_create(&started[n], NULL, work, &c) == 0)
        n++;
    if (n < wanted)
        atomic_store(&c.next, tasks); /* those that run finish their task */
    else
        work(&c);
    for (size_t i = 0; i < n; i++)
        pthread_join(started[i], NULL);
    return n < wanted ? TBY_E_IO_THREAD : TBY_OK;
}

int tby_thread_id(void)
{
    return gettid();
}

/* Against one that does not give way it has a tenth of a processor: it goes on
 * under any load.  Here each thread has a priority of its own. */
void tby_thread_give_way(int id)
{
    enum { STEP = 10, MOST = 19 };
    int nice = getpriority(PRIO_PROCESS, (id_t)id) + STEP;

    (void)setpriority(PRIO_PROCESS, (id_t)id, nice < MOST ? nice : MOST);
}

void *tby_object_pool_take(tby_object_pool *s)
{
    void *thing = NULL;

    for (size_t i = 0; i < TBY_SHELF_MAX && !thing; i++)
        thing = atomic_exchange(&s->at[i], NULL);
    return thing;
}

bool tby_object_pool_put(tby_object_pool *s, void *thing)
{
    for (size_t i = 0; i < TBY_SHELF_MAX; i++) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&s->at[i], &none, thing))
            return true;
    }
    return false;
}
