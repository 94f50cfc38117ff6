/* import_aliases.h - other spellings of players' names.
 *
 * A file of lines with two columns, a tab between them: a spelling, and the
 * name of the one who is meant.  Empty lines and those that begin with # say
 * nothing. */
#ifndef TBY_WORK_DB_IMPORT_ALIASES_H
#define TBY_WORK_DB_IMPORT_ALIASES_H

#include "core/base/diag.h"

enum { TBY_ALIASES_BYTES = 64 << 20 }; /* of such a file */

typedef struct tby_aliases tby_aliases;

/* Reads a file, packed or not; "-" is standard input.  What is wrong with it is
 * told, and *out is NULL then: names that were half mapped could not be told
 * from others later.  TBY_E_ALIASES, TBY_E_NOMEM, TBY_E_LIMIT, and what reading
 * gives (told, too). */
TBY_MUST_USE tby_rc tby_aliases_read(tby_aliases **out, const char *path,
                                     const tby_diag *diag);
/* NULL is allowed. */
void tby_aliases_close(tby_aliases *a);

/* The name that is meant by a spelling: itself if nothing is said of it. */
tby_str tby_aliases_name(const tby_aliases *a, tby_str spelling);

size_t tby_aliases_n(const tby_aliases *a);

#endif
