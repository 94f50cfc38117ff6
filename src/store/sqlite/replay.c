/* replay.c - a stored game played again. */
#include "store/sqlite/replay.h"

tby_rc store_replay_open(store_replay *r, store_file *f, uint32_t game)
{
    uint32_t in_block = (game - 1) % STORE_BLOCK;
    tby_rc rc = store_file_block(f, (game - 1) / STORE_BLOCK, &r->moves);

    if (rc != TBY_OK)
        return rc;
    if (in_block >= r->moves->n)
        return TBY_E_STORE_DAMAGED;
    r->ply = 0;
    r->plies = r->moves->plies[in_block];
    r->at = r->moves->first[in_block];
    r->broken = false;
    if (r->moves->setup[in_block])
        return store_file_start(f, game, &r->pos);
    r->pos = tby_pos_start();
    return TBY_OK;
}

bool store_replay_next(store_replay *r, store_code *code)
{
    tby_move move;

    if (r->ply >= r->plies)
        return false;
    *code = store_moves_code(r->moves, r->at + r->ply);
    move = store_code_move(&r->pos, *code);
    if (move == TBY_MOVE_NONE) {
        r->broken = true;
        return false;
    }
    tby_pos_play(&r->pos, move);
    r->ply++;
    return true;
}

tby_rc store_replay_find(store_replay *r, const store_target *target)
{
    store_code code;

    do {
        if (store_target_is(target, &r->pos))
            return TBY_OK;
    } while (store_replay_next(r, &code));
    return r->broken ? TBY_E_STORE_DAMAGED : TBY_DONE;
}
