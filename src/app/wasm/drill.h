/* drill.h - practising a repertoire, and the cards that remember it, for a
 * page.
 *
 * Times are seconds since 1970, UTC, as Date.now() / 1000. */
#ifndef TBY_APP_WASM_DRILL_H
#define TBY_APP_WASM_DRILL_H

#include "app/wasm/exports.h"

/* --- cards (cards.c) ------------------------------------------------------*/

/* None yet; 0 if there is no memory. */
EXPORT(tby_wasm_cards_new) uint32_t tby_wasm_cards_new(void);
EXPORT(tby_wasm_cards_close) void tby_wasm_cards_close(uint32_t cards);

/* Adds the cards of a file NAME.cards.tsv; of two for one position that with
 * the later review stays, so that two copies are merged by reading both.
 *
 *   {"diagnostics": as in rep.h, "cards": how many there are now,
 *    "refused": lines that hold no card; they are kept and written again} */
EXPORT(tby_wasm_cards_read)
int32_t tby_wasm_cards_read(uint32_t cards, const char *text, uint32_t text_n);

/* The file, a text. */
EXPORT(tby_wasm_cards_write) int32_t tby_wasm_cards_write(uint32_t cards);

/* For plots.  today_end is the second that the person's day ends before; days
 * are at most 3660.
 *
 *   {"cards": 40, "due": now, "days": [due on each day, today and what is
 *     overdue first], "retention": [ten numbers of cards: by the probability,
 *     in tenths, that each is known now], "stability": [cards whose stability
 *     is below a day, a week, 30, 90, 365 days, and others],
 *    "reviews": all, "lapses": all} */
EXPORT(tby_wasm_cards_summary)
int32_t tby_wasm_cards_summary(uint32_t cards, double now, double today_end,
                               uint32_t days);

/* What they say about the nodes of a repertoire, for drawing: the address of
 * two Float32 for each, whether it is due (1 or 0) and the probability that it
 * is known; NaN where nothing is asked.  A position that was never asked is due
 * and not known.  0 if there is no memory or no such thing; valid until the
 * next call about the repertoire. */
EXPORT(tby_wasm_cards_nodes)
const float *tby_wasm_cards_nodes(uint32_t cards, uint32_t rep, double now);

/* --- practice (drill.c) ---------------------------------------------------
 * See tabiya/drill.h.  While it is practised the repertoire must not change and
 * not be closed, nor the cards: TBY_E_HANDLE refuses to go on. */

enum {
    /* what is asked */
    TBY_WASM_DRILL_LINES = 0,
    TBY_WASM_DRILL_ALL = 1,
    TBY_WASM_DRILL_DUE = 2,
    /* where lines begin */
    TBY_WASM_DRILL_CHOICE = 0,
    TBY_WASM_DRILL_ROOT = 4,
    TBY_WASM_DRILL_NODE = 8,
    /* and */
    TBY_WASM_DRILL_IN_ORDER = 16,
    TBY_WASM_DRILL_BLACK = 32 /* the player is Black, else White */
};

/* Opens a drill: `how` is a sum of the above, `node` is for DRILL_NODE, `cards`
 * for DRILL_DUE and 0 otherwise.  The answer is the number of the drill. */
EXPORT(tby_wasm_drill_open)
int32_t tby_wasm_drill_open(uint32_t rep, uint32_t cards, uint32_t how,
                            uint32_t node, uint32_t seed, double now);
EXPORT(tby_wasm_drill_close) void tby_wasm_drill_close(uint32_t drill);

/*   {"turn": "player", "other" or "none" at the end of a line, "node", "fen",
 *    "left": lines or positions, "mistakes", "lines": of DRILL_ALL} */
EXPORT(tby_wasm_drill_state) int32_t tby_wasm_drill_state(uint32_t drill);

/* Begins another line: TBY_OK, TBY_DONE if nothing is left. */
EXPORT(tby_wasm_drill_next) int32_t tby_wasm_drill_next(uint32_t drill);

/* The player's move, in UCI or SAN.  What is not legal is refused with its
 * sentence and counts nothing.
 *
 *   {"right": true, "more_owed": false, the fields of a move; of one that was
 *    right also "edge", "node" where it leads, "label", "note", "marks",
 *    "nags", "glyph" as in rep.h} */
EXPORT(tby_wasm_drill_answer)
int32_t tby_wasm_drill_answer(uint32_t drill, const char *move, uint32_t move_n,
                              double now);

/* The other side's move: the same fields, without "right" and "more_owed". */
EXPORT(tby_wasm_drill_reply) int32_t tby_wasm_drill_reply(uint32_t drill);

/* The right moves: an array of moves with these fields.  The answer will count
 * as helped. */
EXPORT(tby_wasm_drill_hint) int32_t tby_wasm_drill_hint(uint32_t drill);

/* Where mistakes were made:
 * [{"node", "fen", "line": "1. d4 d5", "mistakes", "moves": the right ones}] */
EXPORT(tby_wasm_drill_slips) int32_t tby_wasm_drill_slips(uint32_t drill);

/* Begins again in another order, or with the positions of mistakes only. */
EXPORT(tby_wasm_drill_reset)
int32_t tby_wasm_drill_reset(uint32_t drill, uint32_t seed, double now);
EXPORT(tby_wasm_drill_retry) int32_t tby_wasm_drill_retry(uint32_t drill);

#endif
