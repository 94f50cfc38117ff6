/* file.h - a Polyglot book in a file, what it says of a position, and how one
 * is made of games. */
#ifndef TBY_WORK_BOOK_FILE_H
#define TBY_WORK_BOOK_FILE_H

#include "core/base/jsonw.h"
#include "io/system/file.h"
#include "tabiya/graph.h"
#include "tabiya/line.h"
#include "tabiya/polyglot.h"
#include "tabiya/san.h"
#include "tabiya/uci.h"
#include "work/games/games.h"

typedef struct tby_book_file {
    tby_map map;
    tby_polyglot book;
} tby_book_file;

/* Maps a book and looks at all of it; err->at is the byte of what is wrong.
 * All zero is one that can be closed. */
TBY_MUST_USE tby_rc tby_book_open(tby_book_file *f, const char *path,
                                  tby_err *err);
void tby_book_close(tby_book_file *f);

/* One entry; san and uci are "" if it is not legal. */
typedef struct tby_book_row {
    tby_polyglot_entry entry;
    char san[TBY_SAN_MAX], uci[TBY_UCI_MAX];
    double percent; /* of the position's weight */
} tby_book_row;

typedef struct tby_book_answer {
    uint64_t key;
    size_t n;
    tby_book_row row[TBY_POLYGLOT_MOVES];
} tby_book_answer;

/* `text` is what *line was read from: a FEN may name a square that was passed,
 * though no pawn can capture there. */
void tby_book_ask(const tby_polyglot *book, tby_str text, const tby_line *line,
                  tby_book_answer *out);

/* The members key and moves. */
void tby_book_json(tby_jsonw *w, const tby_book_answer *a);

/* --- the games of a file or a database counted into one --------------------*/

typedef struct tby_book_counter {
    tby_polyglot_maker *maker;
    uint32_t max_ply; /* moves of a game that are counted */
    uint64_t games;   /* that were; damaged ones are left out */
} tby_book_counter;

/* Counts each game of the source; a game without a result counts as half a
 * point, as in Polyglot itself.  *counter must stay. */
tby_games_visitor tby_book_visitor(tby_book_counter *counter);

/* Counts every move of a repertoire once, with half a point. */
TBY_MUST_USE tby_rc tby_book_count_graph(tby_polyglot_maker *maker,
                                         const tby_graph *g);

/* Adds what a book's own moves reach from the starting position: moves whose
 * weight is at least `min_percent` of their position's.  TBY_E_NOMEM,
 * TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_book_to_graph(const tby_polyglot *book,
                                      unsigned min_percent, tby_graph *g);

#endif
