#include "tabiya/cards.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/rep/drill/cards_int.h"

#include <string.h>

/* Of lines that were refused; a file of more is refused as a whole. */
#define MAX_REFUSED ((size_t)1 << 28)

tby_rc tby_cards_open(tby_cards **out, const tby_alloc *alloc)
{
    tby_alloc memory = alloc ? *alloc : tby_alloc_libc();
    tby_cards *c = tby_grow_new(&memory, 1, sizeof *c);

    if (!c)
        return TBY_E_NOMEM;
    *c = (tby_cards){.alloc = memory};
    tby_buf_init(&c->refused, &memory, MAX_REFUSED);
    tby_keyset_init(&c->refused_sums, &memory, MAX_REFUSED);
    *out = c;
    return TBY_OK;
}

void tby_cards_close(tby_cards *c)
{
    if (!c)
        return;
    tby_alloc memory = c->alloc;

    tby_buf_free(&c->refused);
    tby_keyset_free(&c->refused_sums);
    tby_grow_free(&memory, c->at, c->cap, sizeof *c->at);
    tby_hashmap_free(&c->map, &memory);
    tby_grow_free(&memory, c, 1, sizeof *c);
}

size_t tby_cards_count(const tby_cards *c)
{
    return c->n;
}

const tby_card *tby_cards_at(const tby_cards *c, size_t i)
{
    return &c->at[i];
}

static tby_card *find(const tby_cards *c, const tby_pos *p)
{
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&c->map, p->key, k)) != TBY_NONE;
         k++)
        if (c->at[i].pos.key == p->key)
            return &c->at[i];
    return NULL;
}

const tby_card *tby_cards_find(const tby_cards *c, const tby_pos *p)
{
    return find(c, p);
}

tby_rc tby_cards_put(tby_cards *c, const tby_card *card)
{
    tby_card *old = find(c, &card->pos);
    bool grown;

    if (old) {
        old->memory = card->memory;
        return TBY_OK;
    }
    if (c->n >= TBY_MAX_CARDS)
        return TBY_E_LIMIT;
    TBY_TRY(tby_hashmap_reserve(&c->map, &c->alloc, c->n, &grown));
    for (uint32_t i = 0; grown && i < c->n; i++)
        tby_hashmap_put(&c->map, c->at[i].pos.key, i);
    TBY_TRY(TBY_GROW(&c->alloc, c->at, c->cap, c->n + 1));
    tby_hashmap_put(&c->map, card->pos.key, (uint32_t)c->n);
    c->at[c->n++] = *card;
    return TBY_OK;
}

static int order(double a, double b)
{
    return (a > b) - (a < b);
}

/* Positive if a counts and not b.  What comes after the time of the review
 * only makes sure that the order of the copies never matters. */
static int compare(const tby_memory *a, const tby_memory *b)
{
    if (a->last != b->last)
        return a->last > b->last ? 1 : -1;
    if (a->reps != b->reps)
        return a->reps > b->reps ? 1 : -1;
    if (a->lapses != b->lapses)
        return a->lapses > b->lapses ? 1 : -1;
    if (a->due != b->due)
        return a->due > b->due ? 1 : -1;
    int stability = order(a->stability, b->stability);
    return stability ? stability : order(a->difficulty, b->difficulty);
}

tby_rc tby_cards_merge(tby_cards *c, const tby_card *card)
{
    const tby_card *old = find(c, &card->pos);

    if (old && compare(&old->memory, &card->memory) >= 0)
        return TBY_OK;
    return tby_cards_put(c, card);
}

enum { DAY = 24 * 60 * 60 };

uint32_t tby_cards_due(const tby_cards *c, int64_t now)
{
    uint32_t due = 0;

    for (size_t i = 0; i < tby_cards_count(c); i++)
        due += tby_cards_at(c, i)->memory.due <= now;
    return due;
}

void tby_cards_by_day(const tby_cards *c, int64_t end, uint32_t *days, size_t n)
{
    if (!n)
        return;
    memset(days, 0, n * sizeof *days);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        int64_t due = tby_cards_at(c, i)->memory.due;
        uint64_t day =
            due < end ? 0 : ((uint64_t)due - (uint64_t)end) / DAY + 1;
        if (day < n)
            days[day]++;
    }
}

void tby_cards_by_recall(const tby_cards *c, int64_t now,
                         uint32_t tenths[TBY_CARDS_TENTHS])
{
    memset(tenths, 0, TBY_CARDS_TENTHS * sizeof *tenths);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        double recall = tby_memory_recall(&tby_cards_at(c, i)->memory, now);
        int tenth = (int)(recall * TBY_CARDS_TENTHS);
        tenths[tenth < TBY_CARDS_TENTHS ? tenth : TBY_CARDS_TENTHS - 1]++;
    }
}

void tby_cards_by_stability(const tby_cards *c,
                            uint32_t counts[TBY_CARDS_STABILITIES])
{
    static const double BELOW[TBY_CARDS_STABILITIES - 1] = {1, 7, 30, 90, 365};

    memset(counts, 0, TBY_CARDS_STABILITIES * sizeof *counts);
    for (size_t i = 0; i < tby_cards_count(c); i++) {
        double days = tby_cards_at(c, i)->memory.stability;
        size_t at = 0;
        while (at < TBY_CARDS_STABILITIES - 1 && days >= BELOW[at])
            at++;
        counts[at]++;
    }
}
