/* maintain.c - tabiya db info, db check, db optimize: a database as a whole. */
#include "app/cli/db/db.h"
#include "io/system/clock.h"
#include "io/system/file.h"
#include "io/system/progress.h"

/* "2026.11.15", "2026.??.??", or "" if not even the year is known. */
static const char *date_of(uint32_t date, char buf[TBY_ANSWER_DATE])
{
    *buf = '\0';
    return date >> 9 ? tby_answer_date(date, buf) : buf;
}

static double per_game(const tby_store_facts *f, uint64_t bytes)
{
    return f->games ? (double)bytes / (double)f->games : 0;
}

static int run_info(const tby_cli_call *call)
{
    const char *path = call->args[0];
    char first[TBY_ANSWER_DATE], last[TBY_ANSWER_DATE], size[TBY_DB_BYTES];
    tby_store_facts f;
    tby_store *store;
    tby_cli_out o;
    int code = tby_db_open(&store, path, TBY_STORE_READ);

    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = tby_store_info(store, &f);
    if (rc != TBY_OK)
        code = tby_db_fail(store, path, rc);
    tby_store_close(store);
    if (rc != TBY_OK)
        return code;
    tby_cli_out_open(&o, call, stdout, 10);
    tby_cli_out_head(&o, "database", tby_db_shown(path));
    tby_cli_out_u64(&o, "Version", "version", f.version);
    tby_cli_out_u64(&o, "Games", "games", f.games);
    tby_cli_out_u64(&o, NULL, "waiting", f.waiting);
    if (f.waiting)
        tby_cli_out_print(&o,
                          "%-11s%llu of them for the index: 'tabiya db "
                          "optimize' makes it\n",
                          "Waiting", (unsigned long long)f.waiting);
    tby_cli_out_u64(&o, "Plies", "plies", f.plies);
    tby_cli_out_u64(&o, "Players", "players", f.names[STORE_PLAYER]);
    tby_cli_out_u64(&o, "Events", "events", f.names[STORE_EVENT_NAME]);
    if (f.names[STORE_SITE_NAME] || f.positions || !f.runs)
        tby_cli_out_u64(&o, "Sites", "sites", f.names[STORE_SITE_NAME]);
    tby_cli_out_cstr(&o, NULL, "first_date",
                     f.first ? date_of(f.first, first) : NULL);
    tby_cli_out_cstr(&o, NULL, "last_date",
                     f.last ? date_of(f.last, last) : NULL);
    if (f.first)
        tby_cli_out_print(&o, "%-11s%s to %s\n", "Dates",
                          date_of(f.first, first), date_of(f.last, last));
    /* A cluster does not know. */
    if (f.positions || f.once || !f.runs) {
        tby_cli_out_u64(&o, NULL, "positions_in_several_games", f.positions);
        tby_cli_out_u64(&o, NULL, "positions_in_one_game", f.once);
        tby_cli_out_print(&o, "%-11s%llu in several games, %llu in one\n",
                          "Positions", (unsigned long long)f.positions,
                          (unsigned long long)f.once);
    }
    tby_cli_out_u64(&o, "Runs", "runs", f.runs);
    uint64_t all = 0;
    for (int i = 0; i < TBY_STORE_PARTS; i++)
        all += f.bytes[i];
    tby_cli_out_u64(&o, NULL, "bytes", all);
    tby_cli_out_print(&o, "%-11s%s, %.1f bytes a game\n", "Size",
                      tby_db_bytes(all, size), per_game(&f, all));
    tby_cli_out_real(&o, "bytes_per_game", per_game(&f, all), 1);
    tby_cli_out_object(&o, "bytes_by_part");
    for (tby_store_part i = 0; i < TBY_STORE_PARTS; i++) {
        tby_cli_out_u64(&o, NULL, tby_store_part_name(i), f.bytes[i]);
        tby_cli_out_print(&o, "           %-8s %9s  %6.1f bytes a game\n",
                          tby_store_part_name(i),
                          tby_db_bytes(f.bytes[i], size),
                          per_game(&f, f.bytes[i]));
    }
    tby_cli_out_object_end(&o);
    return tby_cli_out_close(&o);
}

