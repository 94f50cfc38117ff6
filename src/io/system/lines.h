/* lines.h - the lines of a stream, one at a time.
 *
 * A line ends with LF or CR LF, which is not part of it; the last one may end
 * with the stream.  A byte order mark at the start is skipped. */
#ifndef TBY_IO_SYSTEM_LINES_H
#define TBY_IO_SYSTEM_LINES_H

#include "tabiya/base.h"

typedef struct tby_lines {
    int fd; /* not owned */
    char *buf;
    size_t max;      /* bytes of the longest line */
    size_t from, to; /* what was read and not yet handed out */
    size_t number;   /* of the line handed out last, from 1 */
    bool overlong;   /* the rest of the current line is to be skipped */
    bool ended;
} tby_lines;

/* Gets ready to read lines of at most max bytes from a file descriptor, which
 * stays the caller's.  TBY_E_NOMEM is the only failure.  Give the memory back
 * with tby_lines_close(). */
TBY_MUST_USE tby_rc tby_lines_open(tby_lines *l, int fd, size_t max);

/* The next line; the slice is valid until the next call.  TBY_DONE after the
 * last, TBY_E_IO_READ if the system says so, TBY_E_LIMIT for a line that is
 * too long: it counts, and the next call goes on with the line after it. */
TBY_MUST_USE tby_rc tby_lines_next(tby_lines *l, tby_str *line);

/* The same, but waits at most so many seconds for the line to be complete and
 * then gives TBY_E_IO_TIMEOUT; what has come of the line is kept. */
TBY_MUST_USE tby_rc tby_lines_wait(tby_lines *l, double seconds, tby_str *line);

void tby_lines_close(tby_lines *l);

/* Waits until a descriptor is ready for POLLIN or POLLOUT; for ever if the
 * deadline is below 0.  TBY_E_IO_TIMEOUT, TBY_E_IO_READ. */
TBY_MUST_USE tby_rc tby_lines_await(int fd, short events, double deadline);

#endif
