/* player.c - tabiya db player: what a player has played. */
#include "work/db/player.h"
#include "app/cli/db/db.h"
#include "core/base/str.h"
#include "core/game/players.h"

#include <string.h>

static void put_part(tby_cli_out *o, const tby_player_part *p)
{
    uint64_t n = p->won + p->drawn + p->lost;
    double score = n ? ((double)p->won + (double)p->drawn / 2) / (double)n : 0;

    if (!o->w) {
        printf("%-12s %7llu", p->name, (unsigned long long)p->games);
        tby_cli_cell(6, n, 100 * score, 1, "%");
        printf("  %6llu  %6llu  %6llu", (unsigned long long)p->won,
               (unsigned long long)p->drawn, (unsigned long long)p->lost);
        tby_cli_cell(5, p->rated, tby_player_opponents(p), 0, "");
        tby_cli_cell(5, p->rated, tby_player_performance(p), 0, "");
        putchar('\n');
        return;
    }
    tby_jsonw_object(o->w);
    tby_jsonw_put_cstr(o->w, "name", p->name);
    tby_jsonw_put_u64(o->w, "games", p->games);
    tby_jsonw_put_u64(o->w, "won", p->won);
    tby_jsonw_put_u64(o->w, "drawn", p->drawn);
    tby_jsonw_put_u64(o->w, "lost", p->lost);
    if (tby_jsonw_known(o->w, "score", n))
        tby_jsonw_double(o->w, score, 4);
    if (tby_jsonw_known(o->w, "opponents", p->rated))
        tby_jsonw_double(o->w, tby_player_opponents(p), 1);
    if (tby_jsonw_known(o->w, "performance", p->rated))
        tby_jsonw_double(o->w, tby_player_performance(p), 1);
    tby_jsonw_object_end(o->w);
}

static void put_groups(tby_cli_out *o, const tby_player_report *p,
                       unsigned most)
{
    static const struct {
        const char *label, *name;
        bool few; /* not more than are asked for */
    } GROUPS[TBY_PLAYER_GROUPS] = {
        [TBY_PLAYER_COLORS] = {"Colour", "colors", false},
        [TBY_PLAYER_YEARS] = {"Year", "years", false},
        [TBY_PLAYER_BANDS] = {"Opponent", "opponents", false},
        [TBY_PLAYER_WHITE] = {"With White", "white_moves", true},
        [TBY_PLAYER_WHITE_ECO] = {"", "white_codes", true},
        [TBY_PLAYER_BLACK] = {"With Black", "black_moves", true},
        [TBY_PLAYER_BLACK_ECO] = {"", "black_codes", true},
    };

    for (int g = 0; g < TBY_PLAYER_GROUPS; g++) {
        size_t n = p->groups[g].n;
        if (GROUPS[g].few && most && n > most)
            n = most;
        if (n)
            tby_cli_out_print(o,
                              GROUPS[g].label[0]
                                  ? "\n%-12s   Games   Score     Won   "
                                    "Drawn    Lost  Rated   Perf\n"
                                  : "\n",
                              GROUPS[g].label);
        tby_cli_out_array(o, GROUPS[g].name);
        for (size_t i = 0; i < n; i++)
            put_part(o, &p->groups[g].at[i]);
        tby_cli_out_array_end(o);
    }
}

/* The last games, the latest first. */
static tby_rc put_form(tby_cli_out *o, tby_db_ask *a)
{
    tby_games_answer found;
    tby_rc rc =
        tby_store_find(a->store, &a->filter, TBY_BY_DATE, 0, a->limit, &found);

    if (rc != TBY_OK)
        return rc;
    tby_cli_out_print(o, "\nLatest games\n");
    tby_cli_out_array(o, "latest");
    for (size_t i = 0; rc == TBY_OK && i < found.n; i++) {
        if (!o->w) {
            rc = tby_print_game(stdout, a->store, found.ids[i]);
            continue;
        }
        tby_jsonw_object(o->w);
        rc = tby_answer_row(o->w, a->store, NULL, found.ids[i]);
        tby_jsonw_object_end(o->w);
    }
    tby_cli_out_array_end(o);
    tby_games_free(&found);
    return rc;
}

