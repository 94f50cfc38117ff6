/* compiled_filter.c - from conditions to tests of columns. */
#include "store/query/compiled_filter.h"
#include "store/record/men.h"

#include <stdlib.h>
#include <string.h>

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

/* A range without a number in it would hold all of them for a test that makes
 * one comparison of two. */
static void add(store_compiled_filter *s, filter_test test)
{
    if (test.kind == FILTER_RANGE && test.min > test.max)
        test.kind = FILTER_BITS;
    s->tests[s->n++] = test;
}

static tby_rc add_names(store_compiled_filter *s, store_rows *f, tby_str wanted,
                        bool (*fits)(tby_str, tby_str), filter_test test)
{
    store_kind kind = tby__column_kind(test.a);
    uint32_t n = tby__rows_names_n(f, kind) + 1;
    marking m = {.wanted = wanted, .fits = fits, .n = n};
    tby_rc rc;

    if (!wanted.p)
        return TBY_OK;
    m.bits = calloc(n / 64 + 1, sizeof *m.bits);
    if (!m.bits)
        return TBY_E_NOMEM;
    s->owned[s->owned_n++] = m.bits;
    rc = kind == STORE_PLAYER
             ? tby__player_match(f, wanted, false, mark_player, &m)
             : tby__rows_names(f, kind, mark, &m);
    test.bits = m.bits;
    test.n = n;
    if (m.fitting == 1) {
        test.b = test.kind == FILTER_EITHER ? test.b : test.a;
        test.kind = FILTER_ONE;
        test.min = m.last;
    }
    add(s, test);
    return rc;
}

static void add_range(store_compiled_filter *s, filter_kind kind,
                      store_column a, store_column b, store_range range)
{
    /* 0 is not known, but for plies, of which every game has a number. */
    bool unknown = kind == FILTER_RANGE && a != STORE_PLIES;

    if (range.on)
        add(s, (filter_test){.kind = kind,
                             .a = a,
                             .b = b,
                             .min = unknown && !range.min ? 1 : range.min,
                             .max = range.max});
}

static void add_bits(store_compiled_filter *s, store_column column, size_t slot,
                     uint32_t bits)
{
    s->small[slot][0] = bits;
    if (bits)
        add(s, (filter_test){.kind = FILTER_BITS,
                             .a = column,
                             .bits = s->small[slot],
                             .n = 64});
}

/* Games that never had so few men cannot have had just these. */
static tby_rc add_material(store_compiled_filter *s, const store_material *m)
{
    uint64_t *bits = calloc(STORE_LEAST_MAX / 64 + 1, sizeof *bits);

    if (!bits)
        return TBY_E_NOMEM;
    s->owned[s->owned_n++] = bits;
    for (uint32_t i = 0; i <= STORE_LEAST_MAX; i++)
        bits[i / 64] |= (uint64_t)tby__men_may_be(i, m->count[0], m->count[1])
                        << i % 64;
    add(s, (filter_test){.kind = FILTER_BITS,
                         .a = STORE_LEAST,
                         .bits = bits,
                         .n = STORE_LEAST_MAX + 1});
    return TBY_OK;
}

tby_rc tby__compiled_filter_open(store_compiled_filter *s, store_rows *f,
                                 const store_filter *w)
{
    memset(s, 0, sizeof *s);
    /* What throws out most for least comes first. */
    add_range(s, FILTER_RANGE, STORE_WHITE_ELO, STORE_WHITE_ELO, w->elo);
    add_range(s, FILTER_RANGE, STORE_BLACK_ELO, STORE_BLACK_ELO, w->elo);
    add_range(s, FILTER_AVERAGE, STORE_WHITE_ELO, STORE_BLACK_ELO,
              w->elo_average);
    add_range(s, FILTER_RANGE, STORE_PLIES, STORE_PLIES, w->plies);
    add_range(s, FILTER_DATE, STORE_DATE, STORE_DATE, w->date);
    add_bits(s, STORE_RESULT, 1, w->results);
    add_bits(s, STORE_TIME_CLASS, 2, w->classes);
    add_bits(s, STORE_CATEGORY, 3, w->endings);
    if (w->has_eco) {
        memcpy(s->small[0], w->eco, sizeof w->eco);
        add(s, (filter_test){.kind = FILTER_BITS,
                             .a = STORE_ECO,
                             .bits = s->small[0],
                             .n = 512});
    }
    static const filter_test sides[] = {
        {.kind = FILTER_EITHER, .a = STORE_WHITE, .b = STORE_BLACK},
        {.kind = FILTER_BITS, .a = STORE_WHITE},
        {.kind = FILTER_BITS, .a = STORE_BLACK},
    };
    tby_rc rc;
    if (w->material.on && (rc = add_material(s, &w->material)) < 0)
        return rc;
    if ((rc = add_names(s, f, w->player, tby__name_fits, sides[w->as])) < 0 ||
        (rc = add_names(s, f, w->against, tby__name_fits,
                        sides[store_other_side(w->as)])) < 0 ||
        (rc = add_names(s, f, w->white, tby__name_fits, sides[1])) < 0 ||
        (rc = add_names(s, f, w->black, tby__name_fits, sides[2])) < 0 ||
        (rc = add_names(s, f, w->event, tby__text_has,
                        (filter_test){.kind = FILTER_BITS, .a = STORE_EVENT})) <
            0)
        return rc;
    return add_names(s, f, w->opening, tby__text_has,
                     (filter_test){.kind = FILTER_BITS, .a = STORE_OPENING});
}

void tby__compiled_filter_close(store_compiled_filter *s)
{
    for (size_t i = 0; i < s->owned_n; i++)
        free(s->owned[i]);
    s->owned_n = s->n = 0;
}
