/* dedupe.h - games of a database that are the same game in different words:
 * the same moves, or one with a few more of them, between players whose names
 * fit, with dates and events that do not contradict each other. */
#ifndef TBY_WORK_DB_DEDUPE_H
#define TBY_WORK_DB_DEDUPE_H

#include "store/store.h"

enum {
    TBY_DEDUPE_PLIES = 10, /* shorter games say too little */
    TBY_DEDUPE_MORE = 6    /* plies that one of them may have more */
};

/* Which game of several is kept; of equal ones that with the smaller number. */
typedef enum tby_dedupe_keep {
    TBY_KEEP_LONGEST,   /* moves, then what it says besides */
    TBY_KEEP_MOST_TAGS, /* tags that say something, then moves */
    TBY_KEEP_OLDEST     /* the smallest number */
} tby_dedupe_keep;

/* What two of them say differently. */
#define TBY_DEDUPE_MAP(X)                                                      \
    X(MOVES, "moves")                                                          \
    X(WHITE, "white")                                                          \
    X(BLACK, "black")                                                          \
    X(DATE, "date")                                                            \
    X(EVENT, "event")                                                          \
    X(SITE, "site")                                                            \
    X(ROUND, "round")                                                          \
    X(RESULT, "result")

typedef enum tby_dedupe_field {
#define TBY_DEDUPE_ENUM(symbol, name) TBY_DEDUPE_##symbol,
    TBY_DEDUPE_MAP(TBY_DEDUPE_ENUM)
#undef TBY_DEDUPE_ENUM
        TBY_DEDUPE_FIELDS
} tby_dedupe_field;

const char *tby_dedupe_name(tby_dedupe_field field);

/* A game that is another one again. */
typedef struct tby_surplus {
    uint64_t id, kept;
    uint32_t differs; /* bits by tby_dedupe_field */
} tby_surplus;

typedef struct tby_surpluses {
    tby_surplus *at; /* by the game that is kept, then by number */
    size_t n, cap;
    uint64_t games;  /* that were compared */
    uint64_t groups; /* games that have others */
} tby_surpluses;

typedef struct tby_dedupe_job {
    tby_store *store;
    const store_filter *filter; /* among these */
    tby_dedupe_keep keep;
    void *ctx;
    void (*progress)(void *ctx, uint64_t done, uint64_t total); /* or NULL */
} tby_dedupe_job;

/* Each game is compared with the one that is kept in its place.  What the store
 * gives, TBY_E_NOMEM; free it in any case. */
TBY_MUST_USE tby_rc tby_dedupe(const tby_dedupe_job *job, tby_surpluses *out);
void tby_surpluses_free(tby_surpluses *s);

#endif
