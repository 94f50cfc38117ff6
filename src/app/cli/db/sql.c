/* sql.c - tabiya db sql: a question in SQL. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"
#include "core/base/buf.h"

#include <math.h>
#include <string.h>

typedef struct answer {
    const tby_cli_call *call;
    uint64_t rows;
    bool head; /* the names of the columns are wanted */
    int code;
    uint8_t twins[TBY_SQL_COLUMNS]; /* of its name, before each column */
} answer;

/* --- numbers --------------------------------------------------------------*/

enum { REAL_MAX = 32 };

/* The same in every kind of answer. */
static void write_real(double value, char out[REAL_MAX])
{
    (void)snprintf(out, REAL_MAX, "%.15g", value);
}

/* --- text: columns by tabs ------------------------------------------------*/

/* A field of CSV, in quotes where it needs them. */
static void put_csv(tby_str text)
{
    if (!memchr(text.p, ',', text.n) && !memchr(text.p, '"', text.n) &&
        !memchr(text.p, '\n', text.n) && !memchr(text.p, '\r', text.n)) {
        fwrite(text.p, 1, text.n, stdout);
        return;
    }
    putchar('"');
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '"')
            putchar('"');
        putchar(text.p[i]);
    }
    putchar('"');
}

static void put_text(const answer *a, tby_str text)
{
    if (!text.n)
        return;
    if (tby_cli_has(a->call, "csv"))
        put_csv(text);
    else
        tby_cli_put_clean(stdout, text);
}

static void put_blob(tby_str bytes)
{
    for (size_t i = 0; i < bytes.n; i++)
        printf("%02x", (unsigned char)bytes.p[i]);
}

static void put_value(const answer *a, const tby_sql_value *v)
{
    char real[REAL_MAX];

    switch (v->kind) {
    case TBY_SQL_NULL:
        return;
    case TBY_SQL_INTEGER:
        printf("%lld", (long long)v->integer);
        return;
    case TBY_SQL_REAL:
        write_real(v->real, real);
        fputs(real, stdout);
        return;
    case TBY_SQL_TEXT:
        put_text(a, v->bytes);
        return;
    case TBY_SQL_BLOB:
        put_blob(v->bytes);
    }
}

static void print_row(const answer *a, const tby_sql_row *row)
{
    char separator = tby_cli_has(a->call, "csv") ? ',' : '\t';

    for (size_t i = 0; i < row->n; i++) {
        if (i)
            putchar(separator);
        if (row->values)
            put_value(a, &row->values[i]);
        else
            put_text(a, tby_str_of(row->names[i]));
    }
    putchar('\n');
}

/* --- JSON -----------------------------------------------------------------*/

/* An object has each name once, and a row may have it twice: of those alike the
 * later ones are counted. */
static void count_twins(answer *a, const tby_sql_row *row)
{
    for (size_t i = 0; i < row->n; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(row->names[i], row->names[k]) == 0)
                a->twins[i]++;
}

static void json_key(tby_jsonw *w, const char *name, unsigned twins)
{
    tby_buf key;

    if (!twins) {
        tby_jsonw_key(w, name);
        return;
    }
    tby_buf_init(&key, NULL, SIZE_MAX);
    tby_buf_cstr(&key, name);
    tby_buf_char(&key, ':');
    tby_buf_u64(&key, twins);
    tby_jsonw_key_buf(w, &key);
    tby_buf_free(&key);
}

/* JSON has no infinity. */
static void json_real(tby_jsonw *w, double value)
{
    char text[REAL_MAX];

    write_real(value, text);
    tby_jsonw_raw(w, isfinite(value) ? text : "null");
}

static void json_blob(tby_jsonw *w, tby_str bytes)
{
    static const char DIGITS[] = "0123456789abcdef";
    tby_buf text;

    tby_buf_init(&text, NULL, 2 * bytes.n + 1);
    for (size_t i = 0; i < bytes.n; i++) {
        tby_buf_char(&text, DIGITS[(unsigned char)bytes.p[i] >> 4]);
        tby_buf_char(&text, DIGITS[(unsigned char)bytes.p[i] & 15]);
    }
    tby_jsonw_buf(w, &text);
    tby_buf_free(&text);
}

