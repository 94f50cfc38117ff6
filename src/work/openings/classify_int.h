/* classify_int.h - what the files of classify.h share. */
#ifndef TBY_WORK_OPENINGS_CLASSIFY_INT_H
#define TBY_WORK_OPENINGS_CLASSIFY_INT_H

#include "core/base/buf.h"
#include "io/stream/spread.h"
#include "tabiya/classify.h"
#include "work/openings/classify.h"

/* --- groups (classify_groups.c) -------------------------------------------*/

/* Openings that are one.  A slot is an entry of the book or, behind the last,
 * what has none. */
typedef struct classes_groups {
    uint32_t *of; /* group of a slot; groups are in the order of bytes */
    size_t slots;
    tby_str *labels;
    char (*codes)[4]; /* of the slots; labels may point there */
    size_t n;
} classes_groups;

TBY_MUST_USE tby_rc classes_groups_open(classes_groups *g, const tby_book *book,
                                        tby_classes_group by);
void classes_groups_close(classes_groups *g);

/* Names of files for labels: letters, digits and what else no system minds, no
 * two of them the same. */
#define CLASSES_FILE 128
void classes_file_names(const tby_str *labels, size_t n,
                        char (*names)[CLASSES_FILE]);

/* --- the handle -----------------------------------------------------------*/

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

/* Gives back groups and table (classify_sum.c). */
void classes_close_groups(tby_classes *c);

/* --- filters (classify_filter.c) ------------------------------------------*/

/* Sets wanted[slot].  TBY_DONE if that leaves none. */
TBY_MUST_USE tby_rc classes_filter(const tby_book *book,
                                   const tby_classes_filter *filter,
                                   bool *wanted);

/* --- rows and games (classify_rows.c, classify_tags.c) --------------------*/

/* One game and its answer. */
typedef struct classes_game {
    const tby_book *book;
    const tby_naming *naming;
    const tby_classified *answer;
    tby_games_item *item;
} classes_game;

/* What stands in a row behind the number of the game. */
void classes_put_tsv(tby_buf *out, const classes_game *g);
void classes_put_json(tby_buf *out, const classes_game *g);

/* Memory for games that were no PGN. */
typedef struct classes_scratch {
    char *p;
    size_t cap;
} classes_scratch;

/* The game with its tags, and an empty line behind it.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc classes_put_pgn(tby_buf *out, classes_scratch *scratch,
                                    const classes_game *g,
                                    const tby_classes_options *options);

#endif
