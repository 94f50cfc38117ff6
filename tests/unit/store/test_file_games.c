/* test_file_games.c - games that go into a database file and come out of it. */
#include "io/system/clock.h"
#include "store/rows.h"
#include "store/sqlite/file_int.h"
#include "store/store.h"
#include "support/fork.h"
#include "unit/store/made.h"

#include <signal.h>

/* --- what is appended is there --------------------------------------------*/

static void games_come_back(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();
    uint32_t n = 0;

    for (int i = 0; i < 12; i++) {
        store_file *f = open_file(&p, TBY_STORE_WRITE);
        for (int j = 0; j < 3; j++) {
            uint32_t more = 1 + rng_below(&r, rng_chance(&r, 20) ? 2000 : 300);
            add_games(f, n + 1, more);
            n += more;
            assert_int_equal(tby__rows_stored(f), n);
        }
        check_games(f, n > 500 ? n - 500 : 1, n);
        tby_store_close(&f->base);
    }
    store_file *f = open_file(&p, TBY_STORE_READ);
    assert_int_equal(tby__rows_stored(f), n);
    check_games(f, 1, n);
    tby_store_close(&f->base);
    assert_false(exists(&p, "-wal"));
    assert_false(exists(&p, "-shm"));
    assert_false(exists(&p, "-journal"));
    forget_path(&p);
}

/* Blocks and chunks that end just here. */
static void rows_that_are_full(void **state)
{
    static const uint32_t sizes[] = {STORE_BLOCK - 1,
                                     1,
                                     STORE_BLOCK,
                                     1,
                                     STORE_BLOCK - 1,
                                     STORE_CHUNK - 3 * STORE_BLOCK,
                                     1,
                                     STORE_CHUNK - 1,
                                     1};
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    uint32_t n = 0;

    for (size_t i = 0; i < LENGTH(sizes); i++) {
        add_games(f, n + 1, sizes[i]);
        n += sizes[i];
    }
    check_games(f, 1, n);
    for (uint32_t chunk = 0; chunk < 3; chunk++) {
        const chunk_values *values;
        uint32_t games = 0;
        MUST(f, tby_store_hold(&f->base));
        MUST(f, tby__rows_chunk(f, STORE_DATE, chunk, &values, &games));
        tby_store_release(&f->base);
        assert_int_equal(games, chunk < 2 ? STORE_CHUNK : 1);
    }
    tby_store_close(&f->base);
    forget_path(&p);
}

/* However much it is asked, a handle keeps what it may, and answers the same.
 */
static void what_is_kept_has_a_bound(void **state)
{
    enum { GAMES = 2 * STORE_CHUNK, KEPT = 9 << 15, PAGE = 8192 };
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    rng r = rng_for(__func__);

    add_games(f, 1, GAMES);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_READ);
    tby_store_set_memory(&f->base, KEPT);
    for (int i = 0; i < 100; i++) {
        size_t names = 0;
        int pages = 0, most = 0;
        uint32_t id = 1 + rng_below(&r, GAMES - 300);

        check_games(f, id, id + 300);
        MUST(f, tby_store_hold(&f->base)); /* the next question begins */
        for (store_kind kind = 0; kind < STORE_KINDS; kind++)
            names += f->names[kind].bytes;
        assert_true(names <= f->names_kept);
        assert_true(f->chunks_bytes <= f->columns_kept);
        sqlite3_db_status(f->db, SQLITE_DBSTATUS_CACHE_USED, &pages, &most, 0);
        if (f->cached) /* the pages that are in use may be more */
            assert_true((size_t)pages <= f->pages_kept + 8 * PAGE);
        for (store_column c = 0; c < STORE_COLUMNS; c++) {
            uint32_t value;
            MUST(f, tby__rows_value(f, c, id, &value));
        }
        tby_store_release(&f->base);
    }
    assert_true(f->cached && f->chunks_bytes > KEPT / 16);
    assert_true(f->pages_kept + f->names_kept + f->columns_kept <= KEPT);
    tby_store_close(&f->base);
    forget_path(&p);
}

