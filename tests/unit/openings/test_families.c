/* test_families.c - the built-in names by families: all of them, once, and what
 * belongs together. */
#include "core/base/str.h"
#include "support/check.h"
#include "support/failing.h"
#include "tabiya/families.h"
#include "tabiya/family.h"

#include <string.h>

static tby_str stem_of(const tby_names *b, uint32_t entry)
{
    tby_opening o;

    tby_names_peek(b, entry, &o);
    return tby_family_stem(tby_name_split(o.name).family);
}

static void every_entry_is_in_one_family(void **state)
{
    tby_names b = tby_names_builtin();
    static bool seen[1 << 16];
    tby_families f;
    uint32_t total = 0;

    (void)state;
    assert_true(b.count < LENGTH(seen));
    assert_int_equal(tby_families_open(&f, &b, NULL), TBY_OK);
    assert_int_equal(f.entries_n, b.count);
    for (size_t i = 0; i < f.n; i++) {
        const tby_family *family = &f.at[i];
        tby_str stem = stem_of(&b, family->root);

        assert_int_equal(family->first, total);
        assert_true(family->count > 0);
        total += family->count;
        if (i > 0) /* in order, and no two of them the same */
            assert_true(tby_str_compare(stem_of(&b, f.at[i - 1].root), stem) <
                        0);
        for (uint32_t k = 0; k < family->count; k++) {
            uint32_t entry = f.entries[family->first + k];
            assert_false(seen[entry]);
            seen[entry] = true;
            assert_true(tby_str_equal(stem_of(&b, entry), stem));
        }
        assert_true(tby_families_find(&f, family->name) != NULL);
    }
    assert_int_equal(total, b.count);
    tby_families_free(&f);
}

static void known_families_are_there(void **state)
{
    tby_names b = tby_names_builtin();
    tby_families f;
    tby_opening o;

    (void)state;
    assert_int_equal(tby_families_open(&f, &b, NULL), TBY_OK);
    const tby_family *sicilian =
        tby_families_find(&f, TBY_STR("Sicilian Defense"));
    assert_non_null(sicilian);
    assert_string_equal(sicilian->from, "B20");
    assert_string_equal(sicilian->to, "B99");
    assert_true(sicilian->count > 300);
    tby_names_peek(&b, sicilian->root, &o);
    assert_int_equal(o.plies, 2); /* 1. e4 c5 */
    assert_null(tby_families_find(&f, TBY_STR("Sicilian Nonsense")));
    tby_families_free(&f);
}

static void there_may_be_no_memory_and_no_names(void **state)
{
    tby_names b = tby_names_builtin(), none = {.count = 0};
    failing memory = {.calls_left = 0};
    tby_alloc alloc = failing_alloc(&memory);
    tby_families f;

    (void)state;
    for (size_t calls = 0; calls < 3; calls++) {
        memory.calls_left = calls;
        assert_int_equal(tby_families_open(&f, &b, &alloc), TBY_E_NOMEM);
    }
    memory.calls_left = SIZE_MAX;
    assert_int_equal(tby_families_open(&f, &none, &alloc), TBY_OK);
    assert_int_equal(f.n, 0);
    tby_families_free(&f);
    failing_check_back(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_in_one_family),
        cmocka_unit_test(known_families_are_there),
        cmocka_unit_test(there_may_be_no_memory_and_no_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
