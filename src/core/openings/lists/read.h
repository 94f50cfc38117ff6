/* read.h - lists of openings, row by row.
 *
 *     tby_opening_reader r;
 *
 *     tby_opening_reader_init(&r, TBY_OPENINGS_TSV, text, NULL);
 *     while ((rc = tby_opening_next(&r, &opening)) == TBY_OK)
 *         ...
 *     tby_opening_reader_free(&r);
 *
 * A row that is refused is reported to r.diag, counted, and passed; nothing is
 * left out in silence. */
#ifndef TBY_CORE_OPENINGS_LISTS_READ_H
#define TBY_CORE_OPENINGS_LISTS_READ_H

#include "core/base/buf.h"
#include "core/openings/lists/row.h"
#include "tabiya/pgn.h"

typedef enum tby_openings_format {
    TBY_OPENINGS_UNKNOWN,
    TBY_OPENINGS_TSV,  /* lichess: eco, name, pgn, perhaps uci and epd */
    TBY_OPENINGS_SCID, /* scid.eco: B90a "name" moves * */
    TBY_OPENINGS_PGN,  /* eco.pgn: a game for each opening */
    TBY_OPENINGS_JSON  /* eco.json, an object by FEN: not read here */
} tby_openings_format;

/* What a text seems to be, by its first line that says something. */
tby_openings_format tby_openings_guess(tby_str text);

/* How a column of a TSV is used: a tby_row_field, or not at all. */
enum { TBY_TSV_COLUMNS = 16, TBY_TSV_IGNORED = TBY_ROW_FIELDS };

typedef struct tby_opening_reader {
    tby_openings_format format;
    tby_str text;
    size_t at; /* where the next row is looked for */
    /* May be set after initialising: */
    tby_str source; /* the tag that the rows get */
    tby_diag diag;
    /* What became of the rows so far. */
    uint64_t rows, refused, warnings;
    /* The rest is the reader's. */
    size_t begin;           /* of the row */
    size_t line, line_from; /* a line before it, and where that begins */
    uint8_t columns[TBY_TSV_COLUMNS];
    size_t columns_n; /* 0: the first line has not been seen */
    tby_row_read row;
    tby_game game;
    tby_buf name;
} tby_opening_reader;

/* The text must stay where it is.  alloc NULL is the C library's. */
void tby_opening_reader_init(tby_opening_reader *r, tby_openings_format format,
                             tby_str text, const tby_alloc *alloc);
void tby_opening_reader_free(tby_opening_reader *r);

/* The next opening, valid until the next call.  TBY_DONE at the end;
 * TBY_E_OPENING_FIELDS if the first line of a TSV names columns that are no
 * use, which has been reported; TBY_E_OPENING_FORMAT for a format that is not
 * read here; TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_opening_next(tby_opening_reader *r, tby_opening *out);

/* Where the row begins that was read last. */
tby_place tby_opening_reader_place(tby_opening_reader *r);

#endif
