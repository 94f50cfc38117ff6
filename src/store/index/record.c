/* record.c - a position of several games read, and its lists. */
#include "core/base/assert.h"
#include "store/index/int.h"

static void damaged(run_record *rec)
{
    run_fail(&rec->r, TBY_E_STORE_DAMAGED);
}

static void read_moves(run_record *rec, run_found *out)
{
    uint64_t games = run_get_gamma(&rec->r) + 1;

    out->games = out->moves_n = 0;
    if (games > rec->head->games)
        damaged(rec);
    uint32_t left = (uint32_t)games, most = left;
    while (left > 0 && rec->r.rc == TBY_OK) {
        if (out->moves_n == RUN_MOVES_MAX) {
            damaged(rec);
            return;
        }
        run_move *m = &out->moves[out->moves_n++];
        m->code = (store_code)run_get(&rec->r, 12);
        if (left < most)
            most = left;
        uint64_t less = most > 1 ? run_get_gamma(&rec->r) - 1 : 0;
        if (less >= most) {
            damaged(rec);
            return;
        }
        m->games = most = most - (uint32_t)less;
        left -= m->games;
    }
    out->games = (uint32_t)games;
}

static uint32_t read_up_to(run_record *rec, uint32_t most)
{
    uint64_t value = run_get(&rec->r, run_width(most));

    if (value > most)
        damaged(rec);
    return (uint32_t)value;
}

/* One less than a gamma code, and no more than that. */
static uint32_t read_less(run_record *rec, uint32_t most)
{
    uint64_t value = run_get_gamma(&rec->r) - 1; /* 0 is read as too much */

    if (value > most)
        damaged(rec);
    return (uint32_t)value;
}

static void read_elo(run_record *rec, uint32_t games, uint32_t *n,
                     uint64_t *sum)
{
    uint64_t most;

    *n = games - read_less(rec, games);
    most = (uint64_t)*n * UINT16_MAX;
    *sum = run_get(&rec->r, run_width(most));
    if (*sum > most)
        damaged(rec);
}

static void read_best(run_record *rec, uint32_t ids[STORE_TOP])
{
    for (uint32_t i = 0; i < STORE_TOP; i++)
        ids[i] = rec->head->first + read_up_to(rec, rec->head->games - 1);
}

static void read_many(run_record *rec, run_found *out)
{
    if (!rec->has_lists) {
        damaged(rec);
        return;
    }
    uint32_t last = read_less(rec, UINT32_MAX >> 9);
    for (uint32_t i = 0; i < out->moves_n && rec->r.rc == TBY_OK; i++) {
        run_move *m = &out->moves[i];
        m->white = read_up_to(rec, m->games);
        m->draws = read_up_to(rec, m->games - m->white);
        m->black = read_up_to(rec, m->games - m->white - m->draws);
        read_elo(rec, m->games, &m->elo_n, &m->elo_sum);
        read_elo(rec, m->games, &m->other_n, &m->other_sum);
        m->last = last - read_less(rec, last);
    }
    read_best(rec, out->top);
    read_best(rec, out->latest);
    out->top_n = out->latest_n = STORE_TOP;
    uint64_t at = 8 * rec->lists;

    for (uint32_t i = 0; i < out->moves_n && rec->r.rc == TBY_OK; i++) {
        run_move *m = &out->moves[i];
        unsigned k = run_ids_rice(rec->head->games, m->games);
        m->at = at;
        at += (uint64_t)m->games * (k + 1) +
              read_up_to(rec, (rec->head->games - m->games) >> k);
    }
    rec->lists = (at + 7) / 8;
}

/* A list that is being read. */
typedef struct ids {
    uint64_t id; /* the next one is not below it, from 0 */
    uint32_t i, n;
    unsigned k;
    const run_head *head;
    uint32_t *out;
} ids;

/* Four at a time, as long as four are in the word at hand, which they nearly
 * always are: what tells otherwise is asked once for all of them. */
static inline __attribute__((always_inline)) void take_fours(run_reader *r,
                                                             ids *l)
{
    const uint64_t mask = (UINT64_C(1) << l->k) - 1, games = l->head->games;
    const uint64_t top = UINT64_C(1) << 63; /* so that there is a one */
    const uint32_t first = l->head->first;
    const unsigned k = l->k;
    run_reader own = *r; /* which the compiler keeps in registers */
    uint64_t id = l->id;
    uint32_t i = l->i;

    for (; l->n - i >= 4 && own.end - own.p >= 8; i += 4) {
        run_fill(&own);
        uint64_t bits = own.bits, at = id;
        unsigned used = 0;
        for (unsigned four = 0; four < 4; four++) {
            unsigned zeros = (unsigned)__builtin_ctzll(bits | top);
            uint64_t low = bits >> zeros >> 1;
            at += (uint64_t)zeros << k | (low & mask);
            l->out[i + four] = first + (uint32_t)at++;
            used += zeros + 1 + k;
            bits = low >> k;
        }
        if (used > own.bits_n || at > games)
            break; /* they will be read again, one by one */
        own.bits = bits;
        own.bits_n -= used;
        id = at;
    }
    *r = own;
    l->id = id;
    l->i = i;
}