const tby_cli_command tby_cmd_db_info = {
    TBY_CLI_SYNOPSIS("db", "info", "DB...", "tell what is in a database"),
    .about =
        "Tells how many games, plies, players, events and sites a database "
        "has, the dates they span, how many runs the index consists of (db "
        "optimize makes one of them), how many of the games wait for it, and "
        "which part of the file takes how many bytes. Games wait while they "
        "are imported, or after an import that was cut off: everything but a "
        "question about a position finds them, and db optimize, or the same "
        "import again, indexes them. 'rest' is what SQLite needs to "
        "find its rows, and room that is free.",
    TBY_CLI_EXAMPLES({"tabiya db info games.tdb",
                      "games, players, years, and what takes room"}),
    .run = run_info,
};

typedef struct view {
    tby_progress bar;
    const char *path;
    uint64_t shown;
    tby_cli_out out;
} view;

enum { SHOWN = 100 }; /* problems; all are counted */

/* The context is the bar, or begins with it. */
static void on_progress(void *bar, uint64_t done, uint64_t total)
{
    tby_progress_update(bar, done, total, done);
}

static void show_problem(void *ctx, const tby_store_problem *p)
{
    view *v = ctx;
    tby_jsonw *w = v->out.w;
    char text[640];

    if (v->shown++ >= SHOWN)
        return;
    if (w) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "part", p->part);
        if (p->first) {
            tby_jsonw_put_u64(w, "first_game", p->first);
            tby_jsonw_put_u64(w, "last_game", p->last);
        }
        tby_jsonw_put_cstr(w, "message", p->text);
        tby_jsonw_object_end(w);
        return;
    }
    tby_progress_hide(&v->bar);
    if (p->first && p->first != p->last)
        snprintf(text, sizeof text, "%s (games %llu to %llu)", p->text,
                 (unsigned long long)p->first, (unsigned long long)p->last);
    else
        snprintf(text, sizeof text, "%s", p->text);
    tby_cli_diag_file(v->path, text, tby_rc_name(TBY_E_STORE_DAMAGED));
}

static int run_check(const tby_cli_call *call)
{
    view v = {.path = call->args[0]};
    tby_store_check_job job = {.all = tby_cli_has(call, "all"),
                               .sample = 256,
                               .seed = 1,
                               .work = {.ctx = &v, .progress = on_progress},
                               .ctx = &v,
                               .problem = show_problem};
    tby_store_checked sum;
    tby_store *store;

    if (job.all && tby_cli_has(call, "sample"))
        return TBY_CLI_USAGE(call, "--all and --sample exclude each other.");
    if (!tby_cli_number_of(call, "sample", 0, TBY_DB_MOST, &job.sample) ||
        !tby_db_work_of(call, &job.work.memory, &job.work.threads))
        return TBY_EXIT_USAGE;
    int code = tby_db_open(&store, v.path, TBY_STORE_READ);
    if (code != TBY_EXIT_OK)
        return code;
    if (tby_store_has_files(store)) { /* each is checked for itself */
        code = tby_db_fail(store, v.path, tby_store_check(store, &job, &sum));
        tby_store_close(store);
        return code;
    }
    tby_cli_out_open(&v.out, call, stdout, 10);
    tby_cli_out_cstr(&v.out, NULL, "database", v.path);
    tby_cli_out_array(&v.out, "found");
    tby_progress_start(&v.bar, "check", "rows");
    tby_rc rc = tby_store_check(store, &job, &sum);
    tby_progress_end(&v.bar);
    if (rc != TBY_OK)
        code = tby_db_fail(store, v.path, rc);
    else if (sum.problems)
        code = TBY_EXIT_MALFORMED;
    tby_store_close(store);
    tby_cli_out_array_end(&v.out);
    tby_cli_out_head(&v.out, NULL, v.path);
    tby_cli_out_u64(&v.out, "Rows", "rows", sum.rows);
    tby_cli_out_u64(&v.out, "Games", "games", sum.games);
    tby_cli_out_u64(&v.out, "Positions", "positions", sum.positions);
    tby_cli_out_u64(&v.out, "Problems", "problems", sum.problems);
    return tby_cli_worse_exit(code, tby_cli_out_close(&v.out));
}

