/* page.c - the bytes of a page. */
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "store/index/int.h"
#include "store/index/run.h"

#include <stdlib.h>

/* --- statistics -----------------------------------------------------------*/

static run_move sum_up(const run_job *job, const run_group *group, bool black)
{
    run_move m = {.code = (store_code)group->code, .games = group->games};

    for (uint32_t i = 0; i < group->games; i++) {
        const run_fact *f = &job->facts[group->ids[i]];
        uint32_t elo = f->elo[black], other = f->elo[!black];
        uint32_t year = f->date >> 9;
        m.white += f->result == TBY_RESULT_WHITE;
        m.draws += f->result == TBY_RESULT_DRAW;
        m.black += f->result == TBY_RESULT_BLACK;
        m.elo_sum += elo;
        m.elo_n += elo != 0;
        m.other_sum += other;
        m.other_n += other != 0;
        if (year > m.last)
            m.last = year;
    }
    return m;
}

/* How many ratings are known, and their sum. */
static void put_elo(run_writer *w, uint32_t games, uint32_t n, uint64_t sum)
{
    run_put_gamma(w, (uint64_t)games - n + 1);
    run_put(w, sum, run_width((uint64_t)n * UINT16_MAX));
}

/* --- the first games by some order ----------------------------------------*/

typedef struct best {
    uint64_t rank[STORE_TOP];
    uint32_t id[STORE_TOP];
    uint32_t n;
} best;

/* Moves come one after the other, so ids do not come in order. */
static inline bool is_before(uint64_t rank, uint32_t id, const best *b,
                             uint32_t i)
{
    return rank != b->rank[i] ? rank > b->rank[i] : id < b->id[i];
}

static inline void best_add(best *b, uint64_t rank, uint32_t id)
{
    if (b->n == STORE_TOP) {
        if (!is_before(rank, id, b, STORE_TOP - 1))
            return;
        b->n--;
    }
    uint32_t at = b->n++;
    for (; at > 0 && is_before(rank, id, b, at - 1); at--) {
        b->rank[at] = b->rank[at - 1];
        b->id[at] = b->id[at - 1];
    }
    b->rank[at] = rank;
    b->id[at] = id;
}

static void put_best(run_writer *w, const best *b, uint32_t games)
{
    for (uint32_t i = 0; i < STORE_TOP; i++)
        run_put(w, b->id[i], run_width(games - 1));
}

/* The first games by both orders, and the last year. */
typedef struct firsts {
    best top, latest;
    uint32_t year;
} firsts;

/* --- lists ----------------------------------------------------------------*/

/* The part of a record that only positions of many games have; their lists go
 * to `lists`. */
static void put_many(run_writer *w, run_writer *lists, const run_job *job,
                     const run_position *pos)
{
    firsts f = {.year = 0};

    TBY_ASSERT(pos->games >= STORE_MANY && pos->moves_n >= 1);
    enum { AHEAD = 12 };                     /* facts lie anywhere */
    const uint32_t *ids = pos->moves[0].ids; /* and of all others */

    for (uint32_t i = 0; i < pos->games; i++) {
        const run_fact *fact = &job->facts[ids[i]];
        uint32_t date = fact->date, year = date >> 9;
        uint16_t white = fact->elo[0], black = fact->elo[1];
        if (i + AHEAD < pos->games)
            __builtin_prefetch(&job->facts[ids[i + AHEAD]]);
        best_add(&f.top, store_rank_elo(white, black, date), ids[i]);
        best_add(&f.latest, store_rank_date(white, black, date), ids[i]);
        f.year = year > f.year ? year : f.year;
    }
    run_put_gamma(w, (uint64_t)f.year + 1);
    for (uint32_t i = 0; i < pos->moves_n; i++) {
        run_move m = sum_up(job, &pos->moves[i], pos->black);
        run_put(w, m.white, run_width(m.games));
        run_put(w, m.draws, run_width(m.games - m.white));
        run_put(w, m.black, run_width(m.games - m.white - m.draws));
        put_elo(w, m.games, m.elo_n, m.elo_sum);
        put_elo(w, m.games, m.other_n, m.other_sum);
        run_put_gamma(w, (uint64_t)f.year - m.last + 1);
    }
    put_best(w, &f.top, job->games);
    put_best(w, &f.latest, job->games);

    /* The length of a list follows from what its unary parts add up to. */
    uint32_t games = job->games;
    for (uint32_t i = 0; i < pos->moves_n; i++) {
        const run_group *m = &pos->moves[i];
        unsigned k = run_ids_rice(games, m->games);
        size_t begin = run_writer_at(lists);
        tby__run_ids_put(lists, m->ids, m->games, games);
        size_t ones = run_writer_at(lists) - begin - (size_t)m->games * (k + 1);
        run_put(w, ones, run_width((games - m->games) >> k));
    }
    run_put_end(lists);
}

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

