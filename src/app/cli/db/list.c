/* list.c - tabiya db games, db game, db moves, db players: what fits, in
 * lists. */
#include "app/cli/db/db.h"
#include "app/cli/tb/cmd_tb.h"
#include "core/game/game.h"

static int show_games(tby_db_ask *a, tby_tables_source *tables,
                      const tby_games_answer *found)
{
    int code = TBY_EXIT_OK;

    if (tby_cli_has(a->call, "count")) {
        tby_cli_out o;
        tby_cli_out_open(&o, a->call, stdout, 0);
        if (o.w)
            tby_answer_score(o.w, &found->score);
        tby_cli_out_u64(&o, NULL, "waiting", tby_store_waiting(a->store));
        tby_cli_out_print(&o, "%llu\n", (unsigned long long)found->total);
        code = tby_cli_out_close(&o);
        return code != TBY_EXIT_OK || found->total ? code : TBY_EXIT_NO;
    }
    if (!found->total)
        return tby_db_ask_nothing(a, "No game fits.");
    if (!a->call->json) {
        tby_print_score(stdout, &found->score);
        if (found->n) {
            putchar('\n');
            tby_print_game_head(stdout);
        }
    }
    for (size_t i = 0; i < found->n && code == TBY_EXIT_OK; i++) {
        if (!a->call->json) {
            code = tby_db_print_row(a, found->ids[i]);
            continue;
        }
        tby_rc rc = tby_answer_row(tby_cli_json_object(), a->store, tables,
                                   found->ids[i]);
        code =
            rc == TBY_OK ? tby_cli_json_object_end() : tby_db_ask_fail(a, rc);
    }
    return code;
}

static int find_games(tby_db_ask *a)
{
    tby_games_answer found;
    tby_rc rc = tby_store_find(a->store, &a->filter, tby_db_ask_order(a->call),
                               a->offset, a->limit, &found);

    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    tby_tables_source tables = {.rc = TBY_OK};
    rc = tby_tables_open(&tables.tables, tby_cli_value(a->call, "tables"));
    int code = rc == TBY_OK ? show_games(a, &tables, &found)
                            : tby_cli_fail("--tables", rc);
    tby_games_free(&found);
    return tby_cli_worse_exit(code, tby_cli_tb_source_close(&tables));
}

static int run_games(const tby_cli_call *call)
{
    return tby_db_answer(call, 50, find_games);
}

const tby_cli_command tby_cmd_db_games = {
    TBY_CLI_SYNOPSIS("db", "games", "DB...",
                     "list the games that fit conditions"),
    .about =
        "Lists the games of the database DB that fit all conditions: number, "
        "date, result, opening code, moves, players with their ratings, event. "
        "Without a condition all games fit. A name means the players of whom "
        "it has the words, in any order, case and spelling of accents: "
        "'Magnus Carlsen' is 'Carlsen, Magnus'. If there is none it means "
        "those whom it fits best: 'carlsen', 'carlsen m', or 'Magnus Carlsen' "
        "for 'Carlsen,M', or else by how it sounds, 'Jussupow' for 'Yusupov'. "
        "A line on standard error says whom it was taken for if that is not "
        "the only one. 'Carl*' is any that begins so. With --against, "
        "--player sits opposite that player, with either colour or that of "
        "--as. --opening and --event look for a part of the name. Ranges are "
        "written "
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
        "With --json a line for each game, and in `ending` what endgame tables "
        "say of its last position, or null. The exit code is 1 if there is no "
        "game.",
    TBY_CLI_OPTIONS(
        TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS,
        {"position", "POS", "comes to this position by any order"},
        {"move", "MOVE", "in which such as b8=Q# is played"},
        {"by", "SIDE", "who plays --move: white, black or either"}, TBY_DB_SORT,
        {"limit", "N", "games to show, 0 for all (default 50)"},
        {"offset", "N", "games to pass over"},
        {"count", NULL, "print only how many there are"}, TBY_TB_TABLES),
    TBY_CLI_EXAMPLES(
        {"tabiya db games games.tdb --player 'Kasparov,G' --sort elo",
         "one player's games, the strongest opponents first"},
        {"tabiya db games games.tdb --player kasparov --against karpov",
         "two players against each other"},
        {"tabiya db games games.tdb --eco B90-B99 --date 2010.. --elo 2600-",
         "recent games of strong players in the Najdorf"},
        {"tabiya db games games.tdb --move 'O-O-O#' --count",
         "how many games have such a mate"}),
    .run = run_games,
};

