/* spread.c - see spread.h.
 *
 * The temporary file holds runs, each a piece of one file, chained from the
 * last to the first; it has no name, so nothing is left of it whatever
 * happens. */
#include "io/stream/spread.h"

#include "core/base/assert.h"
#include "core/base/buf.h"
#include "core/base/grow.h"
#include "io/stream/sink.h"
#include "io/stream/temp_file.h"
#include "io/system/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 32 << 20, PIECE = 1 << 16 };

/* Part of a file in the temporary one. */
typedef struct run {
    uint64_t at;
    size_t n;
} run;

typedef struct target {
    tby_buf rest; /* not yet in the temporary file */
    run *runs;
    size_t runs_n, runs_cap;
    uint64_t size;
} target;

struct tby_spread {
    char *folder;
    tby_temp_file temp; /* while there is one */
    size_t memory;      /* in all targets */
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
    s->folder = strdup(folder);
    s->targets = calloc(n ? n : 1, sizeof *s->targets);
    if (!s->folder || !s->targets)
        return TBY_E_NOMEM;
    for (s->n = 0; s->n < n; s->n++)
        tby_buf_init(&s->targets[s->n].rest, NULL, SIZE_MAX);
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
        tby_buf_free(&s->targets[i].rest);
        free(s->targets[i].runs);
    }
    tby_temp_file_close(&s->temp);
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
    char *beside = tby_path_join(s->folder, "");

    if (!beside)
        return TBY_E_NOMEM;
    tby_rc rc = tby_temp_file_open(&s->temp, beside);
    tby_path_free(beside);
    return rc == TBY_OK ? rc : fail(s, TBY_E_IO_WRITE);
}

/* What a target has in memory becomes its last run. */
static tby_rc put_away(tby_spread *s, target *t)
{
    run last = {s->temp.n, t->rest.n};

    TBY_TRY(TBY_GROW(NULL, t->runs, t->runs_cap, t->runs_n + 1));
    if (tby_temp_file_write(&s->temp, t->rest.p, t->rest.n) != TBY_OK)
        return fail(s, TBY_E_IO_WRITE);
    t->runs[t->runs_n++] = last;
    tby_buf_free(&t->rest);
    return TBY_OK;
}

tby_rc tby_spread_write(tby_spread *s, size_t file, const void *bytes, size_t n)
{
    target *t = &s->targets[file];
    size_t cap = t->rest.cap;

    tby_buf_add(&t->rest, (tby_str){bytes, n});
    TBY_TRY(t->rest.rc);
    s->memory += t->rest.cap - cap;
    t->size += n;
    if (s->memory <= MEMORY)
        return TBY_OK;
    tby_rc rc = s->temp.open ? TBY_OK : open_temporary(s);

    for (size_t i = 0; i < s->n && rc == TBY_OK; i++)
        if (s->targets[i].rest.n)
            rc = put_away(s, &s->targets[i]);
    s->memory = 0;
    return rc;
}

static tby_rc copy_run(tby_spread *s, const run *r, tby_sink *sink)
{
    char piece[PIECE];

    for (size_t done = 0, n; done < r->n; done += n) {
        n = r->n - done < sizeof piece ? r->n - done : sizeof piece;
        if (tby_temp_file_read(&s->temp, r->at + done, piece, n) != TBY_OK)
            return fail(s, TBY_E_IO_READ);
        TBY_TRY(tby_sink_write(sink, piece, n));
    }
    return TBY_OK;
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

        for (size_t i = 0; i < t->runs_n && rc == TBY_OK; i++)
            rc = copy_run(s, &t->runs[i], sink);
        if (rc == TBY_OK && t->rest.n)
            rc = tby_sink_write(sink, t->rest.p, t->rest.n);
        rc = rc == TBY_OK ? tby_sink_commit(sink) : rc;
    }
    if (rc != TBY_OK && sink && *tby_sink_error_text(sink))
        snprintf(s->error, sizeof s->error, "%s: %s", name,
                 tby_sink_error_text(sink));
    tby_sink_close(sink);
    tby_path_free(path);
    return rc;
}
