/* spool.h - bytes on their way through a temporary file without a name: nothing
 * is left of it, however the program ends. */
#ifndef TBY_IO_STREAM_SPOOL_H
#define TBY_IO_STREAM_SPOOL_H

#include "tabiya/base.h"

/* All zero is none. */
typedef struct tby_spool {
    bool open;
    int fd;
    uint64_t n;
} tby_spool;

/* In $TMPDIR or /tmp.  TBY_E_IO_WRITE, and errno says why. */
TBY_MUST_USE tby_rc tby_spool_open(tby_spool *s);
TBY_MUST_USE tby_rc tby_spool_write(tby_spool *s, const void *bytes, size_t n);

/* A name by which this process can open it as long as the spool is open. */
enum { TBY_SPOOL_PATH = 32 };
const char *tby_spool_path(const tby_spool *s, char buf[TBY_SPOOL_PATH]);

/* Does nothing if there is none. */
void tby_spool_close(tby_spool *s);

#endif
