/* search.c - names judged by a query and ranked.
 *
 * A row of the answer is a name or, if all are asked for, an entry.  Each label
 * that fits the query offers a key to the rows of its entries, the smallest of
 * which is kept: the less, the better. */
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/logic/search_int.h"

#include <string.h>

typedef struct row {
    uint64_t key; /* NOTHING: not found */
    uint32_t entry;
    uint32_t label; /* by which it was found */
} row;

#define NOTHING UINT64_MAX

typedef struct finder {
    const tby_search *s;
    tby_str text;
    unsigned flags;
    search_query q;
    search_masks *masks; /* of the terms */
    row *rows;           /* of the labels, or of the entries */
    size_t rows_n;
    uint32_t *found; /* rows */
    size_t found_n;
} finder;

/* --- judging a name -------------------------------------------------------*/

/* How well a name fits. */
enum { WHOLE, BUT_GENERIC, BEGINS, IN_FAMILY, LAST_PART, SOMEHOW };

/* What each word that a name lacks costs: "Defense" if the name is only
 * "Gruenfeld", or if it has another such word in its place, as "English
 * Opening", or if the query was said in another way.  Then it is the likelier
 * that something else is meant. */
enum { LACKS = 2, LACKS_MORE = 4 };

static unsigned count_bits(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

static uint64_t low_bits(size_t n)
{
    return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

static const search_term *term_at(const finder *f, const search_label *l,
                                  size_t i)
{
    return &f->s->terms[f->s->words[l->words_at + i]];
}

static const search_masks *masks_at(const finder *f, const search_label *l,
                                    size_t i)
{
    return &f->masks[f->s->words[l->words_at + i]];
}

/* What the words of a label can be, all together. */
static search_masks masks_of(const finder *f, const search_label *l)
{
    search_masks all = {0};

    for (size_t i = 0; i < l->words_n; i++) {
        const search_masks *m = masks_at(f, l, i);
        all.equal |= m->equal;
        all.starts |= m->starts;
        all.slips |= m->slips;
    }
    return all;
}

/* The words of the query that a word of the label stands for: none that
 * another word of the label fits better. */
static uint32_t stands_for(const search_masks *m, const search_masks *all)
{
    return m->equal | (m->starts & ~all->equal) |
           (m->slips & ~all->equal & ~all->starts);
}

/* Where in a label a query was found. */
typedef struct cover {
    uint64_t covered; /* words that stand for one of the query */
    uint64_t telling; /* words that say something */
    bool in_order;    /* as in the query */
} cover;

/* The next word of a way that a label does not lack. */
static size_t skip_lacking(const search_way *way, size_t at, uint32_t any)
{
    while (at < way->n && !(any >> way->at[at] & 1))
        at++;
    return at;
}

static cover cover_of(const finder *f, const search_label *l,
                      const search_way *way, const search_masks *all)
{
    uint32_t any = all->equal | all->starts | all->slips;
    size_t next = skip_lacking(way, 0, any);
    cover c = {0};

    for (size_t i = 0; i < l->words_n; i++) {
        bool telling = term_at(f, l, i)->kind == SEARCH_TELLING;
        uint32_t here = stands_for(masks_at(f, l, i), all) & way->mask;
        bool covered = here && (telling || masks_at(f, l, i)->equal);
        c.covered |= (uint64_t)covered << i; /* "a" is not meant for Attack */
        c.telling |= (uint64_t)telling << i;
        if (next < way->n && here >> way->at[next] & 1)
            next = skip_lacking(way, next + 1, any);
    }
    c.in_order = next == way->n;
    return c;
}

/* Nothing that says something stands between the words or before them. */
static bool begins(const cover *c)
{
    uint64_t last = c->covered, missed = c->telling & ~c->covered;

    for (unsigned shift = 1; shift < 64; shift *= 2)
        last |= last >> shift; /* all up to the last covered one */
    return c->in_order && !(missed & last);
}

/* With all of a Smith-Morra of which one is covered. */
static uint64_t covered_names(const search_label *l, const cover *c)
{
    uint64_t covered = c->covered, before;

    do {
        before = covered;
        covered |= (covered & l->joined) >> 1 | (covered << 1 & l->joined);
    } while (covered != before);
    return covered;
}

static unsigned tier_of(const search_label *l, const cover *c)
{
    uint64_t words = low_bits(l->words_n);
    uint64_t last = words & ~low_bits(l->last_at);

    if (c->covered == words && l->is_name)
        return WHOLE;
    if (!(c->telling & ~c->covered))
        return BUT_GENERIC;
    if (begins(c))
        return BEGINS;
    if (!(c->covered & ~low_bits(l->family_n)))
        return IN_FAMILY;
    if (c->covered & last && !(c->telling & last & ~covered_names(l, c)))
        return LAST_PART;
    return SOMEHOW;
}

/* Words that say something and stand for nothing.  A last part that is meant
 * may belong to any family, and so may other parts. */
static unsigned missed(const search_label *l, const cover *c, unsigned tier)
{
    uint64_t family = low_bits(l->family_n);
    uint64_t words = c->telling & ~c->covered;

    if (tier == LAST_PART)
        return 0;
    if (!(c->covered & family))
        words &= ~family;
    return (unsigned)__builtin_popcountll(words);
}

static uint64_t clamp(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

/* Appends some bits to a key. */
static void push(uint64_t *key, unsigned bits, uint64_t value)
{
    *key = *key << bits | clamp(value, ((uint64_t)1 << bits) - 1);
}

/* 0 if the name is what was typed, 1 if it is word for word, else 2. */
static unsigned difference(const finder *f, const search_label *l,
                           const search_way *w, const search_masks *all,
                           bool in_order)
{
    if (l->is_name && tby_str_equal(l->text, f->text))
        return 0;
    return !l->is_name || !in_order || l->words_n != w->n ||
                   w->mask & ~all->equal
               ? 2
               : 1;
}

/* The first 44 bits of a label's key, for one way to say it. */
static uint64_t judge_way(const finder *f, const search_label *l,
                          const search_masks *all, size_t way)
{
    const search_way *w = &f->q.ways[way];
    uint32_t any = all->equal | all->starts | all->slips;
    uint32_t begun = w->mask & ~all->equal;
    uint64_t key = 0;

    if (w->mask & ~w->optional & ~any)
        return NOTHING;
    if (f->flags & TBY_SEARCH_COMPLETE) /* being begun is no fault of it */
        begun &= ~((uint32_t)1 << w->at[w->n - 1]);
    cover c = cover_of(f, l, w, all);
    unsigned tier = tier_of(l, &c);
    bool other = way || low_bits(l->words_n) & ~c.telling & ~c.covered;
    unsigned cost = count_bits(w->mask & ~any) * (other ? LACKS_MORE : LACKS);
    push(&key, 2, count_bits(begun & ~all->starts & all->slips));
    push(&key, 3, count_bits(begun & all->starts));
    push(&key, 4, tier + cost);
    push(&key, 2, difference(f, l, w, all, c.in_order));
    push(&key, 4, way);
    push(&key, 1, !l->is_name);
    push(&key, 6, missed(l, &c, tier));
    push(&key, 16, UINT16_MAX - clamp(l->weight, UINT16_MAX));
    push(&key, 6, l->words_n);
    return key;
}

/* The best of all ways. */
static uint64_t judge(const finder *f, const search_label *l)
{
    search_masks all = masks_of(f, l);
    uint64_t best = NOTHING;

    if (f->q.ways_n == 0)
        return 0; /* codes are enough */
    for (size_t i = 0; i < f->q.ways_n; i++) {
        uint64_t key = judge_way(f, l, &all, i);
        best = key < best ? key : best;
    }
    return best;
}

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
        push(&key, 9, e->code);
    push(&key, 8, e->plies);
    push(&key, 9, e->code);
    return key;
}

static void offer(finder *f, uint32_t label, uint64_t key)
{
    const search_label *l = &f->s->labels[label];

    for (uint32_t i = l->first; i != SEARCH_NO_LINK; i = f->s->links[i].next) {
        uint32_t entry = f->s->links[i].entry;
        const search_entry *e = &f->s->entries[entry];
        row *r = &f->rows[f->flags & TBY_SEARCH_ALL ? entry : e->name];
        uint64_t whole = key_of(f, e, key);
        bool fits = has_code(&f->q, e) && (f->q.ways_n || e->name == label);
        if (fits && (whole < r->key || (whole == r->key && entry < r->entry)))
            *r = (row){whole, entry, label};
    }
}

static void offer_all(finder *f)
{
    for (size_t i = 0; i < f->rows_n; i++)
        f->rows[i].key = NOTHING;
    for (uint32_t i = 0; i < f->s->labels_n; i++) {
        uint64_t key = judge(f, &f->s->labels[i]);
        if (key != NOTHING)
            offer(f, i, key);
    }
    f->found_n = 0;
    for (uint32_t i = 0; i < f->rows_n; i++)
        if (f->rows[i].key != NOTHING)
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

    if (!(f->flags & TBY_SEARCH_ALL))
        hit.positions = positions_of(f, name);
    if (r->label != name)
        hit.alias = f->s->labels[r->label].text;
    return hit;
}

static void answer(finder *f, tby_search_hit *out, size_t room)
{
    tby_sort(f->found, f->found_n, is_better, f);
    for (size_t i = 0; i < f->found_n && i < room; i++)
        out[i] = hit_of(f, &f->rows[f->found[i]]);
}

static tby_rc find(finder *f)
{
    tby_rc rc = search_query_parse(f->s, f->text, f->flags, &f->q);

    if (rc != TBY_OK || f->q.is_moves || (!f->q.ways_n && !f->q.has_codes))
        return rc;
    search_match_terms(f->s, &f->q, false, f->masks);
    offer_all(f);
    if (f->found_n)
        return TBY_OK;
    search_match_terms(f->s, &f->q, true, f->masks);
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
        *f = (finder){.s = s, .text = tby_str_trim(text), .flags = flags};
        f->rows_n = flags & TBY_SEARCH_ALL ? s->book.count : s->labels_n;
        f->masks = tby_arena_take(&arena, s->terms_n * sizeof *f->masks);
        f->rows = tby_arena_take(&arena, f->rows_n * sizeof *f->rows);
        f->found = tby_arena_take(&arena, f->rows_n * sizeof *f->found);
        if (f->masks && f->rows && f->found)
            rc = find(f);
    }
    if (rc == TBY_OK) {
        answer(f, out, room);
        *found = f->found_n;
    }
    tby_arena_free(&arena);
    return rc;
}
