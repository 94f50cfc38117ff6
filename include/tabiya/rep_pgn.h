/* rep_pgn.h - repertoires as games with variations, and games as repertoires:
 * docs/formats/rep-pgn.md. */
#ifndef TBY_REP_PGN_H
#define TBY_REP_PGN_H

#include "tabiya/diag.h"
#include "tabiya/game.h"
#include "tabiya/graph.h"

typedef struct tby_rep_pgn_options {
    bool lines;  /* a game for each line, to its end, instead of variations */
    bool unroll; /* what follows a transposition is written each time, as it is
                    line by line anyway */
} tby_rep_pgn_options;

typedef struct tby_rep_pgn tby_rep_pgn;

TBY_BEGIN

/* TBY_E_NOMEM.  The graph must not change until it is closed. */
TBY_API TBY_MUST_USE tby_rc tby_rep_pgn_open(tby_rep_pgn **out,
                                             const tby_graph *g,
                                             const tby_rep_pgn_options *options,
                                             const tby_alloc *alloc);
/* NULL is allowed. */
TBY_API void tby_rep_pgn_close(tby_rep_pgn *x);

/* Empties the game and fills it with the next one.  TBY_DONE: there is none;
 * there is at least one in any graph.  TBY_E_REP_EXPLODES: lines or unrolled
 * transpositions come to more than anyone can read.  TBY_E_NOMEM,
 * TBY_E_LIMIT. */
TBY_API TBY_MUST_USE tby_rc tby_rep_pgn_next(tby_rep_pgn *x, tby_game *game);

typedef struct tby_rep_import {
    uint32_t depth; /* plies of each line that are taken; 0: all */
    /* NULL, or whether a move is wanted; it is asked of each that is not too
     * deep.  Anything but TBY_OK ends the reading with that result. */
    tby_rc (*wanted)(void *ctx, const tby_pos *before, tby_move move,
                     bool *yes);
    void *ctx;
    /* what was met, added up from game to game */
    uint64_t passes; /* lines that end before a null move */
    uint64_t full;   /* comments and glyphs that a move had no room for */
} tby_rep_import;

/* Adds the moves of a game, its comments, glyphs and evaluations.  The title
 * and the colour are not touched.  TBY_E_REP_GAME_960, TBY_E_POS_FAULTY: the
 * game cannot be used, and nothing was added.  TBY_E_NOMEM, TBY_E_LIMIT: the
 * graph has some of it. */
TBY_API TBY_MUST_USE tby_rc tby_rep_import_game(tby_rep_import *how,
                                                tby_graph *g,
                                                const tby_game *game);

typedef struct tby_rep_text_sum {
    uint64_t strays;       /* results that stood alone, which are warned of */
    uint64_t games;        /* that were used, damaged ones up to their fault */
    uint64_t damaged;      /* that have a fault, and those that are no use */
    uint64_t passes, full; /* as above */
} tby_rep_text_sum;

/* Adds all games of a PGN.  Title and colour become those that the games agree
 * on.  Faults are reported to diag (NULL: nobody listens) with their places.
 * TBY_E_NOMEM, TBY_E_LIMIT: the graph has some of it. */
TBY_API TBY_MUST_USE tby_rc tby_rep_import_text(tby_graph *g, tby_str text,
                                                const tby_diag *diag,
                                                tby_rep_text_sum *sum);

TBY_END

#endif
