/* spread.h - bytes to many files at once, with few of them open.
 *
 * What is given is kept in memory up to a bound, then in one temporary file in
 * the folder; the files themselves are written one after another in the end.
 * Each appears whole or not at all, see sink.h. */
#ifndef TBY_IO_STREAM_SPREAD_H
#define TBY_IO_STREAM_SPREAD_H

#include "tabiya/base.h"

typedef struct tby_spread tby_spread;

/* For files 0 to n - 1 in a folder, which is made if need be.  TBY_E_IO_OPEN,
 * TBY_E_NOMEM; *out is set on failure too (NULL if there is no memory), to be
 * asked for the error text.  Close it in any case. */
TBY_MUST_USE tby_rc tby_spread_open(tby_spread **out, const char *folder,
                                    size_t n);

/* Appends to a file.  TBY_E_IO_WRITE, TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_spread_write(tby_spread *s, size_t file,
                                     const void *bytes, size_t n);

/* Bytes that a file was given. */
uint64_t tby_spread_size(const tby_spread *s, size_t file);

/* Writes a file under a name in the folder.  TBY_E_IO_OPEN, TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_spread_commit(tby_spread *s, size_t file,
                                      const char *name);

/* Forgets what was not committed.  NULL is allowed. */
void tby_spread_close(tby_spread *s);

/* A sentence about the failure; "" if there was none. */
const char *tby_spread_error_text(const tby_spread *s);

#endif
