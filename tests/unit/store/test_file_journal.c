/* test_file_journal.c - a journal that a killed writer left and that was
 * damaged since: what was committed before the damage is there, or an error is
 * reported, and no game is another. */
#include "unit/store/made.h"

enum {
    BATCH = 40,
    BATCHES = 12,
    DAMAGES = 150,
    FRAME_HEAD = 24,
    WAL_HEAD = 32
};

/* --- files ----------------------------------------------------------------*/

typedef struct bytes {
    unsigned char *p;
    size_t n;
} bytes;

static FILE *open_part(const path *p, const char *suffix, const char *mode)
{
    char name[128];

    snprintf(name, sizeof name, "%s%s", p->file, suffix);
    FILE *file = fopen(name, mode);
    CHECK(file, "%s", name);
    return file;
}

static bytes read_part(const path *p, const char *suffix)
{
    FILE *file = open_part(p, suffix, "rb");
    bytes b = {NULL, 0};

    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    b.n = (size_t)ftell(file);
    b.p = malloc(b.n + 1);
    assert_non_null(b.p);
    rewind(file);
    assert_int_equal(fread(b.p, 1, b.n, file), b.n);
    fclose(file);
    return b;
}

static void write_part(const path *p, const char *suffix, bytes b)
{
    FILE *file = open_part(p, suffix, "wb");

    assert_int_equal(fwrite(b.p, 1, b.n, file), b.n);
    assert_int_equal(fclose(file), 0);
}

/* --- damage ---------------------------------------------------------------*/

static size_t some_frame(rng *r, bytes wal)
{
    size_t page = (size_t)wal.p[10] << 8 | wal.p[11];
    size_t frame = page + FRAME_HEAD;

    return WAL_HEAD +
           frame * rng_below(r, (unsigned)((wal.n - WAL_HEAD) / frame));
}

/* One of: nothing, a bit of a frame, of the head, of a salt, an end that is
 * gone, bytes that are erased. */
static void damage(rng *r, bytes *wal)
{
    size_t at, n;

    switch (rng_below(r, 6)) {
    case 0:
        return;
    case 1:
        wal->p[rng_below(r, (unsigned)wal->n)] ^=
            (unsigned char)(1u << rng_below(r, 8));
        return;
    case 2:
        wal->p[rng_below(r, WAL_HEAD)] ^=
            (unsigned char)(1u << rng_below(r, 8));
        return;
    case 3:
        wal->p[some_frame(r, *wal) + 8 + rng_below(r, 8)] ^= 1;
        return;
    case 4:
        wal->n = rng_below(r, (unsigned)wal->n);
        return;
    default:
        at = rng_below(r, (unsigned)wal->n);
        n = 1 + rng_below(r, 20000);
        memset(wal->p + at, 0, n < wal->n - at ? n : wal->n - at);
    }
}

/* --- the test -------------------------------------------------------------*/

/* The files as they are while someone writes; games of the last batches are in
 * the journal alone. */
static void leave_files(bytes *file, bytes *wal)
{
    path p = new_path();
    store_file *f = open_file(&p, TBY_STORE_WRITE);

    add_games(f, 1, BATCH);
    tby_store_close(&f->base);
    f = open_file(&p, TBY_STORE_WRITE);
    for (uint32_t i = 1; i < BATCHES; i++)
        add_games(f, i * BATCH + 1, BATCH);
    *file = read_part(&p, "");
    *wal = read_part(&p, "-wal");
    tby_store_close(&f->base);
    forget_path(&p);
}

/* The number of games, which are those that were committed; 0: an error. */
static uint32_t check_sound(const path *p, tby_store_mode mode)
{
    store_file *f = NULL;
    tby_rc rc = open_rows(&f, p->file, mode);
    uint32_t n = rc == TBY_OK ? tby__rows_stored(f) : 0;

    if (rc != TBY_OK)
        CHECK(*tby_store_error_text(&f->base), "%s without a word",
              tby_rc_name(rc));
    CHECK(n % BATCH == 0 && n <= BATCHES * BATCH, "%u games", n);
    if (n)
        check_games(f, 1, n);
    tby_store_close(&f->base);
    return n;
}

static void damaged_journals_give_what_was_before(void **state)
{
    rng r = rng_for(__func__);
    bytes file, wal;
    unsigned whole = 0, less = 0;

    (void)state;
    leave_files(&file, &wal);
    for (unsigned i = 0; i < DAMAGES; i++) {
        path p = new_path();
        bytes copy = {malloc(wal.n), wal.n};

        assert_non_null(copy.p);
        memcpy(copy.p, wal.p, wal.n);
        damage(&r, &copy);
        write_part(&p, "", file);
        write_part(&p, "-wal", copy);
        uint32_t n = check_sound(&p, rng_chance(&r, 50) ? TBY_STORE_READ
                                                        : TBY_STORE_CHANGE);
        CHECK(n >= BATCH, "the games of the file are gone");
        whole += n == BATCHES * BATCH;
        less += n < BATCHES * BATCH;
        free(copy.p);
        forget_path(&p);
    }
    CHECK(whole > 5 && less > 20, "%u whole and %u not", whole, less);
    free(file.p);
    free(wal.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_journals_give_what_was_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
