/* san.h - what other rooms need of standard algebraic notation beyond
 * tabiya/san.h: its two stages of reading, and writing whole lines. */
#ifndef TBY_CORE_NOTATION_SAN_H
#define TBY_CORE_NOTATION_SAN_H

#include "core/base/buf.h"
#include "tabiya/san.h"

enum san_kind { SAN_MOVE, SAN_CASTLE_EAST, SAN_CASTLE_WEST, SAN_NULL };

struct san_reading {
    enum san_kind kind;
    tby_role role; /* TBY_NO_ROLE: no letter was written */
    tby_bb from;   /* squares it may come from */
    bool has_from; /* a file, a rank or both were written */
    bool takes;    /* an x was written */
    tby_square to;
    tby_role promotion; /* TBY_NO_ROLE: none was written */
};

/* Reads all of `text`.  A leading b is the b-file, or a bishop if b_is_bishop.
 * TBY_E_SAN_SYNTAX with the byte in *at, or TBY_OK. */
tby_rc tby_san_read(tby_str text, bool b_is_bishop, struct san_reading *out,
                    size_t *at);

/* What was looked for and what was found, for a sentence about it. */
struct san_search {
    tby_role role;
    tby_bb pseudo; /* pieces that could go there but for their king */
    tby_bb legal;  /* those that may */
    tby_move move; /* the move meant, or the nearest thing to it */
};

/* Reads and resolves in one go, with the two meanings of a small b. */
tby_rc tby_san_find(const tby_pos *p, tby_str san, struct san_reading *reading,
                    struct san_search *found, size_t *at);

/* As tby_san_write(), and *p is the position after the move, but for its key:
 * whoever writes does not ask for it.  The check sign needs that position
 * anyway. */
size_t tby_san_write_play(tby_pos *p, tby_move m, char out[TBY_SAN_MAX]);

/* The same for a caller that knows what the move does, which saves a third of
 * the work: some of these bits, and others that are ignored. */
enum { SAN_TAKES = 1, SAN_CHECKS = 2, SAN_MATES = 4 };
size_t tby_san_write_known(tby_pos *p, tby_move m, unsigned facts,
                           char out[TBY_SAN_MAX]);

/* The n moves that are played from a position on, as people write them: "3. e3
 * c5 4. c3", "3... c5"; the numbers are those of its counter. */
void tby_numbered_write(const tby_pos *from, const tby_move *moves, size_t n,
                        tby_buf *out);

#endif