/* Names that are meant must be of one player: have the same words. */
static bool is_one(const tby_players_answer *found)
{
    tby_player_wanted first;
    bool any = false;

    for (size_t i = 0; i < found->n; i++) {
        tby_str name = tby_str_of(found->rows[i].name);
        if (!found->rows[i].meant)
            continue;
        if (any && tby_player_judge(&first, name) != TBY_PLAYER_SAME)
            return false;
        tby_player_want(&first, name);
        any = true;
    }
    return true;
}

static int show(tby_db_ask *a, const tby_players_answer *found)
{
    tby_player_report p;
    tby_cli_out o;
    tby_rc rc = tby_player_report_open(&p, a->store, &a->filter);
    int code;

    if (rc != TBY_OK || !p.all.games) {
        tby_player_report_free(&p);
        return rc == TBY_OK ? tby_db_ask_nothing(a, "No game fits.")
                            : tby_db_ask_fail(a, rc);
    }
    tby_cli_out_open(&o, a->call, stdout, 12);
    tby_cli_out_array(&o, "names");
    for (size_t i = 0; i < found->n; i++) {
        if (!found->rows[i].meant)
            continue;
        if (o.w)
            tby_jsonw_cstr(o.w, found->rows[i].name);
        else
            tby_print_clean(stdout, tby_str_of(found->rows[i].name));
        tby_cli_out_print(&o, "\n");
    }
    tby_cli_out_array_end(&o);
    tby_cli_out_print(&o,
                      "\n%-12s   Games   Score     Won   Drawn    Lost  "
                      "Rated   Perf\n",
                      "");
    if (o.w)
        tby_jsonw_key(o.w, "total");
    put_part(&o, &p.all);
    put_groups(&o, &p, a->limit);
    tby_player_report_free(&p);
    rc = put_form(&o, a);
    code = tby_cli_out_close(&o);
    return rc == TBY_OK ? code : tby_db_ask_fail(a, rc);
}

static int find_player(tby_db_ask *a)
{
    tby_str name = a->filter.player;
    bool begun =
        name.n && (name.p[name.n - 1] == '*' || memchr(name.p, '\n', name.n));
    tby_players_answer found;

    tby_rc rc = tby_store_players(a->store, name, NULL, 0, 0, &found);
    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    int code = TBY_EXIT_NO;
    if (!found.total) {
        code = tby_db_ask_nothing(a, "No player fits.");
    } else if (!begun && !is_one(&found)) {
        tby_db_candidates(a->path,
                          "Several players fit. Did you mean one of these?",
                          "several_players", &found);
        a->filter.player = (tby_str){NULL, 0}; /* nothing more to say */
    } else {
        code = show(a, &found);
    }
    tby_players_free(&found);
    return code;
}

static int run_player(const tby_cli_call *call)
{
    return tby_db_answer(call, 10, find_player);
}

const tby_cli_command tby_cmd_db_player = {
    TBY_CLI_SYNOPSIS("db", "player", "DB... NAME",
                     "show what a player has played, and the scores"),
    .about =
        "Shows the games of one player of the database DB: the score in all, "
        "by colour, by year, by the rating of the opponents, by first moves "
        "and by opening codes with either colour, and the latest games. NAME "
        "is written as for 'db games'; where it may be several players, they "
        "are listed with the number of their games, and the exit code is 1. "
        "'NAME*' is everyone whose name begins so, together. Conditions choose "
        "among the games; what they say of --player is said of NAME.\n\n"
        "Rated is the mean rating of opponents that have one, and Perf the "
        "rating at which the score against these would be expected, 800 points "
        "from theirs at most.",
    TBY_CLI_OPTIONS(
        STORE_MORE_CONDITIONS(TBY_DB_OPTION), TBY_DB_MOVES_OPTIONS,
        {"position", "POS", "games that come to this position"},
        {"limit", "N",
         "openings of a kind and latest games, 0 for all (default 10)"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db player games.tdb 'garry kasparov'",
         "scores, openings and form"},
        {"tabiya db player games.tdb kasparov --against karpov --date 1984+",
         "a rivalry"},
        {"tabiya --json db player games.tdb carlsen | jq .white_codes",
         "what is played with White"}),
    .run = run_player,
};
