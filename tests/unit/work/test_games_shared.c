/* test_games_shared.c - real files, on any number of threads.
 *
 * The files are in ../shared/data, or $TBY_SHARED/data; where they are missing
 * the test says so and is skipped. */
#include "support/check.h"

#include "work/games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct {
    const char *name;
    uint64_t games, plies, faults;
} FILES[] = {
    {"pgn/otb-30k.pgn.zst", 30802, 2367375, 0},
    {"pgn/lichess-438.pgn.zst", 438, 28538, 0},
    /* made from the first 200,000 bytes of the first, in four ways */
    {"pgn/damaged/crlf.pgn", 314, 23462, 1},
    {"pgn/damaged/oneline.pgn", 314, 23462, 1},
    {"pgn/damaged/bom_latin1.pgn", 314, 23462, 1},
    {"pgn/damaged/truncated.pgn", 199, 14403, 1},
};

static void counts_do_not_depend_on_threads(void **state)
{
    const char *root = getenv("TBY_SHARED");
    unsigned missing = 0;
    char path[512];

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        snprintf(path, sizeof path, "%s/data/%s", root ? root : "../shared",
                 FILES[i].name);
        for (unsigned threads = 1; threads <= 3; threads++) {
            tby_games_job job = {.path = path,
                                 .threads = threads,
                                 .block = threads == 3 ? 50000 : 0};
            tby_games_result result;

            assert_int_equal(tby_games_read(&job, &result), TBY_OK);
            if (result.file == TBY_E_IO_OPEN) {
                missing++;
                break;
            }
            CHECK(result.file == TBY_OK && result.sum.games == FILES[i].games &&
                      result.sum.plies == FILES[i].plies &&
                      result.sum.faults == FILES[i].faults,
                  "%s, %u threads: %llu games, %llu plies, %llu faults", path,
                  threads, (unsigned long long)result.sum.games,
                  (unsigned long long)result.sum.plies,
                  (unsigned long long)result.sum.faults);
        }
    }
    if (missing) {
        printf("SKIPPED: ../shared/data is not here: %u files not tested\n",
               missing);
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_do_not_depend_on_threads),
    };
    const char *dir = getenv("TBY_SHARED");

    if (access(dir ? dir : "../shared", R_OK) != 0) {
        puts("../shared is not here: nothing to test");
        return 77; /* shown as skipped */
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
