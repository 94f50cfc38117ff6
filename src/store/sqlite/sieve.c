/* sieve.c - from conditions to tests of columns. */
#include "store/sqlite/sieve.h"

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

/* The next byte; -1 at the end. */
static int fold_byte(folding *f)
{
    while (f->at == f->n) {
        if (!f->rest.n)
            return -1;
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
} marking;

static tby_rc mark(void *ctx, uint32_t id, tby_str name)
{
    marking *m = ctx;

    if (id < m->n && m->fits(name, m->wanted))
        m->bits[id / 64] |= UINT64_C(1) << id % 64;
    return TBY_OK;
}

/* --- tests ----------------------------------------------------------------*/

static void add(store_sieve *s, sieve_test test)
{
    s->tests[s->n++] = test;
}

static tby_rc add_names(store_sieve *s, store_file *f, tby_str wanted,
                        bool (*fits)(tby_str, tby_str), sieve_test test)
{
    store_kind kind = store_column_kind(test.a);
    uint32_t n = store_file_names_n(f, kind) + 1;
    marking m = {wanted, fits, calloc(n / 64 + 1, sizeof *m.bits), n};

    if (!wanted.p) {
        free(m.bits);
        return TBY_OK;
    }
    if (!m.bits)
        return TBY_E_NOMEM;
    s->owned[s->owned_n++] = m.bits;
    test.bits = m.bits;
    test.n = n;
    add(s, test);
    return store_file_names(f, kind, mark, &m);
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
    if (range.on)
        add(s, (sieve_test){.kind = kind,
                            .a = a,
                            .b = b,
                            .min = range.min,
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

static bool has_bit(const sieve_test *t, uint32_t value)
{
    return value < t->n && t->bits[value / 64] >> value % 64 & 1;
}

/* A day or month that is not known may be any. */
static bool date_fits(const sieve_test *t, uint32_t date)
{
    uint32_t first = date, last = date;

    if (!(date >> 9))
        return false;
    if (!(date >> 5 & 15)) {
        first = (date & ~UINT32_C(0x1ff)) | 1 << 5 | 1;
        last = (date & ~UINT32_C(0x1ff)) | 12 << 5 | 31;
    } else if (!(date & 31)) {
        first = date | 1;
        last = date | 31;
    }
    return first >= t->min && last <= t->max;
}

static bool passes(const sieve_test *t, uint32_t a, uint32_t b)
{
    switch (t->kind) {
    case SIEVE_RANGE:
        /* Every game has a number of plies, and it may be 0. */
        return (a || t->a == STORE_PLIES) && a >= t->min && a <= t->max;
    case SIEVE_BITS:
        return has_bit(t, a);
    case SIEVE_EITHER:
        return has_bit(t, a) || has_bit(t, b);
    case SIEVE_AVERAGE:
        return a && b && a + b >= 2 * t->min && a + b <= 2 * t->max;
    case SIEVE_DATE:
        return date_fits(t, a);
    }
    return false;
}

static bool takes_two(const sieve_test *t)
{
    return t->kind == SIEVE_EITHER || t->kind == SIEVE_AVERAGE;
}

tby_rc store_sieve_one(const store_sieve *s, store_file *f, uint32_t game,
                       bool *out)
{
    for (size_t i = 0; i < s->n; i++) {
        const sieve_test *t = &s->tests[i];
        uint32_t a, b = 0;
        tby_rc rc = store_file_value(f, t->a, game, &a);

        if (rc == TBY_OK && takes_two(t))
            rc = store_file_value(f, t->b, game, &b);
        if (rc != TBY_OK)
            return rc;
        if (!passes(t, a, b)) {
            *out = false;
            return TBY_OK;
        }
    }
    *out = true;
    return TBY_OK;
}

/* The loops that large collections spend their time in. */
static void test_range(const sieve_test *t, const uint32_t *a, uint32_t n,
                       uint8_t *mask)
{
    uint32_t min = t->min || t->a == STORE_PLIES ? t->min : 1;

    for (uint32_t i = 0; i < n; i++)
        mask[i] &= (uint8_t)(a[i] >= min && a[i] <= t->max);
}

static void test_any(const sieve_test *t, const uint32_t *a, const uint32_t *b,
                     uint32_t n, uint8_t *mask)
{
    for (uint32_t i = 0; i < n; i++)
        if (mask[i])
            mask[i] = passes(t, a[i], b[i]);
}

tby_rc store_sieve_chunk(const store_sieve *s, store_file *f, uint32_t chunk,
                         uint8_t *mask)
{
    for (size_t i = 0; i < s->n; i++) {
        const sieve_test *t = &s->tests[i];
        const uint32_t *a, *b;
        uint32_t n;
        tby_rc rc = store_file_chunk(f, t->a, chunk, &a, &n);

        if (rc != TBY_OK)
            return rc;
        b = a;
        if (takes_two(t) &&
            (rc = store_file_chunk(f, t->b, chunk, &b, &n)) != TBY_OK)
            return rc;
        if (t->kind == SIEVE_RANGE)
            test_range(t, a, n, mask);
        else
            test_any(t, a, b, n, mask);
    }
    return TBY_OK;
}
