/* rep_int.h - a repertoire that is looked at and changed, for a page.
 *
 * Nodes are positions and edges are moves (graph.h); their numbers stay as long
 * as it is open.  A board stands on one of the positions; steps and changes are
 * commands that can be undone (edits.h).  A command returns TBY_OK or refuses
 * and then did nothing; TBY_E_NUMBER refuses a node or edge that is not
 * there. */
#ifndef TBY_APP_WASM_REP_INT_H
#define TBY_APP_WASM_REP_INT_H

#include "app/wasm/room.h"
#include "core/rep/line_text.h"
#include "tabiya/rep.h"

enum { REP_ARRAYS = 7 };

typedef struct rep {
    tby_graph graph;
    tby_edits *edits;
    tby_rep_report report;
    uint32_t changes;        /* of all that a page sees but the board */
    uint32_t edition;        /* likewise, but not of coordinates */
    tby_line_text line_text; /* of the graph as it is, if walked */
    bool walked;
    uint32_t arrays[REP_ARRAYS]; /* that the page was given last */
    void *block;                 /* that holds them */
    uint32_t block_n;
} rep;

/* An open one; NULL has been refused. */
static inline rep *tby__rep_of(uint32_t handle)
{
    return tby_wasm_open_one(TBY_WASM_REP, handle);
}

/* To be called when a command was done; gives its result back. */
int32_t tby__rep_changed(rep *r, tby_rc rc);

/* The ways through the graph as it is; NULL: no memory, which has been
 * refused. */
const tby_line_text *tby__rep_line_text(rep *r);

/* Whose repertoire it is, or seems to be. */
tby_color tby__rep_color(const rep *r);

/* Room for arrays that the page looks at, instead of those before; NULL if
 * there is no memory. */
void *tby__rep_block(rep *r, uint32_t size);

static inline bool rep_has_node(const rep *r, uint32_t node)
{
    return node < r->graph.nodes_n && r->graph.nodes[node].alive;
}

static inline bool rep_has_edge(const rep *r, uint32_t edge)
{
    return edge < r->graph.edges_n && r->graph.edges[edge].alive;
}

/* All moves from an edge on, each an object: see rep.h. */
void tby__rep_json_moves(tby_jsonw *w, rep *r, const tby_line_text *t,
                         uint32_t first);

/* The same for one, whose object is the caller's. */
void tby__rep_json_move(tby_jsonw *w, rep *r, const tby_line_text *t,
                        uint32_t edge);

/* Label ("2. Bf4"), note, marks, nags and glyph of an edge; TBY_NONE has
 * none. */
void tby__rep_json_edge(tby_jsonw *w, rep *r, const tby_line_text *t,
                        uint32_t edge);

/* "line": the way to a node. */
void tby__rep_json_line(tby_jsonw *w, const tby_line_text *t, uint32_t node);

#endif
