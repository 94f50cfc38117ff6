/* test_cards_file.c - where cards are kept, and that two drills at a time lose
 * nothing. */
#include "support/positions.h"
#include "work/rep/rep.h"

#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/tabiya-cards-XXXXXX";

static void must(tby_rc rc)
{
    CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
}

/* --- names ----------------------------------------------------------------*/

static void beside_the_repertoire(void **state)
{
    static const char *const names[][2] = {
        {"london.txt", "london.cards.tsv"},
        {"a.b/london.txt", "a.b/london.cards.tsv"},
        {"a.b/london", "a.b/london.cards.tsv"},
        {"london.rep", "london.rep.cards.tsv"},
        {"london.txt.zst", "london.cards.tsv"},
        {"london.gz", "london.cards.tsv"},
        {".txt", ".txt.cards.tsv"},
        {"a/.txt", "a/.txt.cards.tsv"},
    };
    tby_buf out;

    (void)state;
    tby_buf_init(&out, NULL, 4096);
    for (size_t i = 0; i < LENGTH(names); i++) {
        tby_buf_clear(&out);
        must(tby_cards_path(names[i][0], &out));
        assert_string_equal(out.p, names[i][1]);
        assert_int_equal(out.n, strlen(out.p) + 1);
    }
    tby_buf_free(&out);
}

/* --- files ----------------------------------------------------------------*/

static int enter(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 || close(fd) != 0;
}

static int leave(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
}

static size_t read_file(char *out, size_t cap)
{
    FILE *f = fopen(path, "rb");

    assert_non_null(f);
    size_t n = fread(out, 1, cap - 1, f);
    out[n] = '\0';
    fclose(f);
    return n;
}

static tby_cards *load(uint64_t expected)
{
    tby_cards *c = NULL;
    uint64_t refused;

    must(tby_cards_open(&c, NULL));
    must(tby_cards_load(c, path, NULL, &refused));
    assert_int_equal(refused, expected);
    return c;
}

static tby_card card_of(const char *fen, int64_t when)
{
    tby_card card = {.pos = pos_of(fen)};

    tby_memory_review(&card.memory, TBY_GOOD, when);
    return card;
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KINGS "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

static void two_at_a_time(void **state)
{
    char before[4096], after[4096];

    (void)state;
    write_file("tabiya cards 1\nwhat is this\n");
    tby_cards *one = load(1), *other = load(1);
    tby_card a = card_of(START, 1000), b = card_of(KINGS, 2000);
    must(tby_cards_put(one, &a));
    must(tby_cards_save(one, path, NULL));
    must(tby_cards_put(other, &b));
    must(tby_cards_save(other, path, NULL));
    tby_cards *both = load(1);
    assert_int_equal(tby_cards_count(both), 2);
    /* the older review of the first does not come back */
    tby_card later = card_of(START, 5000);
    must(tby_cards_put(other, &later));
    must(tby_cards_save(other, path, NULL));
    read_file(before, sizeof before);
    must(tby_cards_save(one, path, NULL));
    read_file(after, sizeof after);
    assert_string_equal(before, after);
    assert_non_null(strstr(after, "\nwhat is this\n"));
    tby_cards_close(one);
    tby_cards_close(other);
    tby_cards_close(both);
}

/* A file of something else is neither read nor written over. */
static void another_file(void **state)
{
    static const char text[] = "tabiya cards 99\n";
    char after[64];
    tby_cards *c = NULL;
    uint64_t refused;

    (void)state;
    write_file(text);
    must(tby_cards_open(&c, NULL));
    assert_int_equal(tby_cards_load(c, path, NULL, &refused),
                     TBY_E_CARDS_VERSION);
    assert_int_equal(tby_cards_save(c, path, NULL), TBY_E_CARDS_VERSION);
    read_file(after, sizeof after);
    assert_string_equal(after, text);
    tby_cards_close(c);
}

/* One that the system does not get at may have cards: they are not taken for
 * none, which would be written in their place. */
static void a_file_out_of_reach(void **state)
{
    tby_cards *c = NULL;
    uint64_t refused;

    (void)state;
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink(path, path), 0);
    must(tby_cards_open(&c, NULL));
    assert_int_equal(tby_cards_load(c, path, NULL, &refused), TBY_E_IO_OPEN);
    assert_int_equal(tby_cards_save(c, path, NULL), TBY_E_IO_OPEN);
    tby_cards_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_the_repertoire),
        cmocka_unit_test(two_at_a_time),
        cmocka_unit_test(another_file),
        cmocka_unit_test(a_file_out_of_reach),
    };

    return cmocka_run_group_tests(tests, enter, leave);
}
