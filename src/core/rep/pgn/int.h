/* int.h - what the files of rep_pgn.h share.
 *
 * A graph is written as a tree: each position is followed by its moves where
 * the walk (tabiya/walk.h) meets it first; any other move that leads there ends
 * its line.  Line by line only the moves that close a cycle do.  A game ends
 * early where some reader might refuse it, and what is left becomes a game of
 * its own that starts where the other one stopped. */
#ifndef TBY_CORE_REP_PGN_INT_H
#define TBY_CORE_REP_PGN_INT_H

#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/walk.h"

enum {
    REP_PGN_DEPTH = 24,       /* variations within variations */
    REP_PGN_PLIES = 1000,     /* moves from the start of a game */
    REP_PGN_BYTES = 1 << 20,  /* of a game: it ends soon after */
    REP_PGN_HEAD_BYTES = 180, /* that tags are counted as */
    REP_PGN_MOVE_BYTES = 10   /* that a move is counted as */
};

/* Bytes of all games together, where lines are written more than once. */
#define REP_PGN_MOST (UINT64_C(1) << 28)

/* --- comments (comment.c) -----------------------------------------*/

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

/* The half-move that a position waits for; White's first is 2. */
static inline uint32_t rep_pgn_ply(const tby_pos *p)
{
    return 2u * p->fullmoves + p->turn;
}

/* Appends the comment on a move whose continuation stands elsewhere: `next` is
 * played there in `pos`, as the half-move `ply`. */
void tby__rep_comment_point(const tby_pos *pos, tby_move next, uint32_t ply,
                            tby_buf *out);

/* The tag that tells which games were written here, and its value. */
#define REP_PGN_TAG   "Source"
#define REP_PGN_VALUE "tabiya rep export"

/* --- where games start (export.c) ---------------------------------*/

typedef struct rep_start {
    uint32_t node, edge; /* its moves from this one on; TBY_NONE: none */
    tby_pos pos;         /* with the counters of the line that led here */
    bool root;
} rep_start;

/* A line of a game and where it has come to. */
typedef struct rep_level {
    uint32_t last; /* the move that was written last */
    uint32_t next; /* the next one beside it that is not yet written */
    uint32_t plies;
    tby_pos before, after; /* that move */
    size_t line_n;         /* of line.at, when it was before that move */
} rep_level;

struct tby_rep_pgn {
    tby_alloc alloc;
    const tby_graph *g;
    tby_rep_pgn_options options;
    tby_walk walk;
    /* By node: the half-move that its moves are where they are written.
     * Unrolled: on the line that is being written; TBY_NONE if not on it. */
    uint32_t *ply;
    struct {
        uint32_t *at; /* unrolled: the nodes of the line being written */
        size_t n, cap;
    } line;
    rep_start *queue; /* games to come */
    size_t queue_at, queue_n, queue_cap;
    uint32_t roots_at;  /* of walk.order */
    size_t loose_at;    /* those before it are written */
    size_t loose_bytes; /* of the others */
    uint32_t games;
    size_t bytes; /* of this game, about */
    uint64_t all_bytes;
    tby_buf text; /* of a comment */
    rep_level levels[REP_PGN_DEPTH + 1];
    /* lines: the moves of the one that was written last */
    rep_start start;
    uint32_t path[REP_PGN_PLIES];
    size_t path_bytes[REP_PGN_PLIES]; /* of the moves up to each */
    uint32_t path_n;
};

/* Do the moves of the position that an edge leads to follow it here? */
bool tby__rep_pgn_goes_on(const tby_rep_pgn *x, uint32_t edge);

/* Adds a move with all that is said about it; the `last` of its line with
 * where it goes on, if not here. */
TBY_MUST_USE tby_rc tby__rep_pgn_put_move(tby_rep_pgn *x, tby_game *game,
                                          uint32_t edge, bool last);

/* About as many bytes as it takes. */
size_t tby__rep_pgn_bytes(const tby_rep_pgn *x, uint32_t edge);

/* The line comes to a node whose moves are written next, and goes back to its
 * first n nodes. */
TBY_MUST_USE tby_rc tby__rep_pgn_enter(tby_rep_pgn *x, uint32_t node,
                                       uint32_t ply);
void tby__rep_pgn_leave(tby_rep_pgn *x, size_t n);

/* Leaves the moves of a node, from an edge on, to another game. */
TBY_MUST_USE tby_rc tby__rep_pgn_defer(tby_rep_pgn *x, uint32_t node,
                                       uint32_t edge, const tby_pos *pos);

/* The next place where a game starts: TBY_OK or TBY_DONE. */
TBY_MUST_USE tby_rc tby__rep_pgn_next_start(tby_rep_pgn *x, rep_start *out);

/* Tags, position and what stands before the first move. */
TBY_MUST_USE tby_rc tby__rep_pgn_begin(tby_rep_pgn *x, tby_game *game,
                                       const rep_start *start);

/* The moves of a game with variations (tree.c). */
TBY_MUST_USE tby_rc tby__rep_pgn_tree(tby_rep_pgn *x, tby_game *game,
                                      const rep_start *start);

/* The next line, without variations (lines.c). */
TBY_MUST_USE tby_rc tby__rep_pgn_line(tby_rep_pgn *x, tby_game *game);

#endif
