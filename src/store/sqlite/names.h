/* names.h - names of one kind in memory, found by text and by number.
 *
 * It holds what was put in and never removes one name alone: when it has grown
 * too large it is emptied, and the file is asked again. */
#ifndef TBY_STORE_NAMES_H
#define TBY_STORE_NAMES_H

#include "core/base/arena.h"

typedef struct names_entry names_entry;

/* All zero is an empty one. */
typedef struct names_cache {
    tby_arena entries;
    size_t n;
    names_entry **buckets; /* by text, then by id: 2^bits of each */
    unsigned bits;
    const names_entry *last; /* that was found, or NULL */
    size_t bytes;            /* of everything, about */
} names_cache;

void names_free(names_cache *c); /* leaves an empty one */

/* A name that is not in it yet.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc names_put(names_cache *c, uint32_t id, tby_str name);

/* 0: it is not known. */
uint32_t names_find(names_cache *c, tby_str name);

/* It will be asked for soon. */
void names_expect(const names_cache *c, tby_str name);

/* False: it is not known.  The text stays until names_free(). */
bool names_text(const names_cache *c, uint32_t id, tby_str *out);

#endif
