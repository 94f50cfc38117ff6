/* edits_int.h - the log of edits.h, for the files that fill it.
 *
 * A command is a row of changes, each of which can be undone by itself, and the
 * last of which is marked.  Graphs never move or reuse a node, an edge or a
 * text, so a change is logged by numbers alone. */
#ifndef TBY_CORE_GRAPH_EDITS_INT_H
#define TBY_CORE_GRAPH_EDITS_INT_H

#include "tabiya/edits.h"

typedef enum change_kind {
    STEP,     /* the board goes from a to b */
    NODE_IN,  /* node a appears */
    NODE_OUT, /* node a goes */
    EDGE_IN,  /* edge a appears */
    EDGE_OUT, /* edge a goes */
    NOTE,     /* the annotation of edge a */
    NAGS,     /* the glyphs of edge a */
    EVAL,     /* the evaluation of node a */
    TITLE,
    LOOSE, /* the number of loose comments goes from a to b */
    COLOR  /* a and b: 0 none, 1 White, 2 Black */
} change_kind;

typedef struct change {
    uint8_t kind;
    bool last; /* of its command */
    uint32_t a, b;
    union {
        struct {
            tby_span before, after; /* texts */
        };
        struct {
            tby_eval judged_before, judged_after;
        };
    };
} change;

struct tby_edits {
    tby_alloc alloc;
    tby_graph *g;
    uint32_t at;   /* the node of the board, or TBY_NONE */
    tby_pos start; /* what TBY_NONE stands for */
    change *log;
    size_t n, cap; /* n with those that were undone */
    size_t done;   /* those that are not */
};

/* Does a change, or takes it back. */
void tby__edits_apply(tby_edits *e, const change *c, bool forward);

/* Room for n changes after those that are done.  What was undone is lost when
 * the first of them is logged. */
TBY_MUST_USE tby_rc tby__edits_reserve(tby_edits *e, size_t n);

/* Logs a change that was done already; the room is reserved. */
void tby__edits_log(tby_edits *e, change c);

/* Ends a command that began when `from` changes were done. */
void tby__edits_end(tby_edits *e, size_t from);

#endif
