/* game.h - what readers of formats need beyond tabiya/game.h. */
#ifndef TBY_CORE_GAME_GAME_H
#define TBY_CORE_GAME_GAME_H

#include "tabiya/record.h"

/* Faults of a set-up position that a game can be played with; castling rights
 * and en passant squares that are impossible are dropped. */
enum {
    TBY_GAME_PLAYABLE = TBY_FAULT_CASTLING | TBY_FAULT_EP |
                        TBY_FAULT_WHITE_MATERIAL | TBY_FAULT_BLACK_MATERIAL |
                        TBY_FAULT_CHECK
};

/* As tby_game_add_tag(), where at least `ahead` bytes can be read after both
 * texts: short ones are then copied without asking for their length. */
TBY_MUST_USE tby_rc tby_game_add_tag_ahead(tby_game *g, tby_str name,
                                           tby_str value, size_t ahead);

/* Gives a tag another value, or adds it; p NULL: takes it away.  TBY_E_NOMEM or
 * TBY_E_LIMIT, the game unchanged. */
TBY_MUST_USE tby_rc tby_game_set_tag(tby_game *g, tby_str name, tby_str value);

/* Room for n more items after those that are there, for a caller that fills it
 * and adds to items_n what was used; NULL: no memory. */
tby_item *tby_game_room(tby_game *g, size_t n);

/* The moves of a main line, one after another; begin with {.game = g}. */
typedef struct tby_mainline {
    const tby_game *game;
    size_t at; /* the next item */
    unsigned depth;
} tby_mainline;

/* TBY_MOVE_NONE after the last. */
tby_move tby_mainline_next(tby_mainline *m);

/* A record in the making. */
static inline void tby_record_begin(tby_record *r, const tby_pos *start)
{
    r->n = 0;
    r->passes = false;
    r->end = *start;
    r->keys[0] = start->key;
}

/* A legal move; there must be room.  `end` is not kept up to date by this. */
void tby_record_add(tby_record *r, const tby_pos *before, tby_move m,
                    const tby_pos *after);

#endif