static void empty_batches_are_remembered(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    MUST(f, begin_batch(f, fingerprint_of(7)));
    MUST(f, tby_store_commit(&f->base));
    assert_int_equal(tby__rows_stored(f), 0);
    assert_int_equal(begin_batch(f, fingerprint_of(7)), TBY_DONE);
    add_games(f, 1, 10);
    assert_int_equal(begin_batch(f, fingerprint_of(1)), TBY_DONE);
    add_games(f, 11, 10);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_CHANGE);
    assert_int_equal(begin_batch(f, fingerprint_of(11)), TBY_DONE);
    check_games(f, 1, 20);
    tby_store_close(&f->base);
    forget_path(&p);
}

static void cancelled_batches_leave_nothing(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    uint32_t n = 0, names[STORE_KINDS];

    for (int i = 0; i < 20; i++) {
        for (store_kind k = 0; k < STORE_KINDS; k++)
            names[k] = tby__rows_names_n(f, k);
        append_games(f, n + 1, rng_below(&r, 700));
        tby_store_cancel(&f->base);
        MUST(f, tby_store_hold(&f->base));
        for (store_kind k = 0; k < STORE_KINDS; k++)
            assert_int_equal(tby__rows_names_n(f, k), names[k]);
        tby_store_release(&f->base);
        assert_int_equal(tby__rows_stored(f), n);
        uint32_t more = 1 + rng_below(&r, 100);
        add_games(f, n + 1, more);
        n += more;
    }
    check_games(f, 1, n);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- names ----------------------------------------------------------------*/

typedef struct counting {
    store_file *f;
    uint32_t n;
    store_kind kind;
} counting;

static tby_rc count_name(void *ctx, uint32_t id, tby_str name)
{
    counting *c = ctx;
    uint32_t found = 0;
    tby_str text;

    assert_int_equal(id, ++c->n);
    MUST(c->f, tby__rows_find(c->f, c->kind, name, &found));
    assert_int_equal(found, id);
    MUST(c->f, tby__rows_name(c->f, c->kind, id, &text));
    assert_true(same_text(text, name));
    return TBY_OK;
}

static void names_are_found_both_ways(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, 1500);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_READ);
    MUST(f, tby_store_hold(&f->base));
    for (store_kind k = 0; k < STORE_KINDS; k++) {
        counting c = {f, 0, k};
        uint32_t id;
        tby_str text;
        MUST(f, tby__rows_names(f, k, count_name, &c));
        assert_int_equal(c.n, tby__rows_names_n(f, k));
        assert_true(c.n > 100);
        assert_int_equal(tby__rows_name(f, k, c.n + 1, &text), TBY_DONE);
        assert_int_equal(tby__rows_name(f, k, 0, &text), TBY_DONE);
        assert_int_equal(tby__rows_find(f, k, TBY_STR("Name 51"), &id),
                         TBY_DONE);
    }
    tby_store_release(&f->base);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- duplicates -----------------------------------------------------------*/

/* Any game with the same key parts is an answer; the made ones may collide by
 * themselves when they are short. */
static bool is_same_game(uint32_t a, uint32_t b)
{
    made_game x, y;

    make_game(&x, a);
    make_game(&y, b);
    return same_text(x.packed.names[STORE_WHITE],
                     y.packed.names[STORE_WHITE]) &&
           same_text(x.packed.names[STORE_BLACK],
                     y.packed.names[STORE_BLACK]) &&
           x.packed.column[STORE_DATE] == y.packed.column[STORE_DATE] &&
           x.packed.column[STORE_PLIES] == y.packed.column[STORE_PLIES] &&
           memcmp(x.codes, y.codes, sizeof x.codes) == 0;
}

static uint32_t duplicate_of(store_file *f, const made_game *g)
{
    uint64_t found = 77;

    MUST(f, tby_store_duplicate(&f->base, &g->packed, &found));
    return (uint32_t)found;
}

