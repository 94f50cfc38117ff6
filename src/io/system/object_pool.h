/* object_pool.h - things that threads take, use and put back.
 *
 * Who puts one back and takes one at once gets the same again, with what it
 * has in memory still near the processor.  So a spares is for what a task needs
 * while it is done and does not keep. */
#ifndef TBY_IO_SYSTEM_OBJECT_POOL_H
#define TBY_IO_SYSTEM_OBJECT_POOL_H

#include "tabiya/base.h"

#include <stdatomic.h>

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
