/* game.c - tabiya db game: a game as it was imported. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"

#include "tabiya/jsonl.h"

/* Writes a game in one of two ways; works like snprintf(). */
static tby_rc write_game(const tby_cli_call *call, const tby_game *g, char *buf,
                         size_t cap, size_t *n)
{
    if (call->json)
        return tby_jsonl_write(g, buf, cap, n);
    *n = tby_pgn_write(g, buf, cap);
    return TBY_OK;
}

static int print_game(const tby_cli_call *call, const tby_game *g)
{
    size_t n, cap;
    char *buf;
    tby_rc rc = write_game(call, g, NULL, 0, &n);

    if (rc != TBY_OK)
        return tby_cli_fail("game", rc);
    cap = n + 1;
    buf = tby_cli_resize(NULL, 0, cap);
    if (!buf)
        return tby_cli_fail("game", TBY_E_NOMEM);
    rc = write_game(call, g, buf, cap, &n);
    if (rc == TBY_OK)
        fwrite(buf, 1, n, stdout);
    tby_cli_resize(buf, cap, 0);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("game", rc);
}

static int no_game(const tby_db_ask *a, unsigned id)
{
    char text[64];

    (void)snprintf(text, sizeof text, "There is no game %u.", id);
    return tby_db_ask_nothing(a, text);
}

static int show(tby_db_ask *a, unsigned id)
{
    tby_game game;
    tby_rc rc;
    int code;

    tby_game_init(&game, NULL);
    rc = tby_store_game(a->store, id, &game);
    if (rc == TBY_OK)
        code = print_game(a->call, &game);
    else if (rc == TBY_DONE)
        code = no_game(a, id);
    else
        code = tby_db_ask_fail(a, rc);
    tby_game_free(&game);
    return code;
}

static int run(const tby_cli_call *call)
{
    static tby_db_ask a; /* large, and there is one */
    int code = TBY_EXIT_OK;
    unsigned id;

    for (size_t i = 1; i < call->n; i++)
        if (!tby_cli_number(call, "ID", call->args[i], 1, 4294967295u, &id))
            return TBY_EXIT_USAGE;
    if (!tby_db_ask_open(&a, call, &code))
        return code;
    for (size_t i = 1; i < call->n; i++)
        if (tby_cli_number(call, "ID", call->args[i], 1, 4294967295u, &id))
            code = tby_cli_worse_exit(code, show(&a, id));
    tby_db_ask_close(&a);
    return code;
}

static const tby_cli_option OPTIONS[] = {{NULL, NULL, NULL}};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db game games.tdb 4711", "one game as PGN"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_game = {
    .noun = "db",
    .verb = "game",
    .args = "DB ID...",
    .summary = "print games by their numbers",
    .about = "Prints games of the database DB as PGN, with everything that was "
             "in them when they were imported; with --json as a line in the "
             "format of .jsonl. The exit code is 1 if there is no game with "
             "such a number.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
