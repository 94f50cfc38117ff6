/* cards.h - files of cards, beside the repertoires they belong to. */
#ifndef TBY_WORK_REP_CARDS_H
#define TBY_WORK_REP_CARDS_H

#include "core/rep/drill/cards.h"
#include "work/rep/rep.h"

/* Larger files are refused. */
#define TBY_CARDS_MAX_BYTES ((size_t)1 << 30)

/* Appends the name of the file, NUL included: NAME.cards.tsv beside NAME.txt,
 * packed or not. */
TBY_MUST_USE tby_rc tby_cards_path(const char *repertoire, tby_buf *out);

/* Merges the cards of a file into *c; a file that is not there has none.
 * *refused lines hold no card, which has been told, as has every other result
 * than TBY_OK but TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_cards_load(tby_cards *c, const char *path,
                                   const tby_rep_listener *listener,
                                   uint64_t *refused);

/* The same for a file that has to be there. */
TBY_MUST_USE tby_rc tby_cards_load_copy(tby_cards *c, const char *path,
                                        const tby_rep_listener *listener,
                                        uint64_t *refused);

/* Writes a file that appears whole or not at all.  What stands in the file by
 * now is merged in, so that two drills at a time lose nothing.  A file that
 * cannot be read is not written over. */
TBY_MUST_USE tby_rc tby_cards_save(const tby_cards *c, const char *path,
                                   const tby_rep_listener *listener);

#endif
