/* file_spread.c - which blocks of a chunk have which moves. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/upkeep.h"

#include <string.h>

tby_rc store_file_spread(store_file *f, uint32_t chunk, spread_kind kind,
                         spread_table *out)
{
    int64_t row = chunk_row(CHUNK_SPREAD, chunk);
    tby_str bytes;
    tby_rc rc = file_get_row(f, SQL_GET_CHUNK, row, &bytes);

    if (rc == TBY_OK)
        rc = store_spread_unpack(row, bytes, kind, &f->spread_zstd, out);
    return rc == TBY_E_STORE_DAMAGED
               ? file_damaged(f, "row of columns", (uint64_t)row)
               : rc;
}

tby_rc store_file_spread_of(store_file *f, uint32_t chunk, store_spread *out)
{
    uint32_t games = file_chunk_games(f->stored, chunk);

    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < games; i += STORE_BLOCK) {
        uint32_t block = chunk * SPREAD_BLOCKS + i / STORE_BLOCK;
        const store_moves *m;
        tby_rc rc = store_file_block(f, block, &m);
        if (rc != TBY_OK)
            return rc;
        store_spread_add(out, i / STORE_BLOCK, store_moves_codes(m));
    }
    return TBY_OK;
}

tby_rc file_put_spread(store_file *f, uint32_t chunk, const store_spread *s,
                       tby_buf *buf)
{
    int64_t row = chunk_row(CHUNK_SPREAD, chunk);

    tby_buf_clear(buf);
    store_spread_pack(row, s, buf);
    return buf->rc == TBY_OK ? file_put_chunk(f, row, tby_buf_str(buf))
                             : file_fail(f, buf->rc, NULL);
}

/* --- those that an older file does not have -------------------------------*/

static tby_rc is_there(store_file *f, uint32_t chunk)
{
    tby_str bytes;

    return file_get_row(f, SQL_GET_CHUNK, chunk_row(CHUNK_SPREAD, chunk),
                        &bytes);
}

static tby_rc put_missing(store_file *f, uint32_t chunk, tby_buf *buf)
{
    store_spread spread;
    tby_rc rc = is_there(f, chunk);

    if (rc != TBY_DONE)
        return rc;
    rc = store_file_spread_of(f, chunk, &spread);
    return rc == TBY_OK ? file_put_spread(f, chunk, &spread, buf) : rc;
}

tby_rc store_file_spread_all(store_file *f)
{
    uint32_t chunks = (f->stored + STORE_CHUNK - 1) / STORE_CHUNK;
    tby_rc rc = file_begin_write(f);
    tby_buf buf;

    if (rc != TBY_OK)
        return rc;
    tby_buf_init(&buf, NULL, SPREAD_ROW_MAX);
    for (uint32_t c = 0; rc == TBY_OK && c < chunks; c++)
        rc = put_missing(f, c, &buf);
    tby_buf_free(&buf);
    if (rc == TBY_OK)
        rc = file_put_sums(f);
    if (rc == TBY_OK)
        return file_commit_write(f);
    file_cancel_write(f);
    return rc;
}
