/* search.c - what a query finds, the best first.
 *
 * A row of the answer is a name or, if all are asked for, an entry.  Each label
 * that fits the query offers a key to the rows of its entries, the smallest of
 * which is kept: the less, the better. */
#include "core/base/assert.h"
#include "core/base/sort.h"
#include "core/base/str.h"
#include "core/openings/search/search_int.h"
#include "tabiya/family.h"

enum { MOST_ALIASES = 255 }; /* that an entry can have */

void tby_search_close(tby_search *s)
{
    if (!s)
        return;
    tby_arena_free(&s->arena);
    tby_hashmap_free(&s->term_map, &s->alloc);
    tby_hashmap_free(&s->label_map, &s->alloc);
    tby_grow_free(&s->alloc, s->terms, s->terms_cap, sizeof *s->terms);
    tby_grow_free(&s->alloc, s->words, s->words_cap, sizeof *s->words);
    s->alloc.realloc(s->alloc.ctx, s, sizeof *s, 0);
}

static tby_rc add_term(tby_search *s, search_word *w, uint64_t hash)
{

    TBY_HASHMAP_ROOM(&s->term_map, &s->alloc, s->terms_n,
                     tby_hash_bytes(s->terms[i].raw));
    TBY_TRY(TBY_GROW(&s->alloc, s->terms, s->terms_cap, s->terms_n + 1));
    tby__search_spell(w);
    search_term *t = &s->terms[s->terms_n];
    t->raw = (tby_str){tby_arena_copy(&s->arena, w->raw, w->raw_n), w->raw_n};
    t->spelt =
        (tby_str){tby_arena_copy(&s->arena, w->spelt, w->spelt_n), w->spelt_n};
    if (!t->raw.p || !t->spelt.p)
        return TBY_E_NOMEM;
    t->kind = tby__search_kind_of(t->spelt);
    tby_hashmap_put(&s->term_map, hash, (uint32_t)s->terms_n++);
    return TBY_OK;
}

static uint32_t find_label(const tby_search *s, tby_str text)
{
    uint64_t hash = tby_hash_bytes(text);
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&s->label_map, hash, k)) != TBY_NONE;
         k++)
        if (tby_str_equal(s->labels[i].text, text))
            break;
    return i;
}

/* The label of a text, made if there is none. */
static tby_rc label_of(tby_search *s, tby_str text, uint32_t *out)
{
    search_label *l = &s->labels[s->labels_n];
    tby_str rest = text, part;

    *out = find_label(s, text);
    if (*out != TBY_NONE)
        return TBY_OK;
    *l = (search_label){
        .text = text, .words_at = (uint32_t)s->words_n, .first = TBY_NONE};
    for (bool first = true; tby_name_next(&rest, &part); first = false) {
        search_words c = {.rest = part};
        search_word w;
        bool prefix = false;

        l->last_at = l->words_n;
        while (l->words_n < SEARCH_NAME_WORDS &&
               tby__search_words_next(&c, &w)) {
            tby_str raw = search_raw(&w);
            uint64_t hash = tby_hash_bytes(raw);
            uint32_t term;

            for (size_t k = 0;
                 (term = tby_hashmap_at(&s->term_map, hash, k)) != TBY_NONE;
                 k++)
                if (tby_str_equal(s->terms[term].raw, raw))
                    break;
            if (term == TBY_NONE) {
                term = (uint32_t)s->terms_n;
                TBY_TRY(add_term(s, &w, hash));
            }
            TBY_TRY(
                TBY_GROW(&s->alloc, s->words, s->words_cap, s->words_n + 1));
            s->words[s->words_n++] = term;
            l->joined |= (uint64_t)(w.joined && !prefix) << l->words_n++;
            prefix = tby__search_is_prefix(search_raw(&w));
        }
        if (first)
            l->family_n = l->words_n;
    }
    TBY_HASHMAP_ROOM(&s->label_map, &s->alloc, s->labels_n,
                     tby_hash_bytes(s->labels[i].text));
    *out = (uint32_t)s->labels_n++;
    tby_hashmap_put(&s->label_map, tby_hash_bytes(text), *out);
    return TBY_OK;
}

