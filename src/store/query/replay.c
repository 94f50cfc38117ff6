/* replay.c - a stored game played again. */
#include "store/query/replay.h"
#include "core/base/assert.h"

tby_rc tby__replay_open(store_replay *r, store_rows *f, uint32_t game)
{
    uint32_t at;

    TBY_TRY(tby__rows_moves(f, game, &r->moves, &at));
    r->ply = 0;
    r->plies = r->moves->plies[at];
    r->at = r->moves->first[at];
    r->broken = false;
    if (r->moves->setup[at])
        return tby__rows_start(f, game, &r->pos);
    r->pos = tby_pos_start();
    return TBY_OK;
}

tby_rc tby__replay_resume(store_replay *r, store_rows *f, uint32_t game)
{
    uint32_t at;

    return tby__rows_moves(f, game, &r->moves, &at);
}

bool tby__replay_next(store_replay *r, store_code *code)
{
    tby_move move;

    TBY_ASSERT(r->ply <= r->plies);
    if (r->ply >= r->plies)
        return false;
    *code = store_moves_code(r->moves, r->at + r->ply);
    move = tby__code_move(&r->pos, *code);
    if (move == TBY_MOVE_NONE) {
        r->broken = true;
        return false;
    }
    tby_pos_play(&r->pos, move);
    r->ply++;
    return true;
}

tby_rc tby__replay_find(store_replay *r, const store_target *target)
{
    store_code code;

    TBY_ASSERT(r->ply <= r->plies);
    do {
        if (store_target_is(target, &r->pos))
            return TBY_OK;
    } while (tby__replay_next(r, &code));
    return r->broken ? TBY_E_STORE_DAMAGED : TBY_DONE;
}

static int men_of(const tby_pos *pos)
{
    return __builtin_popcountll(tby_pos_occupied(pos));
}

/* The plies between which there are so many men; false: there never are. */
static bool find_span(const store_replay *r, int men, uint32_t *from,
                      uint32_t *to)
{
    int left = men_of(&r->pos) - men;

    *from = 0;
    for (uint32_t i = 0; i < r->plies; i++) {
        if (!(store_moves_code(r->moves, r->at + i) & STORE_CAPTURE))
            continue;
        if (left == 0) {
            *to = i;
            return true;
        }
        left--;
        *from = i + 1;
    }
    *to = r->plies;
    return left == 0;
}

tby_rc tby__replay_seek(store_replay *r, const store_target *target)
{
    uint32_t from, to;

    if (!target->pos)
        return tby__replay_find(r, target);
    if (!find_span(r, men_of(target->pos), &from, &to))
        return TBY_DONE;
    for (;; r->ply++) {
        if (r->ply >= from && tby_pos_same(target->pos, &r->pos))
            return TBY_OK;
        if (r->ply == to)
            return TBY_DONE;
        r->broken = !tby__code_follow(&r->pos, store_replay_peek(r));
        if (r->broken)
            return TBY_E_STORE_DAMAGED;
    }
}
