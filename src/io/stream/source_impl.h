/* source_impl.h - inside the byte source: only source*.c include it.
 *
 *   source_raw.c   the bytes of the file, buffered       (tby_raw)
 *   source_X.c     unpacks one format                    (tby_codec)
 *   source.c       the front: finds the codec, keeps the first fault; the files
 *                  of an archive, one by one */
#ifndef TBY_IO_STREAM_SOURCE_IMPL_H
#define TBY_IO_STREAM_SOURCE_IMPL_H

#include "io/stream/source.h"

/* Bytes read at once. */
#define TBY_RAW_SIZE ((size_t)128 << 10)

typedef struct tby_raw {
    int fd;     /* -1: the bytes are in memory */
    bool owned; /* fd is ours to close */
    bool seeks;
    bool ended;
    uint8_t *buf;         /* of TBY_RAW_SIZE, NULL for memory */
    const uint8_t *start; /* of the memory */
    const uint8_t *at;    /* the next byte to use ... */
    const uint8_t *end;   /* ... of those that were read */
    uint64_t fetched;     /* the place of end in the file */
    uint64_t total;       /* size of the file, 0 if not known */
    int64_t base;         /* where the descriptor stood at first */
    int error;            /* errno of the read that failed */
} tby_raw;

/* TBY_E_IO_OPEN leaves the reason in errno. */
TBY_MUST_USE tby_rc tby_raw_open(tby_raw *r, const char *path);
void tby_raw_open_memory(tby_raw *r, const void *bytes, size_t n);
void tby_raw_close(tby_raw *r);

/* How many bytes lie between at and end. */
static inline size_t tby_raw_left(const tby_raw *r)
{
    return (size_t)(r->end - r->at);
}

/* The place of at in the file. */
static inline uint64_t tby_raw_place(const tby_raw *r)
{
    return r->fetched - tby_raw_left(r);
}

/* Reads until n bytes are left to use (n <= 16) or the file ends.  TBY_DONE
 * if there is not even one, TBY_E_IO_READ with the reason in r->error. */
TBY_MUST_USE tby_rc tby_raw_need(tby_raw *r, size_t n);

/* Takes between 1 and cap bytes; the same results. */
TBY_MUST_USE tby_rc tby_raw_take(tby_raw *r, uint8_t *buf, size_t cap,
                                 size_t *n);

/* Goes to a place of a file with r->seeks. */
TBY_MUST_USE tby_rc tby_raw_seek(tby_raw *r, uint64_t place);

/* Makes any file one that seeks, by a copy if need be.  TBY_E_LIMIT,
 * TBY_E_IO_WRITE (reason in r->error) or as tby_raw_need(). */
TBY_MUST_USE tby_rc tby_raw_spool(tby_raw *r);

typedef struct tby_codec {
    const char *name;
    tby_rc (*open)(tby_source *s); /* on failure, close() is called as well */
    /* Like tby_source_read(), but *n, which is 0, may be set along with a
     * fault or TBY_DONE: that comes after the bytes. */
    tby_rc (*read)(tby_source *s, uint8_t *buf, size_t cap, size_t *n);
    void (*close)(tby_source *s);
    /* Archives: to the next file, whose name goes to s->file; and back to where
     * the first is the next.  Others have only one, and NULL here. */
    tby_rc (*next)(tby_source *s);
    tby_rc (*again)(tby_source *s);
} tby_codec;

extern const tby_codec tby_codec_zstd, tby_codec_gzip, tby_codec_bzip2,
    tby_codec_zip, tby_codec_7z;

struct tby_source {
    tby_raw raw;
    const tby_codec *codec; /* NULL before the first read */
    void *state;            /* the codec's */
    uint64_t offset;
    tby_rc rc;      /* what the next read gives, unless TBY_OK */
    char text[256]; /* about it */
    /* file by file  */
    bool split;
    bool any;       /* one was wanted ... */
    bool all;       /* ... or none is, and so all are */
    char file[512]; /* the name, or as much of its end as fits */
    tby_buf passed; /* names of others, to be reported; NUL after each */
};

/* Makes control characters, which a library or an archive may have put into a
 * text, question marks. */
void tby_source_clean(char *text);

/* Sets the error text and returns rc. */
tby_rc tby_source_fail(tby_source *s, tby_rc rc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a failure that the raw file reported. */
tby_rc tby_source_fail_raw(tby_source *s, tby_rc rc);

/* TBY_E_IO_CUT at the end of the file. */
tby_rc tby_source_cut(tby_source *s);

/* TBY_E_IO_CORRUPT at a place of the file.  detail may be NULL. */
tby_rc tby_source_corrupt(tby_source *s, uint64_t place, const char *detail);

/* Before each frame: TBY_OK if another one of this codec begins here, TBY_DONE
 * if the file ends, else what is wrong. */
TBY_MUST_USE tby_rc tby_source_boundary(tby_source *s);

/* Inside a frame: there is at least one byte, else the failure. */
TBY_MUST_USE tby_rc tby_source_more(tby_source *s);

/* What the end of an archive promises. */
typedef struct tby_tail {
    tby_rc rc;        /* TBY_DONE: it is whole, else TBY_E_IO_CUT, _CORRUPT */
    uint64_t place;   /* of the fault */
    uint32_t entries; /* modulo 65536, UINT32_MAX if it does not say */
} tby_tail;

#endif
