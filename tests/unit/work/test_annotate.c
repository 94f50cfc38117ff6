/* test_annotate.c - games judged by engines, next to lichess's published
 * formula computed here, and the file of evaluations. */
#include "unit/engine/engine.h"
#include "work/engine/annotate.h"

#include <math.h>
#include <stdio.h>

static struct {
    size_t games, failed;
    tby_annotated last;
    tby_annotated_ply plies[300];
    char pgn[4096];
} run;

static void take_game(void *ctx, const tby_annotated *g)
{
    (void)ctx;
    run.games++;
    run.last = *g;
    assert_true(g->n <= LENGTH(run.plies));
    memcpy(run.plies, g->plies, g->n * sizeof *g->plies);
    tby_pgn_write(g->game, run.pgn, sizeof run.pgn);
}

static void take_progress(void *ctx, uint64_t positions)
{
    (void)ctx;
    (void)positions;
}

static void take_failure(void *ctx, const tby_pos *pos, tby_rc rc)
{
    (void)ctx;
    (void)pos;
    assert_int_not_equal(rc, TBY_OK);
    run.failed++;
}

static tby_annotate_count annotate(const char *pgn, const char *words,
                                   const char *cache, unsigned engines)
{
    static tby_annotator a;
    tby_annotate_job job = {.engine = fake_settings(),
                            .limit = {.depth = 2},
                            .engines = engines,
                            .cache = cache,
                            .game = take_game,
                            .progress = take_progress,
                            .failed = take_failure};
    tby_games_result result;

    memset(&run, 0, sizeof run);
    tell_fake(words);
    assert_int_equal(tby_annotate_open(&a, &job), TBY_OK);
    tby_games_job games = {.threads = 1, .visitor = tby_annotate_visitor(&a)};
    assert_int_equal(tby_games_read_memory(&games, pgn, strlen(pgn), &result),
                     TBY_OK);
    tby_annotate_count count = a.count;
    tby_annotate_close(&a);
    assert_no_child_is_left();
    return count;
}

static const char GAME[] =
    "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 "
    "7. Nd5# 1-0\n";

/* Values that lichess's formula gives, from its page on accuracy. */
static void winning_chances_are_lichess_s(void **state)
{
    (void)state;
    assert_true(fabs(tby_win_percent(tby_eval_from_cp(0)) - 50) < 1e-9);
    assert_true(fabs(tby_win_percent(tby_eval_from_cp(100)) - 59.1) < 0.05);
    assert_true(fabs(tby_win_percent(tby_eval_from_cp(-300)) - 24.89) < 0.02);
    /* nothing is better than ten pawns */
    double most = tby_win_percent(tby_eval_from_cp(1000));
    assert_true(fabs(most - 97.54) < 0.02);
    assert_true(tby_win_percent(tby_eval_from_cp(5000)) == most);
    assert_true(tby_win_percent(tby_eval_from_mate(TBY_WHITE, 7)) == most);
    assert_true(fabs(tby_win_percent(tby_eval_from_mate(TBY_BLACK, 0)) + most -
                     100) < 1e-9);
}

/* A player's accuracy, computed in the way of lichess's source: a list of
 * windows, their deviations as weights, two means. */
static double brute_accuracy(tby_color side)
{
    size_t n = run.last.n;
    size_t width = n / 10 < 2 ? 2 : n / 10 > 8 ? 8 : n / 10;
    double sum = 0, weights = 0, inverse = 0, moves = 0;

    for (size_t k = side; k + 1 < n; k += 2) {
        /* windows: width - 2 copies of the first, then each that slides */
        size_t from = k < width - 2 ? 0 : k - (width - 2);
        double mean = 0, variance = 0;
        for (size_t i = 0; i < width; i++)
            mean += run.plies[from + i].win / (double)width;
        for (size_t i = 0; i < width; i++)
            variance += pow(run.plies[from + i].win - mean, 2) / (double)width;
        double weight = fmin(12, fmax(0.5, sqrt(variance)));
        double loss = run.plies[k].win - run.plies[k + 1].win;
        loss = fmax(0, side ? -loss : loss);
        double accuracy =
            loss == 0 ? 100 : 103.1668 * exp(-0.04354 * loss) - 3.1669;
        accuracy = fmin(100, fmax(0, accuracy));
        sum += weight * accuracy;
        weights += weight;
        inverse += 1 / fmax(1, accuracy);
        moves++;
    }
    return (sum / weights + moves / inverse) / 2;
}

static void a_game_is_judged(void **state)
{
    tby_annotate_count n = annotate(GAME, "", NULL, 2);
    tby_pos pos = tby_pos_start();

    (void)state;
    assert_int_equal(n.games, 1);
    assert_int_equal(n.positions, 14);
    assert_int_equal(n.searched, 13);
    assert_int_equal(n.ruled, 1); /* mate */
    assert_int_equal(run.last.n, 14);
    assert_true(tby_eval_equal(run.plies[0].found.eval, fake_eval(&pos)));
    assert_int_equal(run.plies[13].found.eval.kind, TBY_EVAL_MATE);
    for (tby_color side = TBY_WHITE; side <= TBY_BLACK; side++)
        assert_true(fabs(run.last.accuracy[side] - brute_accuracy(side)) <
                    1e-6);
    for (size_t k = 0; k + 1 < run.last.n; k++) {
        double loss = run.plies[k].win - run.plies[k + 1].win;
        loss = k & 1 ? -loss : loss;
        unsigned want = loss >= 15 ? 3 : loss >= 10 ? 2 : loss >= 5 ? 1 : 0;
        if (k + 1 == 12) /* the only move is the best one */
            want = TBY_MOVE_SOUND;
        CHECK(run.plies[k + 1].judged == want, "ply %zu: %.2f", k + 1, loss);
    }
}

