/* test_file_open.c - what can go wrong with a database file as a file, and what
 * is said about it. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"
#include "support/fork.h"
#include "unit/store/made.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

/* Opens and closes; the text begins and ends as it should. */
static void check_refused(const char *name, tby_store_mode mode, tby_rc code,
                          const char *text)
{
    store_file *f = NULL;
    tby_rc rc = open_rows(&f, name, mode);

    CHECK(rc == code, "%s: %s %s", name, tby_rc_name(rc),
          tby_store_error_text(&f->base));
    CHECK(strcmp(tby_store_error_text(&f->base), text) == 0, "%s",
          tby_store_error_text(&f->base));
    tby_store_close(&f->base);
}

static void write_file(const path *p, const void *bytes, size_t n)
{
    FILE *out = fopen(p->file, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

/* Another program's hand on the file. */
static void run_sql(const path *p, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(p->file, &db), SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
          sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* The same by our way to the pages. */
static void run_guarded_sql(const path *p, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(
        sqlite3_open_v2(p->file, &db, SQLITE_OPEN_READWRITE, tby__guard_vfs()),
        SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
          sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void missing_files_and_folders(void **state)
{
    (void)state;
    path p = new_path();
    char name[128];

    check_refused(p.file, TBY_STORE_READ, TBY_E_STORE_OPEN,
                  "The database cannot be opened: No such file or directory.");
    check_refused(p.file, TBY_STORE_CHANGE, TBY_E_STORE_OPEN,
                  "The database cannot be opened: No such file or directory.");
    assert_false(exists(&p, ""));
    snprintf(name, sizeof name, "%s/none/games.tdb", p.folder);
    check_refused(name, TBY_STORE_WRITE, TBY_E_STORE_OPEN,
                  "The database cannot be opened: No such file or directory.");
    snprintf(name, sizeof name, "%s: no database (*.tdb) is in this folder.",
             p.folder);
    check_refused(p.folder, TBY_STORE_READ, TBY_E_STORE_OPEN, name);
    check_refused(p.folder, TBY_STORE_WRITE, TBY_E_STORE_OPEN,
                  "The database cannot be opened: it is a folder.");
    check_refused("/dev/null", TBY_STORE_WRITE, TBY_E_STORE_OPEN,
                  "The database cannot be opened: it is no ordinary file.");
    forget_path(&p);
}

static void files_of_others_are_left_alone(void **state)
{
    static const char junk[] = "[Event \"not a database at all\"]\n\n1. e4 *\n";
    (void)state;
    path p = new_path();
    char long_junk[20000];

    write_file(&p, junk, sizeof junk);
    for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE; mode++)
        check_refused(p.file, mode, TBY_E_STORE_FOREIGN,
                      "This is no game database of tabiya.");
    memset(long_junk, 'x', sizeof long_junk);
    write_file(&p, long_junk, sizeof long_junk);
    for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE; mode++)
        check_refused(p.file, mode, TBY_E_STORE_FOREIGN,
                      "This is no game database of tabiya.");
    unlink(p.file);
    run_sql(&p, "CREATE TABLE mine(a); INSERT INTO mine VALUES(1)");
    for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE; mode++)
        check_refused(p.file, mode, TBY_E_STORE_FOREIGN,
                      "This is no game database of tabiya.");
    run_sql(&p, "INSERT INTO mine VALUES(2)"); /* it still works */
    write_file(&p, "", 0);
    check_refused(p.file, TBY_STORE_READ, TBY_E_STORE_FOREIGN,
                  "This is no game database of tabiya: it is empty.");
    check_refused(p.file, TBY_STORE_CHANGE, TBY_E_STORE_FOREIGN,
                  "This is no game database of tabiya: it is empty.");
    tby_store_close(
        store_of_rows(open_file(&p, TBY_STORE_WRITE))); /* as if it were new */
    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_READ)));
    forget_path(&p);
}

