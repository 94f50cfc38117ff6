/* sql.c - a question in SQL: one statement that only reads, within limits. */
#include "core/base/assert.h"
#include "io/system/clock.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/tables/tables.h"

#include <stdio.h>
#include <string.h>

/* The clock is looked at between steps, and a single function is one step: what
 * it works on is bounded, so that it takes no minutes.  No value of our tables
 * is larger. */
enum {
    STEPS_BETWEEN_LOOKS = 1000,
    VALUE_MOST = 1 << 20,  /* bytes */
    PATTERN_MOST = 1 << 10 /* of LIKE and GLOB */
};

static const char ONLY_READS[] = "SQL may only read";

typedef struct query {
    store_file *file;
    const tby_sql_job *job;
    sqlite3_stmt *statement;
    double end;   /* of its time */
    bool late;    /* that is over */
    bool refused; /* it wants more than to read */
    size_t n;
    const char *names[TBY_SQL_COLUMNS];
    tby_sql_value values[TBY_SQL_COLUMNS];
} query;

/* Reading and computing; nothing that changes, attaches or sets anything. */
static int authorize(void *ctx, int action, const char *a, const char *b,
                     const char *schema, const char *trigger)
{
    query *q = ctx;

    (void)a;
    (void)schema;
    (void)trigger;
    if (action == SQLITE_SELECT || action == SQLITE_READ ||
        action == SQLITE_RECURSIVE ||
        (action == SQLITE_FUNCTION && b && strcmp(b, "load_extension") != 0))
        return SQLITE_OK;
    q->refused = true;
    return SQLITE_DENY;
}

static int look_at_clock(void *ctx)
{
    query *q = ctx;

    q->late = tby_clock_now() > q->end;
    return q->late;
}

static void read_value(query *q, int i)
{
    sqlite3_stmt *s = q->statement;
    tby_sql_value *v = &q->values[i];

    *v = (tby_sql_value){.kind = TBY_SQL_NULL};
    switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
        v->kind = TBY_SQL_INTEGER;
        v->integer = sqlite3_column_int64(s, i);
        return;
    case SQLITE_FLOAT:
        v->kind = TBY_SQL_REAL;
        v->real = sqlite3_column_double(s, i);
        return;
    case SQLITE_TEXT:
        v->kind = TBY_SQL_TEXT;
        v->bytes.p = (const char *)sqlite3_column_text(s, i);
        break;
    case SQLITE_BLOB:
        v->kind = TBY_SQL_BLOB;
        v->bytes.p = sqlite3_column_blob(s, i);
        break;
    default:
        return;
    }
    v->bytes.n = (size_t)sqlite3_column_bytes(s, i);
}

static tby_rc report(query *q, bool values)
{
    tby_sql_row row = {q->n, q->names, values ? q->values : NULL};

    for (size_t i = 0; values && i < q->n; i++)
        read_value(q, (int)i);
    return q->job->row(q->job->ctx, &row);
}

static tby_rc fail(query *q, int rc)
{
    if (q->late)
        return tby__file_fail(q->file, TBY_E_STORE_TIME, NULL);
    if (rc == SQLITE_NOMEM) {
        char reason[64] = "";

        if (q->job->memory)
            snprintf(reason, sizeof reason, "SQL may use %llu MB",
                     (unsigned long long)(q->job->memory >> 20));
        return tby__file_fail(q->file, TBY_E_NOMEM, reason[0] ? reason : NULL);
    }
    if (rc == SQLITE_TOOBIG)
        return tby__file_fail(q->file, TBY_E_STORE_SQL,
                              "a value may have 1048576 bytes");
    if (q->refused)
        return tby__file_fail(q->file, TBY_E_STORE_SQL, ONLY_READS);
    return tby__file_fail(
        q->file, rc == SQLITE_CORRUPT ? TBY_E_STORE_DAMAGED : TBY_E_STORE_SQL,
        sqlite3_errmsg(q->file->db));
}

