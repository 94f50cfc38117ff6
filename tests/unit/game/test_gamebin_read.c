/* test_gamebin_read.c - .cdb files that are damaged, cut or come in pieces. */
#include "unit/game/cdb.h"

/* --- damage ---------------------------------------------------------------*/

static const char OTHER[] =
    "[White \"other\"]\n[Black \"game\"]\n\n1. d4 d5 2. c4 1/2-1/2\n";

static void add_cdb(cdb_game *to, cdb_game from)
{
    memcpy(to->at + to->n, from.at, from.n);
    to->n += from.n;
}

static bool is_other(const tby_game *g)
{
    tby_str white = tby_game_tag(g, "White");

    return g->plies == 3 && white.n == 5 && memcmp(white.p, "other", 5) == 0;
}

/* Each change must be found, with this code and at this byte of the game. */
static void wrong_bytes_are_refused_where_they_are(void **state)
{
    /* FULL: names 8..9, date 10, ELO 24, ECO 28, status 35, plies 36,
     * moves 38, evaluations 50, clocks 66 */
    static const struct {
        size_t at;
        unsigned value;
        tby_rc code;
        size_t err_at;
        unsigned plies; /* that are kept */
    } cases[] = {
        {0, 'X', TBY_E_CDB_MAGIC, 0, 0},
        {3, '2', TBY_E_CDB_MAGIC, 0, 0},
        {8, 0xFF, TBY_E_CDB_FIELD, 8, 0}, /* a name that is no UTF-8 */
        {9, 0x80, TBY_E_CDB_FIELD, 9, 0},
        {10, 'x', TBY_E_CDB_FIELD, 10, 0}, /* date */
        {23, '?', TBY_E_CDB_FIELD, 23, 0},
        {28, 'F', TBY_E_CDB_FIELD, 28, 0}, /* ECO */
        {30, '?', TBY_E_CDB_FIELD, 28, 0},
        {35, 0xE9, TBY_E_CDB_FIELD, 35, 0}, /* bit 7 of the status */
        {35, 0x6D, TBY_E_CDB_FIELD, 35, 0}, /* reason 5 */
        {36, 0, TBY_E_CDB_FIELD, 35, 0},    /* columns of no plies */
        {39, 0x9A, TBY_E_CDB_FIELD, 38, 0}, /* Black begins */
        {39, 0x2A, TBY_E_CDB_FIELD, 38, 0}, /* a knight on f2 */
        {38, 0x6E, TBY_E_CDB_FIELD, 38, 0}, /* f2-f7 */
        {40, 0x41, TBY_E_CDB_FIELD, 40, 0}, /* a check that is none */
        {40, 0x09, TBY_E_CDB_FIELD, 40, 0}, /* a capture that is none */
        {40, 0x81, TBY_E_CDB_FIELD, 40, 0}, /* bit 7 */
        {40, 0x07, TBY_E_CDB_FIELD, 40, 0}, /* annotation 7 */
        {49, 0x00, TBY_E_CDB_FIELD, 49, 3}, /* the mate is no check */
        {61, 0x7F, TBY_E_CDB_FIELD, 58, 2}, /* no number: 7FFFFFFF */
        {58, 0x80, TBY_E_CDB_FIELD, 58, 2}  /* mate in -128 */
    };
    cdb_game full = cdb_of(FULL), other = cdb_of(OTHER);

    (void)state;
    assert_int_equal(full.n, 74);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        cdb_game both = full;
        tby_gamebin c;
        tby_game g;
        tby_err err = {TBY_OK, 0};

        both.at[cases[i].at] = (char)cases[i].value;
        add_cdb(&both, other);
        tby_game_init(&g, NULL);
        tby_gamebin_init(&c, (tby_str){both.at, both.n});
        tby_rc rc = tby_gamebin_next(&c, &g, &err);
        CHECK(rc == cases[i].code && err.code == rc &&
                  err.at == cases[i].err_at && g.plies == cases[i].plies,
              "byte %zu: %s at %zu, %u plies", cases[i].at, tby_rc_name(rc),
              err.at, g.plies);
        CHECK(tby_gamebin_next(&c, &g, &err) == TBY_OK && is_other(&g),
              "byte %zu: the next game is lost", cases[i].at);
        assert_int_equal(tby_gamebin_next(&c, &g, &err), TBY_DONE);
        tby_game_free(&g);
    }
}

