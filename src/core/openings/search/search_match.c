/* search_match.c - which terms a word of a query means. */
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

/* Shorter words have too many neighbours. */
enum { SLIP_LETTERS = 5 };

static tby_str raw_of(const search_word *w)
{
    return (tby_str){w->raw, w->raw_n};
}

static tby_str spelt_of(const search_word *w)
{
    return (tby_str){w->spelt, w->spelt_n};
}

static size_t same_start(tby_str a, tby_str b)
{
    size_t n = 0;

    while (n < a.n && n < b.n && a.p[n] == b.p[n])
        n++;
    return n;
}

/* The same from one byte of each on, or from there on b begins with a. */
static bool same_end(tby_str a, size_t i, tby_str b, size_t k, bool begun)
{
    tby_str x = tby_str_from(a, i), y = tby_str_from(b, k);

    return i <= a.n && k <= b.n &&
           (begun ? tby_str_starts(y, x) : tby_str_equal(x, y));
}

bool tby__search_one_slip(tby_str a, tby_str b, bool begun)
{
    size_t i = same_start(a, b);

    if (same_end(a, i + 1, b, i + 1, begun) || /* another letter */
        same_end(a, i + 1, b, i, begun) ||     /* one too many */
        same_end(a, i, b, i + 1, begun))       /* one too few */
        return true;
    return i + 1 < a.n && i + 1 < b.n && a.p[i] == b.p[i + 1] &&
           a.p[i + 1] == b.p[i] && same_end(a, i + 2, b, i + 2, begun);
}

/* Moves have many neighbours, too. */
static bool may_slip(const search_word *w)
{
    for (size_t i = 0; i < w->raw_n; i++)
        if (w->raw[i] >= '0' && w->raw[i] <= '9')
            return false;
    return w->raw_n >= SLIP_LETTERS;
}

static void match_term(const search_term *t, const search_word *w, uint32_t bit,
                       bool loose, search_masks *m)
{
    if (tby_str_equal(t->spelt, spelt_of(w)))
        m->equal |= bit;
    else if (tby_str_starts(t->raw, raw_of(w)) ||
             tby_str_starts(t->spelt, spelt_of(w)))
        m->starts |= bit;
    else if (may_slip(w) &&
             (tby__search_one_slip(spelt_of(w), t->spelt, loose) ||
              tby__search_one_slip(raw_of(w), t->raw, loose)))
        m->slips |= bit;
}

void tby__search_match_terms(const tby_search *s, const search_query *q,
                             bool loose, search_masks *out)
{
    for (size_t i = 0; i < s->terms_n; i++) {
        out[i] = (search_masks){0};
        for (size_t k = 0; k < q->words_n; k++)
            match_term(&s->terms[i], &q->words[k], (uint32_t)1 << k, loose,
                       &out[i]);
    }
}
