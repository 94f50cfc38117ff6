/* games.c - the table games: a row for each game, by id. */
#include "core/base/assert.h"
#include "core/base/buf.h"
#include "store/record/tags.h"
#include "store/sqlite/tables/tables.h"
#include "tabiya/limits.h"
#include "tabiya/san.h"

#include <stdio.h>

/* X(symbol, name and type, what is shown): the columns in their order; -1 is
 * put together below. */
#define GAMES_COLUMN_MAP(X)                                                    \
    X(ID, "id INTEGER", -1)                                                    \
    X(UTC, "utc TEXT", -1)                                                     \
    X(WHITE, "white TEXT", STORE_WHITE)                                        \
    X(BLACK, "black TEXT", STORE_BLACK)                                        \
    X(WHITE_ELO, "white_elo INTEGER", STORE_WHITE_ELO)                         \
    X(BLACK_ELO, "black_elo INTEGER", STORE_BLACK_ELO)                         \
    X(WHITE_DIFF, "white_rating_diff INTEGER", STORE_WHITE_DIFF)               \
    X(BLACK_DIFF, "black_rating_diff INTEGER", STORE_BLACK_DIFF)               \
    X(TIME_CONTROL, "time_control TEXT", STORE_TIME_CONTROL)                   \
    X(INCREMENT, "increment INTEGER", STORE_INCREMENT)                         \
    X(TIME_CLASS, "time_class TEXT", STORE_TIME_CLASS)                         \
    X(RESULT, "result TEXT", STORE_RESULT)                                     \
    X(CATEGORY, "category TEXT", STORE_CATEGORY)                               \
    X(TERMINATION, "termination TEXT", STORE_TERMINATION)                      \
    X(ECO, "eco TEXT", STORE_ECO)                                              \
    X(OPENING, "opening TEXT", STORE_OPENING)                                  \
    X(PLIES, "plies INTEGER", STORE_PLIES)                                     \
    X(EVENT, "event TEXT", STORE_EVENT)                                        \
    X(SITE, "site TEXT", STORE_SITE)                                           \
    X(ROUND, "round TEXT", STORE_ROUND)                                        \
    X(MOVES, "moves TEXT", -1)                                                 \
    X(DATE, "date TEXT", STORE_DATE)                                           \
    X(BASE, "base INTEGER", STORE_BASE)

enum {
#define GAMES_ENUM(symbol, text, stored) COL_##symbol,
    GAMES_COLUMN_MAP(GAMES_ENUM)
#undef GAMES_ENUM
};

enum { PLAN_ID = 1, PLAN_FROM = 2, PLAN_TO = 4 };

/* A bound of the ids, itself included or not: SQLite leaves out what does not
 * fit. */
static int bound(sqlite3_index_info *info, unsigned char with,
                 unsigned char without)
{
    int i = tby__tables_constraint(info, COL_ID, with);

    return i >= 0 ? i : tby__tables_constraint(info, COL_ID, without);
}

static void games_plan(sqlite3_index_info *info)
{
    static const tables_way BY_ID = {COL_ID, PLAN_ID, 1, "id="};
    int from =
        bound(info, SQLITE_INDEX_CONSTRAINT_GE, SQLITE_INDEX_CONSTRAINT_GT);
    int to =
        bound(info, SQLITE_INDEX_CONSTRAINT_LE, SQLITE_INDEX_CONSTRAINT_LT);
    int n = 0;

    info->estimatedCost = 1e7;
    info->estimatedRows = 1000000;
    if (tby__tables_plan_by(info, &BY_ID, 1) >= 0)
        return;
    if (from >= 0) {
        tby__tables_use(info, from, ++n);
        info->idxNum |= PLAN_FROM;
    }
    if (to >= 0) {
        tby__tables_use(info, to, ++n);
        info->idxNum |= PLAN_TO;
    }
    if (n) {
        info->estimatedCost /= 4 * n;
        tby__tables_call(info, "id range");
    }
    if (info->nOrderBy == 1 && info->aOrderBy[0].iColumn == COL_ID &&
        !info->aOrderBy[0].desc)
        info->orderByConsumed = 1;
}

