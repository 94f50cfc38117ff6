/* test_file_sums.c - what a file says of itself next to what is in it, after
 * anything that changes it. */
#include "store/rows.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"
#include "unit/store/made.h"

typedef struct truth {
    uint32_t games;
    uint64_t plies;
    uint32_t first, last;
} truth;

static void learn(truth *t, uint32_t from, uint32_t n)
{
    for (uint32_t i = from; i < from + n; i++) {
        made_game g;
        make_game(&g, i);
        uint32_t date = g.packed.column[STORE_DATE];
        t->games++;
        t->plies += g.packed.column[STORE_PLIES];
        if (date >> 9 == 0)
            continue;
        t->first = !t->first || date < t->first ? date : t->first;
        t->last = date > t->last ? date : t->last;
    }
}

static void tell(void *ctx, const char *text)
{
    (void)ctx;
    fail_msg("%s", text);
}

static void count(void *ctx, const char *text)
{
    assert_true(*text);
    ++*(unsigned *)ctx;
}

static int64_t size_of(store_file *f, const char *table)
{
    char sql[96];
    int64_t n = 0;

    snprintf(sql, sizeof sql, "SELECT total(length(data)) FROM %s", table);
    MUST(f, tby__file_number(f, sql, &n));
    return n;
}

static void check(store_file *f, const truth *t)
{
    tby_store_facts facts = {0};

    MUST(f, tby_store_hold(&f->base));
    MUST(f, tby__file_sums(f, &facts));
    CHECK(facts.plies == t->plies, "%llu plies instead of %llu",
          (unsigned long long)facts.plies, (unsigned long long)t->plies);
    CHECK(facts.first == t->first && facts.last == t->last, "%u to %u",
          facts.first, facts.last);
    assert_int_equal(facts.bytes[TBY_STORE_MOVES], size_of(f, "game_moves"));
    assert_int_equal(facts.bytes[TBY_STORE_EXTRAS], size_of(f, "block_extras"));
    assert_int_equal(facts.bytes[TBY_STORE_COLUMNS], size_of(f, "chunks"));
    assert_int_equal(facts.bytes[TBY_STORE_INDEX],
                     size_of(f, "run_pages") + size_of(f, "run_lists") +
                         size_of(f, "run_players"));
    MUST(f, tby__rows_check_sums(f, tell, NULL));
    tby_store_release(&f->base);
}

static void sums_follow_what_is_written(void **state)
{
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    truth t = {.games = 0};

    (void)state;
    check(f, &t);
    for (unsigned turn = 0; turn < 40; turn++) {
        uint32_t n = 1 + rng_below(&r, turn % 8 ? 300 : 3000);
        append_games(f, t.games + 1, n);
        if (rng_chance(&r, 30)) {
            tby_store_cancel(&f->base);
        } else {
            MUST(f, tby_store_commit(&f->base));
            learn(&t, t.games + 1, n);
        }
        if (rng_chance(&r, 40))
            index_all(f);
        if (rng_chance(&r, 20))
            MUST(f, tby__file_move_bitmaps(f));
        if (rng_chance(&r, 30)) {
            tby_store_close(&f->base);
            f = open_file(&p, TBY_STORE_CHANGE);
        }
        check(f, &t);
    }
    tby_store_close(&f->base);
    forget_path(&p);
}

/* By our way to the pages. */
static void run_sql(const path *p, const char *sql)
{
    sqlite3 *db;

    assert_int_equal(
        sqlite3_open_v2(p->file, &db, SQLITE_OPEN_READWRITE, tby__guard_vfs()),
        SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
          sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void wrong_sums_are_told(void **state)
{
    static const char *const changes[] = {
        "UPDATE meta SET value = value + 1 WHERE name = 'plies'",
        "UPDATE meta SET value = value - 1 WHERE name = 'first'",
        "UPDATE meta SET value = value + 512 WHERE name = 'last'",
        "UPDATE meta SET value = value + 1 WHERE name = 'bytes_moves'",
        "UPDATE meta SET value = value + 1 WHERE name = 'bytes_extras'",
        "UPDATE meta SET value = value + 1 WHERE name = 'bytes_columns'",
        "UPDATE meta SET value = value + 1 WHERE name = 'bytes_names'",
        "UPDATE runs SET bytes = bytes + 1"};

    (void)state;
    for (size_t i = 0; i < LENGTH(changes); i++) {
        path p = new_path();
        store_file *f = open_file(&p, TBY_STORE_WRITE);
        unsigned reported = 0;
        add_games(f, 1, 300);
        index_all(f);
        tby_store_close(&f->base);
        run_sql(&p, changes[i]);
        f = open_file(&p, TBY_STORE_READ);
        MUST(f, tby_store_hold(&f->base));
        MUST(f, tby__rows_check_sums(f, count, &reported));
        CHECK(reported == 1, "%s: %u", changes[i], reported);
        tby_store_release(&f->base);
        tby_store_close(&f->base);
        forget_path(&p);
    }
}

/* Version 2 had none. */
static void older_files_are_measured(void **state)
{
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    truth t = {.games = 0};

    (void)state;
    add_games(f, 1, 5000);
    learn(&t, 1, 5000);
    index_all(f);
    tby_store_close(&f->base);
    run_sql(&p, "DELETE FROM meta WHERE name IN ('plies', 'first', 'last') OR"
                " name LIKE 'bytes%'; ALTER TABLE runs DROP COLUMN bytes;"
                "PRAGMA user_version = 2");
    assert_int_equal(open_rows(&f, p.file, TBY_STORE_READ), TBY_E_STORE_OLDER);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_CHANGE);
    check(f, &t);
    add_games(f, 5001, 100);
    learn(&t, 5001, 100);
    index_all(f);
    check(f, &t);
    tby_store_close(&f->base);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_follow_what_is_written),
        cmocka_unit_test(wrong_sums_are_told),
        cmocka_unit_test(older_files_are_measured),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
