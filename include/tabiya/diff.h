/* diff.h - how two repertoires differ, position by position.
 *
 * Title, colour and comments that belong to no move come first, then what
 * stands in `a` or in both, in the order of the walk through `a` (walk.h), then
 * what stands in `b` alone.  The order of moves, coordinates and how a file
 * writes a position are no differences; neither is a title or a colour that
 * only one of them has. */
#ifndef TBY_DIFF_H
#define TBY_DIFF_H

#include "tabiya/graph.h"

/* X(symbol, machine name) */
#define TBY_DIFF_MAP(X)                                                        \
    X(TITLE, "title")                                                          \
    X(COLOR, "color")                                                          \
    X(COMMENT, "comment") /* one that belongs to no move, in a or b */         \
    X(MOVE, "move")       /* in a or b */                                      \
    X(NOTE, "annotation")                                                      \
    X(NAGS, "nags")                                                            \
    X(EVAL, "evaluation")

typedef enum tby_diff_kind {
#define TBY_DIFF_ENUM(symbol, name) TBY_DIFF_##symbol,
    TBY_DIFF_MAP(TBY_DIFF_ENUM)
#undef TBY_DIFF_ENUM
} tby_diff_kind;

/* One difference.  What a graph does not have is TBY_NONE. */
typedef struct tby_difference {
    tby_diff_kind kind;
    uint32_t node_a, node_b;   /* the position, for a move the one before it */
    uint32_t edge_a, edge_b;   /* MOVE, NOTE, NAGS */
    uint32_t loose_a, loose_b; /* COMMENT */
} tby_difference;

typedef struct tby_diff {
    tby_alloc alloc;
    tby_difference *at;
    size_t n, cap;
} tby_diff;

TBY_BEGIN

/* All differences.  TBY_E_NOMEM; alloc NULL is the C library's.  Give them back
 * with tby_diff_free(). */
TBY_API TBY_MUST_USE tby_rc tby_diff_of(tby_diff *d, const tby_graph *a,
                                        const tby_graph *b,
                                        const tby_alloc *alloc);
TBY_API void tby_diff_free(tby_diff *d);

/* "move", "annotation" ...  Static. */
TBY_API const char *tby_diff_name(tby_diff_kind kind);

TBY_END

#endif