/* Is it a number?  Every number is less than a text that is none. */
static bool is_number(sqlite3_value *value)
{
    int type = sqlite3_value_numeric_type(value);

    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

/* Goes on to a number that a game has. */
static tby_rc pass_deleted(tables_cursor *c)
{
    while (c->at < c->end && !tby__rows_place(c->file, c->at))
        c->at++;
    return TBY_OK;
}

static tby_rc games_filter(void *cursor, int plan, sqlite3_value **values)
{
    tables_cursor *c = cursor;
    uint32_t last = tby__rows_stored(c->file);
    int n = 0;

    c->at = 1;
    c->end = (size_t)last + 1;
    if (plan & (PLAN_ID | PLAN_FROM)) {
        /* A bound of ids within 1 .. last + 1. */
        sqlite3_int64 id = sqlite3_value_int64(values[n]);
        c->at = id < 1 ? 1 : id > last ? last + 1 : (uint32_t)id;
    }
    if (plan & PLAN_ID) {
        bool there = c->at <= last &&
                     sqlite3_value_int64(values[0]) == (sqlite3_int64)c->at;
        c->end = there && tby__rows_place(c->file, c->at) ? c->at + 1 : 0;
        return TBY_OK;
    }
    n += plan & PLAN_FROM ? 1 : 0;
    if (plan & PLAN_TO && is_number(values[n])) {
        sqlite3_int64 to = sqlite3_value_int64(values[n]);
        c->end = to < 1 ? 0 : to > last ? c->end : (size_t)to + 1;
    }
    return pass_deleted(c);
}

static tby_rc games_next(void *cursor)
{
    tables_cursor *c = cursor;

    c->at++;
    return pass_deleted(c);
}

/* "1998.11.??", and the time after it if it is known. */
static void put_date(sqlite3_context *ctx, uint32_t date, uint32_t time)
{
    char buf[TAG_VALUE_MAX], text[TAG_VALUE_MAX + 16];
    tby_str day = tby__tag_write_date(date, buf);

    if (!date)
        return;
    int n = snprintf(text, sizeof text, "%.*s", (int)day.n, day.p);
    if (time)
        n += snprintf(text + n, 16, " %02u:%02u:%02u", (time - 1) / 3600 % 24,
                      (time - 1) / 60 % 60, (time - 1) % 60);
    sqlite3_result_text(ctx, text, n, SQLITE_TRANSIENT);
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

    TBY_TRY(tby__replay_open(&r, f, game));
    tby_buf_init(&text, NULL, TBY_MAX_PLIES * (size_t)TBY_SAN_MAX);
    for (;;) {
        tby_pos before = r.pos;
        if (!tby__replay_next(&r, &code))
            break;
        tby_san_write(&before, tby__code_move(&before, code), san);
        if (text.n)
            tby_buf_char(&text, ' ');
        tby_buf_cstr(&text, san);
    }
    tby_rc rc = r.broken ? TBY_E_STORE_DAMAGED : text.rc;
    if (rc == TBY_OK)
        tby__tables_text(ctx, text.n ? tby_buf_str(&text) : (tby_str){"", 0});
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

static const signed char STORED[] = {
#define GAMES_STORED(symbol, text, stored) [COL_##symbol] = (stored),
    GAMES_COLUMN_MAP(GAMES_STORED)
#undef GAMES_STORED
};

static tby_rc games_column(void *cursor, sqlite3_context *ctx, int column)
{
    const tables_cursor *c = cursor;
    store_file *f = c->file;
    uint32_t id = (uint32_t)c->at, value = 0, other;
    uint32_t game = tby__rows_place(f, id);
    char buf[TAG_VALUE_MAX];

    if (STORED[column] >= 0)
        TBY_TRY(tby__rows_value(f, (store_column)STORED[column], game, &value));
    if (STORED[column] >= 0 && (unsigned)STORED[column] < STORE_NAMES)
        return tby__tables_name(ctx, f, (store_column)STORED[column], value);
    switch (column) {
    case COL_ID:
        sqlite3_result_int64(ctx, id);
        break;
    case COL_MOVES:
        return put_moves(ctx, f, game);
    case COL_UTC:
        TBY_TRY(tby__rows_value(f, STORE_DATE, game, &value));
        TBY_TRY(tby__rows_value(f, STORE_TIME, game, &other));
        put_date(ctx, value, other);
        break;
    case COL_TIME_CLASS:
        put_word(ctx, CLASSES, sizeof CLASSES / sizeof *CLASSES, value);
        break;
    case COL_CATEGORY:
        put_word(ctx, CATEGORIES, STORE_CATEGORIES, value);
        break;
    case COL_RESULT:
        sqlite3_result_text(ctx, tby_result_text((tby_result)value), -1,
                            SQLITE_STATIC);
        break;
    case COL_ECO:
        if (value)
            tby__tables_text(ctx, tby__tag_write_eco(value, buf));
        break;
    case COL_DATE:
        put_date(ctx, value, 0);
        break;
    case COL_WHITE_DIFF:
    case COL_BLACK_DIFF:
        if (value)
            sqlite3_result_int64(ctx, (sqlite3_int64)value - 32768);
        break;
    case COL_INCREMENT: /* of a control that is known, 0 is 0 */
        TBY_TRY(tby__rows_value(f, STORE_BASE, game, &other));
        if (other)
            sqlite3_result_int64(ctx, value);
        break;
    case COL_BASE:
        if (value)
            sqlite3_result_int64(ctx, value - 1);
        break;
    case COL_PLIES:
        sqlite3_result_int64(ctx, value);
        break;
    default:
        tby__tables_known(ctx, value);
    }
    return TBY_OK;
}

const tables_kind tby__tables_games = {
    .name = "games",
    .declaration = "CREATE TABLE x("
#define GAMES_TEXT(symbol, text, stored) text ","
    GAMES_COLUMN_MAP(GAMES_TEXT)
#undef GAMES_TEXT
        "PRIMARY KEY(id)) WITHOUT ROWID",
    .cursor = sizeof(tables_cursor),
    .plan = games_plan,
    .filter = games_filter,
    .next = games_next,
    .column = games_column,
};
