/* sort.c - the entries of a part, in the order of their keys.
 *
 * Keys are spread evenly, so that a place near the right one follows from the
 * bits below those that all keys of the part share: entries are put there in
 * one go, and then few are out of order, and not far from where they belong.
 * Entries of the same key keep the order of play. */
#include "store/index/int.h"

enum {
    FEW = 24,       /* entries of a place that are sorted by insertion */
    PLACE_BITS = 16 /* the most */
};

static void insert(run_entry *e, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        run_entry moved = e[i];
        size_t to = i;
        if (e[to - 1].key <= moved.key)
            continue;
        for (; to > 0 && e[to - 1].key > moved.key; to--)
            e[to] = e[to - 1];
        e[to] = moved;
    }
}

/* Merges two sorted pieces; what is in order already costs nothing, and that
 * is how all games start. */
static void merge(run_entry *e, size_t middle, size_t n, run_entry *spare)
{
    size_t left = 0, right = middle, to = 0;

    if (e[middle - 1].key <= e[middle].key)
        return;
    memcpy(spare, e, middle * sizeof *e);
    while (left < middle)
        e[to++] = right < n && e[right].key < spare[left].key ? e[right++]
                                                              : spare[left++];
}

static void merge_sort(run_entry *e, size_t n, run_entry *spare)
{
    for (size_t at = 0; at < n; at += FEW)
        insert(e + at, n - at < FEW ? n - at : FEW);
    for (size_t half = FEW; half < n; half *= 2)
        for (size_t at = 0; at + half < n; at += 2 * half)
            merge(e + at, half, n - at < 2 * half ? n - at : 2 * half, spare);
}

/* --- entries of a part ----------------------------------------------------*/

/* Those that a batch has, and what tells their games: the ids of a stock, of
 * which those from `least` on count, `most` at the most. */
typedef struct slice {
    const run_packed *e, *end;
    const uint32_t *ids;
    uint32_t first, least, most;
} slice;

static slice slice_of(const run_part *p, size_t i)
{
    const run_plan *plan = p->plan;
    const run_job *job = plan->job;
    const run_batch *b = &plan->batches[i];

    return (slice){b->entries + run_batch_begin(b, p->part, plan->part_bits),
                   b->entries + run_batch_end(b, p->part, plan->part_bits),
                   b->ids,
                   b->ids ? job->first : b->first,
                   job->stocked,
                   job->first + job->games - job->stocked};
}

/* What is not of the run is counted, too. */
static size_t size_of_part(const run_part *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->plan->batches_n; i++) {
        slice s = slice_of(p, i);
        n += (size_t)(s.end - s.e);
    }
    return n;
}

/* Each batch has a few, far from those of the next. */
static slice slice_at(const run_part *p, size_t i)
{
    enum { AHEAD = 3, LINES = 4, LINE = 64 };

    if (i + AHEAD < p->plan->batches_n) {
        slice next = slice_of(p, i + AHEAD);
        for (size_t line = 0; line < LINES; line++)
            __builtin_prefetch((const char *)next.e + line * LINE);
    }
    return slice_of(p, i);
}

/* --- places ---------------------------------------------------------------*/

/* at[i + 1] is where the next entry of place i goes, and in the end where the
 * next place begins. */
typedef struct places {
    uint32_t *at;
    size_t n;
    unsigned up, down; /* shifts that leave the bits of a key that count */
} places;

static inline size_t place_of(const places *s, const run_packed *e)
{
    return e->key[1] << s->up >> s->down;
}

/* Counts the entries of each place, `counts` being s->at + 2. */
static void count_slice(slice from, places s, uint32_t *counts)
{
    if (!from.ids) {
        for (const run_packed *e = from.e; e < from.end; e++)
            counts[place_of(&s, e)]++;
        return;
    }
    for (const run_packed *e = from.e; e < from.end; e++)
        counts[place_of(&s, e)] +=
            from.ids[e->what >> 13] - from.least < from.most;
}

/* How many there are, and where each place begins. */
static size_t count(const run_part *p, const places *s)
{
    memset(s->at, 0, (s->n + 2) * sizeof *s->at);
    for (size_t i = 0; i < p->plan->batches_n; i++)
        count_slice(slice_at(p, i), *s, s->at + 2);
    for (size_t i = 2; i < s->n + 2; i++)
        s->at[i] += s->at[i - 1];
    return s->at[s->n + 1];
}

static inline run_entry entry_of(const run_packed *e, uint32_t game)
{
    return (run_entry){(uint64_t)e->key[1] << 32 | e->key[0], game,
                       e->what & (RUN_BLACK | STORE_CODE)};
}

/* Puts them where they belong, `next` being s->at + 1. */
static void spread_slice(slice from, places s, uint32_t *next, run_entry *to)
{
    if (!from.ids) {
        for (const run_packed *e = from.e; e < from.end; e++)
            to[next[place_of(&s, e)]++] =
                entry_of(e, from.first + (e->what >> 13));
        return;
    }
    for (const run_packed *e = from.e; e < from.end; e++) {
        uint32_t id = from.ids[e->what >> 13];
        if (id - from.least < from.most)
            to[next[place_of(&s, e)]++] = entry_of(e, id - from.first);
    }
}

static void spread(const run_part *p, const places *s, run_entry *to)
{
    for (size_t i = 0; i < p->plan->batches_n; i++)
        spread_slice(slice_of(p, i), *s, s->at + 1, to);
}

static tby_rc make_room(run_desk *d, size_t entries, size_t places_n)
{
    const tby_alloc libc = tby_alloc_libc();
    tby_rc rc = tby_grow(&libc, (void **)&d->sorted, &d->sorted_cap, entries,
                         sizeof *d->sorted);

    if (rc == TBY_OK)
        rc = tby_grow(&libc, (void **)&d->spare, &d->spare_cap, entries,
                      sizeof *d->spare);
    if (rc == TBY_OK)
        rc = tby_grow(&libc, (void **)&d->places, &d->places_cap, places_n + 2,
                      sizeof *d->places);
    return rc;
}

tby_rc run_sort(run_part *p, size_t *n)
{
    size_t all = size_of_part(p);
    unsigned bits = run_width(all);

    if (bits > PLACE_BITS)
        bits = PLACE_BITS;
    if (bits == 0)
        bits = 1; /* a shift by 32 would be none */
    tby_rc rc = make_room(p->desk, all, (size_t)1 << bits);
    if (rc != TBY_OK)
        return rc;
    places s = {p->desk->places, (size_t)1 << bits, p->plan->part_bits,
                32 - bits};
    *n = count(p, &s);
    spread(p, &s, p->desk->sorted);
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i + 1] - s.at[i] > FEW)
            merge_sort(p->desk->sorted + s.at[i], s.at[i + 1] - s.at[i],
                       p->desk->spare);
    insert(p->desk->sorted, *n);
    return TBY_OK;
}
