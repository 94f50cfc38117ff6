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
#include "core/base/diag.h"
#include "tabiya/openings.h"
#include "tabiya/pgn.h"

/* The longest line, name and tag of a source that are taken, and the most
 * aliases: none is more than a list of names can hold. */
enum {
    TBY_OPENING_PLIES = 255,
    TBY_OPENING_NAME = 1024,
    TBY_OPENING_SOURCE = 64,
    TBY_OPENING_ALIASES = 255
};

typedef enum tby_row_field {
    TBY_ROW_CODE,
    TBY_ROW_NAME,
    TBY_ROW_MOVES, /* from the start of the game, SAN or UCI */
    TBY_ROW_UCI,   /* the same moves again, or instead */
    TBY_ROW_FEN,   /* the position, three to six fields */
    TBY_ROW_SCID,
    TBY_ROW_SOURCE,
    TBY_ROW_ROOT_SOURCE,
    TBY_ROW_FIELDS
} tby_row_field;

/* How a source numbers its moves; what differs is worth a warning. */
typedef enum tby_row_layout {
    TBY_ROW_ANY,
    TBY_ROW_SPACED, /* 1. e4 e5 2. Nf3 */
    TBY_ROW_DENSE   /* 1.e4 e5 2.Nf3 */
} tby_row_layout;

/* A text that a row lacks is empty.  Moves, UCI and FEN may each be missing,
 * but not all of them unless `start` is set. */
typedef struct tby_opening_row {
    tby_str text[TBY_ROW_FIELDS];
    tby_row_layout layout;
    bool start; /* a row without moves means the start of the game */
    bool eco_root;
    const tby_alias *aliases;
    size_t aliases_n;
} tby_opening_row;

typedef struct tby_row_fault {
    tby_severity severity;
    tby_rc code;
    tby_row_field field;
    size_t at; /* byte of the field */
} tby_row_fault;

/* Each field can have a stray space, the moves two more things to say, the
 * counters one, and there is one error at most. */
enum { TBY_ROW_FAULTS = TBY_ROW_FIELDS + 4 };

/* A row that was judged.  The record's texts are those of the row; its line is
 * here. */
typedef struct tby_row_read {
    tby_opening opening; /* only if there is no error */
    tby_move line[TBY_OPENING_PLIES];
    tby_row_fault faults[TBY_ROW_FAULTS]; /* the error is the last one */
    size_t faults_n;
    char sentence[160]; /* on the error, "" if its code says it all */
} tby_row_read;

/* TBY_OK, or the error: the row is no opening. */
TBY_MUST_USE tby_rc tby_opening_of_row(const tby_opening_row *row,
                                       tby_row_read *out);

/* "B90". */
bool tby_is_eco(tby_str code);

/* "B90", "B90y" or "B90y1". */
bool tby_is_scid_code(tby_str code);

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