/* Links a text to an entry; an alias that two sources share is linked once. */
static tby_rc add_link(tby_search *s, tby_str text, uint32_t entry,
                       uint32_t *label)
{
    TBY_TRY(label_of(s, text, label));
    search_label *l = &s->labels[*label];
    if (l->first != TBY_NONE && s->links[l->first].entry == entry)
        return TBY_OK;
    s->links[s->links_n] = (search_link){entry, l->first};
    l->first = (uint32_t)s->links_n++;
    l->links_n++;
    l->weight++;
    return TBY_OK;
}

static tby_rc read_names(tby_search *s)
{
    size_t names = s->names.count;

    for (uint32_t i = 0; i < s->names.count; i++)
        names += tby_names_aliases(&s->names, i, NULL, 0);
    /* one more, since the arena gives no room for nothing */
    s->entries =
        tby_arena_take(&s->arena, (s->names.count + 1) * sizeof *s->entries);
    s->labels = tby_arena_take(&s->arena, (names + 1) * sizeof *s->labels);
    s->links = tby_arena_take(&s->arena, (names + 1) * sizeof *s->links);
    if (!s->entries || !s->labels || !s->links)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; i < s->names.count; i++) {
        tby_alias aliases[MOST_ALIASES];
        size_t n = tby_names_aliases(&s->names, i, aliases, MOST_ALIASES);
        search_entry *e = &s->entries[i];
        uint32_t ignored;
        tby_opening o;

        tby_names_peek(&s->names, i, &o);
        int code = tby_eco_index(o.code);
        e->code = (uint16_t)(code < 0 ? TBY_ECO_CODES : code);
        e->plies = o.line ? (uint16_t)o.plies : UINT16_MAX;
        TBY_TRY(add_link(s, o.name, i, &e->name));
        s->labels[e->name].is_name = true;
        for (size_t k = 0; k < n; k++)
            TBY_TRY(add_link(s, aliases[k].name, i, &ignored));
    }
    TBY_ASSERT(s->labels_n <= names && s->links_n <= names);

    /* the links of "A: B, C" count for "A: B" and "A", too */
    for (size_t i = 0; i < s->labels_n; i++) {
        const search_label *l = &s->labels[i];
        for (size_t n = l->text.n; n-- > 1;) {
            if (l->text.p[n] != ':' && l->text.p[n] != ',')
                continue;
            uint32_t stem = find_label(s, (tby_str){l->text.p, n});
            if (stem != TBY_NONE)
                s->labels[stem].weight += l->links_n;
        }
    }
    return TBY_OK;
}

static tby_rc read_synonyms(tby_search *s)
{
    tby_str rest, text;

    s->synonyms =
        tby_arena_take(&s->arena, SEARCH_SYNONYMS * sizeof *s->synonyms);
    if (!s->synonyms)
        return TBY_E_NOMEM;
    for (size_t i = 0; tby__search_synonyms[i]; i++) {
        rest = tby_str_of(tby__search_synonyms[i]);
        while (tby_str_field(&rest, '|', &text)) {
            search_synonym *y = &s->synonyms[s->synonyms_n++];
            search_words c = {.rest = text};
            TBY_ASSERT(s->synonyms_n <= SEARCH_SYNONYMS);
            *y = (search_synonym){.set = i, .vague = text.p[0] == '('};
            while (y->n < SEARCH_SYNONYM_WORDS &&
                   tby__search_words_next(&c, &y->at[y->n]))
                tby__search_spell(&y->at[y->n++]);
        }
    }
    return TBY_OK;
}

tby_rc tby_search_open(tby_search **out, const tby_names *names,
                       const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_search *s = memory.realloc(memory.ctx, NULL, 0, sizeof *s);

    if (!s)
        return TBY_E_NOMEM;
    *s = (tby_search){.alloc = memory, .names = *names};
    tby_arena_init(&s->arena, &memory);
    tby_rc rc = read_synonyms(s);
    if (rc == TBY_OK)
        rc = read_names(s);
    if (rc == TBY_OK)
        *out = s;
    else
        tby_search_close(s);
    return rc;
}

