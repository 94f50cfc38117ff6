/* search_query.c - what was typed: codes, words, and other ways to say it. */
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

#include <string.h>

/* A way to say it in words that need not be in the query yet. */
typedef struct phrase {
    search_word at[SEARCH_WAY_WORDS];
    size_t n;
} phrase;

static bool same_word(const search_word *a, const search_word *b)
{
    return tby_str_equal((tby_str){a->spelt, a->spelt_n},
                         (tby_str){b->spelt, b->spelt_n});
}

/* --- ways -----------------------------------------------------------------*/

/* The word of the query that is written so; words_n if there is none. */
static size_t find_word(const search_query *q, const search_word *w)
{
    size_t i = 0;

    while (i < q->words_n &&
           !tby_str_is((tby_str){w->raw, w->raw_n}, q->words[i].raw))
        i++;
    return i;
}

static bool same_way(const search_way *a, const search_way *b)
{
    return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}

static bool has_way(const search_query *q, const search_way *w)
{
    for (size_t i = 0; i < q->ways_n; i++)
        if (same_way(&q->ways[i], w))
            return true;
    return false;
}

/* Words such as Defense may be lacking, but not if there are no others, nor if
 * they were not typed: Russian Game means Petrov, but not all that is Russian
 * is meant by Petrov. */
static void set_optional(const search_query *q, search_way *w)
{
    uint32_t typed = q->ways_n ? q->ways[0].mask : UINT32_MAX;

    for (size_t i = 0; i < w->n; i++) {
        const search_word *word = &q->words[w->at[i]];
        uint32_t bit = (uint32_t)1 << w->at[i];
        tby_str spelt = {word->spelt, word->spelt_n};
        w->mask |= bit;
        if (tby__search_kind_of(spelt) == SEARCH_OPTIONAL && typed & bit)
            w->optional |= bit;
    }
    if (w->optional == w->mask)
        w->optional = 0;
}

/* Adds a way to say it unless it is known already.  What does not fit any
 * more is left out: the first ways are the likelier ones. */
static void add_way(search_query *q, const phrase *p)
{
    search_way w = {.n = p->n};
    size_t words_n = q->words_n;

    for (size_t i = 0; i < p->n; i++) {
        size_t at = find_word(q, &p->at[i]);
        if (at == SEARCH_QUERY_WORDS) {
            q->words_n = words_n;
            return;
        }
        if (at == q->words_n)
            q->words[q->words_n++] = p->at[i];
        w.at[i] = (uint8_t)at;
    }
    set_optional(q, &w);
    if (q->ways_n < SEARCH_WAYS && !has_way(q, &w))
        q->ways[q->ways_n++] = w;
    else
        q->words_n = words_n;
}

static phrase phrase_of(const search_query *q, const search_way *w)
{
    phrase p = {.n = w->n};

    for (size_t i = 0; i < w->n; i++)
        p.at[i] = q->words[w->at[i]];
    return p;
}

/* Adds p with n words from `at` on replaced by others. */
static void add_replaced(search_query *q, const phrase *p, size_t at, size_t n,
                         const search_word *by, size_t by_n)
{
    phrase out = {.n = p->n - n + by_n};

    if (out.n > SEARCH_WAY_WORDS)
        return;
    memcpy(out.at, p->at, at * sizeof *out.at);
    memcpy(out.at + at, by, by_n * sizeof *out.at);
    memcpy(out.at + at + by_n, p->at + at + n,
           (p->n - at - n) * sizeof *out.at);
    add_way(q, &out);
}

/* --- synonyms -------------------------------------------------------------*/

/* The last word typed may be the beginning of the last word of a phrase, if it
 * is not too short to tell. */
static bool is_begun(const search_word *typed, const search_word *word)
{
    enum { TELLING = 4 };

    return typed->raw_n >= TELLING &&
           tby_str_starts((tby_str){word->raw, word->raw_n},
                          (tby_str){typed->raw, typed->raw_n});
}

static bool is_at(const phrase *p, size_t at, const search_synonym *part)
{
    if (part->n > p->n - at)
        return false;
    for (size_t i = 0; i < part->n; i++) {
        bool last = i + 1 == part->n && at + i + 1 == p->n;
        if (!same_word(&p->at[at + i], &part->at[i]) &&
            !(last && is_begun(&p->at[at + i], &part->at[i])))
            return false;
    }
    return true;
}

static void add_others(const tby_search *s, search_query *q, const phrase *p,
                       size_t at, const search_synonym *part)
{
    for (size_t i = 0; i < s->synonyms_n; i++) {
        const search_synonym *other = &s->synonyms[i];
        if (other->set == part->set && other != part && !other->vague)
            add_replaced(q, p, at, part->n, other->at, other->n);
    }
}

