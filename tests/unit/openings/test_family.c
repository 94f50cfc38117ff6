/* test_family.c - the parts of names as sources write them. */
#include "core/base/str.h"
#include "support/check.h"
#include "tabiya/family.h"

#include <string.h>

static const struct {
    const char *name, *family, *variation, *rest;
} NAMES[] = {
    {"Sicilian Defense: Najdorf Variation, English Attack", "Sicilian Defense",
     "Najdorf Variation", "English Attack"},
    {"Sicilian: Najdorf, 6.Be3 e5 7.Nb3 Be6", "Sicilian", "Najdorf",
     "6.Be3 e5 7.Nb3 Be6"},
    {"French Defense", "French Defense", "", ""},
    {"French Defense, 2. d4 d5", "French Defense", "2. d4 d5", ""},
    {"King's Gambit, Falkbeer Countergambit, Miles Gambit", "King's Gambit",
     "Falkbeer Countergambit", "Miles Gambit"},
    {"R\xC3\xA9ti Opening, proper:Accepted, Keres Variation",
     "R\xC3\xA9ti Opening", "proper", "Accepted, Keres Variation"},
    {"Caro-Kann: Gurgenidze: 4.h3", "Caro-Kann", "Gurgenidze", "4.h3"},
    {"Caro-Kann - Botvinnik-Carls Defense - 4. c3", "Caro-Kann",
     "Botvinnik-Carls Defense", "4. c3"},
    {"King's Gambit Accepted, Bishop's Gambit (see: Jaenisch Variation)",
     "King's Gambit Accepted", "Bishop's Gambit (see: Jaenisch Variation)", ""},
    {"Dutch Defence (without 2.c4 (A84), 2.g3 (A81)): Korchnoi Attack",
     "Dutch Defence (without 2.c4 (A84), 2.g3 (A81))", "Korchnoi Attack", ""},
    {"Dutch (unclosed: Stonewall, 4.g3", "Dutch (unclosed", "Stonewall",
     "4.g3"},
    {"Dutch): Stonewall", "Dutch)", "Stonewall", ""},
    {"  English :  Symmetrical ,, 2.Nf3 ", "English", "Symmetrical", "2.Nf3"},
    {": , Lost", "Lost", "", ""},
    {"", "", "", ""},
    {" ,: ", "", "", ""},
};

static void check_part(tby_str got, const char *want, const char *name)
{
    CHECK(tby_str_is(got, want), "%s: '%.*s', not '%s'", name, (int)got.n,
          got.p ? got.p : "", want);
}

static void names_have_parts(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        tby_name_parts got = tby_name_split(tby_str_of(NAMES[i].name));
        check_part(got.family, NAMES[i].family, NAMES[i].name);
        check_part(got.variation, NAMES[i].variation, NAMES[i].name);
        check_part(got.rest, NAMES[i].rest, NAMES[i].name);
    }
}

static void parts_come_one_by_one(void **state)
{
    static const char *const want[] = {"A", "B (b, b)", "C", "D"};
    tby_str rest = TBY_STR("A: B (b, b), C - D"), part;
    size_t n = 0;

    (void)state;
    while (tby_name_next(&rest, &part)) {
        assert_true(n < LENGTH(want));
        check_part(part, want[n++], "A: B (b, b), C - D");
    }
    assert_int_equal(n, LENGTH(want));
    assert_false(tby_name_next(&rest, &part));
    assert_false(tby_name_next(&(tby_str){NULL, 0}, &part));
}

/* Random texts of the characters that matter: every part is trimmed, not
 * empty, inside the name, and in order. */
static void parts_are_slices_of_any_text(void **state)
{
    static const char letters[] = "ab :,-()  ";
    rng r = rng_for(__func__);
    char text[24];

    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t n = rng_below(&r, sizeof text);
        for (size_t i = 0; i < n; i++)
            text[i] = letters[rng_below(&r, sizeof letters - 1)];
        tby_str rest = {text, n}, part;
        const char *last = text;
        while (tby_name_next(&rest, &part)) {
            CHECK(part.n && part.p >= last && part.p + part.n <= text + n,
                  "%.*s", (int)n, text);
            CHECK(tby_str_equal(part, tby_str_trim(part)), "%.*s", (int)n,
                  text);
            last = part.p + part.n;
        }
    }
}

static void families_have_one_stem(void **state)
{
    static const struct {
        const char *family, *stem;
    } stems[] = {
        {"Sicilian Defense", "Sicilian"},
        {"Sicilian Defence", "Sicilian"},
        {"Sicilian", "Sicilian"},
        {"English Opening", "English"},
        {"English", "English"},
        {"English Defence", "English Defense"},
        {"English Defense", "English Defense"},
        {"Polish (Sokolsky; Orang-Utan)", "Polish"},
        {"Polish Defense", "Polish Defense"},
        {"Vienna Game", "Vienna"},
        {"Vienna Gambit", "Vienna Gambit"},
        {"King's Indian Attack", "King's Indian Attack"},
        {"King's Indian Defense", "King's Indian"},
        {"Petrov's Defense", "Petrov"},
        {"Petrov", "Petrov"},
        {"Bird's Opening", "Bird"},
        {"Spanish", "Ruy Lopez"},
        {"Ruy Lopez", "Ruy Lopez"},
        {"Russian Game (Petroff Defence)", "Petrov"},
        {"QGD", "Queen's Gambit Declined"},
        {"Gruenfeld", "Gr\xc3\xbcnfeld"},
        {"Gr\xc3\xbcnfeld Defense", "Gr\xc3\xbcnfeld"},
        {"Reti", "R\xc3\xa9ti"},
        {"Open Game", "Open"},
        {"Game", "Game"},
        {"Defense", "Defense"},
        {"(i)", "(i)"},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(stems); i++)
        check_part(tby_family_stem(tby_str_of(stems[i].family)), stems[i].stem,
                   stems[i].family);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_parts),
        cmocka_unit_test(parts_come_one_by_one),
        cmocka_unit_test(parts_are_slices_of_any_text),
        cmocka_unit_test(families_have_one_stem),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
