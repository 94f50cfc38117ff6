/* block.c - rows that hold the moves of up to 256 games; block_extras.c has the
 * other kind of row. */
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "store/record/pack.h"

#include <string.h>
#include <zstd.h>

/* Codes are copied as they are in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "docs/formats/db.md: rows are little-endian");

enum { HEAD_BYTES = 6 }; /* u32 checksum of the rest, u16 number of games */

void tby__block_init(store_block_writer *w)
{
    *w = (store_block_writer){.n = 0};
    tby_buf_init(&w->moves, NULL, BLOCK_ROW_MAX);
    tby_buf_init(&w->extras, NULL, BLOCK_ROW_MAX);
    tby_buf_init(&w->codes, NULL, BLOCK_ROW_MAX);
    tby_buf_init(&w->texts, NULL, BLOCK_ROW_MAX);
    tby_buf_init(&w->part, NULL, BLOCK_ROW_MAX);
}

void tby__block_clear(store_block_writer *w)
{
    w->n = 0;
    tby_buf_clear(&w->codes);
    tby_buf_clear(&w->texts);
}

void tby__block_free(store_block_writer *w)
{
    tby_buf_free(&w->moves);
    tby_buf_free(&w->extras);
    tby_buf_free(&w->codes);
    tby_buf_free(&w->texts);
    tby_buf_free(&w->part);
    ZSTD_freeCCtx(w->zstd);
    tby__block_init(w);
}

/* Appends both or neither. */
static tby_rc append(store_block_writer *w, tby_str codes, tby_str extra)
{
    size_t codes_n = w->codes.n, texts_n = w->texts.n;

    tby_buf_add(&w->codes, codes);
    tby_buf_add(&w->texts, extra);
    tby_rc rc = w->codes.rc != TBY_OK ? w->codes.rc : w->texts.rc;
    if (rc == TBY_OK)
        return rc;
    w->codes.n = codes_n;
    w->texts.n = texts_n;
    w->codes.rc = w->texts.rc = TBY_OK;
    return rc == TBY_E_LIMIT ? TBY_E_STORE_FIT : rc;
}

tby_rc tby__block_add(store_block_writer *w, const store_packed *game)
{
    uint32_t plies = game->column[STORE_PLIES];
    uint32_t flags = game->column[STORE_FLAGS];
    tby_str codes = {(const char *)game->codes, plies * sizeof *game->codes};

    if (w->n == STORE_BLOCK || plies > STORE_PLIES_MAX ||
        game->extra.n > STORE_EXTRA_MAX)
        return TBY_E_STORE_FIT;
    TBY_TRY(append(w, codes, game->extra));
    w->plies[w->n] =
        (uint16_t)(plies |
                   (flags & STORE_IS_SETUP ? (uint32_t)STORE_BLOCK_SETUP : 0));
    w->extra_n[w->n++] = (uint32_t)game->extra.n;
    TBY_ASSERT(w->n <= STORE_BLOCK);
    return TBY_OK;
}

/* A row of n games, of which these are the plies, with their flags, and the
 * codes. */
static tby_rc make_row(tby_buf *b, const uint16_t *plies, uint16_t n,
                       const void *codes)
{
    uint32_t sum = 0;

    tby_buf_clear(b);
    tby_buf_add(b, (tby_str){(const char *)&sum, sizeof sum});
    tby_buf_add(b, (tby_str){(const char *)&n, sizeof n});
    tby_buf_add(b, (tby_str){(const char *)plies, n * sizeof *plies});
    size_t bytes = 0;
    for (uint32_t i = 0; i < n; i++)
        bytes += sizeof(store_code) * (plies[i] & STORE_PLIES_MAX);
    tby_buf_add(b, (tby_str){codes, bytes});
    if (b->rc != TBY_OK)
        return b->rc;
    sum = (uint32_t)tby_checksum(b->p + sizeof sum, b->n - sizeof sum);
    memcpy(b->p, &sum, sizeof sum);
    return TBY_OK;
}

tby_rc tby__block_moves(store_block_writer *w, tby_str *out)
{
    tby_rc rc = make_row(&w->moves, w->plies, (uint16_t)w->n, w->codes.p);

    TBY_ASSERT(w->n <= STORE_BLOCK);
    *out = tby_buf_str(&w->moves);
    return rc;
}

