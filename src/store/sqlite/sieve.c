/* sieve.c - from conditions to tests of columns. */
#include "store/sqlite/sieve.h"

#include "store/sqlite/who.h"

#include "core/base/fold.h"

#include <stdlib.h>
#include <string.h>

/* --- names ----------------------------------------------------------------*/

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

bool store_name_fits(tby_str name, tby_str wanted)
{
    bool rest;

    if (wanted.n && wanted.p[wanted.n - 1] == '*')
        return begins(name, (tby_str){wanted.p, wanted.n - 1}, &rest);
    return begins(name, wanted, &rest) && !rest;
}

/* Without its first character. */
static tby_str behind_one(tby_str text)
{
    do {
        text.p++;
        text.n--;
    } while (text.n && ((unsigned char)text.p[0] & 0xc0) == 0x80);
    return text;
}

bool store_text_has(tby_str text, tby_str wanted)
{
    bool rest;

    while (!begins(text, wanted, &rest)) {
        if (!text.n)
            return false;
        text = behind_one(text);
    }
    return true;
}

/* Marks the names of a kind that fit. */
typedef struct marking {
    tby_str wanted;
    bool (*fits)(tby_str name, tby_str wanted);
    uint64_t *bits;
    uint32_t n;
    uint32_t fitting, last; /* how many do, and the last of them */
} marking;

static tby_rc mark_player(void *ctx, uint32_t id)
{
    marking *m = ctx;

    if (id < m->n) {
        m->bits[id / 64] |= UINT64_C(1) << id % 64;
        m->fitting++;
        m->last = id;
    }
    return TBY_OK;
}

static tby_rc mark(void *ctx, uint32_t id, tby_str name)
{
    const marking *m = ctx;

    return m->fits(name, m->wanted) ? mark_player(ctx, id) : TBY_OK;
}

/* --- tests ----------------------------------------------------------------*/

/* A range without a number in it would hold all of them for a test that makes
 * one comparison of two. */
static void add(store_sieve *s, sieve_test test)
{
    if (test.kind == SIEVE_RANGE && test.min > test.max)
        test.kind = SIEVE_BITS;
    s->tests[s->n++] = test;
}

static tby_rc add_names(store_sieve *s, store_file *f, tby_str wanted,
                        bool (*fits)(tby_str, tby_str), sieve_test test)
{
    store_kind kind = store_column_kind(test.a);
    uint32_t n = store_file_names_n(f, kind) + 1;
    marking m = {.wanted = wanted, .fits = fits, .n = n};
    tby_rc rc;

    if (!wanted.p)
        return TBY_OK;
    m.bits = calloc(n / 64 + 1, sizeof *m.bits);
    if (!m.bits)
        return TBY_E_NOMEM;
    s->owned[s->owned_n++] = m.bits;
    rc = kind == STORE_PLAYER ? store_who(f, wanted, mark_player, &m)
                              : store_file_names(f, kind, mark, &m);
    test.bits = m.bits;
    test.n = n;
    if (m.fitting == 1) {
        test.b = test.kind == SIEVE_EITHER ? test.b : test.a;
        test.kind = SIEVE_ONE;
        test.min = m.last;
    }
    add(s, test);
    return rc;
}

static tby_rc add_all_names(store_sieve *s, store_file *f,
                            const store_filter *w)
{
    static const sieve_test sides[] = {
        {.kind = SIEVE_EITHER, .a = STORE_WHITE, .b = STORE_BLACK},
        {.kind = SIEVE_BITS, .a = STORE_WHITE},
        {.kind = SIEVE_BITS, .a = STORE_BLACK},
    };
    tby_rc rc;

    if ((rc = add_names(s, f, w->player, store_name_fits, sides[w->as])) < 0 ||
        (rc = add_names(s, f, w->white, store_name_fits, sides[1])) < 0 ||
        (rc = add_names(s, f, w->black, store_name_fits, sides[2])) < 0 ||
        (rc = add_names(s, f, w->event, store_text_has,
                        (sieve_test){.kind = SIEVE_BITS, .a = STORE_EVENT})) <
            0)
        return rc;
    return add_names(s, f, w->opening, store_text_has,
                     (sieve_test){.kind = SIEVE_BITS, .a = STORE_OPENING});
}

