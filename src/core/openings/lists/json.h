/* json.h - an opening as JSON, the same in every answer. */
#ifndef TBY_CORE_OPENINGS_LISTS_JSON_H
#define TBY_CORE_OPENINGS_LISTS_JSON_H

#include "core/base/jsonw.h"
#include "tabiya/openings.h"

/* The members code, name, source, root_source (of interpolated records), scid,
 * eco_root, ply, moves, uci, fen and aliases of an object that is open; what is
 * not known is null. */
void tby_opening_json(tby_jsonw *w, const tby_opening *o);

#endif
