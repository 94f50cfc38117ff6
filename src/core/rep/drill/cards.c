/* cards.c - see tabiya/cards.h. */
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
    tby_grow_free(&memory, c->slots, c->slots_n, sizeof *c->slots);
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

/* --- looking up -----------------------------------------------------------*/

/* The slot of a key, or the free one where it would go. */
static size_t slot_of(const tby_cards *c, uint64_t key)
{
    size_t mask = c->slots_n - 1;
    size_t i = (size_t)(key >> 20) & mask;

    while (c->slots[i] && c->at[c->slots[i] - 1].pos.key != key)
        i = (i + 1) & mask;
    return i;
}

static tby_card *find(const tby_cards *c, const tby_pos *p)
{
    uint32_t slot = c->n ? c->slots[slot_of(c, p->key)] : 0;

    return slot ? &c->at[slot - 1] : NULL;
}

const tby_card *tby_cards_find(const tby_cards *c, const tby_pos *p)
{
    return find(c, p);
}

/* --- growing --------------------------------------------------------------*/

static tby_rc grow_slots(tby_cards *c)
{
    size_t n = c->slots_n ? 2 * c->slots_n : 256;
    uint32_t *slots = tby_grow_new(&c->alloc, n, sizeof *slots);

    if (!slots)
        return TBY_E_NOMEM;
    tby_grow_free(&c->alloc, c->slots, c->slots_n, sizeof *slots);
    memset(slots, 0, n * sizeof *slots);
    c->slots = slots;
    c->slots_n = n;
    for (size_t i = 0; i < c->n; i++)
        slots[slot_of(c, c->at[i].pos.key)] = (uint32_t)i + 1;
    return TBY_OK;
}

static tby_rc reserve(tby_cards *c)
{
    if (c->n >= TBY_MAX_CARDS)
        return TBY_E_LIMIT;
    if (2 * (c->n + 1) > c->slots_n && grow_slots(c) != TBY_OK)
        return TBY_E_NOMEM;
    void *at = c->at;
    tby_rc rc = tby_grow(&c->alloc, &at, &c->cap, c->n + 1, sizeof *c->at);
    c->at = at;
    return rc;
}

tby_rc tby_cards_put(tby_cards *c, const tby_card *card)
{
    tby_card *old = find(c, &card->pos);

    if (old) {
        old->memory = card->memory;
        return TBY_OK;
    }
    tby_rc rc = reserve(c);
    if (rc != TBY_OK)
        return rc;
    c->slots[slot_of(c, card->pos.key)] = (uint32_t)c->n + 1;
    c->at[c->n++] = *card;
    return TBY_OK;
}

/* --- merging --------------------------------------------------------------*/

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
