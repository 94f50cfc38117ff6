/* extra.h - what a game says beyond its columns and codes, as parts of one kind
 * each: across the games of a block parts of a kind are alike, and packed next
 * to one another they become small. */
#ifndef TBY_STORE_RECORD_EXTRA_H
#define TBY_STORE_RECORD_EXTRA_H

#include "core/base/buf.h"

enum {
    EXTRA_HEAD,  /* flags, and the tags in their order */
    EXTRA_TEXT,  /* set-up, names and values of tags, comments */
    EXTRA_SHAPE, /* what stands between the moves */
    EXTRA_MOVES, /* of variations */
    EXTRA_CLOCK, /* times in comments */
    EXTRA_EVAL,  /* evaluations in comments */
    EXTRA_DATES, /* in tags, as days before the date of the game */
    EXTRA_PARTS
};

typedef struct extra_parts {
    tby_str part[EXTRA_PARTS];
} extra_parts;

/* False: damaged.  No bytes at all are an extra without parts. */
bool tby__extra_split(tby_str extra, extra_parts *out);

/* Appends an extra of these parts. */
void tby__extra_join(const extra_parts *parts, tby_buf *out);

#endif
