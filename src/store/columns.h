/* columns.h - what is known of every game, one number for each game and column.
 *
 * Columns lie in chunks of STORE_CHUNK games: a smallest value and then each
 * game's distance from it in as many bytes (0 to 4) as the largest needs.  Zero
 * is "not known" everywhere. */
#ifndef TBY_STORE_COLUMNS_H
#define TBY_STORE_COLUMNS_H

#include "tabiya/base.h"

enum { STORE_CHUNK = 4096 };

/* X(symbol, kind): the number of a name (of which table), or a plain number. */
#define STORE_COLUMN_MAP(X)                                                    \
    X(WHITE, PLAYER)                                                           \
    X(BLACK, PLAYER)                                                           \
    X(EVENT, EVENT)                                                            \
    X(SITE, SITE)                                                              \
    X(ROUND, TEXT)                                                             \
    X(OPENING, TEXT)                                                           \
    X(TERMINATION, TEXT)                                                       \
    X(TIME_CONTROL, TEXT) /* as it was written */                              \
    X(DATE, NUMBER)       /* store_date(): UTCDate, else Date */               \
    X(TIME, NUMBER)       /* UTCTime: seconds of the day, and one */           \
    X(WHITE_ELO, NUMBER)                                                       \
    X(BLACK_ELO, NUMBER)                                                       \
    X(WHITE_DIFF, NUMBER) /* the gain in rating plus 32768 */                  \
    X(BLACK_DIFF, NUMBER)                                                      \
    X(BASE, NUMBER) /* seconds and one; TIME_CONTROL taken apart */            \
    X(INCREMENT, NUMBER)                                                       \
    X(TIME_CLASS, NUMBER) /* store_time_class */                               \
    X(RESULT, NUMBER)     /* tby_result */                                     \
    X(CATEGORY, NUMBER)   /* store_category: how it ended */                   \
    X(ECO, NUMBER)        /* store_eco() */                                    \
    X(PLIES, NUMBER)                                                           \
    X(FLAGS, NUMBER) /* STORE_SETUP ... */                                     \
    X(HASH, NUMBER)  /* of players, date and moves: finds duplicates */

typedef enum store_column {
#define STORE_COLUMN_ENUM(symbol, kind) STORE_##symbol,
    STORE_COLUMN_MAP(STORE_COLUMN_ENUM)
#undef STORE_COLUMN_ENUM
        STORE_COLUMNS
} store_column;

/* Tables of names; ids from 1, 0 is "no such tag". */
typedef enum store_kind {
    STORE_PLAYER,
    STORE_EVENT_NAME,
    STORE_SITE_NAME,
    STORE_TEXT,
    STORE_KINDS,
    STORE_NUMBER = STORE_KINDS
} store_kind;

store_kind store_column_kind(store_column c);
#define STORE_NAMES ((unsigned)STORE_TIME_CONTROL + 1) /* they come first */

enum {
    STORE_IS_SETUP = 1,   /* does not begin at the start: see the extra */
    STORE_IS_960 = 2,     /* Chess960 */
    STORE_BLACK_FIRST = 4 /* a set-up in which Black moves first */
};

typedef enum store_time_class {
    STORE_TIME_UNKNOWN,
    STORE_BULLET,
    STORE_BLITZ,
    STORE_RAPID,
    STORE_CLASSICAL,
    STORE_CORRESPONDENCE
} store_time_class;

/* X(symbol, machine name) */
#define STORE_CATEGORY_MAP(X)                                                  \
    X(UNKNOWN, "unknown")                                                      \
    X(CHECKMATE, "checkmate")                                                  \
    X(RESIGNATION, "resignation")                                              \
    X(TIME, "time")                                                            \
    X(TIME_INSUFFICIENT, "time_insufficient")                                  \
    X(RULES, "rules_infraction")                                               \
    X(ABANDONED, "abandoned")                                                  \
    X(UNTERMINATED, "unterminated")                                            \
    X(STALEMATE, "stalemate")                                                  \
    X(DEAD, "dead_position")                                                   \
    X(INSUFFICIENT, "insufficient_material")                                   \
    X(REPETITION, "repetition")                                                \
    X(FIFTY, "fifty_moves")                                                    \
    X(AGREEMENT, "agreement")

typedef enum store_category {
#define STORE_CATEGORY_ENUM(symbol, name) STORE_ENDED_##symbol,
    STORE_CATEGORY_MAP(STORE_CATEGORY_ENUM)
#undef STORE_CATEGORY_ENUM
        STORE_CATEGORIES
} store_category;

/* Year, month and day, any of which may be 0; compare as numbers. */
static inline uint32_t store_date(unsigned y, unsigned m, unsigned d)
{
    return y << 9 | m << 5 | d;
}

/* "B90" is 191 (1 + 100 for B + 90), and so are its parts such as "B90a" and
 * "B90/05"; 0 if it is no code. */
uint32_t store_eco(tby_str text);

#endif
