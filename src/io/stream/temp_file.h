/* temp_file.h - bytes on their way through a temporary file without a name:
 * nothing is left of it, however the program ends. */
#ifndef TBY_IO_STREAM_TEMP_FILE_H
#define TBY_IO_STREAM_TEMP_FILE_H

#include "tabiya/base.h"

#include <stdatomic.h>

/* Bytes that all temporary files of some purpose may have together. */
typedef struct tby_disk_budget {
    atomic_ullong used;
    uint64_t most;
} tby_disk_budget;

/* All zero is none. */
typedef struct tby_temp_file {
    bool open;
    int fd;
    uint64_t n;
    tby_disk_budget *budget; /* NULL: nobody counts */
    uint64_t reserved;       /* of it */
} tby_temp_file;

/* In the folder of the file `beside`, or if that is NULL in $TMPDIR or /tmp.
 * TBY_E_IO_WRITE, and errno says why; TBY_E_IO_FULL: the disk, or as much of it
 * as we may have. */
TBY_MUST_USE tby_rc tby_temp_file_open(tby_temp_file *s, const char *beside);
TBY_MUST_USE tby_rc tby_temp_file_write(tby_temp_file *s, const void *bytes,
                                        size_t n);

/* n bytes from byte `at` on; on any thread.  TBY_E_IO_READ, be it that the file
 * has become shorter. */
TBY_MUST_USE tby_rc tby_temp_file_read(const tby_temp_file *s, uint64_t at,
                                       void *bytes, size_t n);

/* Sets so many bytes aside for the file, which gives them back when it is
 * closed.  TBY_E_IO_FULL: the budget does not allow it, or the disk has not as
 * much room and a little more. */
TBY_MUST_USE tby_rc tby_temp_file_reserve(tby_temp_file *s,
                                          tby_disk_budget *budget,
                                          uint64_t bytes);

/* A name by which this process can open it as long as the spool is open. */
enum { TBY_SPOOL_PATH = 32 };
const char *tby_temp_file_path(const tby_temp_file *s,
                               char buf[TBY_SPOOL_PATH]);

/* Does nothing if there is none. */
void tby_temp_file_close(tby_temp_file *s);

#endif
