/* tally.c - see tally.h. */
#include "work/games/tally.h"

#include "core/base/str.h"
#include "work/games/int.h"

#include <string.h>

enum { SLOTS_LEAST = 64 };

void tby_tally_init(tby_tally *t, uint32_t most)
{
    *t = (tby_tally){.most = most ? most : TBY_TALLY_TEXTS};
}

void tby_tally_free(tby_tally *t)
{
    games_resize(t->entries, t->cap * sizeof *t->entries, 0);
    games_resize(t->slots, t->slots_n * sizeof *t->slots, 0);
    games_resize(t->text, t->text_cap, 0);
    tby_tally_init(t, t->most);
}

void tby_tally_clear(tby_tally *t)
{
    t->n = 0;
    t->text_n = 0;
    t->missed = 0;
    if (t->slots)
        memset(t->slots, 0, t->slots_n * sizeof *t->slots);
}

/* FNV-1a, its halves folded together. */
static uint32_t hash_of(tby_str s)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * UINT64_C(0x100000001b3);
    return (uint32_t)(h ^ h >> 32);
}

tby_str tby_tally_text(const tby_tally *t, const tby_tally_entry *e)
{
    return (tby_str){e->bytes ? t->text + e->at : "", e->bytes};
}

/* The slot that holds the text or could take it. */
static uint32_t *find(const tby_tally *t, tby_str s, uint32_t hash)
{
    uint32_t mask = t->slots_n - 1;

    for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &t->slots[i];
        const tby_tally_entry *e = *slot ? &t->entries[*slot - 1] : NULL;
        if (!e || (e->hash == hash && tby_str_equal(tby_tally_text(t, e), s)))
            return slot;
    }
}

/* Makes room for one more entry: slots at most half full. */
static tby_rc reserve_entry(tby_tally *t)
{
    if (t->n < t->cap)
        return TBY_OK;
    uint32_t slots_n = t->slots_n ? 2 * t->slots_n : SLOTS_LEAST;
    uint32_t cap = slots_n / 2;
    uint32_t *slots = games_resize(NULL, 0, slots_n * sizeof *slots);
    if (!slots)
        return TBY_E_NOMEM;
    tby_tally_entry *entries = games_resize(
        t->entries, t->cap * sizeof *entries, cap * sizeof *entries);
    if (!entries) {
        games_resize(slots, slots_n * sizeof *slots, 0);
        return TBY_E_NOMEM;
    }
    games_resize(t->slots, t->slots_n * sizeof *slots, 0);
    memset(slots, 0, slots_n * sizeof *slots);
    t->entries = entries;
    t->slots = slots;
    t->slots_n = slots_n;
    t->cap = cap;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t at = entries[i].hash & (slots_n - 1);
        while (slots[at])
            at = (at + 1) & (slots_n - 1);
        slots[at] = i + 1;
    }
    return TBY_OK;
}

static tby_rc reserve_text(tby_tally *t, size_t more)
{
    if (more <= t->text_cap - t->text_n)
        return TBY_OK;
    size_t cap = 2 * (t->text_n + more) + 256;
    if (cap > TBY_TALLY_BYTES)
        cap = TBY_TALLY_BYTES;
    char *text = games_resize(t->text, t->text_cap, cap);
    if (!text)
        return TBY_E_NOMEM;
    t->text = text;
    t->text_cap = cap;
    return TBY_OK;
}

static tby_rc add_new(tby_tally *t, tby_str s, uint32_t hash, uint64_t n)
{
    if (t->n >= t->most || s.n > TBY_TALLY_BYTES - t->text_n) {
        t->missed += n;
        return TBY_OK;
    }
    tby_rc rc = reserve_text(t, s.n);
    if (rc == TBY_OK)
        rc = reserve_entry(t);
    if (rc != TBY_OK)
        return rc;
    t->entries[t->n++] = (tby_tally_entry){.n = n,
                                           .hash = hash,
                                           .at = (uint32_t)t->text_n,
                                           .bytes = (uint32_t)s.n};
    if (s.n)
        memcpy(t->text + t->text_n, s.p, s.n);
    t->text_n += s.n;
    *find(t, s, hash) = t->n;
    return TBY_OK;
}

static tby_rc add_hashed(tby_tally *t, tby_str s, uint32_t hash, uint64_t n)
{
    const uint32_t *slot = t->slots_n ? find(t, s, hash) : NULL;

    if (!slot || !*slot)
        return add_new(t, s, hash, n);
    t->entries[*slot - 1].n += n;
    return TBY_OK;
}

tby_rc tby_tally_add(tby_tally *t, tby_str text, uint64_t n)
{
    return add_hashed(t, text, hash_of(text), n);
}

tby_rc tby_tally_merge(tby_tally *to, const tby_tally *from)
{
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; i < from->n && rc == TBY_OK; i++) {
        const tby_tally_entry *e = &from->entries[i];
        rc = add_hashed(to, tby_tally_text(from, e), e->hash, e->n);
    }
    to->missed += from->missed;
    return rc;
}

static bool is_before(const tby_tally *t, const tby_tally_entry *a,
                      const tby_tally_entry *b)
{
    if (a->n != b->n)
        return a->n > b->n;
    return tby_str_compare(tby_tally_text(t, a), tby_tally_text(t, b)) < 0;
}

size_t tby_tally_top(const tby_tally *t, const tby_tally_entry *out[],
                     size_t cap)
{
    size_t n = 0;

    for (uint32_t i = 0; i < t->n && cap; i++) {
        const tby_tally_entry *e = &t->entries[i];
        if (n == cap && !is_before(t, e, out[n - 1]))
            continue;
        size_t at = n < cap ? n++ : n - 1;
        for (; at > 0 && is_before(t, e, out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = e;
    }
    return n;
}
