/* fuzz_gamebin.c - any bytes as .cdb: the reader always comes to the end, says
 * the same whether the bytes come whole or in two pieces, and what it takes
 * writes as bytes that read as the same game. */
#include "tabiya/gamebin.h"

#include "fuzz/check.h"

#include <string.h>

static void check_round_trip(const tby_game *game)
{
    size_t n = 0, again_n = 0;
    tby_gamebin c;
    tby_game again;

    CHECK(tby_gamebin_write(game, 0, NULL, 0, &n) == TBY_OK);
    CHECK(n <= TBY_GAMEBIN_MAX);
    char *bytes = malloc(n), *twice = malloc(n);
    CHECK(bytes && twice);
    CHECK(tby_gamebin_write(game, 0, bytes, n, &n) == TBY_OK);
    tby_game_init(&again, NULL);
    tby_gamebin_init(&c, (tby_str){bytes, n});
    CHECK(tby_gamebin_next(&c, &again, NULL) == TBY_OK);
    CHECK(tby_game_same(game, &again));
    CHECK(tby_gamebin_write(&again, 0, twice, n, &again_n) == TBY_OK);
    CHECK(again_n == n && memcmp(bytes, twice, n) == 0);
    CHECK(tby_gamebin_next(&c, &again, NULL) == TBY_DONE);
    /* what came from the format fits it */
    tby_gamebin_loss loss = tby_gamebin_losses(game);
    CHECK(!loss.comments && !loss.variations && !loss.nags && !loss.setup);
    tby_gamebin_ignored(game);
    tby_game_free(&again);
    free(bytes);
    free(twice);
}

/* What the reader says, folded into one number. */
static uint64_t fold(uint64_t sum, tby_rc rc, const tby_game *g)
{
    return (sum ^ (uint64_t)(int64_t)rc ^ g->items_n << 32 ^ g->tags_n << 48) *
           0x100000001b3u;
}

static uint64_t read_whole(tby_str in)
{
    tby_gamebin c;
    tby_game game;
    tby_err err = {TBY_OK, 0};
    tby_rc rc;
    uint64_t sum = 0;
    size_t last = 0;

    tby_game_init(&game, NULL);
    tby_gamebin_init(&c, in);
    while ((rc = tby_gamebin_next(&c, &game, &err)) != TBY_DONE) {
        CHECK(c.at > last && c.at <= in.n);
        last = c.at;
        if (rc == TBY_OK)
            check_round_trip(&game);
        else
            CHECK(err.code == rc && err.at <= in.n);
        sum = fold(sum, rc, &game);
    }
    tby_game_free(&game);
    return sum;
}

static uint64_t read_in_two(tby_str in, size_t cut)
{
    tby_gamebin c;
    tby_game game;
    tby_rc rc;
    uint64_t sum = 0;

    tby_game_init(&game, NULL);
    tby_gamebin_init(&c, (tby_str){in.p, cut});
    c.more = true;
    while ((rc = tby_gamebin_next(&c, &game, NULL)) != TBY_DONE) {
        if (rc == TBY_E_MORE) {
            CHECK(c.more);
            c.bytes = (tby_str){in.p + c.at, in.n - c.at};
            c.at = 0;
            c.more = false;
        } else {
            sum = fold(sum, rc, &game);
        }
    }
    tby_game_free(&game);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_str in = {(const char *)data, size};
    uint64_t sum = read_whole(in);

    if (size)
        CHECK(read_in_two(in, data[size - 1] * size / 256) == sum);
    return 0;
}
