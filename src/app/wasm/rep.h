/* rep.h - a repertoire that is looked at and changed, for a page.
 *
 * Nodes are positions and edges are moves (graph.h); their numbers stay as long
 * as it is open.  A board stands on one of the positions; steps and changes are
 * commands that can be undone (edits.h).  A command returns TBY_OK or refuses
 * and then did nothing; TBY_E_NUMBER refuses a node or edge that is not
 * there. */
#ifndef TBY_APP_WASM_REP_H
#define TBY_APP_WASM_REP_H

#include "app/wasm/exports.h"

/* --- opening and writing (rep.c) ------------------------------------------*/

/* An empty one, for nobody (0), White (1) or Black (2); 0 if there is no
 * memory. */
EXPORT(tby_wasm_rep_new) uint32_t tby_wasm_rep_new(uint32_t color);
EXPORT(tby_wasm_rep_close) void tby_wasm_rep_close(uint32_t rep);

/* A file of version 2 to 5, or a PGN, whose games become one repertoire:
 *
 *   {"diagnostics": [{"severity": "error", "line": 7, "column": 1,
 *                     "code": machine name, "message": sentence}],
 *    "format": "repertoire" or "pgn", "errors": 1, "warnings": 0,
 *    "rep": the handle, "games": of a PGN that were used, or null,
 *    "had_title": true, "had_color": true}
 *
 * What is sound is read.  At most TBY_WASM_DIAGNOSTICS are listed, the others
 * only counted.  A refusal has "diagnostics" too, and nothing is open then. */
EXPORT(tby_wasm_rep_open)
int32_t tby_wasm_rep_open(const char *text, uint32_t text_n);

#define TBY_WASM_DIAGNOSTICS 1000

/* The same, but adds what is read to a repertoire, as one command: moves,
 * annotations and titles join, coordinates and evaluations are left out.  The
 * answer has no "rep". */
EXPORT(tby_wasm_rep_merge)
int32_t tby_wasm_rep_merge(uint32_t rep, const char *text, uint32_t text_n);

/* The file, a text: version 4 or 5, 0 for the one it was read from if that can
 * be written.  A colour that is not known is guessed. */
EXPORT(tby_wasm_rep_write)
int32_t tby_wasm_rep_write(uint32_t rep, uint32_t version);

/* As PGN, a text: one game with variations, or one for each line; with
 * `unroll`, what follows a transposition is written each time. */
EXPORT(tby_wasm_rep_pgn)
int32_t tby_wasm_rep_pgn(uint32_t rep, uint32_t lines, uint32_t unroll);

/* As a picture, a text of SVG, drawn where positions are placed. */
PROBE(tby_wasm_rep_svg) int32_t tby_wasm_rep_svg(uint32_t handle);

/* --- looking (rep_look.c) -------------------------------------------------*/

/*   {"title": "", "color": "white", "color_known": true, "version": 5 or null,
 *    "nodes": 42, "edges": 44, "node": of the board or null, "fen": its FEN,
 *    "can_undo": false, "can_redo": false, "done": grows with each entry of the
 *    log and falls with undo, "errors": lines that were refused when it was
 *    read, "changes": a number that changes with it} */
EXPORT(tby_wasm_rep_state) int32_t tby_wasm_rep_state(uint32_t rep);

/* What facts.h counts, by the names that `tabiya --json rep info` uses. */
EXPORT(tby_wasm_rep_facts) int32_t tby_wasm_rep_facts(uint32_t rep);

/* One position; -1 is that of the board, which may have no node yet:
 *
 *   {"node": 3, "fen", "key", "turn", "own": its side's turn, "line":
 *    "1. d4 d5", "eval": null or {"text": "white +0.35", "side": "white",
 *    "cp": 35 or null, "mate": 5 or null; both White's view},
 *    "x": 0.0 or null, "y",
 *    "moves": [{the fields of a move, "edge", "node": where it leads, "label":
 *      "2. Bf4", "note": without commands such as [%cal Gc8f5], "marks": these,
 *      "nags": [1], "glyph": "!", "transposition", "own"}],
 *    "parents": [{"edge", "node": where it comes from, "san", "label", "note",
 *      "marks", "nags", "glyph"}]} */
EXPORT(tby_wasm_rep_node)
int32_t tby_wasm_rep_node(uint32_t rep, uint32_t node);

/* The shortest way from a root to a node:
 * [{"node": after the move, "edge", "uci", "san", "label": "1. d4"}] */
EXPORT(tby_wasm_rep_path)
int32_t tby_wasm_rep_path(uint32_t rep, uint32_t node);