/* Whatever single bit is wrong: the game after it is found, and if the game
 * itself is taken then for what its bytes now say. */
static void a_damaged_game_costs_that_game_alone(void **state)
{
    cdb_game full = cdb_of(FULL), other = cdb_of(OTHER);
    unsigned refused = 0, taken = 0;

    (void)state;
    for (size_t bit = 0; bit < 8 * full.n; bit++) {
        cdb_game both = other, again = {0};
        tby_gamebin c;
        tby_game g;
        unsigned others = 0;
        tby_rc rc;

        add_cdb(&both, full);
        add_cdb(&both, other);
        both.at[other.n + bit / 8] ^= (char)(1 << bit % 8);
        tby_game_init(&g, NULL);
        tby_gamebin_init(&c, (tby_str){both.at, both.n});
        while ((rc = tby_gamebin_next(&c, &g, NULL)) != TBY_DONE) {
            refused += rc != TBY_OK;
            if (rc == TBY_OK && is_other(&g)) {
                others++;
            } else if (rc == TBY_OK) {
                taken++;
                assert_int_equal(cdb_write(&g, 0, &again), TBY_OK);
                CHECK(memcmp(again.at + 4, both.at + other.n + 4,
                             again.n - 4) == 0,
                      "bit %zu", bit);
            }
        }
        CHECK(others == 2, "bit %zu: %u of 2 games", bit, others);
        tby_game_free(&g);
    }
    printf("%u refused, %u taken\n", refused, taken);
}

/* The same in the middle of bytes that are no games at all. */
static void games_are_found_among_rubbish(void **state)
{
    cdb_game other = cdb_of(OTHER), all = {0};
    rng r = rng_for(__func__);
    tby_gamebin c;
    tby_game g;
    unsigned found = 0;
    tby_rc rc;

    (void)state;
    for (int i = 0; i < 20; i++) {
        for (unsigned n = 1 + rng_below(&r, 40); n > 0; n--)
            all.at[all.n++] = rng_chance(&r, 20) ? 'P' : (char)rng_next(&r);
        add_cdb(&all, other);
    }
    memcpy(all.at + all.n, "PGN1", 4); /* the beginning of nothing */
    all.n += 4;
    tby_game_init(&g, NULL);
    tby_gamebin_init(&c, (tby_str){all.at, all.n});
    while ((rc = tby_gamebin_next(&c, &g, NULL)) != TBY_DONE)
        found += rc == TBY_OK && is_other(&g);
    assert_int_equal(found, 20);
    tby_game_free(&g);
}

/* A cut at any byte is reported, and costs one game. */
static void a_cut_file_is_reported(void **state)
{
    cdb_game full = cdb_of(FULL), both = cdb_of(OTHER);
    size_t first = both.n;

    (void)state;
    add_cdb(&both, full);
    for (size_t n = 0; n <= both.n; n++) {
        tby_gamebin c;
        tby_game g;
        tby_err err = {TBY_OK, 0};
        tby_game_init(&g, NULL);
        tby_gamebin_init(&c, (tby_str){both.at, n});
        if (n >= first)
            assert_int_equal(tby_gamebin_next(&c, &g, &err), TBY_OK);
        if (n == both.n)
            assert_int_equal(tby_gamebin_next(&c, &g, &err), TBY_OK);
        if (n != 0 && n != first && n != both.n) {
            assert_int_equal(tby_gamebin_next(&c, &g, &err), TBY_E_CDB_CUT);
            assert_int_equal(err.at, n);
            assert_int_equal(g.tags_n + g.items_n, 0);
        }
        assert_int_equal(tby_gamebin_next(&c, &g, &err), TBY_DONE);
        /* as a part of a stream it goes on */
        tby_gamebin_init(&c, (tby_str){both.at, n});
        c.more = true;
        tby_rc rc;
        while ((rc = tby_gamebin_next(&c, &g, &err)) == TBY_OK)
            continue;
        assert_int_equal(rc, TBY_E_MORE);
        assert_int_equal(c.at, n < first ? 0 : n < both.n ? first : n);
        tby_game_free(&g);
    }
}

