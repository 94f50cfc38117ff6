/* tabiya.h - all of libtabiya, and its version. */
#ifndef TBY_TABIYA_H
#define TBY_TABIYA_H

#define TBY_VERSION_MAJOR 0
#define TBY_VERSION_MINOR 1
#define TBY_VERSION_PATCH 0
#define TBY_VERSION_TEXT  "0.1.0"

#include "tabiya/base.h"
#include "tabiya/board.h"
#include "tabiya/buf.h"
#include "tabiya/cards.h"
#include "tabiya/classify.h"
#include "tabiya/codes.h"
#include "tabiya/ctree.h"
#include "tabiya/diag.h"
#include "tabiya/diff.h"
#include "tabiya/drill.h"
#include "tabiya/edits.h"
#include "tabiya/endgame.h"
#include "tabiya/eval.h"
#include "tabiya/facts.h"
#include "tabiya/families.h"
#include "tabiya/family.h"
#include "tabiya/fen.h"
#include "tabiya/game.h"
#include "tabiya/gamebin.h"
#include "tabiya/graph.h"
#include "tabiya/jsonl.h"
#include "tabiya/key.h"
#include "tabiya/layout.h"
#include "tabiya/limits.h"
#include "tabiya/line.h"
#include "tabiya/lines.h"
#include "tabiya/merge.h"
#include "tabiya/move.h"
#include "tabiya/moves.h"
#include "tabiya/names.h"
#include "tabiya/openings.h"
#include "tabiya/outcome.h"
#include "tabiya/perft.h"
#include "tabiya/pgn.h"
#include "tabiya/polyglot.h"
#include "tabiya/pos.h"
#include "tabiya/rc.h"
#include "tabiya/record.h"
#include "tabiya/relations.h"
#include "tabiya/rep.h"
#include "tabiya/rep_pgn.h"
#include "tabiya/san.h"
#include "tabiya/schedule.h"
#include "tabiya/search.h"
#include "tabiya/setup.h"
#include "tabiya/shortest.h"
#include "tabiya/syzygy.h"
#include "tabiya/track_game.h"
#include "tabiya/tree.h"
#include "tabiya/uci.h"
#include "tabiya/verdict.h"
#include "tabiya/walk.h"
#include "tabiya/winnable.h"

TBY_BEGIN

/* The version of the library that is linked, which may be newer than the
 * header. */
TBY_API const char *tby_version(void);

TBY_END

#endif
