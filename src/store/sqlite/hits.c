/* hits.c - single moves: every time that b8=Q# was played. */
#include "core/base/grow.h"
#include "store/sqlite/replay.h"
#include "store/sqlite/select.h"
#include "store/sqlite/store_int.h"

#include <stdlib.h>

typedef struct hunt {
    store_file *file;
    const store_filter *filter;
    const store_set *set; /* NULL: all games */
    uint64_t offset, limit;
    tby_moves_answer *out;
    size_t cap;
    tby_alloc alloc;
} hunt;

static tby_rc keep(hunt *h, uint32_t game, uint32_t ply)
{
    tby_moves_answer *out = h->out;
    void *p = out->hits;
    tby_rc rc;

    if (out->total++ < h->offset || (h->limit && out->n >= h->limit))
        return TBY_OK;
    rc = tby_grow(&h->alloc, &p, &h->cap, out->n + 1, sizeof *out->hits);
    if (rc != TBY_OK)
        return rc;
    out->hits = p;
    out->hits[out->n++] = (tby_move_hit){game, ply};
    return TBY_OK;
}

static tby_rc search_game(hunt *h, const store_moves *m, uint32_t game)
{
    uint32_t i = (game - 1) % STORE_BLOCK;
    uint64_t before = h->out->total;
    tby_pos start = tby_pos_start();
    tby_rc rc = m->setup[i] ? store_file_start(h->file, game, &start) : TBY_OK;
    tby_color turn = start.turn;

    for (uint32_t k = 0; rc == TBY_OK && k < m->plies[i]; k++, turn ^= 1)
        if (store_by_fits(h->filter->by, turn) &&
            store_wanted_fits(&h->filter->move, turn,
                              store_moves_code(m, m->first[i] + k)))
            rc = keep(h, game, k + 1);
    h->out->games += h->out->total > before;
    return rc;
}

/* --- blocks ---------------------------------------------------------------*/

/* The codes that may fit, of either side, are few ranges: the loop over a block
 * is one comparison for each. */
enum { RANGES = 8 };
typedef struct ranges {
    size_t n;
    uint16_t first[RANGES], count[RANGES];
    uint16_t facts, values;
} ranges;

static bool code_wanted(const store_wanted *w, unsigned code)
{
    return (w->codes[0][code / 8] | w->codes[1][code / 8]) >> code % 8 & 1;
}

/* False: more ranges than there is room for. */
static bool find_ranges(const store_wanted *w, ranges *r)
{
    *r = (ranges){.facts = w->facts, .values = w->values};
    for (unsigned code = 0; code < STORE_CODES; code++) {
        if (!code_wanted(w, code))
            continue;
        if (code && code_wanted(w, code - 1)) {
            r->count[r->n - 1]++;
            continue;
        }
        if (r->n == RANGES)
            return false;
        r->first[r->n] = (uint16_t)code;
        r->count[r->n++] = 1;
    }
    return true;
}

static uint32_t code_count(const store_moves *m)
{
    return m->n ? m->first[m->n - 1] + m->plies[m->n - 1] : 0;
}

/* Does any code of the block fit?  Written so that compilers do sixteen at
 * once. */
static bool block_has(const store_moves *m, const ranges *r)
{
    uint32_t n = code_count(m);
    unsigned found = 0;

    for (size_t k = 0; k < r->n; k++) {
        uint16_t first = r->first[k], count = r->count[k];

        for (uint32_t i = 0; i < n; i++) {
            uint16_t code = store_moves_code(m, i);
            uint16_t off = (uint16_t)((code & STORE_CODE) - first);

            found |= (unsigned)(off < count) &
                     (unsigned)((code & r->facts) == r->values);
        }
    }
    return found;
}

static tby_rc search_block(hunt *h, uint32_t block, const ranges *r, bool few)
{
    const store_moves *m;
    tby_rc rc = store_file_block(h->file, block, &m);
    uint32_t visible = store_file_visible(h->file);

    if (rc != TBY_OK || (few && !block_has(m, r)))
        return rc;
    for (uint32_t i = 0; rc == TBY_OK && i < m->n; i++) {
        uint32_t game = block * STORE_BLOCK + i + 1;

        if (game <= visible && (!h->set || store_set_has(h->set, game)))
            rc = search_game(h, m, game);
    }
    return rc;
}

static tby_rc search_all(hunt *h)
{
    uint32_t games = store_file_visible(h->file);
    uint32_t blocks = (games + STORE_BLOCK - 1) / STORE_BLOCK;
    ranges r;
    bool few = find_ranges(&h->filter->move, &r);
    tby_rc rc = TBY_OK;

    for (uint32_t b = 0; rc == TBY_OK && b < blocks; b++)
        rc = search_block(h, b, &r, few);
    return rc;
}

/* Other conditions first. */
static tby_rc search(hunt *h)
{
    store_filter others = *h->filter;
    store_set set = {0};
    tby_rc rc = TBY_OK;

    others.move.on = false;
    if (!store_filter_empty(&others)) {
        rc = store_select(&set, h->file, &others);
        h->set = &set;
    }
    if (rc == TBY_OK)
        rc = search_all(h);
    store_set_close(&set);
    return rc;
}

tby_rc tby_store_moves(tby_store *s, const store_filter *filter,
                       uint64_t offset, uint64_t limit, tby_moves_answer *out)
{
    tby_moves_answer answer = {0};
    hunt h = {.file = s->file,
              .filter = filter,
              .offset = offset,
              .limit = limit,
              .out = &answer,
              .alloc = tby_alloc_libc()};
    tby_rc rc;

    STORE_ASK(s, rc, search(&h));
    if (rc == TBY_OK)
        *out = answer;
    else
        tby_hits_free(&answer);
    return rc;
}

void tby_hits_free(tby_moves_answer *a)
{
    free(a->hits);
    *a = (tby_moves_answer){0};
}
