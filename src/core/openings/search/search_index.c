/* search_index.c - the names of a book by their words. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/openings/search/search_int.h"
#include "tabiya/family.h"

#include <string.h>

enum { MOST_ALIASES = 255 }; /* that an entry of a book can have */

/* --- memory ---------------------------------------------------------------*/

static void *resize(tby_search *s, void *p, size_t from, size_t to, size_t size)
{
    if (!p && to == 0)
        return NULL;
    return s->alloc.realloc(s->alloc.ctx, p, from * size, to * size);
}

/* Room for one more of n; false: no memory. */
static bool grow(tby_search *s, void **p, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return true;
    size_t more = *cap ? 2 * *cap : 1024;
    void *q = resize(s, *p, *cap, more, size);
    if (!q)
        return false;
    *p = q;
    *cap = more;
    return true;
}

/* Slots for n things, half of them free at least. */
static uint32_t *new_slots(tby_search *s, size_t n, size_t *slots_n)
{
    size_t size = 1024;

    while (size < 2 * n)
        size *= 2;
    uint32_t *slots = resize(s, NULL, 0, size, sizeof *slots);
    if (!slots)
        return NULL;
    memset(slots, 0, size * sizeof *slots);
    *slots_n = size;
    return slots;
}

void tby_search_close(tby_search *s)
{
    if (!s)
        return;
    tby_arena_free(&s->arena);
    resize(s, s->terms, s->terms_cap, 0, sizeof *s->terms);
    resize(s, s->term_slots, s->term_slots_n, 0, sizeof *s->term_slots);
    resize(s, s->words, s->words_cap, 0, sizeof *s->words);
    resize(s, s->labels, s->names_cap, 0, sizeof *s->labels);
    resize(s, s->label_slots, s->label_slots_n, 0, sizeof *s->label_slots);
    resize(s, s->links, s->names_cap, 0, sizeof *s->links);
    resize(s, s->entries, s->book.count, 0, sizeof *s->entries);
    s->alloc.realloc(s->alloc.ctx, s, sizeof *s, 0);
}

/* --- terms ----------------------------------------------------------------*/

static uint32_t hash_of(tby_str text)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < text.n; i++)
        h = (h ^ (unsigned char)text.p[i]) * 16777619u;
    return h ^ h >> 15;
}

/* The slot of a term, or the free one where it would go. */
static size_t term_slot(const tby_search *s, tby_str raw)
{
    size_t mask = s->term_slots_n - 1, i = hash_of(raw) & mask;

    while (s->term_slots[i] &&
           !tby_str_equal(s->terms[s->term_slots[i] - 1].raw, raw))
        i = (i + 1) & mask;
    return i;
}

static bool grow_term_slots(tby_search *s)
{
    size_t n;
    uint32_t *slots = new_slots(s, 2 * (s->terms_n + 1), &n);

    if (!slots)
        return false;
    resize(s, s->term_slots, s->term_slots_n, 0, sizeof *slots);
    s->term_slots = slots;
    s->term_slots_n = n;
    for (size_t i = 0; i < s->terms_n; i++)
        slots[term_slot(s, s->terms[i].raw)] = (uint32_t)i + 1;
    return true;
}

static tby_str keep(tby_search *s, const char *p, size_t n)
{
    return (tby_str){tby_arena_copy(&s->arena, p, n), n};
}

static bool add_term(tby_search *s, search_word *w, size_t slot)
{
    void *terms = s->terms;

    tby__search_spell(w);
    if (!grow(s, &terms, s->terms_n, &s->terms_cap, sizeof *s->terms))
        return false;
    s->terms = terms;
    search_term *t = &s->terms[s->terms_n];
    *t = (search_term){.raw = keep(s, w->raw, w->raw_n),
                       .spelt = keep(s, w->spelt, w->spelt_n)};
    if (!t->raw.p || !t->spelt.p)
        return false;
    t->kind = tby__search_kind_of(t->spelt);
    s->term_slots[slot] = (uint32_t)++s->terms_n;
    return true;
}

/* Appends a word, whose spelling is only found out the first time. */
static bool add_word(tby_search *s, search_word *w)
{
    void *words = s->words;

    if (2 * (s->terms_n + 1) > s->term_slots_n && !grow_term_slots(s))
        return false;
    size_t slot = term_slot(s, (tby_str){w->raw, w->raw_n});
    if (!s->term_slots[slot] && !add_term(s, w, slot))
        return false;
    if (!grow(s, &words, s->words_n, &s->words_cap, sizeof *s->words))
        return false;
    s->words = words;
    s->words[s->words_n++] = s->term_slots[slot] - 1;
    return true;
}

/* --- labels ---------------------------------------------------------------*/

static bool add_part(tby_search *s, search_label *l, tby_str part)
{
    search_words c = {.rest = part};
    search_word w;
    bool prefix = false;

    l->last_at = l->words_n;
    while (l->words_n < SEARCH_NAME_WORDS && tby__search_words_next(&c, &w)) {
        if (!add_word(s, &w))
            return false;
        l->joined |= (uint64_t)(w.joined && !prefix) << l->words_n++;
        prefix = tby__search_is_prefix((tby_str){w.raw, w.raw_n});
    }
    return true;
}

static bool add_label(tby_search *s, tby_str text, size_t slot)
{
    search_label *l = &s->labels[s->labels_n];
    tby_str rest = text, part;

    *l = (search_label){.text = text,
                        .words_at = (uint32_t)s->words_n,
                        .first = SEARCH_NO_LINK};
    for (bool first = true; tby_name_next(&rest, &part); first = false) {
        if (!add_part(s, l, part))
            return false;
        if (first)
            l->family_n = l->words_n;
    }
    s->label_slots[slot] = (uint32_t)++s->labels_n;
    return true;
}

