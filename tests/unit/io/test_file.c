/* test_file.c - what the system knows of files, folders, bytes in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int enter(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-file-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

/* To be freed. */
static char *in_folder(const char *name)
{
    return tby_path_join(folder, name);
}

static void put(const char *name, const char *text)
{
    char *path = in_folder(name);
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    tby_path_free(path);
}

static void paths_are_joined(void **state)
{
    static const char *const SAME[][3] = {{"a", "b", "a/b"},
                                          {"a/", "b", "a/b"},
                                          {"", "b", "b"},
                                          {"/", "b", "/b"}};

    (void)state;
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++) {
        char *path = tby_path_join(SAME[i][0], SAME[i][1]);
        assert_string_equal(path, SAME[i][2]);
        tby_path_free(path);
    }
    tby_path_free(NULL);
    assert_null(tby_path_resolve("/nowhere/at/all"));
    char *here = tby_path_resolve("/tmp/../tmp/.");
    assert_string_equal(here, "/tmp");
    tby_path_free(here);
}

static void files_are_looked_at(void **state)
{
    char *path = in_folder("one");
    struct timespec times[2] = {{.tv_sec = 7}, {.tv_sec = 7, .tv_nsec = 9}};
    tby_file_info info;

    (void)state;
    assert_int_equal(tby_file_look(path, &info), TBY_E_IO_OPEN);
    put("one", "hello");
    assert_int_equal(utimensat(-1, path, times, 0), 0);
    assert_int_equal(tby_file_look(path, &info), TBY_OK);
    assert_int_equal(info.size, 5);
    assert_true(info.plain && !info.folder);
    assert_int_equal(info.changed, INT64_C(7000000009));
    assert_int_equal(tby_file_look(folder, &info), TBY_OK);
    assert_true(info.folder && !info.plain);
    assert_int_equal(tby_file_look("/dev/null", &info), TBY_OK);
    assert_false(info.folder || info.plain);
    assert_int_equal(tby_file_look("/dev/null/x", &info), TBY_E_IO_OPEN);
    tby_file_remove(path);
    tby_file_remove(path);
    assert_int_equal(tby_file_look(path, &info), TBY_E_IO_OPEN);
    assert_int_equal(symlink("one", path), 0); /* to itself */
    assert_int_equal(tby_file_look(path, &info), TBY_E_IO_READ);
    tby_file_remove(path);
    tby_path_free(path);
}

static void folders_are_made_with_those_above(void **state)
{
    static const char *const NAMES[] = {"a/b/c", "a/b", "a"};
    char *path = in_folder("a/b/c");
    tby_file_info info;

    (void)state;
    assert_int_equal(tby_folder_make(path), TBY_OK);
    assert_int_equal(tby_folder_make(path), TBY_OK);
    assert_int_equal(tby_file_look(path, &info), TBY_OK);
    assert_true(info.folder);
    assert_int_equal(tby_folder_make("/dev/null/x"), TBY_E_IO_WRITE);
    assert_int_equal(tby_folder_make(""), TBY_E_IO_WRITE);
    tby_path_free(path);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        path = in_folder(NAMES[i]);
        assert_int_equal(rmdir(path), 0);
        tby_path_free(path);
    }
}

static bool not_x(const char *name)
{
    return strcmp(name, "x") != 0;
}

static void files_are_listed_in_order(void **state)
{
    static const char *const NAMES[] = {"c", "a", "x", "b", ".hidden"};
    tby_folder f;

    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        put(NAMES[i], "");
    assert_int_equal(tby_folder_list(&f, folder, not_x), TBY_OK);
    assert_int_equal(f.n, 3);
    for (size_t i = 0; i < f.n; i++) {
        char *path = in_folder((const char *[]){"a", "b", "c"}[i]);
        assert_string_equal(f.paths[i], path);
        tby_path_free(path);
    }
    tby_folder_free(&f);
    assert_int_equal(tby_folder_list(&f, "/nowhere", not_x), TBY_E_IO_OPEN);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char *path = in_folder(NAMES[i]);
        tby_file_remove(path);
        tby_path_free(path);
    }
}

static void bytes_stay_when_the_file_goes(void **state)
{
    char *path = in_folder("bytes");
    tby_map m;

    (void)state;
    assert_int_equal(tby_map_open(&m, path), TBY_E_IO_OPEN);
    assert_int_equal(tby_map_open(&m, folder), TBY_E_IO_READ);
    put("bytes", "");
    assert_int_equal(tby_map_open(&m, path), TBY_OK);
    assert_int_equal(m.n, 0);
    tby_map_close(&m);
    put("bytes", "hello");
    assert_int_equal(tby_map_open(&m, path), TBY_OK);
    tby_file_remove(path);
    assert_int_equal(m.n, 5);
    assert_memory_equal(m.p, "hello", 5);
    tby_map_close(&m);
    tby_map_close(&m);
    tby_path_free(path);
}

static int leave(void **state)
{
    (void)state;
    return rmdir(folder); /* it is empty: nothing was left behind */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_joined),
        cmocka_unit_test(files_are_looked_at),
        cmocka_unit_test(folders_are_made_with_those_above),
        cmocka_unit_test(files_are_listed_in_order),
        cmocka_unit_test(bytes_stay_when_the_file_goes),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
