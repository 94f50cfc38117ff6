/* test_rc.c - the table of result codes is sound, and so is the version. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "tabiya/tabiya.h"

#include <stdio.h>
#include <string.h>

static const struct {
    tby_rc rc;
    const char *name;
    const char *text;
} ALL[] = {
#define ROW(symbol, number, name, sentence) {TBY_##symbol, name, sentence},
    TBY_RC_MAP(ROW)
#undef ROW
};

enum { N = sizeof ALL / sizeof *ALL };

static void every_code_has_its_name_and_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++) {
        assert_string_equal(tby_rc_name(ALL[i].rc), ALL[i].name);
        assert_string_equal(tby_rc_text(ALL[i].rc), ALL[i].text);
    }
}

/* Machine names are a promise to scripts. */
static void names_are_unique_and_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++) {
        assert_true(*ALL[i].name);
        assert_int_equal(strspn(ALL[i].name, "abcdefghijklmnopqrstuvwxyz_0"
                                             "123456789"),
                         strlen(ALL[i].name));
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(ALL[i].name, ALL[k].name);
    }
}

static void sentences_are_sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < N; i++) {
        const char *text = ALL[i].text;
        assert_true(*text >= 'A' && *text <= 'Z');
        assert_int_equal(text[strlen(text) - 1], '.');
    }
}

/* These numbers are in files and other people's programs. */
static void numbers_are_pinned(void **state)
{
    (void)state;
    assert_int_equal(TBY_OK, 0);
    assert_int_equal(TBY_DONE, 1);
    assert_int_equal(TBY_E_NOMEM, -1);
    assert_int_equal(TBY_E_POS_FAULTY, -100);
    assert_int_equal(TBY_E_FEN_PIECE, -200);
    assert_int_equal(TBY_E_SAN_AMBIGUOUS, -221);
    assert_int_equal(TBY_E_IO_OPEN, -600);
    assert_int_equal(TBY_E_USAGE, -1000);
}

static void a_number_outside_the_table_is_unknown(void **state)
{
    int outside = -9999;
    tby_rc rc;

    (void)state;
    memcpy(&rc, &outside, sizeof rc);
    assert_string_equal(tby_rc_name(rc), "unknown");
    assert_string_equal(tby_rc_text(rc), "Unknown result code.");
}

static void the_version_is_that_of_the_header(void **state)
{
    char text[32];

    (void)state;
    snprintf(text, sizeof text, "%d.%d.%d", TBY_VERSION_MAJOR,
             TBY_VERSION_MINOR, TBY_VERSION_PATCH);
    assert_string_equal(tby_version(), text);
    assert_string_equal(tby_version(), TBY_VERSION_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_has_its_name_and_sentence),
        cmocka_unit_test(names_are_unique_and_plain),
        cmocka_unit_test(sentences_are_sentences),
        cmocka_unit_test(numbers_are_pinned),
        cmocka_unit_test(a_number_outside_the_table_is_unknown),
        cmocka_unit_test(the_version_is_that_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