static int print_game(const tby_cli_call *call, const tby_game *g)
{
    tby_buf text;

    tby_buf_init(&text, NULL, SIZE_MAX);
    tby_rc rc =
        tby_games_put(call->json ? TBY_GAMES_JSONL : TBY_GAMES_PGN, g, &text);
    if (rc == TBY_OK)
        fwrite(text.p, 1, text.n, stdout);
    tby_buf_free(&text);
    return rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("game", rc);
}

/* What tables say of the last position: beside the game, which may go on to
 * another program. */
static void say_end(const tby_db_ask *a, tby_tables_source *tables,
                    const tby_game *g, const char *id)
{
    char men[TBY_TABLE_NAME_MAX], verdict[TBY_TB_TEXT], text[256];
    tby_tables_answer found;
    tby_pos last;

    if (!tby_tables_source_end(tables, g, &last, &found))
        return;
    tby_table_name(&last, men);
    snprintf(text, sizeof text, "The tables of the end of game %s, %s: %s.", id,
             men, tby_tables_text(&found, last.turn, verdict));
    fflush(stdout); /* the game comes first */
    tby_cli_diag_file(a->path, text, "game_ending");
}

static int show_all(tby_db_ask *a)
{
    tby_tables_source tables = {.rc = TBY_OK};
    tby_rc rc =
        tby_tables_open(&tables.tables, tby_cli_value(a->call, "tables"));
    int code = rc == TBY_OK ? TBY_EXIT_OK : tby_cli_fail("--tables", rc);
    char text[96];
    tby_game game;
    uint64_t id = 0;

    tby_game_init(&game, NULL);
    for (size_t i = 1; tables.tables && i < a->call->n; i++) {
        const char *name = a->call->args[i];
        if (!tby_store_game_number(a->store, name, &id)) {
            code = TBY_CLI_USAGE(
                a->call, "%s is no game: %s.", name,
                tby_store_has_files(a->store)
                    ? "of several files write FILE:ID, such as 2:4711"
                    : "ID must be a whole number from 1 on");
            break;
        }
        rc = tby_store_game(a->store, id, &game);
        (void)snprintf(text, sizeof text, "There is no game %s.", name);
        code = tby_cli_worse_exit(code,
                                  rc == TBY_OK     ? print_game(a->call, &game)
                                  : rc == TBY_DONE ? tby_db_ask_nothing(a, text)
                                                   : tby_db_ask_fail(a, rc));
        if (rc == TBY_OK)
            say_end(a, &tables, &game, name);
    }
    tby_game_free(&game);
    return tby_cli_worse_exit(code, tby_cli_tb_source_close(&tables));
}

static int run_game(const tby_cli_call *call)
{
    return tby_db_answer(call, 0, show_all);
}

const tby_cli_command tby_cmd_db_game = {
    TBY_CLI_SYNOPSIS("db", "game", "DB... ID...",
                     "print games by their numbers"),
    .about = "Prints games of the database DB as PGN, with everything that was "
             "in them when they were imported; with --json as a line in the "
             "format of .jsonl. Of several files a game is FILE:ID, the "
             "number of its file and its number there. Where endgame tables "
             "have the last position a line on standard error says what it is "
             "worth. The exit code is 1 if there is no game with such a "
             "number.",
    TBY_CLI_OPTIONS(TBY_TB_TABLES),
    TBY_CLI_EXAMPLES({"tabiya db game games.tdb 4711", "one game as PGN"}),
    .run = run_game,
};

