/* info.h - what an engine says while it thinks.
 *
 *     info depth 20 seldepth 28 multipv 1 score cp 35 nodes 912345 pv e2e4 ...
 *
 * Engines err and lie.  Whatever is said here is within range, and the moves
 * are legal. */
#ifndef TBY_ENGINE_INFO_H
#define TBY_ENGINE_INFO_H

#include "tabiya/engine.h"

/* Reads one line about a search of *p.  What is not said is 0, but for `line`,
 * which is 1.  A pv ends before its first illegal move.  False, and *out is
 * untouched, if this is no such line, if a number of it is missing or out of
 * range, or if the first move of its pv is illegal. */
bool tby_engine_info_parse(const tby_pos *p, tby_str line,
                           tby_engine_info *out);

#endif
