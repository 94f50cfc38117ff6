/* test_syzygy.c - Syzygy tables: the values of the rows beside the project,
 * libfathom's answers, and files that are damaged. */
#include "support/data.h"
#include "support/fathom.h"
#include "support/tables.h"

/* TBY_DEEP=1: every position of three men and a million of four. */
static bool deep(void)
{
    return getenv("TBY_DEEP") != NULL;
}

static struct table_files files;

static tby_syzygy *open_shared(void)
{
    tby_syzygy *s = NULL;

    if (!table_files_here(&files))
        skip_without_shared(70);
    assert_int_equal(tby_syzygy_open(NULL, table_files_load, &files, &s),
                     TBY_OK);
    return s;
}

static void close_shared(tby_syzygy *s)
{
    tby_syzygy_close(s);
    table_files_close(&files);
}

static void the_rows_have_these_values(void **state)
{
    tby_syzygy *s = open_shared();
    bytes rows = shared_file("syzygy/vectors.tsv");
    int n = 0;

    (void)state;
    CHECK(rows.p, "no rows");
    rows.p = realloc(rows.p, rows.n + 1);
    rows.p[rows.n] = '\0';
    for (char *line = strtok(rows.p, "\n"); line; line = strtok(NULL, "\n")) {
        int want_wdl, want_dtz, dtz = 0;
        tby_wdl wdl = 0, again = 9;
        char *tab = strchr(line, '\t');
        if (*line == '#' || !tab)
            continue;
        *tab = '\0';
        CHECK(sscanf(tab + 1, "%d %d", &want_wdl, &want_dtz) == 2, "%s", tab);
        tby_pos p = pos_of(line);
        tby_rc rc = tby_syzygy_dtz(s, &p, &wdl, &dtz);
        CHECK(rc == TBY_OK && wdl == want_wdl && dtz == want_dtz,
              "%s: %s, %d %d", line, tby_rc_name(rc), wdl, dtz);
        CHECK(tby_syzygy_wdl(s, &p, &again) == TBY_OK && again == wdl, "%s",
              line);
        n++;
    }
    assert_true(n >= 140);
    free(rows.p);
    close_shared(s);
}

static void compare(tby_syzygy *s, const tby_pos *p)
{
    int want_wdl = 0, want_dtz = 0, dtz = 0;
    tby_wdl wdl = 9;
    tby_rc rc = tby_syzygy_wdl(s, p, &wdl);

    CHECK(rc == TBY_OK && wdl == (int)fathom_wdl(p) - 2, "%s: %s %d, not %d",
          fen_of(p).s, tby_rc_name(rc), wdl, (int)fathom_wdl(p) - 2);
    rc = tby_syzygy_dtz(s, p, &wdl, &dtz);
    CHECK(rc == TBY_OK, "%s: %s", fen_of(p).s, tby_rc_name(rc));
    if (fathom_dtz(p, &want_wdl, &want_dtz))
        CHECK(wdl == want_wdl && dtz == want_dtz, "%s: %d %d, not %d %d",
              fen_of(p).s, wdl, dtz, want_wdl, want_dtz);
    else
        CHECK(tby_moves_count(p) == 0 && dtz == (wdl ? -1 : 0), "%s: %d %d",
              fen_of(p).s, wdl, dtz);
}

static void positions_have_libfathoms_values(void **state)
{
    tby_syzygy *s = open_shared();
    rng r = rng_for(__func__);
    unsigned threes = 0, fours = 0;
    unsigned step = deep() ? 1 : 61, n = deep() ? 1000000 : 10000;

    (void)state;
    if (!tb_init(files.folder)) {
        printf("SKIPPED: libfathom is not here\n");
        close_shared(s);
        skip();
    }
    for (unsigned i = 0; i < TABLES_3 << 19; i += step) {
        tby_square sq[3] = {i & 63, i >> 6 & 63, i >> 12 & 63};
        tby_pos p;
        if (!men_on(TABLE_NAMES[i >> 19], sq, i >> 18 & 1, TBY_NO_SQUARE, &p))
            continue;
        compare(s, &p);
        threes++;
    }
    for (; fours < n; fours++) {
        unsigned table = TABLES_3 + rng_below(&r, TABLES_ALL - TABLES_3);
        tby_pos p = random_men(&r, TABLE_NAMES[table]);
        compare(s, &p);
    }
    printf("%u positions of three men, %u of four\n", threes, fours);
    assert_true(threes > 20000);
    close_shared(s);
}

/* --- what no table has ----------------------------------------------------*/

static tby_rc load_nothing(void *ctx, const char *name, tby_str *out)
{
    (void)name, (void)out;
    ++*(int *)ctx;
    return TBY_E_TABLE_MISSING;
}

static void what_is_missing_is_named_and_asked_for_once(void **state)
{
    tby_syzygy *s = NULL;
    tby_wdl wdl = 9;
    int asked = 0, dtz = 99;
    tby_pos bare = pos_of("8/8/4k3/8/8/4K3/8/8 w - - 0 1");
    tby_pos queen = pos_of("8/8/4k3/8/8/4K2q/8/8 w - - 0 1");
    tby_pos castling = pos_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    tby_pos start = tby_pos_start();

    (void)state;
    assert_int_equal(tby_syzygy_open(NULL, load_nothing, &asked, &s), TBY_OK);
    assert_int_equal(tby_syzygy_wdl(s, &bare, &wdl), TBY_OK);
    assert_int_equal(wdl, TBY_WDL_DRAW);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tby_syzygy_dtz(s, &queen, &wdl, &dtz),
                         TBY_E_TABLE_MISSING);
        assert_string_equal(tby_syzygy_fault(s), "KvKQ.rtbw");
    }
    assert_int_equal(asked, 2); /* by both names */
    assert_int_equal(tby_syzygy_wdl(s, &castling, &wdl), TBY_E_TABLE_MEN);
    assert_int_equal(tby_syzygy_wdl(s, &start, &wdl), TBY_E_TABLE_MEN);
    assert_string_equal(tby_syzygy_fault(s), "");
    assert_int_equal(wdl, TBY_WDL_DRAW); /* untouched */
    assert_int_equal(dtz, 99);
    tby_syzygy_close(s);
}

