/* run_sort.c - the entries of a part, in the order of their keys.
 *
 * Keys are spread evenly, so that a place near the right one follows from the
 * bits below those that all keys of the part share: entries are put there in
 * one go, and then each place, of some two entries, is sorted for itself.
 * Entries of the same key keep the order of play. */
#include "store/run_int.h"

enum {
    FEW = 24,       /* entries that are sorted by insertion */
    PLACE_BITS = 16 /* the most */
};

static void insert(run_entry *e, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        run_entry moved = e[i];
        size_t to = i;
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

static tby_rc merge_sort(run_part *p, run_entry *e, size_t n)
{
    const tby_alloc libc = tby_alloc_libc();
    tby_rc rc =
        tby_grow(&libc, (void **)&p->spare, &p->spare_cap, n, sizeof *e);

    if (rc != TBY_OK)
        return rc;
    for (size_t at = 0; at < n; at += FEW)
        insert(e + at, n - at < FEW ? n - at : FEW);
    for (size_t half = FEW; half < n; half *= 2)
        for (size_t at = 0; at + half < n; at += 2 * half)
            merge(e + at, half, n - at < 2 * half ? n - at : 2 * half,
                  p->spare);
    return TBY_OK;
}

/* --- places ---------------------------------------------------------------*/

typedef struct places {
    uint32_t *at;
    unsigned up, down; /* shifts that leave the bits of a key that count */
} places;

static inline uint64_t key_of(const run_packed *e)
{
    return (uint64_t)e->key[1] << 32 | e->key[0];
}

/* The entries of a part that a batch has. */
typedef struct slice {
    const run_batch *batch;
    const run_packed *e, *end;
    const run_job *job;
} slice;

static slice slice_of(const run_part *p, size_t i)
{
    const run_plan *plan = p->plan;
    const run_batch *b = &plan->batches[i];

    return (slice){b, b->entries + run_batch_begin(b, p->part, plan->part_bits),
                   b->entries + run_batch_end(b, p->part, plan->part_bits),
                   plan->job};
}

/* The game of an entry, from 0; NO_GAME: it is not of the run, or was replayed.
 */
#define NO_GAME UINT32_MAX
static inline uint32_t game_of(const slice *s, const run_packed *e)
{
    const run_job *job = s->job;
    uint32_t game = e->what >> 13;

    if (!s->batch->ids)
        return s->batch->first + game;
    uint32_t id = s->batch->ids[game];
    return run_in_stock(job, id) ? id - job->first : NO_GAME;
}

/* Adds the entries of a batch to the places behind theirs but one. */
static void count(slice s, places to)
{
    for (const run_packed *e = s.e; e < s.end; e++)
        if (game_of(&s, e) != NO_GAME)
            to.at[(key_of(e) << to.up >> to.down) + 2]++;
}

/* at[i + 1] is where the next entry of place i goes. */
static void spread(slice s, places by, run_entry *to)
{
    for (const run_packed *e = s.e; e < s.end; e++) {
        uint64_t key = key_of(e);
        uint32_t game = game_of(&s, e);
        if (game != NO_GAME)
            to[by.at[(key << by.up >> by.down) + 1]++] =
                (run_entry){key, game, e->what & (RUN_BLACK | STORE_CODE)};
    }
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

tby_rc run_sort(run_part *p, size_t *n)
{
    const tby_alloc libc = tby_alloc_libc();
    size_t all = size_of_part(p);
    unsigned bits = run_width(all / 2);
    tby_rc rc;

    if (bits > PLACE_BITS)
        bits = PLACE_BITS;
    if (bits == 0)
        bits = 1; /* a shift by 64 would be none */
    size_t places_n = (size_t)1 << bits;
    if ((rc = tby_grow(&libc, (void **)&p->sorted, &p->sorted_cap, all,
                       sizeof *p->sorted)) < 0 ||
        (rc = tby_grow(&libc, (void **)&p->places, &p->places_cap, places_n + 2,
                       sizeof *p->places)) < 0)
        return rc;
    places s = {p->places, p->plan->part_bits, 64 - bits};
    memset(s.at, 0, (places_n + 2) * sizeof *s.at);
    for (size_t i = 0; i < p->plan->batches_n; i++)
        count(slice_of(p, i), s);
    for (size_t i = 2; i < places_n + 2; i++)
        s.at[i] += s.at[i - 1];
    for (size_t i = 0; i < p->plan->batches_n; i++)
        spread(slice_of(p, i), s, p->sorted);
    for (size_t i = 0; rc == TBY_OK && i < places_n; i++) {
        size_t size = s.at[i + 1] - s.at[i];
        if (size > FEW)
            rc = merge_sort(p, p->sorted + s.at[i], size);
        else
            insert(p->sorted + s.at[i], size);
    }
    *n = s.at[places_n];
    return rc;
}
