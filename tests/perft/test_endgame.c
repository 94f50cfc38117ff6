/* test_endgame.c - tables of our own: all 35 are made, and compared with
 * published figures and with the Syzygy tables beside the project.
 *
 * TBY_DEEP=1: a million positions of each table of four men. */
#include "support/positions.h"
#include "support/tables.h"

static tby_endgame *own;

static int make_all(void **state)
{
    (void)state;
    assert_int_equal(tby_endgame_open(NULL, &own), TBY_OK);
    assert_int_equal(tby_endgame_make(own, 4), TBY_E_TABLE_MISSING);
    for (unsigned i = 0; i < TBY_ENDGAME_TABLES; i++)
        assert_int_equal(tby_endgame_make(own, i), TBY_OK);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    tby_endgame_close(own);
    return 0;
}

/* Moves to mate in the longest win. */
static void the_longest_mates_are_the_published_ones(void **state)
{
    static const struct {
        const char *name;
        unsigned moves;
    } known[] = {{"KQvK", 10},  {"KRvK", 16},  {"KBvK", 0},   {"KNvK", 0},
                 {"KPvK", 28},  {"KBBvK", 19}, {"KBNvK", 33}, {"KQvKR", 35},
                 {"KRvKN", 40}, {"KRvKB", 29}, {"KQvKB", 17}, {"KQvKN", 21},
                 {"KRvKP", 43}};
    unsigned found = 0;

    (void)state;
    for (unsigned t = 0; t < TBY_ENDGAME_TABLES; t++)
        for (size_t i = 0; i < LENGTH(known); i++) {
            unsigned most = 0;
            if (strcmp(known[i].name, tby_endgame_name(t)) != 0)
                continue;
            for (unsigned side = 0; side < 2; side++)
                for (size_t k = 0; k < tby_endgame_bytes(t); k++) {
                    uint8_t n = tby_endgame_part(own, t, side)[k];
                    most = n < 254 && n > most ? n : most;
                }
            CHECK((most + 1) / 2 == known[i].moves, "%s: %u", known[i].name,
                  most);
            found++;
        }
    assert_int_equal(found, LENGTH(known));
}

/* Syzygy counts n or n - 1 where the distance is n. */
static void compare(const tby_endgame *e, tby_syzygy *s, const tby_pos *p)
{
    tby_endgame_value v = {9, 0, 0};
    tby_wdl wdl = 9;
    int dtz = 0;
    tby_rc rc = tby_endgame_probe(e, p, &v);

    CHECK(rc == TBY_OK, "%s: %s", fen_of(p).s, tby_rc_name(rc));
    CHECK(tby_syzygy_dtz(s, p, &wdl, &dtz) == TBY_OK && v.wdl == wdl,
          "%s: %d, not %d", fen_of(p).s, v.wdl, wdl);
    if (tby_moves_count(p) == 0)
        CHECK(v.dtm == 0 && v.dtz == 0, "%s", fen_of(p).s);
    else
        CHECK(abs(v.dtz) == abs(dtz) || abs(v.dtz) == abs(dtz) + 1,
              "%s: %d, not %d", fen_of(p).s, v.dtz, dtz);
}

/* The value of a position is that of its best move. */
static void check_moves(const tby_endgame *e, const tby_pos *p)
{
    tby_endgame_value v = {9, 0, 0};
    tby_moves moves;
    int best_wdl = -9, best_dtm = 0;

    tby_moves_legal(p, &moves);
    assert_int_equal(tby_endgame_probe(e, p, &v), TBY_OK);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos child = *p;
        tby_endgame_value c = {9, 0, 0};
        tby_pos_play(&child, moves.at[i]);
        assert_int_equal(tby_endgame_probe(e, &child, &c), TBY_OK);
        int dtm = c.wdl > 0 ? -c.dtm - 1 : c.wdl < 0 ? -c.dtm + 1 : 0;
        if (-c.wdl > best_wdl || (-c.wdl == best_wdl && dtm < best_dtm)) {
            best_wdl = -c.wdl;
            best_dtm = dtm;
        }
    }
    CHECK(moves.n == 0 || (v.wdl == best_wdl && v.dtm == best_dtm),
          "%s: %d %d, its moves %d %d", fen_of(p).s, v.wdl, v.dtm, best_wdl,
          best_dtm);
}

static void every_position_has_syzygys_value(void **state)
{
    static struct table_files files;
    tby_syzygy *s = NULL;
    rng r = rng_for(__func__);
    unsigned threes = 0, fours = getenv("TBY_DEEP") ? 1000000 : 3000;

    (void)state;
    if (!table_files_here(&files)) {
        printf("SKIPPED: ../shared/data is not here\n");
        skip();
    }
    assert_int_equal(tby_syzygy_open(NULL, table_files_load, &files, &s),
                     TBY_OK);
    for (unsigned i = 0; i < TABLES_3 << 19; i++) {
        tby_square sq[3] = {i & 63, i >> 6 & 63, i >> 12 & 63};
        tby_pos p;
        if (!men_on(TABLE_NAMES[i >> 19], sq, i >> 18 & 1, TBY_NO_SQUARE, &p))
            continue;
        compare(own, s, &p);
        threes++;
    }
    for (unsigned t = TABLES_3; t < TABLES_ALL; t++)
        for (unsigned i = 0; i < fours; i++) {
            tby_pos p = random_men(&r, TABLE_NAMES[t]);
            compare(own, s, &p);
        }
    printf("%u positions of three men, 30 * %u of four\n", threes, fours);
    tby_syzygy_close(s);
    table_files_close(&files);
}

static void a_position_is_worth_what_its_best_move_is(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned t = 0; t < TBY_ENDGAME_TABLES; t++)
        for (unsigned i = 0; i < 1500; i++) {
            tby_pos p = random_men(&r, tby_endgame_name(t));
            check_moves(own, &p);
        }
}

/* What is written to a file answers like what was computed. */
static void tidied_tables_answer_alike(void **state)
{
    rng r = rng_for(__func__);
    tby_endgame *e = NULL;

    (void)state;
    assert_int_equal(tby_endgame_open(NULL, &e), TBY_OK);
    for (unsigned t = 0; t < TBY_ENDGAME_TABLES; t++) {
        size_t n = tby_endgame_bytes(t);
        uint8_t *bytes = malloc(4 * n);
        CHECK(bytes, "no memory");
        for (unsigned part = 0; part < 4; part++)
            tby_endgame_tidy(own, t, part, bytes + part * n);
        assert_int_equal(tby_endgame_add(e, t, bytes), TBY_OK);
        free(bytes);
        for (unsigned i = 0; i < 5000; i++) {
            tby_pos p = random_men(&r, tby_endgame_name(t));
            tby_endgame_value a = {9, 0, 0}, b = {9, 0, 0};
            assert_int_equal(tby_endgame_probe(own, &p, &a), TBY_OK);
            assert_int_equal(tby_endgame_probe(e, &p, &b), TBY_OK);
            CHECK(a.wdl == b.wdl && a.dtm == b.dtm && a.dtz == b.dtz, "%s",
                  fen_of(&p).s);
        }
        if (t >= TBY_ENDGAME_THREE)
            tby_endgame_drop(e, t);
    }
    tby_endgame_close(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_mates_are_the_published_ones),
        cmocka_unit_test(every_position_has_syzygys_value),
        cmocka_unit_test(a_position_is_worth_what_its_best_move_is),
        cmocka_unit_test(tidied_tables_answer_alike),
    };

    return cmocka_run_group_tests(tests, make_all, close_all);
}
