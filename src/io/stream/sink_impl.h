/* sink_impl.h - inside the sink: only sink*.c include it.
 *
 *   sink.c       the front: keeps the first fault, packs into the buffer
 *   sink_file.c  the temporary file and its new name        (tby_outfile) */
#ifndef TBY_IO_STREAM_SINK_IMPL_H
#define TBY_IO_STREAM_SINK_IMPL_H

#include "io/stream/sink.h"

#include <sys/types.h>

typedef struct tby_outfile {
    int fd;     /* -1 when closed */
    bool owned; /* fd is ours to close */
    char *path; /* the name to take, NULL if written to directly */
    char *temp; /* the name until then, NULL for none */
    bool keep;  /* an older file has this mode and owner */
    mode_t mode;
    uid_t uid;
    gid_t gid;
} tby_outfile;

TBY_MUST_USE tby_rc tby_outfile_open(tby_outfile *f, const char *path,
                                     bool follow);
TBY_MUST_USE tby_rc tby_outfile_write(tby_outfile *f, const uint8_t *bytes,
                                      size_t n);
TBY_MUST_USE tby_rc tby_outfile_commit(tby_outfile *f);
void tby_outfile_abandon(tby_outfile *f);

#define TBY_SINK_SIZE ((size_t)128 << 10)

typedef struct tby_packer {
    tby_rc (*open)(tby_sink *s); /* TBY_E_NOMEM is the only failure */
    tby_rc (*write)(tby_sink *s, const uint8_t *bytes, size_t n);
    tby_rc (*finish)(tby_sink *s);
    void (*close)(tby_sink *s);
} tby_packer;

struct tby_sink {
    tby_outfile file;
    const tby_packer *packer; /* NULL for plain */
    void *state;              /* the packer's */
    uint8_t *buf;             /* of TBY_SINK_SIZE */
    size_t used;
    uint64_t offset;
    bool committed;
    tby_rc rc;
    char text[192];
};

/* Writes the buffer to the file and empties it. */
TBY_MUST_USE tby_rc tby_sink_flush(tby_sink *s);

#endif
