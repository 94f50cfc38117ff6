/* learn_table.c - how often positions are met, in bounded memory. */
#include "work/games/int.h"
#include "work/openings/learn_int.h"

#include <string.h>

enum { CAP_LEAST = 1 << 12, CAP_MOST = 1 << 22 };

static size_t slot_of(const learn_table *t, uint64_t key)
{
    size_t i =
        (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (t->cap - 1);

    while (t->values[i] && t->keys[i] != key)
        i = (i + 1) & (t->cap - 1);
    return i;
}

void learn_table_free(learn_table *t)
{
    games_resize(t->keys, t->cap * sizeof *t->keys, 0);
    games_resize(t->values, t->cap * sizeof *t->values, 0);
    *t = (learn_table){.keys = NULL};
}

/* Another table of a size, with those of `from` that have at least this. */
static tby_rc copy(learn_table *t, size_t cap, const learn_table *from,
                   uint32_t least)
{
    *t = (learn_table){.cap = cap};
    t->keys = games_resize(NULL, 0, cap * sizeof *t->keys);
    t->values = games_resize(NULL, 0, cap * sizeof *t->values);
    if (!t->keys || !t->values) {
        learn_table_free(t);
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
static size_t count_from(const learn_table *t, uint32_t least)
{
    size_t n = 0;

    for (size_t i = 0; i < t->cap; i++)
        n += t->values[i] >= least;
    return n;
}

static tby_rc make_room(learn_table *t)
{
    size_t cap = t->cap ? t->cap : CAP_LEAST / 2;
    uint32_t least = 1;
    learn_table grown;

    if (cap < CAP_MOST)
        cap *= 2;
    else
        while (count_from(t, least) > cap / 2)
            least++;
    tby_rc rc = copy(&grown, cap, t, least);
    if (rc != TBY_OK)
        return rc;
    learn_table_free(t);
    *t = grown;
    return TBY_OK;
}

tby_rc learn_table_count(learn_table *t, uint64_t key)
{
    if (t->used >= t->cap - t->cap / 4) {
        tby_rc rc = make_room(t);
        if (rc != TBY_OK)
            return rc;
    }
    size_t i = slot_of(t, key);
    t->used += t->values[i] == 0;
    t->keys[i] = key;
    t->values[i]++;
    return TBY_OK;
}

uint32_t learn_table_get(const learn_table *t, uint64_t key)
{
    return t->cap ? t->values[slot_of(t, key)] : 0;
}

tby_rc learn_table_number(learn_table *t, uint32_t least, size_t most,
                          uint32_t *n)
{
    learn_table kept;
    size_t cap = CAP_LEAST, found = 0;

    while (t->cap && (found = count_from(t, least)) > most)
        least++;
    while (cap < 2 * found)
        cap *= 2;
    tby_rc rc = copy(&kept, cap, t, least);
    if (rc != TBY_OK)
        return rc;
    learn_table_free(t);
    *t = kept;
    *n = 0;
    for (size_t i = 0; i < t->cap; i++)
        if (t->values[i])
            t->values[i] = ++*n;
    return TBY_OK;
}
