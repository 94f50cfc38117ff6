/* jsonl.h - lines of JSON for the rooms that have a buffer. */
#ifndef TBY_CORE_GAME_JSONL_H
#define TBY_CORE_GAME_JSONL_H

#include "core/base/buf.h"
#include "tabiya/jsonl.h"
#include "tabiya/limits.h"

/* Appends the line of a game.  If it fails, nothing was added. */
TBY_MUST_USE tby_rc tby_jsonl_put(const tby_game *g, tby_buf *out);

#endif
