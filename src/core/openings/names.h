/* names.h - how names are compiled, and what a position without a name
 * inherits. */
#ifndef TBY_CORE_OPENINGS_NAMES_H
#define TBY_CORE_OPENINGS_NAMES_H

#include "core/base/buf.h"
#include "core/base/jsonw.h"
#include "tabiya/names.h"

/* Appends the table as a block to *out, which must be empty.  The same records
 * give the same bytes whatever their order.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_names_compile(const tby_openings *t, tby_buf *out);

typedef struct tby_last_named {
    uint32_t
        entry;   /* of the names; TBY_NAMES_NONE: nothing on the way has one */
    size_t ply;  /* moves of the way before the position it is of */
    tby_pos pos; /* that position */
    const tby_move *then; /* the moves since, of the way that was given; */
    size_t then_n;        /* none: the name is the position's own */
} tby_last_named;

/* Of the position that n moves lead to.  A position without a way to it is
 * n = 0, and inherits nothing. */
tby_last_named tby_names_last_named(const tby_names *b, const tby_pos *from,
                                    const tby_move *moves, size_t n);

/* Is it the name of an earlier position? */
static inline bool tby_last_named_inherited(const tby_last_named *l)
{
    return l->entry != TBY_NAMES_NONE && l->then_n > 0;
}

/* The members "inherited": true or false, and "then": "3. e3 c5" or null. */
void tby_last_named_json(tby_jsonw *w, const tby_last_named *l);

/* The moves since as text: "3. e3 c5". */
void tby_last_named_then(const tby_last_named *l, tby_buf *out);

#endif
