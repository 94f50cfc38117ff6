/* told.h - what a reader tells, on its way into an answer. */
#ifndef TBY_APP_WASM_TOLD_H
#define TBY_APP_WASM_TOLD_H

#include "app/wasm/room.h"
#include "core/base/diag.h"

/* An answer that is an open object, of which the first member is an array of
 * what was told. */
typedef struct told {
    tby_jsonw *w;
    uint64_t count[TBY_ERROR + 1]; /* by severity */
    uint64_t listed;
} told;

/* Begins the answer and the array, whose elements come by the sink. */
void told_begin(told *t);
tby_diag told_sink(told *t);

/* Ends the array. */
void told_end(told *t);

/* Ends the answer.  If rc is an error, it has the members of a refusal, too,
 * and rc is the result. */
int32_t told_answer(told *t, tby_rc rc);

#endif
