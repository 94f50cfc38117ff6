/* search.c - what a query finds, the best first.
 *
 * A row of the answer is a name or, if all are asked for, an entry.  Each label
 * that fits the query offers a key to the rows of its entries, the smallest of
 * which is kept: the less, the better. */
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

typedef struct row {
    uint64_t key; /* SEARCH_NOTHING: not found */
    uint32_t entry;
    uint32_t label; /* by which it was found */
} row;

typedef struct finder {
    const tby_search *s;
    search_case asked;
    search_query q;
    row *rows; /* of the labels, or of the entries */
    size_t rows_n;
    uint32_t *found; /* rows */
    size_t found_n;
} finder;

/* --- rows -----------------------------------------------------------------*/

static bool has_code(const search_query *q, const search_entry *e)
{
    return !q->has_codes ||
           (e->code >= q->codes.from && e->code <= q->codes.to);
}

/* The whole key for an entry, 61 bits.  Codes alone are listed in order. */
static uint64_t key_of(const finder *f, const search_entry *e, uint64_t key)
{
    if (f->q.ways_n == 0)
        search_push(&key, 9, e->code);
    search_push(&key, 8, e->plies);
    search_push(&key, 9, e->code);
    return key;
}

static void offer(finder *f, uint32_t label, uint64_t key)
{
    const search_label *l = &f->s->labels[label];

    for (uint32_t i = l->first; i != SEARCH_NO_LINK; i = f->s->links[i].next) {
        uint32_t entry = f->s->links[i].entry;
        const search_entry *e = &f->s->entries[entry];
        row *r = &f->rows[f->asked.flags & TBY_SEARCH_ALL ? entry : e->name];
        uint64_t whole = key_of(f, e, key);
        bool fits = has_code(&f->q, e) && (f->q.ways_n || e->name == label);
        if (fits && (whole < r->key || (whole == r->key && entry < r->entry)))
            *r = (row){whole, entry, label};
    }
}

static void offer_all(finder *f)
{
    for (size_t i = 0; i < f->rows_n; i++)
        f->rows[i].key = SEARCH_NOTHING;
    for (uint32_t i = 0; i < f->s->labels_n; i++) {
        uint64_t key = tby__search_judge(&f->asked, &f->s->labels[i]);
        if (key != SEARCH_NOTHING)
            offer(f, i, key);
    }
    f->found_n = 0;
    for (uint32_t i = 0; i < f->rows_n; i++)
        if (f->rows[i].key != SEARCH_NOTHING)
            f->found[f->found_n++] = i;
}

/* --- the answer -----------------------------------------------------------*/

static bool is_better(const void *ctx, uint32_t a, uint32_t b)
{
    const finder *f = ctx;
    const row *x = &f->rows[a], *y = &f->rows[b];

    if (x->key != y->key)
        return x->key < y->key;
    tby_str name = f->s->labels[f->s->entries[x->entry].name].text;
    int order =
        tby_str_compare(name, f->s->labels[f->s->entries[y->entry].name].text);
    return order ? order < 0 : x->entry < y->entry;
}

static uint32_t positions_of(const finder *f, uint32_t label)
{
    const search_label *l = &f->s->labels[label];
    uint32_t n = 0;

    for (uint32_t i = l->first; i != SEARCH_NO_LINK; i = f->s->links[i].next) {
        const search_entry *e = &f->s->entries[f->s->links[i].entry];
        n += e->name == label && has_code(&f->q, e);
    }
    return n;
}

static tby_search_hit hit_of(const finder *f, const row *r)
{
    uint32_t name = f->s->entries[r->entry].name;
    tby_search_hit hit = {.entry = r->entry, .positions = 1};

    if (!(f->asked.flags & TBY_SEARCH_ALL))
        hit.positions = positions_of(f, name);
    if (r->label != name)
        hit.alias = f->s->labels[r->label].text;
    return hit;
}

static void answer(finder *f, tby_search_hit *out, size_t room)
{
    if (room) /* otherwise only the number is asked for */
        tby_sort(f->found, f->found_n, is_better, f);
    for (size_t i = 0; i < f->found_n && i < room; i++)
        out[i] = hit_of(f, &f->rows[f->found[i]]);
}

static tby_rc find(finder *f)
{
    tby_rc rc =
        tby__search_query_parse(f->s, f->asked.text, f->asked.flags, &f->q);

    if (rc != TBY_OK || f->q.is_moves || (!f->q.ways_n && !f->q.has_codes))
        return rc;
    tby__search_match_terms(f->s, &f->q, false, f->asked.masks);
    offer_all(f);
    if (f->found_n)
        return TBY_OK;
    tby__search_match_terms(f->s, &f->q, true, f->asked.masks);
    offer_all(f);
    return TBY_OK;
}

tby_rc tby_search_find(const tby_search *s, tby_str text, unsigned flags,
                       tby_search_hit *out, size_t room, size_t *found)
{
    tby_arena arena;
    tby_rc rc = TBY_E_NOMEM;

    tby_arena_init(&arena, &s->alloc);
    finder *f = tby_arena_take(&arena, sizeof *f);
    if (f) {
        *f = (finder){.s = s,
                      .asked = {s, &f->q, tby_str_trim(text), flags, NULL}};
        f->rows_n = flags & TBY_SEARCH_ALL ? s->book.count : s->labels_n;
        f->asked.masks =
            tby_arena_take(&arena, s->terms_n * sizeof(search_masks));
        f->rows = tby_arena_take(&arena, f->rows_n * sizeof *f->rows);
        f->found = tby_arena_take(&arena, f->rows_n * sizeof *f->found);
        if (f->asked.masks && f->rows && f->found)
            rc = find(f);
    }
    if (rc == TBY_OK) {
        answer(f, out, room);
        *found = f->found_n;
    }
    tby_arena_free(&arena);
    return rc;
}