struct run_packer *tby__run_packer_open(void)
{
    return calloc(1, sizeof(struct run_packer));
}

void tby__run_packer_close(struct run_packer *p)
{
    if (!p)
        return;
    tby_grow_free(NULL, p->once, p->once_cap, sizeof *p->once);
    tby_grow_free(NULL, p->several, p->several_cap, sizeof *p->several);
    tby_grow_free(NULL, p->ids, p->ids_cap, sizeof *p->ids);
    free(p);
}

/* --- checksums ------------------------------------------------------------*/

uint32_t tby__run_sum(const void *row, size_t n, uint32_t number)
{
    const uint8_t *p = row;

    return (uint32_t)tby_checksum(p + RUN_SUM, n - RUN_SUM) + number;
}

void tby__run_set_sum(void *row, size_t n, uint32_t number)
{
    uint32_t sum = tby__run_sum(row, n, number);
    uint8_t *p = row;

    for (unsigned i = 0; i < RUN_SUM; i++)
        p[i] = (uint8_t)(sum >> 8 * i);
}

/* --- groups of games ------------------------------------------------------*/

unsigned tby__run_digits_width(const run_digits *d, unsigned n)
{
    uint64_t most = 0; /* the largest number of n digits */

    for (; n > 0; n--)
        most = most * d->base + d->base - 1;
    return run_width(most);
}

/* As many digits as fit into a number, if that is less for each. */
run_digits tby__run_digits_of(uint32_t games)
{
    run_digits d = {((uint64_t)games + STORE_GROUP - 1) / STORE_GROUP, 1, 0};
    unsigned one = tby__run_digits_width(&d, 1);

    TBY_ASSERT(games >= 1);
    d.width = one;
    for (unsigned n = 2; n <= RUN_ID_DIGITS && n * one < 64; n++) {
        unsigned width = tby__run_digits_width(&d, n);
        if (width <= RUN_BITS && width * d.n < d.width * n) {
            d.n = n;
            d.width = width;
        }
    }
    return d;
}

uint64_t tby__run_digits_bits(const run_digits *d, uint64_t n)
{
    return n / d->n * d->width + tby__run_digits_width(d, (unsigned)(n % d->n));
}

/* --- positions ------------------------------------------------------------*/

/* Those of the page, and how many they are. */
static tby_rc sort_out(struct run_packer *p, const run_plan *plan,
                       uint32_t page, run_entry *e, size_t *n)
{
    size_t at = 0;

    p->once_n = p->several_n = 0;
    TBY_TRY(TBY_GROW(NULL, p->once, p->once_cap, *n));
    TBY_TRY(TBY_GROW(NULL, p->several, p->several_cap, *n));
    while (at < *n) {
        uint64_t place = run_place(e[at].key, plan->pages);
        several s = {at, 1};
        if (place >> 32 != page)
            break;
        /* Which entries are of one position.  A game that came back is counted
         * with its first visit: entries of a key are in the order of play. */
        run_entry *first = e + at;
        size_t i = 1;
        for (; i < *n - at && first[i].key == first[0].key; i++)
            if (first[i].game != first[s.n - 1].game)
                first[s.n++] = first[i];
        at += i;
        if (s.n > 1)
            p->several[p->several_n++] = s;
        else
            p->once[p->once_n++] = (once){run_slot_in(place, RUN_KEY_BITS),
                                          e[s.at].game / STORE_GROUP};
    }
    *n = at;
    return TBY_OK;
}

static bool before(const run_group *a, const run_group *b)
{
    return a->games != b->games ? a->games > b->games : a->code < b->code;
}

void tby__run_ids_put(run_writer *w, const uint32_t *ids, uint32_t n,
                      uint32_t games)
{
    unsigned k = run_ids_rice(games, n);
    uint32_t last = 0;

    TBY_ASSERT(n >= 1 && n <= games && ids[n - 1] < games);
    for (uint32_t i = 0; i < n; i++) {
        run_put_rice(w, ids[i] - last, k);
        last = ids[i] + 1;
    }
}

