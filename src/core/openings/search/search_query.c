/* search_query.c - what was typed: codes, words, and other ways to say it. */
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

#include <string.h>

/* The number of a word in the query, added if it is not there yet;
 * SEARCH_QUERY_WORDS if there is no room. */
static size_t number_of(search_query *q, const search_word *w)
{
    size_t i = 0;

    while (i < q->words_n && !tby_str_is(search_raw(w), q->words[i].raw))
        i++;
    if (i == q->words_n && i < SEARCH_QUERY_WORDS)
        q->words[q->words_n++] = *w;
    return i;
}

/* Adds a phrasing unless it is known already or there are too many: the first
 * ones are the likelier ones.  Of the words some may be new, those from words_n
 * on, and stay only with it.
 *
 * Words such as Defense may be lacking, but not if there are no others, nor if
 * they were not typed: Russian Game means Petrov, but not all that is Russian
 * is meant by Petrov. */
static void add_phrasing(search_query *q, search_phrasing *p, size_t words_n)
{
    uint32_t typed = q->phrasings_n ? q->phrasings[0].mask : UINT32_MAX;
    bool is_new = q->phrasings_n < SEARCH_PHRASINGS;

    TBY_ASSERT(p->n > 0 && p->n <= SEARCH_PHRASING_WORDS);
    for (size_t i = 0; i < q->phrasings_n; i++)
        if (q->phrasings[i].n == p->n &&
            memcmp(q->phrasings[i].at, p->at, p->n) == 0)
            is_new = false;
    if (!is_new) {
        q->words_n = words_n;
        return;
    }
    p->mask = p->optional = 0;
    for (size_t i = 0; i < p->n; i++) {
        tby_str spelt = search_spelt(&q->words[p->at[i]]);
        uint32_t bit = (uint32_t)1 << p->at[i];
        p->mask |= bit;
        if (typed & bit && tby__search_kind_of(spelt) == SEARCH_OPTIONAL)
            p->optional |= bit;
    }
    if (p->optional == p->mask)
        p->optional = 0;
    q->phrasings[q->phrasings_n++] = *p;
}

/* Adds a phrasing with n words from `at` on replaced by others. */
static void add_replaced(search_query *q, const search_phrasing *from,
                         size_t at, size_t n, const search_word *by,
                         size_t by_n)
{
    search_phrasing p = {.n = from->n - n + by_n};
    size_t words_n = q->words_n;

    TBY_ASSERT(at + n <= from->n);
    if (p.n > SEARCH_PHRASING_WORDS)
        return;
    memcpy(p.at, from->at, at);
    memcpy(p.at + at + by_n, from->at + at + n, from->n - at - n);
    for (size_t i = 0; i < by_n; i++) {
        size_t number = number_of(q, &by[i]);
        if (number == SEARCH_QUERY_WORDS) {
            q->words_n = words_n;
            return;
        }
        p.at[at + i] = (uint8_t)number;
    }
    add_phrasing(q, &p, words_n);
}

/* Do the words from `at` on mean the phrase?  The last word typed may be the
 * beginning of its last word, if it is long enough. */
static bool is_at(const search_query *q, const search_phrasing *p, size_t at,
                  const search_synonym *phrase)
{
    enum { LONG_ENOUGH = 4 };

    if (phrase->n > p->n - at)
        return false;
    for (size_t i = 0; i < phrase->n; i++) {
        const search_word *typed = &q->words[p->at[at + i]];
        const search_word *word = &phrase->at[i];
        bool last = i + 1 == phrase->n && at + i + 1 == p->n;
        bool begun = last && typed->raw_n >= LONG_ENOUGH &&
                     tby_str_starts(search_raw(word), search_raw(typed));
        if (!begun && !tby_str_equal(search_spelt(typed), search_spelt(word)))
            return false;
    }
    return true;
}

static void add_synonyms(const tby_search *s, search_query *q, size_t number)
{
    const search_phrasing *p = &q->phrasings[number];
    const search_synonym *end = s->synonyms + s->synonyms_n;

    for (const search_synonym *a = s->synonyms; a < end; a++)
        for (size_t at = 0; at < p->n; at++)
            for (const search_synonym *b = s->synonyms;
                 b < end && is_at(q, p, at, a); b++)
                if (b->set == a->set && b != a && !b->vague)
                    add_replaced(q, p, at, a->n, b->at, b->n);
}

/* A word of some bytes; true if it is one of the index. */
static bool make_term(const tby_search *s, tby_str raw, search_word *out)
{
    TBY_ASSERT(raw.n <= SEARCH_WORD_MAX);
    *out = (search_word){.raw_n = raw.n};
    memcpy(out->raw, raw.p, raw.n);
    tby__search_spell(out);
    for (size_t i = 0; i < s->terms_n; i++)
        if (tby_str_is(s->terms[i].spelt, out->spelt))
            return true;
    return false;
}

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

tby_rc tby__search_query_parse(const tby_search *s, tby_str text,
                               unsigned flags, search_query *out)
{
    bool alone = !(flags & TBY_SEARCH_COMPLETE) && tby_str_trim(text).n == 1;
    search_phrasing p = {.n = 0};
    bool only_moves = true;
    tby_str rest = text, word;

    out->words_n = out->phrasings_n = 0;
    out->has_codes = out->is_moves = false;
    while (tby_str_word(&rest, &word)) {
        search_words c = {.rest = word};
        search_word w;
        /* "e4" is a move though "E4" are the codes from E40 on; one letter is
         * a code only when there is nothing else. */
        if (!out->has_codes &&
            ((word.n != 1 || alone) && (word.n != 2 || word.p[0] < 'a') &&
             tby_codes_parse(word, &out->codes))) {
            out->has_codes = true;
            continue;
        }
        while (tby__search_words_next(&c, &w)) {
            if (p.n == SEARCH_PHRASING_WORDS)
                return TBY_E_LIMIT;
            tby__search_spell(&w);
            only_moves = only_moves && is_move(&w);
            p.at[p.n++] = (uint8_t)number_of(out, &w);
        }
    }
    if (p.n == 0)
        return TBY_OK;
    out->is_moves = only_moves;
    add_phrasing(out, &p, 0);

    /* All phrasings that follow from what was typed, or from another phrasing.
     */
    const search_phrasing *typed = &out->phrasings[0];
    search_word w[2];

    /* "carokann" is two words of the index */
    for (size_t at = 0; at < typed->n; at++) {
        tby_str raw = search_raw(&out->words[typed->at[at]]);
        if (make_term(s, raw, w))
            continue;
        for (size_t n = 3; n + 3 <= raw.n; n++)
            if (make_term(s, (tby_str){raw.p, n}, &w[0]) &&
                make_term(s, tby_str_from(raw, n), &w[1]))
                add_replaced(out, typed, at, 1, w, 2);
    }
    /* "counter gambit" is one */
    for (size_t at = 0; at + 1 < typed->n; at++) {
        tby_str a = search_raw(&out->words[typed->at[at]]);
        tby_str b = search_raw(&out->words[typed->at[at + 1]]);
        char raw[2 * SEARCH_WORD_MAX];

        memcpy(raw, a.p, a.n);
        memcpy(raw + a.n, b.p, b.n);
        if (a.n + b.n <= SEARCH_WORD_MAX &&
            make_term(s, (tby_str){raw, a.n + b.n}, w))
            add_replaced(out, typed, at, 2, w, 1);
    }
    for (size_t i = 0; i < out->phrasings_n; i++)
        add_synonyms(s, out, i);

    return TBY_OK;
}
