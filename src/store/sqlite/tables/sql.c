/* sql.c - a question in SQL: one statement that only reads, within limits. */
#include "io/system/clock.h"
#include "store/sqlite/store_int.h"
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

/* --- what is allowed ------------------------------------------------------*/

static bool reads_only(int action, const char *function)
{
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return true;
    case SQLITE_FUNCTION:
        return function && strcmp(function, "load_extension") != 0;
    default:
        return false;
    }
}

/* Reading and computing; nothing that changes, attaches or sets anything. */
static int authorize(void *ctx, int action, const char *a, const char *b,
                     const char *schema, const char *trigger)
{
    query *q = ctx;

    (void)a;
    (void)schema;
    (void)trigger;
    if (reads_only(action, b))
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

/* --- rows -----------------------------------------------------------------*/

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

static tby_rc tell(query *q, bool values)
{
    tby_sql_row row = {q->n, q->names, values ? q->values : NULL};

    for (size_t i = 0; values && i < q->n; i++)
        read_value(q, (int)i);
    return q->job->row(q->job->ctx, &row);
}

static tby_rc fail_memory(query *q)
{
    char reason[64] = "";

    if (q->job->memory)
        snprintf(reason, sizeof reason, "SQL may use %llu MB",
                 (unsigned long long)(q->job->memory >> 20));
    return file_fail(q->file, TBY_E_NOMEM, reason[0] ? reason : NULL);
}

static tby_rc fail(query *q, int rc)
{
    if (q->late)
        return file_fail(q->file, TBY_E_STORE_TIME, NULL);
    if (rc == SQLITE_NOMEM)
        return fail_memory(q);
    if (rc == SQLITE_TOOBIG)
        return file_fail(q->file, TBY_E_STORE_SQL,
                         "a value may have 1048576 bytes");
    if (q->refused)
        return file_fail(q->file, TBY_E_STORE_SQL, ONLY_READS);
    return file_fail(
        q->file, rc == SQLITE_CORRUPT ? TBY_E_STORE_DAMAGED : TBY_E_STORE_SQL,
        sqlite3_errmsg(q->file->db));
}

static tby_rc step(query *q)
{
    uint64_t rows = 0;
    tby_rc rc = tell(q, false);
    int got = SQLITE_DONE;

    while (rc == TBY_OK && (got = sqlite3_step(q->statement)) == SQLITE_ROW) {
        if (q->job->rows && rows++ == q->job->rows)
            return TBY_E_LIMIT;
        rc = tell(q, true);
    }
    if (rc != TBY_OK)
        return rc;
    return got == SQLITE_DONE ? TBY_OK : fail(q, got);
}

/* --- the statement --------------------------------------------------------*/

static int compile(query *q, const char *from, const char **rest,
                   sqlite3_stmt **out)
{
    tby_str sql = q->job->sql;

    return sqlite3_prepare_v2(q->file->db, from, (int)(sql.p + sql.n - from),
                              out, rest);
}

/* Behind the statement there may be blanks, comments and semicolons, of which
 * SQLite makes no statement. */
static bool is_last(query *q, const char *rest)
{
    const char *end = q->job->sql.p + q->job->sql.n;
    sqlite3_stmt *other = NULL;

    while (rest < end && *rest && !other) {
        const char *at = rest;

        if (compile(q, at, &rest, &other) != SQLITE_OK)
            return false;
        if (rest == at)
            break;
    }
    sqlite3_finalize(other);
    return !other;
}

static tby_rc compile_all(query *q)
{
    const char *rest = NULL;
    int rc = compile(q, q->job->sql.p, &rest, &q->statement);

    if (rc != SQLITE_OK)
        return fail(q, rc);
    if (!q->statement)
        return file_fail(q->file, TBY_E_STORE_SQL, "there is no statement");
    if (!is_last(q, rest))
        return file_fail(q->file, TBY_E_STORE_SQL,
                         "there is more than one statement");
    if (!sqlite3_stmt_readonly(q->statement))
        return file_fail(q->file, TBY_E_STORE_SQL, ONLY_READS);
    return TBY_OK;
}

static tby_rc prepare(query *q)
{
    tby_rc rc;

    if (q->job->sql.n > TBY_MAX_COMMENT_BYTES)
        return file_fail(q->file, TBY_E_STORE_SQL, "it is too long");
    sqlite3_set_authorizer(q->file->db, authorize, q);
    rc = compile_all(q);
    sqlite3_set_authorizer(q->file->db, NULL, NULL);
    if (rc != TBY_OK)
        return rc;
    q->n = (size_t)sqlite3_column_count(q->statement);
    if (q->n > TBY_SQL_COLUMNS)
        return file_fail(q->file, TBY_E_STORE_SQL, "it has too many columns");
    for (size_t i = 0; i < q->n; i++)
        q->names[i] = sqlite3_column_name(q->statement, (int)i);
    return TBY_OK;
}

static tby_rc ask(query *q)
{
    tby_rc rc;

    q->end = tby_clock_now() + q->job->seconds;
    if (q->job->seconds > 0)
        sqlite3_progress_handler(q->file->db, STEPS_BETWEEN_LOOKS,
                                 look_at_clock, q);
    rc = prepare(q);
    if (rc == TBY_OK)
        rc = step(q);
    sqlite3_finalize(q->statement);
    sqlite3_progress_handler(q->file->db, 0, NULL, NULL);
    return rc;
}

/* A hard limit lowers the soft one. */
static tby_rc ask_within_memory(query *q)
{
    if (!q->job->memory)
        return ask(q);
    sqlite3_int64 soft = sqlite3_soft_heap_limit64(-1);
    sqlite3_int64 hard =
        sqlite3_hard_heap_limit64((sqlite3_int64)q->job->memory);
    tby_rc rc = ask(q);

    sqlite3_hard_heap_limit64(hard);
    sqlite3_soft_heap_limit64(soft);
    return rc;
}

static tby_rc ask_bounded(query *q)
{
    sqlite3 *db = q->file->db;
    int value = sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_MOST);
    int pattern =
        sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, PATTERN_MOST);
    tby_rc rc = ask_within_memory(q);

    sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, pattern);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, value);
    return rc;
}

tby_rc tby_store_sql(tby_store *s, const tby_sql_job *job)
{
    query q = {.file = s->file, .job = job};
    tby_rc rc = TBY_OK;

    if (!s->tables)
        rc = store_tables_open(s->file);
    if (rc == TBY_OK && !s->tables)
        rc = store_file_cache(s->file);
    s->tables |= rc == TBY_OK;
    if (rc == TBY_OK)
        STORE_ASK(s, rc, ask_bounded(&q));
    return rc;
}
