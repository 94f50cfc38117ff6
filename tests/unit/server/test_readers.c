/* test_readers.c - which handle of the database is used for what. */
#include "support/check.h"

#include "app/server/http/readers.h"

#include <stdio.h>
#include <unistd.h>

/* What each remembers fills memory: one user's questions are all asked of the
 * same handle, and long ones leave theirs to other long ones. */
static void the_same_handles_are_used_again(void **state)
{
    char path[64], said[256] = "";
    atomic_bool stop = false;
    tby_store *made;
    readers r;

    (void)state;
    snprintf(path, sizeof path, "/tmp/tabiya-readers-%ld.tdb", (long)getpid());
    assert_int_equal(tby_store_open(&made, path, TBY_STORE_WRITE), TBY_OK);
    tby_store_close(made);
    assert_int_equal(tby__readers_open(&r, path, 4, said, sizeof said), TBY_OK);
    tby_store *quick = tby__readers_take(&r, &stop, false);
    tby_store *slow = tby__readers_take(&r, &stop, true);
    assert_ptr_not_equal(quick, slow);
    tby__readers_give(&r, quick);
    tby__readers_give(&r, slow);
    assert_ptr_equal(tby__readers_take(&r, &stop, false), quick);
    assert_ptr_equal(tby__readers_take(&r, &stop, true), slow);
    /* Whoever comes next takes what is left. */
    tby_store *third = tby__readers_take(&r, &stop, false);
    tby_store *last = tby__readers_take(&r, &stop, false);
    assert_ptr_not_equal(third, last);
    tby__readers_give(&r, slow);
    assert_ptr_equal(tby__readers_take(&r, &stop, false), slow);
    tby__readers_close(&r);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_handles_are_used_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
