/* games.c - the table games: a row for each game, by id. */
#include "store/sqlite/tables/tables.h"

#include "core/base/buf.h"
#include "tabiya/limits.h"
#include "tabiya/san.h"

#include <stdio.h>
#include <stdlib.h>

/* X(name and type, what makes it): the columns in their order. */
#define GAMES_COLUMN_MAP(X)                                                    \
    X(ID, "id INTEGER")                                                        \
    X(UTC, "utc TEXT")                                                         \
    X(WHITE, "white TEXT")                                                     \
    X(BLACK, "black TEXT")                                                     \
    X(WHITE_ELO, "white_elo INTEGER")                                          \
    X(BLACK_ELO, "black_elo INTEGER")                                          \
    X(WHITE_DIFF, "white_rating_diff INTEGER")                                 \
    X(BLACK_DIFF, "black_rating_diff INTEGER")                                 \
    X(TIME_CONTROL, "time_control TEXT")                                       \
    X(INCREMENT, "increment INTEGER")                                          \
    X(TIME_CLASS, "time_class TEXT")                                           \
    X(RESULT, "result TEXT")                                                   \
    X(CATEGORY, "category TEXT")                                               \
    X(TERMINATION, "termination TEXT")                                         \
    X(ECO, "eco TEXT")                                                         \
    X(OPENING, "opening TEXT")                                                 \
    X(PLIES, "plies INTEGER")                                                  \
    X(EVENT, "event TEXT")                                                     \
    X(SITE, "site TEXT")                                                       \
    X(ROUND, "round TEXT")                                                     \
    X(MOVES, "moves TEXT")                                                     \
    X(DATE, "date TEXT")                                                       \
    X(BASE, "base INTEGER")

enum {
#define GAMES_ENUM(symbol, text) COL_##symbol,
    GAMES_COLUMN_MAP(GAMES_ENUM)
#undef GAMES_ENUM
};

typedef struct games_cursor {
    tables_cursor base;
    uint32_t at, end; /* the game, and the last one */
} games_cursor;

/* --- plans ----------------------------------------------------------------*/

enum { PLAN_ID = 1, PLAN_FROM = 2, PLAN_TO = 4 };

/* A bound of the ids, itself included or not: SQLite leaves out what does not
 * fit. */
static int bound(sqlite3_index_info *info, unsigned char with,
                 unsigned char without)
{
    int i = tables_constraint(info, COL_ID, with);

    return i >= 0 ? i : tables_constraint(info, COL_ID, without);
}

static void games_plan(sqlite3_index_info *info)
{
    int id = tables_constraint(info, COL_ID, SQLITE_INDEX_CONSTRAINT_EQ);
    int from =
        bound(info, SQLITE_INDEX_CONSTRAINT_GE, SQLITE_INDEX_CONSTRAINT_GT);
    int to =
        bound(info, SQLITE_INDEX_CONSTRAINT_LE, SQLITE_INDEX_CONSTRAINT_LT);
    int n = 0;

    info->estimatedCost = 1e7;
    info->estimatedRows = 1000000;
    if (id >= 0) {
        tables_plan_one(info, id, PLAN_ID, "id=");
        return;
    }
    if (from >= 0) {
        tables_use(info, from, ++n);
        info->idxNum |= PLAN_FROM;
    }
    if (to >= 0) {
        tables_use(info, to, ++n);
        info->idxNum |= PLAN_TO;
    }
    if (n) {
        info->estimatedCost /= 4 * n;
        tables_call(info, "id range");
    }
    if (info->nOrderBy == 1 && info->aOrderBy[0].iColumn == COL_ID &&
        !info->aOrderBy[0].desc)
        info->orderByConsumed = 1;
}

/* --- cursors --------------------------------------------------------------*/

/* A bound of ids within 1 .. last + 1. */
static uint32_t clamp(sqlite3_int64 id, uint32_t last)
{
    return id < 1 ? 1 : id > last ? last + 1 : (uint32_t)id;
}

