/* list.h - a table of openings as the list that a page loads.
 *
 * The list is laid out for gzip, which makes 38 kB of the built-in names and 87
 * of that with Scid's names, where the blocks of docs/formats/names.md stay at
 * 128 and 450: keys do not compress.
 *
 *     tabiya openings 2
 *
 * and then columns, one below another, each with a line for each opening and an
 * empty one at its end.  They are sorted by the last:
 *
 *   codes   "B90", "B90*" for the position that the code is named after; after
 *           a space Scid's code, in which "=" stands for the code: "B90 =y1"
 *   names   as many columns as there are sources, or more, each with a line
 *           "=source" before it; the first that has a name for an opening gives
 *           its name, the others aliases
 *   moves   in SAN from the start of the game, without numbers; a FEN where no
 *           moves are known
 *
 * A line begins with how many words it shares with the one before, '!' for
 * none,
 * '"' for one and so on in ASCII; those that differ follow.  A single space
 * says that the source has no name; the next line is then compared with the one
 * before it.  A name that ends with '~' and a character ends with that many of
 * the last moves, '!' for none: "Najdorf, ~#" after "... Bg5 e6" is "Najdorf,
 * 6.Bg5 e6". */
#ifndef TBY_CORE_OPENINGS_LISTS_LIST_H
#define TBY_CORE_OPENINGS_LISTS_LIST_H

#include "core/base/buf.h"
#include "core/openings/lists/read.h"

/* Columns of names: a list of names has no more sources. */
enum { TBY_LIST_NAMES = 255 };

/* Appends the list to *out.  All is in it but the root of an interpolated
 * record, and aliases that would need more columns than there may be.
 * TBY_E_OPENING_FORMAT for a name of more than one line; TBY_E_NOMEM,
 * TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_openings_list_write(const tby_openings *t,
                                            tby_buf *out);

typedef struct tby_list_column {
    tby_str source; /* of a column of names */
    tby_str rest;
    tby_buf text;  /* of the row */
    tby_buf whole; /* the same with what is left out of it */
} tby_list_column;

typedef struct tby_list_reader {
    tby_list_column columns[2 + TBY_LIST_NAMES];
    size_t n;
    tby_alias names[TBY_LIST_NAMES]; /* of the row */
} tby_list_reader;

/* Does the text begin as such a list? */
bool tby_is_openings_list(tby_str text);

/* The text must stay where it is.  TBY_E_OPENING_FORMAT; tby_list_close() is
 * needed in any case. */
TBY_MUST_USE tby_rc tby_list_open(tby_list_reader *r, tby_str text);
void tby_list_close(tby_list_reader *r);

/* The next row, whose texts stay until the next call.  TBY_DONE at the end;
 * TBY_E_OPENING_FORMAT if it is not as it should be; TBY_E_NOMEM,
 * TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_list_next(tby_list_reader *r, tby_opening_row *row);

#endif
