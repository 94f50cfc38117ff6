/* progress.h - a bar on the terminal for work that takes a while.
 *
 *   perft  [=========>            ]  42%  412 M nodes/s  0:07 left
 *
 * It goes to standard error, only when that is a terminal that can redraw a
 * line, only after half a second, at most ten times a second, and is gone
 * without a trace at the end. */
#ifndef TBY_IO_SYSTEM_PROGRESS_H
#define TBY_IO_SYSTEM_PROGRESS_H

#include "tabiya/base.h"

#include <stdatomic.h>

typedef struct tby_progress {
    const char *label;
    const char *unit; /* of the amount, in the plural */
    bool on;
    bool bytes; /* what is done are bytes: their rate is shown, too */
    double start;
    atomic_llong next; /* when to draw again, in milliseconds after start */
    atomic_bool busy;  /* someone draws */
    atomic_bool drawn; /* there is something to erase */
} tby_progress;

/* label and unit must outlive the bar.  `bytes` is false, and may be set before
 * the first update.  tby_progress_update() may then be called from any thread;
 * start and end belong to one. */
void tby_progress_start(tby_progress *p, const char *label, const char *unit);

/* So much of total is done, and the amount that the rate is measured in has
 * come to this.  Cheap when it is not yet time to draw. */
void tby_progress_update(tby_progress *p, uint64_t done, uint64_t total,
                         uint64_t amount);

/* Erases the bar until the next update, to make room for a message.  As start
 * and end, it belongs to one thread. */
void tby_progress_hide(tby_progress *p);

void tby_progress_end(tby_progress *p);

/* How far the work has come. */
typedef struct tby_progress_state {
    uint64_t done;
    uint64_t total;
    uint64_t amount;
    double seconds; /* since the start */
} tby_progress_state;

/* The text of the bar for a terminal of so many columns; at most columns - 1
 * characters, all ASCII.  Works like snprintf(). */
size_t tby_progress_text(const tby_progress *p, const tby_progress_state *s,
                         size_t columns, char *buf, size_t cap);

#endif
