/* test_names_block.c - a list of names has what the table had, in whatever
 * order it came, and refuses to be anything else. */
#include "core/base/checksum.h"
#include "core/openings/names.h"
#include "core/openings/names_layout.h"
#include "support/positions.h"
#include "unit/openings/rows.h"

/* Random positions of random games, with names, codes and aliases. */
static tby_openings *random_table(rng *r, unsigned n)
{
    static const char *const SOURCES[] = {"eco_tsv", "scid", "mine", "wiki_b"};
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    for (unsigned i = 0; i < n; i++) {
        char name[64];
        tby_move line[40];
        tby_pos p = tby_pos_start();
        uint32_t plies = 0, wanted = rng_below(r, 40);
        for (tby_move m; plies < wanted && (m = random_move(r, &p)) != 0;) {
            line[plies++] = m;
            tby_pos_play(&p, m);
        }
        snprintf(name, sizeof name, "Opening %u é", rng_below(r, n));
        tby_opening o = {.name = tby_str_of(name),
                         .source = tby_str_of(SOURCES[rng_below(r, 4)]),
                         .eco_root = rng_chance(r, 10),
                         .pos = p};
        snprintf(o.code, sizeof o.code, "%c%02u", 'A' + (int)rng_below(r, 5),
                 rng_below(r, 100));
        if (rng_chance(r, 60))
            snprintf(o.scid, sizeof o.scid, "%s%c%u", o.code,
                     'a' + (int)rng_below(r, 26), 1 + rng_below(r, 4));
        if (rng_chance(r, 5))
            o.root_source = tby_str_of("scid");
        o.line = rng_chance(r, 80) ? line : NULL;
        o.plies = o.line ? plies : 0;
        tby_alias aliases[3] = {{tby_str_of("a"), tby_str_of("one")},
                                {tby_str_of("b"), tby_str_of("two")},
                                {tby_str_of("a"), tby_str_of("three")}};
        o.aliases = aliases;
        o.aliases_n = rng_below(r, 4);
        assert_int_equal(tby_openings_add(t, &o), TBY_OK);
    }
    return t;
}

