/* codes.h - ranges of ECO codes: B90, B9, B9*, B, B90-B99, B90 - 99, A..C. */
#ifndef TBY_CODES_H
#define TBY_CODES_H

#include "tabiya/base.h"

/* Numbers as tby_eco_index() gives them; both belong to the range. */
typedef struct tby_codes {
    uint16_t from, to;
} tby_codes;

TBY_BEGIN

/* Reads a code or range in letters of either case, nothing beside it; false
 * for what is none or begins after its end. */
TBY_API bool tby_codes_parse(tby_str text, tby_codes *out);

/* Is the code in the range?  An empty code is in none. */
TBY_API bool tby_codes_have(tby_codes range, const char *code);

TBY_END

#endif
