/* int.h - what the readers of read.h share. */
#ifndef TBY_CORE_OPENINGS_LISTS_INT_H
#define TBY_CORE_OPENINGS_LISTS_INT_H

#include "core/openings/lists/read.h"

/* One row each: TBY_OK, with r->row judged and told; TBY_DONE; or a code that
 * ends it all.  A row that was refused gives its own error. */
TBY_MUST_USE tby_rc tby_openings_tsv(tby_opening_reader *r);
TBY_MUST_USE tby_rc tby_openings_scid(tby_opening_reader *r);
TBY_MUST_USE tby_rc tby_openings_pgn(tby_opening_reader *r);

/* Tells a fault at a byte of the text; NULL for the sentence of the code. */
void tby_openings_tell(tby_opening_reader *r, tby_severity severity,
                       tby_rc code, size_t at, const char *sentence);

/* Refuses the row that begins at r->begin: counts it, tells it, returns the
 * code. */
TBY_MUST_USE tby_rc tby_openings_refuse(tby_opening_reader *r, tby_rc code,
                                        size_t at, const char *sentence);

/* Judges a row whose texts are parts of r->text and tells what is wrong with
 * it. */
TBY_MUST_USE tby_rc tby_openings_judge(tby_opening_reader *r,
                                       const tby_opening_row *row);

/* The line from `at` on, without its end; *next is where the one after it
 * begins. */
tby_str tby_openings_line(tby_str text, size_t at, size_t *next);

#endif