static void json_value(tby_jsonw *w, const tby_sql_value *v)
{
    switch (v->kind) {
    case TBY_SQL_NULL:
        tby_jsonw_null(w);
        return;
    case TBY_SQL_INTEGER:
        tby_jsonw_i64(w, v->integer);
        return;
    case TBY_SQL_REAL:
        json_real(w, v->real);
        return;
    case TBY_SQL_TEXT:
        tby_jsonw_str(w, v->bytes);
        return;
    case TBY_SQL_BLOB:
        json_blob(w, v->bytes);
    }
}

static int json_row(const answer *a, const tby_sql_row *row)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    for (size_t i = 0; i < row->n; i++) {
        json_key(w, row->names[i], a->twins[i]);
        json_value(w, &row->values[i]);
    }
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static tby_rc see_row(void *ctx, const tby_sql_row *row)
{
    answer *a = ctx;

    a->rows += row->values != NULL;
    if (!a->call->json) {
        if (row->values || a->head)
            print_row(a, row);
        return TBY_OK;
    }
    if (row->values)
        a->code = json_row(a, row);
    else
        count_twins(a, row);
    return a->code == TBY_EXIT_OK ? TBY_OK : TBY_DONE;
}

static int ask(tby_db_ask *d, unsigned seconds, unsigned rows)
{
    answer a = {.call = d->call, .head = !tby_cli_has(d->call, "no-header")};
    tby_sql_job job = {.sql = tby_str_of(d->call->args[1]),
                       .seconds = seconds,
                       .rows = rows,
                       .memory = (uint64_t)512 << 20,
                       .ctx = &a,
                       .row = see_row};
    tby_rc rc = tby_store_sql(d->store, &job);

    fflush(stdout); /* the rows come before what ended them */
    if (rc == TBY_E_LIMIT) {
        char text[64];

        (void)snprintf(text, sizeof text,
                       "There are more than %u rows: see --rows.", rows);
        tby_cli_diag_file(d->path, text, tby_rc_name(rc));
        return TBY_EXIT_USAGE;
    }
    if (rc == TBY_E_STORE_SQL || rc == TBY_E_STORE_TIME) {
        (void)tby_db_ask_fail(d, rc);
        return TBY_EXIT_USAGE;
    }
    if (rc != TBY_OK && rc != TBY_DONE)
        return tby_db_ask_fail(d, rc);
    return a.code != TBY_EXIT_OK ? a.code : a.rows ? TBY_EXIT_OK : TBY_EXIT_NO;
}

static int run(const tby_cli_call *call)
{
    static tby_db_ask d; /* large, and there is one */
    unsigned seconds = 60, rows = 100000;
    int code = TBY_EXIT_OK;

    if (tby_cli_has(call, "write"))
        return tby_cli_usage(call->command, NULL,
                             "A database is changed by 'db import' only.");
    if (!tby_db_ask_number(call, "seconds", &seconds) ||
        !tby_db_ask_number(call, "rows", &rows))
        return TBY_EXIT_USAGE;
    if (!tby_db_ask_open(&d, call, &code))
        return code;
    code = ask(&d, seconds, rows);
    tby_db_ask_close(&d);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"csv", NULL, "separate columns by commas, not tabs"},
    {"no-header", NULL, "leave out the names of the columns"},
    {"seconds", "N", "stop after N seconds, 0 for never (default 60)"},
    {"rows", "N", "stop after N rows, 0 for never (default 100000)"},
    {"write", NULL, "refused: SQL only reads"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db sql games.tdb 'SELECT result, count(*) FROM games GROUP BY "
     "result'",
     "how games end"},
    {"tabiya --json db sql games.tdb \"SELECT * FROM moves WHERE san = "
     "'O-O-O#'\"",
     "every such mate"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_sql = {
    .noun = "db",
    .verb = "sql",
    .args = "DB SQL",
    .summary = "ask in SQL",
    .about =
        "Answers one SELECT statement of SQLite over the database DB. The "
        "tables are games, moves (a row for each move of each game), positions "
        "(a row for each different position), players, events, sites and eco; "
        "docs/guide/sql.md describes them and has examples. Games by id, moves "
        "by game_id, by position_key, key_before and san, and positions by key "
        "and fen are found by the index; everything else goes through all "
        "rows.\n\n"
        "SQL only reads, one statement at a time, and ends at a limit of time "
        "and rows, which is an error. The exit code is 1 if there is no row.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