static tby_rc put_record(run_part *part, const run_entry *e, uint32_t n)
{
    struct run_packer *p = part->desk->packer;
    const run_job *job = part->plan->job;

    TBY_TRY(TBY_GROW(NULL, p->ids, p->ids_cap, n));
    /* The moves of a position, most games first. */
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

    uint32_t *at = p->ids;
    for (uint32_t i = 0; i < p->moves_n; i++) {
        p->moves[i].ids = p->next[p->moves[i].code] = at;
        at += p->moves[i].games;
    }
    for (uint32_t i = 0; i < n; i++)
        *p->next[e[i].what & STORE_CODE]++ = e[i].game;
    run_position pos = {n, p->moves_n, p->moves, e[0].what & RUN_BLACK};
    /* Games of each move but those that follow from the rest: the last one has
     * the rest, and no move has more than the one before it. */
    run_writer *w = &part->pages;
    uint32_t left = pos.games, most = left;
    run_put_gamma(w, pos.games - 1);
    for (uint32_t i = 0; i < pos.moves_n; i++) {
        const run_group *m = &pos.moves[i];
        run_put(w, m->code, 12);
        if (left < most)
            most = left;
        if (most > 1)
            run_put_gamma(w, most - m->games + 1);
        left -= m->games;
        most = m->games;
    }

    if (n >= STORE_MANY) {
        put_many(&part->pages, &part->lists, job, &pos);
        return part->lists.rc;
    }
    for (uint32_t i = 0; i < pos.moves_n; i++)
        tby__run_ids_put(&part->pages, pos.moves[i].ids, pos.moves[i].games,
                         job->games);
    return TBY_OK;
}

/* --- the page -------------------------------------------------------------*/

size_t tby__run_page_put(run_part *part, uint32_t page, run_entry *e, size_t n)
{
    struct run_packer *p = part->desk->packer;
    run_writer *w = &part->pages;
    tby_rc rc = sort_out(p, part->plan, page, e, &n);

    if (rc != TBY_OK) {
        part->rc = rc;
        return 0;
    }
    /* Where the lists are changes once the length of those before is known. */
    bool many = false;
    for (size_t i = 0; i < p->several_n && !many; i++)
        many = p->several[i].n >= STORE_MANY;
    run_put_varint(&part->pages, (uint32_t)(2 * p->several_n + many));
    run_put_varint(&part->pages, (uint32_t)p->once_n);
    if (many)
        run_put(&part->pages, part->lists.n, 8 * RUN_BASE);
    const run_plan *plan = part->plan;
    uint64_t last = run_page_key(page, plan->pages);
    unsigned k = run_key_rice(plan->pages, (uint32_t)p->several_n);
    for (size_t i = 0; i < p->several_n; i++) {
        uint64_t key = e[p->several[i].at].key;
        run_put_rice(w, (key >> 32) - last, k);
        run_put(w, key & UINT32_MAX, 32);
        last = key >> 32;
    }
    /* A one for the end of each slot, a zero for each position in it: the i-th
     * position is at bit slot + i. */
    const size_t all = ((size_t)1 << RUN_KEY_BITS) + p->once_n;
    size_t from = 0, j = 0;
    while (from < all) {
        unsigned some =
            all - from < RUN_BITS ? (unsigned)(all - from) : (unsigned)RUN_BITS;
        uint64_t bits = (UINT64_C(1) << some) - 1;
        for (; j < p->once_n && p->once[j].slot + j < from + some; j++)
            bits &= ~(UINT64_C(1) << (p->once[j].slot + j - from));
        run_put(w, bits, some);
        from += some;
    }
    /* As many groups as fit a word are the digits of one number. */
    const once *o = p->once;
    size_t left = p->once_n;
    run_digits d = part->plan->digits;
    while (left > 0) {
        unsigned digits = left < d.n ? (unsigned)left : d.n;
        uint64_t number = 0;
        for (unsigned i = digits; i > 0; i--)
            number = number * d.base + o[i - 1].group;
        run_put(w, number,
                digits == d.n ? d.width : tby__run_digits_width(&d, digits));
        o += digits;
        left -= digits;
    }
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
