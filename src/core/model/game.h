/* game.h - what readers of formats need beyond tabiya/game.h. */
#ifndef TBY_CORE_GAME_H
#define TBY_CORE_GAME_H

#include "tabiya/game.h"

/* As tby_game_add_tag(), where at least `ahead` bytes can be read behind both
 * texts: short ones are then copied without asking for their length. */
TBY_MUST_USE tby_rc tby_game_add_tag_ahead(tby_game *g, tby_str name,
                                           tby_str value, size_t ahead);

#endif
