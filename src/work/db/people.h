/* people.h - spellings in a database that may be one person, and what speaks
 * for it. */
#ifndef TBY_WORK_DB_PEOPLE_H
#define TBY_WORK_DB_PEOPLE_H

#include "store/store.h"

/* X(symbol, name): why two names are compared. */
#define TBY_SAME_MAP(X)                                                        \
    X(FIDE, "same FIDE id")                                                    \
    X(FILE, "spelling file")                                                   \
    X(WORDS, "same words")                                                     \
    X(SHORT, "abbreviated")                                                    \
    X(SURNAME, "surname alone")                                                \
    X(SOUND, "sounds alike")

typedef enum tby_same_reason {
#define TBY_SAME_ENUM(symbol, name) TBY_SAME_##symbol,
    TBY_SAME_MAP(TBY_SAME_ENUM)
#undef TBY_SAME_ENUM
        TBY_SAME_REASONS
} tby_same_reason;

typedef enum tby_same_level {
    TBY_SAME_POSSIBLE,
    TBY_SAME_LIKELY, /* of one time and strength, opponents of both, and nobody
                        else fits */
    TBY_SAME_SURE    /* one FIDE id, the same words, or the file says so */
} tby_same_level;

/* A spelling, and the person whose it may be: numbers of rows of players. */
typedef struct tby_same {
    uint32_t spelling, person;
    tby_same_level level;
    tby_same_reason reason;
    uint32_t common; /* opponents whom both played */
    uint32_t others; /* persons whom it fits besides */
    uint32_t fide;   /* of both, 0: none */
} tby_same;

typedef struct tby_people {
    tby_players_answer players; /* all of the database */
    tby_same *at;               /* by persons, those of most games first */
    size_t n, cap;
    uint64_t met; /* pairs of persons that look like one, and played */
} tby_people;

/* Two that ever played each other, have other FIDE ids or lived 80 years apart
 * are no person, and all spellings of one must look alike where nothing but
 * the name speaks for it.  `spellings`: the
 * text of a spelling file of Scid's, or nothing.  What asking gives, or
 * TBY_E_NOMEM.  Free it in any case. */
TBY_MUST_USE tby_rc tby_people_suggest(tby_people *out, tby_store *s,
                                       tby_str spellings);
void tby_people_free(tby_people *p);

const char *tby_same_reason_name(tby_same_reason reason);

#endif