static bool equal(tby_str a, tby_str b)
{
    return a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

static bool has_alias(const tby_alias *aliases, size_t n, const tby_alias *a)
{
    for (size_t i = 0; i < n; i++)
        if (equal(aliases[i].source, a->source) &&
            equal(aliases[i].name, a->name))
            return true;
    return false;
}

static void check_entry(const tby_names *b, const tby_opening *want)
{
    uint32_t i = tby_names_find(b, &want->pos);
    tby_alias aliases[255];
    tby_opening got;

    assert_true(i < b->count);
    tby_names_get(b, i, &got);
    assert_true(equal(got.name, want->name) &&
                equal(got.source, want->source) &&
                equal(got.root_source, want->root_source));
    assert_string_equal(got.code, want->code);
    assert_string_equal(got.scid, want->scid);
    assert_int_equal(got.eco_root, want->eco_root);
    assert_true(tby_pos_same(&got.pos, &want->pos));
    assert_int_equal(got.line != NULL, want->line != NULL);
    assert_int_equal(got.plies, want->plies);
    assert_true(!want->line || memcmp(got.line, want->line,
                                      want->plies * sizeof *want->line) == 0);
    assert_int_equal(tby_names_aliases(b, i, aliases, 255), want->aliases_n);
    for (size_t k = 0; k < want->aliases_n; k++)
        assert_true(has_alias(aliases, want->aliases_n, &want->aliases[k]));
}

static tby_buf compile(const tby_openings *t)
{
    tby_buf out;

    tby_buf_init(&out, NULL, SIZE_MAX);
    assert_int_equal(tby_names_compile(t, &out), TBY_OK);
    return out;
}

static void has_what_the_table_had(void **state)
{
    static const unsigned SIZES[] = {0, 1, 2, 3, 50, 1000, 4000};
    rng r = rng_for(__func__);

    (void)state;
    for (size_t k = 0; k < LENGTH(SIZES); k++) {
        tby_openings *t = random_table(&r, SIZES[k]), *back;
        tby_buf block = compile(t), again;
        tby_names b = {0};
        assert_int_equal(tby_names_open(&b, block.p, block.n), TBY_OK);
        assert_int_equal(b.count, tby_openings_count(t));
        for (size_t i = 0; i < tby_openings_count(t); i++)
            check_entry(&b, tby_openings_at(t, i));
        for (int i = 0; i < 200; i++) {
            tby_pos p = random_start(&r, CHESS960);
            assert_int_equal(tby_names_find(&b, &p) == TBY_NAMES_NONE,
                             tby_openings_find(t, &p) == TBY_OPENINGS_NONE);
        }
        back = new_table(TBY_IDENTITY_POSITION); /* in another order */
        assert_int_equal(tby_names_unpack(&b, back), TBY_OK);
        again = compile(back);
        assert_int_equal(again.n, block.n);
        assert_memory_equal(again.p, block.p, block.n);
        tby_openings_close(t);
        tby_openings_close(back);
        tby_buf_free(&block);
        tby_buf_free(&again);
    }
}

static void damage_is_refused(void **state)
{
    rng r = rng_for(__func__);
    tby_openings *t = random_table(&r, 300);
    tby_buf block = compile(t);
    tby_names b = {0};

    (void)state;
    for (int i = 0; i < 2000; i++) {
        size_t at = rng_below(&r, (unsigned)block.n);
        char bit = (char)(1 << rng_below(&r, 8));
        block.p[at] ^= bit;
        tby_rc rc = tby_names_open(&b, block.p, block.n);
        CHECK(at < 8    ? rc == TBY_E_NAMES_MAGIC
              : at < 16 ? rc == TBY_E_NAMES_VERSION
                        : rc == TBY_E_NAMES_CHECKSUM,
              "byte %zu: %s", at, tby_rc_name(rc));
        block.p[at] ^= bit;
    }
    for (size_t n = 0; n < block.n; n += 1 + rng_below(&r, 500))
        assert_int_not_equal(tby_names_open(&b, block.p, n), TBY_OK);
    assert_int_equal(b.count, 0); /* never touched */
    tby_buf_free(&block);
    tby_openings_close(t);
}

/* With a checksum that fits, numbers that point outside are found all the
 * same: nothing that is accepted may be read outside of the block. */
static void numbers_are_checked(void **state)
{
    rng r = rng_for(__func__);
    tby_openings *t = random_table(&r, 60);
    tby_buf block = compile(t);
    unsigned damaged = 0;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        char *copy = malloc(block.n);
        struct names_head h;
        tby_names b;
        assert_non_null(copy);
        memcpy(copy, block.p, block.n);
        for (unsigned k = 1 + rng_below(&r, 3); k > 0; k--)
            copy[24 + rng_below(&r, (unsigned)block.n - 24)] =
                (char)rng_next(&r);
        memcpy(&h, copy, sizeof h);
        h.size = block.n;
        memcpy(copy, &h, sizeof h);
        h.checksum = tby_checksum((unsigned char *)copy + 24, block.n - 24);
        memcpy(copy, &h, sizeof h);
        tby_rc rc = tby_names_open(&b, copy, block.n);
        damaged += rc == TBY_E_NAMES_DAMAGED;
        for (uint32_t e = 0; rc == TBY_OK && e < b.count; e++) {
            tby_opening o;
            tby_alias aliases[4];
            tby_names_get(&b, e, &o);
            tby_names_aliases(&b, e, aliases, 4);
            tby_names_find(&b, &o.pos);
        }
        free(copy);
    }
    CHECK(damaged > 500, "only %u found", damaged);
    tby_buf_free(&block);
    tby_openings_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_what_the_table_had),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(numbers_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
