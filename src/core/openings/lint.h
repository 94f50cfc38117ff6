/* lint.h - what is wrong with a list of openings as a whole: rows that readers
 * take one by one, but that do not go together.
 *
 * Names may repeat: a name holds for the moves that continue it, too. */
#ifndef TBY_CORE_OPENINGS_LINT_H
#define TBY_CORE_OPENINGS_LINT_H

#include "core/base/diag.h"
#include "tabiya/openings.h"

/* X(symbol, severity, machine name) */
#define TBY_LINT_MAP(X)                                                        \
    /* a position has two names or two codes */                                \
    X(CONFLICT, TBY_ERROR, "position_conflict")                                \
    /* a row says what another one says */                                     \
    X(REPEAT, TBY_WARNING, "position_repeated")                                \
    /* in ecoA.json or a.tsv, a code that does not begin with A */             \
    X(VOLUME, TBY_ERROR, "code_in_wrong_file")                                 \
    /* a source that marks the roots of codes, but not of this one */          \
    X(NO_ROOT, TBY_WARNING, "root_missing")                                    \
    X(TWO_ROOTS, TBY_WARNING, "root_repeated")                                 \
    /* codes that no row has, in a volume where most are there */              \
    X(NO_CODE, TBY_NOTE, "code_missing")

typedef enum tby_lint_kind {
#define TBY_LINT_ENUM(symbol, severity, name) TBY_LINT_##symbol,
    TBY_LINT_MAP(TBY_LINT_ENUM)
#undef TBY_LINT_ENUM
} tby_lint_kind;

typedef struct tby_lint_item {
    tby_severity severity;
    tby_lint_kind kind;
    const char *name; /* of the kind, for machines */
    tby_str file;     /* empty: it is about the whole source */
    tby_place place;
    const char *text; /* a sentence, valid during the call */
} tby_lint_item;

typedef struct tby_lint tby_lint;

/* One source; `report` is called with everything that is found. */
TBY_MUST_USE tby_rc tby_lint_open(tby_lint **out, tby_identity identity,
                                  void (*report)(void *ctx,
                                                 const tby_lint_item *item),
                                  void *ctx, const tby_alloc *alloc);
/* NULL is allowed. */
void tby_lint_close(tby_lint *l);

/* A row that was read, and where it stands. */
TBY_MUST_USE tby_rc tby_lint_row(tby_lint *l, const tby_opening *o,
                                 tby_str file, tby_place place);

/* After the last row: what is missing. */
void tby_lint_end(tby_lint *l);

#endif
