/* check.c - tabiya db check: is a database sound? */
#include "app/cli/commands.h"
#include "app/cli/db/cmd_db.h"

typedef struct view {
    const tby_cli_call *call;
    const char *path;
    tby_store_check_job job;
    tby_store_checked sum;
    tby_progress bar;
    uint64_t shown;
    tby_cli_json json;
    tby_jsonw *w; /* NULL: for people */
} view;

enum { SHOWN = 100 }; /* problems; all are counted */

static void show_progress(void *ctx, uint64_t done, uint64_t total)
{
    view *v = ctx;

    tby_progress_update(&v->bar, done, total, done);
}

static void json_problem(tby_jsonw *w, const tby_store_problem *p)
{
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "part", p->part);
    if (p->first) {
        tby_jsonw_put_u64(w, "first_game", p->first);
        tby_jsonw_put_u64(w, "last_game", p->last);
    }
    tby_jsonw_put_cstr(w, "message", p->text);
    tby_jsonw_object_end(w);
}

static void show_problem(void *ctx, const tby_store_problem *p)
{
    view *v = ctx;
    char text[640];

    if (v->shown++ >= SHOWN)
        return;
    if (v->w) {
        json_problem(v->w, p);
        return;
    }
    tby_progress_hide(&v->bar);
    if (p->first && p->first != p->last)
        snprintf(text, sizeof text, "%s (games %u to %u)", p->text, p->first,
                 p->last);
    else
        snprintf(text, sizeof text, "%s", p->text);
    tby_cli_diag_file(v->path, text, tby_rc_name(TBY_E_STORE_DAMAGED));
}

/* --- the report -----------------------------------------------------------*/

static void print_text(const view *v)
{
    tby_cli_put_clean(stdout, tby_str_of(v->path));
    printf("\nRows       %llu\n", (unsigned long long)v->sum.rows);
    printf("Games      %llu\n", (unsigned long long)v->sum.games);
    if (v->sum.positions)
        printf("Positions  %llu\n", (unsigned long long)v->sum.positions);
    printf("Problems   %llu\n", (unsigned long long)v->sum.problems);
}

static int end_json(view *v)
{
    tby_jsonw *w = v->w;

    tby_jsonw_array_end(w);
    tby_jsonw_put_u64(w, "rows", v->sum.rows);
    tby_jsonw_put_u64(w, "games", v->sum.games);
    tby_jsonw_put_u64(w, "positions", v->sum.positions);
    tby_jsonw_put_u64(w, "problems", v->sum.problems);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&v->json);
}

static void begin_json(view *v)
{
    v->w = tby_cli_json_start(&v->json);
    tby_jsonw_object(v->w);
    tby_jsonw_put_cstr(v->w, "database", v->path);
    tby_jsonw_key(v->w, "found");
    tby_jsonw_array(v->w);
}

/* --- the command ----------------------------------------------------------*/

static int check(view *v, tby_store *store)
{
    int code = TBY_EXIT_OK;

    tby_progress_start(&v->bar, "check", "rows");
    tby_rc rc = tby_store_check(store, &v->job, &v->sum);
    tby_progress_end(&v->bar);
    if (rc != TBY_OK)
        code = tby_db_fail(store, v->path, rc);
    else if (v->sum.problems)
        code = TBY_EXIT_MALFORMED;
    if (v->w)
        return tby_cli_worse_exit(code, end_json(v));
    print_text(v);
    return code;
}

static bool read_job(view *v)
{
    const tby_cli_call *call = v->call;
    const char *sample = tby_cli_value(call, "sample");
    unsigned n = 256;

    v->job = (tby_store_check_job){.all = tby_cli_has(call, "all"),
                                   .seed = 1,
                                   .ctx = v,
                                   .problem = show_problem};
    if (v->job.all && sample) {
        tby_cli_usage(call->command, NULL,
                      "--all and --sample exclude each other.");
        return false;
    }
    if (sample && !tby_cli_number(call, "--sample", sample, 0, 1000000000, &n))
        return false;
    v->job.sample = n;
    v->job.work.ctx = v;
    v->job.work.progress = show_progress;
    return tby_db_work_of(call, &v->job.work.memory, &v->job.work.threads);
}

static int run(const tby_cli_call *call)
{
    view v = {.call = call, .path = call->args[0]};
    tby_store *store;

    if (!read_job(&v))
        return TBY_EXIT_USAGE;
    int code = tby_db_open(&store, v.path, TBY_STORE_READ);
    if (code != TBY_EXIT_OK)
        return code;
    if (call->json)
        begin_json(&v);
    code = check(&v, store);
    tby_store_close(store);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"all", NULL, "replay all games and make the whole index again"},
    {"sample", "N", "replay N games and look their positions up (default 256)"},
    TBY_DB_MEMORY,
    TBY_DB_THREADS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db check games.tdb", "every row, and some games"},
    {"tabiya db check --all games.tdb", "everything, which takes longer"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_check = {
    .noun = "db",
    .verb = "check",
    .args = "DB",
    .summary = "tell whether a database is sound",
    .about =
        "Reads every row of a database: what SQLite itself says about it, all "
        "checksums, whether columns, moves, names and index have the games "
        "that they should. Then it puts games together, compares what is "
        "stored of them with what comes out when they are taken apart again, "
        "and looks for each of their positions in the index. With --all that "
        "is done for all games, and the index is made again and compared byte "
        "by byte.\n\n"
        "Problems are told with the rows and games that they concern. The exit "
        "code is 3 if there is one, and 2 if the database cannot be opened.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
