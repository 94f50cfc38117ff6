/* cards_int.h - what the files of cards share: the collection itself, and times
 * as text. */
#ifndef TBY_CORE_REP_DRILL_CARDS_INT_H
#define TBY_CORE_REP_DRILL_CARDS_INT_H

#include "core/base/buf.h"
#include "core/base/diag.h"
#include "core/base/hashmap.h"
#include "tabiya/cards.h"

#define TBY_CARDS_VERSION  "tabiya cards 1"
#define TBY_CARDS_DECIMALS 8 /* of stability and difficulty */

struct tby_cards {
    tby_alloc alloc;
    tby_card *at;
    size_t n, cap;
    tby_hashmap map; /* by key */
    tby_buf refused; /* lines that no card could be made of, as they were */
    tby_keyset refused_sums; /* a checksum of each */
};

/* A second of the years 0 to 9999 as 2026-07-01T12:34:56Z, in UTC. */
#define TBY_TIME_TEXT 20
void tby_time_write(tby_buf *out, int64_t time);

/* Reads exactly that, of the year 1970 or later; false if it is no such time.
 */
bool tby_time_parse(tby_str text, int64_t *out);

#endif
