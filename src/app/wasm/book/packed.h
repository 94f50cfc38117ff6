/* packed.h - the list of openings that a page loads, openings.txt.
 *
 * It is packed for gzip: 37 kB, where the same openings as a TSV are 51.
 *
 *     tabiya openings 1
 *
 * and then three columns, one below another: codes, names, and moves in SAN or
 * a FEN.  A column has a line for each opening and ends with an empty one.  A
 * line begins with how many words it shares with the one before, '!' for none,
 * '"' for one and so on in ASCII; those that differ follow. */
#ifndef TBY_APP_WASM_BOOK_PACKED_H
#define TBY_APP_WASM_BOOK_PACKED_H

#include "core/format/openings_row.h"

enum { PACKED_COLUMNS = 3, PACKED_MOST = 2048 };

typedef struct packed {
    struct column {
        tby_str rest;
        char text[PACKED_MOST]; /* of the row */
        size_t n;
    } columns[PACKED_COLUMNS];
} packed;

/* False: the text is no such list. */
bool packed_open(packed *p, tby_str text);

/* The next row, whose texts stay until the next call.  TBY_DONE at the end;
 * TBY_E_OPENING_FORMAT if it is not as it should be. */
TBY_MUST_USE tby_rc packed_next(packed *p, tby_opening_row *row);

#endif
