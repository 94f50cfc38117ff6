/* families.h - the openings of a list of names by their families, to be leafed
 * through.
 *
 * A family is all that family.h counts under one name, whatever its sources
 * call it. */
#ifndef TBY_FAMILIES_H
#define TBY_FAMILIES_H

#include "tabiya/names.h"

typedef struct tby_family {
    tby_str name;          /* as the opening with the shortest line says it */
    uint32_t first, count; /* which of the entries below it has */
    uint32_t root;         /* that opening: an entry of the names */
    char from[4], to[4];   /* the range of its codes, or "" */
} tby_family;

typedef struct tby_families {
    tby_alloc alloc;
    tby_family *at; /* by name */
    size_t n;
    uint32_t *entries; /* of the names, family by family; in each by name, then
                          the shorter line */
    size_t entries_n;
} tby_families;

TBY_BEGIN

/* The block of the names must stay where it is.  alloc NULL is the C library's.
 * TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_families_open(tby_families *f,
                                              const tby_names *names,
                                              const tby_alloc *alloc);
TBY_API void tby_families_free(tby_families *f);

/* The family of a name, letter by letter; NULL if there is none. */
TBY_API const tby_family *tby_families_find(const tby_families *f,
                                            tby_str name);

TBY_END

#endif
