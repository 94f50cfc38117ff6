/* tby__search_judge.c - how well a name fits a query, as a number. */
#include "core/base/str.h"
#include "core/openings/search/search_int.h"

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

static const search_term *term_at(const search_case *f, const search_label *l,
                                  size_t i)
{
    return &f->s->terms[f->s->words[l->words_at + i]];
}

static const search_masks *masks_at(const search_case *f, const search_label *l,
                                    size_t i)
{
    return &f->masks[f->s->words[l->words_at + i]];
}

/* What the words of a label can be, all together. */
static search_masks masks_of(const search_case *f, const search_label *l)
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

static cover cover_of(const search_case *f, const search_label *l,
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

/* 0 if the name is what was typed, 1 if it is word for word, else 2. */
static unsigned difference(const search_case *f, const search_label *l,
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

/* The key of a label for one way to say it. */
static uint64_t judge_way(const search_case *f, const search_label *l,
                          const search_masks *all, size_t way)
{
    const search_way *w = &f->q->ways[way];
    uint32_t any = all->equal | all->starts | all->slips;
    uint32_t begun = w->mask & ~all->equal;
    uint64_t key = 0;

    if (w->mask & ~w->optional & ~any)
        return SEARCH_NOTHING;
    if (f->flags & TBY_SEARCH_COMPLETE) /* being begun is no fault of it */
        begun &= ~((uint32_t)1 << w->at[w->n - 1]);
    cover c = cover_of(f, l, w, all);
    unsigned tier = tier_of(l, &c);
    bool other = way || low_bits(l->words_n) & ~c.telling & ~c.covered;
    unsigned cost = count_bits(w->mask & ~any) * (other ? LACKS_MORE : LACKS);
    search_push(&key, 2, count_bits(begun & ~all->starts & all->slips));
    search_push(&key, 3, count_bits(begun & all->starts));
    search_push(&key, 4, tier + cost);
    search_push(&key, 2, difference(f, l, w, all, c.in_order));
    search_push(&key, 4, way);
    search_push(&key, 1, !l->is_name);
    search_push(&key, 6, missed(l, &c, tier));
    search_push(&key, 16, l->weight < UINT16_MAX ? UINT16_MAX - l->weight : 0);
    search_push(&key, 6, l->words_n);
    return key;
}

/* The best of all ways. */
uint64_t tby__search_judge(const search_case *f, const search_label *l)
{
    search_masks all = masks_of(f, l);
    uint64_t best = SEARCH_NOTHING;

    if (f->q->ways_n == 0)
        return 0; /* codes are enough */
    for (size_t i = 0; i < f->q->ways_n; i++) {
        uint64_t key = judge_way(f, l, &all, i);
        best = key < best ? key : best;
    }
    return best;
}