static tby_rc step(query *q)
{
    uint64_t rows = 0;
    TBY_TRY(report(q, false));
    int got = SQLITE_DONE;

    while ((got = sqlite3_step(q->statement)) == SQLITE_ROW) {
        if (q->job->rows && rows++ == q->job->rows)
            return TBY_E_LIMIT;
        TBY_TRY(report(q, true));
    }
    return got == SQLITE_DONE ? TBY_OK : fail(q, got);
}

static tby_rc refuse(query *q, const char *reason)
{
    return tby__file_fail(q->file, TBY_E_STORE_SQL, reason);
}

static tby_rc compile(query *q)
{
    sqlite3 *db = q->file->db;
    const char *at = q->job->sql.p, *end = at + q->job->sql.n, *rest = NULL;
    sqlite3_stmt *other = NULL;
    int rc = sqlite3_prepare_v2(db, at, (int)(end - at), &q->statement, &rest);

    if (rc != SQLITE_OK)
        return fail(q, rc);
    if (!q->statement)
        return refuse(q, "there is no statement");
    /* After the statement there may be spaces, comments and semicolons, of
     * which SQLite makes no statement. */
    for (at = NULL; rc == SQLITE_OK && !other && rest < end && *rest;) {
        if (rest == at)
            break;
        at = rest;
        rc = sqlite3_prepare_v2(db, at, (int)(end - at), &other, &rest);
    }
    sqlite3_finalize(other);
    if (rc != SQLITE_OK || other)
        return refuse(q, "there is more than one statement");
    return sqlite3_stmt_readonly(q->statement) ? TBY_OK : refuse(q, ONLY_READS);
}

static tby_rc prepare(query *q)
{
    if (q->job->sql.n > TBY_MAX_COMMENT_BYTES)
        return refuse(q, "it is too long");
    /* When the file was written anew SQLite declares the tables again, which is
     * more than to read. */
    TBY_TRY(tby__file_exec(
        q->file,
        "SELECT 1 FROM games, moves, positions, players, eco LIMIT 0"));
    sqlite3_set_authorizer(q->file->db, authorize, q);
    tby_rc rc = compile(q);
    sqlite3_set_authorizer(q->file->db, NULL, NULL);
    if (rc != TBY_OK)
        return rc;
    q->n = (size_t)sqlite3_column_count(q->statement);
    if (q->n > TBY_SQL_COLUMNS)
        return refuse(q, "it has too many columns");
    for (size_t i = 0; i < q->n; i++)
        q->names[i] = sqlite3_column_name(q->statement, (int)i);
    return TBY_OK;
}

/* Within its bounds, which hold for this question alone. */
static tby_rc ask(query *q)
{
    sqlite3 *db = q->file->db;
    const tby_sql_job *job = q->job;
    int value = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_MOST);
    int pattern =
        sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, PATTERN_MOST);
    sqlite3_int64 soft = sqlite3_soft_heap_limit64(-1), hard = 0;

    if (job->memory) /* a hard limit lowers the soft one */
        hard = sqlite3_hard_heap_limit64((sqlite3_int64)job->memory);
    q->end = tby_clock_now() + job->seconds;
    if (job->seconds > 0)
        sqlite3_progress_handler(db, STEPS_BETWEEN_LOOKS, look_at_clock, q);
    tby_rc rc = prepare(q);
    if (rc == TBY_OK)
        rc = step(q);
    sqlite3_finalize(q->statement);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (job->memory) {
        sqlite3_hard_heap_limit64(hard);
        sqlite3_soft_heap_limit64(soft);
    }
    sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, pattern);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, value);
    return rc;
}

tby_rc tby__file_sql_query(tby_store *s, const tby_sql_job *job)
{
    store_file *f = store_rows_of(s);
    query q = {.file = f, .job = job};

    if (!f->tables) {
        TBY_TRY(tby__tables_open(f));
        TBY_TRY(tby__file_cache(f));
        f->tables = true;
    }
    TBY_TRY(tby__file_hold(s));
    tby_rc rc = ask(&q);
    tby__file_release(s);
    return rc;
}
