/* hits.c - single moves: every time that b8=Q# was played. */
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "store/query/query.h"
#include "store/query/replay.h"
#include "store/query/select.h"
#include "store/rows.h"

#include <stdlib.h>
#include <string.h>

/* The codes that may fit, of either side, are few ranges: the loop over a block
 * is one comparison for each. */
enum { RANGES = 8 };
typedef struct ranges {
    size_t n;
    uint16_t first[RANGES], count[RANGES];
    uint16_t facts, values;
} ranges;

typedef struct hunt {
    store_rows *file;
    const store_filter *filter;
    const store_set *set; /* NULL: all games */
    bool few;             /* ranges of codes: they are in `ranges` */
    ranges ranges;
    uint64_t offset, limit;
    tby_moves_answer *out;
    size_t cap;
    tby_alloc alloc;
} hunt;

static tby_rc keep(hunt *h, uint32_t game, uint32_t ply)
{
    tby_moves_answer *out = h->out;

    if (out->total++ < h->offset || (h->limit && out->n >= h->limit))
        return TBY_OK;
    TBY_TRY(TBY_GROW(&h->alloc, out->hits, h->cap, out->n + 1));
    out->hits[out->n++] = (tby_move_hit){tby__rows_id(h->file, game), ply};
    return TBY_OK;
}

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

/* Does any of n codes from one on fit?  All numbers have sixteen bits, so that
 * compilers do eight codes at once and more. */
static inline bool any_fits(const store_moves *m, uint32_t from, uint32_t n,
                            const ranges *r)
{
    const uint8_t *codes = m->codes + 2 * (size_t)from;
    const uint16_t facts = r->facts, values = r->values;
    uint16_t found = 0;

    for (size_t k = 0; k < r->n; k++) {
        uint16_t first = r->first[k], count = r->count[k];
        for (uint32_t i = 0; i < n; i++) {
            uint16_t code;
            memcpy(&code, codes + 2 * (size_t)i, sizeof code);
            uint16_t off = (uint16_t)((code & STORE_CODE) - first);
            uint16_t bad = (uint16_t)((code & facts) ^ values);
            found |= (uint16_t)((off < count) & (bad == 0));
        }
    }
    return found;
}

/* Codes that are looked at together before one by one. */
enum { STRETCH = 32 };

static tby_rc search_game(hunt *h, const store_moves *m, uint32_t game)
{
    uint32_t i = (game - 1) % STORE_BLOCK, plies = m->plies[i], n;
    const store_wanted *w = &h->filter->move;
    uint64_t before = h->out->total;
    tby_pos start = tby_pos_start();
    tby_rc rc = m->setup[i] ? tby__rows_start(h->file, game, &start) : TBY_OK;

    for (uint32_t k = 0; rc == TBY_OK && k < plies; k += n) {
        n = plies - k < STRETCH ? plies - k : STRETCH;
        if (h->few && !any_fits(m, m->first[i] + k, n, &h->ranges))
            continue;
        for (uint32_t j = k; rc == TBY_OK && j < k + n; j++) {
            tby_color turn = (tby_color)(start.turn ^ (j & 1));
            store_code code = store_moves_code(m, m->first[i] + j);
            bool is;
            if (!store_by_fits(h->filter->by, turn) ||
                !store_wanted_fits(w, turn, code))
                continue;
            rc = tby__select_castling(h->file, w, m, i, game, j, &is);
            if (rc == TBY_OK && is)
                rc = keep(h, game, j + 1);
        }
    }
    h->out->games += h->out->total > before;
    return rc;
}

/* Is a game of the block asked for? */
static bool block_is_wanted(const hunt *h, uint32_t block)
{
    uint32_t first = block * STORE_BLOCK + 1, next = first;

    if (h->set)
        next = tby__set_next(h->set, first);
    return next && next - first < STORE_BLOCK &&
           next <= tby__rows_stored(h->file);
}

static tby_rc search_block(hunt *h, uint32_t block)
{
    const store_moves *m;
    tby_rc rc = tby__rows_block(h->file, block, &m);
    uint32_t stored = tby__rows_stored(h->file);

    if (rc != TBY_OK ||
        (h->few &&
         !any_fits(m, 0, (uint32_t)(store_moves_codes(m).n / 2), &h->ranges)))
        return rc;
    for (uint32_t i = 0; rc == TBY_OK && i < m->n; i++) {
        uint32_t game = block * STORE_BLOCK + i + 1;
        if (game <= stored && (!h->set || store_set_has(h->set, game)))
            rc = search_game(h, m, game);
    }
    return rc;
}

/* Other conditions first. */
static tby_rc search(hunt *h)
{
    store_filter others = *h->filter;
    store_set set = {0};
    tby_rc rc = TBY_OK;

    others.move.on = false;
    if (!tby__filter_empty(&others) || tby__rows_hidden(h->file)) {
        rc = tby__store_select(&set, h->file, &others);
        h->set = &set;
    } else if (tby_store_games(store_of_rows(h->file)) !=
               tby__rows_stored(h->file)) {
        rc = tby__set_all(&set, h->file);
        h->set = &set;
    }
    if (rc == TBY_OK) {
        uint32_t games = tby__rows_stored(h->file);
        uint32_t chunks = (games + STORE_CHUNK - 1) / STORE_CHUNK;
        h->few = find_ranges(&h->filter->move, &h->ranges);
        for (uint32_t c = 0; rc == TBY_OK && c < chunks; c++) {
            uint16_t blocks = 0;
            rc = tby__select_blocks(h->file, h->filter, c, &blocks);

            for (uint32_t b = 0; rc == TBY_OK && b < MOVE_BITMAP_BLOCKS; b++) {
                uint32_t block = c * MOVE_BITMAP_BLOCKS + b;
                if (blocks >> b & 1 && block_is_wanted(h, block))
                    rc = search_block(h, block);
            }
        }
    }
    h->set = NULL;
    tby__set_close(&set);
    return rc;
}

tby_rc tby__query_moves(tby_store *s, const store_filter *filter,
                        uint64_t offset, uint64_t limit, tby_moves_answer *out)
{
    hunt h = {.file = store_rows_of(s),
              .filter = filter,
              .offset = offset,
              .limit = limit,
              .out = out,
              .alloc = tby_alloc_libc()};

    return search(&h);
}
