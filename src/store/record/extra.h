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

/* Takes the list of sizes off *rest: a byte that says which parts there are,
 * and a varint for each of them.  False: damaged. */
bool extra_take_sizes(tby_str *rest, uint32_t size[EXTRA_PARTS]);

/* False: damaged.  No bytes at all are an extra without parts. */
bool extra_split(tby_str extra, extra_parts *out);

/* The list of sizes that an extra begins with. */
tby_str extra_sizes(tby_str extra, const extra_parts *parts);

/* Appends an extra of these parts. */
void extra_join(const extra_parts *parts, tby_buf *out);

#endif