/* Which words of a query a term is, begins with, or is with one slip. */
typedef struct masks {
    uint32_t equal, starts, slips;
} masks;

#define NOTHING UINT64_MAX

typedef struct row {
    uint64_t key; /* NOTHING: not found */
    uint32_t entry;
    uint32_t label; /* by which it was found */
} row;

typedef struct finder {
    const tby_search *s;
    tby_str text; /* as it was typed */
    unsigned flags;
    search_query q;
    masks *masks; /* by term */
    row *rows;    /* of the labels, or of the entries */
    size_t rows_n;
    uint32_t *found; /* rows */
    size_t found_n;
} finder;

/* The same from one byte of each on, or from there on b begins with a. */
static bool same_end(tby_str a, size_t i, tby_str b, size_t k, bool begun)
{
    tby_str x = tby_str_from(a, i), y = tby_str_from(b, k);

    return i <= a.n && k <= b.n &&
           (begun ? tby_str_starts(y, x) : tby_str_equal(x, y));
}

bool tby__search_one_slip(tby_str a, tby_str b, bool begun)
{
    size_t i = 0;

    while (i < a.n && i < b.n && a.p[i] == b.p[i])
        i++;
    if (same_end(a, i + 1, b, i + 1, begun) || /* another letter */
        same_end(a, i + 1, b, i, begun) ||     /* one too many */
        same_end(a, i, b, i + 1, begun))       /* one too few */
        return true;
    return i + 1 < a.n && i + 1 < b.n && a.p[i] == b.p[i + 1] &&
           a.p[i + 1] == b.p[i] && same_end(a, i + 2, b, i + 2, begun);
}

/* Short words have too many neighbours, and so have moves. */
static bool may_slip(const search_word *w)
{
    enum { SLIP_LETTERS = 5 };

    for (size_t i = 0; i < w->raw_n; i++)
        if (tby_is_digit(w->raw[i]))
            return false;
    return w->raw_n >= SLIP_LETTERS;
}

/* Which words of the query each term means.  If `loose`, words that were both
 * begun and mistyped are slips, too. */
static void match_terms(finder *f, bool loose)
{
    for (size_t i = 0; i < f->s->terms_n; i++) {
        const search_term *t = &f->s->terms[i];
        masks *m = &f->masks[i];

        *m = (masks){0};
        for (size_t k = 0; k < f->q.words_n; k++) {
            const search_word *w = &f->q.words[k];
            tby_str raw = search_raw(w), spelt = search_spelt(w);
            uint32_t bit = (uint32_t)1 << k;
            if (tby_str_equal(t->spelt, spelt))
                m->equal |= bit;
            else if (tby_str_starts(t->raw, raw) ||
                     tby_str_starts(t->spelt, spelt))
                m->starts |= bit;
            else if (may_slip(w) &&
                     (tby__search_one_slip(spelt, t->spelt, loose) ||
                      tby__search_one_slip(raw, t->raw, loose)))
                m->slips |= bit;
        }
    }
}

static uint64_t low_bits(size_t n)
{
    return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1;
}

/* Appends some bits to a key: a value that is too large becomes the largest. */
static void push(uint64_t *key, unsigned bits, uint64_t value)
{
    uint64_t most = low_bits(bits);

    *key = *key << bits | (value < most ? value : most);
}

/* How well a name fits. */
enum { WHOLE, BUT_GENERIC, BEGINS, IN_FAMILY, LAST_PART, SOMEHOW };

/* Of the words of a label some are covered by the query, and some are distinct:
 * they say something. */
static unsigned tier_of(const search_label *l, uint64_t covered,
                        uint64_t distinct, bool in_order)
{
    uint64_t words = low_bits(l->words_n);
    uint64_t last = words & ~low_bits(l->last_at);

    if (covered == words && l->is_name)
        return WHOLE;
    if (!(distinct & ~covered))
        return BUT_GENERIC;
    /* nothing distinct between the words or before them */
    uint64_t reached = covered;
    for (unsigned shift = 1; shift < 64; shift *= 2)
        reached |= reached >> shift; /* all up to the last covered one */
    if (in_order && !(distinct & ~covered & reached))
        return BEGINS;
    if (!(covered & ~low_bits(l->family_n)))
        return IN_FAMILY;
    /* with all of a Smith-Morra of which one is covered */
    uint64_t names = covered, before;
    do {
        before = names;
        names |= (names & l->joined) >> 1 | (names << 1 & l->joined);
    } while (names != before);
    return covered & last && !(distinct & last & ~names) ? LAST_PART : SOMEHOW;
}

