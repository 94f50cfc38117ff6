/* run_sort.c - the entries of a part, in the order of their keys.
 *
 * Keys are spread evenly, so that a place near the right one follows from the
 * bits below those that all keys of the part share: entries are put there in
 * one go, and then few are out of order, and not far from where they belong.
 * Entries of the same key keep the order of play. */
#include "store/run_int.h"

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

/* Those that a batch has. */
typedef struct slice {
    const run_batch *batch;
    const run_packed *e, *end;
} slice;

static slice slice_of(const run_part *p, size_t i)
{
    const run_plan *plan = p->plan;
    const run_batch *b = &plan->batches[i];

    return (slice){b, b->entries + run_batch_begin(b, p->part, plan->part_bits),
                   b->entries + run_batch_end(b, p->part, plan->part_bits)};
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

static inline run_entry entry_of(const run_packed *e, uint32_t game)
{
    return (run_entry){(uint64_t)e->key[1] << 32 | e->key[0], game,
                       e->what & (RUN_BLACK | STORE_CODE)};
}

/* --- places ---------------------------------------------------------------*/

/* at[i + 1] is where the next entry of place i goes, and in the end where the
 * next place begins. */
typedef struct places {
    uint32_t *at;
    size_t n;
    unsigned up, down; /* shifts that leave the bits of a key that count */
} places;

static inline size_t place_of(const places *s, const run_entry *e)
{
    return (size_t)(e->key << s->up >> s->down);
}

static void spread(const places *s, const run_entry *from, size_t n,
                   run_entry *to)
{
    for (size_t i = 2; i < s->n + 2; i++)
        s->at[i] += s->at[i - 1];
    for (size_t i = 0; i < n; i++)
        to[s->at[place_of(s, &from[i]) + 1]++] = from[i];
}

/* Unpacks them behind each other and counts them by place; returns the end. */
static run_entry *unpack(slice s, const places *counts, run_entry *to)
{
    for (const run_packed *e = s.e; e < s.end; e++, to++) {
        *to = entry_of(e, s.batch->first + (e->what >> 13));
        counts->at[place_of(counts, to) + 2]++;
    }
    return to;
}

/* The same of a stock, without what is not of the run. */
static run_entry *unpack_stock(slice s, const run_job *job,
                               const places *counts, run_entry *to)
{
    const uint32_t *ids = s.batch->ids;

    for (const run_packed *e = s.e; e < s.end; e++) {
        uint32_t id = ids[e->what >> 13];
        bool in = run_in_stock(job, id);
        *to = entry_of(e, id - job->first);
        counts->at[place_of(counts, to) + 2] += in;
        to += in;
    }
    return to;
}

/* Each batch has a few, far from those of the next. */
static void ask_early(slice s)
{
    enum { LINES = 4, LINE = 64 };

    for (size_t i = 0; i < LINES; i++)
        __builtin_prefetch((const char *)s.e + i * LINE);
}

/* All of them in the order of play; how many there are. */
static size_t gather(const run_part *p, const places *counts, run_entry *to)
{
    enum { AHEAD = 3 };
    const run_entry *begin = to;
    size_t n = p->plan->batches_n;

    memset(counts->at, 0, (counts->n + 2) * sizeof *counts->at);
    for (size_t i = 0; i < n; i++) {
        slice s = slice_of(p, i);
        if (i + AHEAD < n)
            ask_early(slice_of(p, i + AHEAD));
        to = s.batch->ids ? unpack_stock(s, p->plan->job, counts, to)
                          : unpack(s, counts, to);
    }
    return (size_t)(to - begin);
}

static tby_rc make_room(run_part *p, size_t entries, size_t places_n)
{
    const tby_alloc libc = tby_alloc_libc();
    tby_rc rc = tby_grow(&libc, (void **)&p->sorted, &p->sorted_cap, entries,
                         sizeof *p->sorted);

    if (rc == TBY_OK)
        rc = tby_grow(&libc, (void **)&p->spare, &p->spare_cap, entries,
                      sizeof *p->spare);
    if (rc == TBY_OK)
        rc = tby_grow(&libc, (void **)&p->places, &p->places_cap, places_n + 2,
                      sizeof *p->places);
    return rc;
}

tby_rc run_sort(run_part *p, size_t *n)
{
    size_t all = size_of_part(p);
    unsigned bits = run_width(all);

    if (bits > PLACE_BITS)
        bits = PLACE_BITS;
    if (bits == 0)
        bits = 1; /* a shift by 64 would be none */
    tby_rc rc = make_room(p, all, (size_t)1 << bits);
    if (rc != TBY_OK)
        return rc;
    places s = {p->places, (size_t)1 << bits, p->plan->part_bits, 64 - bits};
    *n = gather(p, &s, p->spare);
    spread(&s, p->spare, *n, p->sorted);
    for (size_t i = 0; i < s.n; i++)
        if (s.at[i + 1] - s.at[i] > FEW)
            merge_sort(p->sorted + s.at[i], s.at[i + 1] - s.at[i], p->spare);
    insert(p->sorted, *n);
    return TBY_OK;
}
