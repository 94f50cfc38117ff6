/* learn.h - the ECO codes that a collection of tagged games gives to positions
 * which a list of names lacks or codes otherwise.
 *
 *     tby_learn_open(&l, &options);
 *     for (stage = 0; stage < TBY_LEARN_STAGES; stage++)
 *         ... tby_learn_begin(l, stage), job.visitor = tby_learn_visitor(l),
 *         then tby_games_read() for each file
 *
 * Some of the games are held back: nothing is learned from them, they only show
 * how often the codes of the names agree with the tags.  Which they are depends
 * on moves and players, so that the copy of a game is held back with it.
 *
 * Memory: 200 MB at most, whatever there is to read. */
#ifndef TBY_WORK_OPENINGS_LEARN_H
#define TBY_WORK_OPENINGS_LEARN_H

#include "tabiya/names.h"
#include "work/games/counts.h"
#include "work/games/games.h"

typedef struct tby_learn_options {
    const tby_names *names; /* what is known already; stays the caller's */
    unsigned hold;          /* games of a thousand that are held back */
    uint32_t least; /* games that must have met a position; at least 1 */
} tby_learn_options;

/* The files are read once for each, in the same order. */
typedef enum tby_learn_stage {
    TBY_LEARN_COUNT,  /* how often positions are met */
    TBY_LEARN_FOLLOW, /* what games that meet them often are tagged with */
    TBY_LEARN_TEST,   /* what the games that were held back say */
    TBY_LEARN_STAGES
} tby_learn_stage;

/* Lists of names that are tested. */
enum {
    TBY_LEARN_BUILTIN, /* the library's own alone */
    TBY_LEARN_ALL,     /* options.names */
    TBY_LEARN_LEARNED, /* the same with what was learned */
    TBY_LEARN_LISTS
};

typedef struct tby_learn_sum {
    uint64_t games;                  /* all that were read in one stage */
    uint64_t tagged;                 /* those with a code */
    uint64_t held;                   /* of these */
    uint64_t met;                    /* positions that enough games have met */
    uint64_t rows;                   /* that were learned */
    uint64_t agree[TBY_LEARN_LISTS]; /* games of those held back */
} tby_learn_sum;

typedef struct tby_learn tby_learn;

/* TBY_E_NOMEM.  *out is then NULL. */
TBY_MUST_USE tby_rc tby_learn_open(tby_learn **out,
                                   const tby_learn_options *options);
/* NULL is allowed. */
void tby_learn_close(tby_learn *l);

/* Ends the stage before and begins another.  TBY_E_NOMEM, TBY_E_LIMIT. */
TBY_MUST_USE tby_rc tby_learn_begin(tby_learn *l, tby_learn_stage stage);

tby_games_visitor tby_learn_visitor(tby_learn *l);

/* What was learned, source "overlay"; from TBY_LEARN_TEST on. */
const tby_openings *tby_learn_rows(const tby_learn *l);

tby_learn_sum tby_learn_summary(const tby_learn *l);

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