static int show_hit(tby_db_ask *a, const tby_move_hit *hit)
{
    char san[TBY_SAN_MAX], text[TBY_SAN_MAX + 16], fen[TBY_FEN_MAX];
    tby_pos before = tby_pos_start();
    tby_game game;

    tby_game_init(&game, NULL);
    tby_rc rc = tby_store_game(a->store, hit->game, &game);
    if (rc == TBY_OK) {
        tby_mainline line = {.game = &game};
        tby_move move = tby_mainline_next(&line);

        before = game.start;
        for (uint32_t ply = 1; ply < hit->ply; ply++) {
            tby_pos_play(&before, move);
            move = tby_mainline_next(&line);
        }
        tby_san_write(&before, move, san);
    }
    tby_game_free(&game);
    if (rc == TBY_OK && !a->call->json) {
        (void)snprintf(text, sizeof text, "%u.%s %s", before.fullmoves,
                       before.turn ? ".." : "", san);
        printf("%-14s ", text);
        return tby_db_print_row(a, hit->game);
    }
    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    tby_jsonw *w = tby_cli_json_object();
    tby_fen_write_pos(&before, fen, sizeof fen);
    tby_jsonw_put_u64(w, "ply", hit->ply);
    tby_jsonw_put_cstr(w, "san", san);
    tby_jsonw_put_cstr(w, "by", before.turn ? "black" : "white");
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_jsonw_put_object(w, "game");
    rc = tby_answer_row(w, a->store, NULL, hit->game);
    tby_jsonw_object_end(w);
    return rc == TBY_OK ? tby_cli_json_object_end() : tby_db_ask_fail(a, rc);
}

static int show_moves(tby_db_ask *a, const tby_moves_answer *found)
{
    int code = TBY_EXIT_OK;

    if (tby_cli_has(a->call, "count")) {
        tby_cli_out o;
        tby_cli_out_open(&o, a->call, stdout, 0);
        tby_cli_out_u64(&o, NULL, "played", found->total);
        tby_cli_out_u64(&o, NULL, "games", found->games);
        tby_cli_out_print(&o, "%llu\n", (unsigned long long)found->total);
        code = tby_cli_out_close(&o);
        return code != TBY_EXIT_OK || found->total ? code : TBY_EXIT_NO;
    }
    if (!found->total)
        return tby_db_ask_nothing(a, "It was never played.");
    if (!a->call->json)
        printf("Played  %llu   Games  %llu\n", (unsigned long long)found->total,
               (unsigned long long)found->games);
    if (!a->call->json && found->n) {
        printf("\n%-14s ", "Move");
        tby_print_game_head(stdout);
    }
    for (size_t i = 0; code == TBY_EXIT_OK && i < found->n; i++)
        code = show_hit(a, &found->hits[i]);
    return code;
}

static int find_moves(tby_db_ask *a)
{
    const char *move = a->call->args[1];
    tby_moves_answer found;
    tby_err err;

    if (tby__filter_set(&a->filter, tby_str_of("move"), tby_str_of(move),
                        &err) != TBY_OK)
        return TBY_CLI_USAGE(a->call, "'%s' is not a move.", move);
    /* A limit of 0 is all, and of --count nothing is shown. */
    tby_rc rc =
        tby_store_moves(a->store, &a->filter,
                        tby_cli_has(a->call, "count") ? UINT64_MAX : a->offset,
                        a->limit, &found);
    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    int code = show_moves(a, &found);
    tby_hits_free(&found);
    return code;
}

static int run_moves(const tby_cli_call *call)
{
    return tby_db_answer(call, 20, find_moves);
}

