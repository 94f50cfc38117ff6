/* thread.h - the same work done for many tasks on some threads, and things that
 * threads take, use and put back. */
#ifndef TBY_IO_SYSTEM_THREAD_H
#define TBY_IO_SYSTEM_THREAD_H

#include "tabiya/base.h"

#include <stdatomic.h>

/* More threads than this are never started. */
#define TBY_THREADS_MAX 256

/* Processors this process may use, 1 to TBY_THREADS_MAX. */
unsigned tby_cpu_count(void);

/* Calls fn(ctx, task) once for every task from 0 on, in any order, on so many
 * threads (0: one for each processor), the caller's included.  Returns when
 * all tasks are done.  If a thread cannot be started the result is
 * TBY_E_IO_THREAD, and some tasks were not done. */
TBY_MUST_USE tby_rc tby_parallel(unsigned threads, size_t tasks,
                                 void (*fn)(void *ctx, size_t task), void *ctx);

/* The thread that calls, as the system numbers it. */
int tby_thread_id(void);

/* From now on a thread (0: the one that calls) gives way to others, and so do
 * the threads and processes that it starts.  There is no way back. */
void tby_thread_give_way(int id);

enum { TBY_SHELF_MAX = 64 };

/* All zero at first: empty. */
typedef struct tby_object_pool {
    _Atomic(void *) at[TBY_SHELF_MAX];
} tby_object_pool;

/* On any thread; NULL: there is none. */
void *tby_object_pool_take(tby_object_pool *s);

/* On any thread; false: it is full, and the thing is still the caller's. */
bool tby_object_pool_put(tby_object_pool *s, void *thing);

#endif
