/* test_file_kill.c - a writer that is killed at any moment leaves whole
 * batches, and the next one goes on from there. */
#include "support/fork.h"
#include "unit/store/made.h"

#include <signal.h>

enum { GAMES = 6000 };

/* The batch that begins with a game; its size depends on that alone. */
static uint32_t batch_size(uint32_t first)
{
    uint32_t n = 1 + first * 2654435761u % 400;

    return first + n - 1 <= GAMES ? n : GAMES - first + 1;
}

static bool is_boundary(uint32_t stored)
{
    uint32_t first = 1;

    while (first <= stored)
        first += batch_size(first);
    return first == stored + 1;
}

/* What an import does, from the beginning each time. */
static void import(const path *p)
{
    store_file *f = open_file(p, TBY_STORE_WRITE);

    for (uint32_t first = 1; first <= GAMES; first += batch_size(first)) {
        tby_rc rc = begin_batch(f, fingerprint_of(first));
        if (rc == TBY_DONE)
            continue;
        MUST(f, rc);
        for (uint32_t i = 0; i < batch_size(first); i++) {
            made_game g;
            uint64_t id = 0;
            make_game(&g, first + i);
            MUST(f, tby_store_append(&f->base, &g.packed, &id));
            CHECK(id == first + i, "game %u got %u", first + i, (unsigned)id);
        }
        MUST(f, tby_store_commit(&f->base));
        if (first % 3 == 0)
            index_all(f);
    }
    index_all(f);
    tby_store_close(&f->base);
}

/* True if it was killed before its end. */
static bool import_and_kill(const path *p, rng *r)
{
    struct timespec wait = {0, (long)rng_below(r, 60) * 1000000L +
                                   (long)rng_below(r, 1000000)};
    int status = 0;

    pid_t child = fork_alone();
    if (child == 0) {
        import(p);
        _exit(0);
    }
    nanosleep(&wait, NULL);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) || WEXITSTATUS(status) == 0, "status %d", status);
    return WIFSIGNALED(status);
}

/* What is there is whole. */
static void check_whole(const path *p, rng *r)
{
    store_file *f = NULL;
    tby_store_mode mode = rng_chance(r, 50) ? TBY_STORE_READ : TBY_STORE_CHANGE;
    tby_rc rc = open_rows(&f, p->file, mode);

    if (rc == TBY_E_STORE_OPEN || rc == TBY_E_STORE_FOREIGN) {
        tby_store_close(&f->base); /* killed before it was made */
        return;
    }
    MUST(f, rc);
    uint32_t n = tby__rows_stored(f);
    CHECK(is_boundary(n), "%u games are no number of batches", n);
    check_games(f, n > 600 ? n - 600 : 1, n);
    tby_store_close(&f->base);
}

static void killed_writers_leave_whole_batches(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();
    unsigned kills = 0;

    for (int i = 0; i < 50; i++) {
        bool killed = import_and_kill(&p, &r);
        kills += killed;
        check_whole(&p, &r);
        if (!killed) { /* it has come to its end: once more */
            forget_path(&p);
            p = new_path();
        }
    }
    import(&p);
    store_file *f = open_file(&p, TBY_STORE_READ);
    assert_int_equal(tby__rows_stored(f), GAMES);
    assert_int_equal(tby__rows_indexed(f), GAMES);
    check_games(f, 1, GAMES);
    tby_store_close(&f->base);
    assert_false(exists(&p, "-wal"));
    CHECK(kills > 10, "%u kills", kills);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_writers_leave_whole_batches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