/* Piece by piece, of any size, gives what the whole gives. */
static void a_stream_reads_like_the_whole(void **state)
{
    cdb_game full = cdb_of(FULL), all = cdb_of(OTHER);
    const tby_rc expected[] = {TBY_OK,       TBY_E_CDB_FIELD, TBY_OK,
                               TBY_OK,       TBY_E_CDB_MAGIC, TBY_OK,
                               TBY_E_CDB_CUT};

    (void)state;
    full.at[40] = 0x7F;
    add_cdb(&all, full);
    full.at[40] = 0x01;
    add_cdb(&all, cdb_of(OTHER));
    add_cdb(&all, full);
    add_cdb(&all, (cdb_game){9, "PGN rubbi"});
    add_cdb(&all, cdb_of(OTHER));
    full.n -= 5;
    add_cdb(&all, full);
    for (size_t step = 1; step < all.n; step++) {
        tby_gamebin c;
        tby_game g;
        tby_rc rc;
        size_t end = 0, games = 0;

        tby_game_init(&g, NULL);
        tby_gamebin_init(&c, (tby_str){all.at, 0});
        c.more = true;
        while ((rc = tby_gamebin_next(&c, &g, NULL)) != TBY_DONE) {
            if (rc == TBY_E_MORE) {
                size_t begin = (size_t)(c.bytes.p - all.at) + c.at;
                assert_true(c.more);
                end = end + step < all.n ? end + step : all.n;
                c.bytes = (tby_str){all.at + begin, end - begin};
                c.at = 0;
                c.more = end < all.n;
            } else {
                CHECK(games < LENGTH(expected) && rc == expected[games],
                      "step %zu, game %zu: %s", step, games, tby_rc_name(rc));
                games++;
            }
        }
        CHECK(games == LENGTH(expected), "step %zu: %zu games", step, games);
        tby_game_free(&g);
    }
}

static void *no_memory(void *ctx, void *p, size_t old_size, size_t new_size)
{
    size_t *left = ctx;

    (void)old_size;
    if (new_size == 0) {
        free(p);
        return NULL;
    }
    if (*left == 0)
        return NULL;
    --*left;
    return realloc(p, new_size);
}

static void out_of_memory_is_reported(void **state)
{
    cdb_game full = cdb_of(FULL);

    (void)state;
    for (size_t allowed = 0;; allowed++) {
        size_t left = allowed;
        tby_alloc alloc = {no_memory, &left};
        tby_gamebin c;
        tby_game g;
        tby_game_init(&g, &alloc);
        tby_gamebin_init(&c, (tby_str){full.at, full.n});
        tby_rc rc = tby_gamebin_next(&c, &g, NULL);
        tby_game_free(&g);
        if (rc == TBY_OK)
            break;
        assert_int_equal(rc, TBY_E_NOMEM);
        assert_int_equal(c.at, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_bytes_are_refused_where_they_are),
        cmocka_unit_test(a_damaged_game_costs_that_game_alone),
        cmocka_unit_test(games_are_found_among_rubbish),
        cmocka_unit_test(a_cut_file_is_reported),
        cmocka_unit_test(a_stream_reads_like_the_whole),
        cmocka_unit_test(out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
