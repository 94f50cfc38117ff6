/* page.c - the bytes of a page. */
#include "store/index/int.h"

#include "core/base/checksum.h"

#include <stdlib.h>

enum { CODES = 1 << 12 };

/* Positions of one game. */
typedef struct once {
    uint32_t slot, group;
} once;

/* Positions of several: entries of the page. */
typedef struct several {
    size_t at;
    uint32_t n;
} several;

struct run_packer {
    once *once;
    size_t once_n, once_cap;
    several *several;
    size_t several_n, several_cap;
    uint32_t *ids; /* of a position, move by move */
    size_t ids_cap;
    uint32_t moves_n;
    run_group moves[CODES];
    uint32_t count[CODES]; /* games by code; all 0 between positions */
    uint32_t *next[CODES]; /* where the next id of a code goes */
};

struct run_packer *run_packer_open(void)
{
    return calloc(1, sizeof(struct run_packer));
}

void run_packer_close(struct run_packer *p)
{
    const tby_alloc libc = tby_alloc_libc();

    if (!p)
        return;
    tby_grow_free(&libc, p->once, p->once_cap, sizeof *p->once);
    tby_grow_free(&libc, p->several, p->several_cap, sizeof *p->several);
    tby_grow_free(&libc, p->ids, p->ids_cap, sizeof *p->ids);
    free(p);
}

/* --- checksums ------------------------------------------------------------*/

uint32_t run_sum(const void *row, size_t n, uint32_t number)
{
    const uint8_t *p = row;

    return (uint32_t)tby_checksum(p + RUN_SUM, n - RUN_SUM) + number;
}

void run_set_sum(void *row, size_t n, uint32_t number)
{
    uint32_t sum = run_sum(row, n, number);
    uint8_t *p = row;

    for (unsigned i = 0; i < RUN_SUM; i++)
        p[i] = (uint8_t)(sum >> 8 * i);
}

/* --- groups of games ------------------------------------------------------*/

unsigned run_digits_width(const run_digits *d, unsigned n)
{
    uint64_t most = 0; /* the largest number of n digits */

    for (; n > 0; n--)
        most = most * d->base + d->base - 1;
    return run_width(most);
}

/* As many digits as fit into a number, if that is less for each. */
run_digits run_digits_of(uint32_t games)
{
    run_digits d = {((uint64_t)games + STORE_GROUP - 1) / STORE_GROUP, 1, 0};
    unsigned one = run_digits_width(&d, 1);

    d.width = one;
    for (unsigned n = 2; n <= RUN_ID_DIGITS && n * one < 64; n++) {
        unsigned width = run_digits_width(&d, n);
        if (width <= RUN_BITS && width * d.n < d.width * n) {
            d.n = n;
            d.width = width;
        }
    }
    return d;
}

uint64_t run_digits_bits(const run_digits *d, uint64_t n)
{
    return n / d->n * d->width + run_digits_width(d, (unsigned)(n % d->n));
}

static void put_groups(run_writer *w, const once *o, size_t n, run_digits d)
{
    while (n > 0) {
        unsigned some = n < d.n ? (unsigned)n : d.n;
        uint64_t number = 0;
        for (unsigned i = some; i > 0; i--)
            number = number * d.base + o[i - 1].group;
        run_put(w, number, some == d.n ? d.width : run_digits_width(&d, some));
        o += some;
        n -= some;
    }
}

/* A one for the end of each slot, a zero for each position in it: the i-th
 * position is at bit slot + i. */
static void put_slots(run_writer *w, const once *o, size_t n)
{
    const size_t all = ((size_t)1 << RUN_KEY_BITS) + n;
    size_t from = 0, i = 0;

    while (from < all) {
        unsigned some =
            all - from < RUN_BITS ? (unsigned)(all - from) : (unsigned)RUN_BITS;
        uint64_t bits = (UINT64_C(1) << some) - 1;
        for (; i < n && o[i].slot + i < from + some; i++)
            bits &= ~(UINT64_C(1) << (o[i].slot + i - from));
        run_put(w, bits, some);
        from += some;
    }
}

/* --- positions ------------------------------------------------------------*/

/* Which entries are of one position.  A game that came back is counted with
 * its first visit: entries of a key are in the order of play. */
static size_t take_position(run_entry *e, size_t n, uint32_t *games)
{
    size_t i = 1;
    uint32_t kept = 1;

    for (; i < n && e[i].key == e[0].key; i++)
        if (e[i].game != e[kept - 1].game)
            e[kept++] = e[i];
    *games = kept;
    return i;
}

/* Those of the page, and how many they are. */
static tby_rc sort_out(struct run_packer *p, const run_plan *plan,
                       uint32_t page, run_entry *e, size_t *n)
{
    const tby_alloc libc = tby_alloc_libc();
    tby_rc rc =
        tby_grow(&libc, (void **)&p->once, &p->once_cap, *n, sizeof *p->once);
    size_t at = 0;

    if (rc == TBY_OK)
        rc = tby_grow(&libc, (void **)&p->several, &p->several_cap, *n,
                      sizeof *p->several);
    p->once_n = p->several_n = 0;
    while (rc == TBY_OK && at < *n) {
        uint64_t place = run_place(e[at].key, plan->pages);
        several s = {at, 0};
        if (place >> 32 != page)
            break;
        at += take_position(e + at, *n - at, &s.n);
        if (s.n > 1)
            p->several[p->several_n++] = s;
        else
            p->once[p->once_n++] = (once){run_slot_in(place, RUN_KEY_BITS),
                                          e[s.at].game / STORE_GROUP};
    }
    *n = at;
    return rc;
}

