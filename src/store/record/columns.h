/* columns.h - what is known of every game, one number for each game and column.
 *
 * Columns lie in chunks of STORE_CHUNK games: a smallest value and then each
 * game's distance from it in as many bytes (0 to 4) as the largest needs.  Zero
 * is "not known" everywhere. */
#ifndef TBY_STORE_RECORD_COLUMNS_H
#define TBY_STORE_RECORD_COLUMNS_H

#include "tabiya/base.h"

enum { STORE_CHUNK = 4096 };

/* The number of a column is where it stands in a file (docs/formats/db.md): it
 * belongs to the column for ever, whatever the order of these lines.  A new
 * column takes the next number; none is ever used for something else.  The
 * files in tests/golden hold everyone to it.
 *
 * X(symbol, number, kind): kind is the table of names whose number it holds, or
 * a plain number. */
#define STORE_COLUMN_MAP(X)                                                    \
    X(WHITE, 0, PLAYER)                                                        \
    X(BLACK, 1, PLAYER)                                                        \
    X(EVENT, 2, EVENT)                                                         \
    X(SITE, 3, SITE)                                                           \
    X(ROUND, 4, TEXT)                                                          \
    X(OPENING, 5, TEXT)                                                        \
    X(TERMINATION, 6, TEXT)                                                    \
    X(TIME_CONTROL, 7, TEXT) /* as it was written */                           \
    X(DATE, 8, NUMBER)       /* store_date(): UTCDate, else Date */            \
    X(TIME, 9, NUMBER)       /* UTCTime: seconds of the day, and one */        \
    X(WHITE_ELO, 10, NUMBER)                                                   \
    X(BLACK_ELO, 11, NUMBER)                                                   \
    X(WHITE_DIFF, 12, NUMBER) /* the gain in rating plus 32768 */              \
    X(BLACK_DIFF, 13, NUMBER)                                                  \
    X(BASE, 14, NUMBER) /* seconds and one; TIME_CONTROL taken apart */        \
    X(INCREMENT, 15, NUMBER)                                                   \
    X(TIME_CLASS, 16, NUMBER) /* store_time_class */                           \
    X(RESULT, 17, NUMBER)     /* tby_result */                                 \
    X(CATEGORY, 18, NUMBER)   /* store_category: how it ended */               \
    X(ECO, 19, NUMBER)        /* tby__store_eco() */                           \
    X(PLIES, 20, NUMBER)                                                       \
    X(FLAGS, 21, NUMBER) /* STORE_SETUP ... */                                 \
    X(HASH, 22, NUMBER)  /* of players, date and moves: finds duplicates */    \
    X(LEAST, 23, NUMBER) /* tby__men_least(); files of version 4 have none */

typedef enum store_column {
#define STORE_COLUMN_ENUM(symbol, number, kind) STORE_##symbol = (number),
    STORE_COLUMN_MAP(STORE_COLUMN_ENUM)
#undef STORE_COLUMN_ENUM
        STORE_COLUMNS = 24
} store_column;

#define STORE_COLUMN_BIT(symbol, number, kind) | UINT32_C(1) << (number)
/* NOLINTNEXTLINE(bugprone-macro-parentheses): a term of a sum */
#define STORE_COLUMN_ONE(symbol, number, kind) +1
_Static_assert((0 STORE_COLUMN_MAP(STORE_COLUMN_BIT)) ==
                       (UINT32_C(1) << STORE_COLUMNS) - 1 &&
                   (0 STORE_COLUMN_MAP(STORE_COLUMN_ONE)) == STORE_COLUMNS,
               "columns have the numbers from 0 on, each once");
#undef STORE_COLUMN_BIT
#undef STORE_COLUMN_ONE

/* Tables of names; ids from 1, 0 is "no such tag". */
typedef enum store_kind {
    STORE_PLAYER,
    STORE_EVENT_NAME,
    STORE_SITE_NAME,
    STORE_TEXT,
    STORE_KINDS,
    STORE_NUMBER = STORE_KINDS
} store_kind;

store_kind tby__column_kind(store_column c);
/* The columns of names: the first ones, and all there will be. */
#define STORE_NAMES ((unsigned)STORE_TIME_CONTROL + 1)

/* What follows stands in files too: numbers stay as they are. */
enum {
    STORE_IS_SETUP = 1,   /* does not begin at the start: see the extra */
    STORE_IS_960 = 2,     /* Chess960 */
    STORE_BLACK_FIRST = 4 /* a set-up in which Black moves first */
};

typedef enum store_time_class {
    STORE_TIME_UNKNOWN = 0,
    STORE_BULLET = 1,
    STORE_BLITZ = 2,
    STORE_RAPID = 3,
    STORE_CLASSICAL = 4,
    STORE_CORRESPONDENCE = 5
} store_time_class;

/* X(symbol, number, machine name) */
#define STORE_CATEGORY_MAP(X)                                                  \
    X(UNKNOWN, 0, "unknown")                                                   \
    X(CHECKMATE, 1, "checkmate")                                               \
    X(RESIGNATION, 2, "resignation")                                           \
    X(TIME, 3, "time")                                                         \
    X(TIME_INSUFFICIENT, 4, "time_insufficient")                               \
    X(RULES, 5, "rules_infraction")                                            \
    X(ABANDONED, 6, "abandoned")                                               \
    X(UNTERMINATED, 7, "unterminated")                                         \
    X(STALEMATE, 8, "stalemate")                                               \
    X(DEAD, 9, "dead_position")                                                \
    X(INSUFFICIENT, 10, "insufficient_material")                               \
    X(REPETITION, 11, "repetition")                                            \
    X(FIFTY, 12, "fifty_moves")                                                \
    X(AGREEMENT, 13, "agreement")

typedef enum store_category {
#define STORE_CATEGORY_ENUM(symbol, number, name)                              \
    STORE_ENDED_##symbol = (number),
    STORE_CATEGORY_MAP(STORE_CATEGORY_ENUM)
#undef STORE_CATEGORY_ENUM
        STORE_CATEGORIES = 14
} store_category;

#define STORE_CATEGORY_BIT(symbol, number, name) | UINT32_C(1) << (number)
_Static_assert((0 STORE_CATEGORY_MAP(STORE_CATEGORY_BIT)) ==
                   (UINT32_C(1) << STORE_CATEGORIES) - 1,
               "categories have the numbers from 0 on");
#undef STORE_CATEGORY_BIT

/* Year, month and day, any of which may be 0; compare as numbers. */
static inline uint32_t store_date(unsigned y, unsigned m, unsigned d)
{
    return y << 9 | m << 5 | d;
}

/* "B90" is 191 (1 + 100 for B + 90), and so are its parts such as "B90a" and
 * "B90/05"; 0 if it is no code. */
uint32_t tby__store_eco(tby_str text);

#endif
