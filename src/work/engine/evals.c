/* evals.c - see evals.h. */
#include "work/engine/evals.h"

#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "tabiya/key.h"

#include <string.h>

enum { HEAD = 32, ROW = 64, SUMMED = ROW - 8 };

static const char MAGIC[HEAD] = "tabiya evaluations 1\n";

/* Little-endian, whatever the machine. */
static uint64_t get(const uint8_t *p, size_t n)
{
    uint64_t v = 0;

    while (n--)
        v = v << 8 | p[n];
    return v;
}

static void put(uint8_t *p, size_t n, uint64_t v)
{
    for (size_t i = 0; i < n; i++, v >>= 8)
        p[i] = (uint8_t)v;
}

static void write_row(uint8_t row[ROW], uint64_t key, uint64_t about,
                      const tby_found_eval *f)
{
    memset(row, 0, ROW);
    put(row, 8, key);
    put(row + 8, 8, about);
    put(row + 16, 4, f->eval.amount);
    row[20] = f->eval.kind;
    row[21] = f->eval.side;
    row[22] = (uint8_t)(f->depth < 255 ? f->depth : 255);
    row[23] = (uint8_t)f->pv_n;
    for (size_t i = 0; i < f->pv_n; i++)
        put(row + 24 + 2 * i, 2, f->pv[i]);
    put(row + SUMMED, 8, tby_checksum(row, SUMMED));
}

/* False if the row is damaged. */
static bool read_row(const uint8_t *row, tby_found_eval *f)
{
    if (get(row + SUMMED, 8) != tby_checksum(row, SUMMED) ||
        row[23] > TBY_EVALS_PV)
        return false;
    *f =
        (tby_found_eval){.eval = {row[20], row[21], (uint32_t)get(row + 16, 4)},
                         .depth = row[22],
                         .pv_n = row[23]};
    for (size_t i = 0; i < f->pv_n; i++)
        f->pv[i] = (tby_move)get(row + 24 + 2 * i, 2);
    return f->eval.kind != TBY_EVAL_NONE && f->eval.kind <= TBY_EVAL_MATE &&
           f->eval.side <= TBY_BLACK && f->eval.amount <= TBY_EVAL_MOST;
}

static tby_rc remember(tby_evals *e, uint64_t key, const tby_found_eval *f)
{
    uint32_t number;

    TBY_TRY(TBY_GROW(&e->keys.alloc, e->found, e->cap, e->keys.n + 1));
    tby_rc rc = tby_keyset_add(&e->keys, key, &number, NULL);
    if (rc == TBY_OK)
        e->found[number] = *f;
    return rc == TBY_E_LIMIT ? TBY_OK : rc;
}

/* Writes the file anew, of its rows those from `from` on. */
static tby_rc write_file(tby_evals *e, const uint8_t *rows, size_t from,
                         size_t n)
{
    tby_sink *sink = NULL;
    tby_rc rc = tby_sink_open(&sink, e->path);

    if (rc == TBY_OK)
        rc = tby_sink_write(sink, MAGIC, HEAD);
    if (rc == TBY_OK && n > from)
        rc = tby_sink_write(sink, rows + from * ROW, (n - from) * ROW);
    if (rc == TBY_OK)
        rc = tby_sink_commit(sink);
    tby_sink_close(sink);
    e->in_file = n - from;
    return rc;
}

tby_rc tby_evals_open(tby_evals *e, const char *path, uint64_t about)
{
    tby_found_eval f;
    tby_map map = {NULL, 0};
    tby_rc rc = TBY_OK;

    *e = (tby_evals){.about = about};
    tby_keyset_init(&e->keys, NULL, TBY_EVALS_MOST);
    if (!path)
        return TBY_OK;
    e->path = tby_path_join("", path);
    if (!e->path)
        return TBY_E_NOMEM;
    if (tby_map_open(&map, path) == TBY_E_IO_OPEN)
        return write_file(e, NULL, 0, 0);
    const uint8_t *rows = (const uint8_t *)map.p + HEAD;
    size_t n = map.n < HEAD ? 0 : (map.n - HEAD) / ROW;
    if (map.n < HEAD || memcmp(map.p, MAGIC, HEAD) != 0)
        rc = map.n ? TBY_E_FILE_KIND : write_file(e, NULL, 0, 0);
    else if (n >= TBY_EVALS_MOST || (map.n - HEAD) % ROW != 0)
        rc = write_file(e, rows, n >= TBY_EVALS_MOST ? n / 2 : 0, n);
    else
        e->in_file = n;
    for (size_t i = n - e->in_file; i < n && rc == TBY_OK; i++)
        if (get(rows + i * ROW + 8, 8) == about && read_row(rows + i * ROW, &f))
            rc = remember(e, get(rows + i * ROW, 8), &f);
    tby_map_close(&map);
    return rc;
}

void tby_evals_close(tby_evals *e)
{
    tby_grow_free(&e->keys.alloc, e->found, e->cap, sizeof *e->found);
    tby_keyset_free(&e->keys);
    tby_path_free(e->path);
    e->path = NULL;
}

bool tby_evals_find(const tby_evals *e, const tby_pos *p, tby_found_eval *out)
{
    uint32_t i = tby_keyset_find(&e->keys, tby_key_of(p));
    tby_pos pos = *p;
    unsigned n = 0;

    if (i == TBY_NONE)
        return false;
    const tby_found_eval *f = &e->found[i];
    while (n < f->pv_n && f->pv[n] != TBY_MOVE_NULL &&
           tby_pos_judge(&pos, f->pv[n]) == TBY_OK)
        tby_pos_play(&pos, f->pv[n++]);
    if (n == 0)
        return false; /* another position has this key */
    *out = *f;
    out->pv_n = n;
    return true;
}

tby_rc tby_evals_add(tby_evals *e, const tby_pos *p,
                     const tby_found_eval *found)
{
    uint8_t row[ROW];
    uint64_t key = tby_key_of(p);
    tby_rc rc = remember(e, key, found);

    TBY_ASSERT(found->pv_n <= TBY_EVALS_PV);
    if (rc != TBY_OK || !e->path || e->in_file >= 2 * TBY_EVALS_MOST)
        return rc;
    write_row(row, key, e->about, found);
    e->in_file++;
    return tby_file_append(e->path, row, sizeof row);
}
