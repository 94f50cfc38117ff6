/* drawing.h - coordinates for the positions of a repertoire, and a picture of
 * it: one file that any browser opens, in light and in dark. */
#ifndef TBY_CORE_REP_LAYOUT_DRAWING_H
#define TBY_CORE_REP_LAYOUT_DRAWING_H

#include "core/base/buf.h"
#include "core/base/grow.h"
#include "tabiya/graph.h"
#include "tabiya/layout.h"
#include "tabiya/walk.h"

/* A repertoire as tby_layout() wants it.  Nodes are numbered in the order of
 * the walk, so that the same file gives the same picture however the graph in
 * memory came about. */
typedef struct tby_drawing {
    tby_walk walk;          /* number -> node is walk.order */
    tby_layout_graph graph; /* its arrays are those below */
    uint32_t *from, *to;
    tby_point *before; /* where each node is now, if it is placed */
    bool *had_place;
    tby_arena arena; /* has the arrays */
} tby_drawing;

/* TBY_E_NOMEM.  alloc NULL is the C library's.  Valid until the graph
 * changes. */
TBY_MUST_USE tby_rc tby_drawing_open(tby_drawing *p, const tby_graph *g,
                                     const tby_alloc *alloc);
void tby_drawing_close(tby_drawing *p);

/* Enters a point for each number. */
void tby_drawing_place(const tby_drawing *p, tby_graph *g, const tby_point *at);

/* Places every position; with `keep`, those that have a place stay near it.
 * watch and alloc may be NULL.  TBY_E_NOMEM, TBY_E_LIMIT: nothing was moved. */
TBY_MUST_USE tby_rc tby_graph_lay_out(tby_graph *g, bool keep,
                                      const tby_layout_watch *watch,
                                      const tby_alloc *alloc);

/* Adds an SVG of the graph, drawn where its positions are placed (those that
 * are not, at the corner), with the moves in SAN; FEN, evaluation and
 * annotation are shown when pointed at.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_graph_draw(const tby_graph *g, tby_buf *out,
                                   const tby_alloc *alloc);

/* How a node looks: each kind has a colour and a ring of its own. */
typedef enum tby_svg_kind {
    TBY_SVG_WHITE_MOVES, /* dark grey */
    TBY_SVG_BLACK_MOVES, /* light grey */
    TBY_SVG_EVALUATED,   /* red */
    TBY_SVG_START,       /* blue, larger */
    TBY_SVG_KINDS
} tby_svg_kind;

/* Texts may be empty, and may hold anything: what is not UTF-8 or no character
 * of XML becomes U+FFFD. */
typedef struct tby_svg_node {
    tby_point at;
    tby_svg_kind kind;
    tby_str label; /* above the node */
    tby_str hint;  /* shown when pointed at */
} tby_svg_node;

typedef struct tby_svg_edge {
    uint32_t from, to;  /* nodes */
    bool transposition; /* in a second colour */
    tby_str label;      /* on the line */
    tby_str hint;
} tby_svg_edge;

typedef struct tby_svg_picture {
    tby_str title;
    const tby_svg_node *nodes;
    size_t nodes_n;
    const tby_svg_edge *edges;
    size_t edges_n;
} tby_svg_picture;

/* Adds the whole file; see b->rc. */
void tby_svg_write(tby_buf *b, const tby_svg_picture *picture);

#endif
