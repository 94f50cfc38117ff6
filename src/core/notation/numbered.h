/* numbered.h - moves as people write them: "3. e3 c5 4. c3", "3... c5". */
#ifndef TBY_CORE_NOTATION_NUMBERED_H
#define TBY_CORE_NOTATION_NUMBERED_H

#include "core/base/buf.h"
#include "tabiya/move.h"
#include "tabiya/pos.h"

/* The n moves that are played from a position on; the numbers are those of its
 * counter. */
void tby_numbered_write(const tby_pos *from, const tby_move *moves, size_t n,
                        tby_buf *out);

#endif
