/* test_file_faults.c - one call after another fails: what is said then is true,
 * and the next question is answered as if nothing had been. */
#include "unit/store/faults.h"
#include "unit/store/made.h"

#include "store/sqlite/upkeep.h"

enum { GAMES = 300 };

static path make_base(void)
{
    path p = new_path();
    store_file *f = open_file(&p, STORE_WRITE);

    add_games(f, 1, GAMES);
    index_all(f);
    store_file_close(f);
    return p;
}

/* The last game of each block, and nothing that is not true. */
static tby_rc ask(store_file *f)
{
    tby_rc rc = store_file_begin_read(f);

    if (rc != TBY_OK)
        return rc;
    for (uint32_t id = GAMES; rc == TBY_OK && id > 0; id -= GAMES / 3) {
        store_packed game;
        rc = store_file_packed(f, id, &game);
        CHECK(rc != TBY_OK || is_made(&game, id), "game %u is another", id);
    }
    store_file_end_read(f);
    return rc;
}

/* Opens a base and asks while call `at` fails; false once there are fewer
 * calls.  *rc is what became of it, and text what was said. */
static bool ask_with(const path *p, fault_kind kind, unsigned at, tby_rc *rc,
                     char text[256])
{
    store_file *f = NULL;

    fault_set(kind, at);
    *rc = store_file_open(&f, p->file, STORE_READ);
    bool opened = *rc == TBY_OK;
    if (opened)
        *rc = ask(f);
    bool met = fault_end();
    snprintf(text, 256, "%s", store_file_error_text(f));
    if (opened) {
        MUST(f, ask(f)); /* the next question of a server, say */
        MUST(f, ask(f));
    }
    store_file_close(f);
    return met;
}

/* --- reading --------------------------------------------------------------*/

static void no_memory_is_no_damage(void **state)
{
    (void)state;
    path p = make_base();
    unsigned at = 1, told = 0;
    char text[256];
    tby_rc rc;

    for (; ask_with(&p, FAULT_MEMORY, at, &rc, text); at++) {
        /* SQLite does without some of it */
        CHECK(rc == TBY_OK || rc == TBY_E_NOMEM, "call %u: %s %s", at,
              tby_rc_name(rc), text);
        told += rc != TBY_OK;
    }
    assert_int_equal(rc, TBY_OK);
    CHECK(at > 100 && told > 100, "%u of %u", told, at);
    forget_path(&p);
}

static void count_finding(void *ctx, const char *text)
{
    (void)text;
    ++*(unsigned *)ctx;
}

static void no_memory_is_no_finding(void **state)
{
    (void)state;
    path p = make_base();
    bool met = true;

    for (unsigned at = 1; met; at++) {
        store_file *f = open_file(&p, STORE_READ);
        unsigned found = 0;
        fault_set(FAULT_MEMORY, at);
        tby_rc rc = store_file_integrity(f, count_finding, &found);
        met = fault_end();
        CHECK(rc == TBY_OK || rc == TBY_E_NOMEM, "call %u: %s", at,
              tby_rc_name(rc));
        CHECK(found == 0, "call %u: %u findings", at, found);
        store_file_close(f);
    }
    forget_path(&p);
}

static void a_disk_that_cannot_be_read_is_told(void **state)
{
    (void)state;
    path p = make_base();
    unsigned at = 1;
    char text[256];
    tby_rc rc;

    for (; ask_with(&p, FAULT_READ, at, &rc, text); at++) {
        CHECK(rc == TBY_E_STORE_DAMAGED, "call %u: %s", at, tby_rc_name(rc));
        CHECK(strcmp(text, "The database is damaged: Input/output error.") == 0,
              "call %u: %s", at, text);
    }
    assert_int_equal(rc, TBY_OK);
    CHECK(at > 10, "%u", at);
    forget_path(&p);
}

static void who_reads_is_not_told_of_writing(void **state)
{
    (void)state;
    path p = make_base();
    unsigned at = 1, told = 0;
    char text[256];
    tby_rc rc;

    for (; ask_with(&p, FAULT_LOCK, at, &rc, text); at++) {
        if (rc == TBY_OK) /* a lock that was given back, not taken */
            continue;
        CHECK(rc == TBY_E_STORE_OPEN, "call %u: %s", at, tby_rc_name(rc));
        CHECK(strcmp(text, "The database cannot be opened: Input/output "
                           "error.") == 0,
              "call %u: %s", at, text);
        told++;
    }
    assert_int_equal(rc, TBY_OK);
    CHECK(told > 0, "%u", at);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_memory_is_no_damage),
        cmocka_unit_test(no_memory_is_no_finding),
        cmocka_unit_test(a_disk_that_cannot_be_read_is_told),
        cmocka_unit_test(who_reads_is_not_told_of_writing),
    };

    fault_prepare();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