const tby_cli_command tby_cmd_db_moves = {
    TBY_CLI_SYNOPSIS("db", "moves", "DB... MOVE",
                     "find every time that a move was played"),
    .about =
        "Finds a move in all games of the database DB, whatever the position: "
        "b4+, b8=Q#, Bxh7+, Nbd2, e2e4, b7b8q, O-O-O. A sign for check or "
        "mate and an 'x' must be there in the game if they are in MOVE, and "
        "'+' is a check that does not mate; without them it does not matter, "
        "except that a pawn's move such as b4 is no capture. What is not said "
        "about where the piece comes from does not matter either. Castling "
        "may be e1g1 as well as O-O.\n\n"
        "Each line has the move with its number and the game. The exit code "
        "is 1 if it was never played.",
    TBY_CLI_OPTIONS(
        TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS,
        {"position", "POS", "in games that come to this position"},
        {"by", "SIDE", "who plays the move: white, black or either (default)"},
        {"limit", "N", "moves to show, 0 for all (default 20)"},
        {"offset", "N", "moves to pass over"},
        {"count", NULL, "print only how often it was played"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db moves games.tdb 'b8=Q#'", "games that end so"},
        {"tabiya db moves games.tdb 'Bxh7+' --by white --elo 2500-",
         "the sacrifice by strong players"}),
    .run = run_moves,
};

static int show_players(tby_db_ask *a, const tby_players_answer *found)
{
    int code = TBY_EXIT_OK;

    if (!found->total)
        return tby_db_ask_nothing(a, "No player fits.");
    if (!a->call->json)
        printf("Players  %llu\n\n"
               "   Games    White    Black   Score    Elo  Years      Name\n",
               (unsigned long long)found->total);
    for (size_t i = 0; code == TBY_EXIT_OK && i < found->n; i++) {
        const tby_player_row *r = &found->rows[i];
        if (a->call->json) {
            tby_answer_player(tby_cli_json_object(), r);
            code = tby_cli_json_object_end();
            continue;
        }
        /* Points of both colours in percent. */
        uint64_t n = r->white.white + r->white.draws + r->white.black +
                     r->black.white + r->black.draws + r->black.black;
        double points = (double)(r->white.white + r->black.black) +
                        (double)(r->white.draws + r->black.draws) / 2;
        printf("%8llu  %7llu  %7llu",
               (unsigned long long)(r->white.games + r->black.games),
               (unsigned long long)r->white.games,
               (unsigned long long)r->black.games);
        tby_cli_cell(6, n, 100 * points / (double)(n ? n : 1), 1, "%");
        tby_cli_cell(5, r->elo, r->elo, 0, "");
        if (r->first)
            printf("  %4u-%4u  ", r->first, r->last);
        else
            printf("  %-9s  ", "-");
        tby_print_clean(stdout, tby_str_of(r->name));
        putchar('\n');
    }
    return code;
}

static int find_players(tby_db_ask *a)
{
    const tby_cli_call *call = a->call;
    tby_str name = call->n > 1 ? tby__filter_player(tby_str_of(call->args[1]))
                               : (tby_str){NULL, 0};
    tby_players_answer found;
    tby_rc rc = tby_store_players(a->store, name, &a->filter, a->offset,
                                  a->limit, &found);

    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    int code = show_players(a, &found);
    tby_players_free(&found);
    return code;
}

static int run_players(const tby_cli_call *call)
{
    return tby_db_answer(call, 50, find_players);
}

const tby_cli_command tby_cmd_db_players = {
    TBY_CLI_SYNOPSIS("db", "players", "DB... [NAME]",
                     "list players with their games and results"),
    .about = "Lists the players of the database DB, those with most games "
             "first: games, games with White and with Black, the score, the "
             "highest rating, the years. NAME finds everyone whom it may "
             "mean, see 'db games', best fits and others, or with '*' after "
             "it everyone whose name begins so. Conditions choose the games "
             "that are counted. The "
             "exit code is 1 if there is no such player.",
    TBY_CLI_OPTIONS(TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS,
                    {"position", "POS", "games that come to this position"},
                    {"limit", "N", "players to show, 0 for all (default 50)"},
                    {"offset", "N", "players to pass over"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db players games.tdb carlsen", "who may be meant"},
        {"tabiya db players games.tdb 'kas*'", "all whose name begins so"},
        {"tabiya db players games.tdb --eco B33 --date 2000..",
         "who plays the Sveshnikov"}),
    .run = run_players,
};
