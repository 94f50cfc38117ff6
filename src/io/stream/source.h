/* source.h - the plain bytes of a file, whatever it is packed with: plain,
 * zstd, gzip, bzip2 (any number of frames), zip and 7z, by its first bytes and
 * not its name.  All files of an archive come one after another, with a line
 * end between two if the first has none, or one by one (tby_source_next).
 *
 * Nothing is reported as good that is not: a file that was cut or damaged
 * delivers what comes before the fault, then the fault.  (A cut between two
 * frames cannot be seen, nor damage in a zstd frame without a checksum.) Memory
 * is constant, at most a zstd window of TBY_MAX_ZSTD_WINDOW; but a 7z
 * dictionary is as large as its writer chose (64 MiB by default). */
#ifndef TBY_IO_STREAM_SOURCE_H
#define TBY_IO_STREAM_SOURCE_H

#include "core/base/buf.h"

/* Archives need to be read from both ends, so that one from a pipe is first
 * copied to a temporary file, of at most so many bytes. */
#define TBY_SOURCE_MAX_SPOOL (UINT64_C(4) << 30)

typedef struct tby_source tby_source;

/* Opens a file; "-" is standard input, which stays open.  TBY_E_IO_OPEN if the
 * system refuses, TBY_E_NOMEM.  Nothing is read yet.
 *
 * *out is set on failure too (NULL if there is no memory), to be asked for the
 * error text.  Close it in any case. */
TBY_MUST_USE tby_rc tby_source_open(tby_source **out, const char *path);

/* The same over n bytes, which must stay there until the source is closed. */
TBY_MUST_USE tby_rc tby_source_open_memory(tby_source **out, const void *bytes,
                                           size_t n);

/* Waits for the first bytes, which tell the format.  True if the file is packed
 * and can be unpacked; a failure is reported by the first read. */
bool tby_source_unpacks(tby_source *s);

/* Between 1 and cap bytes into buf (cap > 0), their number into *n, as soon as
 * there are some; 64 KiB to 1 MiB are good sizes for cap.
 *
 * TBY_DONE at the end.  After all that could be read:
 *   TBY_E_IO_CUT      the compressed file ends early
 *   TBY_E_IO_CORRUPT  it is damaged, or something else follows it
 *   TBY_E_IO_FORMAT   it is encrypted or made in a way we cannot read
 *   TBY_E_LIMIT       its window or the archive in the pipe is too large
 *   TBY_E_IO_READ, TBY_E_IO_WRITE (the temporary file), TBY_E_NOMEM
 * An end, good or bad, is final: the next call gives the same. */
TBY_MUST_USE tby_rc tby_source_read(tby_source *s, void *buf, size_t cap,
                                    size_t *n);

/* Which of them are wanted, by their names with the folders before them.  If
 * none is, all are. */
typedef struct tby_source_choice {
    void *ctx;
    bool (*wanted)(const char *name);
    /* Hears of those that are passed over, once there is one that is not. */
    void (*passed)(void *ctx, const char *name);
} tby_source_choice;

/* Before the first read: goes to the first file, and from then on each ends
 * with TBY_DONE.  After that, to the next; TBY_DONE if there is none, or what
 * fails.  What is no archive is one file. */
TBY_MUST_USE tby_rc tby_source_next(tby_source *s,
                                    const tby_source_choice *choice);

/* The name of the file that is read, "" outside of archives.  Valid until the
 * next. */
const char *tby_source_file(const tby_source *s);

/* Appends all bytes that are left to a buffer.  TBY_OK at the end; otherwise
 * what tby_source_read() gives, or TBY_E_LIMIT when the buffer is full. */
TBY_MUST_USE tby_rc tby_source_read_all(tby_source *s, tby_buf *out);

/* NULL is allowed. */
void tby_source_close(tby_source *s);

/* How many plain bytes were delivered. */
uint64_t tby_source_offset(const tby_source *s);

/* How many bytes of the file itself were used, and how many it has, 0 if that
 * is not known (a pipe). */
void tby_source_progress(const tby_source *s, uint64_t *done, uint64_t *total);

/* What it is packed with: "plain", "zstd" ...; "unknown" before the first
 * read.  The string is static. */
const char *tby_source_format(const tby_source *s);

/* A sentence about the failure, with its place; "" if there was none.  Valid
 * until the source is closed. */
const char *tby_source_error_text(const tby_source *s);

#endif