/* Is it a number?  Every number is less than a text that is none. */
static bool is_number(sqlite3_value *value)
{
    int type = sqlite3_value_numeric_type(value);

    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

static tby_rc games_filter(void *cursor, int plan, sqlite3_value **values)
{
    games_cursor *c = cursor;
    uint32_t last = store_file_stored(c->base.file);
    int n = 0;

    c->at = 1;
    c->end = last;
    if (plan & (PLAN_ID | PLAN_FROM))
        c->at = clamp(sqlite3_value_int64(values[n]), last);
    if (plan & PLAN_ID) {
        c->end = sqlite3_value_int64(values[0]) == c->at ? c->at : 0;
        if (c->end > last)
            c->end = 0;
        return TBY_OK;
    }
    n += plan & PLAN_FROM ? 1 : 0;
    if (plan & PLAN_TO && is_number(values[n])) {
        sqlite3_int64 to = sqlite3_value_int64(values[n]);

        c->end = to < 1 ? 0 : clamp(to, last);
        if (c->end > last)
            c->end = last;
    }
    return TBY_OK;
}

static tby_rc games_next(void *cursor)
{
    ((games_cursor *)cursor)->at++;
    return TBY_OK;
}

static bool games_over(const void *cursor)
{
    const games_cursor *c = cursor;

    return c->at > c->end;
}

/* --- values ---------------------------------------------------------------*/

/* "1998.11.??", and the time behind it if it is known. */
static void put_date(sqlite3_context *ctx, uint32_t date, uint32_t time)
{
    unsigned y = date >> 9, m = date >> 5 & 15, d = date & 31;
    char text[64];
    int n = 0;

    if (!date)
        return;
    n += y ? snprintf(text, 8, "%04u", y % 10000) : snprintf(text, 8, "????");
    n += m ? snprintf(text + n, 8, ".%02u", m) : snprintf(text + n, 8, ".\?\?");
    n += d ? snprintf(text + n, 8, ".%02u", d) : snprintf(text + n, 8, ".\?\?");
    if (time)
        n += snprintf(text + n, 24, " %02u:%02u:%02u", (time - 1) / 3600 % 24,
                      (time - 1) / 60 % 60, (time - 1) % 60);
    sqlite3_result_text(ctx, text, n, SQLITE_TRANSIENT);
}

static void put_eco(sqlite3_context *ctx, uint32_t eco)
{
    char text[8];

    if (!eco)
        return;
    (void)snprintf(text, sizeof text, "%c%02u",
                   'A' + (char)((eco - 1) / 100 % 26), (eco - 1) % 100);
    sqlite3_result_text(ctx, text, -1, SQLITE_TRANSIENT);
}

static void put_word(sqlite3_context *ctx, const char *const *words, size_t n,
                     uint32_t i)
{
    if (i < n && words[i])
        sqlite3_result_text(ctx, words[i], -1, SQLITE_STATIC);
}

/* The main line in SAN, without numbers. */
static tby_rc put_moves(sqlite3_context *ctx, store_file *f, uint32_t game)
{
    char san[TBY_SAN_MAX];
    store_replay r;
    store_code code;
    tby_buf text;
    tby_rc rc = store_replay_open(&r, f, game);

    if (rc != TBY_OK)
        return rc;
    tby_buf_init(&text, NULL, TBY_MAX_PLIES * (size_t)TBY_SAN_MAX);
    for (;;) {
        tby_pos before = r.pos;

        if (!store_replay_next(&r, &code))
            break;
        tby_san_write(&before, store_code_move(&before, code), san);
        if (text.n)
            tby_buf_char(&text, ' ');
        tby_buf_cstr(&text, san);
    }
    rc = r.broken ? TBY_E_STORE_DAMAGED : text.rc;
    if (rc == TBY_OK)
        tables_text(ctx, text.n ? tby_buf_str(&text) : (tby_str){"", 0});
    tby_buf_free(&text);
    return rc;
}

static const char *const CLASSES[] = {NULL,    "bullet",    "blitz",
                                      "rapid", "classical", "correspondence"};
static const char *const CATEGORIES[] = {
#define GAMES_CATEGORY(symbol, number, name) [number] = (name),
    STORE_CATEGORY_MAP(GAMES_CATEGORY)
#undef GAMES_CATEGORY
};

/* Which stored column a column shows; -1: put together below. */
static const signed char STORED[] = {
    [COL_ID] = -1,
    [COL_UTC] = -1,
    [COL_WHITE] = STORE_WHITE,
    [COL_BLACK] = STORE_BLACK,
    [COL_WHITE_ELO] = STORE_WHITE_ELO,
    [COL_BLACK_ELO] = STORE_BLACK_ELO,
    [COL_WHITE_DIFF] = STORE_WHITE_DIFF,
    [COL_BLACK_DIFF] = STORE_BLACK_DIFF,
    [COL_TIME_CONTROL] = STORE_TIME_CONTROL,
    [COL_INCREMENT] = STORE_INCREMENT,
    [COL_TIME_CLASS] = STORE_TIME_CLASS,
    [COL_RESULT] = STORE_RESULT,
    [COL_CATEGORY] = STORE_CATEGORY,
    [COL_TERMINATION] = STORE_TERMINATION,
    [COL_ECO] = STORE_ECO,
    [COL_OPENING] = STORE_OPENING,
    [COL_PLIES] = STORE_PLIES,
    [COL_EVENT] = STORE_EVENT,
    [COL_SITE] = STORE_SITE,
    [COL_ROUND] = STORE_ROUND,
    [COL_MOVES] = -1,
    [COL_DATE] = STORE_DATE,
    [COL_BASE] = STORE_BASE,
};

static void put_number(sqlite3_context *ctx, int column, uint32_t value,
                       uint32_t base)
{
    switch (column) {
    case COL_WHITE_DIFF:
    case COL_BLACK_DIFF:
        if (value)
            sqlite3_result_int64(ctx, (sqlite3_int64)value - 32768);
        return;
    case COL_INCREMENT: /* of a control that is known, 0 is 0 */
        if (base)
            sqlite3_result_int64(ctx, value);
        return;
    case COL_BASE:
        if (value)
            sqlite3_result_int64(ctx, value - 1);
        return;
    case COL_PLIES:
        sqlite3_result_int64(ctx, value);
        return;
    default:
        tables_known(ctx, value);
    }
}

static void put_stored(sqlite3_context *ctx, int column, uint32_t value,
                       uint32_t base)
{
    switch (column) {
    case COL_TIME_CLASS:
        put_word(ctx, CLASSES, sizeof CLASSES / sizeof *CLASSES, value);
        return;
    case COL_CATEGORY:
        put_word(ctx, CATEGORIES, STORE_CATEGORIES, value);
        return;
    case COL_RESULT:
        sqlite3_result_text(ctx, tby_result_text((tby_result)value), -1,
                            SQLITE_STATIC);
        return;
    case COL_ECO:
        put_eco(ctx, value);
        return;
    case COL_DATE:
        put_date(ctx, value, 0);
        return;
    default:
        put_number(ctx, column, value, base);
    }
}

static tby_rc put_utc(sqlite3_context *ctx, store_file *f, uint32_t game)
{
    uint32_t date, time;
    tby_rc rc = store_file_value(f, STORE_DATE, game, &date);

    if (rc == TBY_OK)
        rc = store_file_value(f, STORE_TIME, game, &time);
    if (rc == TBY_OK)
        put_date(ctx, date, time);
    return rc;
}

static tby_rc games_column(void *cursor, sqlite3_context *ctx, int column)
{
    const games_cursor *c = cursor;
    store_file *f = c->base.file;
    uint32_t value, base = 0;
    tby_rc rc;

    if (column == COL_ID) {
        sqlite3_result_int64(ctx, c->at);
        return TBY_OK;
    }
    if (column == COL_MOVES)
        return put_moves(ctx, f, c->at);
    if (column == COL_UTC)
        return put_utc(ctx, f, c->at);
    rc = store_file_value(f, (store_column)STORED[column], c->at, &value);
    if (rc == TBY_OK && column == COL_INCREMENT)
        rc = store_file_value(f, STORE_BASE, c->at, &base);
    if (rc != TBY_OK)
        return rc;
    if ((unsigned)STORED[column] < STORE_NAMES)
        return tables_name(ctx, f, (store_column)STORED[column], value);
    put_stored(ctx, column, value, base);
    return TBY_OK;
}

const tables_kind tables_games = {
    .name = "games",
    .declaration = "CREATE TABLE x("
#define GAMES_TEXT(symbol, text) text ","
    GAMES_COLUMN_MAP(GAMES_TEXT)
#undef GAMES_TEXT
        "PRIMARY KEY(id)) WITHOUT ROWID",
    .cursor = sizeof(games_cursor),
    .plan = games_plan,
    .filter = games_filter,
    .next = games_next,
    .over = games_over,
    .column = games_column,
};
