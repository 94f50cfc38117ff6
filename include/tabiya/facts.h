/* facts.h - what can be counted of a graph: its size, its lines, its knots. */
#ifndef TBY_FACTS_H
#define TBY_FACTS_H

#include "tabiya/graph.h"

/* More lines than this are not counted. */
#define TBY_FACTS_LINES_MAX (UINT64_C(1) << 63)

typedef struct tby_facts {
    uint32_t nodes, edges;
    uint32_t leaves;         /* reached by a move, and none goes on */
    uint32_t roots;          /* a move goes on, and none leads there */
    uint32_t bare;           /* neither */
    uint32_t transpositions; /* reached by more than one move */
    uint32_t unreachable;    /* not from the first root: see walk.h */
    uint32_t cycles;         /* groups of positions that reach one another */
    uint32_t annotated;      /* moves */
    uint32_t evaluated;      /* positions */
    uint32_t placed;         /* positions with coordinates */
    uint32_t choices;        /* positions with several moves of `color` */
    uint32_t longest;        /* line from the first root, in moves of a side */
    /* Lines from the first root that end where no move goes on or every one
     * leads back into the line (the back edges of walk.h).  If there are more
     * than TBY_FACTS_LINES_MAX, that number. */
    uint64_t lines;
    bool lines_exact;
    tby_color color; /* the graph's, or a guess if it has none */
} tby_facts;

TBY_BEGIN

/* TBY_E_NOMEM.  alloc NULL is the C library's. */
TBY_API TBY_MUST_USE tby_rc tby_facts_of(const tby_graph *g,
                                         const tby_alloc *alloc,
                                         tby_facts *out);

/* Whose repertoire a graph is that does not say: the side that has a single
 * move at the larger part of its turns, for it chooses and the other side does
 * as it likes.  If that decides nothing, the side that has a single move more
 * often; if neither, White. */
TBY_API tby_color tby_facts_guess_color(const tby_graph *g);

TBY_END

#endif
