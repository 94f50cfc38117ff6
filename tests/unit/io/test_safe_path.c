/* test_safe_path.c - files that are really below a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* above: what cmocka.h needs */
#include <cmocka.h>

#include "io/system/file.h"
#include "tabiya/base.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int enter(void **state)
{
    char path[128];

    (void)state;
    snprintf(folder, sizeof folder, "/tmp/tabiya-below-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/a.txt", folder);
    FILE *f = fopen(path, "wb");
    return !f || fputs("hello", f) < 0 || fclose(f) != 0;
}

static int leave(void **state)
{
    char path[128];

    (void)state;
    snprintf(path, sizeof path, "%s/link", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/a.txt", folder);
    return unlink(path) != 0 || rmdir(folder) != 0;
}

static tby_rc try_open(const char *in, const char *path)
{
    tby_file_info info;
    int fd;
    tby_rc rc =
        tby_safe_path_open(in, (tby_str){path, strlen(path)}, &fd, &info);

    if (rc == TBY_OK)
        tby_safe_path_close(fd);
    return rc;
}

static void what_is_there_is_opened(void **state)
{
    static const char *const NONE[] = {"b.txt", "a.txt/b", "",    ".",
                                       "..",    "../a",    "link"};
    char path[128];

    (void)state;
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink("a.txt", path), 0);
    assert_int_equal(try_open(folder, "a.txt"), TBY_OK);
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_int_equal(try_open(folder, NONE[i]), TBY_E_IO_OPEN);
    assert_int_equal(try_open("/nowhere/at/all", "a.txt"), TBY_E_IO_OPEN);
}

/* Who runs out of descriptors is not told that there is no such file: not of
 * the folder, and not of the file in it. */
static void what_the_system_does_not_open_is_not_missing(void **state)
{
    struct rlimit before, small;
    int free_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

    (void)state;
    assert_true(free_fd >= 0);
    close(free_fd);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (rlim_t more = 0; more < 2; more++) {
        small = before;
        small.rlim_cur = (rlim_t)free_fd + more;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &small), 0);
        tby_rc rc = try_open(folder, "a.txt");
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_int_equal(rc, TBY_E_IO_READ);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_is_opened),
        cmocka_unit_test(what_the_system_does_not_open_is_not_missing),
    };

    return cmocka_run_group_tests(tests, enter, leave);
}