static void check_duplicates(store_file *f, rng *r, uint32_t n)
{
    for (int i = 0; i < 100; i++) {
        uint32_t id = 1 + rng_below(r, n);
        made_game g;
        make_game(&g, id);
        uint32_t found = duplicate_of(f, &g);
        CHECK(found && is_same_game(found, id), "%u: %u", id, found);
        /* The hash alone decides nothing. */
        g.packed.column[STORE_DATE] ^= 0x10000000;
        assert_int_equal(duplicate_of(f, &g), 0);
        g.packed.column[STORE_DATE] ^= 0x10000000;
        g.packed.names[STORE_BLACK] = TBY_STR("nobody of that name");
        assert_int_equal(duplicate_of(f, &g), 0);
        make_game(&g, id);
        if (g.packed.column[STORE_PLIES]) {
            g.codes[rng_below(r, g.packed.column[STORE_PLIES])] ^= 1;
            assert_int_equal(duplicate_of(f, &g), 0);
        }
    }
}

static void duplicates_are_found_everywhere(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, 3000);
    append_games(f, 3001, 2000);
    check_duplicates(f, &r, 5000); /* loaded within a batch */
    tby_store_cancel(&f->base);
    append_games(f, 3001, 1);
    made_game g;
    make_game(&g, 3002);
    assert_int_equal(duplicate_of(f, &g), 0); /* it was cancelled */
    MUST(f, tby_store_commit(&f->base));
    for (uint32_t n = 3001; n < 9000; n += 700) {
        append_games(f, n + 1, 700);
        check_duplicates(f, &r, n + 700);
        MUST(f, tby_store_commit(&f->base));
    }
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- readers and a writer -------------------------------------------------*/

static void a_reader_sees_whole_moments(void **state)
{
    (void)state;
    path p = new_path();
    store_file *w = open_file(&p, TBY_STORE_WRITE), *reader;

    add_games(w, 1, 300);
    index_all(w);
    reader = open_file(&p, TBY_STORE_READ);
    assert_int_equal(tby__rows_indexed(reader), 300);
    check_games(reader, 1, 300);

    append_games(w, 301, 5000);
    check_games(reader, 1, 300); /* while a batch is open */
    assert_int_equal(tby__rows_stored(reader), 300);
    MUST(reader, tby_store_hold(&reader->base));
    MUST(w, tby_store_commit(&w->base));
    index_all(w);
    assert_int_equal(tby__rows_stored(reader), 300);
    check_games(reader, 1, 300); /* nested: still the moment before */
    tby_store_release(&reader->base);
    check_games(reader, 1, 5300);
    assert_int_equal(tby__rows_stored(reader), 5300);
    assert_int_equal(tby__rows_indexed(reader), 5300);
    assert_int_equal(begin_batch(reader, fingerprint_of(1)), TBY_E_STORE_WRITE);

    tby_store_close(&w->base);
    check_games(reader, 1, 5300); /* the writer has folded what it could */
    tby_store_close(&reader->base);
    reader = open_file(&p, TBY_STORE_READ);
    check_games(reader, 1, 5300);
    tby_store_close(&reader->base);
    /* What readers left beside it, the next writer takes away. */
    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_WRITE)));
    assert_false(exists(&p, "-wal"));
    forget_path(&p);
}

/* Less than the seconds that a newcomer waits for others, so that nobody has to
 * wait for them here. */
enum { HURRIED_MS = 200 };

