/* find.c - a page read: which positions it holds, and where their games
 * are.  Nothing that was read is believed before it was compared with what
 * there can be. */
#include "core/base/assert.h"
#include "store/index/int.h"
#include "store/record/varint.h"

/* A page of a row whose checksum fits; places are bits of it. */
typedef struct page {
    const run_head *head;
    uint32_t number;
    tby_str bytes;
    uint32_t several, once;
    uint64_t lists;       /* byte of all lists where those of the page begin */
    bool many;            /* it has such lists */
    uint64_t keys, slots; /* slots: when the keys were read */
    uint64_t groups, records;
    run_digits digits;
} page;

static uint64_t le(const char *bytes, unsigned n)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)(uint8_t)bytes[i] << 8 * i;
    return value;
}

tby_rc tby__run_row_check(tby_str row, uint32_t number)
{
    if (row.n <= RUN_SUM ||
        le(row.p, RUN_SUM) != tby__run_sum(row.p, row.n, number))
        return TBY_E_STORE_DAMAGED;
    return TBY_OK;
}

/* The bytes of a page out of the row that holds it. */
static bool take_page(tby_str row, uint32_t number, tby_str *out)
{
    tby_str rest = {row.p + RUN_SUM, row.n - RUN_SUM}, first;
    uint32_t n, size, skip = 0;

    if (!bytes_take(&rest, 4, &first) || !varint_take(&rest, &n))
        return false;
    uint32_t at = number - (uint32_t)le(first.p, 4);
    if (at >= n || n > rest.n)
        return false;
    *out = (tby_str){NULL, 0};
    for (uint32_t i = 0; i < n; i++) {
        if (!varint_take(&rest, &size) || size > row.n)
            return false;
        if (i < at && (skip += size) > row.n)
            return false;
        if (i == at)
            out->n = size;
    }
    if (skip > rest.n || out->n > rest.n - skip)
        return false;
    out->p = rest.p + skip;
    return true;
}

static bool read_head(page *p)
{
    tby_str rest = p->bytes, base;

    if (!varint_take(&rest, &p->several) || !varint_take(&rest, &p->once))
        return false;
    p->many = p->several & 1;
    p->several /= 2;
    if (p->many) {
        if (!bytes_take(&rest, RUN_BASE, &base))
            return false;
        p->lists = le(base.p, RUN_BASE);
    }
    p->keys = 8 * (uint64_t)(rest.p - p->bytes.p);
    return true;
}

typedef struct keys {
    run_reader r;
    unsigned k;
    uint64_t high;
} keys;

static uint64_t next_key(keys *k)
{
    k->high += run_get_rice(&k->r, k->k);
    if (k->high > UINT32_MAX)
        run_fail(&k->r, TBY_E_STORE_DAMAGED);
    return k->high << 32 | run_get(&k->r, 32);
}

/* What lies after the keys. */
static tby_rc locate(page *p, const keys *k)
{
    uint64_t end = 8 * (uint64_t)p->bytes.n;

    if (k->r.rc != TBY_OK)
        return k->r.rc;
    p->slots =
        8 * (uint64_t)(k->r.p - (const uint8_t *)p->bytes.p) - k->r.bits_n;
    p->groups = p->slots + (UINT64_C(1) << p->head->key_bits) + p->once;
    p->digits = tby__run_digits_of(p->head->games);
    p->records = p->groups + tby__run_digits_bits(&p->digits, p->once);
    return p->records <= end ? TBY_OK : TBY_E_STORE_DAMAGED;
}

/* The bit after the n-th one from a bit on; n > 0. */
static uint64_t after_ones(const page *p, uint64_t from, uint32_t n)
{
    run_reader r = run_reader_at(p->bytes, from);

    for (;;) {
        unsigned some = p->groups - from < RUN_BITS
                            ? (unsigned)(p->groups - from)
                            : RUN_BITS;
        uint64_t bits = run_get(&r, some);
        unsigned ones = (unsigned)__builtin_popcountll(bits);
        if (some == 0 || r.rc != TBY_OK)
            return p->groups;
        if (ones >= n) {
            for (; n > 1; n--)
                bits &= bits - 1;
            return from + (unsigned)__builtin_ctzll(bits) + 1;
        }
        n -= ones;
        from += some;
    }
}

