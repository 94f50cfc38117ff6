/* int.h - the parts of the question which side can still win. */
#ifndef TBY_CORE_CHESS_OUTCOME_INT_H
#define TBY_CORE_CHESS_OUTCOME_INT_H

#include "core/chess/attacks.h"
#include "tabiya/winnable.h"

/* A piece, from now until it is captured. */
struct unit {
    tby_role role;
    tby_color color;
    bool taken;      /* may be captured */
    bool takes;      /* a pawn that may capture, and so leave its file */
    tby_bb home;     /* where it stands now */
    tby_bb landing;  /* where it may move to */
    tby_bb reach;    /* where it may stand: home and landing */
    tby_bb promoted; /* where it may stand after a promotion */
};

/* No more than a game has. */
#define UNITS_MAX 32

/* What every piece may ever do, at most: all that legal moves can bring about
 * is in here, and more. */
struct mobility {
    unsigned n;
    struct unit unit[UNITS_MAX];
    tby_bb promoting[2]; /* squares on which a colour's pawns may promote */
};

/* What a piece attacks from a square. */
tby_bb tby__winnable_attacks(const struct unit *u, tby_square sq,
                             tby_bb occupied);

/* The sides of which something is to be proven. */
struct claim {
    unsigned sides; /* a set of SIDE_... */
    bool joint;     /* of all of them or of none */
};
enum { SIDE_WHITE = 1 << TBY_WHITE, SIDE_BLACK = 1 << TBY_BLACK };

/* The sets for a position with one king a side.  Stops early, with sets that
 * are too small, when pawns may promote that leave nothing to prove: false. */
bool tby__winnable_mobility(const tby_pos *p, struct claim claim,
                            struct mobility *out);

/* True if there is no square on which the other side's king could be mated by
 * pieces that move as in *m.  `winner` has no pawn that promotes. */
bool tby__winnable_no_mate_square(const struct mobility *m, tby_color winner);

/* The sides that are proven unable to win without a search.  For an orderly
 * position. */
unsigned tby__winnable_hopeless(const tby_pos *p, struct claim claim);

/* How far from a mate by `winner` a position seems to be, after `depth` moves
 * of a search; several opinions, each at least 0. */
#define WINNABLE_OPINIONS 4
void tby__winnable_distance(const tby_pos *p, tby_color winner, unsigned depth,
                            unsigned out[WINNABLE_OPINIONS]);

/* True if the proofs hold: they are about games, with one king a side that is
 * never captured, and no more pieces than a game has. */
bool tby__winnable_is_orderly(const tby_pos *p);

/* Looks for a mate by `winner` in at most max_nodes positions; leaves those
 * out that are hopeless, if `prune` is set. */
TBY_MUST_USE tby_rc tby__winnable_search(const tby_pos *p, tby_color winner,
                                         bool prune,
                                         const tby_winnable_options *options,
                                         tby_can *can, uint64_t *nodes);

#endif
