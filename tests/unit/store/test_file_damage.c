/* test_file_damage.c - a damaged file gives errors, never wrong answers. */
#include "store/sqlite/file_int.h"
#include "unit/store/made.h"

#include <fcntl.h>

enum { GAMES = 900 };

/* --- the file in memory ---------------------------------------------------*/

typedef struct image {
    unsigned char *p;
    size_t n;
} image;

static image read_image(const path *p)
{
    FILE *in = fopen(p->file, "rb");
    image i = {NULL, 0};

    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    i.n = (size_t)ftell(in);
    rewind(in);
    i.p = malloc(i.n);
    assert_non_null(i.p);
    assert_int_equal(fread(i.p, 1, i.n, in), i.n);
    fclose(in);
    return i;
}

static void write_image(const path *p, const unsigned char *bytes, size_t n)
{
    FILE *out = fopen(p->file, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

static void make_image(const path *p)
{
    store_file *f = open_file(p, TBY_STORE_WRITE);

    add_games(f, 1, GAMES / 2);
    index_all(f);
    add_games(f, GAMES / 2 + 1, GAMES - GAMES / 2);
    index_all(f);
    tby_store_close(&f->base);
}

/* --- questions ------------------------------------------------------------*/

/* What the index says of every position of the made games, as one number; it
 * must not change.  A failure is one of those that a damaged file may give. */
static bool is_refusal(tby_rc rc)
{
    return rc == TBY_E_STORE_DAMAGED || rc == TBY_E_STORE_FOREIGN ||
           rc == TBY_E_STORE_NEWER || rc == TBY_E_STORE_OLDER ||
           rc == TBY_E_STORE_OPEN || rc == TBY_E_STORE_WRITE ||
           rc == TBY_E_STORE_FULL || rc == TBY_E_STORE_LOCKED;
}

#define ASK(call)                                                              \
    do {                                                                       \
        rc = (call);                                                           \
        CHECK(rc == TBY_OK || is_refusal(rc), "%s: %s", #call,                 \
              tby_rc_name(rc));                                                \
        if (rc != TBY_OK)                                                      \
            return rc;                                                         \
    } while (0)

static tby_rc ask_games(store_file *f, rng *r)
{
    tby_rc rc;

    for (int i = 0; i < 40; i++) {
        uint32_t id = 1 + rng_below(r, GAMES);
        store_packed p;
        ASK(tby__rows_packed(f, id, &p));
        CHECK(is_made(&p, id), "game %u is another", id);
    }
    return TBY_OK;
}

/* Each name of a game leads to the number that its column has. */
static tby_rc ask_names(store_file *f, rng *r)
{
    tby_rc rc;

    for (int i = 0; i < 40; i++) {
        uint32_t id = 1 + rng_below(r, GAMES), found = 0, value = 0;
        made_game g;
        make_game(&g, id);
        for (store_column c = 0; c < STORE_NAMES; c++) {
            if (!g.packed.names[c].p)
                continue;
            ASK(tby__rows_value(f, c, id, &value));
            rc = tby__rows_find(f, tby__column_kind(c), g.packed.names[c],
                                &found);
            CHECK(rc != TBY_DONE, "a name of game %u vanished", id);
            ASK(rc);
            CHECK(found == value, "another name");
        }
    }
    return TBY_OK;
}

static tby_rc ask_batches(store_file *f)
{
    static const uint32_t firsts[] = {1, GAMES / 2 + 1};

    for (size_t i = 0; i < LENGTH(firsts); i++) {
        tby_rc rc = begin_batch(f, fingerprint_of(firsts[i]));
        if (rc == TBY_OK) {
            tby_store_cancel(&f->base);
            fail_msg("a batch was forgotten");
        }
        if (rc != TBY_DONE) {
            CHECK(is_refusal(rc), "%s", tby_rc_name(rc));
            return rc;
        }
    }
    return TBY_OK;
}

/* Games through the position after the first move of a game. */
static tby_rc ask_index(store_file *f, rng *r)
{
    tby_rc rc;
    run_source source;
    run_found *found = malloc(sizeof *found);
    uint32_t total = 0;
    tby_pos start = tby_pos_start();

    (void)r;
    assert_non_null(found);
    for (size_t i = 0; i < tby__rows_runs(f); i++) {
        const run_head *h = tby__rows_run(f, i, &source);
        rc = tby__run_find(h, &source, start.key, found);
        CHECK(rc != TBY_DONE, "the start is not in run %zu", i);
        if (rc != TBY_OK) {
            CHECK(is_refusal(rc), "%s", tby_rc_name(rc));
            free(found);
            return rc;
        }
        total += found->games;
    }
    free(found);
    CHECK(total == GAMES, "%u games begin at the start", total);
    return TBY_OK;
}

static tby_rc ask_all(store_file *f, rng *r)
{
    tby_rc rc = tby_store_hold(&f->base);

    if (rc == TBY_OK) {
        CHECK(tby__rows_stored(f) == GAMES, "%u games", tby__rows_stored(f));
        CHECK(tby__rows_indexed(f) == GAMES, "%u games", tby__rows_indexed(f));
        rc = ask_games(f, r);
        if (rc == TBY_OK)
            rc = ask_names(f, r);
        if (rc == TBY_OK)
            rc = ask_index(f, r);
        tby_store_release(&f->base);
    }
    return rc;
}

/* Returns true if anything was refused. */
static bool examine(const path *p, rng *r, tby_store_mode mode)
{
    store_file *f = NULL;
    tby_rc rc = open_rows(&f, p->file, mode);

    CHECK(rc == TBY_OK || is_refusal(rc), "%s", tby_rc_name(rc));
    if (rc == TBY_OK)
        rc = ask_all(f, r);
    if (rc == TBY_OK && mode == TBY_STORE_WRITE)
        rc = ask_batches(f);
    CHECK(rc == TBY_OK || *tby_store_error_text(&f->base), "no word about %s",
          tby_rc_name(rc));
    tby_store_close(&f->base);
    return rc != TBY_OK;
}

/* --- damage ---------------------------------------------------------------*/

enum { FLIP, RANDOM, ZEROS, COPY_PAGE, CUT, DAMAGES };

static size_t damage(rng *r, unsigned char *to, size_t n, int kind)
{
    size_t at = rng_below(r, (unsigned)n), length = 1 + rng_below(r, 600);

    if (rng_chance(r, 20)) /* the head and the schema */
        at = rng_below(r, 4096);
    length = length < n - at ? length : n - at;
    switch (kind) {
    case FLIP:
        to[at] ^= (unsigned char)(1u << rng_below(r, 8));
        break;
    case RANDOM:
        for (size_t i = 0; i < length; i++)
            to[at + i] = (unsigned char)rng_next(r);
        break;
    case ZEROS:
        memset(to + at, 0, length);
        break;
    case COPY_PAGE: /* a page where another should be */
        memcpy(to + at / 4096 * 4096,
               to + rng_below(r, (unsigned)(n / 4096)) * (size_t)4096, 4096);
        break;
    default: /* not to nothing, of which a writer makes a new database; SQLite
                takes one byte for that, too */
        return at > 1 ? at : 2;
    }
    return n;
}

static void damage_is_an_error(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();

    make_image(&p);
    image good = read_image(&p);
    unsigned char *bad = malloc(good.n);
    unsigned refused = 0, rounds = getenv("TBY_DEEP") ? 5000 : 400;
    assert_non_null(bad);
    assert_false(examine(&p, &r, TBY_STORE_WRITE));
    for (unsigned i = 0; i < rounds; i++) {
        memcpy(bad, good.p, good.n);
        size_t n = good.n;
        for (unsigned k = 1 + rng_below(&r, 3); k > 0; k--)
            n = damage(&r, bad, n ? n : 1, (int)rng_below(&r, DAMAGES));
        write_image(&p, bad, n);
        refused += examine(
            &p, &r, rng_chance(&r, 50) ? TBY_STORE_READ : TBY_STORE_WRITE);
        unlink(p.file); /* with what may lie beside it */
        forget_path(&p);
        p = new_path();
    }
    CHECK(refused > rounds / 10, "%u of %u noticed", refused, rounds);
    free(bad);
    free(good.p);
    forget_path(&p);
}

/* Every bit of a page counts: whichever is flipped, it shows. */
static void every_page_is_guarded(void **state)
{
    (void)state;
    rng r = rng_for(__func__);
    path p = new_path();

    make_image(&p);
    image good = read_image(&p);
    for (size_t page = 0; page < good.n / 4096; page++) {
        size_t at = page * 4096 + rng_below(&r, 4096);
        unsigned char bit = (unsigned char)(1u << rng_below(&r, 8));
        store_file *f = NULL;
        int64_t sound = 0;
        good.p[at] ^= bit;
        write_image(&p, good.p, good.n);
        good.p[at] ^= bit;
        tby_rc rc = open_rows(&f, p.file, TBY_STORE_READ);
        if (rc == TBY_OK) /* reads every row and every tree */
            rc = tby__file_number(f,
                                  "SELECT count(*) FROM pragma_integrity_check"
                                  " WHERE integrity_check = 'ok'",
                                  &sound);
        CHECK(rc != TBY_OK || !sound, "byte %zu of page %zu", at % 4096, page);
        tby_store_close(&f->base);
    }
    free(good.p);
    forget_path(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_is_an_error),
        cmocka_unit_test(every_page_is_guarded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