static void engines_that_fail_cost_a_position(void **state)
{
    tby_annotate_count n = annotate(GAME, "abort go@3", NULL, 2);

    (void)state;
    assert_int_equal(n.games, 1);
    assert_int_equal(n.failed, 2);
    assert_int_equal(run.failed, 2);
    assert_int_equal(n.searched, 11);
    assert_int_equal(run.plies[4].found.eval.kind, TBY_EVAL_NONE);
    /* what has no evaluation on one side of it is not judged */
    assert_int_equal(run.plies[4].judged + run.plies[5].judged +
                         run.plies[6].judged,
                     TBY_MOVE_SOUND);
}

/* An evaluation that the game had stays where the engine has failed, and is
 * replaced elsewhere; so do glyphs and tags. */
static void what_is_not_known_stays(void **state)
{
    static const char OLD[] =
        "[WhiteAccuracy \"1.5\"]\n[Annotator \"Nobody\"]\n\n"
        "1. e4 $1 {[%eval 9.87] first} e5 2. Nf3 d6 $1 {[%eval 7.89] [%clk "
        "0:01:00] second} 3. Bc4 Bg4 4. Nc3 g6 *\n";

    (void)state;
    annotate(OLD, "abort go@3", NULL, 1);
    for (char *p = run.pgn; (p = strchr(p, '\n')) != NULL;)
        *p = ' ';
    assert_non_null(strstr(run.pgn, "[%eval 7.89] [%clk"));
    assert_non_null(strstr(run.pgn, "d6 $1"));
    assert_null(strstr(run.pgn, "9.87"));
    assert_null(strstr(run.pgn, "e4 $1"));
    assert_non_null(strstr(run.pgn, "first"));
    assert_null(strstr(run.pgn, "1.5"));
    assert_null(strstr(run.pgn, "Nobody"));
}

/* Any single byte of a row that is damaged costs that row, which is searched
 * again; the file stays one that can be read. */
static void damaged_rows_are_searched_again(void **state)
{
    rng r = rng_for(__func__);
    char path[] = "/tmp/tby-evals-XXXXXX";
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(annotate(GAME, "", path, 1).searched, 13);
    assert_int_equal(annotate(GAME, "", path, 1).searched, 0);
    for (int i = 0; i < 12; i++) {
        long size = 32 + 64 * (13 + i);
        long at = 32 + (long)(rng_next(&r) % (64 * 13));
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        fseek(f, 0, SEEK_END);
        assert_true(ftell(f) <= size);
        fseek(f, at, SEEK_SET);
        int byte = fgetc(f);
        fseek(f, at, SEEK_SET);
        fputc(byte ^ (1 << rng_next(&r) % 8), f);
        fclose(f);
        tby_annotate_count n = annotate(GAME, "", path, 1);
        CHECK(n.searched <= 1 && n.searched + n.known == 13,
              "byte %ld: %llu searched", at, (unsigned long long)n.searched);
    }
    unlink(path);
}

/* What a file says of a position is not believed further than it is legal. */
static void lines_of_the_file_are_legal(void **state)
{
    const tby_pos p = tby_pos_start();
    const tby_move e4 = tby_move_make(12, 28, 0);
    static const tby_move ends[] = {TBY_MOVE_NULL, TBY_MOVE_NONE, 0xffff,
                                    12 | 28 << 6};
    tby_evals e;
    tby_found_eval f;

    (void)state;
    for (size_t i = 0; i < LENGTH(ends); i++) {
        tby_found_eval said = {.eval = tby_eval_from_cp(7), .pv_n = 3};
        said.pv[0] = e4;
        said.pv[1] = said.pv[2] = ends[i];
        assert_int_equal(tby_evals_open(&e, NULL, 1), TBY_OK);
        assert_false(tby_evals_find(&e, &p, &f));
        assert_int_equal(tby_evals_add(&e, &p, &said), TBY_OK);
        assert_true(tby_evals_find(&e, &p, &f));
        assert_int_equal(f.pv_n, 1);
        tby_evals_close(&e);

        said.pv[0] = ends[i] == (12 | 28 << 6) ? TBY_MOVE_NONE : ends[i];
        assert_int_equal(tby_evals_open(&e, NULL, 1), TBY_OK);
        assert_int_equal(tby_evals_add(&e, &p, &said), TBY_OK);
        assert_false(tby_evals_find(&e, &p, &f));
        tby_evals_close(&e);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(winning_chances_are_lichess_s),
        cmocka_unit_test(a_game_is_judged),
        cmocka_unit_test(engines_that_fail_cost_a_position),
        cmocka_unit_test(what_is_not_known_stays),
        cmocka_unit_test(damaged_rows_are_searched_again),
        cmocka_unit_test(lines_of_the_file_are_legal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
