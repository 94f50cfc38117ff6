/* csp_hashes.h - which scripts and styles inside of the page are its own. */
#ifndef TBY_APP_SERVER_HTTP_CSP_HASHES_H
#define TBY_APP_SERVER_HTTP_CSP_HASHES_H

#include "tabiya/base.h"

enum {
    INLINED_SUM = 53, /* 'sha256-', 44 characters of base64, and quotes */
    INLINED_MOST = 4,
    INLINED_ROOM = INLINED_MOST * (INLINED_SUM + 1) + 1
};

/* The sums as a policy has them, a space before each.  False, and "", if one is
 * not well formed or there are too many: a policy is no place for guesses. */
bool tby__csp_hashes_read(tby_str text, char sums[INLINED_ROOM]);

/* The same out of inline.txt, which the build puts beside the page. */
void tby__csp_hashes_load(const char *folder, char sums[INLINED_ROOM]);

#endif
