/* cards.h - the text of a file of cards (docs/formats/cards.md), read and
 * written. */
#ifndef TBY_CORE_REP_DRILL_CARDS_H
#define TBY_CORE_REP_DRILL_CARDS_H

#include "core/base/buf.h"
#include "core/base/diag.h"
#include "tabiya/cards.h"

/* Merges the cards of a text into *c.  A line that holds no card is told to
 * diag (which may be NULL), counted in *refused, and kept as it is for writing,
 * once if it comes again.  A text without the version line is told and refused
 * as a whole with TBY_E_CARDS_VERSION; an empty text has no cards. TBY_E_LIMIT,
 * TBY_E_NOMEM.  After a failure the file must not be written over. */
TBY_MUST_USE tby_rc tby_cards_read(tby_cards *c, tby_str text,
                                   const tby_diag *diag, uint64_t *refused);

/* Appends the file: version line, cards by key, lines that were refused. */
TBY_MUST_USE tby_rc tby_cards_write(const tby_cards *c, tby_buf *out);

#endif
