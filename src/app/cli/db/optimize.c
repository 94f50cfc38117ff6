/* optimize.c - tabiya db optimize: one index, and no room wasted. */
#include "app/cli/commands.h"
#include "app/cli/db/cmd_db.h"
#include "io/system/clock.h"
#include "io/system/file.h"

typedef struct state {
    uint64_t runs, waiting, bytes;
} state;

static void show_progress(void *ctx, uint64_t done, uint64_t total)
{
    tby_progress_update(ctx, done, total, done);
}

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

static void print_text(const char *path, const state *a, const state *b,
                       double seconds)
{
    char before[TBY_DB_BYTES], after[TBY_DB_BYTES];

    tby_cli_put_clean(stdout, tby_str_of(path));
    printf("\nRuns     %llu, before %llu\n", (unsigned long long)b->runs,
           (unsigned long long)a->runs);
    if (a->waiting)
        printf("Indexed  %llu game%s\n", (unsigned long long)a->waiting,
               a->waiting == 1 ? "" : "s");
    printf("Size     %s, before %s\n", tby_db_bytes(b->bytes, after),
           tby_db_bytes(a->bytes, before));
    printf("Time     %.1f s\n", seconds);
}

static int print_json(const char *path, const state *a, const state *b,
                      double seconds)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "database", path);
    tby_jsonw_put_u64(w, "runs", b->runs);
    tby_jsonw_put_u64(w, "runs_before", a->runs);
    tby_jsonw_put_u64(w, "indexed", a->waiting);
    tby_jsonw_put_u64(w, "bytes", b->bytes);
    tby_jsonw_put_u64(w, "bytes_before", a->bytes);
    tby_jsonw_key(w, "seconds");
    tby_jsonw_double(w, seconds, 3);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static tby_rc optimize(tby_store *store, tby_store_work work)
{
    tby_progress bar;

    tby_progress_start(&bar, "optimize", "plies");
    work.ctx = &bar;
    work.progress = show_progress;
    tby_rc rc = tby_store_optimize(store, &work);
    tby_progress_end(&bar);
    return rc;
}

static int run(const tby_cli_call *call)
{
    const char *path = call->args[0];
    double start = tby_clock_now();
    tby_store_work work = {.threads = 0};
    state before, after;
    tby_store *store;

    if (!tby_db_work_of(call, &work.memory, &work.threads))
        return TBY_EXIT_USAGE;
    int code = tby_db_open(&store, path, TBY_STORE_CHANGE);
    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = look(store, path, &before);
    if (rc == TBY_OK)
        rc = optimize(store, work);
    if (rc == TBY_OK)
        rc = tby_store_fold(store);
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
    if (call->json)
        return print_json(path, &before, &after, seconds);
    print_text(path, &before, &after, seconds);
    return TBY_EXIT_OK;
}

static const tby_cli_option OPTIONS[] = {
    TBY_DB_MEMORY,
    TBY_DB_THREADS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db optimize games.tdb", "after many small imports"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_optimize = {
    .noun = "db",
    .verb = "optimize",
    .args = "DB",
    .summary = "make one index of all, and give free room back",
    .about =
        "Each import adds a run to the index of positions; runs of like size "
        "are merged by themselves, and a question asks each of those that are "
        "left. This makes one of them all, which is smaller and answers "
        "fastest, and indexes games that wait for it. If that leaves much of "
        "the file unused, it is written anew without it, which takes as much "
        "room again for a while.\n\n"
        "Others may ask the database meanwhile. A database of an older version "
        "is brought up to date.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
