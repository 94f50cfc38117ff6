/* answers.h - what databases, engines, tables and books answer, as text: once
 * for the commands and the console. */
#ifndef TBY_APP_TEXT_ANSWERS_H
#define TBY_APP_TEXT_ANSWERS_H

#include "app/text/text.h"
#include "store/store.h"
#include "work/book/file.h"
#include "work/endgame/tables.h"
#include "work/engine/search.h"

/* --- games ----------------------------------------------------------------*/

/* White's percentage; 0 if no game has a result. */
double tby_score_white(const tby_score *score);

/* A line: how many games, and how White did in those with a result. */
void tby_print_score(FILE *out, const tby_score *score);

/* A line: id, date, result, code, moves, players with ratings, event; and what
 * stands above such lines.  What tby_store_row() gives. */
void tby_print_game_head(FILE *out);
TBY_MUST_USE tby_rc tby_print_game(FILE *out, tby_store *s, uint64_t id);

/* The table of what was played in a position. */
void tby_print_moves(FILE *out, const tby_position_answer *a);

/* --- conditions and SQL ---------------------------------------------------*/

typedef struct tby_condition {
    tby_str name, value;
    size_t number; /* of the condition */
    size_t at;     /* byte of the value that is not understood */
} tby_condition;

/* Sets one NAME=VALUE from the front of *rest, the value in quotes or up to a
 * space.  TBY_DONE: there is no such condition; what tby__filter_set() gives.
 * *c is filled in any case. */
TBY_MUST_USE tby_rc tby_condition_take(store_filter *f, tby_str *rest,
                                       tby_condition *c);

/* The same digits in every kind of answer. */
enum { TBY_REAL_TEXT = 32 };
void tby_print_real(double value, char out[TBY_REAL_TEXT]);
void tby_print_value(FILE *out, const tby_sql_value *v);

/* --- books, engines, tables -----------------------------------------------*/

void tby_print_book(FILE *out, const tby_book_answer *a);

/* "  1   +0.35  depth 20  1. e4 e5 2. Nf3", without the end of the line. */
void tby_print_engine_line(tby_buf *to, const tby_pos *p,
                           const tby_engine_info *info, size_t rank);

/* "White wins, mate in 12; DTZ 5" */
enum { TBY_TB_TEXT = 160 };
const char *tby_tables_text(const tby_tables_answer *a, tby_color turn,
                            char buf[TBY_TB_TEXT]);

/* What the tables say of every legal move, the best first. */
void tby_print_table_moves(FILE *out, tby_tables *t, const tby_pos *p);

#endif
