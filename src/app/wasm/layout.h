/* layout.h - where to draw the positions of a repertoire, for a page.
 *
 * The module of the page takes the graph out and puts the coordinates in; the
 * work between is done by another, layout.wasm, in a worker, which sees numbers
 * only and has nothing but layout_run() and memory:
 *
 *   page     rep_drawing()            copies of the arrays go to the worker
 *   worker   layout_run(..., work)    again and again, for more work each time:
 *                                     every result goes back to the page
 *   page     rep_place()              with each of them
 *
 * A first picture with work = 1000000 takes a few milliseconds; 0 is as much as
 * pays for a graph of this size, and gives the coordinates that `tabiya rep
 * layout` gives. */
#ifndef TBY_APP_WASM_LAYOUT_H
#define TBY_APP_WASM_LAYOUT_H

#include "app/wasm/exports.h"

/* The address of six numbers u32, 0 if there is no memory.  Valid until the
 * next call about this repertoire.
 *
 *   0  nodes to place; only here are they numbered from 0 without gaps
 *   1  edges
 *   2  Uint32, the node of the repertoire that each is
 *   3  Uint32, where each edge comes from
 *   4  Uint32, and where it leads
 *   5  Float32, x and y of each node; NaN where it has no place */
EXPORT(tby_wasm_rep_drawing) const uint32_t *tby_wasm_rep_drawing(uint32_t rep);

/* Writes x and y of every node over `xy`.  Nodes that had a place there stay
 * near it, and only the others are moved about: fill it with NaN to lay all of
 * it out anew.  TBY_OK or a code, with xy as it was; what the code means is
 * known to the page. */
EXPORT(tby_wasm_layout_run)
int32_t tby_wasm_layout_run(uint32_t nodes, uint32_t edges,
                            const uint32_t *from, const uint32_t *to, float *xy,
                            uint32_t work);

/* Places n nodes of the repertoire; those that are gone are passed over.  No
 * command: undo brings a node back where it was. */
EXPORT(tby_wasm_rep_place)
int32_t tby_wasm_rep_place(uint32_t rep, const uint32_t *nodes, const float *xy,
                           uint32_t n);

#endif
