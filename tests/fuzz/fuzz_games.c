/* fuzz_games.c - any bytes as a file of games: cut into blocks of any size and
 * read by any number of threads, it gives the same games and the same faults.
 */
#include "core/base/buf.h"
#include "work/games/games.h"

#include "fuzz/check.h"

#include <string.h>

/* What one block gave, and everything that was told. */
typedef struct told {
    tby_buf games, faults;
} told;

static void add_number(tby_buf *to, uint64_t n)
{
    tby_buf_add(to, (tby_str){(const char *)&n, sizeof n});
}

static tby_rc open_part(void *ctx, void *part)
{
    (void)ctx;
    tby_buf_init(part, NULL, SIZE_MAX);
    return TBY_OK;
}

static void drop_part(void *ctx, void *part)
{
    (void)ctx;
    tby_buf_free(part);
}

static tby_rc take_game(void *ctx, void *part, tby_games_item *item)
{
    (void)ctx;
    tby_buf_char(part, 'g');
    add_number(part, item->error == TBY_OK ? 0 : (uint64_t)-item->error);
    add_number(part, item->game->tags_n);
    add_number(part, item->game->items_n);
    add_number(part, item->game->plies);
    add_number(part, item->latin1);
    tby_buf_add(part, item->text);
    return TBY_OK;
}

static tby_rc join_part(void *ctx, void *part)
{
    told *t = ctx;

    tby_buf_add(&t->games, tby_buf_str(part));
    tby_buf_clear(part);
    return TBY_OK;
}

static void hear(void *ctx, const tby_games_fault *fault)
{
    told *t = ctx;

    add_number(&t->faults, (uint64_t)-fault->code);
    add_number(&t->faults, fault->game);
    add_number(&t->faults, fault->offset);
    add_number(&t->faults, fault->place.line);
    add_number(&t->faults, fault->place.column);
    tby_buf_cstr(&t->faults, fault->text);
}

static told read_blocks(const uint8_t *data, size_t size, size_t block,
                        unsigned threads)
{
    told t;
    tby_games_job job = {.block = block,
                         .threads = threads,
                         .faults = UINT64_MAX,
                         .visitor = {.ctx = &t,
                                     .part_size = sizeof(tby_buf),
                                     .part = open_part,
                                     .drop = drop_part,
                                     .game = take_game,
                                     .join = join_part},
                         .listener = {.ctx = &t, .fault = hear}};
    tby_games_result result;

    tby_buf_init(&t.games, NULL, SIZE_MAX);
    tby_buf_init(&t.faults, NULL, SIZE_MAX);
    CHECK(tby_games_read_memory(&job, data, size, &result) == TBY_OK);
    CHECK(t.games.rc == TBY_OK && t.faults.rc == TBY_OK);
    return t;
}

static bool same(const tby_buf *a, const tby_buf *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

static void told_free(told *t)
{
    tby_buf_free(&t->games);
    tby_buf_free(&t->faults);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    told whole = read_blocks(data, size, 1 << 20, 1);
    const size_t blocks[] = {1, 1 + size / 2, 1 + size * 7919 % (size + 1)};

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        told parts = read_blocks(data, size, blocks[i], i == 2 ? 2 : 1);
        CHECK(same(&whole.games, &parts.games));
        CHECK(same(&whole.faults, &parts.faults));
        told_free(&parts);
    }
    told_free(&whole);
    return 0;
}
