/* fuzz_jsonl.c - any bytes as lines of JSON: the reader always comes to the
 * end, and what it takes writes as a line that reads as the same game.  Each
 * game is also tried as .cdb, which meets comments of every kind that way. */
#include "tabiya/jsonl.h"

#include "fuzz/check.h"
#include "tabiya/gamebin.h"

#include <string.h>

static void check_round_trip(const tby_game *game)
{
    size_t n = 0;
    tby_jsonl c;
    tby_game again;

    CHECK(tby_jsonl_write(game, NULL, 0, &n) == TBY_OK);
    char *line = malloc(n + 1);
    CHECK(line);
    CHECK(tby_jsonl_write(game, line, n + 1, &n) == TBY_OK);
    CHECK(strlen(line) == n && strchr(line, '\n') == line + n - 1);
    tby_game_init(&again, NULL);
    tby_jsonl_init(&c, (tby_str){line, n});
    CHECK(tby_jsonl_next(&c, &again, NULL) == TBY_OK);
    CHECK(tby_game_same(game, &again));
    CHECK(tby_jsonl_next(&c, &again, NULL) == TBY_DONE);
    tby_game_free(&again);
    free(line);
}

static void check_gamebin(const tby_game *game)
{
    size_t n = 0;
    tby_gamebin c;
    tby_game again;

    tby_gamebin_losses(game);
    if (tby_gamebin_write(game, TBY_GAMEBIN_COMPAT, NULL, 0, &n) != TBY_OK)
        return;
    char *bytes = malloc(n);
    CHECK(bytes);
    CHECK(tby_gamebin_write(game, TBY_GAMEBIN_COMPAT, bytes, n, &n) == TBY_OK);
    tby_game_init(&again, NULL);
    tby_gamebin_init(&c, (tby_str){bytes, n});
    CHECK(tby_gamebin_next(&c, &again, NULL) == TBY_OK);
    CHECK(again.plies == game->plies);
    tby_game_free(&again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    tby_jsonl c;
    tby_game game;
    tby_err err = {TBY_OK, 0};
    tby_rc rc;
    size_t last = 0;

    tby_game_init(&game, NULL);
    tby_jsonl_init(&c, in);
    while ((rc = tby_jsonl_next(&c, &game, &err)) != TBY_DONE) {
        CHECK(c.at > last && c.at <= size);
        last = c.at;
        if (rc != TBY_OK) {
            CHECK(err.code == rc && err.at <= size && game.items_n == 0);
            continue;
        }
        check_round_trip(&game);
        check_gamebin(&game);
    }
    tby_game_free(&game);
    return 0;
}
