/* file_columns.c - chunks of columns, kept as they are in their rows. */
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>
#include <string.h>

/* What all chunks in memory may have when a question begins: the columns of
 * six million games. */
static const size_t KEPT = (size_t)192 << 20;

/* What one has. */
static size_t size_of(const chunk_values *v)
{
    return (size_t)v->n * v->width + CHUNK_SLACK;
}

uint32_t file_chunk_games(uint32_t stored, uint32_t chunk)
{
    uint64_t before = (uint64_t)chunk * STORE_CHUNK;

    if (before >= stored)
        return 0;
    uint64_t n = stored - before;
    return n < STORE_CHUNK ? (uint32_t)n : STORE_CHUNK;
}

/* They are ours, though nobody else may write to them. */
static void free_bytes(const unsigned char *bytes)
{
    union {
        const unsigned char *read;
        void *own;
    } p = {bytes};

    free(p.own);
}

/* Frees the chunks from one on. */
static void drop_from(store_file *f, size_t chunk)
{
    for (size_t i = chunk * STORE_COLUMNS; i < f->chunks_cap; i++)
        if (f->chunks[i].p) {
            f->chunks_bytes -= size_of(&f->chunks[i]);
            free_bytes(f->chunks[i].p);
            f->chunks[i].p = NULL;
        }
}

void file_columns_forget(store_file *f)
{
    drop_from(f, f->stored / STORE_CHUNK);
}

void file_columns_trim(store_file *f)
{
    if (f->chunks_bytes > KEPT)
        drop_from(f, 0);
}

void file_columns_free(store_file *f)
{
    drop_from(f, 0);
    free(f->chunks);
    f->chunks = NULL;
    f->chunks_cap = 0;
}

/* In the row, which is valid until another one is asked for. */
static tby_rc get_values(store_file *f, store_column column, uint32_t chunk,
                         uint32_t want, chunk_values *out)
{
    int64_t row = chunk_row(column, chunk);
    tby_str bytes;
    tby_rc rc = file_get_row(f, SQL_GET_CHUNK, row, &bytes);

    if (rc < 0)
        return rc;
    if (rc == TBY_OK)
        rc = chunk_open(row, bytes, out);
    if (rc == TBY_OK && out->n >= want)
        return TBY_OK;
    file_damaged(f, "row of columns", (uint64_t)row);
    return TBY_E_STORE_DAMAGED;
}

tby_rc file_read_chunk(store_file *f, store_column column, uint32_t chunk,
                       uint32_t want, uint32_t *values)
{
    chunk_values v;
    tby_rc rc = get_values(f, column, chunk, want, &v);

    if (rc == TBY_OK)
        chunk_unpack(&v, values);
    return rc;
}

tby_rc file_put_chunk(store_file *f, int64_t row, tby_str bytes)
{
    tby_rc rc = file_sums_drop(f, SUM_COLUMNS, SQL_SIZE_CHUNK, row);

    f->sums[SUM_COLUMNS] += (int64_t)bytes.n;
    return rc == TBY_OK ? file_put_row(f, SQL_PUT_CHUNK, row, bytes) : rc;
}

/* Room for those of all games at once, since callers hold on to some. */
static tby_rc make_room(store_file *f)
{
    const tby_alloc alloc = tby_alloc_libc();
    size_t cap = f->chunks_cap;
    size_t want = ((size_t)f->stored / STORE_CHUNK + 1) * STORE_COLUMNS;
    tby_rc rc =
        tby_grow(&alloc, (void **)&f->chunks, &cap, want, sizeof *f->chunks);

    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    for (size_t i = f->chunks_cap; i < cap; i++)
        f->chunks[i].p = NULL;
    f->chunks_cap = cap;
    return TBY_OK;
}

static tby_rc load(store_file *f, store_column column, uint32_t chunk,
                   uint32_t want, chunk_values *out)
{
    chunk_values v;
    tby_rc rc = get_values(f, column, chunk, want, &v);

    if (rc != TBY_OK)
        return rc;
    unsigned char *kept = malloc(size_of(&v));
    if (!kept)
        return file_fail(f, TBY_E_NOMEM, NULL);
    size_t n = (size_t)v.n * v.width;
    memcpy(kept, v.p, n);
    memset(kept + n, 0, CHUNK_SLACK);
    v.p = kept;
    *out = v;
    f->chunks_bytes += size_of(&v);
    return TBY_OK;
}

tby_rc store_file_chunk(store_file *f, store_column column, uint32_t chunk,
                        const chunk_values **out, uint32_t *n)
{
    uint32_t want = file_chunk_games(f->stored, chunk);
    size_t at = (size_t)chunk * STORE_COLUMNS + column;
    tby_rc rc = TBY_OK;

    if (want == 0)
        return TBY_DONE;
    if (at >= f->chunks_cap)
        rc = make_room(f);
    if (rc == TBY_OK && !f->chunks[at].p)
        rc = load(f, column, chunk, want, &f->chunks[at]);
    if (rc != TBY_OK)
        return rc;
    *out = &f->chunks[at];
    *n = want;
    return TBY_OK;
}

tby_rc store_file_value(store_file *f, store_column column, uint32_t game,
                        uint32_t *out)
{
    const chunk_values *values;
    uint32_t n;

    if (game < 1 || game > f->stored)
        return file_damaged(f, "game", game);
    tby_rc rc =
        store_file_chunk(f, column, (game - 1) / STORE_CHUNK, &values, &n);
    if (rc == TBY_OK)
        *out = chunk_at(values, (game - 1) % STORE_CHUNK);
    return rc;
}
