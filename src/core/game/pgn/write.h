/* write.h - games written by a caller that knows what their moves do, a
 * database; and other values for some tags of a game whose text stays. */
#ifndef TBY_CORE_GAME_PGN_WRITE_H
#define TBY_CORE_GAME_PGN_WRITE_H

#include "core/base/buf.h"
#include "tabiya/pgn.h"

/* As tby_pgn_write().  facts[i] belongs to move i of the main line; its upper
 * four bits are those of san.h and must be right.  NULL: they are found
 * out. */
size_t tby_pgn_write_known(const tby_game *g, const uint16_t *facts, char *buf,
                           size_t cap);

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
