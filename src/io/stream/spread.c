/* spread.c - see spread.h.
 *
 * The temporary file holds runs, each a piece of one file, chained from the
 * last to the first; it has no name, so nothing is left of it whatever
 * happens. */
#include "io/stream/spread.h"

#include "core/base/grow.h"
#include "io/stream/sink.h"
#include "io/system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MEMORY = 32 << 20, PIECE = 1 << 16 };

/* Part of a file in the temporary one. */
typedef struct run {
    uint64_t at;
    size_t n;
} run;

typedef struct target {
    char *p; /* not yet in the temporary file */
    size_t n, cap;
    run *runs;
    size_t runs_n, runs_cap;
    uint64_t size;
} target;

struct tby_spread {
    char *folder;
    int fd;        /* the temporary file, -1 while there is none */
    uint64_t end;  /* of it */
    size_t memory; /* in all targets */
    target *targets;
    size_t n;
    char error[256];
};

static tby_rc fail(tby_spread *s, tby_rc rc)
{
    snprintf(s->error, sizeof s->error, "%s cannot be written: %s.", s->folder,
             strerror(errno));
    return rc;
}

tby_rc tby_spread_open(tby_spread **out, const char *folder, size_t n)
{
    tby_spread *s = calloc(1, sizeof *s);

    *out = s;
    if (!s)
        return TBY_E_NOMEM;
    s->fd = -1;
    s->folder = strdup(folder);
    s->targets = calloc(n ? n : 1, sizeof *s->targets);
    if (!s->folder || !s->targets)
        return TBY_E_NOMEM;
    s->n = n;
    errno = 0;
    if (tby_folder_make(folder) != TBY_OK)
        return fail(s, TBY_E_IO_OPEN);
    tby_folder_sync(folder);
    return TBY_OK;
}

void tby_spread_close(tby_spread *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++) {
        free(s->targets[i].p);
        free(s->targets[i].runs);
    }
    if (s->fd >= 0)
        close(s->fd);
    free(s->targets);
    free(s->folder);
    free(s);
}

const char *tby_spread_error_text(const tby_spread *s)
{
    return s->error;
}

uint64_t tby_spread_size(const tby_spread *s, size_t file)
{
    return s->targets[file].size;
}

static tby_rc open_temporary(tby_spread *s)
{
    char *path = tby_path_join(s->folder, ".tabiya-XXXXXX");

    if (!path)
        return TBY_E_NOMEM;
    s->fd = mkstemp(path);
    if (s->fd < 0)
        fail(s, TBY_E_IO_WRITE);
    else
        unlink(path);
    tby_path_free(path);
    return s->fd < 0 ? TBY_E_IO_WRITE : TBY_OK;
}

static tby_rc write_all(tby_spread *s, const char *p, size_t n)
{
    while (n) {
        ssize_t done = pwrite(s->fd, p, n, (off_t)s->end);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return fail(s, TBY_E_IO_WRITE);
        p += done;
        n -= (size_t)done;
        s->end += (uint64_t)done;
    }
    return TBY_OK;
}

/* What a target has in memory becomes its last run. */
static tby_rc put_away(tby_spread *s, target *t)
{
    tby_rc rc = tby_grow(NULL, (void **)&t->runs, &t->runs_cap, t->runs_n + 1,
                         sizeof *t->runs);

    if (rc != TBY_OK)
        return rc;
    t->runs[t->runs_n++] = (run){s->end, t->n};
    rc = write_all(s, t->p, t->n);
    free(t->p);
    t->p = NULL;
    t->n = t->cap = 0;
    return rc;
}

tby_rc tby_spread_write(tby_spread *s, size_t file, const void *bytes, size_t n)
{
    target *t = &s->targets[file];

    if (t->n + n > t->cap) {
        size_t cap = 2 * (t->n + n);
        char *p = realloc(t->p, cap);
        if (!p)
            return TBY_E_NOMEM;
        s->memory += cap - t->cap;
        t->p = p;
        t->cap = cap;
    }
    if (n)
        memcpy(t->p + t->n, bytes, n);
    t->n += n;
    t->size += n;
    if (!(s->memory > MEMORY))
        return TBY_OK;
    tby_rc rc = s->fd < 0 ? open_temporary(s) : TBY_OK;

    for (size_t i = 0; i < s->n && rc == TBY_OK; i++)
        if (s->targets[i].n)
            rc = put_away(s, &s->targets[i]);
    s->memory = 0;
    return rc;
}

static tby_rc copy_run(tby_spread *s, const run *r, tby_sink *sink)
{
    static const size_t STEP = PIECE;
    char piece[PIECE];
    tby_rc rc = TBY_OK;

    for (size_t done = 0; done < r->n && rc == TBY_OK;) {
        size_t want = r->n - done < STEP ? r->n - done : STEP;
        ssize_t got = pread(s->fd, piece, want, (off_t)(r->at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fail(s, TBY_E_IO_READ);
        rc = tby_sink_write(sink, piece, (size_t)got);
        done += (size_t)got;
    }
    return rc;
}

tby_rc tby_spread_commit(tby_spread *s, size_t file, const char *name)
{
    char *path = tby_path_join(s->folder, name);
    tby_sink *sink = NULL;

    if (!path)
        return TBY_E_NOMEM;
    tby_rc rc = tby_sink_open(&sink, path);
    if (rc == TBY_OK) {
        const target *t = &s->targets[file];
        rc = TBY_OK;

        for (size_t i = 0; i < t->runs_n && rc == TBY_OK; i++)
            rc = copy_run(s, &t->runs[i], sink);
        if (rc == TBY_OK && t->n)
            rc = tby_sink_write(sink, t->p, t->n);
        rc = rc == TBY_OK ? tby_sink_commit(sink) : rc;
    }
    if (rc != TBY_OK && sink && *tby_sink_error_text(sink))
        snprintf(s->error, sizeof s->error, "%s: %s", name,
                 tby_sink_error_text(sink));
    tby_sink_close(sink);
    tby_path_free(path);
    return rc;
}
