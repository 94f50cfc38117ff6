/* ordered_pool.h - tasks done by several threads and given back in their order.
 *
 *     give 1, give 2, give 3 ...        any thread, any order        take 1 ...
 *
 * One thread, the owner, gives and takes; nobody else may.  The number of
 * tasks under way is bounded, so that memory is. */
#ifndef TBY_IO_SYSTEM_ORDERED_POOL_H
#define TBY_IO_SYSTEM_ORDERED_POOL_H

#include "tabiya/base.h"

typedef struct tby_ordered_pool tby_ordered_pool;

/* Makes a pool of so many threads (0: one for each processor), the owner's
 * included: it works, too, while it waits in tby_ordered_pool_take().  They
 * call fn(ctx, task) for each task.  At most `depth` tasks, at least one, may
 * be under way.  TBY_E_NOMEM, TBY_E_IO_THREAD; *out is then NULL. */
TBY_MUST_USE tby_rc tby_ordered_pool_start(tby_ordered_pool **out,
                                           unsigned threads, size_t depth,
                                           void (*fn)(void *ctx, void *task),
                                           void *ctx);

/* A pool of one thread besides the owner, who has other work and does tasks
 * only if no thread can be had.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc
tby_ordered_pool_start_aside(tby_ordered_pool **out, size_t depth,
                             void (*fn)(void *ctx, void *task), void *ctx);

/* Tasks that were given and not yet taken. */
size_t tby_ordered_pool_pending(const tby_ordered_pool *c);

/* Hands in a task; there must be room for it. */
void tby_ordered_pool_give(tby_ordered_pool *c, void *task);

/* The oldest task, as soon as it is done; NULL if none is pending. */
void *tby_ordered_pool_take(tby_ordered_pool *c);

/* Waits for the tasks that were begun and ends the threads; the others are not
 * done.  NULL is allowed. */
void tby_ordered_pool_stop(tby_ordered_pool *c);

#endif
