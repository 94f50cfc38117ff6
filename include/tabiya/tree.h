/* tree.h - a game as a tree of moves, to be shown and changed.
 *
 * Moves are numbered in the order in which they came and keep their number; the
 * first that follows a move is how the game went on, the others are side
 * lines.  game.h is the same as it is written. */
#ifndef TBY_TREE_H
#define TBY_TREE_H

#include "tabiya/game.h"

typedef struct tby_tree_move {
    uint32_t parent;      /* the move before it; TBY_NONE: it is a first one */
    uint32_t first, last; /* moves that follow */
    uint32_t next, prev;  /* others that follow the same move */
    tby_move move;
    bool alive;
    tby_pos pos;      /* after it */
    tby_span comment; /* all of it, commands such as [%clk 0:05:00] too */
    tby_span nags;    /* one byte each */
} tby_tree_move;

/* The fields may be read; only the functions of this library write them. */
typedef struct tby_tree {
    tby_alloc alloc;
    tby_game head;        /* tags, start and result; it has no moves */
    tby_span comment;     /* before the first move */
    uint32_t first, last; /* first moves */
    tby_tree_move *moves;
    size_t n, cap; /* n with those that were removed */
    char *text;
    size_t text_n, text_cap;
} tby_tree;

TBY_BEGIN

/* An empty game from a position; alloc NULL is the C library's. */
TBY_API void tby_tree_init(tby_tree *t, const tby_pos *start,
                           const tby_alloc *alloc);
TBY_API void tby_tree_free(tby_tree *t);

static inline tby_str tby_tree_text(const tby_tree *t, tby_span s)
{
    tby_str slice = {s.n ? t->text + s.at : "", s.n};

    return slice;
}

/* The position after a move, TBY_NONE for the start. */
TBY_API const tby_pos *tby_tree_pos(const tby_tree *t, uint32_t move);

/* --- from a game and back -------------------------------------------------*/

/* Takes a game into an empty tree.  A side line that repeats a move is joined
 * with it; comments that belong together are joined with a space, one that
 * opens a side line with that of its first move.  TBY_E_NOMEM, TBY_E_LIMIT: the
 * tree has some of it. */
TBY_API TBY_MUST_USE tby_rc tby_tree_read(tby_tree *t, const tby_game *g);

/* Empties the game and writes the tree to it.  TBY_E_NOMEM; TBY_E_LIMIT, also
 * where side lines are nested deeper than limits.h allows. */
TBY_API TBY_MUST_USE tby_rc tby_tree_write(const tby_tree *t, tby_game *g);

/* --- changes --------------------------------------------------------------
 * TBY_E_NOMEM, TBY_E_LIMIT: nothing was changed. */

/* The move after another (TBY_NONE: at the start), which must be legal there,
 * made if it is not there. */
TBY_API TBY_MUST_USE tby_rc tby_tree_add(tby_tree *t, uint32_t parent,
                                         tby_move move, uint32_t *out);

/* Takes a move out with all that follow it. */
TBY_API void tby_tree_remove(tby_tree *t, uint32_t move);

/* Makes a move the first of those that follow the same one, or puts it one
 * place further back, where there is one. */
TBY_API void tby_tree_promote(tby_tree *t, uint32_t move);
TBY_API void tby_tree_demote(tby_tree *t, uint32_t move);

/* TBY_NONE is the comment before the first move. */
TBY_API TBY_MUST_USE tby_rc tby_tree_set_comment(tby_tree *t, uint32_t move,
                                                 tby_str text);
TBY_API TBY_MUST_USE tby_rc tby_tree_set_nags(tby_tree *t, uint32_t move,
                                              tby_str nags);

/* Sets a tag, or adds it.  Result sets the result, too. */
TBY_API TBY_MUST_USE tby_rc tby_tree_set_tag(tby_tree *t, tby_str name,
                                             tby_str value);

TBY_END

#endif
