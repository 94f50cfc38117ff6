/* search_index.c - the names by their words. */
#include "core/base/assert.h"
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

/* Adds the term of a word that is new. */
static tby_rc add_term(tby_search *s, search_word *w, uint64_t hash)
{
    bool grown = false;

    TBY_TRY(tby_hashmap_reserve(&s->term_map, &s->alloc, s->terms_n, &grown));
    for (uint32_t i = 0; grown && i < s->terms_n; i++)
        tby_hashmap_put(&s->term_map, tby_hash_bytes(s->terms[i].raw), i);
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
    bool grown = false;

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
    TBY_TRY(tby_hashmap_reserve(&s->label_map, &s->alloc, s->labels_n, &grown));
    for (uint32_t i = 0; grown && i < s->labels_n; i++)
        tby_hashmap_put(&s->label_map, tby_hash_bytes(s->labels[i].text), i);
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
