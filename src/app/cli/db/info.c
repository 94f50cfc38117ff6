/* info.c - tabiya db info: what is in a database. */
#include "app/cli/commands.h"
#include "app/cli/db/cmd_db.h"

static uint64_t sum_of(const tby_store_facts *f)
{
    uint64_t all = 0;

    for (int i = 0; i < TBY_STORE_PARTS; i++)
        all += f->bytes[i];
    return all;
}

static double per_game(const tby_store_facts *f, uint64_t bytes)
{
    return f->games ? (double)bytes / (double)f->games : 0;
}

/* --- for people -----------------------------------------------------------*/

static void print_number(const char *label, uint64_t n)
{
    printf("%-11s%llu\n", label, (unsigned long long)n);
}

static void print_sizes(const tby_store_facts *f)
{
    char size[TBY_DB_BYTES];

    printf("%-11s%s, %.1f bytes a game\n", "Size",
           tby_db_bytes(sum_of(f), size), per_game(f, sum_of(f)));
    for (int i = 0; i < TBY_STORE_PARTS; i++)
        printf("           %-8s %9s  %6.1f bytes a game\n",
               tby_store_part_name((tby_store_part)i),
               tby_db_bytes(f->bytes[i], size), per_game(f, f->bytes[i]));
}

static void print_text(const char *path, const tby_store_facts *f)
{
    char first[TBY_DB_DATE], last[TBY_DB_DATE];

    tby_cli_put_clean(stdout, tby_str_of(path));
    putchar('\n');
    print_number("Version", f->version);
    print_number("Games", f->games);
    if (f->waiting)
        printf("%-11s%llu of them for the index: 'tabiya db optimize' makes "
               "it\n",
               "Waiting", (unsigned long long)f->waiting);
    print_number("Plies", f->plies);
    print_number("Players", f->names[STORE_PLAYER]);
    print_number("Events", f->names[STORE_EVENT_NAME]);
    print_number("Sites", f->names[STORE_SITE_NAME]);
    if (f->first)
        printf("%-11s%s to %s\n", "Dates", tby_db_date(f->first, first),
               tby_db_date(f->last, last));
    printf("%-11s%llu in several games, %llu in one\n", "Positions",
           (unsigned long long)f->positions, (unsigned long long)f->once);
    print_number("Runs", f->runs);
    print_sizes(f);
}

/* --- JSON -----------------------------------------------------------------*/

static void put_date(tby_jsonw *w, const char *key, uint32_t date)
{
    char text[TBY_DB_DATE];

    tby_jsonw_put_cstr(w, key, date ? tby_db_date(date, text) : NULL);
}

static int print_json(const char *path, const tby_store_facts *f)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "database", path);
    tby_jsonw_put_u64(w, "version", f->version);
    tby_jsonw_put_u64(w, "games", f->games);
    tby_jsonw_put_u64(w, "waiting", f->waiting);
    tby_jsonw_put_u64(w, "plies", f->plies);
    tby_jsonw_put_u64(w, "players", f->names[STORE_PLAYER]);
    tby_jsonw_put_u64(w, "events", f->names[STORE_EVENT_NAME]);
    tby_jsonw_put_u64(w, "sites", f->names[STORE_SITE_NAME]);
    put_date(w, "first_date", f->first);
    put_date(w, "last_date", f->last);
    tby_jsonw_put_u64(w, "positions_in_several_games", f->positions);
    tby_jsonw_put_u64(w, "positions_in_one_game", f->once);
    tby_jsonw_put_u64(w, "runs", f->runs);
    tby_jsonw_put_u64(w, "bytes", sum_of(f));
    tby_jsonw_key(w, "bytes_per_game");
    tby_jsonw_double(w, per_game(f, sum_of(f)), 1);
    tby_jsonw_key(w, "bytes_by_part");
    tby_jsonw_object(w);
    for (int i = 0; i < TBY_STORE_PARTS; i++)
        tby_jsonw_put_u64(w, tby_store_part_name((tby_store_part)i),
                          f->bytes[i]);
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static int run(const tby_cli_call *call)
{
    const char *path = call->args[0];
    tby_store_facts facts;
    tby_store *store;
    int code = tby_db_open(&store, path, TBY_STORE_READ);

    if (code != TBY_EXIT_OK)
        return code;
    tby_rc rc = tby_store_info(store, &facts);
    if (rc != TBY_OK)
        code = tby_db_fail(store, path, rc);
    else if (call->json)
        code = print_json(path, &facts);
    else
        print_text(path, &facts);
    tby_store_close(store);
    return code;
}

static const tby_cli_option OPTIONS[] = {{NULL, NULL, NULL}};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db info games.tdb", "games, players, years, and what takes room"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_info = {
    .noun = "db",
    .verb = "info",
    .args = "DB",
    .summary = "tell what is in a database",
    .about =
        "Tells how many games, plies, players, events and sites a database "
        "has, the dates they span, how many runs the index consists of (db "
        "optimize makes one of them), how many of the games wait for it, and "
        "which part of the file takes how many bytes. Games wait while they "
        "are imported, or after an import that was cut off: everything but a "
        "question about a position finds them, and db optimize, or the same "
        "import again, indexes them. 'rest' is what SQLite needs to "
        "find its rows, and room that is free.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
