/* record.h - a record in the making, for the readers of formats. */
#ifndef TBY_CORE_GAME_RECORD_H
#define TBY_CORE_GAME_RECORD_H

#include "tabiya/record.h"

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
