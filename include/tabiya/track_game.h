/* track_game.h - the way of a game through a graph: which of its positions are
 * there, and where it leaves them. */
#ifndef TBY_TRACK_GAME_H
#define TBY_TRACK_GAME_H

#include "tabiya/game.h"
#include "tabiya/graph.h"
#include "tabiya/limits.h"

typedef struct tby_track {
    const tby_graph *graph;
    unsigned least; /* men of the emptiest position of the graph */
    uint32_t plies; /* that were looked at */
    /* The node of each position from ply 0 on, or TBY_NONE. */
    uint32_t nodes[TBY_MAX_PLIES + 1];
} tby_track;

TBY_BEGIN

/* The graph must not change. */
TBY_API void tby_track_init(tby_track *f, const tby_graph *g);

/* To be reported every position of a main line, ply 0 first: see tby_watch.
 * False when none that follows can be in the graph, because men never come
 * back. */
TBY_API bool tby_track_visit(tby_track *f, const tby_pos *pos, uint32_t ply);

/* Which side left. */
typedef enum tby_leave_kind {
    TBY_LEAVE_NEVER,  /* the game was never there */
    TBY_LEAVE_INSIDE, /* it ended before anyone did */
    TBY_LEAVE_WHITE,  /* a move of White's that the graph does not have */
    TBY_LEAVE_BLACK,
    TBY_LEAVE_END /* the graph has no move to go on with */
} tby_leave_kind;

/* Where a game first came to a position that the graph does not have from one
 * that it has.  A move that the graph does not have, but whose position it has,
 * does not leave. */
typedef struct tby_leave {
    tby_leave_kind kind;
    uint32_t node;     /* the last position that is there */
    tby_move move;     /* the move from it; TBY_MOVE_NONE: there was none */
    uint32_t ply;      /* of that position; NEVER: 0 */
    uint32_t returned; /* the ply of the next one that is there, or 0 */
} tby_leave;

/* The game must be the one that was looked at last. */
TBY_API tby_leave tby_track_leave(const tby_track *f, const tby_game *game);

TBY_END

#endif
