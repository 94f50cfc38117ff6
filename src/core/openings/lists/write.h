/* write.h - a table of openings as text. */
#ifndef TBY_CORE_OPENINGS_LISTS_WRITE_H
#define TBY_CORE_OPENINGS_LISTS_WRITE_H

#include "core/base/buf.h"
#include "core/base/jsonw.h"
#include "core/openings/lists/read.h"

/* The line of an opening, "" if it is not known; the second writes e2e4 c7c5.
 * Like snprintf(): a result >= cap means that buf was too small. */
enum { TBY_OPENING_MOVES_TEXT = TBY_OPENING_PLIES * 16 };
size_t tby_opening_write_moves(const tby_opening *o, tby_row_layout layout,
                               char *buf, size_t cap);
size_t tby_opening_write_uci(const tby_opening *o, char *buf, size_t cap);

/* The four fields of a FEN that make a position. */
size_t tby_opening_write_epd(const tby_opening *o, char *buf, size_t cap);

/* An opening as JSON, the same in every answer: the members code, name, source,
 * root_source (of interpolated records), scid, eco_root, ply, moves, uci, fen
 * and aliases of an object that is open; what is not known is null. */
void tby_opening_json(tby_jsonw *w, const tby_opening *o);

/* Can the format hold this record?  scid.eco has no entry without a code or
 * without moves. */
bool tby_openings_can_write(tby_openings_format format, const tby_opening *o);

/* Appends the table to *out, sorted by code, name and line, without what the
 * format cannot hold; of one category 'A' to 'E', or all of it with '\0'.
 *   TSV   eco, name, pgn, uci, epd, with titles
 *   SCID  the finer code where it fits the code
 *   PGN   tags ECO, Opening, Variation, SubVariation; a record whose line is
 *         not known as a set-up position
 *   JSON  eco.json: an object of records by FEN
 * TBY_E_OPENING_FORMAT for any other; TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_openings_write(const tby_openings *t,
                                       tby_openings_format format,
                                       char category, tby_buf *out);

#endif