static void a_name_is_read_as_it_is_written(void **state)
{
    static const char *const bad[] = {
        "",          "KvK.rtbw", "KQvK",        "KQvK.rtbx", "QKvK.rtbw",
        "KQvQ.rtbw", "KQK.rtbw", "KQvKvK.rtbw", "kqvk.rtbw", "KQQQQvKQQ.rtbw"};
    tby_str nothing = {"", 0};
    char name[TBY_TABLE_NAME_MAX] = "";
    tby_pos p = pos_of("8/2q5/4k3/1n6/8/4K2P/4R3/8 w - - 0 1");

    (void)state;
    assert_int_equal(tby_table_name(&p, name), 7);
    assert_string_equal(name, "KRPvKQN");
    for (size_t i = 0; i < LENGTH(bad); i++)
        CHECK(tby_syzygy_check(tby_str_of(bad[i]), nothing) == TBY_E_TABLE_MEN,
              "%s", bad[i]);
    assert_int_equal(tby_syzygy_check(tby_str_of("KQvK.rtbw"), nothing),
                     TBY_E_TABLE_MAGIC);
}

/* --- damage ---------------------------------------------------------------*/

/* One file of the folder with some damage; every other is sound. */
struct damaged_files {
    char name[TBY_TABLE_NAME_MAX];
    bytes bytes;
};

static tby_rc load_damaged(void *ctx, const char *name, tby_str *out)
{
    const struct damaged_files *d = ctx;

    if (strcmp(name, d->name) != 0)
        return table_files_load(&files, name, out);
    *out = str_of(d->bytes);
    return TBY_OK;
}

/* Changes the bytes; what a random byte happens to leave as it was counts as
 * sound. */
static void damage(rng *r, bytes *b)
{
    bytes other;

    switch (rng_below(r, 6)) {
    case 0:
        for (unsigned n = 1 + rng_below(r, 8); n > 0; n--)
            b->p[rng_below(r, (unsigned)b->n)] ^= (char)(1u << rng_below(r, 8));
        break;
    case 1: /* in the head */
        b->p[rng_below(r, b->n < 200 ? (unsigned)b->n : 200)] ^=
            (char)(1u << rng_below(r, 8));
        break;
    case 2:
        b->n = rng_below(r, (unsigned)b->n);
        break;
    case 3:
        b->n = rng_below(r, (unsigned)(b->n / 64 + 1)) * 64 + 16;
        b->n -= b->n > 80 ? 64 : 0;
        break;
    case 4:
        other = shared_file(rng_chance(r, 50) ? "syzygy/KRvKB.rtbw"
                                              : "syzygy/KPvK.rtbz");
        free(b->p);
        *b = other;
        break;
    default:
        b->n = 0;
    }
}

static void damaged_files_are_refused_by_name(void **state)
{
    rng r = rng_for(__func__);
    unsigned refused = 0;

    (void)state;
    if (!table_files_here(&files))
        skip_without_shared(70);
    for (unsigned round = 0; round < (deep() ? 5000u : 300u); round++) {
        const char *table = TABLE_NAMES[rng_below(&r, TABLES_ALL)];
        bool is_dtz = rng_chance(&r, 50);
        struct damaged_files d;
        char path[64];
        snprintf(d.name, sizeof d.name, "%s.rtb%c", table, is_dtz ? 'z' : 'w');
        snprintf(path, sizeof path, "syzygy/%s", d.name);
        d.bytes = shared_file(path);
        bytes sound = shared_file(path);
        damage(&r, &d.bytes);
        bool same =
            d.bytes.n == sound.n && memcmp(d.bytes.p, sound.p, sound.n) == 0;
        tby_syzygy *s = NULL;
        assert_int_equal(tby_syzygy_open(NULL, load_damaged, &d, &s), TBY_OK);
        for (int i = 0; i < 20; i++) {
            tby_pos p = random_men(&r, table);
            tby_wdl wdl = 9;
            int dtz = 999;
            tby_rc rc = is_dtz ? tby_syzygy_dtz(s, &p, &wdl, &dtz)
                               : tby_syzygy_wdl(s, &p, &wdl);
            CHECK(rc == TBY_OK || (!same && wdl == 9 && dtz == 999), "%s",
                  path);
            if (rc != TBY_OK) /* a capture may win before it is asked */
                CHECK(strcmp(tby_syzygy_fault(s), d.name) == 0, "%s: %s",
                      tby_syzygy_fault(s), path);
            refused += rc != TBY_OK;
        }
        tby_rc rc = tby_syzygy_check(tby_str_of(d.name), str_of(d.bytes));
        CHECK((rc == TBY_OK) == same, "%s: %s", path, tby_rc_name(rc));
        tby_syzygy_close(s);
        table_files_close(&files);
        free(d.bytes.p);
        free(sound.p);
    }
    printf("%u answers refused\n", refused);
    assert_true(refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_have_these_values),
        cmocka_unit_test(positions_have_libfathoms_values),
        cmocka_unit_test(what_is_missing_is_named_and_asked_for_once),
        cmocka_unit_test(a_name_is_read_as_it_is_written),
        cmocka_unit_test(damaged_files_are_refused_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