/* Positions in the order of a reader, depth first, `count` of them from number
 * `first` on:
 *
 *   {"total": 42, "rows": [{"node", "edge": that it is reached by or null,
 *     "ply": half-moves from the start, "label": "2. Bf4" or "", "note",
 *     "marks", "nags", "glyph", "moves": how many go on, "ways": how many lead
 * there}]} */
PROBE(tby_wasm_rep_outline)
int32_t tby_wasm_rep_outline(uint32_t handle, uint32_t first, uint32_t count);

/* The FENs of all nodes, a text: one in each line, in their order; those of the
 * dead are empty. */
EXPORT(tby_wasm_rep_fens) int32_t tby_wasm_rep_fens(uint32_t rep);

/* The node of a position, written as line.h says; -1 if it is not there. */
EXPORT(tby_wasm_rep_find)
int32_t tby_wasm_rep_find(uint32_t rep, const char *text, uint32_t text_n);

/* All of it at once, for drawing: the address of seven numbers u32, 0 if there
 * is no memory.  Valid until the next call about this repertoire.
 *
 *   0  nodes, the dead included: the lengths of the arrays
 *   1  edges
 *   2  Float32, x and y of each node; NaN where it has no place
 *   3  Uint8, TBY_WASM_NODE_... of each node
 *   4  Uint32, the node that each edge comes from
 *   5  Uint32, and where it leads
 *   6  Uint8, TBY_WASM_EDGE_... of each edge */
EXPORT(tby_wasm_rep_arrays) const uint32_t *tby_wasm_rep_arrays(uint32_t rep);

enum {
    TBY_WASM_NODE_ALIVE = 1,
    TBY_WASM_NODE_CURRENT = 2,
    TBY_WASM_NODE_ROOT = 4,    /* no move leads there, or none from a root */
    TBY_WASM_NODE_START = 8,   /* of the game */
    TBY_WASM_NODE_JUDGED = 16, /* has an evaluation */
    TBY_WASM_NODE_BLACK = 32,  /* Black is to move */
    TBY_WASM_NODE_LEAF = 64,   /* no move goes on */
    TBY_WASM_NODE_JOINT = 128  /* several moves lead there */
};

enum {
    TBY_WASM_EDGE_ALIVE = 1,
    TBY_WASM_EDGE_TRANSPOSITION = 2, /* its position was met by another */
    TBY_WASM_EDGE_OWN = 4,           /* of the side whose repertoire it is */
    TBY_WASM_EDGE_NOTED = 8          /* has an annotation */
};

/* --- commands (rep_edit.c) ------------------------------------------------*/

/* Plays a move from the board, in UCI or SAN; the note becomes the annotation
 * of a new move and is joined to that of an old one. */
EXPORT(tby_wasm_rep_play)
int32_t tby_wasm_rep_play(uint32_t rep, const char *move, uint32_t move_n,
                          const char *note, uint32_t note_n);

/* Stands the board on a node; -1 is the starting position. */
EXPORT(tby_wasm_rep_go) int32_t tby_wasm_rep_go(uint32_t rep, uint32_t node);

/* Removes a move and what can then no longer be reached. */
EXPORT(tby_wasm_rep_remove)
int32_t tby_wasm_rep_remove(uint32_t rep, uint32_t edge);

/* Removes everything but title and colour. */
EXPORT(tby_wasm_rep_clear) int32_t tby_wasm_rep_clear(uint32_t rep);

/* What a person reads of the annotation; its marks stay. */
EXPORT(tby_wasm_rep_set_note)
int32_t tby_wasm_rep_set_note(uint32_t rep, uint32_t edge, const char *text,
                              uint32_t text_n);
/* One byte for each glyph: 1 is !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!. */
EXPORT(tby_wasm_rep_set_nags)
int32_t tby_wasm_rep_set_nags(uint32_t rep, uint32_t edge, const char *nags,
                              uint32_t nags_n);
/* As repertoires write it (`white +0.35`, `black M3`) or as PGN does (`0.35`,
 * `#-3`); "" takes it away. */
EXPORT(tby_wasm_rep_set_eval)
int32_t tby_wasm_rep_set_eval(uint32_t rep, uint32_t node, const char *text,
                              uint32_t text_n);
EXPORT(tby_wasm_rep_set_title)
int32_t tby_wasm_rep_set_title(uint32_t rep, const char *text, uint32_t text_n);
/* 0 is White, 1 Black. */
EXPORT(tby_wasm_rep_set_color)
int32_t tby_wasm_rep_set_color(uint32_t rep, uint32_t color);

/* One command back or forth; TBY_DONE if there is none. */
EXPORT(tby_wasm_rep_undo) int32_t tby_wasm_rep_undo(uint32_t rep);
EXPORT(tby_wasm_rep_redo) int32_t tby_wasm_rep_redo(uint32_t rep);

#endif
