/* players.c - tabiya db players: who played, how often, how well. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"

/* Points of both colours in percent; below 0 if no game has a result. */
static double score_of(const tby_player_row *r)
{
    uint64_t n = r->white.white + r->white.draws + r->white.black +
                 r->black.white + r->black.draws + r->black.black;
    double points = (double)(r->white.white + r->black.black) +
                    (double)(r->white.draws + r->black.draws) / 2;

    return n ? 100 * points / (double)n : -1;
}

static void print_row(const tby_player_row *r)
{
    unsigned long long games = r->white.games + r->black.games;
    double score = score_of(r);

    printf("%8llu  %7llu  %7llu  ", games, (unsigned long long)r->white.games,
           (unsigned long long)r->black.games);
    if (score >= 0)
        printf("%5.1f%%  ", score);
    else
        printf("%6s  ", "-");
    if (r->elo)
        printf("%5u  ", r->elo);
    else
        printf("%5s  ", "-");
    if (r->first)
        printf("%4u-%4u  ", r->first, r->last);
    else
        printf("%-9s  ", "-");
    tby_cli_put_clean(stdout, tby_str_of(r->name));
    putchar('\n');
}

static int json_row(const tby_player_row *r)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_answer_player(w, r);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static int show(tby_db_ask *a, const tby_players_answer *found)
{
    int code = TBY_EXIT_OK;

    if (!found->total)
        return tby_db_ask_nothing(a, "No player fits.");
    if (!a->call->json)
        printf("Players  %llu\n\n"
               "   Games    White    Black   Score    Elo  Years      Name\n",
               (unsigned long long)found->total);
    for (size_t i = 0; code == TBY_EXIT_OK && i < found->n; i++) {
        if (a->call->json)
            code = json_row(&found->rows[i]);
        else
            print_row(&found->rows[i]);
    }
    return code;
}

static int run(const tby_cli_call *call)
{
    static tby_db_ask a; /* large, and there is one */
    unsigned limit = 50, offset = 0;
    tby_players_answer found;
    int code = TBY_EXIT_OK;
    tby_rc rc;

    if (!tby_db_ask_number(call, "limit", &limit) ||
        !tby_db_ask_number(call, "offset", &offset))
        return TBY_EXIT_USAGE;
    if (!tby_db_ask_open(&a, call, &code))
        return code;
    rc = tby_store_players(
        a.store, call->n > 1 ? tby_str_of(call->args[1]) : (tby_str){NULL, 0},
        &a.filter, offset, limit, &found);
    if (rc == TBY_OK) {
        code = show(&a, &found);
        tby_players_free(&found);
    } else {
        code = tby_db_ask_fail(&a, rc);
    }
    tby_db_ask_close(&a);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"position", "POS", "games that come to this position"},
    {"limit", "N", "players to show, 0 for all (default 50)"},
    {"offset", "N", "players to pass over"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db players games.tdb 'kas*'", "all whose name begins so"},
    {"tabiya db players games.tdb --eco B33 --date 2000..",
     "who plays the Sveshnikov"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_players = {
    .noun = "db",
    .verb = "players",
    .args = "DB [NAME]",
    .summary = "list players with their games and results",
    .about = "Lists the players of the database DB, those with most games "
             "first: games, games with White and with Black, the score, the "
             "highest rating, the years. NAME must be the whole name, in any "
             "case and without regard to accents, or a beginning with '*' "
             "behind it. Conditions choose the games that are counted. The "
             "exit code is 1 if there is no such player.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
