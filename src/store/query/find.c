/* find.c - the games that fit, in an order, page by page. */
#include "core/base/assert.h"
#include "store/query/query.h"
#include "store/query/select.h"
#include "store/query/top_k.h"
#include "store/rows.h"

#include <stdlib.h>

/* Up to so many games of a page are picked out; beyond that all are sorted. */
enum { PICKED_MAX = 1024 };

typedef struct search {
    store_rows *file;
    const store_set *set;
    tby_games_order order;
    uint64_t results[4]; /* games by tby_result */
    bool moved;          /* numbers do not always go by places */
    bool pick;           /* into best, else into all */
    store_top_k best;    /* the first `cap` games */
    best_game *all;
    size_t all_n;
} search;

typedef struct sheet {
    /* a and b: what is sorted by, or NULL */
    const chunk_values *result, *a, *b;
} sheet;

static inline void take(search *s, const sheet *x, uint32_t game)
{
    uint32_t i = (game - 1) % STORE_CHUNK;
    best_game g = {(x->a ? chunk_at(x->a, i) : 0) +
                       (x->b ? chunk_at(x->b, i) : 0),
                   s->moved ? tby__rows_id(s->file, game) : game};

    s->results[chunk_at(x->result, i) & 3]++;
    if (!s->pick)
        s->all[s->all_n++] = g;
    else if (store_top_k_wants(&s->best, g))
        tby__top_k_add(&s->best, g);
}

/* What is sorted by; STORE_COLUMNS: nothing. */
static const struct {
    store_column a, b;
} BY[] = {
    [TBY_BY_ID] = {STORE_COLUMNS, STORE_COLUMNS},
    [TBY_BY_DATE] = {STORE_DATE, STORE_COLUMNS},
    [TBY_BY_ELO] = {STORE_WHITE_ELO, STORE_BLACK_ELO},
    [TBY_BY_PLIES] = {STORE_PLIES, STORE_COLUMNS},
};

/* The games of one chunk. */
static tby_rc take_chunk(search *s, uint32_t chunk)
{
    uint32_t first = chunk * STORE_CHUNK, left = s->set->games - first, count;
    uint32_t n = left < STORE_CHUNK ? left : STORE_CHUNK;
    const uint64_t *bits = s->set->bits + first / 64;
    store_column a = BY[s->order].a, b = BY[s->order].b;
    sheet x = {NULL, NULL, NULL};

    TBY_TRY(tby__rows_chunk(s->file, STORE_RESULT, chunk, &x.result, &count));
    if (a != STORE_COLUMNS)
        TBY_TRY(tby__rows_chunk(s->file, a, chunk, &x.a, &count));
    if (b != STORE_COLUMNS)
        TBY_TRY(tby__rows_chunk(s->file, b, chunk, &x.b, &count));
    for (uint32_t i = 0; i < n; i += 64)
        for (uint64_t word = bits[i / 64]; word; word &= word - 1)
            take(s, &x, first + i + (uint32_t)__builtin_ctzll(word) + 1);
    return TBY_OK;
}

static int compare(const void *a, const void *b)
{
    const best_game *x = a, *y = b;

    if (x->rank == y->rank && x->id == y->id)
        return 0;
    return store_top_k_before(*x, *y) ? -1 : 1;
}

static tby_rc cut_page(search *s, uint64_t offset, uint64_t limit,
                       tby_games_answer *out)
{
    const uint64_t *count = s->results;
    uint64_t total = count[0] + count[1] + count[2] + count[3];
    uint64_t left = offset < total ? total - offset : 0;
    uint64_t n = limit && limit < left ? limit : left;
    const best_game *from = s->pick ? s->best.at : s->all;

    out->score = (tby_score){.games = total,
                             .white = count[TBY_RESULT_WHITE],
                             .draws = count[TBY_RESULT_DRAW],
                             .black = count[TBY_RESULT_BLACK]};
    out->total = total;
    if (!s->pick && (s->moved || s->order != TBY_BY_ID))
        qsort(s->all, s->all_n, sizeof *s->all, compare);
    out->ids = malloc((n + 1) * sizeof *out->ids);
    if (!out->ids)
        return TBY_E_NOMEM;
    for (uint64_t i = 0; i < n; i++)
        out->ids[i] = from[offset + i].id;
    out->n = n;
    return TBY_OK;
}

tby_rc tby__query_find(tby_store *store, const store_filter *filter,
                       tby_games_order order, uint64_t offset, uint64_t limit,
                       tby_games_answer *out)
{
    store_rows *f = store_rows_of(store);
    store_set set = {0};
    search s = {.file = f,
                .set = &set,
                .order = order,
                .moved = tby__rows_has_moved(f)};
    tby_rc rc = tby__store_select(&set, f, filter);

    s.pick = limit && limit <= PICKED_MAX && offset <= PICKED_MAX &&
             limit + offset <= PICKED_MAX;
    if (rc == TBY_OK && s.pick) {
        rc = tby__top_k_open(&s.best, limit + offset);
    } else if (rc == TBY_OK) {
        s.all = malloc((tby__set_count(&set) + 1) * sizeof *s.all);
        rc = s.all ? TBY_OK : TBY_E_NOMEM;
    }
    uint32_t game = rc == TBY_OK ? tby__set_next(&set, 1) : 0;
    while (rc == TBY_OK && game) { /* chunks without a game are not read */
        uint32_t chunk = (game - 1) / STORE_CHUNK;
        rc = take_chunk(&s, chunk);
        game = tby__set_next(&set, (chunk + 1) * STORE_CHUNK + 1);
    }
    if (rc == TBY_OK)
        rc = cut_page(&s, offset, limit, out);
    tby__top_k_close(&s.best);
    free(s.all);
    tby__set_close(&set);
    return rc;
}
