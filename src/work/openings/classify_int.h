/* classify_int.h - what the files of classify.h share. */
#ifndef TBY_WORK_OPENINGS_CLASSIFY_INT_H
#define TBY_WORK_OPENINGS_CLASSIFY_INT_H

#include "core/base/buf.h"
#include "io/stream/spread.h"
#include "tabiya/classify.h"
#include "work/openings/classify.h"

/* Openings that are one.  A slot is an entry of the names or, after the last,
 * what has none. */
typedef struct classes_groups {
    uint32_t *of; /* group of a slot; groups are in the order of bytes */
    size_t slots;
    tby_str *labels;
    char (*codes)[4]; /* of the slots; labels may point there */
    size_t n;
} classes_groups;

/* Names of files for labels: letters, digits and what else no system minds, no
 * two of them the same. */
#define CLASSES_FILE 128

struct tby_classes {
    tby_classes_options options;
    tby_classifier *classifier;
    size_t slots;
    bool *wanted;     /* by slot */
    uint64_t *counts; /* by slot */
    classes_groups groups;
    tby_spread *spread;
    tby_buf before; /* what stands before the number in each row */
    tby_buf rows;
    uint64_t number; /* of games in this file so far */
    tby_classes_sum sum;
    tby_classes_row *table; /* as many as there are groups */
    size_t table_cap;
};

/* --- rows and games (classify_rows.c) -------------------------------------*/

/* One game and its answer. */
typedef struct classes_game {
    const tby_names *names;
    const tby_naming *naming;
    const tby_classified *answer;
    tby_games_item *item;
} classes_game;

/* What stands in a row after the number of the game. */
void tby__classes_put_tsv(tby_buf *out, const classes_game *g);
void tby__classes_put_json(tby_buf *out, const classes_game *g);

/* The game with its tags, and an empty line after it; *scratch is for games
 * that were no PGN.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__classes_put_pgn(tby_buf *out, tby_buf *scratch,
                                         const classes_game *g,
                                         const tby_classes_options *options);

#endif
