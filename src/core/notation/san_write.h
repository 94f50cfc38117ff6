/* san_write.h - a move written and played in one go, for whoever writes whole
 * games: the check sign needs the position after the move anyway. */
#ifndef TBY_CORE_SAN_WRITE_H
#define TBY_CORE_SAN_WRITE_H

#include "tabiya/san.h"

/* As tby_san_write(), and *p is the position after the move, but for its key:
 * whoever writes does not ask for it. */
size_t tby_san_write_play(tby_pos *p, tby_move m, char out[TBY_SAN_MAX]);

#endif
