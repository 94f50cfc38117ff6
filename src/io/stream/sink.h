/* sink.h - bytes to a file that appears whole or not at all.
 *
 * They go to a temporary file, which takes the name when all is written and
 * safe on the disk; an older file of that name stays as it is until then and
 * passes on its permissions.  A name that ends with .zst or .gz is written
 * compressed.  The temporary file has no name, so that nothing is left of it
 * even if the program is killed; only where the file system cannot do that it
 * is one beside the other, `.tabiya-...tmp`.
 *
 * "-" is standard output; it and what is no ordinary file are written to
 * directly.  A program under a limit of file sizes must ignore SIGXFSZ. */
#ifndef TBY_IO_STREAM_SINK_H
#define TBY_IO_STREAM_SINK_H

#include "tabiya/base.h"

typedef struct tby_sink tby_sink;

/* TBY_E_IO_OPEN if the system refuses, TBY_E_NOMEM.  *out is set on failure
 * too (NULL if there is no memory), to be asked for the error text.  Close it
 * in any case. */
TBY_MUST_USE tby_rc tby_sink_open(tby_sink **out, const char *path);

/* Writes n bytes, at the latest on commit.  TBY_E_IO_WRITE; a failure is
 * final: every later call gives the same, tby_sink_commit() too. */
TBY_MUST_USE tby_rc tby_sink_write(tby_sink *s, const void *bytes, size_t n);

/* Writes what is left and gives the file its name.  On failure the temporary
 * file is gone and an older one untouched.  Only tby_sink_close() may follow.
 */
TBY_MUST_USE tby_rc tby_sink_commit(tby_sink *s);

/* Abandons what was not committed.  NULL is allowed. */
void tby_sink_close(tby_sink *s);

/* A whole file at once: opens, writes and commits.  Close *out in any case. */
TBY_MUST_USE tby_rc tby_sink_put(tby_sink **out, const char *path,
                                 const void *bytes, size_t n);

/* The same for a folder that others may write in, too: a link of that name is
 * refused instead of followed. */
TBY_MUST_USE tby_rc tby_sink_put_nofollow(tby_sink **out, const char *path,
                                          const void *bytes, size_t n);

/* How many bytes were given to tby_sink_write(). */
uint64_t tby_sink_offset(const tby_sink *s);

/* A sentence about the failure; "" if there was none.  Valid until the sink is
 * closed. */
const char *tby_sink_error_text(const tby_sink *s);

#endif
