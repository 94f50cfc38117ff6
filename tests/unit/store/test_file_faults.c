/* test_file_faults.c - one call after another fails: what is said then is true,
 * and the next question is answered as if nothing had been. */
#include "support/fork.h"
#include "unit/store/faults.h"
#include "unit/store/made.h"

#include "store/rows.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"

#include <sys/stat.h>

enum { GAMES = 300 };

static path make_base(void)
{
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, GAMES);
    index_all(f);
    tby_store_close(&f->base);
    return p;
}

/* The last game of each block, and nothing that is not true. */
static tby_rc ask(store_file *f)
{
    tby_rc rc = tby_store_hold(&f->base);

    if (rc != TBY_OK)
        return rc;
    for (uint32_t id = GAMES; rc == TBY_OK && id > 0; id -= GAMES / 3) {
        store_packed game;
        rc = tby__rows_packed(f, id, &game);
        CHECK(rc != TBY_OK || is_made(&game, id), "game %u is another", id);
    }
    tby_store_release(&f->base);
    return rc;
}

/* Opens a base and asks while call `at` fails; false once there are fewer
 * calls.  *rc is what became of it, and text what was said. */
static bool ask_with(const path *p, fault_kind kind, unsigned at, tby_rc *rc,
                     char text[256])
{
    store_file *f = NULL;

    fault_set(kind, at);
    *rc = open_rows(&f, p->file, TBY_STORE_READ);
    bool opened = *rc == TBY_OK;
    if (opened)
        *rc = ask(f);
    bool met = fault_end();
    snprintf(text, 256, "%s", tby_store_error_text(&f->base));
    if (opened) {
        MUST(f, ask(f)); /* the next question of a server, say */
        MUST(f, ask(f));
    }
    tby_store_close(&f->base);
    return met;
}

/* --- reading --------------------------------------------------------------*/

static void no_memory_is_no_damage(void **state)
{
    (void)state;
    path p = make_base();
    unsigned at = 1, reported = 0;
    char text[256];
    tby_rc rc;

    for (; ask_with(&p, FAULT_MEMORY, at, &rc, text); at++) {
        /* SQLite does without some of it */
        CHECK(rc == TBY_OK || rc == TBY_E_NOMEM, "call %u: %s %s", at,
              tby_rc_name(rc), text);
        reported += rc != TBY_OK;
    }
    assert_int_equal(rc, TBY_OK);
    CHECK(at > 100 && reported > 100, "%u of %u", reported, at);
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
        store_file *f = open_file(&p, TBY_STORE_READ);
        unsigned found = 0;
        fault_set(FAULT_MEMORY, at);
        tby_rc rc = tby__rows_integrity(f, count_finding, &found);
        met = fault_end();
        CHECK(rc == TBY_OK || rc == TBY_E_NOMEM, "call %u: %s", at,
              tby_rc_name(rc));
        CHECK(found == 0, "call %u: %u findings", at, found);
        tby_store_close(&f->base);
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
    unsigned at = 1, reported = 0;
    char text[256];
    tby_rc rc;

    for (; ask_with(&p, FAULT_LOCK, at, &rc, text); at++) {
        if (rc == TBY_OK) /* a lock that was given back, not taken */
            continue;
        CHECK(rc == TBY_E_STORE_OPEN, "call %u: %s", at, tby_rc_name(rc));
        CHECK(strcmp(text, "The database cannot be opened: Input/output "
                           "error.") == 0,
              "call %u: %s", at, text);
        reported++;
    }
    assert_int_equal(rc, TBY_OK);
    CHECK(reported > 0, "%u", at);
    forget_path(&p);
}

/* --- writers that are killed ----------------------------------------------*/

/* Opens a base to write to it, and dies of its write number `at`; false once
 * there are fewer. */
static bool open_and_die(const path *p, tby_store_mode mode, unsigned at)
{
    int status = 0;
    pid_t child = fork_alone();

    if (child == 0) {
        store_file *f = NULL;
        fault_set(FAULT_WRITE, at);
        tby_rc rc = open_rows(&f, p->file, mode);
        fault_end();
        tby_store_close(&f->base);
        _exit(rc == TBY_OK ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) || WEXITSTATUS(status) == 0, "status %d", status);
    return WIFSIGNALED(status);
}

/* Opens for reading.  What can be opened should be whole: games, and players
 * who are found. */