/* Names that SQLite would take for something else. */
static void any_name_is_a_name(void **state)
{
    static const char *const names[] = {":memory:", "file:x?mode=memory",
                                        "a b",      "100%?#&.tdb",
                                        "-",        "\xc3\xa9"};
    (void)state;
    path p = new_path();
    char here[256];

    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(p.folder), 0);
    for (size_t i = 0; i < LENGTH(names); i++) {
        store_file *f = NULL;
        MUST(f, open_rows(&f, names[i], TBY_STORE_WRITE));
        add_games(f, 1, 3);
        tby_store_close(&f->base);
        CHECK(access(names[i], F_OK) == 0, "%s", names[i]);
        MUST(f, open_rows(&f, names[i], TBY_STORE_READ));
        check_games(f, 1, 3);
        tby_store_close(&f->base);
        unlink(names[i]);
    }
    assert_int_equal(chdir(here), 0);
    forget_path(&p);
}

/* --- versions -------------------------------------------------------------*/

static void newer_versions_are_refused(void **state)
{
    (void)state;
    path p = new_path();

    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_WRITE)));
    run_guarded_sql(&p, "PRAGMA user_version = 7");
    for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE; mode++)
        check_refused(p.file, mode, TBY_E_STORE_NEWER,
                      "The database was made by a newer version of tabiya.");
    /* Such a version may sum its pages in another way, or not at all. */
    run_sql(&p, "PRAGMA user_version = 99");
    for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE; mode++)
        check_refused(p.file, mode, TBY_E_STORE_NEWER,
                      "The database was made by a newer version of tabiya.");
    run_sql(&p, "PRAGMA user_version = 1000"); /* no version is that one */
    check_refused(p.file, TBY_STORE_READ, TBY_E_STORE_DAMAGED,
                  "The database is damaged: the checksum of page 1 does not "
                  "fit.");
    forget_path(&p);
    p = new_path();
    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_WRITE)));
    run_guarded_sql(&p, "PRAGMA user_version = 4;"
                        "UPDATE meta SET value = 2 WHERE name = 'keys'");
    for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE; mode++)
        check_refused(p.file, mode, TBY_E_STORE_NEWER,
                      "The database was made by a newer version of tabiya.");
    forget_path(&p);
}

static void an_older_index_is_made_again(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, 100);
    index_all(f);
    tby_store_close(&f->base);
    run_guarded_sql(&p, "UPDATE meta SET value = 0 WHERE name = 'runs'");
    check_refused(p.file, TBY_STORE_READ, TBY_E_STORE_OLDER,
                  "The database is of an older version: import or optimize "
                  "brings it up to date.");
    f = open_file(&p, TBY_STORE_CHANGE);
    assert_int_equal(tby__rows_stored(f), 100);
    assert_int_equal(tby__rows_indexed(f), 0);
    index_all(f);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_READ);
    assert_int_equal(tby__rows_indexed(f), 100);
    check_games(f, 1, 100);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* What version 1 was at its end. */
static const char back_to_1[] =
    "DROP TABLE batches; CREATE TABLE batches(a INTEGER, b INTEGER,"
    " first INTEGER NOT NULL, games INTEGER NOT NULL, PRIMARY KEY(a, b))"
    " STRICT, WITHOUT ROWID; INSERT INTO batches VALUES(1, 2, 1, 100);"
    "DELETE FROM meta WHERE name NOT IN ('games', 'keys', 'runs');"
    "ALTER TABLE runs DROP COLUMN bytes;"
    "PRAGMA user_version = 1";

static void version_1_is_brought_up_to_date(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, 100);
    index_all(f);
    tby_store_close(&f->base);
    run_guarded_sql(&p, back_to_1);
    check_refused(p.file, TBY_STORE_READ, TBY_E_STORE_OLDER,
                  "The database is of an older version: import or optimize "
                  "brings it up to date.");
    f = open_file(&p, TBY_STORE_CHANGE);
    assert_int_equal(tby__rows_indexed(f), 100);
    check_games(f, 1, 100);
    add_games(f, 101, 10);
    index_all(f);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_READ);
    assert_int_equal(tby__rows_indexed(f), 110);
    check_games(f, 1, 110);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* And in its course, when nothing reported one from the other. */
