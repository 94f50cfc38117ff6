/* record.h - the main line of a game, written down while it is played: the keys
 * of its positions, and of each move what moved and what that did.  A caller
 * that keeps games gets it from the reader for little and need not play them
 * again. */
#ifndef TBY_RECORD_H
#define TBY_RECORD_H

#include "tabiya/game.h"
#include "tabiya/limits.h"

/* A move in the lower sixteen bits, and above: */
enum {
    TBY_PLY_ROLE = 16,         /* from this bit on, three: what moved */
    TBY_PLY_CAPTURE = 1 << 19, /* en passant, too */
    TBY_PLY_CHECK = 1 << 20,
    TBY_PLY_CASTLE = 1 << 21
};
typedef uint32_t tby_ply_info;

typedef struct tby_record {
    uint32_t n;  /* moves */
    bool passes; /* one of them is TBY_MOVE_NULL */
    tby_pos end; /* after the last */
    tby_ply_info plies[TBY_MAX_PLIES];
    uint64_t keys[TBY_MAX_PLIES + 1]; /* of the start, and after each move */
} tby_record;

TBY_BEGIN

/* Plays the main line, up to the TBY_MAX_PLIES moves that readers take. */
TBY_API void tby_record_game(tby_record *r, const tby_game *g);

TBY_END

#endif
