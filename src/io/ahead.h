/* ahead.h - a source that is read on a thread of its own, so that the next
 * bytes are unpacked while the last ones are used.
 *
 *     source -> chunk chunk chunk chunk -> tby_ahead_read()
 *
 * The thread is never more than TBY_AHEAD_CHUNKS chunks ahead, and these are
 * all the memory there is. */
#ifndef TBY_IO_AHEAD_H
#define TBY_IO_AHEAD_H

#include "io/source.h"

#define TBY_AHEAD_CHUNK  ((size_t)256 << 10) /* bytes */
#define TBY_AHEAD_CHUNKS 4

typedef struct tby_ahead tby_ahead;

/* Reads on from where the source stands, of which nobody else may ask or read
 * anything until it has ended here or tby_ahead_stop() is called.
 *
 * NULL if there is no memory or no thread to be had: the source is as it was,
 * and can be read without. */
tby_ahead *tby_ahead_start(tby_source *source);

/* As tby_source_read().  After an end, good or bad, the thread is done with
 * the source, which can be asked for the error text. */
TBY_MUST_USE tby_rc tby_ahead_read(tby_ahead *a, void *buf, size_t cap,
                                   size_t *n);

/* As tby_source_progress(), of the chunk that the last bytes came from. */
void tby_ahead_progress(const tby_ahead *a, uint64_t *done, uint64_t *total);

/* Ends the thread, wherever it is, and throws away what was not read.  The
 * source stays open.  Waits for the chunk under way: a source that can keep
 * silent, like a pipe, is not for reading ahead.  NULL is allowed. */
void tby_ahead_stop(tby_ahead *a);

#endif
