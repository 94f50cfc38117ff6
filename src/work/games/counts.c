#include "work/games/counts.h"
#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "work/games/int.h"

#include <string.h>

void tby_tally_init(tby_tally *t, uint32_t most)
{
    *t = (tby_tally){.most = most ? most : TBY_TALLY_TEXTS};
    tby_buf_init(&t->text, NULL, TBY_TALLY_BYTES);
}

void tby_tally_free(tby_tally *t)
{
    tby_grow_free(NULL, t->entries, t->cap, sizeof *t->entries);
    tby_hashmap_free(&t->map, NULL);
    tby_buf_free(&t->text);
    tby_tally_init(t, t->most);
}

void tby_tally_clear(tby_tally *t)
{
    t->n = 0;
    t->missed = 0;
    tby_buf_clear(&t->text);
    tby_hashmap_clear(&t->map);
}

tby_str tby_tally_text(const tby_tally *t, const tby_tally_entry *e)
{
    TBY_ASSERT(e->at + (size_t)e->bytes <= t->text.n);
    return (tby_str){e->bytes ? t->text.p + e->at : "", e->bytes};
}

static tby_rc add_hashed(tby_tally *t, tby_str s, uint32_t hash, uint64_t n)
{
    uint32_t at;

    for (size_t k = 0; (at = tby_hashmap_at(&t->map, hash, k)) != TBY_NONE; k++)
        if (t->entries[at].hash == hash &&
            tby_str_equal(tby_tally_text(t, &t->entries[at]), s)) {
            t->entries[at].n += n;
            return TBY_OK;
        }
    if (t->n >= t->most || s.n > TBY_TALLY_BYTES - t->text.n) {
        t->missed += n;
        return TBY_OK;
    }
    TBY_TRY(TBY_GROW(NULL, t->entries, t->cap, t->n + 1));
    TBY_HASHMAP_ROOM(&t->map, NULL, t->n, t->entries[i].hash);
    t->entries[t->n] = (tby_tally_entry){.n = n,
                                         .hash = hash,
                                         .at = (uint32_t)t->text.n,
                                         .bytes = (uint32_t)s.n};
    tby_buf_add(&t->text, s);
    if (t->text.rc == TBY_OK)
        tby_hashmap_put(&t->map, hash, t->n++);
    return t->text.rc;
}

tby_rc tby_tally_add(tby_tally *t, tby_str text, uint64_t n)
{
    TBY_ASSERT(t->n <= t->most);
    return add_hashed(t, text, (uint32_t)tby_hash_bytes(text), n);
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

enum { CAP_LEAST = 1 << 12 };

static size_t slot_of(const tby_key_counts *t, uint64_t key)
{
    size_t i =
        (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (t->cap - 1);

    TBY_ASSERT(t->cap && (t->cap & (t->cap - 1)) == 0);
    while (t->values[i] && t->keys[i] != key)
        i = (i + 1) & (t->cap - 1);
    return i;
}

void tby_key_counts_free(tby_key_counts *t)
{
    games_free(t->keys, t->cap * sizeof *t->keys);
    games_free(t->values, t->cap * sizeof *t->values);
    *t = (tby_key_counts){.cap_most = t->cap_most, .forget = t->forget};
}

/* Another table of a size, with those of `from` that have at least this. */
static tby_rc copy(tby_key_counts *t, size_t cap, const tby_key_counts *from,
                   uint32_t least)
{
    *t = (tby_key_counts){
        .cap = cap, .cap_most = from->cap_most, .forget = from->forget};
    t->keys = games_resize(NULL, 0, cap * sizeof *t->keys);
    t->values = games_resize(NULL, 0, cap * sizeof *t->values);
    if (!t->keys || !t->values) {
        tby_key_counts_free(t);
        return TBY_E_NOMEM;
    }
    memset(t->values, 0, cap * sizeof *t->values);
    for (size_t i = 0; i < from->cap; i++) {
        if (from->values[i] < least || !from->values[i])
            continue;
        size_t slot = slot_of(t, from->keys[i]);
        t->keys[slot] = from->keys[i];
        t->values[slot] = from->values[i];
        t->used++;
    }
    return TBY_OK;
}

/* How many have at least this. */
static size_t count_from(const tby_key_counts *t, uint32_t least)
{
    size_t n = 0;

    for (size_t i = 0; i < t->cap; i++)
        n += t->values[i] >= least;
    return n;
}

static tby_rc make_room(tby_key_counts *t)
{
    size_t cap = t->cap ? t->cap : CAP_LEAST / 2;
    uint32_t least = 1;
    tby_key_counts grown;

    TBY_ASSERT(t->cap_most >= CAP_LEAST);
    if (cap < t->cap_most)
        cap *= 2;
    else if (!t->forget)
        return TBY_E_LIMIT;
    else
        while (count_from(t, least) > cap / 2)
            least++;
    TBY_TRY(copy(&grown, cap, t, least));
    tby_key_counts_free(t);
    *t = grown;
    return TBY_OK;
}

tby_rc tby_key_counts_add(tby_key_counts *t, uint64_t key)
{
    TBY_ASSERT(t->used <= t->cap);
    if (t->used >= t->cap - t->cap / 4) {
        TBY_TRY(make_room(t));
    }
    size_t i = slot_of(t, key);
    t->used += t->values[i] == 0;
    t->keys[i] = key;
    t->values[i] += t->values[i] < UINT32_MAX;
    return TBY_OK;
}

uint32_t tby_key_counts_get(const tby_key_counts *t, uint64_t key)
{
    return t->cap ? t->values[slot_of(t, key)] : 0;
}

tby_rc tby_key_counts_number(tby_key_counts *t, uint32_t least, size_t most,
                             uint32_t *n)
{
    tby_key_counts kept;
    size_t cap = CAP_LEAST, found = 0;

    while (t->cap && (found = count_from(t, least)) > most)
        least++;
    while (cap < 2 * found)
        cap *= 2;
    TBY_TRY(copy(&kept, cap, t, least));
    tby_key_counts_free(t);
    *t = kept;
    *n = 0;
    for (size_t i = 0; i < t->cap; i++)
        if (t->values[i])
            t->values[i] = ++*n;
    return TBY_OK;
}
