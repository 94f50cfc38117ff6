/* select_players.c - the games of players, by the rows of theirs. */
#include "store/query/select.h"

#include "store/query/player_match.h"

/* More players than that are found faster by a look at all games. */
enum { FEW = 64 };

typedef struct names {
    uint32_t id[FEW];
    size_t n;
} names;

static tby_rc note(void *ctx, uint32_t id)
{
    names *x = ctx;

    if (x->n == FEW)
        return TBY_DONE;
    x->id[x->n++] = id;
    return TBY_OK;
}

static tby_rc add_games(store_set *s, store_file *f, size_t run,
                        uint32_t player, store_side as)
{
    run_player p;
    uint32_t game;
    bool black;
    tby_rc rc = store_file_player(f, run, player, &p);

    while (rc == TBY_OK) {
        rc = run_player_next(&p, &game, &black);
        if (rc == TBY_OK && game <= s->games &&
            store_by_fits(as, black ? TBY_BLACK : TBY_WHITE))
            s->bits[(game - 1) / 64] |= UINT64_C(1) << (game - 1) % 64;
    }
    return rc == TBY_DONE ? TBY_OK : rc;
}

static tby_rc keep_games(store_set *s, store_file *f, const names *who,
                         store_side as)
{
    store_set theirs = {0};
    tby_rc rc = store_set_open(&theirs, s->games, false);

    for (size_t run = 0; run < store_file_runs(f); run++)
        for (size_t i = 0; rc == TBY_OK && i < who->n; i++)
            rc = add_games(&theirs, f, run, who->id[i], as);
    if (rc == TBY_OK)
        store_set_meet(s, &theirs);
    store_set_close(&theirs);
    return rc;
}

/* A condition that has been dealt with is taken away. */
static tby_rc keep(store_set *s, store_file *f, tby_str *wanted, store_side as)
{
    names who = {.n = 0};

    if (!wanted->p)
        return TBY_OK;
    tby_rc rc = store_player_match(f, *wanted, note, &who);
    if (rc == TBY_OK) {
        *wanted = (tby_str){NULL, 0};
        return keep_games(s, f, &who, as);
    }
    return rc == TBY_DONE ? TBY_OK : rc;
}

tby_rc store_select_players(store_set *s, store_file *f, store_filter *filter)
{
    tby_rc rc = keep(s, f, &filter->player, filter->as);

    if (rc == TBY_OK)
        rc = keep(s, f, &filter->white, STORE_AS_WHITE);
    return rc == TBY_OK ? keep(s, f, &filter->black, STORE_AS_BLACK) : rc;
}
