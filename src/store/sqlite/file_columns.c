/* file_columns.c - chunks of columns, unpacked and kept. */
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>

/* What all chunks in memory may have when a question begins: the columns of
 * two million games. */
static const size_t KEPT = (size_t)192 << 20;

uint32_t file_chunk_games(uint32_t stored, uint32_t chunk)
{
    uint64_t before = (uint64_t)chunk * STORE_CHUNK;

    if (before >= stored)
        return 0;
    uint64_t n = stored - before;
    return n < STORE_CHUNK ? (uint32_t)n : STORE_CHUNK;
}

/* Frees the chunks from one on. */
static void drop_from(store_file *f, size_t chunk)
{
    for (size_t i = chunk * STORE_COLUMNS; i < f->chunks_cap; i++)
        if (f->chunks[i]) {
            free(f->chunks[i]);
            f->chunks[i] = NULL;
            f->chunks_bytes -= STORE_CHUNK * sizeof **f->chunks;
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

tby_rc file_read_chunk(store_file *f, store_column column, uint32_t chunk,
                       uint32_t want, uint32_t *values)
{
    int64_t row = chunk_row(column, chunk);
    uint32_t n = 0;
    tby_str bytes;
    tby_rc rc = file_get_row(f, SQL_GET_CHUNK, row, &bytes);

    if (rc < 0)
        return rc;
    if (rc == TBY_OK)
        rc = chunk_unpack(row, bytes, values, &n);
    if (rc != TBY_OK || n < want)
        return file_damaged(f, "row of columns", (uint64_t)row);
    return TBY_OK;
}

tby_rc file_put_chunk(store_file *f, int64_t row, tby_str bytes)
{
    tby_rc rc = file_sums_drop(f, SUM_COLUMNS, SQL_SIZE_CHUNK, row);

    f->sums[SUM_COLUMNS] += (int64_t)bytes.n;
    return rc == TBY_OK ? file_put_row(f, SQL_PUT_CHUNK, row, bytes) : rc;
}

/* Room for the pointers of a chunk. */
static tby_rc make_room(store_file *f, size_t want)
{
    const tby_alloc alloc = tby_alloc_libc();
    size_t cap = f->chunks_cap;
    tby_rc rc =
        tby_grow(&alloc, (void **)&f->chunks, &cap, want, sizeof *f->chunks);

    if (rc != TBY_OK)
        return file_fail(f, rc, NULL);
    for (size_t i = f->chunks_cap; i < cap; i++)
        f->chunks[i] = NULL;
    f->chunks_cap = cap;
    return TBY_OK;
}

static tby_rc load(store_file *f, store_column column, uint32_t chunk,
                   uint32_t want, uint32_t **slot)
{
    uint32_t *values = malloc(STORE_CHUNK * sizeof *values);

    if (!values)
        return file_fail(f, TBY_E_NOMEM, NULL);
    tby_rc rc = file_read_chunk(f, column, chunk, want, values);
    if (rc != TBY_OK) {
        free(values);
        return rc;
    }
    *slot = values;
    f->chunks_bytes += STORE_CHUNK * sizeof *values;
    return TBY_OK;
}

tby_rc store_file_chunk(store_file *f, store_column column, uint32_t chunk,
                        const uint32_t **out, uint32_t *n)
{
    uint32_t want = file_chunk_games(f->stored, chunk);
    size_t at = (size_t)chunk * STORE_COLUMNS + column;
    tby_rc rc = TBY_OK;

    if (want == 0)
        return TBY_DONE;
    if (at >= f->chunks_cap)
        rc = make_room(f, at + 1);
    if (rc == TBY_OK && !f->chunks[at])
        rc = load(f, column, chunk, want, &f->chunks[at]);
    if (rc != TBY_OK)
        return rc;
    *out = f->chunks[at];
    *n = want;
    return TBY_OK;
}

tby_rc store_file_value(store_file *f, store_column column, uint32_t game,
                        uint32_t *out)
{
    const uint32_t *values;
    uint32_t n;

    if (game < 1 || game > f->stored)
        return file_damaged(f, "game", game);
    tby_rc rc =
        store_file_chunk(f, column, (game - 1) / STORE_CHUNK, &values, &n);
    if (rc == TBY_OK)
        *out = values[(game - 1) % STORE_CHUNK];
    return rc;
}
