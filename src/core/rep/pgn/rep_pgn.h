/* rep_pgn.h - what tabiya/rep_pgn.h has for readers of many files, and what a
 * comment says to a repertoire. */
#ifndef TBY_CORE_REP_PGN_REP_PGN_H
#define TBY_CORE_REP_PGN_REP_PGN_H

#include "core/base/buf.h"
#include "core/base/diag.h"
#include "tabiya/rep_pgn.h"

/* What games say about the repertoire that they become, one after another. */
typedef struct tby_rep_about {
    tby_buf event;     /* the tag Event of those that have one */
    bool differ;       /* not all of them have the same */
    bool white, black; /* what the tag Orientation says */
} tby_rep_about;

void tby_rep_about_init(tby_rep_about *a, const tby_alloc *alloc);
void tby_rep_about_free(tby_rep_about *a);

void tby_rep_about_clear(tby_rep_about *a);

/* Looks at a game; adds what others said.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_rep_about_add(tby_rep_about *a, const tby_game *game);
TBY_MUST_USE tby_rc tby_rep_about_join(tby_rep_about *a,
                                       const tby_rep_about *others);

/* The event, if all agree; else empty. */
tby_str tby_rep_about_event(const tby_rep_about *a);

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
