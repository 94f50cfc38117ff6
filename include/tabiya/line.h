/* line.h - a position as a person types it.
 *
 * Everywhere that tabiya asks for a position it takes `start`, a FEN or EPD,
 * or the moves from the start in SAN or UCI, with or without move numbers. */
#ifndef TBY_LINE_H
#define TBY_LINE_H

#include "tabiya/fen.h"
#include "tabiya/outcome.h"
#include "tabiya/san.h"

/* A position and how it was reached. */
typedef struct tby_line {
    tby_pos pos;
    tby_history history; /* holds pos and what came before it */
    size_t plies;        /* moves that were typed */
    tby_move last;       /* the last of them, or TBY_MOVE_NONE */
    tby_move *moves;     /* all of them, from the start; NULL: none */
    size_t moves_cap;
} tby_line;

TBY_BEGIN

/* Reads text into *line, whose memory comes from *alloc (NULL: the C
 * library's); give it back with tby_line_free().  On failure *line is
 * untouched, *err (unless NULL) holds code and byte, and *found (unless NULL)
 * the faults if the code is TBY_E_POS_FAULTY. */
TBY_API TBY_MUST_USE tby_rc tby_line_parse(tby_str text, const tby_alloc *alloc,
                                           tby_line *line, tby_faults *found,
                                           tby_err *err);

/* One sentence on the refusal that *err and found describe, more precise than
 * tby_rc_text() where the text allows it.  Works like snprintf(). */
TBY_API size_t tby_line_explain(tby_str text, const tby_err *err,
                                tby_faults found, char *buf, size_t cap);

/* Gives the memory back. */
TBY_API void tby_line_free(tby_line *line);

TBY_END

#endif
