/* row.h - what a source says of one opening, and whether it is so.
 *
 * A row is text from anywhere: a line of a TSV, an entry of scid.eco, an object
 * that a page has parsed itself.  Here its moves are played, its position is
 * read, and both are compared. */
#ifndef TBY_CORE_OPENINGS_LISTS_ROW_H
#define TBY_CORE_OPENINGS_LISTS_ROW_H

#include "core/base/diag.h"
#include "tabiya/openings.h"

/* The longest line, name and tag of a source that are taken, and the most
 * aliases: none is more than a list of names can hold. */
enum {
    TBY_OPENING_PLIES = 255,
    TBY_OPENING_NAME = 1024,
    TBY_OPENING_SOURCE = 64,
    TBY_OPENING_ALIASES = 255
};

/* The texts of a row. */
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

#endif
