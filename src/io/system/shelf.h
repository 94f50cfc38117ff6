/* shelf.h - things that threads take, use and put back.
 *
 * Who puts one back and takes one at once gets the same again, with what it
 * has in memory still near the processor.  So a shelf is for what a task needs
 * while it is done and does not keep. */
#ifndef TBY_IO_SYSTEM_SHELF_H
#define TBY_IO_SYSTEM_SHELF_H

#include "tabiya/base.h"

#include <stdatomic.h>

enum { TBY_SHELF_MAX = 64 };

/* All zero at first: empty. */
typedef struct tby_shelf {
    _Atomic(void *) at[TBY_SHELF_MAX];
} tby_shelf;

/* On any thread; NULL: there is none. */
void *tby_shelf_take(tby_shelf *s);

/* On any thread; false: it is full, and the thing is still the caller's. */
bool tby_shelf_put(tby_shelf *s, void *thing);

#endif