static void what_cannot_be_brought_up_to_date_is_told(void **state)
{
    static const char *const earlier[] = {
        "ALTER TABLE game_moves RENAME TO block_moves;"
        "ALTER TABLE block_moves RENAME COLUMN last TO block",
        "DROP TABLE player_folds; DROP TABLE run_players"};
    (void)state;

    for (size_t i = 0; i < LENGTH(earlier); i++) {
        path p = new_path();
        store_file *f = open_file(&p, TBY_STORE_WRITE);
        add_games(f, 1, 100);
        index_all(f);
        tby_store_close(&f->base);
        run_guarded_sql(&p, back_to_1);
        run_guarded_sql(&p, earlier[i]);
        for (tby_store_mode mode = TBY_STORE_READ; mode <= TBY_STORE_CHANGE;
             mode++)
            check_refused(p.file, mode, TBY_E_STORE_OUTDATED,
                          "The database is of an older version that cannot be "
                          "brought up to date: import its games into a new "
                          "one.");
        forget_path(&p);
    }
}

/* A file that was begun by a version without tables. */
static void version_0_is_brought_up_to_date(void **state)
{
    (void)state;
    path p = new_path();

    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_WRITE)));
    run_guarded_sql(
        &p, "DROP TABLE meta; DROP TABLE players; DROP TABLE events;"
            "DROP TABLE sites; DROP TABLE texts; DROP TABLE game_moves;"
            "DROP TABLE block_extras; DROP TABLE chunks; DROP TABLE run_pages;"
            "DROP TABLE run_lists; DROP TABLE run_players; DROP TABLE runs;"
            "DROP TABLE player_folds; DROP TABLE batches;"
            "PRAGMA user_version = 0");
    check_refused(p.file, TBY_STORE_READ, TBY_E_STORE_OLDER,
                  "The database is of an older version: import or optimize "
                  "brings it up to date.");
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    add_games(f, 1, 10);
    check_games(f, 1, 10);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* The machinery, with steps of our own. */
static void steps_are_taken_in_order_or_not_at_all(void **state)
{
    static const char *const steps[] = {
        "",
        "",
        "",
        "",
        "",
        "",
        "CREATE TABLE step(n INTEGER); INSERT INTO step VALUES(1)",
        "INSERT INTO step VALUES(2)",
        "INSERT INTO step VALUES(3)",
        "INSERT INTO nowhere VALUES(4)"};
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    int64_t n = 0;

    MUST(f, tby__file_upgrade_by(f, steps, 8)); /* from version 6 */
    MUST(f, tby__file_number(f, "SELECT group_concat(n, '') FROM step", &n));
    assert_int_equal(n, 12);
    MUST(f, tby__file_number(f, "PRAGMA user_version", &n));
    assert_int_equal(n, 8);
    MUST(f, tby__file_exec(f, "BEGIN"));
    assert_int_equal(tby__file_upgrade_by(f, steps, 10), TBY_E_STORE_DAMAGED);
    MUST(f, tby__file_exec(f, "ROLLBACK"));
    MUST(f, tby__file_number(f, "SELECT group_concat(n, '') FROM step", &n));
    assert_int_equal(n, 12);
    MUST(f, tby__file_upgrade_by(f, steps, 9));
    MUST(f, tby__file_upgrade_by(f, steps, 9));
    MUST(f, tby__file_number(f, "SELECT group_concat(n, '') FROM step", &n));
    assert_int_equal(n, 123);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- where nothing may be written -----------------------------------------*/

/* Runs a check as a user who owns nothing; root may do everything. */
static void as_nobody(void (*check)(const path *p), const path *p)
{
    pid_t child = fork_alone();
    int status = 0;

    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(1);
        check(p);
        fflush(NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* In a child a failed assertion must not go on as the parent. */
#define CHILD(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            print_error("not true: %s\n", #condition);                         \
            _exit(1);                                                          \
        }                                                                      \
    } while (0)

static void read_only_checks(const path *p)
{
    store_file *f = NULL;

    CHILD(open_rows(&f, p->file, TBY_STORE_READ) == TBY_OK);
    CHILD(tby__rows_stored(f) == 700);
    check_games(f, 1, 700);
    tby_store_close(&f->base);
    CHILD(open_rows(&f, p->file, TBY_STORE_WRITE) == TBY_E_STORE_WRITE);
    CHILD(strcmp(tby_store_error_text(&f->base),
                 "The database cannot be written: it is read-only.") == 0);
    tby_store_close(&f->base);
}

static void refused_checks(const path *p)
{
    store_file *f = NULL;

    CHILD(open_rows(&f, p->file, TBY_STORE_READ) == TBY_E_STORE_OPEN);
    CHILD(strcmp(tby_store_error_text(&f->base),
                 "The database cannot be opened: "
                 "Permission denied.") == 0);
    tby_store_close(&f->base);
}

static void folder_checks(const path *p)
{
    store_file *f = NULL;
    path other = *p;

    CHILD(open_rows(&f, p->file, TBY_STORE_WRITE) == TBY_E_STORE_WRITE);
    CHILD(strcmp(tby_store_error_text(&f->base),
                 "The database cannot be written: "
                 "its folder may not be written.") == 0);
    tby_store_close(&f->base);
    snprintf(other.file, sizeof other.file, "%s/new.tdb", p->folder);
    CHILD(open_rows(&f, other.file, TBY_STORE_WRITE) == TBY_E_STORE_OPEN);
    CHILD(strcmp(tby_store_error_text(&f->base),
                 "The database cannot be opened: "
                 "its folder may not be written.") == 0);
    tby_store_close(&f->base);
    CHILD(open_rows(&f, other.file, TBY_STORE_READ) == TBY_E_STORE_OPEN);
    CHILD(strstr(tby_store_error_text(&f->base), "No such file"));
    tby_store_close(&f->base);
}

static void journal_checks(const path *p)
{
    store_file *f = NULL;

    CHILD(open_rows(&f, p->file, TBY_STORE_READ) == TBY_E_STORE_OPEN);
    CHILD(strstr(tby_store_error_text(&f->base), "an import was cut short"));
    tby_store_close(&f->base);
}

static void read_only_places(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, 700);
    tby_store_close(&f->base);
    assert_int_equal(chmod(p.file, 0444), 0);
    assert_int_equal(chmod(p.folder, 0555), 0);
    as_nobody(read_only_checks, &p);
    assert_int_equal(chmod(p.file, 0), 0);
    as_nobody(refused_checks, &p);
    assert_int_equal(chmod(p.file, 0666), 0);
    as_nobody(folder_checks, &p);
    /* The journal was not folded into the file, but is empty or gone. */
    assert_int_equal(chmod(p.file, 0644), 0);
    assert_int_equal(chmod(p.folder, 0755), 0);
    run_guarded_sql(&p, "PRAGMA journal_mode = WAL");
    assert_int_equal(chmod(p.file, 0444), 0);
    assert_int_equal(chmod(p.folder, 0555), 0);
    as_nobody(read_only_checks, &p);
    assert_int_equal(chmod(p.folder, 0755), 0);
    assert_int_equal(chmod(p.file, 0644), 0);
    forget_path(&p);
}

