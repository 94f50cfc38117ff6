/* openings.h - named positions, and a table that joins what several sources
 * call them.
 *
 * A source (a TSV of lichess, scid.eco, eco.json, a user's own list) gives
 * records; the table keeps one for each position, the others' names as
 * aliases. */
#ifndef TBY_OPENINGS_H
#define TBY_OPENINGS_H

#include "tabiya/pos.h"

/* What another source calls the same position. */
typedef struct tby_alias {
    tby_str source, name;
} tby_alias;

typedef struct tby_opening {
    tby_str name;   /* UTF-8 */
    tby_str source; /* who says so: "eco_tsv", "scid", "interpolated" ... */
    tby_str root_source; /* of an interpolated record: its root's; else empty */
    char code[4];        /* "B90", or "" */
    char scid[8];        /* Scid's finer code such as "B90y1", or "" */
    bool eco_root;       /* the position its code is named after */
    const tby_move *line; /* from the start of the game; NULL: not known */
    uint32_t plies;       /* of the line */
    tby_pos pos;          /* with the counters that source or line give */
    const tby_alias *aliases;
    size_t aliases_n;
} tby_opening;

/* When two records are one.  The second is for files that are keyed by whole
 * FENs, counters included. */
typedef enum tby_identity {
    TBY_IDENTITY_POSITION, /* as everywhere: tby_pos_same() */
    TBY_IDENTITY_EXACT     /* the counters too */
} tby_identity;

typedef struct tby_openings tby_openings;

#define TBY_OPENINGS_NONE SIZE_MAX

TBY_BEGIN

/* Whether two positions are one. */
TBY_API bool tby_identity_same(tby_identity identity, const tby_pos *a,
                               const tby_pos *b);

/* An empty table; alloc NULL is the C library's. */
TBY_API TBY_MUST_USE tby_rc tby_openings_open(tby_openings **out,
                                              tby_identity identity,
                                              const tby_alloc *alloc);
/* NULL is allowed. */
TBY_API void tby_openings_close(tby_openings *t);

/* When two positions are the same to this table. */
TBY_API tby_identity tby_openings_identity(const tby_openings *t);

/* Where its memory comes from. */
TBY_API tby_alloc tby_openings_alloc(const tby_openings *t);

/* Joins a record: everything is copied.  Of two for one position the better
 * source (tby_source_rank) keeps its name, code and line, of equal ones the
 * first; the other's name becomes an alias if it is another, and what the
 * winner lacks (Scid's code, the line) is taken from it.  TBY_E_NOMEM. */
TBY_API TBY_MUST_USE tby_rc tby_openings_add(tby_openings *t,
                                             const tby_opening *o);

/* How many positions there are. */
TBY_API size_t tby_openings_count(const tby_openings *t);

/* In the order in which the positions came, i < count.  Valid until the table
 * is closed; an addition may change the record but does not move it. */
TBY_API const tby_opening *tby_openings_at(const tby_openings *t, size_t i);

/* The record of a position, TBY_OPENINGS_NONE if it has none.  Counters matter
 * only to a table of TBY_IDENTITY_EXACT. */
TBY_API size_t tby_openings_find(const tby_openings *t, const tby_pos *p);

/* Less is better: overlay, eco_tsv, eco_js, scid, eco_wikip, wiki_b, and then
 * all others alike; interpolated comes last. */
TBY_API unsigned tby_source_rank(tby_str source);

TBY_END

#endif
