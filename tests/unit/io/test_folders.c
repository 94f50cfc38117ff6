/* test_folders.c - folders that the system does not tell to their end: what is
 * missing is told, and not passed over. */
#define _GNU_SOURCE /* RTLD_NEXT, mkdtemp() */
#include "support/check.h"
#include "support/fork.h"
#include "support/refuse.h"

#include "io/system/file.h"
#include "io/system/folders.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Entries that are told before the next call fails; -1: none does. */
static int entries_left = -1;

/* In place of the system's. */
struct dirent *readdir(DIR *dir)
{
    static struct dirent *(*system_readdir)(DIR * dir);

    if (!system_readdir)
        *(void **)&system_readdir = dlsym(RTLD_NEXT, "readdir");
    if (entries_left == 0) {
        entries_left = -1;
        errno = EIO;
        return NULL;
    }
    entries_left -= entries_left > 0;
    return system_readdir(dir);
}

static char folder[] = "/tmp/tabiya-folders-XXXXXX";

static char *path_of(const char *name)
{
    static char path[96];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int enter(void **state)
{
    static const char *const names[] = {"a", "b", "below/c", "below/d"};

    (void)state;
    if (!mkdtemp(folder) || tby_folder_make(path_of("below")) != TBY_OK)
        return -1;
    for (size_t i = 0; i < LENGTH(names); i++)
        if (tby_folders_put(path_of(names[i]), "x", 1) != TBY_OK)
            return -1;
    return 0;
}

static int leave(void **state)
{
    (void)state;
    tby_folders_remove(folder);
    return 0;
}

static bool any(const char *name)
{
    (void)name;
    return true;
}

/* Three names and the two that each folder has. */
static void a_list_is_whole_or_there_is_none(void **state)
{
    tby_folder list = {.n = 0};

    (void)state;
    assert_int_equal(tby_folder_list(&list, folder, any), TBY_OK);
    assert_int_equal(list.n, 3);
    tby_folder_free(&list);
    for (int n = 0; n <= 5; n++) {
        list = (tby_folder){.n = 0};
        entries_left = n;
        assert_int_equal(tby_folder_list(&list, folder, any), TBY_E_IO_OPEN);
        assert_int_equal(errno, EIO);
        assert_int_equal(list.n, 0);
    }
}

typedef struct counted {
    unsigned files, folders, refused;
} counted;

static tby_rc count(void *ctx, const tby_entry *entry)
{
    counted *n = ctx;

    n->files += entry->kind == TBY_ENTRY_FILE;
    n->folders += entry->kind == TBY_ENTRY_FOLDER;
    if (entry->kind == TBY_ENTRY_REFUSED) {
        CHECK(strcmp(entry->path, path_of("below")) == 0, "%s", entry->path);
        n->refused++;
    }
    return TBY_OK;
}

static void a_walk_tells_what_it_could_not_see(void **state)
{
    (void)state;
    for (int n = -1; n <= 10; n++) {
        counted seen = {0};
        tby_folders_job job = {.path = folder,
                               .max_depth = 9,
                               .max_entries = 99,
                               .entry = count,
                               .ctx = &seen};
        entries_left = n;
        tby_rc rc = tby_folders_walk(&job);
        if (n < 0) {
            assert_int_equal(rc, TBY_OK);
            assert_int_equal(seen.files, 4);
        } else if (n <= 5) { /* the folder itself */
            assert_int_equal(rc, TBY_E_IO_OPEN);
            assert_int_equal(errno, EIO);
        } else { /* that below it */
            assert_int_equal(rc, TBY_OK);
            CHECK(seen.files == 2 && seen.refused == 1, "%d: %u files", n,
                  seen.files);
        }
    }
}

/* --- a folder in the place of another --------------------------------------*/

/* Gives a new folder the name of one that is there and asserts what comes of
 * it; if `held`, no folder can be removed meanwhile.  False where no call can
 * be made to fail. */
static bool replace_old(bool held, tby_rc expected)
{
    enum { NO_FILTER = 2 };
    int status;
    pid_t child = fork_alone();

    if (child == 0) {
        char *temp = NULL;
        if (held && !refuse_call(__NR_rmdir, EACCES))
            _exit(NO_FILTER);
        tby_rc rc = tby_folders_temp(path_of("old"), &temp);
        if (rc == TBY_OK)
            rc = tby_folders_rename(&temp, path_of("old"), true);
        _exit(rc != expected || (temp != NULL) != held);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_not_equal(WEXITSTATUS(status), 1);
    return WEXITSTATUS(status) != NO_FILTER;
}

static void what_is_replaced_and_not_removed_is_told(void **state)
{
    (void)state;
    assert_int_equal(tby_folder_make(path_of("old")), TBY_OK);
    assert_true(replace_old(false, TBY_OK));
    if (!replace_old(true, TBY_DONE))
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_whole_or_there_is_none),
        cmocka_unit_test(a_walk_tells_what_it_could_not_see),
        cmocka_unit_test(what_is_replaced_and_not_removed_is_told),
    };

    return cmocka_run_group_tests(tests, enter, leave);
}