/* An import that was killed has left a journal; it can be read where the
 * folder may be written, and is missed where it may not. */
static void a_journal_is_not_passed_over(void **state)
{
    (void)state;
    path p = new_path();

    pid_t child = fork_alone();
    if (child == 0) {
        store_file *f = NULL;
        if (open_rows(&f, p.file, TBY_STORE_WRITE) == TBY_OK) {
            add_games(f, 1, 700);
            kill(getpid(), SIGKILL);
        }
        _exit(1);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(exists(&p, "-wal"));
    char shm[128];
    snprintf(shm, sizeof shm, "%s-shm", p.file);
    unlink(shm);
    assert_int_equal(chmod(p.folder, 0555), 0);
    as_nobody(journal_checks, &p);
    assert_int_equal(chmod(p.folder, 0755), 0);
    store_file *f = open_file(&p, TBY_STORE_READ);
    check_games(f, 1, 700);
    tby_store_close(&f->base);
    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_CHANGE)));
    assert_false(exists(&p, "-wal"));
    forget_path(&p);
}

/* Reads when it is reported to, until a while after it is reported to stop, and
 * keeps the file open. */
static void read_for_a_while(const path *p, int held, int reported)
{
    store_file *f = NULL;
    char byte = 0;

    if (read(reported, &byte, 1) != 1 ||
        open_rows(&f, p->file, TBY_STORE_READ) != TBY_OK ||
        tby_store_hold(&f->base) != TBY_OK || write(held, &byte, 1) != 1 ||
        read(reported, &byte, 1) != 1)
        _exit(1);
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    tby_store_release(&f->base);
    while (read(reported, &byte, 1) > 0)
        ;
    tby_store_close(&f->base);
    _exit(0);
}

/* Who copies the file when the writer has ended has all of it, even if someone
 * read at that moment. */
