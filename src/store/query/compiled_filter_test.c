/* compiled_filter_test.c - games tested by their columns, one by one or a chunk
 * at a time. */
#include "core/base/fold.h"
#include "store/query/compiled_filter.h"

#include <string.h>

/* A text that is folded letter by letter. */
typedef struct folding {
    tby_str rest;
    char buf[TBY_FOLD_MAX];
    size_t at, n;
} folding;

static bool is_letter(unsigned char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* The next byte; -1 at the end.  Letters without accents are most of what
 * names have, and all names are looked at. */
static int fold_byte(folding *f)
{
    while (f->at == f->n) {
        if (!f->rest.n)
            return -1;
        if (is_letter((unsigned char)f->rest.p[0])) {
            f->rest.n--;
            return (unsigned char)*f->rest.p++ | 32;
        }
        f->n = tby_fold_next(&f->rest, f->buf);
        f->at = 0;
    }
    return (unsigned char)f->buf[f->at++];
}

/* True if the folded text begins with the folded beginning; *rest: something
 * follows. */
static bool begins(tby_str text, tby_str beginning, bool *rest)
{
    folding a = {.rest = text}, b = {.rest = beginning};
    int c;

    while ((c = fold_byte(&b)) >= 0)
        if (fold_byte(&a) != c)
            return false;
    *rest = fold_byte(&a) >= 0;
    return true;
}

bool tby__name_fits(tby_str name, tby_str wanted)
{
    bool rest;

    if (wanted.n && wanted.p[wanted.n - 1] == '*')
        return begins(name, (tby_str){wanted.p, wanted.n - 1}, &rest);
    return begins(name, wanted, &rest) && !rest;
}

bool tby__text_has(tby_str text, tby_str wanted)
{
    bool rest;

    while (!begins(text, wanted, &rest)) {
        if (!text.n)
            return false;
        /* Without its first character. */
        do {
            text.p++;
            text.n--;
        } while (text.n && ((unsigned char)text.p[0] & 0xc0) == 0x80);
    }
    return true;
}

static inline bool has_bit(const filter_test *t, uint32_t value)
{
    return value < t->n && t->bits[value / 64] >> value % 64 & 1;
}

/* A day or month that is not known may be any.  Choices and no branches, so
 * that compilers do several dates at once. */
static inline bool date_fits(const filter_test *t, uint32_t date)
{
    uint32_t year = date & ~UINT32_C(0x1ff);
    bool no_month = !(date >> 5 & 15), no_day = !(date & 31);
    uint32_t first = no_month ? year | 1 << 5 | 1 : date | no_day;
    uint32_t last = no_month ? year | 12 << 5 | 31 : no_day ? date | 31 : date;

    return (year != 0) & (first >= t->min) & (last <= t->max);
}

static inline bool passes(const filter_test *t, filter_kind kind, uint32_t a,
                          uint32_t b)
{
    switch (kind) {
    case FILTER_RANGE:
        return a - t->min <= t->max - t->min; /* min <= max: see add() */
    case FILTER_BITS:
        return has_bit(t, a);
    case FILTER_EITHER:
        return has_bit(t, a) || has_bit(t, b);
    case FILTER_ONE:
        return (a == t->min) | (b == t->min);
    case FILTER_AVERAGE:
        return (a != 0) & (b != 0) & (a + b >= 2 * t->min) &
               (a + b <= 2 * t->max);
    case FILTER_DATE:
        return date_fits(t, a);
    }
    return false;
}

typedef struct sheet {
    const chunk_values *a, *b; /* may be the same */
    uint32_t n;
} sheet;

static tby_rc open_sheet(store_rows *f, const filter_test *t, uint32_t chunk,
                         sheet *out)
{
    tby_rc rc = tby__rows_chunk(f, t->a, chunk, &out->a, &out->n);

    out->b = out->a;
    if (rc == TBY_OK && t->a != t->b &&
        (t->kind == FILTER_EITHER || t->kind == FILTER_AVERAGE ||
         t->kind == FILTER_ONE))
        rc = tby__rows_chunk(f, t->b, chunk, &out->b, &out->n);
    return rc;
}

/* The same as numbers; b may be a. */
typedef struct numbers {
    uint32_t a[STORE_CHUNK], more[STORE_CHUNK];
    const uint32_t *b;
    uint32_t n;
} numbers;

/* The loops that large collections spend their time in.  Called with a constant
 * kind and with a test of their own, they have nothing else in them. */
static inline void clear_mask(filter_test t, filter_kind kind, const numbers *x,
                              uint8_t *restrict mask)
{
    const uint32_t *restrict a = x->a, *restrict b = x->b;
    uint32_t n = x->n;

    for (uint32_t i = 0; i < n; i++)
        mask[i] &= (uint8_t)passes(&t, kind, a[i], b[i]);
}

#define EACH_KIND(X) X(RANGE) X(BITS) X(EITHER) X(ONE) X(AVERAGE) X(DATE)

static inline void clear_by(const filter_test *t, const numbers *x,
                            uint8_t *mask)
{
    switch (t->kind) {
#define CLEAR(kind)                                                            \
    case FILTER_##kind:                                                        \
        clear_mask(*t, FILTER_##kind, x, mask);                                \
        break;
        EACH_KIND(CLEAR)
#undef CLEAR
    }
}

static void clear_portable(const filter_test *t, const numbers *x,
                           uint8_t *mask)
{
    clear_by(t, x, mask);
}

/* The same with vectors of 32 bytes, for processors that have them: a quarter
 * faster where the columns are in the processor's memory. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void
clear_wide(const filter_test *t, const numbers *x, uint8_t *mask)
{
    clear_by(t, x, mask);
}

static bool is_wide(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
#define clear_wide clear_portable

static bool is_wide(void)
{
    return false;
}
#endif

tby_rc tby__compiled_filter_chunk(const store_compiled_filter *s, store_rows *f,
                                  uint32_t chunk, uint8_t *mask)
{
    bool wide = is_wide();
    sheet x;
    numbers values;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < s->n; i++) {
        const filter_test *t = &s->tests[i];
        if ((rc = open_sheet(f, t, chunk, &x)) != TBY_OK)
            break;
        tby__chunk_unpack(x.a, values.a);
        values.b = values.a;
        values.n = x.n;
        if (x.b != x.a) {
            tby__chunk_unpack(x.b, values.more);
            values.b = values.more;
        }
        if (wide)
            clear_wide(t, &values, mask);
        else
            clear_portable(t, &values, mask);
    }
    return rc;
}

static inline uint32_t keep_ids(filter_test t, filter_kind kind, const sheet *x,
                                uint32_t *ids, uint32_t n)
{
    const chunk_values a = *x->a, b = *x->b;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (ids[i] - 1) % STORE_CHUNK;
        ids[kept] = ids[i];
        kept += passes(&t, kind, chunk_at(&a, at), chunk_at(&b, at));
    }
    return kept;
}

/* Ids of one chunk. */
static tby_rc sift_ids(const store_compiled_filter *s, store_rows *f,
                       uint32_t chunk, uint32_t *ids, uint32_t *n)
{
    sheet x;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < s->n && *n; i++) {
        const filter_test *t = &s->tests[i];
        if ((rc = open_sheet(f, t, chunk, &x)) != TBY_OK)
            break;
        switch (t->kind) {
#define KEEP(kind)                                                             \
    case FILTER_##kind:                                                        \
        *n = keep_ids(*t, FILTER_##kind, &x, ids, *n);                         \
        break;
            EACH_KIND(KEEP)
#undef KEEP
        }
    }
    return rc;
}

tby_rc tby__compiled_filter_ids(const store_compiled_filter *s, store_rows *f,
                                uint32_t *ids, uint32_t *n)
{
    uint32_t kept = 0, end;
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; rc == TBY_OK && i < *n; i = end) {
        uint32_t chunk = (ids[i] - 1) / STORE_CHUNK, some;
        for (end = i; end < *n && (ids[end] - 1) / STORE_CHUNK == chunk; end++)
            if (!ids[end] || ids[end] > tby__rows_stored(f))
                return TBY_E_STORE_DAMAGED;
        some = end - i;
        rc = sift_ids(s, f, chunk, ids + i, &some);
        memmove(ids + kept, ids + i, some * sizeof *ids);
        kept += some;
    }
    *n = kept;
    return rc;
}

tby_rc tby__compiled_filter_one(const store_compiled_filter *s, store_rows *f,
                                uint32_t game, bool *out)
{
    uint32_t n = 1;
    tby_rc rc = tby__compiled_filter_ids(s, f, &game, &n);

    *out = n == 1;
    return rc;
}
