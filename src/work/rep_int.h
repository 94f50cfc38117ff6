/* rep_int.h - what reading and writing of repertoires share: how they tell. */
#ifndef TBY_WORK_REP_INT_H
#define TBY_WORK_REP_INT_H

#include "work/rep.h"

typedef struct tby_rep_teller {
    const tby_rep_listener *listener;
    const char *file;
} tby_rep_teller;

/* Without a text it is the sentence of the code. */
void tby_rep_say(const tby_rep_teller *t, tby_rep_fault fault);

/* The whole file is refused.  Gives rc back; TBY_E_NOMEM is not told. */
tby_rc tby_rep_say_refused(const tby_rep_teller *t, tby_rc rc,
                           const char *text);

#endif
