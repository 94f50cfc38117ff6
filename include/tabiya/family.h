/* family.h - what the name of an opening says: its family, its variation, and
 * the variations of that.
 *
 *   Sicilian Defense: Najdorf Variation, English Attack     lichess
 *   Sicilian: Najdorf, 6.Be3                                Scid
 *   Dutch Defence, Bladel Variation Open, 2.c4 g6           Wikipedia
 *   Caro-Kann - Botvinnik-Carls Defense - 4. c3
 *
 * Colons, commas and dashes between spaces part a name, unless they stand in
 * parentheses.  All results are slices of the name. */
#ifndef TBY_FAMILY_H
#define TBY_FAMILY_H

#include "tabiya/base.h"

typedef struct tby_name_parts {
    tby_str family;    /* "Sicilian Defense" */
    tby_str variation; /* "Najdorf Variation", or empty */
    tby_str rest;      /* "English Attack, ...": what follows, or empty */
} tby_name_parts;

TBY_BEGIN

/* The parts of a name, which must outlive them. */
TBY_API tby_name_parts tby_name_split(tby_str name);

/* Takes the next part off *rest, which may start as a whole name or as the
 * rest of one: false when there is none. */
TBY_API bool tby_name_next(tby_str *rest, tby_str *part);

/* What a family is counted under whatever a source calls it: "Sicilian" for
 * Sicilian Defense, Sicilian Defence and Sicilian.  Where White plays an
 * opening of the same name, Defense stays: "English Defense" is none of
 * "English".  Scid's "Spanish" is "Ruy Lopez", its "QGD" "Queen's Gambit
 * Declined".  The result is part of the family's text or static. */
TBY_API tby_str tby_family_stem(tby_str family);

TBY_END

#endif
