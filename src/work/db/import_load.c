/* import_load.c - packed games in memory that is used again. */
#include "work/db/import_int.h"

#include "core/base/grow.h"
#include "work/games/int.h"

#include <string.h>

enum { ALIGN = 8 };

import_load *import_load_open(void)
{
    import_load *l = games_resize(NULL, 0, sizeof *l);

    if (l) {
        *l = (import_load){.games = NULL};
        tby_buf_init(&l->bytes, NULL, SIZE_MAX);
    }
    return l;
}

void import_load_close(import_load *l)
{
    while (l) {
        import_load *next = l->next;
        games_resize(l->games, l->cap * sizeof *l->games, 0);
        tby_buf_free(&l->bytes);
        store_stock_free(l->stock);
        games_resize(l, sizeof *l, 0);
        l = next;
    }
}

/* What one huge game took is not kept for all that follow. */
void import_load_clear(import_load *l)
{
    enum { MUCH = 8 << 20 };

    if (l->bytes.cap > MUCH)
        tby_buf_free(&l->bytes);
    tby_buf_clear(&l->bytes);
    store_stock_free(l->stock);
    l->stock = NULL;
    l->taken = 0;
    l->n = 0;
    l->next = NULL;
}

tby_rc import_load_add(import_load *l, import_fate fate, uint64_t check)
{
    tby_alloc alloc = tby_alloc_libc();
    void *games = l->games;
    tby_rc rc = tby_grow(&alloc, &games, &l->cap, l->n + 1, sizeof *l->games);

    if (rc != TBY_OK)
        return rc;
    l->games = games;
    l->games[l->n++] =
        (import_game){.check = check, .fate = fate, .at = l->bytes.n};
    return TBY_OK;
}

/* --- packed games ---------------------------------------------------------
 *
 * The codes, the names one after another, the extra; then up to a multiple of
 * ALIGN, so that the next codes are aligned. */

static size_t codes_n(const store_packed *p)
{
    return p->column[STORE_PLIES] * sizeof *p->codes;
}

static void put_bytes(tby_buf *to, const store_packed *p)
{
    static const char zeros[ALIGN] = {0};

    tby_buf_add(to, (tby_str){(const char *)p->codes, codes_n(p)});
    for (size_t i = 0; i < STORE_NAMES; i++)
        tby_buf_add(to, p->names[i]);
    tby_buf_add(to, p->extra);
    tby_buf_add(to, (tby_str){zeros, (ALIGN - to->n % ALIGN) % ALIGN});
}

tby_rc import_load_pack(import_load *l, const store_packed *packed,
                        uint64_t check, bool named)
{
    tby_rc rc = import_load_add(l, IMPORT_TAKEN, check);

    if (rc != TBY_OK)
        return rc;
    import_game *g = &l->games[l->n - 1];
    g->named = named;
    g->noted = l->taken++;
    g->packed = *packed;
    put_bytes(&l->bytes, packed);
    return l->bytes.rc;
}

const store_packed *import_load_packed(import_load *l, size_t i)
{
    store_packed *p = &l->games[i].packed;
    const char *at = l->bytes.p + l->games[i].at;

    p->codes = (const void *)at;
    at += codes_n(p);
    for (size_t c = 0; c < STORE_NAMES; at += p->names[c].n, c++)
        if (p->names[c].p)
            p->names[c].p = at;
    p->extra.p = at;
    return p;
}

size_t import_game_bytes(const import_load *l, size_t i)
{
    enum {
        GAME = 280,
        POSITION = 8
    }; /* never to be changed: see BATCH_BYTES */
    const import_game *g = &l->games[i];
    size_t end = i + 1 < l->n ? l->games[i + 1].at : l->bytes.n;
    size_t positions =
        g->fate == IMPORT_TAKEN ? (size_t)g->packed.column[STORE_PLIES] + 1 : 0;

    return GAME + end - g->at + POSITION * positions;
}
