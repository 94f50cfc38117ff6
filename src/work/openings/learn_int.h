/* learn_int.h - what the files of learn.h share.
 *
 * How it is learned.  Names call a game after its deepest named position, so
 * only positions from that one on can change what is said of the game.  They
 * are counted; those that enough games meet are candidates.  Then, from ply to
 * ply, a candidate becomes a row if the code that most of its games are tagged
 * with is right for more of them than what is said of them so far: the rows
 * before it included. */
#ifndef TBY_WORK_OPENINGS_LEARN_INT_H
#define TBY_WORK_OPENINGS_LEARN_INT_H

#include "work/games/counts.h"
#include "work/openings/learn.h"

enum {
    LEARN_PLIES = 40,  /* positions after this ply are not looked at ... */
    LEARN_BEYOND = 12, /* ... nor those so far past the names */
    LEARN_NO_CODE = 500,
    LEARN_GAIN = 2 /* games that a row must set right beyond its first */
};

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
TBY_MUST_USE tby_rc tby__learn_store_add(learn_store *s, const learn_game *g,
                                         uint32_t hash);
/* The game at word *at, which is moved on; false after the last. */
bool tby__learn_store_next(const learn_store *s, size_t *at, learn_game *g);
/* Sets the answer of the game that begins at a word. */
void tby__learn_store_answer(learn_store *s, size_t at, uint16_t answer);
void tby__learn_store_free(learn_store *s);

#endif