static void two_writers_take_turns(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();
    store_file *f[2] = {open_file(&p, TBY_STORE_WRITE),
                        open_file(&p, TBY_STORE_WRITE)};
    uint32_t n = 0;

    for (int i = 0; i < 30; i++) {
        store_file *w = f[rng_below(&r, 2)];
        uint32_t more = 1 + rng_below(&r, 400);
        append_games(w, n + 1, more);
        if (n)
            check_duplicates(w, &r, n);
        MUST(w, tby_store_commit(&w->base));
        n += more;
        if (rng_chance(&r, 30))
            index_all(w);
    }
    check_games(f[0], 1, n);
    check_games(f[1], 1, n);
    /* One has begun a batch: who comes then must wait, and gives up. */
    store_file *late = open_file(&p, TBY_STORE_CHANGE);
    append_games(f[0], n + 1, 1);
    assert_int_equal(late->patience, FILE_BUSY_MS);
    late->patience = HURRIED_MS;
    assert_int_equal(begin_batch(late, fingerprint_of(1)), TBY_E_STORE_LOCKED);
    assert_string_equal(tby_store_error_text(&late->base),
                        "Another program is writing to the database.");
    tby_store_close(&late->base);
    MUST(f[0], tby_store_commit(&f[0]->base));
    add_games(f[1], n + 2, 5);
    tby_store_close(&f[0]->base);
    check_games(f[1], 1, n + 6);
    tby_store_close(&f[1]->base);
    assert_false(exists(&p, "-wal"));
    forget_path(&p);
}

/* --- the index ------------------------------------------------------------*/

static void runs_of_like_size_merge(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    uint32_t n = 0;

    for (int i = 0; i < 40; i++) {
        add_games(f, n + 1, 20);
        n += 20;
        assert_int_equal(tby__rows_indexed(f), n - 20);
        index_all(f);
        size_t runs = tby__rows_runs(f);
        uint32_t next = 1;
        for (size_t j = 0; j < runs; j++) {
            run_source source, other;
            const run_head *h = tby__rows_run(f, j, &source);
            assert_int_equal(h->first, next);
            next += h->games;
            if (j + 1 < runs)
                assert_true(h->games >=
                            4 * tby__rows_run(f, j + 1, &other)->games);
            tby_str bytes;
            MUST(f, tby_store_hold(&f->base));
            for (uint32_t page = 0; page < h->pages; page++)
                MUST(f, source.page(source.ctx, page, &bytes));
            assert_int_equal(source.page(source.ctx, h->pages, &bytes),
                             TBY_E_STORE_DAMAGED);
            for (uint32_t list = 0; list < h->lists; list++)
                MUST(f, source.list(source.ctx, list, &bytes));
            assert_int_equal(source.list(source.ctx, h->lists, &bytes),
                             TBY_DONE);
            tby_store_release(&f->base);
        }
        assert_true(runs <= 5);
    }
    const tby_store_work options = {.memory = 1 << 20, .threads = 1};
    MUST(f, tby__file_make_index(f, 1, n, &options));
    assert_int_equal(tby__rows_runs(f), 1);
    assert_int_equal(tby__rows_indexed(f), n);
    MUST(f, tby_store_index(&f->base, &options));
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- patience -------------------------------------------------------------*/

/* Another process, which is made before anything is opened (see fork.h): once
 * reported it begins to write and says so, and holds on for some seconds or
 * until it is reported again. */
typedef struct holder {
    pid_t pid;
    int go[2], ready[2];
} holder;

static void hold(const path *p, holder *h, unsigned seconds)
{
    store_file *f = NULL;
    char byte = 'x';

    if (read(h->go[0], &byte, 1) != 1 ||
        open_rows(&f, p->file, TBY_STORE_WRITE) != TBY_OK ||
        begin_batch(f, fingerprint_of(999)) != TBY_OK ||
        write(h->ready[1], &byte, 1) != 1)
        _exit(1);
    if (seconds)
        sleep(seconds);
    else if (read(h->go[0], &byte, 1) != 1)
        _exit(1);
    tby_store_cancel(&f->base);
    tby_store_close(&f->base);
    _exit(0);
}

static holder make_holder(const path *p, unsigned seconds)
{
    holder h;

    assert_int_equal(pipe(h.go), 0);
    assert_int_equal(pipe(h.ready), 0);
    h.pid = fork_alone();
    if (h.pid == 0)
        hold(p, &h, seconds);
    return h;
}

static void tell_holder(holder *h)
{
    char byte = 'x';

    assert_int_equal(write(h->go[1], &byte, 1), 1);
}

static void await_holder(holder *h)
{
    char byte;

    tell_holder(h);
    assert_int_equal(read(h->ready[0], &byte, 1), 1);
}

static void end_holder(holder *h)
{
    int status = 0;

    assert_int_equal(waitpid(h->pid, &status, 0), h->pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < 2; i++) {
        close(h->go[i]);
        close(h->ready[i]);
    }
}

/* Someone else writes for longer than a newcomer would wait; who has begun an
 * import goes on with it. */
static void who_has_written_waits(void **state)
{
    (void)state;
    path p = new_path();
    holder h = make_holder(&p, 1);
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    f->patience = HURRIED_MS;
    add_games(f, 1, 10);
    await_holder(&h);
    add_games(f, 11, 10);
    end_holder(&h);
    check_games(f, 1, 20);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* And so does who has nothing to add, but something to index. */
static void who_indexes_waits(void **state)
{
    (void)state;
    path p = new_path();
    holder h = make_holder(&p, 1);
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, 10);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_WRITE);
    f->patience = HURRIED_MS;
    await_holder(&h);
    index_all(f);
    assert_int_equal(tby__rows_indexed(f), 10);
    end_holder(&h);
    tby_store_close(&f->base);
    forget_path(&p);
}