const tby_cli_command tby_cmd_db_check = {
    TBY_CLI_SYNOPSIS("db", "check", "DB", "tell whether a database is sound"),
    .about =
        "Reads every row of a database: what SQLite itself says about it, all "
        "checksums, whether columns, moves and names have the games that they "
        "should. Then it puts games together and compares what is stored of "
        "them with what comes out when they are taken apart again: some of "
        "them, or with --all each one. At last the index is made again and "
        "compared byte by byte.\n\n"
        "Problems are reported with the rows and games that they concern. The "
        "exit code is 3 if there is one, and 2 if the database cannot be "
        "opened.",
    TBY_CLI_OPTIONS({"all", NULL, "put all games together, not a sample"},
                    {"sample", "N", "put N games together (default 256)"},
                    TBY_DB_MEMORY, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya db check games.tdb", "every row, the index, and some games"},
        {"tabiya db check --all games.tdb", "all games, which takes longer"}),
    .run = run_check,
};

typedef struct state {
    uint64_t runs, waiting, bytes;
} state;

static tby_rc look(tby_store *store, const char *path, state *out)
{
    tby_store_facts facts;
    tby_file_info info = {.size = 0};
    tby_rc rc = tby_store_info(store, &facts);

    if (rc != TBY_OK)
        return rc;
    /* what other programs see of it */
    bool there = tby_file_look(path, &info) == TBY_OK;
    *out = (state){facts.runs, facts.waiting, there ? info.size : 0};
    return TBY_OK;
}

static int run_optimize(const tby_cli_call *call)
{
    const char *path = call->args[0];
    double start = tby_clock_now();
    char size[TBY_DB_BYTES], size_before[TBY_DB_BYTES];
    tby_progress bar;
    tby_store_work work = {.ctx = &bar, .progress = on_progress};
    state before, after;
    tby_store *store;
    tby_cli_out o;

    if (!tby_db_work_of(call, &work.memory, &work.threads))
        return TBY_EXIT_USAGE;
    int code = tby_db_open(&store, path, TBY_STORE_CHANGE);
    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = look(store, path, &before);
    if (rc == TBY_OK) {
        tby_progress_start(&bar, "optimize", "plies");
        rc = tby_store_optimize(store, &work);
        tby_progress_end(&bar);
    }
    if (rc == TBY_OK)
        rc = tby_store_checkpoint(store);
    if (rc == TBY_OK)
        rc = look(store, path, &after);
    if (rc != TBY_OK)
        code = tby_db_fail(store, path, rc);
    tby_store_close(store);
    if (rc != TBY_OK)
        return code;
    tby_file_info info;
    if (tby_file_look(path, &info) == TBY_OK) /* it is whole only now */
        after.bytes = info.size;
    double seconds = tby_clock_now() - start;

    tby_cli_out_open(&o, call, stdout, 8);
    tby_cli_out_head(&o, "database", tby_db_shown(path));
    tby_cli_out_u64(&o, NULL, "runs", after.runs);
    tby_cli_out_u64(&o, NULL, "runs_before", before.runs);
    tby_cli_out_u64(&o, NULL, "indexed", before.waiting);
    tby_cli_out_u64(&o, NULL, "bytes", after.bytes);
    tby_cli_out_u64(&o, NULL, "bytes_before", before.bytes);
    tby_cli_out_real(&o, "seconds", seconds, 3);
    tby_cli_out_print(&o, "Runs     %llu, before %llu\n",
                      (unsigned long long)after.runs,
                      (unsigned long long)before.runs);
    if (before.waiting)
        tby_cli_out_count(&o, "Indexed", NULL, before.waiting, "game", "games");
    tby_cli_out_print(&o, "Size     %s, before %s\nTime     %.1f s\n",
                      tby_db_bytes(after.bytes, size),
                      tby_db_bytes(before.bytes, size_before), seconds);
    return tby_cli_out_close(&o);
}

const tby_cli_command tby_cmd_db_optimize = {
    TBY_CLI_SYNOPSIS("db", "optimize", "DB",
                     "make one index of all, and give free room back"),
    .about =
        "Each import adds a run to the index of positions; runs of like size "
        "are merged by themselves, and a question asks each of those that are "
        "left. This makes one of them all, which is smaller and answers "
        "fastest, and indexes games that wait for it. If that leaves much of "
        "the file unused, it is written anew without it, which takes as much "
        "room again for a while.\n\n"
        "Others may ask the database meanwhile. A database of an older version "
        "is brought up to date.",
    TBY_CLI_OPTIONS(TBY_DB_MEMORY, TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES(
        {"tabiya db optimize games.tdb", "after many small imports"}),
    .run = run_optimize,
};
