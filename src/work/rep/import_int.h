/* import_int.h - what the files of import.h share. */
#ifndef TBY_WORK_REP_IMPORT_INT_H
#define TBY_WORK_REP_IMPORT_INT_H

#include "tabiya/pos.h"

/* --- games of each move (import_count.c) ------------------------------*/

/* From moves to numbers.  A move is known by 64 bits that depend on the
 * position and itself. */
typedef struct move_counts {
    uint64_t *moves;
    uint32_t *games; /* 0: the slot is free */
    size_t cap, used;
} move_counts;

uint64_t move_counts_hash(const tby_pos *before, tby_move move);

/* One game more.  TBY_E_NOMEM; TBY_E_LIMIT: more moves than are counted. */
TBY_MUST_USE tby_rc move_counts_add(move_counts *t, uint64_t move);

/* 0 if it was never seen. */
uint32_t move_counts_get(const move_counts *t, uint64_t move);

void move_counts_free(move_counts *t);

#endif
