/* sql.c - tabiya db sql: a question in SQL. */
#include "app/cli/db/db.h"
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

static void put_text(bool csv, tby_str text)
{
    if (text.n && csv)
        put_csv(text);
    else if (text.n)
        tby_print_clean(stdout, text);
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

static void json_value(tby_jsonw *w, const tby_sql_value *v)
{
    switch (v->kind) {
    case TBY_SQL_NULL:
        tby_jsonw_null(w);
        return;
    case TBY_SQL_INTEGER:
        tby_jsonw_i64(w, v->integer);
        return;
    case TBY_SQL_REAL: {
        /* JSON has no infinity. */
        char text[TBY_REAL_TEXT];
        tby_print_real(v->real, text);
        tby_jsonw_raw(w, isfinite(v->real) ? text : "null");
        return;
    }
    case TBY_SQL_TEXT:
        tby_jsonw_str(w, v->bytes);
        return;
    case TBY_SQL_BLOB: {
        tby_str bytes = v->bytes;
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
    }
}

static tby_rc see_row(void *ctx, const tby_sql_row *row)
{
    answer *a = ctx;

    a->rows += row->values != NULL;
    if (!a->call->json) {
        if (row->values || a->head) {
            bool csv = tby_cli_has(a->call, "csv");
            for (size_t i = 0; i < row->n; i++) {
                if (i)
                    putchar(csv ? ',' : '\t');
                if (!row->values)
                    put_text(csv, tby_str_of(row->names[i]));
                else if (row->values[i].kind == TBY_SQL_TEXT)
                    put_text(csv, row->values[i].bytes);
                else
                    tby_print_value(stdout, &row->values[i]);
            }
            putchar('\n');
        }
        return TBY_OK;
    }
    if (row->values) {
        tby_jsonw *w = tby_cli_json_object();
        for (size_t i = 0; i < row->n; i++) {
            json_key(w, row->names[i], a->twins[i]);
            json_value(w, &row->values[i]);
        }
        a->code = tby_cli_json_object_end();
    } else {
        /* An object has each name once, and a row may have it twice: of those
         * alike the later ones are counted. */
        for (size_t i = 0; i < row->n; i++)
            for (size_t k = 0; k < i; k++)
                if (strcmp(row->names[i], row->names[k]) == 0)
                    a->twins[i]++;
    }
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
        tby_cli_say(TBY_ERROR, d->path, tby_rc_name(rc),
                    "There are more than %u rows: see --rows.", rows);
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
    int code;

    if (tby_cli_has(call, "write"))
        return TBY_CLI_USAGE(call,
                             "A database is changed by 'db import' only.");
    if (!tby_cli_number_of(call, "seconds", 0, TBY_DB_MOST, &seconds) ||
        !tby_cli_number_of(call, "rows", 0, TBY_DB_MOST, &rows))
        return TBY_EXIT_USAGE;
    if (!tby_db_ask_open(&d, call, call->args[0], 0, &code))
        return code;
    code = ask(&d, seconds, rows);
    tby_db_ask_close(&d);
    return code;
}

const tby_cli_command tby_cmd_db_sql = {
    TBY_CLI_SYNOPSIS("db", "sql", "DB SQL", "ask in SQL"),
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
    TBY_CLI_OPTIONS(
        {"csv", NULL, "separate columns by commas, not tabs"},
        {"no-header", NULL, "leave out the names of the columns"},
        {"seconds", "N", "stop after N seconds, 0 for never (default 60)"},
        {"rows", "N", "stop after N rows, 0 for never (default 100000)"},
        {"write", NULL, "refused: SQL only reads"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db sql games.tdb 'SELECT result, count(*) FROM games GROUP BY "
         "result'",
         "how games end"},
        {"tabiya --json db sql games.tdb \"SELECT * FROM moves WHERE san = "
         "'O-O-O#'\"",
         "every such mate"}),
    .run = run,
};
