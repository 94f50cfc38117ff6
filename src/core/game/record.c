/* record.c - see tabiya/record.h. */
#include "core/game/record.h"

#include "core/base/assert.h"
#include "core/game/game.h"

void tby_record_add(tby_record *r, const tby_pos *before, tby_move m,
                    const tby_pos *after)
{
    tby_did did = m;

    TBY_ASSERT(r->n < TBY_MAX_PLIES);
    if (m == TBY_MOVE_NULL) {
        r->passes = true;
    } else {
        tby_piece piece = tby_pos_at(before, tby_move_from(m));
        did |= (tby_did)tby_piece_role(piece) << TBY_DID_ROLE;
        if (tby_pos_is_castling(before, m))
            did |= TBY_DID_CASTLE;
        else if (tby_pos_is_capture(before, m))
            did |= TBY_DID_CAPTURE;
    }
    if (tby_pos_checkers(after))
        did |= TBY_DID_CHECK;
    r->did[r->n++] = did;
    r->keys[r->n] = after->key;
}

void tby_record_game(tby_record *r, const tby_game *g)
{
    tby_mainline moves = {.game = g};
    tby_move move;

    tby_record_begin(r, &g->start);
    while (r->n < TBY_MAX_PLIES &&
           (move = tby_mainline_next(&moves)) != TBY_MOVE_NONE) {
        tby_pos before = r->end;
        tby_pos_play(&r->end, move);
        tby_record_add(r, &before, move, &r->end);
    }
}
