/* file_columns.c - chunks of columns, kept as they are in their rows. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "store/sqlite/file_int.h"

#include <stdlib.h>
#include <string.h>

/* What one has. */
static size_t size_of(const chunk_values *v)
{
    return (size_t)v->n * v->width + CHUNK_SLACK;
}

uint32_t tby__file_chunk_games(uint32_t stored, uint32_t chunk)
{
    uint64_t before = (uint64_t)chunk * STORE_CHUNK;

    if (before >= stored)
        return 0;
    uint64_t n = stored - before;
    return n < STORE_CHUNK ? (uint32_t)n : STORE_CHUNK;
}

static void drop(store_file *f, chunk_values *v)
{
    /* They are ours, though nobody else may write to them. */
    union {
        const unsigned char *read;
        void *own;
    } p = {v->p};

    if (!v->p)
        return;
    f->chunks_bytes -= size_of(v);
    free(p.own);
    v->p = NULL;
}

/* Frees the chunks from one on. */
static void drop_from(store_file *f, size_t chunk)
{
    for (size_t i = chunk * STORE_COLUMNS; i < f->chunks_cap; i++)
        drop(f, &f->chunks[i]);
}

void tby__file_columns_forget(store_file *f)
{
    drop_from(f, f->stored / STORE_CHUNK);
}

void tby__file_columns_trim(store_file *f)
{
    while (f->chunks_bytes > f->columns_kept) /* in turn */
        drop(f, &f->chunks[f->chunks_hand++ % f->chunks_cap]);
}

void tby__file_columns_free(store_file *f)
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
    tby_rc rc = tby__file_get_row(f, SQL_GET_CHUNK, row, &bytes);

    if (rc < 0)
        return rc;
    if (rc == TBY_DONE && column == STORE_LEAST) {
        /* Written by version 4: not known of any game. */
        static const unsigned char NONE[CHUNK_SLACK] = {0};
        *out = (chunk_values){.p = NONE, .n = (uint16_t)want};
        return TBY_OK;
    }
    if (rc == TBY_OK)
        rc = tby__chunk_open(row, bytes, out);
    if (rc == TBY_OK && out->n >= want)
        return TBY_OK;
    tby__file_damaged(f, "row of columns", (uint64_t)row);
    return TBY_E_STORE_DAMAGED;
}

tby_rc tby__file_read_chunk(store_file *f, store_column column, uint32_t chunk,
                            uint32_t want, uint32_t *values)
{
    chunk_values v;

    TBY_TRY(get_values(f, column, chunk, want, &v));
    TBY_ASSERT(column < STORE_COLUMNS && want <= STORE_CHUNK);
    tby__chunk_unpack(&v, values);
    return TBY_OK;
}

tby_rc tby__file_put_chunk(store_file *f, int64_t row, tby_str bytes)
{
    TBY_ASSERT(f->writing && bytes.n);
    TBY_TRY(tby__file_sums_drop(f, SUM_COLUMNS, SQL_SIZE_CHUNK, row));
    f->sums[SUM_COLUMNS] += (int64_t)bytes.n;
    return tby__file_put_row(f, SQL_PUT_CHUNK, row, bytes);
}

tby_rc tby__rows_chunk(store_file *f, store_column column, uint32_t chunk,
                       const chunk_values **out, uint32_t *n)
{
    uint32_t want = tby__file_chunk_games(f->stored, chunk);
    size_t at = (size_t)chunk * STORE_COLUMNS + column;

    TBY_ASSERT(column < STORE_COLUMNS);
    if (want == 0)
        return TBY_DONE;
    if (at >= f->chunks_cap) {
        /* Room for those of all games at once, since callers hold on to some.
         */
        size_t cap = f->chunks_cap;
        size_t room = ((size_t)f->stored / STORE_CHUNK + 1) * STORE_COLUMNS;
        tby_rc rc =
            tby_grow(NULL, (void **)&f->chunks, &cap, room, sizeof *f->chunks);
        if (rc != TBY_OK) { /* the compiler must see that it is no TBY_OK */
            tby__file_fail(f, rc, NULL);
            return rc;
        }
        for (size_t i = f->chunks_cap; i < cap; i++)
            f->chunks[i].p = NULL;
        f->chunks_cap = cap;
    }
    if (!f->chunks[at].p) {
        chunk_values v;
        TBY_TRY(get_values(f, column, chunk, want, &v));
        unsigned char *kept = malloc(size_of(&v));
        if (!kept) {
            tby__file_fail(f, TBY_E_NOMEM, NULL);
            return TBY_E_NOMEM;
        }
        size_t bytes = (size_t)v.n * v.width;
        memcpy(kept, v.p, bytes);
        memset(kept + bytes, 0, CHUNK_SLACK);
        v.p = kept;
        f->chunks[at] = v;
        f->chunks_bytes += size_of(&v);
    }
    *out = &f->chunks[at];
    *n = want;
    return TBY_OK;
}

tby_rc tby__rows_value(store_file *f, store_column column, uint32_t game,
                       uint32_t *out)
{
    const chunk_values *values;
    uint32_t n;

    TBY_ASSERT(column < STORE_COLUMNS);
    if (game < 1 || game > f->stored)
        return tby__file_damaged(f, "game", game);
    TBY_TRY(tby__rows_chunk(f, column, (game - 1) / STORE_CHUNK, &values, &n));
    *out = chunk_at(values, (game - 1) % STORE_CHUNK);
    return TBY_OK;
}