/* The key of a label for one phrasing, 44 bits; NOTHING if it does not fit.
 * `all` is what the words of the label can be, all together. */
static uint64_t judge_phrasing(const finder *f, const search_label *l,
                               const masks *all, size_t number)
{
    /* What each word that a name lacks costs: "Defense" if the name is only
     * "Gruenfeld", or if it has another such word in its place, as "English
     * Opening", or if the query was said in another way.  Then it is the
     * likelier that something else is meant. */
    enum { LACKS = 2, LACKS_MORE = 4 };
    const search_phrasing *p = &f->q.phrasings[number];
    uint32_t any = all->equal | all->starts | all->slips;
    uint32_t begun = p->mask & ~all->equal, lacking = p->mask & ~any;
    uint64_t covered = 0, distinct = 0, key = 0;
    size_t next = 0; /* word of the phrasing that comes next in its order */

    if (lacking & ~p->optional)
        return NOTHING;
    if (f->flags & TBY_SEARCH_COMPLETE) /* being begun is no fault of it */
        begun &= ~((uint32_t)1 << p->at[p->n - 1]);
    for (size_t i = 0; i <= l->words_n; i++) {
        while (next < p->n && lacking >> p->at[next] & 1)
            next++;
        if (i == l->words_n)
            break;
        uint32_t term = f->s->words[l->words_at + i];
        const masks *m = &f->masks[term];
        bool is_distinct = f->s->terms[term].kind == SEARCH_DISTINCT;
        /* the words it stands for: none that another one fits better */
        uint32_t here = (m->equal | (m->starts & ~all->equal) |
                         (m->slips & ~all->equal & ~all->starts)) &
                        p->mask;
        if (here && (is_distinct || m->equal)) /* "a" does not mean Attack */
            covered |= (uint64_t)1 << i;
        distinct |= (uint64_t)is_distinct << i;
        if (next < p->n && here >> p->at[next] & 1)
            next++;
    }
    bool in_order = next == p->n;
    unsigned tier = tier_of(l, covered, distinct, in_order);
    bool other = number || low_bits(l->words_n) & ~distinct & ~covered;

    /* Distinct words that stand for nothing.  A last part that is meant may
     * belong to any family, and so may other parts. */
    uint64_t family = low_bits(l->family_n), missed = distinct & ~covered;
    if (tier == LAST_PART)
        missed = 0;
    else if (!(covered & family))
        missed &= ~family;

    unsigned difference = 2; /* 1: word for word, 0: as it was typed */
    if (l->is_name && tby_str_equal(l->text, f->text))
        difference = 0;
    else if (l->is_name && in_order && l->words_n == p->n &&
             !(p->mask & ~all->equal))
        difference = 1;

    unsigned slips =
        (unsigned)__builtin_popcount(begun & ~all->starts & all->slips);
    unsigned cost = (unsigned)__builtin_popcount(lacking);
    push(&key, 2, slips);
    push(&key, 3, (unsigned)__builtin_popcount(begun & all->starts));
    push(&key, 4, tier + cost * (other ? LACKS_MORE : LACKS));
    push(&key, 2, difference);
    push(&key, 4, number);
    push(&key, 1, !l->is_name);
    push(&key, 6, (unsigned)__builtin_popcountll(missed));
    push(&key, 16, l->weight < UINT16_MAX ? UINT16_MAX - l->weight : 0);
    push(&key, 6, l->words_n);
    return key;
}

static bool has_code(const search_query *q, const search_entry *e)
{
    return !q->has_codes ||
           (e->code >= q->codes.from && e->code <= q->codes.to);
}

