/* test_program.c - where programs are looked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/system/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/tabiya-program-XXXXXX";

static void make(const char *name, mode_t mode)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fclose(f);
    assert_int_equal(chmod(path, mode), 0);
}

static int prepare(void **state)
{
    char path[PATH_MAX];

    (void)state;
    if (!mkdtemp(folder))
        return -1;
    make("engine", 0755);
    make("notes", 0644);
    snprintf(path, sizeof path, "%s/directory", folder);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "/nonexistent::%s:/bin", folder);
    return setenv("PATH", path, 1);
}

static int clean_up(void **state)
{
    static const char *const NAMES[] = {"engine", "notes", "directory"};
    char path[PATH_MAX];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        remove(path);
    }
    return rmdir(folder);
}

static void path_is_searched(void **state)
{
    char expected[PATH_MAX];
    char found[PATH_MAX];

    (void)state;
    snprintf(expected, sizeof expected, "%s/engine", folder);
    assert_int_equal(tby_program_find("engine", found, sizeof found), TBY_OK);
    assert_string_equal(found, expected);
    assert_int_equal(tby_program_find("sh", found, sizeof found), TBY_OK);
    assert_string_equal(found, "/bin/sh");
}

static void a_path_stands_for_itself(void **state)
{
    char found[PATH_MAX];

    (void)state;
    assert_int_equal(tby_program_find("/bin/sh", found, sizeof found), TBY_OK);
    assert_string_equal(found, "/bin/sh");
    assert_int_equal(tby_program_find("/bin/nonexistent", found, sizeof found),
                     TBY_E_IO_SPAWN);
}

static void only_programs_count(void **state)
{
    char found[PATH_MAX];

    (void)state;
    assert_int_equal(tby_program_find("directory", found, sizeof found),
                     TBY_E_IO_SPAWN);
    assert_int_equal(tby_program_find("notes", found, sizeof found),
                     TBY_E_IO_SPAWN);
    assert_int_equal(tby_program_find("no-such-engine", found, sizeof found),
                     TBY_E_IO_SPAWN);
    assert_int_equal(tby_program_find("", found, sizeof found), TBY_E_IO_SPAWN);
}

static void a_buffer_may_be_too_small(void **state)
{
    char found[8];

    (void)state;
    assert_int_equal(tby_program_find("/bin/sh", found, 7), TBY_E_IO_SPAWN);
    assert_int_equal(tby_program_find("/bin/sh", found, 8), TBY_OK);
    assert_int_equal(tby_program_find("sh", found, 7), TBY_E_IO_SPAWN);
    assert_int_equal(tby_program_find("sh", found, 8), TBY_OK);
}

/* Debian's engines are not on root's PATH. */
static void games_are_searched_too(void **state)
{
    char found[PATH_MAX];

    (void)state;
    if (access("/usr/games/stockfish", X_OK) != 0)
        skip();
    assert_int_equal(tby_program_find("stockfish", found, sizeof found),
                     TBY_OK);
    assert_string_equal(found, "/usr/games/stockfish");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_is_searched),
        cmocka_unit_test(a_path_stands_for_itself),
        cmocka_unit_test(only_programs_count),
        cmocka_unit_test(a_buffer_may_be_too_small),
        cmocka_unit_test(games_are_searched_too),
    };
    return cmocka_run_group_tests(tests, prepare, clean_up);
}
