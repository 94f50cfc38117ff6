/* cards.h - what is known about each position that is drilled.
 *
 * A card is a position in which it is the player's turn, known by its key, so
 * that a transposition is one card.  Cards stay when the repertoire loses their
 * position.  docs/formats/cards.md is the file they are kept in. */
#ifndef TBY_CARDS_H
#define TBY_CARDS_H

#include "tabiya/buf.h"
#include "tabiya/diag.h"
#include "tabiya/pos.h"
#include "tabiya/schedule.h"

/* More cards than that are refused with TBY_E_LIMIT. */
#define TBY_MAX_CARDS (1u << 22)

typedef struct tby_card {
    tby_pos pos;       /* its counters mean nothing */
    tby_memory memory; /* of one review at least */
} tby_card;

typedef struct tby_cards tby_cards;

TBY_BEGIN

/* Makes an empty collection; alloc NULL is the C library's. */
TBY_API TBY_MUST_USE tby_rc tby_cards_open(tby_cards **out,
                                           const tby_alloc *alloc);

/* NULL is allowed. */
TBY_API void tby_cards_close(tby_cards *c);

/* How many there are. */
TBY_API size_t tby_cards_count(const tby_cards *c);

/* In the order in which they came.  Valid until the collection changes. */
TBY_API const tby_card *tby_cards_at(const tby_cards *c, size_t i);

/* NULL if there is no card for the position. */
TBY_API const tby_card *tby_cards_find(const tby_cards *c, const tby_pos *p);

/* Adds a card, or replaces that of the same position. */
TBY_API TBY_MUST_USE tby_rc tby_cards_put(tby_cards *c, const tby_card *card);

/* The same, but of two cards that with the later review stays.  Cards merged
 * from several copies come out the same whatever the order of the copies. */
TBY_API TBY_MUST_USE tby_rc tby_cards_merge(tby_cards *c, const tby_card *card);

/* --- their file -----------------------------------------------------------*/

/* Merges the cards of a text into *c.  A line that holds no card is reported to
 * diag (which may be NULL), counted in *refused, and kept as it is for writing,
 * once if it comes again.  A text without the version line is reported and
 * refused as a whole with TBY_E_CARDS_VERSION; an empty text has no cards.
 * TBY_E_LIMIT, TBY_E_NOMEM.  After a failure the file must not be written over.
 */
TBY_API TBY_MUST_USE tby_rc tby_cards_read(tby_cards *c, tby_str text,
                                           const tby_diag *diag,
                                           uint64_t *refused);

/* Appends the file: version line, cards by key, lines that were refused. */
TBY_API TBY_MUST_USE tby_rc tby_cards_write(const tby_cards *c, tby_buf *out);

/* --- all of them ----------------------------------------------------------*/

/* How many are due at a time. */
TBY_API uint32_t tby_cards_due(const tby_cards *c, int64_t now);

/* How many fall due on each of n days of 24 hours.  The first ends before the
 * second `end` and has all that were due earlier, too. */
TBY_API void tby_cards_by_day(const tby_cards *c, int64_t end, uint32_t *days,
                              size_t n);

/* How many are known with a probability of 0 to 10 %, of 10 to 20 % and so on,
 * now; a border belongs to what is above it. */
enum { TBY_CARDS_TENTHS = 10 };
TBY_API void tby_cards_by_recall(const tby_cards *c, int64_t now,
                                 uint32_t tenths[TBY_CARDS_TENTHS]);

/* How many have a stability of less than a day, of less than a week, a month of
 * 30 days, 90 days, a year, and of more. */
enum { TBY_CARDS_STABILITIES = 6 };
TBY_API void tby_cards_by_stability(const tby_cards *c,
                                    uint32_t counts[TBY_CARDS_STABILITIES]);

TBY_END

#endif