static void take_plain(run_reader *r, ids *l)
{
    take_fours(r, l);
}

/* The same for processors that shift by any number at once. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("bmi,bmi2"))) static void take_quickly(run_reader *r,
                                                             ids *l)
{
    take_fours(r, l);
}

static bool is_quick(void)
{
    return __builtin_cpu_supports("bmi2");
}
#else
#define take_quickly take_plain

static bool is_quick(void)
{
    return false;
}
#endif

/* Up to so many low bits four numbers fit into a word. */
enum { FOUR_K = 9 };

/* The ids of a list, or NULL to step over it. */
static tby_rc read_ids(run_reader *r, const run_head *head, uint32_t n,
                       uint32_t *out)
{
    ids l = {
        .n = n, .k = run_ids_rice(head->games, n), .head = head, .out = out};
    const uint64_t mask = (UINT64_C(1) << l.k) - 1;
    bool fours = out && l.k <= FOUR_K, quick = is_quick();

    while (l.i < n) {
        if (fours && quick)
            take_quickly(r, &l);
        else if (fours)
            take_plain(r, &l);
        for (uint32_t stop = n - l.i < 4 || !fours ? n : l.i + 4; l.i < stop;
             l.i++) {
            l.id += run_get_next_rice(r, l.k, mask);
            if (l.id >= head->games)
                return r->rc != TBY_OK ? r->rc : TBY_E_STORE_DAMAGED;
            if (out)
                out[l.i] = head->first + (uint32_t)l.id;
            l.id++;
        }
    }
    return r->rc;
}

void tby__run_record_read(run_record *rec, run_found *out)
{
    read_moves(rec, out);
    out->many = out->games >= STORE_MANY;
    out->page = rec->page;
    out->top_n = out->latest_n = 0;
    if (out->many)
        read_many(rec, out);
    else {
        for (uint32_t i = 0; i < out->moves_n && rec->r.rc == TBY_OK; i++) {
            run_move *m = &out->moves[i];
            m->at = 8 * (uint64_t)(rec->r.p - (const uint8_t *)rec->page.p) -
                    rec->r.bits_n;
            tby_rc rc = read_ids(&rec->r, rec->head, m->games, NULL);
            if (rc != TBY_OK)
                run_fail(&rec->r, rc);
        }
    }
}

typedef struct rows {
    const run_head *head;
    const run_source *source;
    uint32_t next;
} rows;

static tby_rc next_row(run_reader *r)
{
    rows *l = r->ctx;
    tby_str row;

    if (l->next >= l->head->lists)
        return TBY_DONE;
    tby_rc rc = l->source->list(l->source->ctx, l->next, &row);
    if (rc == TBY_OK)
        rc = tby__run_row_check(row, l->next);
    /* All but the last are full, or else places would be wrong. */
    if (rc == TBY_OK && row.n != RUN_SUM + RUN_LIST_BYTES &&
        (l->next + 1 < l->head->lists || row.n > RUN_SUM + RUN_LIST_BYTES))
        rc = TBY_E_STORE_DAMAGED;
    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    r->p = (const uint8_t *)row.p + RUN_SUM;
    r->end = (const uint8_t *)row.p + row.n;
    l->next++;
    return TBY_OK;
}

tby_rc tby__run_list(const run_head *head, const run_source *source,
                     const run_found *found, uint32_t move, uint32_t *out)
{
    const run_move *m = &found->moves[move];

    TBY_ASSERT(move < found->moves_n);
    if (found->many) {
        uint64_t row = m->at / 8 / RUN_LIST_BYTES;
        uint64_t in_row = m->at - row * 8 * RUN_LIST_BYTES;
        rows l = {head, source, (uint32_t)row};
        run_reader r = {.more = next_row, .ctx = &l};
        if (row >= head->lists)
            return TBY_E_STORE_DAMAGED;
        TBY_TRY(next_row(&r));
        if (in_row / 8 >= (uint64_t)(r.end - r.p))
            return TBY_E_STORE_DAMAGED;
        r.p += in_row / 8;
        run_get(&r, in_row % 8);
        return read_ids(&r, head, m->games, out);
    }
    run_reader r = run_reader_at(found->page, m->at);
    return read_ids(&r, head, m->games, out);
}
