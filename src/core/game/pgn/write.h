/* write.h - games written by a caller that knows what their moves do: a
 * database. */
#ifndef TBY_CORE_GAME_PGN_WRITE_H
#define TBY_CORE_GAME_PGN_WRITE_H

#include "tabiya/pgn.h"

/* As tby_pgn_write().  facts[i] belongs to move i of the main line; its upper
 * four bits are those of san.h and must be right.  NULL: they are found
 * out. */
size_t tby_pgn_write_known(const tby_game *g, const uint16_t *facts, char *buf,
                           size_t cap);

#endif
