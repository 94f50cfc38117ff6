/* names.h - how names are compiled, beyond tabiya/names.h. */
#ifndef TBY_CORE_OPENINGS_NAMES_H
#define TBY_CORE_OPENINGS_NAMES_H

#include "core/base/buf.h"
#include "tabiya/names.h"

/* Appends the table as a block to *out, which must be empty.  The same records
 * give the same bytes whatever their order.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_names_compile(const tby_openings *t, tby_buf *out);

#endif