static tby_rc read_after(const path *p, bool *whole)
{
    store_file *f = NULL;
    int64_t folded = -1;
    tby_rc rc = open_rows(&f, p->file, TBY_STORE_READ);

    *whole = rc == TBY_OK && ask(f) == TBY_OK &&
             tby__file_number(f, "SELECT count(*) FROM player_folds",
                              &folded) == TBY_OK &&
             folded == tby__rows_names_n(f, STORE_PLAYER);
    tby_store_close(&f->base);
    return rc;
}

/* Until the tables are there the file is empty, and then it is a base. */
static void what_was_begun_is_empty_or_whole(void **state)
{
    (void)state;
    bool killed = true, whole;
    unsigned halves = 0;

    for (unsigned at = 1; killed; at++) {
        path p = new_path();
        killed = open_and_die(&p, TBY_STORE_WRITE, at);
        store_file *f = NULL;
        halves += exists(&p, "-journal");
        tby_rc rc = open_rows(&f, p.file, TBY_STORE_READ);
        CHECK(rc == TBY_OK ||
                  (rc == TBY_E_STORE_FOREIGN &&
                   strstr(tby_store_error_text(&f->base), "is empty")),
              "write %u: %s %s", at, tby_rc_name(rc),
              tby_store_error_text(&f->base));
        tby_store_close(&f->base);
        f = open_file(&p, TBY_STORE_WRITE);
        assert_int_equal(tby__rows_stored(f), 0);
        add_games(f, 1, GAMES);
        tby_store_close(&f->base);
        read_after(&p, &whole);
        assert_true(whole);
        forget_path(&p);
    }
    CHECK(halves > 5, "%u were killed half way", halves);
}

/* As by a program of an older version. */
static void make_older(const path *p)
{
    sqlite3 *db;

    assert_int_equal(
        sqlite3_open_v2(p->file, &db, SQLITE_OPEN_READWRITE, tby__guard_vfs()),
        SQLITE_OK);
    CHECK(sqlite3_exec(db, "DELETE FROM player_folds; PRAGMA user_version = 3",
                       NULL, NULL, NULL) == SQLITE_OK,
          "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static path copy_of(const path *from)
{
    path p = new_path();
    FILE *in = fopen(from->file, "rb"), *out = fopen(p.file, "wb");
    char bytes[4096];
    size_t n;

    assert_true(in && out);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(in);
    assert_int_equal(fclose(out), 0);
    return p;
}

/* The same in a folder where nothing may be written, for nobody: he is reported
 * of the journal where there is one that matters. */
static void read_as_nobody(const path *p)
{
    char journal[128];
    int status = 0;

    snprintf(journal, sizeof journal, "%s-journal", p->file);
    chmod(journal, 0444);
    assert_int_equal(chmod(p->file, 0444), 0);
    assert_int_equal(chmod(p->folder, 0555), 0);
    pid_t child = fork_alone();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(1);
        bool whole;
        tby_rc rc = read_after(p, &whole);
        _exit(whole || rc == TBY_E_STORE_OPEN || rc == TBY_E_STORE_OLDER ? 0
                                                                         : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(p->folder, 0755), 0);
    assert_int_equal(chmod(p->file, 0644), 0);
    chmod(journal, 0644);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", status);
}

/* Half of the new tables and half of the old ones are no answer. */
static void what_was_half_brought_up_to_date_is_not_read(void **state)
{
    (void)state;
    path older = make_base();
    bool killed = true, whole;
    unsigned halves = 0;

    make_older(&older);
    for (unsigned at = 1; killed; at++) {
        path p = copy_of(&older);
        killed = open_and_die(&p, TBY_STORE_CHANGE, at);
        halves += exists(&p, "-journal");
        read_as_nobody(&p);
        tby_rc rc = read_after(&p, &whole);
        CHECK(whole || rc == TBY_E_STORE_OLDER, "write %u: %s", at,
              tby_rc_name(rc));
        tby_store_close(store_of_rows(open_file(&p, TBY_STORE_CHANGE)));
        read_after(&p, &whole);
        assert_true(whole);
        forget_path(&p);
    }
    forget_path(&older);
    CHECK(halves > 5, "%u were killed half way", halves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_memory_is_no_damage),
        cmocka_unit_test(no_memory_is_no_finding),
        cmocka_unit_test(a_disk_that_cannot_be_read_is_told),
        cmocka_unit_test(who_reads_is_not_told_of_writing),
        cmocka_unit_test(what_was_begun_is_empty_or_whole),
        cmocka_unit_test(what_was_half_brought_up_to_date_is_not_read),
    };

    fault_prepare();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
