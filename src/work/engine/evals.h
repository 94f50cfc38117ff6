/* evals.h - what engines have found before, in a file: docs/formats/evals.md.
 *
 * One file serves every engine and limit: a number made of them stands with
 * each evaluation.  What is found is appended at once, so that a program that
 * is killed loses nothing; what is damaged is passed over. */
#ifndef TBY_WORK_ENGINE_EVALS_H
#define TBY_WORK_ENGINE_EVALS_H

#include "core/base/hashmap.h"
#include "core/game/judge.h"

enum { TBY_EVALS_MOST = 1 << 20 }; /* in the file; then the older half goes */

typedef struct tby_evals {
    char *path; /* NULL: nothing is written */
    uint64_t about;
    size_t in_file;
    tby_keyset keys;       /* of the positions ... */
    tby_found_eval *found; /* ... and what was found, by number */
    size_t cap;
} tby_evals;

/* Reads what the file has about an engine and a limit; a file that is not
 * there is made.  NULL keeps all in memory.  TBY_E_NOMEM, TBY_E_IO_...;
 * TBY_E_FILE_KIND: it is another file.  Close it in any case. */
TBY_MUST_USE tby_rc tby_evals_open(tby_evals *e, const char *path,
                                   uint64_t about);
void tby_evals_close(tby_evals *e);

/* False if it is not known.  The line is legal here, whatever the file says:
 * what is not is cut off. */
bool tby_evals_find(const tby_evals *e, const tby_pos *p, tby_found_eval *out);

/* TBY_E_NOMEM, TBY_E_IO_WRITE. */
TBY_MUST_USE tby_rc tby_evals_add(tby_evals *e, const tby_pos *p,
                                  const tby_found_eval *found);

#endif
