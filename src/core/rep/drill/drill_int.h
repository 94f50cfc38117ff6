/* drill_int.h - what the files of the drill share.
 *
 * drill.c is the machine; a plan says what is still to be asked and where the
 * lines go.  There are three: as few lines as possible (drill_cover.c), lines
 * by their number (drill_ranks.c), positions one by one (drill_queue.c). */
#ifndef TBY_CORE_REP_DRILL_DRILL_INT_H
#define TBY_CORE_REP_DRILL_DRILL_INT_H

#include "core/base/grow.h"
#include "core/base/num.h"
#include "tabiya/drill.h"

typedef struct tby_plan {
    /* Sets up what is to be asked, and d->left. */
    tby_rc (*open)(tby_drill *d);
    void (*close)(tby_drill *d); /* or NULL */
    /* The node of the next line, TBY_NONE if nothing is left. */
    uint32_t (*begin)(tby_drill *d);
    /* Does the line go on from d->node? */
    bool (*goes_on)(const tby_drill *d);
    /* What speaks for a move of the other side from d->node. */
    uint32_t (*weight)(const tby_drill *d, uint32_t edge);
    /* A move was made, by either side; d->node is still where it starts. */
    tby_rc (*moved)(tby_drill *d, uint32_t edge);
    /* The line was played to its end; or NULL. */
    tby_rc (*end)(tby_drill *d);
    bool (*owes)(const tby_drill *d, uint32_t edge);
} tby_plan;

extern const tby_plan tby_plan_cover, tby_plan_ranks, tby_plan_queue;

struct tby_drill {
    tby_alloc alloc;
    const tby_graph *graph;
    tby_drill_options options;
    tby_walk walk;
    tby_dag dag;
    const tby_plan *plan;
    tby_arena arena; /* of the plan */
    uint64_t random; /* state of the generator */
    uint32_t left;

    tby_turn turn;
    uint32_t node;
    bool wrong, helped; /* of the question that is asked */

    uint32_t mistakes;
    tby_slip *slips;
    size_t slips_n, slips_cap;
    uint32_t *slip_of; /* by node: its slip + 1, or 0 */

    struct {
        tby_cover cover;
        uint8_t *owed;   /* by edge */
        tby_route route; /* the line so far */
        bool off;        /* it left the lines of the cover */
        uint8_t *below;  /* by node, if off: something is owed further down */
    } cover;

    struct {
        uint64_t *wanted; /* numbers of lines, rising */
        uint32_t *tree;   /* how many of them are left: a Fenwick tree */
        uint32_t n;
        uint64_t first; /* the number of the first line from d->node on */
        bool off;       /* the line went on by a move that is cut */
    } ranks;

    struct {
        uint32_t *nodes; /* to be asked, in this order */
        uint32_t n, at;
        uint8_t *waiting; /* by node: 1 until it is answered or passed */
        bool retry;       /* of mistakes; cards are not touched */
    } queue;
};

/* 0 to n - 1, at random; 0 if everything goes in order. */
uint32_t tby_drill_random(tby_drill *d, uint32_t n);

/* Whose turn it is, seen from the player. */
bool tby_drill_is_own(const tby_drill *d, uint32_t node);

#endif
