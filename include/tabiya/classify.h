/* classify.h - which named opening a game is: that of its deepest position
 * which has a name, however it was reached.
 *
 *     tby_classifier *c;      what is known about a list of names, shared by
 * threads tby_naming *n;          a game being named, one for each thread
 *     tby_classified answer;
 *
 *     tby_classify(n, &game, &answer);
 *
 * or while a game is being read, no further than its opening goes:
 *
 *     pgn.watch = tby_naming_look, pgn.watch_ctx = n;
 *     while (tby_pgn_next(&pgn, &game, &report) == TBY_OK)
 *         tby_naming_end(n, &game, &answer); */
#ifndef TBY_CLASSIFY_H
#define TBY_CLASSIFY_H

#include "tabiya/game.h"
#include "tabiya/names.h"

/* How a game came to its opening, next to the line that the names give. */
typedef enum tby_order {
    TBY_ORDER_UNKNOWN,   /* the names have no line */
    TBY_ORDER_OWN,       /* by the same moves */
    TBY_ORDER_TRANSPOSED /* by others, or from a position that was set up */
} tby_order;

/* A position of a game that has a name. */
typedef struct tby_named {
    uint32_t ply, entry; /* entry: of the names */
} tby_named;

typedef struct tby_classified {
    uint32_t entry; /* of the deepest named position; TBY_NAMES_NONE: none is */
    uint32_t ply;   /* and where it is; 0 is what the game starts from */
    tby_opening opening; /* as tby_names_peek() gives it, or all zero */
    tby_order order;
    /* The move after which no position has a name.  0 and TBY_MOVE_NONE if the
     * game ended before it. */
    uint32_t left_ply;
    tby_move left;
    tby_pos left_pos;       /* what it was played in */
    const tby_named *named; /* all of them, in order; the naming's memory */
    size_t named_n;
} tby_classified;

typedef struct tby_classifier tby_classifier;
typedef struct tby_naming tby_naming;

TBY_BEGIN

/* Looks at all of a list of names, which must stay where it is.  alloc NULL is
 * the C library's.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_classifier_open(tby_classifier **out,
                                                const tby_names *names,
                                                const tby_alloc *alloc);
/* NULL is allowed. */
TBY_API void tby_classifier_close(tby_classifier *c);

/* False if no position with a name can follow, nor is this one.  Exact: what a
 * move cannot give back (a pawn at home, a man, the last right to castle) is
 * compared with every position of the names. */
TBY_API bool tby_classifier_can_follow(const tby_classifier *c,
                                       const tby_pos *pos);

/* What names game after game; the classifier must outlive it. */
TBY_API TBY_MUST_USE tby_rc tby_naming_open(tby_naming **out,
                                            const tby_classifier *c,
                                            const tby_alloc *alloc);
/* NULL is allowed. */
TBY_API void tby_naming_close(tby_naming *n);

/* Looks at the next position of a game; ply 0 begins a new one.  False: nothing
 * more can change the answer.  This is a tby_watch whose ctx is a naming.
 */
TBY_API bool tby_naming_look(void *naming, const tby_pos *pos, uint32_t ply);

/* The answer for the game whose positions were looked at, as far as needed, and
 * forgets them. */
TBY_API void tby_naming_end(tby_naming *n, const tby_game *g,
                            tby_classified *out);

/* Looks at the main line of a game and answers. */
TBY_API void tby_classify(tby_naming *n, const tby_game *g,
                          tby_classified *out);

/* The trail of names: of the named positions those where the name or the code
 * changes, one after another.  *at is 0 at first; false after the last. */
TBY_API bool tby_naming_next_change(const tby_naming *n,
                                    const tby_classified *a, size_t *at,
                                    tby_named *out);

TBY_END

#endif
