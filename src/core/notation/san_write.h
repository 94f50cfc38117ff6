/* san_write.h - a move written and played in one go, for whoever writes whole
 * games: the check sign needs the position after the move anyway. */
#ifndef TBY_CORE_SAN_WRITE_H
#define TBY_CORE_SAN_WRITE_H

#include "tabiya/san.h"

/* As tby_san_write(), and *p is the position after the move, but for its key:
 * whoever writes does not ask for it. */
size_t tby_san_write_play(tby_pos *p, tby_move m, char out[TBY_SAN_MAX]);

/* The same for who knows what the move does, which saves a third of the work:
 * some of these bits, and others that are ignored. */
enum { SAN_TAKES = 1, SAN_CHECKS = 2, SAN_MATES = 4 };
size_t tby_san_write_known(tby_pos *p, tby_move m, unsigned facts,
                           char out[TBY_SAN_MAX]);

#endif
