/* players.h - whether two spellings name the same player. */
#ifndef TBY_CORE_GAME_PLAYERS_H
#define TBY_CORE_GAME_PLAYERS_H

#include "tabiya/base.h"

/* Does a tag such as "Carlsen, Magnus" name the player that someone calls
 * "magnus carlsen"?  Case, accents, the order of words and punctuation do not
 * matter.  Every word that is wanted must be there; a letter alone stands for
 * any word that begins with it, on either side, but not for all of them. */
bool tby_player_is(tby_str tag, tby_str wanted);

#endif