static uint32_t group_at(const page *p, uint32_t i)
{
    const run_digits *d = &p->digits;
    uint32_t number = i / d->n, digit = i % d->n;
    unsigned width = d->width;

    if (p->once - number * d->n < d->n)
        width = tby__run_digits_width(d, p->once % d->n);
    run_reader r =
        run_reader_at(p->bytes, p->groups + (uint64_t)number * d->width);
    uint64_t value = run_get(&r, width);
    for (; digit > 0; digit--)
        value /= d->base;
    return (uint32_t)(value % d->base);
}

static void add_maybe(run_found *out, uint32_t group)
{
    for (uint32_t i = 0; i < out->maybe_n; i++)
        if (out->maybe[i] == group)
            return;
    if (out->maybe_n < RUN_MAYBE_MAX)
        out->maybe[out->maybe_n] = group;
    out->maybe_n++;
}

static tby_rc find_once(const page *p, uint64_t key, run_found *out)
{
    uint32_t slot = run_slot_of(key, p->head->pages, p->head->key_bits);
    uint64_t at = slot ? after_ones(p, p->slots, slot) : p->slots;
    run_reader r = run_reader_at(p->bytes, at);
    uint64_t first = at - p->slots - slot, n = run_get_unary(&r);

    if (r.rc != TBY_OK || at + n >= p->groups || first + n > p->once)
        return TBY_E_STORE_DAMAGED;
    for (uint64_t i = first; i < first + n; i++)
        add_maybe(out, group_at(p, (uint32_t)i));
    if (out->maybe_n > RUN_MAYBE_MAX)
        return TBY_E_STORE_DAMAGED;
    return n ? TBY_OK : TBY_DONE;
}

tby_rc tby__run_find(const run_head *head, const run_source *source,
                     uint64_t key, run_found *out)
{
    page p = {.head = head};
    tby_str row;

    out->games = out->moves_n = out->maybe_n = 0;
    if (head->games == 0)
        return TBY_DONE;
    if (head->pages == 0 || head->key_bits < 1 || head->key_bits > 16 ||
        head->first < 1 || head->games - 1 > UINT32_MAX - head->first)
        return TBY_E_STORE_DAMAGED;

    /* The page that the key would be on. */
    p.number = run_page_of(key, head->pages);
    tby_rc rc = source->page(source->ctx, p.number, &row);
    if (rc == TBY_OK && row.n < RUN_SUM + 4)
        rc = TBY_E_STORE_DAMAGED;
    if (rc == TBY_OK)
        rc = tby__run_row_check(row, (uint32_t)le(row.p + RUN_SUM, 4));
    if (rc == TBY_OK && (!take_page(row, p.number, &p.bytes) || !read_head(&p)))
        rc = TBY_E_STORE_DAMAGED;
    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;

    /* Which of the positions of several games has it, if any. */
    keys k = {.r = run_reader_at(p.bytes, p.keys),
              .k = run_key_rice(head->pages, p.several),
              .high = run_page_key(p.number, head->pages)};
    uint32_t at = p.several;
    for (uint32_t i = 0; i < p.several && k.r.rc == TBY_OK; i++)
        if (next_key(&k) == key)
            at = i;
    TBY_TRY(locate(&p, &k));
    if (at == p.several)
        return find_once(&p, key, out);

    /* Reads records up to the wanted one, and that. */
    TBY_ASSERT(at < p.several);
    run_record rec = {.head = head,
                      .r = run_reader_at(p.bytes, p.records),
                      .page = p.bytes,
                      .has_lists = p.many,
                      .lists = p.lists};
    for (uint32_t i = 0; i <= at && rec.r.rc == TBY_OK; i++)
        tby__run_record_read(&rec, out);
    return rec.r.rc;
}