static atomic_bool stopped;

static void stop(int number)
{
    (void)number;
    atomic_store(&stopped, true);
}

/* Ctrl-C ends the wait, and harms nothing. */
static void who_is_stopped_waits_no_longer(void **state)
{
    (void)state;
    path p = new_path();
    holder h = make_holder(&p, 0);
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    const tby_store_work options = {.memory = 8 << 20, .threads = 1};

    add_games(f, 1, 10);
    tby_store_set_cancel(&f->base, &stopped);
    await_holder(&h);
    signal(SIGALRM, stop);
    alarm(1);
    double start = tby_clock_now();
    assert_int_equal(begin_batch(f, fingerprint_of(11)), TBY_E_STORE_LOCKED);
    assert_int_equal(tby_store_index(&f->base, &options), TBY_E_STORE_LOCKED);
    /* neither of the two waited to its end */
    CHECK(tby_clock_now() - start < 2 * FILE_PATIENT_MS / 1000, "%.1f s",
          tby_clock_now() - start);
    tell_holder(&h);
    end_holder(&h);
    atomic_store(&stopped, false);
    add_games(f, 11, 10);
    index_all(f);
    assert_int_equal(tby__rows_indexed(f), 20);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- upkeep ---------------------------------------------------------------*/

static void tell_nothing(void *ctx, const char *text)
{
    (void)ctx;
    fail_msg("%s", text);
}

static uint64_t whole_size(store_file *f)
{
    tby_store_facts facts = {0};
    uint64_t sum = 0;

    MUST(f, tby__file_sums(f, &facts));
    for (size_t i = 0; i < TBY_STORE_PARTS; i++)
        sum += facts.bytes[i];
    return sum;
}

static void unused_pages_are_given_back(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE), *reader;
    uint32_t n = 3000;

    add_games(f, 1, n);
    index_all(f);
    reader = open_file(&p, TBY_STORE_READ);
    check_games(reader, 1, n);
    MUST(f, tby__file_shrink(f)); /* not worth it */
    MUST(f, tby__file_exec(f, "CREATE TABLE junk AS SELECT zeroblob(1000000);"
                              "DROP TABLE junk"));
    uint64_t before = whole_size(f);
    MUST(f, tby__file_shrink(f));
    CHECK(whole_size(f) <= before - 1000000, "%llu of %llu",
          (unsigned long long)whole_size(f), (unsigned long long)before);
    check_games(reader, 1, n);
    assert_int_equal(tby__rows_indexed(reader), n);
    tby_store_close(&reader->base);
    MUST(f, tby_store_hold(&f->base));
    MUST(f, tby__rows_integrity(f, tell_nothing, NULL));
    tby_store_release(&f->base);
    check_games(f, 1, n);
    add_games(f, n + 1, 10);
    index_all(f);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_READ);
    check_games(f, 1, n + 10);
    tby_store_close(&f->base);
    forget_path(&p);
}

