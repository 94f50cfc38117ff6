/* audit.h - games whose result contradicts endgame tables: a side had won by
 * them, and did not win. */
#ifndef TBY_WORK_ENDGAME_AUDIT_H
#define TBY_WORK_ENDGAME_AUDIT_H

#include "work/db/visit.h"
#include "work/endgame/tables.h"

typedef struct tby_audit_finding {
    uint64_t id;
    tby_color side;  /* that had won, and did not */
    uint32_t ply;    /* of the position: 0 is the start */
    tby_pos pos;     /* the last that was won */
    tby_move played; /* gave it away; TBY_MOVE_NONE: the game ended here */
    tby_tables_answer value; /* of the position */
    tby_move best;           /* TBY_MOVE_NONE if the other side is to move */
} tby_audit_finding;

typedef struct tby_audit {
    tby_store *store;
    const store_filter *filter;
    tby_tables_source tables;
    /* Anything but TBY_OK ends it. */
    tby_rc (*found)(void *ctx, const tby_audit_finding *f);
    tby_rc (*progress)(void *ctx, uint64_t done, uint64_t total,
                       uint64_t amount); /* or NULL */
    void *ctx;
    uint64_t games; /* out: that were read */
    uint64_t known; /* out: of those, with a position that a table has */
    uint64_t wrong; /* out: whose result contradicts the tables */
} tby_audit;

/* Of a stretch of positions that tables know without a gap only: nothing is
 * said of what they do not prove.  What the store or a callback gave. */
TBY_MUST_USE tby_rc tby_audit_run(tby_audit *a);

#endif
