/* kind.h - what a file is that was given where another kind was expected.
 *
 * It shows in the first bytes, never in the name. */
#ifndef TBY_WORK_GAMES_KIND_H
#define TBY_WORK_GAMES_KIND_H

#include "tabiya/base.h"

typedef enum tby_kind {
    TBY_KIND_UNKNOWN, /* text, or nothing at all */
    TBY_KIND_BINARY,  /* no text, and nothing that is known */
    TBY_KIND_FOREIGN, /* known, but not read by any command */
    TBY_KIND_DATABASE,
    TBY_KIND_REPERTOIRE,
    TBY_KIND_CARDS,
    TBY_KIND_NAMES,
    TBY_KIND_TREE,
    TBY_KIND_OPENINGS, /* a list of them as TSV */
    TBY_KIND_PGN,
    TBY_KIND_CDB,
    TBY_KIND_JSONL,
    TBY_KINDS
} tby_kind;

/* What is read, or will be written. */
typedef enum tby_kind_wanted {
    TBY_WANT_GAMES,
    TBY_WANT_REPERTOIRE,
    TBY_WANT_OPENINGS, /* a list in any format, or names */
    TBY_WANT_TREE,
    TBY_WANT_DATABASE,
    TBY_WANT_BOOK, /* of Polyglot: whatever is of none of our kinds may be one
                    */
    TBY_WANT_TEXT  /* of none of our kinds */
} tby_kind_wanted;

/* As much of a file as tells its kind. */
enum { TBY_KIND_HEAD = 4096 };

tby_kind tby_kind_of(tby_str head);

/* The kind of a file, compressed or not; TBY_KIND_UNKNOWN if it cannot be
 * read. */
tby_kind tby_kind_of_file(const char *path);

/* A sentence that names what begins like this, and the command that takes it;
 * NULL if it may be what is wanted, or nothing is known about it.  More than
 * TBY_KIND_HEAD bytes make no difference.  The string is static. */
const char *tby_kind_refusal(tby_kind_wanted wanted, tby_str head);

/* The same of a file; NULL too if it cannot be read. */
const char *tby_kind_refusal_of_file(tby_kind_wanted wanted, const char *path);

/* A sentence that says why a file of this kind is not replaced by what will be
 * written; NULL if it may be.  A caller that insists may replace what can be
 * made again. The string is static. */
const char *tby_kind_loss(tby_kind_wanted written, tby_kind there, bool insist);

/* Many of the first bytes are control characters; in a text one may stray. */
bool tby_kind_is_binary(tby_str head);

#endif
