/* int.h - what a comment says to a repertoire, and how it is written. */
#ifndef TBY_CORE_REP_PGN_INT_H
#define TBY_CORE_REP_PGN_INT_H

#include "core/base/diag.h"
#include "core/rep/pgn/rep_pgn.h"

/* What a comment says to a repertoire. */
typedef struct rep_comment {
    tby_eval eval;
    bool has_note;
} rep_comment;

/* Appends to `note` what is left of a comment without evaluation and clocks;
 * of a game that was written here (`ours`) nothing where it only says where a
 * transposition goes on. */
rep_comment tby__rep_comment_read(tby_str comment, bool ours, tby_buf *note);

/* Appends a comment that is read as just this evaluation and this text. */
void tby__rep_comment_write(tby_eval eval, tby_str note, tby_buf *out);

/* Appends the comment on a move whose continuation stands elsewhere: `next` is
 * played there in `pos`, as the half-move `ply`. */
void tby__rep_comment_point(const tby_pos *pos, tby_move next, uint32_t ply,
                            tby_buf *out);

/* The tag that says which games were written here, and its value. */
#define REP_PGN_TAG   "Source"
#define REP_PGN_VALUE "tabiya rep export"

#endif
