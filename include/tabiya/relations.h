/* relations.h - what follows from a table of named positions: which leads to
 * which by one move, which none leads to, what lies between them, and how two
 * tables differ.
 *
 * Records of source "interpolated" are no names of anybody; "named" below means
 * all others. */
#ifndef TBY_RELATIONS_H
#define TBY_RELATIONS_H

#include "tabiya/moves.h"
#include "tabiya/openings.h"

/* One legal move from a position to another. */
typedef struct tby_step {
    size_t from, to; /* records, or TBY_OPENINGS_NONE */
    tby_move move;
} tby_step;

/* A cursor over steps: start it with one of tby_steps_...(), then
 * `while (tby_steps_next(&c, &step))`.  The table must not grow meanwhile. */
typedef struct tby_steps {
    const tby_openings *table;
    tby_pos pos;   /* whose moves are looked at */
    tby_pos into;  /* where they must lead, if to_one */
    tby_step step; /* from is the record of pos; to that of into */
    size_t record; /* the next to be looked at, up to end */
    size_t end;
    bool to_one;
    size_t next; /* of moves */
    tby_moves moves;
} tby_steps;

/* How many codes there are, A00 to E99. */
#define TBY_ECO_CODES 500

/* How a position differs between two tables; names and codes may both. */
enum {
    TBY_CHANGE_REMOVED = 1, /* only the first has it */
    TBY_CHANGE_ADDED = 2,   /* only the second has it */
    TBY_CHANGE_RENAMED = 4,
    TBY_CHANGE_RECODED = 8
};

typedef struct tby_change {
    unsigned kinds;
    const tby_opening *before, *after; /* one is NULL if it has no record */
} tby_change;

/* Start with `{.before = a, .after = b}`. */
typedef struct tby_changes {
    const tby_openings *before, *after;
    size_t next;
} tby_changes;

TBY_BEGIN

/* Not interpolated. */
TBY_API bool tby_opening_is_named(const tby_opening *o);

/* All steps from one record to another. */
TBY_API void tby_steps_all(tby_steps *c, const tby_openings *t);

/* The steps from a position, named or not, to records. */
TBY_API void tby_steps_from(tby_steps *c, const tby_openings *t,
                            const tby_pos *p);

/* The steps from records to a position, named or not. */
TBY_API void tby_steps_into(tby_steps *c, const tby_openings *t,
                            const tby_pos *p);

/* False when there is no further step. */
TBY_API bool tby_steps_next(tby_steps *c, tby_step *out);

/* Marks the named records that no other named one leads to, among `orphan`,
 * which has a place for each record of the table.  The start of the game and
 * what one move makes of it need no parent.  Returns how many there are. */
TBY_API size_t tby_openings_orphans(const tby_openings *t, bool *orphan);

/* Adds a record for each position that lies between an orphan and the last
 * named position of its own line before it, the root: with the root's name
 * (and `suffix`), code and aliases, source "interpolated" and the root's as
 * root_source.  If several orphans pass a position, the last one's root counts.
 * Where no position of the line is named, nothing is added.
 *
 * `complete` does the same for all records and for their whole lines, so that
 * after the first named move of each line no position is without a record.
 *
 * The records are added after those there are.  TBY_E_NOMEM; some may have
 * been added then. */
TBY_API TBY_MUST_USE tby_rc tby_openings_interpolate(tby_openings *t,
                                                     tby_str suffix,
                                                     bool complete);

/* The number of a code, 0 for "A00" to 499 for "E99"; -1 if it is none. */
TBY_API int tby_eco_index(const char *code);

/* The record each code is named after, by number: the one that its source calls
 * so, otherwise the first of those with the shortest line.  TBY_OPENINGS_NONE
 * for a code that no named record has. */
TBY_API void tby_openings_roots(const tby_openings *t,
                                size_t roots[TBY_ECO_CODES]);

/* Every position whose name or code differs, in the order of the first table,
 * then those that only the second has.  Positions are kept apart as the table
 * that is searched does. */
TBY_API bool tby_changes_next(tby_changes *c, tby_change *out);

TBY_END

#endif
