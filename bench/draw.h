/* draw.h - positions of a database: of games drawn evenly, at plies drawn
 * evenly, the same in every run. */
#ifndef TBY_BENCH_DRAW_H
#define TBY_BENCH_DRAW_H

#include "must.h"
#include "random.h"
#include "store/store.h"

typedef struct draw {
    tby_store *store;
    tby_game game;
    uint64_t seed;
} draw;

static inline draw draw_open(const char *path)
{
    draw d = {.seed = 1};

    must(tby_store_open(&d.store, path, TBY_STORE_READ));
    if (tby_store_games(d.store) == 0)
        die("the database has no games");
    tby_game_init(&d.game, NULL);
    return d;
}

static inline void draw_close(draw *d)
{
    tby_game_free(&d->game);
    tby_store_close(d->store);
}

/* The number of some game. */
static inline uint32_t draw_game(draw *d)
{
    return 1 + random_below(&d->seed, (uint32_t)tby_store_games(d->store));
}

static inline tby_pos draw_position(draw *d)
{
    must(tby_store_game(d->store, draw_game(d), &d->game));
    const tby_game *g = &d->game;
    uint32_t plies = random_below(&d->seed, g->plies + 1), depth = 0;
    tby_pos pos = g->start;

    for (size_t i = 0; plies > 0; i++) {
        depth += g->items[i].kind == TBY_ITEM_OPEN;
        depth -= g->items[i].kind == TBY_ITEM_CLOSE;
        if (g->items[i].kind == TBY_ITEM_MOVE && depth == 0) {
            tby_pos_play(&pos, g->items[i].move);
            plies--;
        }
    }
    return pos;
}

#endif