bool tby__block_row_fits(const store_block_writer *w, const store_packed *game)
{
    size_t bytes = HEAD_BYTES + w->n * sizeof *w->plies + w->codes.n;
    size_t more =
        sizeof *w->plies + game->column[STORE_PLIES] * sizeof *game->codes;

    return w->n == 0 || (w->n < STORE_BLOCK && bytes + more <= STORE_ROW_BYTES);
}

tby_rc tby__moves_open(store_moves *m, tby_str bytes)
{
    uint32_t sum, first = 0;
    uint16_t n;

    if (bytes.n < HEAD_BYTES)
        return TBY_E_STORE_DAMAGED;
    memcpy(&sum, bytes.p, sizeof sum);
    memcpy(&n, bytes.p + sizeof sum, sizeof n);
    if (n > STORE_BLOCK || bytes.n < HEAD_BYTES + 2 * (size_t)n ||
        sum !=
            (uint32_t)tby_checksum(bytes.p + sizeof sum, bytes.n - sizeof sum))
        return TBY_E_STORE_DAMAGED;
    memcpy(m->plies, bytes.p + HEAD_BYTES, n * sizeof *m->plies);
    for (uint32_t i = 0; i < n; i++) {
        m->setup[i] = (m->plies[i] & STORE_BLOCK_SETUP) != 0;
        m->plies[i] &= STORE_PLIES_MAX;
        m->first[i] = first;
        first += m->plies[i];
    }
    if (bytes.n - HEAD_BYTES - 2 * (size_t)n != 2 * (size_t)first)
        return TBY_E_STORE_DAMAGED;
    m->n = n;
    m->codes = (const uint8_t *)bytes.p + HEAD_BYTES + 2 * (size_t)n;
    return TBY_OK;
}

static uint16_t flagged_plies(const store_moves *m, uint32_t i)
{
    return (uint16_t)(m->plies[i] |
                      (m->setup[i] ? (unsigned)STORE_BLOCK_SETUP : 0));
}

tby_rc tby__moves_row(const store_moves *m, tby_buf *out)
{
    uint16_t plies[STORE_BLOCK];

    TBY_ASSERT(m->n <= STORE_BLOCK);
    for (uint32_t i = 0; i < m->n; i++)
        plies[i] = flagged_plies(m, i);
    return make_row(out, plies, (uint16_t)m->n, m->codes);
}

tby_rc tby__block_load_moves(store_block_writer *w, const store_moves *m)
{
    uint32_t codes = m->n ? m->first[m->n - 1] + m->plies[m->n - 1] : 0;

    tby__block_clear(w);
    TBY_TRY(append(w, (tby_str){(const char *)m->codes, 2 * (size_t)codes},
                   (tby_str){NULL, 0}));
    w->n = m->n;
    for (uint32_t i = 0; i < m->n; i++) {
        w->plies[i] = flagged_plies(m, i);
        w->extra_n[i] = 0;
    }
    return TBY_OK;
}

static tby_rc load(store_block_writer *w, const store_moves *m,
                   const store_extras *e)
{
    if (m->n != e->n)
        return TBY_E_STORE_DAMAGED;
    TBY_TRY(tby__block_load_moves(w, m));
    TBY_TRY(append(w, (tby_str){NULL, 0}, tby_buf_str(&e->buf)));
    for (uint32_t i = 0; i < m->n; i++)
        w->extra_n[i] = e->at[i + 1] - e->at[i];
    return TBY_OK;
}

tby_rc tby__block_load(store_block_writer *w, tby_str moves, tby_str extras)
{
    store_moves m;
    store_extras e;

    tby__block_clear(w);
    tby__extras_init(&e);
    tby_rc rc = tby__moves_open(&m, moves);
    if (rc == TBY_OK)
        rc = tby__extras_open(&e, extras);
    if (rc == TBY_OK)
        rc = load(w, &m, &e);
    if (rc != TBY_OK)
        tby__block_clear(w);
    tby__extras_free(&e);
    return rc;
}