static void add_range(store_sieve *s, sieve_kind kind, store_column a,
                      store_column b, store_range range)
{
    /* 0 is not known, but for plies, of which every game has a number. */
    bool unknown = kind == SIEVE_RANGE && a != STORE_PLIES;

    if (range.on)
        add(s, (sieve_test){.kind = kind,
                            .a = a,
                            .b = b,
                            .min = unknown && !range.min ? 1 : range.min,
                            .max = range.max});
}

static void add_bits(store_sieve *s, store_column column, size_t slot,
                     uint32_t bits)
{
    s->small[slot][0] = bits;
    if (bits)
        add(s, (sieve_test){.kind = SIEVE_BITS,
                            .a = column,
                            .bits = s->small[slot],
                            .n = 64});
}

tby_rc store_sieve_open(store_sieve *s, store_file *f, const store_filter *w)
{
    memset(s, 0, sizeof *s);
    /* What throws out most for least comes first. */
    add_range(s, SIEVE_RANGE, STORE_WHITE_ELO, STORE_WHITE_ELO, w->elo);
    add_range(s, SIEVE_RANGE, STORE_BLACK_ELO, STORE_BLACK_ELO, w->elo);
    add_range(s, SIEVE_AVERAGE, STORE_WHITE_ELO, STORE_BLACK_ELO,
              w->elo_average);
    add_range(s, SIEVE_RANGE, STORE_PLIES, STORE_PLIES, w->plies);
    add_range(s, SIEVE_DATE, STORE_DATE, STORE_DATE, w->date);
    add_bits(s, STORE_RESULT, 1, w->results);
    add_bits(s, STORE_TIME_CLASS, 2, w->classes);
    add_bits(s, STORE_CATEGORY, 3, w->endings);
    if (w->has_eco) {
        memcpy(s->small[0], w->eco, sizeof w->eco);
        add(s, (sieve_test){.kind = SIEVE_BITS,
                            .a = STORE_ECO,
                            .bits = s->small[0],
                            .n = 512});
    }
    return add_all_names(s, f, w);
}

void store_sieve_close(store_sieve *s)
{
    for (size_t i = 0; i < s->owned_n; i++)
        free(s->owned[i]);
    s->owned_n = s->n = 0;
}

/* --- testing --------------------------------------------------------------*/

static inline bool has_bit(const sieve_test *t, uint32_t value)
{
    return value < t->n && t->bits[value / 64] >> value % 64 & 1;
}

/* A day or month that is not known may be any.  Choices and no branches, so
 * that compilers do several dates at once. */
static inline bool date_fits(const sieve_test *t, uint32_t date)
{
    uint32_t year = date & ~UINT32_C(0x1ff);
    bool no_month = !(date >> 5 & 15), no_day = !(date & 31);
    uint32_t first = no_month ? year | 1 << 5 | 1 : date | no_day;
    uint32_t last = no_month ? year | 12 << 5 | 31 : no_day ? date | 31 : date;

    return (year != 0) & (first >= t->min) & (last <= t->max);
}

static inline bool passes(const sieve_test *t, sieve_kind kind, uint32_t a,
                          uint32_t b)
{
    switch (kind) {
    case SIEVE_RANGE:
        return a - t->min <= t->max - t->min; /* min <= max: see add() */
    case SIEVE_BITS:
        return has_bit(t, a);
    case SIEVE_EITHER:
        return has_bit(t, a) || has_bit(t, b);
    case SIEVE_ONE:
        return (a == t->min) | (b == t->min);
    case SIEVE_AVERAGE:
        return (a != 0) & (b != 0) & (a + b >= 2 * t->min) &
               (a + b <= 2 * t->max);
    case SIEVE_DATE:
        return date_fits(t, a);
    }
    return false;
}

static bool takes_two(const sieve_test *t)
{
    return t->a != t->b && (t->kind == SIEVE_EITHER ||
                            t->kind == SIEVE_AVERAGE || t->kind == SIEVE_ONE);
}

/* The columns of a test. */
typedef struct sheet {
    const uint32_t *a, *b;
    uint32_t n;
} sheet;

