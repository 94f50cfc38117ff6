/* tags.h - the tags that are known by name, and what the columns say of them.
 *
 * The numbers stand in files: new ones go to the end, and 62 is the last. */
#ifndef TBY_STORE_RECORD_TAGS_H
#define TBY_STORE_RECORD_TAGS_H

#include "store/record/pack.h"

typedef enum tag_kind {
    TAG_TEXT,   /* no column says it */
    TAG_NAME,   /* a column of names */
    TAG_DATE,   /* 2026.01.31, 2026.01.??, ... */
    TAG_TIME,   /* 23:59:59 */
    TAG_NUMBER, /* from 1 on */
    TAG_DIFF,   /* +5, -5, +0 */
    TAG_ECO,    /* B90 */
    TAG_RESULT, /* 1-0 */
    TAG_FEN,    /* the position the game starts from */
    TAG_NEAR    /* a date, as days before that of the game: a number more */
} tag_kind;

/* X(symbol, name, kind, column if there is one) */
#define TAG_MAP(X)                                                             \
    X(EVENT, "Event", NAME, STORE_EVENT)                                       \
    X(SITE, "Site", NAME, STORE_SITE)                                          \
    X(DATE, "Date", DATE, STORE_DATE)                                          \
    X(ROUND, "Round", NAME, STORE_ROUND)                                       \
    X(WHITE, "White", NAME, STORE_WHITE)                                       \
    X(BLACK, "Black", NAME, STORE_BLACK)                                       \
    X(RESULT, "Result", RESULT, STORE_RESULT)                                  \
    X(WHITE_ELO, "WhiteElo", NUMBER, STORE_WHITE_ELO)                          \
    X(BLACK_ELO, "BlackElo", NUMBER, STORE_BLACK_ELO)                          \
    X(ECO, "ECO", ECO, STORE_ECO)                                              \
    X(UTC_DATE, "UTCDate", DATE, STORE_DATE)                                   \
    X(UTC_TIME, "UTCTime", TIME, STORE_TIME)                                   \
    X(WHITE_DIFF, "WhiteRatingDiff", DIFF, STORE_WHITE_DIFF)                   \
    X(BLACK_DIFF, "BlackRatingDiff", DIFF, STORE_BLACK_DIFF)                   \
    X(OPENING, "Opening", NAME, STORE_OPENING)                                 \
    X(TIME_CONTROL, "TimeControl", NAME, STORE_TIME_CONTROL)                   \
    X(TERMINATION, "Termination", NAME, STORE_TERMINATION)                     \
    X(EVENT_DATE, "EventDate", NEAR, STORE_DATE)                               \
    X(PLY_COUNT, "PlyCount", NUMBER, STORE_PLIES)                              \
    X(FEN, "FEN", FEN, STORE_COLUMNS)                                          \
    X(SET_UP, "SetUp", TEXT, STORE_COLUMNS)                                    \
    X(VARIANT, "Variant", TEXT, STORE_COLUMNS)                                 \
    X(VARIATION, "Variation", TEXT, STORE_COLUMNS)                             \
    X(ANNOTATOR, "Annotator", TEXT, STORE_COLUMNS)                             \
    X(WHITE_TITLE, "WhiteTitle", TEXT, STORE_COLUMNS)                          \
    X(BLACK_TITLE, "BlackTitle", TEXT, STORE_COLUMNS)                          \
    X(WHITE_FIDE_ID, "WhiteFideId", TEXT, STORE_COLUMNS)                       \
    X(BLACK_FIDE_ID, "BlackFideId", TEXT, STORE_COLUMNS)                       \
    X(WHITE_TEAM, "WhiteTeam", TEXT, STORE_COLUMNS)                            \
    X(BLACK_TEAM, "BlackTeam", TEXT, STORE_COLUMNS)                            \
    X(WHITE_COUNTRY, "WhiteCountry", TEXT, STORE_COLUMNS)                      \
    X(BLACK_COUNTRY, "BlackCountry", TEXT, STORE_COLUMNS)                      \
    X(EVENT_TYPE, "EventType", TEXT, STORE_COLUMNS)                            \
    X(EVENT_ROUNDS, "EventRounds", TEXT, STORE_COLUMNS)                        \
    X(EVENT_COUNTRY, "EventCountry", TEXT, STORE_COLUMNS)                      \
    X(SOURCE, "Source", TEXT, STORE_COLUMNS)                                   \
    X(SOURCE_DATE, "SourceDate", NEAR, STORE_DATE)                             \
    X(TIME, "Time", TEXT, STORE_COLUMNS)                                       \
    X(BOARD, "Board", TEXT, STORE_COLUMNS)                                     \
    X(LINK, "Link", TEXT, STORE_COLUMNS)                                       \
    X(GAME_ID, "GameId", TEXT, STORE_COLUMNS)                                  \
    X(GAME_URL, "GameURL", TEXT, STORE_COLUMNS)                                \
    X(CURRENT_POSITION, "CurrentPosition", TEXT, STORE_COLUMNS)                \
    X(ECO_URL, "ECOUrl", TEXT, STORE_COLUMNS)                                  \
    X(TIMEZONE, "Timezone", TEXT, STORE_COLUMNS)                               \
    X(START_TIME, "StartTime", TEXT, STORE_COLUMNS)                            \
    X(END_DATE, "EndDate", NEAR, STORE_DATE)                                   \
    X(END_TIME, "EndTime", TEXT, STORE_COLUMNS)                                \
    X(MODE, "Mode", TEXT, STORE_COLUMNS)

