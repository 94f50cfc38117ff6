/* test_spread.c - many files at once: each has its own bytes in their order. */
#include "support/check.h"

#include "io/stream/spread.h"
#include "io/system/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

static int enter(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-spread-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

/* How many files there are, hidden ones too; they are removed. */
static unsigned empty_folder(void)
{
    DIR *dir = opendir(folder);
    const struct dirent *e;
    unsigned n = 0;

    assert_non_null(dir);
    while ((e = readdir(dir)) != NULL) {
        char path[512];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
        n++;
    }
    closedir(dir);
    return n;
}

static int leave(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(folder);
}

/* Byte i of a file. */
static char byte_of(unsigned file, uint64_t i)
{
    return (char)(file * 7 + i * 13 + i / 251);
}

/* Random pieces, more than is kept in memory. */
static void fill(rng *r, tby_spread *s, unsigned files, uint64_t bytes)
{
    static char piece[70000];

    while (bytes) {
        unsigned file = rng_below(r, files), n = rng_below(r, sizeof piece);
        uint64_t from = tby_spread_size(s, file);
        if (n > bytes)
            n = (unsigned)bytes;
        for (unsigned i = 0; i < n; i++)
            piece[i] = byte_of(file, from + i);
        CHECK(tby_spread_write(s, file, piece, n) == TBY_OK, "%s",
              tby_spread_error_text(s));
        bytes -= n;
    }
}

static void check_file(unsigned file, uint64_t size)
{
    char path[128];
    tby_map map;

    snprintf(path, sizeof path, "%s/%u.pgn", folder, file);
    assert_int_equal(tby_map_open(&map, path), TBY_OK);
    assert_int_equal(map.n, size);
    for (uint64_t i = 0; i < size; i++)
        CHECK(((const char *)map.p)[i] == byte_of(file, i), "%s, byte %llu",
              path, (unsigned long long)i);
    tby_map_close(&map);
}

static void every_file_has_its_bytes(void **state)
{
    enum { FILES = 50, MUCH = 45 << 20 }; /* more than memory is used for */
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned round = 0; round < 2; round++) {
        tby_spread *s;
        char name[16];
        assert_int_equal(tby_spread_open(&s, folder, FILES), TBY_OK);
        fill(&r, s, FILES - 1, round ? MUCH : 100000);
        assert_int_equal(empty_folder(), 0); /* nothing has a name yet */
        for (unsigned i = 0; i < FILES - 1; i++) {
            snprintf(name, sizeof name, "%u.pgn", i);
            CHECK(tby_spread_commit(s, i, name) == TBY_OK, "%s",
                  tby_spread_error_text(s));
            check_file(i, tby_spread_size(s, i));
        }
        assert_int_equal(tby_spread_size(s, FILES - 1), 0);
        tby_spread_close(s);
        assert_int_equal(empty_folder(), FILES - 1);
    }
}

static void what_is_not_committed_is_gone(void **state)
{
    tby_spread *s;

    (void)state;
    assert_int_equal(tby_spread_open(&s, folder, 2), TBY_OK);
    assert_int_equal(tby_spread_write(s, 1, "abc", 3), TBY_OK);
    tby_spread_close(s);
    assert_int_equal(empty_folder(), 0);
    tby_spread_close(NULL);
}

static void failures_are_told(void **state)
{
    char inside[80], deeper[96];
    tby_spread *s;

    (void)state;
    assert_int_not_equal(tby_spread_open(&s, "/dev/null/x", 1), TBY_OK);
    assert_true(*tby_spread_error_text(s));
    tby_spread_close(s);
    /* folders are made */
    snprintf(inside, sizeof inside, "%s/a", folder);
    snprintf(deeper, sizeof deeper, "%s/b", inside);
    assert_int_equal(tby_spread_open(&s, deeper, 1), TBY_OK);
    assert_int_equal(tby_spread_write(s, 0, "abc", 3), TBY_OK);
    assert_int_equal(rmdir(deeper), 0);
    assert_int_equal(tby_spread_commit(s, 0, "x.pgn"), TBY_E_IO_OPEN);
    assert_true(*tby_spread_error_text(s));
    tby_spread_close(s);
    assert_int_equal(rmdir(inside), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_has_its_bytes),
        cmocka_unit_test(what_is_not_committed_is_gone),
        cmocka_unit_test(failures_are_told),
    };

    return cmocka_run_group_tests(tests, enter, leave);
}
