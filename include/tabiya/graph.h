/* graph.h - a repertoire: positions joined by moves, transpositions merged.
 *
 * Nodes are positions, edges are moves; both are addressed by a number that
 * stays the same as long as the graph lives, and nodes also by their position.
 * Cycles, several roots and positions without a move are ordinary.
 *
 * An edge that is removed keeps its place in memory and its neighbours, so
 * that it can be put back exactly where it was: that is what undo is made of
 * (edits.h).  The fields may be read; only the functions of this library write
 * them. */
#ifndef TBY_GRAPH_H
#define TBY_GRAPH_H

#include "tabiya/eval.h"
#include "tabiya/pos.h"

typedef struct tby_node {
    tby_pos pos; /* the counters are those it was first given with */
    uint32_t first_out, last_out, out_n; /* edges in the order they came */
    uint32_t first_in, last_in, in_n;
    double x, y; /* if placed */
    tby_eval eval;
    bool placed;
    bool alive;
} tby_node;

typedef struct tby_edge {
    uint32_t from, to;
    uint32_t next_out, prev_out; /* among those of `from` */
    uint32_t next_in, prev_in;   /* among those of `to` */
    tby_move move;
    bool alive;
    tby_span note;      /* annotation: one line of UTF-8 */
    uint32_t note_room; /* bytes that it may grow to where it is, or 0 */
    tby_span nags;      /* one byte each, in the order they were given */
} tby_edge;

typedef struct tby_graph {
    tby_alloc alloc;
    char *text; /* of titles, annotations and comments */
    size_t text_n, text_cap;
    tby_span title;
    bool has_color;
    tby_color color;  /* whose repertoire it is */
    unsigned version; /* of the file it was read from: 2 to 5; 0: none */
    tby_node *nodes;
    size_t nodes_n, nodes_cap; /* the dead count too */
    tby_edge *edges;
    size_t edges_n, edges_cap;
    uint32_t nodes_alive, edges_alive;
    tby_span *loose; /* comments that belong to no move */
    size_t loose_n, loose_cap;
    uint32_t *slots; /* nodes by position */
    size_t slots_n;
} tby_graph;

TBY_BEGIN

/* An empty graph; alloc NULL is the C library's. */
TBY_API void tby_graph_init(tby_graph *g, const tby_alloc *alloc);
TBY_API void tby_graph_free(tby_graph *g);

static inline tby_str tby_graph_text(const tby_graph *g, tby_span s)
{
    tby_str slice = {s.n ? g->text + s.at : "", s.n};

    return slice;
}

/* The node of a position, TBY_NONE if it has none.  Counters do not matter. */
TBY_API uint32_t tby_graph_find(const tby_graph *g, const tby_pos *pos);

/* The edge of a move from a node, TBY_NONE if there is none. */
TBY_API uint32_t tby_graph_edge(const tby_graph *g, uint32_t from,
                                tby_move move);

/* --- building -------------------------------------------------------------
 * TBY_E_NOMEM and TBY_E_LIMIT (limits.h) leave the graph as it was. */

/* The node of a position, made if there is none. */
TBY_API TBY_MUST_USE tby_rc tby_graph_add_node(tby_graph *g, const tby_pos *pos,
                                               uint32_t *node);

/* The edge of a move, which must be legal, made if there is none; the position
 * it leads to as well.  *made (unless NULL) says whether the edge is new. */
TBY_API TBY_MUST_USE tby_rc tby_graph_add_edge(tby_graph *g, uint32_t from,
                                               tby_move move, uint32_t *edge,
                                               bool *made);

/* Texts are copied.  White space and line breaks at their ends go, and those
 * inside become one space each: an annotation is one line of a file. */
TBY_API TBY_MUST_USE tby_rc tby_graph_set_title(tby_graph *g, tby_str title);
TBY_API TBY_MUST_USE tby_rc tby_graph_set_note(tby_graph *g, uint32_t edge,
                                               tby_str text);

/* Gives a move back an annotation that it had before. */
TBY_API void tby_graph_restore_note(tby_graph *g, uint32_t edge, tby_span note);

/* Joins a text to the annotation or the title, `separator` between them; one
 * that is there already, as a whole or as a part between separators, is not
 * added again. */
TBY_API TBY_MUST_USE tby_rc tby_graph_join_note(tby_graph *g, uint32_t edge,
                                                tby_str text,
                                                tby_str separator);
TBY_API TBY_MUST_USE tby_rc tby_graph_join_title(tby_graph *g, tby_str text,
                                                 tby_str separator);

/* Adds a glyph that the move does not have yet; 0 is none and is left out. */
TBY_API TBY_MUST_USE tby_rc tby_graph_add_nag(tby_graph *g, uint32_t edge,
                                              uint8_t nag);
TBY_API TBY_MUST_USE tby_rc tby_graph_set_nags(tby_graph *g, uint32_t edge,
                                               tby_str nags);

/* A comment that belongs to no move. */
TBY_API TBY_MUST_USE tby_rc tby_graph_add_loose(tby_graph *g, tby_str text);

/* Whose repertoire it is; where a node is drawn; what it is worth. */
TBY_API void tby_graph_set_color(tby_graph *g, tby_color color);
TBY_API void tby_graph_place(tby_graph *g, uint32_t node, double x, double y);
TBY_API void tby_graph_unplace(tby_graph *g, uint32_t node);
TBY_API void tby_graph_set_eval(tby_graph *g, uint32_t node, tby_eval eval);

/* --- taking away ----------------------------------------------------------*/

/* Takes an edge out.  Nodes are not touched, not even those left alone. */
TBY_API void tby_graph_unlink(tby_graph *g, uint32_t edge);

/* Puts it back where it was.  Exact if what was done since was undone, last
 * first. */
TBY_API void tby_graph_relink(tby_graph *g, uint32_t edge);

/* Takes out a node without edges, and puts it back. */
TBY_API void tby_graph_drop_node(tby_graph *g, uint32_t node);
TBY_API void tby_graph_revive_node(tby_graph *g, uint32_t node);

/* --- comparing ------------------------------------------------------------*/

/* Same title, colour, positions, moves in the same order at each position,
 * annotations, glyphs, evaluations, coordinates (to a tenth) and loose
 * comments, whatever the numbers of nodes and edges.  TBY_OK: equal; TBY_DONE:
 * not. */
TBY_API TBY_MUST_USE tby_rc tby_graph_compare(const tby_graph *a,
                                              const tby_graph *b);

TBY_END

#endif
