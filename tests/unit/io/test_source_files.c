/* test_source_files.c - the files of an archive one by one, those that are
 * wanted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/stream/source.h"
#include "support/pack.h"

#include <stdio.h>
#include <string.h>

/* Everything that happened, as text: <name>content of each file, (name) of each
 * that was passed over, and the last result. */
typedef struct story {
    char text[1 << 17];
} story;

static void add(story *to, const char *before, const char *word,
                const char *after)
{
    size_t n = strlen(to->text);

    snprintf(to->text + n, sizeof to->text - n, "%s%s%s", before, word, after);
}

static bool is_wanted(const char *name)
{
    return strstr(name, ".pgn") != NULL;
}

static void note_passed(void *ctx, const char *name)
{
    add(ctx, "(", name, ")");
}

/* `most` bytes are read of each file. */
static story tell(const pack *in, size_t most)
{
    story out = {""};
    const tby_source_choice choice = {&out, is_wanted, note_passed};
    tby_source *s;
    tby_rc rc;

    assert_int_equal(tby_source_open_memory(&s, in->p, in->n), TBY_OK);
    assert_string_equal(tby_source_file(s), "");
    while ((rc = tby_source_next(s, &choice)) == TBY_OK) {
        char c[2] = "";
        size_t n, all = 0;

        add(&out, "<", tby_source_file(s), ">");
        while (all++ < most && (rc = tby_source_read(s, c, 1, &n)) == TBY_OK)
            add(&out, "", c, "");
        if (rc < 0)
            break;
        if (all < most)
            assert_int_equal(tby_source_read(s, c, 1, &n), TBY_DONE);
    }
    add(&out, " ", tby_rc_name(rc), "");
    assert_int_equal(tby_source_next(s, &choice), rc);
    tby_source_close(s);
    return out;
}

static void check_story(const pack_member *members, size_t n, size_t most,
                        const char *expected)
{
    for (int i = 0; i < 2; i++) {
        pack packed = {0};

        pack_archive(&packed, i ? "7zip" : "zip", NULL, members, n);
        assert_string_equal(tell(&packed, most).text, expected);
        free(packed.p);
    }
}

/* 7z has empty files behind all others. */
static const pack_member MIXED[] = {
    {"a", NULL},        {"a/readme.txt", "words"}, {"a/1.pgn", "one"},
    {"cover.jpg", "?"}, {"a/3.pgn", "three\n"},    {"last.txt", "-"},
    {"2.pgn", ""}};

/* No line end is added; each file ends for itself. */
static void each_wanted_file_is_one(void **state)
{
    (void)state;
    check_story(MIXED, 7, SIZE_MAX,
                "(a/readme.txt)<a/1.pgn>one(cover.jpg)<a/3.pgn>three\n"
                "(last.txt)<2.pgn> done");
    check_story(MIXED + 2, 1, SIZE_MAX, "<a/1.pgn>one done");
}

static void a_file_need_not_be_read_to_its_end(void **state)
{
    (void)state;
    check_story(MIXED, 7, 2,
                "(a/readme.txt)<a/1.pgn>on(cover.jpg)<a/3.pgn>th"
                "(last.txt)<2.pgn> done");
    check_story(MIXED, 7, 0,
                "(a/readme.txt)<a/1.pgn>(cover.jpg)<a/3.pgn>"
                "(last.txt)<2.pgn> done");
}

static void all_are_wanted_if_none_is(void **state)
{
    static const pack_member NAMELESS[] = {
        {"a", NULL}, {"a/games", "one"}, {"b.txt", "two"}};

    (void)state;
    check_story(NAMELESS, 3, SIZE_MAX, "<a/games>one<b.txt>two done");
    check_story(NAMELESS, 1, SIZE_MAX, " done");
    check_story(NULL, 0, SIZE_MAX, " done");
}

static void what_is_no_archive_is_one_file(void **state)
{
    pack plain = {0}, gzip = {0};

    (void)state;
    pack_add(&plain, "one", 3);
    pack_gzip(&gzip, "one", 3);
    assert_string_equal(tell(&plain, SIZE_MAX).text, "<>one done");
    assert_string_equal(tell(&gzip, SIZE_MAX).text, "<>one done");
    gzip.n -= 4;
    assert_string_equal(tell(&gzip, SIZE_MAX).text, "<>one io_cut");
    plain.n = 0;
    assert_string_equal(tell(&plain, SIZE_MAX).text, "<> done");
    free(plain.p);
    free(gzip.p);
}

/* A zip that breaks off gives the files before the break, wanted or not. */
static void a_cut_archive_is_told_behind_its_files(void **state)
{
    static const pack_member TWO[] = {{"1.pgn", "one"}, {"b.txt", "two"}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        pack packed = {0};

        pack_archive(&packed, "zip", NULL, TWO + i, 2 - i);
        packed.n -= 30;
        assert_string_equal(tell(&packed, SIZE_MAX).text,
                            i ? "<b.txt>two io_cut"
                              : "<1.pgn>one(b.txt) io_cut");
        free(packed.p);
    }
}

/* Many names, and one that is longer than any; control characters are none. */
static void names_may_be_anything(void **state)
{
    enum { MANY = 3000, LONG = 900 };
    static char names[MANY][40], longest[LONG + 1];
    static pack_member members[MANY + 2];
    unsigned told = 0;

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "folder/with/pictures/%zu.jpg", i);
        members[i] = (pack_member){names[i], "x"};
    }
    memset(longest, 'n', LONG);
    members[MANY] = (pack_member){longest, "x"};
    members[MANY + 1] = (pack_member){"a\x1b\n.pgn", "x"};
    pack packed = {0};
    pack_archive(&packed, "zip", NULL, members, MANY + 2);
    story s = tell(&packed, SIZE_MAX);
    for (const char *p = s.text; (p = strchr(p, '(')) != NULL; p++)
        told++;
    assert_in_range(told, 100, MANY + 1);
    assert_null(strchr(s.text, '\x1b'));
    free(packed.p);
    packed = (pack){0};
    pack_archive(&packed, "zip", NULL, members + MANY, 2);
    s = tell(&packed, SIZE_MAX);
    assert_non_null(strstr(s.text, "nnn)<a??.pgn>x done"));
    free(packed.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wanted_file_is_one),
        cmocka_unit_test(a_file_need_not_be_read_to_its_end),
        cmocka_unit_test(all_are_wanted_if_none_is),
        cmocka_unit_test(what_is_no_archive_is_one_file),
        cmocka_unit_test(a_cut_archive_is_told_behind_its_files),
        cmocka_unit_test(names_may_be_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
