/* learn_int.h - what the files of learn.h share.
 *
 * How it is learned.  A book names a game after its deepest named position, so
 * only positions from that one on can change what is said of the game.  They
 * are counted; those that enough games meet are candidates.  Then, from ply to
 * ply, a candidate becomes a row if the code that most of its games are tagged
 * with is right for more of them than what is said of them so far: the rows
 * before it included. */
#ifndef TBY_WORK_OPENINGS_LEARN_INT_H
#define TBY_WORK_OPENINGS_LEARN_INT_H

#include "core/base/buf.h"
#include "tabiya/classify.h"
#include "work/openings/learn.h"

enum {
    LEARN_PLIES = 40,  /* positions behind this ply are not looked at ... */
    LEARN_BEYOND = 12, /* ... nor those so far behind the book */
    LEARN_NO_CODE = 500,
    LEARN_GAIN = 2 /* games that a row must set right beyond its first */
};

/* --- how often positions are met (learn_table.c) ---------------------------*/

/* From keys to numbers.  When it is full, what is rarest goes. */
typedef struct learn_table {
    uint64_t *keys;
    uint32_t *values; /* 0: the slot is free */
    size_t cap, used;
} learn_table;

TBY_MUST_USE tby_rc learn_table_count(learn_table *t, uint64_t key);
/* 0 if it is not there. */
uint32_t learn_table_get(const learn_table *t, uint64_t key);
/* Keeps what was counted `least` times, which is made larger if there is more
 * than `most` of it, and numbers it from 1.  How many there are. */
TBY_MUST_USE tby_rc learn_table_number(learn_table *t, uint32_t least,
                                       size_t most, uint32_t *n);
void learn_table_free(learn_table *t);

/* --- games, as far as they pass candidates (learn_store.c) -----------------*/

/* Words for a game: code and answer, first ply and number, then a candidate's
 * number for each ply, 0 where there is none. */
typedef struct learn_store {
    uint32_t *words;
    size_t n, cap;
    unsigned thin; /* one game of 2^thin is kept */
} learn_store;

typedef struct learn_game {
    uint16_t code;   /* the tag */
    uint16_t answer; /* what is said of it, or LEARN_NO_CODE */
    uint16_t first, n;
    const uint32_t *at; /* n candidates from ply `first` on */
} learn_game;

/* Adds a game; `hash` decides whether it stays when there are too many. */
TBY_MUST_USE tby_rc learn_store_add(learn_store *s, const learn_game *g,
                                    uint32_t hash);
/* The game at word *at, which is moved on; false behind the last. */
bool learn_store_next(const learn_store *s, size_t *at, learn_game *g);
/* Sets the answer of the game that begins at a word. */
void learn_store_answer(learn_store *s, size_t at, uint16_t answer);
void learn_store_free(learn_store *s);

/* --- which become rows (learn_choose.c) ------------------------------------*/

/* codes[i] becomes the code of candidate i + 1, LEARN_NO_CODE if it gets none.
 */
TBY_MUST_USE tby_rc learn_choose(learn_store *s, uint16_t *codes, uint32_t n);

/* --- the rows (learn_rows.c) -----------------------------------------------*/

/* How candidates are reached. */
typedef struct learn_lines {
    uint32_t *at; /* by candidate: where its moves begin, 1 is the first */
    uint8_t *plies;
    uint32_t n;
    tby_move *moves;
    size_t moves_n, moves_cap;
} learn_lines;

TBY_MUST_USE tby_rc learn_lines_open(learn_lines *l, uint32_t n);
/* Remembers a line, unless one is known. */
TBY_MUST_USE tby_rc learn_lines_add(learn_lines *l, uint32_t candidate,
                                    const tby_move *moves, size_t plies);
void learn_lines_free(learn_lines *l);

/* Those that have a code, with the name of the last position before them that
 * has one in the book, as a new table. */
TBY_MUST_USE tby_rc learn_rows(const learn_lines *l, const uint16_t *codes,
                               const tby_book *book, tby_openings **out);

/* --- the handle (learn.c) -------------------------------------------------*/

struct tby_learn {
    tby_learn_options options;
    tby_learn_stage stage;
    tby_learn_sum sum;
    learn_table table;
    learn_store store;
    learn_lines lines;
    tby_openings *rows;
    tby_buf learned; /* the book with the rows */
    tby_book books[TBY_LEARN_BOOKS];
    tby_classifier *classifiers[TBY_LEARN_BOOKS]; /* those of the stage */
};

#endif
