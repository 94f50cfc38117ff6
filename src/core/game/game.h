/* game.h - what readers of formats need beyond tabiya/game.h. */
#ifndef TBY_CORE_GAME_GAME_H
#define TBY_CORE_GAME_GAME_H

#include "tabiya/game.h"

/* Faults of a set-up position that a game can be played with; castling rights
 * and en passant squares that are impossible are dropped. */
enum {
    TBY_GAME_PLAYABLE = TBY_FAULT_CASTLING | TBY_FAULT_EP |
                        TBY_FAULT_WHITE_MATERIAL | TBY_FAULT_BLACK_MATERIAL |
                        TBY_FAULT_CHECK
};

/* As tby_game_add_tag(), where at least `ahead` bytes can be read behind both
 * texts: short ones are then copied without asking for their length. */
TBY_MUST_USE tby_rc tby_game_add_tag_ahead(tby_game *g, tby_str name,
                                           tby_str value, size_t ahead);

/* Room for n more items behind those that are there, for a caller who fills it
 * and adds to items_n what was used; NULL: no memory. */
tby_item *tby_game_room(tby_game *g, size_t n);

/* The moves of a main line, one after another; begin with {.game = g}. */
typedef struct tby_mainline {
    const tby_game *game;
    size_t at; /* the next item */
    unsigned depth;
} tby_mainline;

/* TBY_MOVE_NONE behind the last. */
tby_move tby_mainline_next(tby_mainline *m);

#endif
