/* rep_int.h - an open repertoire, for the files that work on it. */
#ifndef TBY_APP_WASM_REP_INT_H
#define TBY_APP_WASM_REP_INT_H

#include "app/wasm/rep.h"
#include "app/wasm/room.h"
#include "core/rep/file/rep.h"
#include "core/rep/trail.h"

enum { REP_ARRAYS = 7 };

typedef struct rep {
    tby_graph graph;
    tby_edits *edits;
    tby_rep_report report;
    uint32_t changes; /* of all that a page sees but the board */
    uint32_t edition; /* likewise, but not of coordinates */
    tby_trail trail;  /* of the graph as it is, if walked */
    bool walked;
    uint32_t arrays[REP_ARRAYS]; /* that the page was told last */
    void *block;                 /* that holds them */
    uint32_t block_n;
} rep;

/* An open one; NULL has been refused. */
rep *rep_of(uint32_t handle);

/* To be called when a command was done; gives its result back. */
int32_t rep_changed(rep *r, tby_rc rc);

/* The ways through the graph as it is; NULL: no memory, which has been
 * refused. */
const tby_trail *rep_trail(rep *r);

/* Whose repertoire it is, or seems to be. */
tby_color rep_color(const rep *r);

/* Room for arrays that the page looks at, instead of those before; NULL if
 * there is no memory. */
void *rep_block(rep *r, uint32_t size);

/* Is there such a node, or edge? */
static inline bool rep_has_node(const rep *r, uint32_t node)
{
    return node < r->graph.nodes_n && r->graph.nodes[node].alive;
}

static inline bool rep_has_edge(const rep *r, uint32_t edge)
{
    return edge < r->graph.edges_n && r->graph.edges[edge].alive;
}

/* All moves from an edge on, each an object: see rep.h. */
void rep_json_moves(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t first);

/* The same for one, whose object is the caller's. */
void rep_json_move(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t edge);

/* "line": the way to a node. */
void rep_json_line(tby_jsonw *w, const tby_trail *t, uint32_t node);

/* Label ("2. Bf4"), note, marks, nags and glyph of an edge; TBY_NONE has
 * none. */
void rep_json_edge(tby_jsonw *w, rep *r, const tby_trail *t, uint32_t edge);

#endif