static void offer_all(finder *f)
{
    const tby_search *s = f->s;
    bool words = f->q.phrasings_n > 0;

    for (size_t i = 0; i < f->rows_n; i++)
        f->rows[i].key = NOTHING;
    for (uint32_t i = 0; i < s->labels_n; i++) {
        /* The best of all phrasings; codes alone fit every name. */
        const search_label *l = &s->labels[i];
        uint64_t best = words ? NOTHING : 0;
        masks all = {0};
        for (size_t k = 0; k < l->words_n; k++) {
            const masks *m = &f->masks[s->words[l->words_at + k]];
            all.equal |= m->equal;
            all.starts |= m->starts;
            all.slips |= m->slips;
        }
        for (size_t k = 0; k < f->q.phrasings_n; k++) {
            uint64_t key = judge_phrasing(f, l, &all, k);
            best = key < best ? key : best;
        }
        if (best == NOTHING)
            continue;

        /* Offers the label to the rows of its entries.  The whole key has 61
         * bits; codes alone are listed in order. */
        for (uint32_t k = l->first; k != TBY_NONE; k = s->links[k].next) {
            uint32_t entry = s->links[k].entry;
            const search_entry *e = &s->entries[entry];
            row *r = &f->rows[f->flags & TBY_SEARCH_ALL ? entry : e->name];
            uint64_t whole = best;
            if (!has_code(&f->q, e) || (!words && e->name != i))
                continue;
            if (!words)
                push(&whole, 9, e->code);
            push(&whole, 8, e->plies);
            push(&whole, 9, e->code);
            if (whole < r->key || (whole == r->key && entry < r->entry))
                *r = (row){whole, entry, i};
        }
    }
    f->found_n = 0;
    for (uint32_t i = 0; i < f->rows_n; i++)
        if (f->rows[i].key != NOTHING)
            f->found[f->found_n++] = i;
}

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

static tby_search_hit hit_of(const finder *f, const row *r)
{
    const tby_search *s = f->s;
    uint32_t name = s->entries[r->entry].name;
    tby_search_hit hit = {.entry = r->entry, .positions = 1};

    TBY_ASSERT(r->key != NOTHING && r->entry < s->names.count);
    if (r->label != name)
        hit.alias = s->labels[r->label].text;
    if (f->flags & TBY_SEARCH_ALL)
        return hit;
    hit.positions = 0;
    for (uint32_t i = s->labels[name].first; i != TBY_NONE;
         i = s->links[i].next) {
        const search_entry *e = &s->entries[s->links[i].entry];
        hit.positions += e->name == name && has_code(&f->q, e);
    }
    return hit;
}

tby_rc tby_search_find(const tby_search *s, tby_str text, unsigned flags,
                       tby_search_hit *out, size_t room, size_t *found)
{
    size_t rows_n = flags & TBY_SEARCH_ALL ? s->names.count : s->labels_n;
    tby_arena arena;
    tby_rc rc = TBY_E_NOMEM;

    tby_arena_init(&arena, &s->alloc);
    finder *f = tby_arena_take(&arena, sizeof *f);
    masks *m = tby_arena_take(&arena, s->terms_n * sizeof *m);
    row *rows = tby_arena_take(&arena, rows_n * sizeof *rows);
    uint32_t *order = tby_arena_take(&arena, rows_n * sizeof *order);
    if (f && m && rows && order) {
        *f = (finder){.s = s,
                      .text = tby_str_trim(text),
                      .flags = flags,
                      .masks = m,
                      .rows = rows,
                      .rows_n = rows_n,
                      .found = order};
        rc = tby__search_query_parse(s, f->text, flags, &f->q);
    }
    bool words = rc == TBY_OK && f->q.phrasings_n && !f->q.is_moves;
    if (words || (rc == TBY_OK && !f->q.is_moves && f->q.has_codes)) {
        match_terms(f, false);
        offer_all(f);
        if (f->found_n == 0) {
            match_terms(f, true);
            offer_all(f);
        }
    }
    if (rc == TBY_OK) {
        if (room) /* otherwise only the number is asked for */
            tby_sort(f->found, f->found_n, is_better, f);
        for (size_t i = 0; i < f->found_n && i < room; i++)
            out[i] = hit_of(f, &f->rows[f->found[i]]);
        *found = f->found_n;
    }
    tby_arena_free(&arena);
    return rc;
}
