/* int.h - what reading and writing of repertoires and of their cards share:
 * how they read a file, and how they tell. */
#ifndef TBY_WORK_REP_INT_H
#define TBY_WORK_REP_INT_H

#include "work/rep/rep.h"

typedef struct tby_rep_teller {
    const tby_rep_listener *listener;
    const char *file;
} tby_rep_teller;

/* Without a text it is the sentence of the code. */
void tby_rep_say(const tby_rep_teller *t, tby_rep_fault fault);

/* The whole file is refused.  Gives rc back; TBY_E_NOMEM is not told. */
tby_rc tby_rep_say_refused(const tby_rep_teller *t, tby_rc rc,
                           const char *text);

/* What a tby_diag hears, whose ctx is a teller. */
void tby_rep_hear(void *teller, const tby_diag_item *item);

/* All of a file, unpacked.  *archived, unless NULL: packed in a way that cannot
 * be written.  What failed has been told. */
TBY_MUST_USE tby_rc tby_rep_read_bytes(const tby_rep_teller *t,
                                       const char *path, tby_buf *bytes,
                                       bool *archived);

#endif
