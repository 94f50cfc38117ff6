/* info.h - what an engine says while it thinks.
 *
 *     info depth 20 seldepth 28 multipv 1 score cp 35 nodes 912345 pv e2e4 ...
 *
 * Engines err and lie.  Whatever is said here is within range, and the moves
 * are legal. */
#ifndef TBY_ENGINE_INFO_H
#define TBY_ENGINE_INFO_H

#include "tabiya/eval.h"
#include "tabiya/pos.h"

enum {
    TBY_ENGINE_DEPTH = 1000, /* nothing searches deeper */
    TBY_ENGINE_LINES = 256,  /* at once; more than there are legal moves */
    TBY_ENGINE_PV = 256      /* moves of a line; the rest is dropped */
};

typedef struct tby_engine_info {
    unsigned depth, seldepth;
    unsigned line; /* 1 is the best */
    bool exact;    /* false: the evaluation is a bound only */
    tby_eval eval; /* of kind TBY_EVAL_NONE if there is none */
    uint64_t nodes, nodes_per_second, ms;
    size_t n;
    tby_move pv[TBY_ENGINE_PV];
} tby_engine_info;

/* Reads one line about a search of *p.  What is not said is 0, but for `line`,
 * which is 1.  A pv ends before its first illegal move.  False, and *out is
 * untouched, if this is no such line, if a number of it is missing or out of
 * range, or if the first move of its pv is illegal. */
bool tby_engine_info_parse(const tby_pos *p, tby_str line,
                           tby_engine_info *out);

#endif