static void the_journal_is_folded_behind_readers(void **state)
{
    (void)state;
    path p = new_path();
    int held[2], reported[2], status = 0;
    char byte = 0, wal[128];
    struct stat info;

    store_file *f = open_file(&p, TBY_STORE_WRITE);
    add_games(f, 1, 100);
    tby_store_close(&f->base);
    CHECK(pipe(held) == 0 && pipe(reported) == 0, "pipe");
    pid_t child = fork_alone();
    if (child == 0) {
        close(reported[1]);
        read_for_a_while(&p, held[1], reported[0]);
    }
    f = open_file(&p, TBY_STORE_CHANGE);
    CHECK(write(reported[1], &byte, 1) == 1 && read(held[0], &byte, 1) == 1,
          "nobody reads");
    add_games(f, 101, 100);
    CHECK(write(reported[1], &byte, 1) == 1, "nobody listens");
    tby_store_close(&f->base);
    snprintf(wal, sizeof wal, "%s-wal", p.file);
    CHECK(stat(wal, &info) != 0 || info.st_size == 0,
          "%lld bytes are left in the journal", (long long)info.st_size);
    close(reported[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(reported[0]);
    close(held[0]);
    close(held[1]);
    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_CHANGE)));
    assert_false(exists(&p, "-wal"));
    forget_path(&p);
}

/* --- a full disk ----------------------------------------------------------*/

/* Appends until the disk is full; what was committed before is there after. */
static void fill_up(const path *p, rlim_t limit)
{
    const tby_store_work options = {.memory = 64 << 20, .threads = 1};
    struct rlimit old, small;
    store_file *f = open_file(p, TBY_STORE_WRITE);
    uint32_t n = tby__rows_stored(f), before = n;
    tby_rc rc = TBY_OK;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = (struct rlimit){limit, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    while (rc == TBY_OK) {
        rc = begin_batch(f, fingerprint_of(n + 1));
        for (uint32_t i = 1; rc == TBY_OK && i <= 500; i++) {
            made_game g;
            uint64_t id;
            make_game(&g, n + i);
            rc = tby_store_append(&f->base, &g.packed, &id);
        }
        if (rc == TBY_OK)
            rc = tby_store_commit(&f->base);
        else
            tby_store_cancel(&f->base);
        n += rc == TBY_OK ? 500 : 0;
        assert_true(n < 200000);
    }
    CHECK(rc == TBY_E_STORE_FULL, "%s %s", tby_rc_name(rc),
          tby_store_error_text(&f->base));
    CHECK(strncmp(tby_store_error_text(&f->base), "The disk is full", 16) == 0,
          "%s", tby_store_error_text(&f->base));
    assert_int_equal(tby__rows_stored(f), n);
    check_games(f, before + 1, n);
    rc = tby_store_index(&f->base, &options);
    CHECK(rc == TBY_OK || rc == TBY_E_STORE_FULL, "%s %s", tby_rc_name(rc),
          tby_store_error_text(&f->base)); /* it may be small enough */
    check_games(f, before + 1, n);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    index_all(f); /* there is room again */
    add_games(f, n + 1, 500);
    check_games(f, 1, n + 500);
    tby_store_close(&f->base);
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    path p = new_path();

    signal(SIGXFSZ, SIG_IGN);
    fill_up(&p, 300 << 10);
    fill_up(&p, 700 << 10);
    store_file *f = open_file(&p, TBY_STORE_READ);
    check_games(f, 1, tby__rows_stored(f));
    tby_store_close(&f->base);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_files_and_folders),
        cmocka_unit_test(files_of_others_are_left_alone),
        cmocka_unit_test(any_name_is_a_name),
        cmocka_unit_test(newer_versions_are_refused),
        cmocka_unit_test(an_older_index_is_made_again),
        cmocka_unit_test(version_1_is_brought_up_to_date),
        cmocka_unit_test(what_cannot_be_brought_up_to_date_is_told),
        cmocka_unit_test(version_0_is_brought_up_to_date),
        cmocka_unit_test(steps_are_taken_in_order_or_not_at_all),
        cmocka_unit_test(read_only_places),
        cmocka_unit_test(a_journal_is_not_passed_over),
        cmocka_unit_test(the_journal_is_folded_behind_readers),
        cmocka_unit_test(a_full_disk_loses_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
