/* svg.h - a graph as a picture.
 *
 * One file that any browser and most programs for drawings open, in light and
 * in dark.  It says nothing about chess but the colours of its nodes. */
#ifndef TBY_CORE_REP_LAYOUT_SVG_H
#define TBY_CORE_REP_LAYOUT_SVG_H

#include "core/base/buf.h"
#include "tabiya/layout.h"

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
