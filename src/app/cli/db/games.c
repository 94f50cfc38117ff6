/* games.c - tabiya db games: the games that fit. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"

static int print_text(tby_db_ask *a, const tby_games_answer *found)
{
    int code = TBY_EXIT_OK;

    tby_db_print_score(&found->score);
    if (found->n) {
        putchar('\n');
        tby_db_print_head();
    }
    for (size_t i = 0; i < found->n && code == TBY_EXIT_OK; i++)
        code = tby_db_print_row(a, found->ids[i]);
    return code;
}

static int print_json(tby_db_ask *a, const tby_games_answer *found)
{
    int code = TBY_EXIT_OK;

    for (size_t i = 0; i < found->n && code == TBY_EXIT_OK; i++) {
        tby_cli_json j;
        tby_jsonw *w = tby_cli_json_start(&j);
        tby_rc rc;

        tby_jsonw_object(w);
        rc = tby_answer_row(w, a->store, found->ids[i]);
        tby_jsonw_object_end(w);
        code = rc == TBY_OK ? tby_cli_json_print(&j) : tby_db_ask_fail(a, rc);
    }
    return code;
}

static int print_count(tby_db_ask *a, const tby_games_answer *found)
{
    int code = TBY_EXIT_OK;

    if (a->call->json) {
        tby_cli_json j;
        tby_jsonw *w = tby_cli_json_start(&j);

        tby_jsonw_object(w);
        tby_answer_score(w, &found->score);
        tby_jsonw_put_u64(w, "waiting", tby_store_waiting(a->store));
        tby_jsonw_object_end(w);
        code = tby_cli_json_print(&j);
    } else {
        printf("%llu\n", (unsigned long long)found->total);
    }
    return code != TBY_EXIT_OK || found->total ? code : TBY_EXIT_NO;
}

static int show(tby_db_ask *a, const tby_games_answer *found)
{
    if (tby_cli_has(a->call, "count"))
        return print_count(a, found);
    if (!found->total)
        return tby_db_ask_nothing(a, "No game fits.");
    return a->call->json ? print_json(a, found) : print_text(a, found);
}

static int run(const tby_cli_call *call)
{
    static tby_db_ask a; /* large, and there is one */
    unsigned limit = 50, offset = 0;
    tby_games_answer found;
    int code = TBY_EXIT_OK;
    tby_rc rc;

    if (!tby_db_ask_number(call, "limit", &limit) ||
        !tby_db_ask_number(call, "offset", &offset))
        return TBY_EXIT_USAGE;
    if (!tby_db_ask_open(&a, call, &code))
        return code;
    rc = tby_store_find(a.store, &a.filter, tby_db_ask_order(call), offset,
                        limit, &found);
    if (rc == TBY_OK) {
        code = show(&a, &found);
        tby_games_free(&found);
    } else {
        code = tby_db_ask_fail(&a, rc);
    }
    tby_db_ask_close(&a);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"position", "POS", "comes to this position by any order"},
    {"move", "MOVE", "in which such as b8=Q# is played"},
    {"by", "white|black|either", "who plays --move"},
    TBY_DB_SORT,
    {"limit", "N", "games to show, 0 for all (default 50)"},
    {"offset", "N", "games to pass over"},
    {"count", NULL, "print only how many there are"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db games games.tdb --player 'Kasparov,G' --sort elo",
     "one player's games, the strongest opponents first"},
    {"tabiya db games games.tdb --eco B90-B99 --date 2010.. --elo 2600-",
     "recent games of strong players in the Najdorf"},
    {"tabiya db games games.tdb --move 'O-O-O#' --count",
     "how many games have such a mate"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_games = {
    .noun = "db",
    .verb = "games",
    .args = "DB",
    .summary = "list the games that fit conditions",
    .about =
        "Lists the games of the database DB that fit all conditions: number, "
        "date, result, opening code, moves, players with their ratings, event. "
        "Without a condition all games fit. Names are compared without regard "
        "to case and accents and must be whole, unless they end with '*'; "
        "--opening and --event look for a part of the name. Ranges are written "
        "2600-2800, 2600..2800, 2700+ or 2700-, >=2700 and -2400. A hyphen in "
        "a date separates two of them only before a year: 2010-2015 are six "
        "years, 2010-05 is a month. --result win and loss are those of "
        "--player, white and black those of either. A game that does "
        "not say its value does not fit; a date of which only the year or "
        "month is known fits if all of that lies inside.\n\n"
        "With --sort the latest games come first, those with the highest mean "
        "rating (an unknown one counts 0), or the longest; of equal ones that "
        "with the smaller number.\n\n"
        "Games that wait for the index, while they are imported or after an "
        "import that was cut off, are listed too, unless --position is given; "
        "a line on standard error says how many wait.\n\n"
        "With --json a line for each game. The exit code is 1 if there is "
        "none.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
