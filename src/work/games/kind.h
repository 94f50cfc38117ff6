/* kind.h - what a file is that was given where another kind was expected.
 *
 * It shows in the first bytes, never in the name. */
#ifndef TBY_WORK_GAMES_KIND_H
#define TBY_WORK_GAMES_KIND_H

#include "tabiya/base.h"

typedef enum tby_kind_wanted {
    TBY_WANT_GAMES,
    TBY_WANT_REPERTOIRE
} tby_kind_wanted;

/* A sentence that names what begins like this, and the command that takes it;
 * NULL if it may be what is wanted, or nothing is known about it.  More than a
 * few kilobytes make no difference.  The string is static. */
const char *tby_kind_refusal(tby_kind_wanted wanted, tby_str head);

/* There is a control character in the first bytes, as no text has one. */
bool tby_kind_is_binary(tby_str head);

#endif