enum {
    TAG_NONE,
#define TAG_ENUM(symbol, name, kind, column) TAG_IS_##symbol,
    TAG_MAP(TAG_ENUM)
#undef TAG_ENUM
        TAG_KNOWN, /* one more than the last */
    TAG_OTHER = 63 /* its name is written out */
};

/* How the value of a tag is kept. */
enum {
    TAG_BY_COLUMN,
    TAG_BY_TEXT, /* written out */
    TAG_EMPTY,
    TAG_QUESTION /* ?, or ????.??.?? of a date */
};

/* The number of a name, TAG_OTHER if it is not known. */
unsigned tby__tag_find(tby_str name);
tby_str tby__tag_name(unsigned id); /* 0 < id < TAG_KNOWN */
tag_kind tby__tag_kind_of(unsigned id);
store_column tby__tag_column(unsigned id);

/* The value that means nothing. */
tby_str tby__tag_question(unsigned id);

enum { TAG_VALUE_MAX = 112 }; /* bytes that numbers and FENs need */

/* The value of a tag by the columns and names of a game, and by the position
 * it starts from; p NULL if they say none.  It may be in buf. */
tby_str tby__tag_by_column(unsigned id, const store_packed *game, tby_str fen,
                           char buf[TAG_VALUE_MAX]);

/* --- values ---------------------------------------------------------------*/

/* Each gives 0 for what it does not understand. */
uint32_t
tby__tag_read_date(tby_str text); /* also with - or /; the year first */
uint32_t tby__tag_read_time(tby_str text); /* seconds and one */
uint32_t tby__tag_read_number(tby_str text);
uint32_t tby__tag_read_diff(tby_str text); /* plus 32768 */

/* Writes a date with question marks where a part is 0. */
tby_str tby__tag_write_date(uint32_t date, char buf[TAG_VALUE_MAX]);
/* A code that is not 0. */
tby_str tby__tag_write_eco(uint32_t eco, char buf[TAG_VALUE_MAX]);

/* The day's number of a date that is known in full; false if it is not.  And
 * back; false if there is no such day from year 1 to 9999. */
bool tby__tag_day_of(uint32_t date, int32_t *day);
bool tby__tag_date_of(int32_t day, uint32_t *date);

/* True if a word stands anywhere in a text, in letters of any case; the word
 * itself is given in small ones. */
bool tby__tag_text(tby_str text, const char *word);

/* Base, increment and class of a time control, where it is understood. */
void tby__tag_read_control(tby_str control, tby_str event, uint32_t *columns);

/* The facts that a category is judged by. */
typedef struct tag_ending {
    tby_result result;
    tby_str termination; /* p NULL: no such tag */
    bool mate, stalemate, insufficient, dead, repeated, fifty;
    bool no_mate; /* the side that is not to move can not mate */
} tag_ending;
store_category tby__tag_category(const tag_ending *e);

#endif
