/* drill.h - practising a repertoire: a machine that asks, judges and replies.
 *
 *     tby_drill_open(&d, graph, &options);
 *     while (tby_drill_next(d) == TBY_OK)              one line after another
 *         while ((turn = tby_drill_turn(d)) != TBY_TURN_NONE)
 *             if (turn == TBY_TURN_PLAYER)
 *                 tby_drill_answer(d, move, now, &answer);
 *             else
 *                 tby_drill_reply(d, &edge);
 *
 * It has no clock, no input and no output: the terminal and the web page are
 * two faces of it.  Any move of the repertoire is right where it is asked for,
 * and the line goes on by it; what is left out by that is asked again later.
 *
 * The graph must not change while it is practised. */
#ifndef TBY_DRILL_H
#define TBY_DRILL_H

#include "tabiya/cards.h"
#include "tabiya/lines.h"

typedef enum tby_drill_mode {
    TBY_DRILL_LINES, /* as few lines as cover every own move */
    TBY_DRILL_ALL,   /* every line, up to `most` */
    TBY_DRILL_DUE    /* positions whose cards are due, by the time they are */
} tby_drill_mode;

/* Where lines begin.  Cards may be anywhere below. */
typedef enum tby_drill_from {
    TBY_FROM_CHOICE, /* where there is more than one move for the first time */
    TBY_FROM_ROOT,   /* the whole line */
    TBY_FROM_NODE    /* a chosen position */
} tby_drill_from;

typedef struct tby_drill_options {
    tby_drill_mode mode;
    tby_drill_from from;
    uint32_t node;    /* for TBY_FROM_NODE */
    tby_color color;  /* the player's */
    bool in_order;    /* lines as they stand in the repertoire, not at random */
    uint64_t seed;    /* what random means */
    uint32_t most;    /* lines of TBY_DRILL_ALL, 0: TBY_DRILL_MOST */
    tby_cards *cards; /* for TBY_DRILL_DUE: read, and kept up to date */
    int64_t now;      /* likewise: seconds since 1970 */
    bool few_new;     /* likewise: of positions without a card, only new_most */
    uint32_t new_most;
} tby_drill_options;

#define TBY_DRILL_MOST 10000u

typedef enum tby_turn {
    TBY_TURN_NONE,   /* the line is over */
    TBY_TURN_PLAYER, /* tby_drill_answer() */
    TBY_TURN_OTHER   /* tby_drill_reply() */
} tby_turn;

typedef struct tby_answer {
    bool right;
    uint32_t edge;  /* the move, if it was right */
    bool more_owed; /* another move of the repertoire is still to be asked */
} tby_answer;

/* A position where mistakes were made. */
typedef struct tby_slip {
    uint32_t node;
    uint32_t mistakes;
} tby_slip;

typedef struct tby_drill tby_drill;

TBY_BEGIN

/* TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_drill_open(tby_drill **out, const tby_graph *g,
                                           const tby_drill_options *options);

/* NULL is allowed. */
TBY_API void tby_drill_close(tby_drill *d);

/* --- going on -------------------------------------------------------------*/

/* Begins another line or, where cards are asked, goes to another position.
 * What was begun and not ended is given up, and lines are drawn again; a card
 * is left alone until tby_drill_reset().  TBY_DONE if nothing is left to ask;
 * TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_drill_next(tby_drill *d);

/* Who is to move on the board: the player, the other side, or nobody. */
TBY_API tby_turn tby_drill_turn(const tby_drill *d);

/* The position on the board. */
TBY_API uint32_t tby_drill_node(const tby_drill *d);

/* The player's move, which must be legal: the reason why it is not
 * (TBY_E_MOVE_...) is returned otherwise, and nothing counts.  A wrong move
 * counts as a mistake and leaves the position as it is.  `now` is when, for
 * cards.  TBY_E_MOVE_TURN if it is not the player's turn, TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_drill_answer(tby_drill *d, tby_move m,
                                             int64_t now, tby_answer *out);

/* Plays the other side's move: one that leads to what is still to be asked if
 * there is such, else any.  TBY_E_MOVE_TURN if it is not its turn. */
TBY_API TBY_MUST_USE tby_rc tby_drill_reply(tby_drill *d, uint32_t *edge);

/* The right moves, which are all of the node's, are about to be shown: the
 * answer will count as helped. */
TBY_API void tby_drill_hint(tby_drill *d);

/* Is this move of the player's still to be asked? */
TBY_API bool tby_drill_owes(const tby_drill *d, uint32_t edge);

/* --- counters -------------------------------------------------------------*/

/* Lines that are not yet played to their end, or positions that are not yet
 * answered. */
TBY_API uint32_t tby_drill_left(const tby_drill *d);

/* All lines of TBY_DRILL_ALL, `most` or not; INT64_MAX: that many or more. */
TBY_API uint64_t tby_drill_lines(const tby_drill *d);

/* Wrong answers since the drill began. */
TBY_API uint32_t tby_drill_mistakes(const tby_drill *d);

/* Where they were made, in the order of the first at each. */
TBY_API const tby_slip *tby_drill_slips(const tby_drill *d, size_t *n);

/* The walk over the graph that the drill uses, for the way to a position. */
TBY_API const tby_walk *tby_drill_walk(const tby_drill *d);

/* --- once more ------------------------------------------------------------*/

/* Begins again, in another order; cards that are not due at `now` stay out. */
TBY_API TBY_MUST_USE tby_rc tby_drill_reset(tby_drill *d, uint64_t seed,
                                            int64_t now);

/* Begins again with nothing but the positions of mistakes. */
TBY_API TBY_MUST_USE tby_rc tby_drill_retry(tby_drill *d);

TBY_END

#endif