/* --- several programs -----------------------------------------------------*/

/* Games whose names and hash tell who wrote them. */
static void write_turns(const path *p, uint32_t who, uint32_t turns)
{
    rng r = {rng_seed() + who};

    for (uint32_t turn = 0; turn < turns; turn++) {
        struct timespec pause = {0, (long)rng_below(&r, 3000000)};
        store_file *f = open_file(p, TBY_STORE_WRITE);
        MUST(f, begin_batch(f, (tby_store_fingerprint){who, turn}));
        for (uint32_t i = 0; i < 50; i++) {
            made_game g;
            uint64_t id;
            make_game(&g, who * 1000 + turn * 50 + i);
            MUST(f, tby_store_append(&f->base, &g.packed, &id));
        }
        MUST(f, tby_store_commit(&f->base));
        tby_store_close(&f->base);
        nanosleep(&pause, NULL);
    }
}

static void read_turns(const path *p, uint32_t turns)
{
    for (uint32_t turn = 0; turn < turns; turn++) {
        struct timespec pause = {0, 2000000};
        store_file *f = NULL;
        tby_rc rc = open_rows(&f, p->file, TBY_STORE_READ);
        if (rc == TBY_OK) {
            MUST(f, tby_store_hold(&f->base));
            CHECK(tby__rows_stored(f) % 50 == 0, "half a batch");
            for (uint32_t id = 1; id <= tby__rows_stored(f); id += 37) {
                store_packed packed;
                MUST(f, tby__rows_packed(f, id, &packed));
            }
            tby_store_release(&f->base);
        } else {
            CHECK(rc == TBY_E_STORE_OPEN || rc == TBY_E_STORE_FOREIGN, "%s",
                  tby_store_error_text(&f->base)); /* not made yet */
        }
        tby_store_close(&f->base);
        nanosleep(&pause, NULL);
    }
}

static void programs_open_and_close_at_once(void **state)
{
    enum { WRITERS = 4, READERS = 2, TURNS = 8 };
    (void)state;
    path p = new_path();
    pid_t child[WRITERS + READERS];

    rng_seed();
    for (uint32_t i = 0; i < WRITERS + READERS; i++) {
        child[i] = fork_alone();
        if (child[i] == 0) {
            if (i < WRITERS)
                write_turns(&p, i + 1, TURNS);
            else
                read_turns(&p, 4 * TURNS);
            _exit(0);
        }
    }
    for (uint32_t i = 0; i < WRITERS + READERS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "program %u", i);
    }
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    assert_int_equal(tby__rows_stored(f), WRITERS * TURNS * 50);
    for (uint32_t who = 1; who <= WRITERS; who++)
        assert_int_equal(begin_batch(f, (tby_store_fingerprint){who, 0}),
                         TBY_DONE);
    index_all(f);
    tby_store_close(&f->base);
    assert_false(exists(&p, "-wal"));
    forget_path(&p);
}

/* A hundred games whose sums make sense. */
static void add_turn(store_file *f, uint32_t who, uint32_t turn)
{
    static const store_column SUMMED[] = {STORE_WHITE_ELO, STORE_BLACK_ELO,
                                          STORE_DATE};

    MUST(f, begin_batch(f, (tby_store_fingerprint){who, turn}));
    for (uint32_t i = 0; i < 100; i++) {
        made_game g;
        uint64_t id;
        make_game(&g, who * 10000 + turn * 100 + i);
        for (size_t c = 0; c < LENGTH(SUMMED); c++)
            g.packed.column[SUMMED[c]] = i;
        g.packed.column[STORE_RESULT] = i % 4;
        MUST(f, tby_store_append(&f->base, &g.packed, &id));
    }
    MUST(f, tby_store_commit(&f->base));
}

static const tby_store_work IN_PIECES = {
    .memory = 8 << 20, .threads = 1, .piece = 1000};

/* Each adds games and makes a run in many transactions; who comes in between
 * waits for the other, or makes the other wait, and harms nobody. */