static size_t label_slot(const tby_search *s, tby_str text)
{
    size_t mask = s->label_slots_n - 1, i = hash_of(text) & mask;

    while (s->label_slots[i] &&
           !tby_str_equal(s->labels[s->label_slots[i] - 1].text, text))
        i = (i + 1) & mask;
    return i;
}

/* The label of a text, made if there is none; UINT32_MAX: no memory. */
static uint32_t label_of(tby_search *s, tby_str text)
{
    size_t slot = label_slot(s, text);

    if (!s->label_slots[slot] && !add_label(s, text, slot))
        return UINT32_MAX;
    return s->label_slots[slot] - 1;
}

/* Counts the links of a label for each name that it is a variation of, too:
 * those of "A: B, C" for "A: B" and "A". */
static void add_weight(tby_search *s, const search_label *l)
{
    for (size_t n = l->text.n; n-- > 1;) {
        if (l->text.p[n] != ':' && l->text.p[n] != ',')
            continue;
        uint32_t slot = s->label_slots[label_slot(s, (tby_str){l->text.p, n})];
        if (slot)
            s->labels[slot - 1].weight += l->links_n;
    }
}

/* --- entries --------------------------------------------------------------*/

/* An alias that two sources share is linked once. */
static void add_link(tby_search *s, uint32_t label, uint32_t entry)
{
    search_label *l = &s->labels[label];

    if (l->first != SEARCH_NO_LINK && s->links[l->first].entry == entry)
        return;
    s->links[s->links_n] = (search_link){entry, l->first};
    l->first = (uint32_t)s->links_n++;
    l->links_n++;
    l->weight++;
}

static bool read_aliases(tby_search *s, uint32_t entry)
{
    tby_alias aliases[MOST_ALIASES];
    size_t n = tby_book_aliases(&s->book, entry, aliases, MOST_ALIASES);

    for (size_t i = 0; i < n; i++) {
        uint32_t label = label_of(s, aliases[i].name);
        if (label == UINT32_MAX)
            return false;
        add_link(s, label, entry);
    }
    return true;
}

static bool read_entry(tby_search *s, uint32_t i)
{
    search_entry *e = &s->entries[i];
    tby_opening o;

    tby_book_peek(&s->book, i, &o);
    int code = tby_eco_index(o.code);
    *e = (search_entry){.name = label_of(s, o.name),
                        .code = (uint16_t)(code < 0 ? TBY_ECO_CODES : code),
                        .plies = o.line ? (uint16_t)o.plies : UINT16_MAX};
    if (e->name == UINT32_MAX)
        return false;
    s->labels[e->name].is_name = true;
    add_link(s, e->name, i);
    return read_aliases(s, i);
}

static size_t count_names(const tby_book *b)
{
    size_t n = b->count;

    for (uint32_t i = 0; i < b->count; i++)
        n += tby_book_aliases(b, i, NULL, 0);
    return n;
}

static bool make_room(tby_search *s)
{
    size_t names = count_names(&s->book);

    s->label_slots = new_slots(s, names, &s->label_slots_n);
    if (!s->label_slots || !grow_term_slots(s))
        return false;
    if (names == 0)
        return true;
    s->entries = resize(s, NULL, 0, s->book.count, sizeof *s->entries);
    s->labels = resize(s, NULL, 0, names, sizeof *s->labels);
    s->links = resize(s, NULL, 0, names, sizeof *s->links);
    s->names_cap = names;
    return s->entries && s->labels && s->links;
}

static void add_synonym(tby_search *s, size_t set, tby_str text)
{
    search_synonym *y = &s->synonyms[s->synonyms_n++];
    search_words c = {.rest = text};

    TBY_ASSERT(s->synonyms_n <= SEARCH_SYNONYMS);
    *y = (search_synonym){.set = set, .vague = text.p[0] == '('};
    while (y->n < SEARCH_SYNONYM_WORDS &&
           tby__search_words_next(&c, &y->at[y->n]))
        tby__search_spell(&y->at[y->n++]);
}

static bool read_synonyms(tby_search *s)
{
    tby_str rest, text;

    s->synonyms =
        tby_arena_take(&s->arena, SEARCH_SYNONYMS * sizeof *s->synonyms);
    for (size_t i = 0; s->synonyms && tby__search_synonyms[i]; i++) {
        rest = tby_str_of(tby__search_synonyms[i]);
        while (tby_str_field(&rest, '|', &text))
            add_synonym(s, i, text);
    }
    return s->synonyms != NULL;
}

static bool read_book(tby_search *s)
{
    if (!make_room(s) || !read_synonyms(s))
        return false;
    for (uint32_t i = 0; i < s->book.count; i++)
        if (!read_entry(s, i))
            return false;
    for (size_t i = 0; i < s->labels_n; i++)
        add_weight(s, &s->labels[i]);
    return true;
}

tby_rc tby_search_open(tby_search **out, const tby_book *book,
                       const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_search *s = memory.realloc(memory.ctx, NULL, 0, sizeof *s);

    if (!s)
        return TBY_E_NOMEM;
    *s = (tby_search){.alloc = memory, .book = *book};
    tby_arena_init(&s->arena, &memory);
    if (!read_book(s)) {
        tby_search_close(s);
        return TBY_E_NOMEM;
    }
    *out = s;
    return TBY_OK;
}
