/* replay.h - a stored game played again, move by move.
 *
 *     store_replay r;
 *     rc = tby__replay_open(&r, f, game);
 *     while (tby__replay_next(&r, &code))
 *         ... r.pos is the position after it, r.ply counts from 1 */
#ifndef TBY_STORE_QUERY_REPLAY_H
#define TBY_STORE_QUERY_REPLAY_H

#include "store/rows.h"

/* A position that is looked for, by its key or, better, as it is. */
typedef struct store_target {
    uint64_t key;
    const tby_pos *pos; /* NULL: the key must do */
} store_target;

static inline store_target store_target_of(const tby_pos *pos)
{
    return (store_target){pos->key, pos};
}

static inline bool store_target_is(const store_target *t, const tby_pos *pos)
{
    return t->key == pos->key && (!t->pos || tby_pos_same(t->pos, pos));
}

typedef struct store_replay {
    tby_pos pos;
    uint32_t ply, plies;
    const store_moves *moves; /* the row it is in */
    uint32_t at;              /* the code of ply 1 */
    bool broken;              /* a code was no move */
} store_replay;

/* Valid until another row of moves is asked for. */
TBY_MUST_USE tby_rc tby__replay_open(store_replay *r, store_rows *f,
                                     uint32_t game);
/* Makes it valid again. */
TBY_MUST_USE tby_rc tby__replay_resume(store_replay *r, store_rows *f,
                                       uint32_t game);

/* The code that will be played next, STORE_ENDED after the last. */
static inline store_code store_replay_peek(const store_replay *r)
{
    return r->ply < r->plies ? store_moves_code(r->moves, r->at + r->ply)
                             : STORE_ENDED;
}

/* Plays it; false after the last move, or if the block is damaged. */
bool tby__replay_next(store_replay *r, store_code *code);

/* Goes on to where a position stands, which may be where it is.  TBY_DONE: it
 * does not come. */
TBY_MUST_USE tby_rc tby__replay_find(store_replay *r,
                                     const store_target *target);

/* The same from the beginning of the game, faster, but key and counters of
 * r->pos are not kept. */
TBY_MUST_USE tby_rc tby__replay_seek(store_replay *r,
                                     const store_target *target);

#endif
