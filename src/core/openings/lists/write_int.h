/* write_int.h - what the writers of write.h share. */
#ifndef TBY_CORE_OPENINGS_LISTS_WRITE_INT_H
#define TBY_CORE_OPENINGS_LISTS_WRITE_INT_H

#include "core/openings/lists/write.h"

/* One record each; failures stay in the buffer. */
void tby_openings_put_tsv(tby_buf *out, const tby_opening *o);
void tby_openings_put_scid(tby_buf *out, const tby_opening *o);
void tby_openings_put_json(tby_buf *out, const tby_opening *o);
TBY_MUST_USE tby_rc tby_openings_put_pgn(tby_buf *out, const tby_opening *o);

#endif