static void put_keys(const struct run_packer *p, run_writer *w,
                     const run_plan *plan, uint32_t page, const run_entry *e)
{
    uint64_t last = run_page_key(page, plan->pages);
    unsigned k = run_key_rice(plan->pages, (uint32_t)p->several_n);

    for (size_t i = 0; i < p->several_n; i++) {
        uint64_t key = e[p->several[i].at].key;
        run_put_rice(w, (key >> 32) - last, k);
        run_put(w, key & UINT32_MAX, 32);
        last = key >> 32;
    }
}

static bool before(const run_group *a, const run_group *b)
{
    return a->games != b->games ? a->games > b->games : a->code < b->code;
}

/* The moves of a position, most games first. */
static void count_moves(struct run_packer *p, const run_entry *e, uint32_t n)
{
    p->moves_n = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t code = e[i].what & STORE_CODE;
        if (p->count[code]++ == 0)
            p->moves[p->moves_n++].code = code;
    }
    for (uint32_t i = 0; i < p->moves_n; i++) {
        run_group group = {p->moves[i].code, p->count[p->moves[i].code], NULL};
        uint32_t to = i;
        for (; to > 0 && before(&group, &p->moves[to - 1]); to--)
            p->moves[to] = p->moves[to - 1];
        p->moves[to] = group;
        p->count[group.code] = 0;
    }
}

static void spread_ids(struct run_packer *p, const run_entry *e, uint32_t n)
{
    uint32_t *at = p->ids;

    for (uint32_t i = 0; i < p->moves_n; i++) {
        p->moves[i].ids = p->next[p->moves[i].code] = at;
        at += p->moves[i].games;
    }
    for (uint32_t i = 0; i < n; i++)
        *p->next[e[i].what & STORE_CODE]++ = e[i].game;
}

/* Games of each move but those that can be told without: the last one has the
 * rest, and no move has more than the one before it. */
static void put_moves(run_writer *w, const run_position *pos)
{
    uint32_t left = pos->games, most = left;

    run_put_gamma(w, pos->games - 1);
    for (uint32_t i = 0; i < pos->moves_n; i++) {
        const run_group *m = &pos->moves[i];
        run_put(w, m->code, 12);
        if (left < most)
            most = left;
        if (most > 1)
            run_put_gamma(w, most - m->games + 1);
        left -= m->games;
        most = m->games;
    }
}

void run_ids_put(run_writer *w, const uint32_t *ids, uint32_t n, uint32_t games)
{
    unsigned k = run_ids_rice(games, n);
    uint32_t last = 0;

    for (uint32_t i = 0; i < n; i++) {
        run_put_rice(w, ids[i] - last, k);
        last = ids[i] + 1;
    }
}

static tby_rc put_record(run_part *part, const run_entry *e, uint32_t n)
{
    struct run_packer *p = part->desk->packer;
    const tby_alloc libc = tby_alloc_libc();
    const run_job *job = part->plan->job;
    tby_rc rc =
        tby_grow(&libc, (void **)&p->ids, &p->ids_cap, n, sizeof *p->ids);

    if (rc != TBY_OK)
        return rc;
    count_moves(p, e, n);
    spread_ids(p, e, n);
    run_position pos = {n, p->moves_n, p->moves, e[0].what & RUN_BLACK};
    put_moves(&part->pages, &pos);
    if (n >= STORE_MANY) {
        run_many_put(&part->pages, &part->lists, job, &pos);
        return part->lists.rc;
    }
    for (uint32_t i = 0; i < pos.moves_n; i++)
        run_ids_put(&part->pages, pos.moves[i].ids, pos.moves[i].games,
                    job->games);
    return TBY_OK;
}

/* --- the page -------------------------------------------------------------*/

/* The place of the lists is changed later, when it is known how long the lists
 * before them are. */
static void put_head(run_part *part)
{
    const struct run_packer *p = part->desk->packer;
    bool many = false;

    for (size_t i = 0; i < p->several_n && !many; i++)
        many = p->several[i].n >= STORE_MANY;
    run_put_varint(&part->pages, (uint32_t)(2 * p->several_n + many));
    run_put_varint(&part->pages, (uint32_t)p->once_n);
    if (many)
        run_put(&part->pages, part->lists.n, 8 * RUN_BASE);
}

size_t run_page_put(run_part *part, uint32_t page, run_entry *e, size_t n)
{
    struct run_packer *p = part->desk->packer;
    run_writer *w = &part->pages;
    tby_rc rc = sort_out(p, part->plan, page, e, &n);

    if (rc != TBY_OK) {
        part->rc = rc;
        return n;
    }
    put_head(part);
    put_keys(p, w, part->plan, page, e);
    put_slots(w, p->once, p->once_n);
    put_groups(w, p->once, p->once_n, part->plan->digits);
    for (size_t i = 0; rc == TBY_OK && i < p->several_n; i++) {
        rc = put_record(part, e + p->several[i].at, p->several[i].n);
        part->entries += p->several[i].n;
    }
    run_put_end(w);
    part->entries += p->once_n;
    part->once += p->once_n;
    part->positions += p->several_n;
    part->rc = rc != TBY_OK ? rc : w->rc;
    return n;
}
