/* test_names_builtin.c - the built-in names have every row of
 * data/openings.tsv, code, name and moves, and nothing else. */
#include "core/base/str.h"
#include "core/openings/names_bloom.h"
#include "io/system/file.h"
#include "support/positions.h"
#include "support/random.h"
#include "tabiya/names.h"

#include <string.h>
#include <unistd.h>

enum { ROWS = 3807 };

/* Plays moves as the list has them, "1. e4 e5 2. Nf3", each of which must be
 * the next one of the line. */
static tby_pos play_along(const tby_opening *o, tby_str moves)
{
    tby_pos p = tby_pos_start();
    tby_str word;
    uint32_t i = 0;

    while (tby_str_word(&moves, &word)) {
        tby_move m;
        if (word.p[word.n - 1] == '.')
            continue;
        CHECK(tby_san_parse(&p, word, TBY_SAN_STRICT, &m, NULL) == TBY_OK,
              "%.*s", (int)word.n, word.p);
        CHECK(i < o->plies && o->line[i++] == m, "%.*s: %.*s", (int)o->name.n,
              o->name.p, (int)word.n, word.p);
        tby_pos_play(&p, m);
    }
    assert_int_equal(i, o->plies);
    return p;
}

static void check_row(const tby_names *b, tby_str row, bool *seen)
{
    tby_str code, name, moves;
    tby_line line;
    tby_opening o;

    assert_true(tby_str_field(&row, '\t', &code) &&
                tby_str_field(&row, '\t', &name) &&
                tby_str_field(&row, '\t', &moves) && !row.p);
    assert_int_equal(tby_line_parse(moves, NULL, &line, NULL, NULL), TBY_OK);
    uint32_t i = tby_names_find(b, &line.pos);
    tby_line_free(&line);
    CHECK(i != TBY_NAMES_NONE && !seen[i], "%.*s", (int)moves.n, moves.p);
    seen[i] = true;
    tby_names_get(b, i, &o);
    assert_true(tby_str_is(code, o.code));
    assert_true(tby_str_is(o.source, "eco_tsv"));
    CHECK(tby_str_equal(o.name, name), "%.*s is %.*s", (int)name.n, name.p,
          (int)o.name.n, o.name.p);
    tby_pos p = play_along(&o, moves);
    CHECK(tby_pos_same(&o.pos, &p), "%.*s", (int)moves.n, moves.p);
}

/* Not by the reader of gen_names.  Tests run in the root of the project. */
static void every_row_of_the_list_is_there(void **state)
{
    tby_names b = tby_names_builtin();
    bool seen[ROWS] = {false};
    tby_map file;
    uint32_t rows = 0;

    (void)state;
    assert_int_equal(b.count, ROWS);
    assert_int_equal(tby_map_open(&file, "data/openings.tsv"), TBY_OK);
    tby_str rest = {file.p, file.n}, row;
    assert_true(tby_str_field(&rest, '\n', &row));
    assert_true(tby_str_is(row, "eco\tname\tpgn"));
    for (; tby_str_field(&rest, '\n', &row) && row.n; rows++)
        check_row(&b, row, seen);
    assert_int_equal(rows, ROWS);
    tby_map_close(&file);
}

/* No key of the names are held back, and few others pass. */
static void keys_tell_positions_apart(void **state)
{
    static names_bloom sieve;
    enum { OTHERS = 100000 };
    tby_names b = tby_names_builtin();
    rng r = rng_for(__func__);
    unsigned passed = 0;

    (void)state;
    tby__names_bloom_fill(&sieve, &b);
    for (uint32_t i = 0; i < b.count; i++) {
        tby_opening o;
        tby_names_get(&b, i, &o);
        CHECK(names_bloom_has(&sieve, o.pos.key), "entry %u", i);
        CHECK(tby_names_find_key(&b, o.pos.key) == i, "entry %u", i);
    }
    for (unsigned i = 0; i < OTHERS; i++) {
        uint64_t key = rng_next(&r);
        passed += names_bloom_has(&sieve, key);
        CHECK(tby_names_find_key(&b, key) == TBY_NAMES_NONE, "%" PRIx64, key);
    }
    CHECK(passed < OTHERS / 100, "%u passed", passed);
}

/* --- the block ------------------------------------------------------------*/

static void the_block_is_sound(void **state)
{
    tby_names b = tby_names_builtin(), other;
    void *copy = malloc(b.n);

    (void)state;
    assert_int_equal(b.n, b.n);
    assert_int_equal((uintptr_t)b.base % 8, 0);
    CHECK(copy, "no memory");
    memcpy(copy, b.base, b.n);
    assert_int_equal(tby_names_open(&other, copy, b.n), TBY_OK);
    ((char *)copy)[b.n / 2] ^= 1;
    assert_int_equal(tby_names_open(&other, copy, b.n), TBY_E_NAMES_CHECKSUM);
    free(copy);
}

/* The same answers from a file that is mapped, even after it is gone. */
static void a_file_of_it_answers_alike(void **state)
{
    char path[] = "/tmp/tabiya-names-XXXXXX";
    int fd = mkstemp(path);
    tby_names b = tby_names_builtin(), mapped;
    tby_map map;

    (void)state;
    CHECK(fd >= 0 && write(fd, b.base, b.n) == (ssize_t)b.n, "%s", path);
    close(fd);
    assert_int_equal(tby_map_open(&map, path), TBY_OK);
    unlink(path);
    assert_int_equal(tby_names_open(&mapped, map.p, map.n), TBY_OK);
    for (uint32_t i = 0; i < b.count; i++) {
        tby_opening o, other;
        tby_names_get(&b, i, &o);
        CHECK(tby_names_find(&mapped, &o.pos) == i, "entry %u", i);
        tby_names_get(&mapped, i, &other);
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
        cmocka_unit_test(every_row_of_the_list_is_there),
        cmocka_unit_test(keys_tell_positions_apart),
        cmocka_unit_test(the_block_is_sound),
        cmocka_unit_test(a_file_of_it_answers_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
