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

#endif
