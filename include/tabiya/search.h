/* search.h - openings found by what a player types.
 *
 * A text is words of a name in any order, whole or begun, in any case, with or
 * without accents, in the spellings that are met (Gruenfeld, Defence,
 * Petroff, Aljechin), abbreviated (QGD, KID) or by another name of the same
 * (Spanish for Ruy Lopez); one letter wrong in a word of five or more is
 * forgiven.  A code or range of codes (B90, B9, B90-B99) narrows it or stands
 * alone.  Moves are no name: words that are all moves find nothing.
 *
 * The best comes first: the name itself, then what lacks only words such as
 * Defense, names that begin with the words, names that have them in their
 * family, names whose last part they are, the others.  Among equals a name
 * that more positions bear, its variations' included, comes before a name that
 * fewer bear, and so a family before its variations; then the shorter name,
 * the shorter line, the code and the alphabet decide. */
#ifndef TBY_SEARCH_H
#define TBY_SEARCH_H

#include "tabiya/names.h"

/* The words of all names. */
typedef struct tby_search tby_search;

/* How a text is searched for; to be or-ed. */
enum {
    TBY_SEARCH_COMPLETE = 1, /* the last word may not have been typed wholly */
    TBY_SEARCH_ALL = 2       /* every position, not every name */
};

typedef struct tby_search_hit {
    uint32_t entry;     /* of the names; the shortest line to a name */
    uint32_t positions; /* that bear the name; 1 if all are listed */
    tby_str alias;      /* what matched, if it was not the name; else empty */
} tby_search_hit;

TBY_BEGIN

/* Reads all names.  The block of the names must stay where it is.  alloc NULL
 * is the C library's.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_search_open(tby_search **out,
                                            const tby_names *names,
                                            const tby_alloc *alloc);
/* NULL is allowed. */
TBY_API void tby_search_close(tby_search *s);

/* Writes the best `room` hits and the number of all to *found.  TBY_E_NOMEM,
 * or TBY_E_LIMIT for a text of more words than any name has. */
TBY_API TBY_MUST_USE tby_rc tby_search_find(const tby_search *s, tby_str text,
                                            unsigned flags, tby_search_hit *out,
                                            size_t room, size_t *found);

TBY_END

#endif