static void index_turns(const path *p, uint32_t who, uint32_t turns)
{
    store_file *f = open_file(p, TBY_STORE_WRITE);

    for (uint32_t turn = 0; turn < turns; turn++) {
        add_turn(f, who, turn);
        uint32_t last = tby__rows_stored(f); /* or more of others */
        MUST(f, tby_store_index(&f->base, &IN_PIECES));
        CHECK(tby__rows_indexed(f) >= last, "%u of %u games",
              tby__rows_indexed(f), last);
    }
    tby_store_close(&f->base);
}

/* These games are made of anything, but their index must be right. */
static void hear_problem(void *ctx, const tby_store_problem *problem)
{
    (void)ctx;
    CHECK(strcmp(problem->part, "index") != 0, "%s", problem->text);
}

static void check_index(const path *p)
{
    const tby_store_check_job job = {
        .all = true, .work = {.memory = 64u << 20}, .problem = hear_problem};
    tby_store_checked sum;
    tby_store *s = NULL;

    assert_int_equal(tby_store_open(&s, p->file, TBY_STORE_READ), TBY_OK);
    assert_int_equal(tby_store_check(s, &job, &sum), TBY_OK);
    assert_true(sum.rows > 0);
    tby_store_close(s);
}

/* Between two transactions of another handle, which is held up there. */
static int index_between(void *ctx, sqlite3 *db, const char *name, int pages)
{
    store_file **other = ctx;
    store_file *f = *other;

    (void)db;
    (void)name;
    (void)pages;
    *other = NULL; /* once */
    if (f)
        index_all(f);
    return SQLITE_OK;
}

/* Who is too slow loses its rows, and finds that another has made them. */
static void who_is_overtaken_goes_on(void **state)
{
    (void)state;
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    store_file *other = open_file(&p, TBY_STORE_WRITE), *waits = other;

    add_turn(f, 1, 0);
    sqlite3_wal_hook(f->db, index_between, &waits);
    MUST(f, tby_store_index(&f->base, &IN_PIECES));
    assert_null(waits);
    assert_int_equal(tby__rows_indexed(f), 100);
    assert_int_equal(tby__rows_runs(f), 1);
    tby_store_close(&other->base);
    tby_store_close(&f->base);
    check_index(&p);
    forget_path(&p);
}

static void programs_index_at_once(void **state)
{
    enum { WRITERS = 3, TURNS = 12 };
    (void)state;
    path p = new_path();
    pid_t child[WRITERS];

    tby_store_close(store_of_rows(open_file(&p, TBY_STORE_WRITE)));
    for (uint32_t i = 0; i < WRITERS; i++) {
        child[i] = fork_alone();
        if (child[i] == 0) {
            index_turns(&p, i + 1, TURNS);
            _exit(0);
        }
    }
    for (uint32_t i = 0; i < WRITERS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "program %u", i);
    }
    store_file *f = open_file(&p, TBY_STORE_WRITE);
    assert_int_equal(tby__rows_stored(f), WRITERS * TURNS * 100);
    index_all(f);
    tby_store_close(&f->base);
    check_index(&p);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(rows_that_are_full),
        cmocka_unit_test(what_is_kept_has_a_bound),
        cmocka_unit_test(empty_batches_are_remembered),
        cmocka_unit_test(who_has_written_waits),
        cmocka_unit_test(who_indexes_waits),
        cmocka_unit_test(who_is_stopped_waits_no_longer),
        cmocka_unit_test(cancelled_batches_leave_nothing),
        cmocka_unit_test(names_are_found_both_ways),
        cmocka_unit_test(duplicates_are_found_everywhere),
        cmocka_unit_test(a_reader_sees_whole_moments),
        cmocka_unit_test(two_writers_take_turns),
        cmocka_unit_test(runs_of_like_size_merge),
        cmocka_unit_test(unused_pages_are_given_back),
        cmocka_unit_test(programs_open_and_close_at_once),
        cmocka_unit_test(who_is_overtaken_goes_on),
        cmocka_unit_test(programs_index_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