static void add_synonyms(const tby_search *s, search_query *q, const phrase *p)
{
    for (size_t i = 0; i < s->synonyms_n; i++)
        for (size_t at = 0; at < p->n; at++)
            if (is_at(p, at, &s->synonyms[i]))
                add_others(s, q, p, at, &s->synonyms[i]);
}

/* --- words written together or apart --------------------------------------*/

static search_word word_of(tby_str raw)
{
    search_word w = {.raw_n = raw.n};

    memcpy(w.raw, raw.p, raw.n);
    tby__search_spell(&w);
    return w;
}

static bool is_term(const tby_search *s, const search_word *w)
{
    for (size_t i = 0; i < s->terms_n; i++)
        if (tby_str_is(s->terms[i].spelt, w->spelt))
            return true;
    return false;
}

/* "carokann" is two words of the index. */
static void add_split(const tby_search *s, search_query *q, const phrase *p,
                      size_t at)
{
    tby_str raw = {p->at[at].raw, p->at[at].raw_n};

    if (is_term(s, &p->at[at]))
        return;
    for (size_t n = 3; n + 3 <= raw.n; n++) {
        search_word two[] = {word_of((tby_str){raw.p, n}),
                             word_of(tby_str_from(raw, n))};
        if (is_term(s, &two[0]) && is_term(s, &two[1]))
            add_replaced(q, p, at, 1, two, 2);
    }
}

/* "counter gambit" is one. */
static void add_joined(const tby_search *s, search_query *q, const phrase *p,
                       size_t at)
{
    const search_word *a = &p->at[at], *b = a + 1;
    char raw[2 * SEARCH_WORD_MAX];
    size_t n = a->raw_n + b->raw_n;

    if (n > SEARCH_WORD_MAX)
        return;
    memcpy(raw, a->raw, a->raw_n);
    memcpy(raw + a->raw_n, b->raw, b->raw_n);
    const search_word one = word_of((tby_str){raw, n});
    if (is_term(s, &one))
        add_replaced(q, p, at, 2, &one, 1);
}

/* All ways that follow from what was typed, or from another way. */
static void add_ways(const tby_search *s, search_query *q)
{
    phrase typed = phrase_of(q, &q->ways[0]);

    for (size_t at = 0; at < typed.n; at++)
        add_split(s, q, &typed, at);
    for (size_t at = 0; at + 1 < typed.n; at++)
        add_joined(s, q, &typed, at);
    for (size_t i = 0; i < q->ways_n; i++) {
        phrase p = phrase_of(q, &q->ways[i]);
        add_synonyms(s, q, &p);
    }
}

/* --- the text -------------------------------------------------------------*/

/* "e4", "Nbd7", "exd5", "O-O" (an o at a time), as a name may mention them. */
static bool is_move(const search_word *w)
{
    size_t n = w->raw_n;

    if (n == 1)
        return w->raw[0] == 'o';
    if (n < 2 || n > 5 || w->raw[n - 1] < '1' || w->raw[n - 1] > '8' ||
        w->raw[n - 2] < 'a' || w->raw[n - 2] > 'h')
        return false;
    return strspn(w->raw, "abcdefghknqrx12345678") == n;
}

static bool are_moves(const phrase *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (!is_move(&p->at[i]))
            return false;
    return p->n > 0;
}

/* "e4" is a move though "E4" are the codes from E40 on; one letter is a code
 * only when there is nothing else. */
static bool is_code(tby_str word, bool alone, tby_codes *out)
{
    if (word.n == 1 && !alone)
        return false;
    if (word.n == 2 && word.p[0] >= 'a')
        return false;
    return tby_codes_parse(word, out);
}

/* The words of the text that are no codes. */
static tby_rc read_words(search_query *q, tby_str text, unsigned flags,
                         phrase *p)
{
    tby_str rest = text, word;
    bool alone = !(flags & TBY_SEARCH_COMPLETE) && tby_str_trim(text).n == 1;

    while (tby_str_word(&rest, &word)) {
        search_words c = {.rest = word};
        search_word w;
        if (!q->has_codes && is_code(word, alone, &q->codes)) {
            q->has_codes = true;
            continue;
        }
        while (tby__search_words_next(&c, &w)) {
            if (p->n == SEARCH_WAY_WORDS)
                return TBY_E_LIMIT;
            tby__search_spell(&w);
            p->at[p->n++] = w;
        }
    }
    return TBY_OK;
}

tby_rc tby__search_query_parse(const tby_search *s, tby_str text,
                               unsigned flags, search_query *out)
{
    phrase p = {.n = 0};

    out->words_n = out->ways_n = 0;
    out->has_codes = false;
    tby_rc rc = read_words(out, text, flags, &p);
    if (rc != TBY_OK)
        return rc;
    out->is_moves = are_moves(&p);
    if (p.n == 0)
        return TBY_OK;
    add_way(out, &p);
    add_ways(s, out);
    return TBY_OK;
}