static tby_rc open_sheet(store_file *f, const sieve_test *t, uint32_t chunk,
                         sheet *out)
{
    tby_rc rc = store_file_chunk(f, t->a, chunk, &out->a, &out->n);

    out->b = out->a;
    if (rc == TBY_OK && takes_two(t))
        rc = store_file_chunk(f, t->b, chunk, &out->b, &out->n);
    return rc;
}

/* The loops that large collections spend their time in.  Called with a constant
 * kind and with a test of their own, they have nothing else in them. */
static inline void clear_mask(sieve_test t, sieve_kind kind, const sheet *x,
                              uint8_t *restrict mask)
{
    const uint32_t *restrict a = x->a, *restrict b = x->b;
    uint32_t n = x->n;

    for (uint32_t i = 0; i < n; i++)
        mask[i] &= (uint8_t)passes(&t, kind, a[i], b[i]);
}

static inline uint32_t keep_ids(sieve_test t, sieve_kind kind, const sheet *x,
                                uint32_t *ids, uint32_t n)
{
    const uint32_t *a = x->a, *b = x->b;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = (ids[i] - 1) % STORE_CHUNK;

        ids[kept] = ids[i];
        kept += passes(&t, kind, a[at], b[at]);
    }
    return kept;
}

#define EACH_KIND(X) X(RANGE) X(BITS) X(EITHER) X(ONE) X(AVERAGE) X(DATE)

static inline void clear_by(const sieve_test *t, const sheet *x, uint8_t *mask)
{
    switch (t->kind) {
#define CLEAR(kind)                                                            \
    case SIEVE_##kind:                                                         \
        clear_mask(*t, SIEVE_##kind, x, mask);                                 \
        break;
        EACH_KIND(CLEAR)
#undef CLEAR
    }
}

static void clear_portable(const sieve_test *t, const sheet *x, uint8_t *mask)
{
    clear_by(t, x, mask);
}

/* The same with vectors of 32 bytes, for processors that have them: a quarter
 * faster where the columns are in the processor's memory. */
#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void
clear_wide(const sieve_test *t, const sheet *x, uint8_t *mask)
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

tby_rc store_sieve_chunk(const store_sieve *s, store_file *f, uint32_t chunk,
                         uint8_t *mask)
{
    bool wide = is_wide();
    sheet x;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < s->n; i++) {
        const sieve_test *t = &s->tests[i];

        if ((rc = open_sheet(f, t, chunk, &x)) != TBY_OK)
            break;
        if (wide)
            clear_wide(t, &x, mask);
        else
            clear_portable(t, &x, mask);
    }
    return rc;
}

/* Ids of one chunk. */
static tby_rc sift_ids(const store_sieve *s, store_file *f, uint32_t chunk,
                       uint32_t *ids, uint32_t *n)
{
    sheet x;
    tby_rc rc = TBY_OK;

    for (size_t i = 0; i < s->n && *n; i++) {
        const sieve_test *t = &s->tests[i];

        if ((rc = open_sheet(f, t, chunk, &x)) != TBY_OK)
            break;
        switch (t->kind) {
#define KEEP(kind)                                                             \
    case SIEVE_##kind:                                                         \
        *n = keep_ids(*t, SIEVE_##kind, &x, ids, *n);                          \
        break;
            EACH_KIND(KEEP)
#undef KEEP
        }
    }
    return rc;
}

tby_rc store_sieve_ids(const store_sieve *s, store_file *f, uint32_t *ids,
                       uint32_t *n)
{
    uint32_t kept = 0, end;
    tby_rc rc = TBY_OK;

    for (uint32_t i = 0; rc == TBY_OK && i < *n; i = end) {
        uint32_t chunk = (ids[i] - 1) / STORE_CHUNK, some;

        for (end = i; end < *n && (ids[end] - 1) / STORE_CHUNK == chunk; end++)
            if (!ids[end] || ids[end] > store_file_stored(f))
                return TBY_E_STORE_DAMAGED;
        some = end - i;
        rc = sift_ids(s, f, chunk, ids + i, &some);
        memmove(ids + kept, ids + i, some * sizeof *ids);
        kept += some;
    }
    *n = kept;
    return rc;
}

tby_rc store_sieve_one(const store_sieve *s, store_file *f, uint32_t game,
                       bool *out)
{
    uint32_t n = 1;
    tby_rc rc = store_sieve_ids(s, f, &game, &n);

    *out = n == 1;
    return rc;
}
