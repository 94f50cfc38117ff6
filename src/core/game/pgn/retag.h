/* retag.h - other values for some tags of a game, and the rest of its text
 * byte for byte as it was. */
#ifndef TBY_CORE_GAME_PGN_RETAG_H
#define TBY_CORE_GAME_PGN_RETAG_H

#include "core/base/buf.h"

typedef struct tby_retag {
    tby_str name;
    tby_str value; /* UTF-8; empty: the tag is taken out */
    bool keep;     /* what the game says stays, unless it is "" or "?" */
} tby_retag;

/* The most edits of one call. */
#define TBY_RETAGS 8

/* Appends the game with its tags changed; new ones go after the last, in the
 * order given.  The text is that of one game, as tby_pgn_report says. */
void tby_pgn_retag(tby_str game, const tby_retag *edits, size_t n,
                   tby_buf *out);

#endif
