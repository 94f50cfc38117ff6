/* position.c - tabiya db position: what was played in a position. */
#include "app/cli/db/db.h"

static int print_games(tby_db_ask *ask, const char *title, const uint64_t *ids,
                       size_t n)
{
    int code = TBY_EXIT_OK;

    if (n)
        printf("\n%s\n", title);
    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++)
        code = tby_db_print_row(ask, ids[i]);
    return code;
}

static int print_text(tby_db_ask *ask, const tby_position_answer *a)
{
    tby_print_score(stdout, &a->score);
    if (!a->score.games)
        return TBY_EXIT_OK;
    putchar('\n');
    tby_print_moves(stdout, a);
    TBY_CLI_TRY(print_games(ask, "Top games", a->top, a->top_n));
    return print_games(ask, "Latest games", a->latest, a->latest_n);
}

static int print_json(tby_db_ask *ask, const tby_pos *pos,
                      const tby_position_answer *a)
{
    char fen[TBY_FEN_MAX];
    tby_jsonw *w = tby_cli_json_object();

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_put_cstr(w, "fen", fen);
    tby_rc rc = tby_answer_position(w, ask->store, pos, a);
    return rc == TBY_OK ? tby_cli_json_object_end() : tby_db_ask_fail(ask, rc);
}

static int run(const tby_cli_call *call)
{
    static tby_db_ask ask; /* large, and there is one */
    bool found = false;
    tby_cli_texts in;
    int code;

    if (!tby_db_ask_open(&ask, call, call->args[0], 15, &code))
        return code;
    const tby_position_wanted wanted = {ask.limit, ask.limit};
    tby_cli_texts_open(&in, call->args + 1, call->n - 1);
    while (tby_cli_next_line(&in)) {
        tby_position_answer a;
        tby_rc rc = tby_store_position(ask.store, &in.line.pos, &ask.filter,
                                       &wanted, &a);
        if (rc != TBY_OK) {
            tby_cli_texts_note(&in, tby_db_ask_fail(&ask, rc));
            continue;
        }
        if (!call->json && in.standard) { /* which one of them it is */
            fputs(in.shown++ ? "\n" : "", stdout);
            tby_print_clean(stdout, in.text.body);
            putchar('\n');
        }
        tby_cli_texts_note(&in, call->json ? print_json(&ask, &in.line.pos, &a)
                                           : print_text(&ask, &a));
        found |= a.score.games != 0;
        tby_position_free(&a);
    }
    code = tby_cli_texts_close(&in);
    tby_db_ask_close(&ask);
    return code == TBY_EXIT_OK && !found ? TBY_EXIT_NO : code;
}

const tby_cli_command tby_cmd_db_position = {
    TBY_CLI_SYNOPSIS("db", "position", "DB... POS...",
                     "show what was played in a position, and how it ended"),
    .about =
        "Finds every game of the database DB that comes to the position POS, "
        "at any ply and by any order of moves, and adds up how they went on: "
        "for each move the games, their share, White's score, wins, draws and "
        "losses of White in percent, the mean rating of those who played it, "
        "their performance (by the mean rating of the opponents who have one "
        "and the score of all), the year of the latest game, and how many "
        "games reach the position after it by any way. A game counts once, "
        "with the move of its first visit; '(ended)' are those that go no "
        "further.\n\n"
        "Then come the games with the highest mean rating, and the latest "
        "ones. All conditions are exact: they must all hold, and a game that "
        "does not say its value does not fit.\n\n"
        "Games that wait for the index, while they are imported or after an "
        "import that was cut off, are not found: 'waiting' in the answer with "
        "--json, or a line on standard error, says how many.\n\n"
        "POS is 'start', a FEN, moves from the start, or '-' for one on each "
        "line of standard input. The exit code is 1 if there is no game.",
    TBY_CLI_OPTIONS(
        TBY_DB_HEADER_OPTIONS, TBY_DB_MOVES_OPTIONS,
        {"move", "MOVE", "in which such as b8=Q# is played"},
        {"by", "SIDE", "who plays --move: white, black or either"},
        {"limit", "N", "top and latest games to show (default 15)"}),
    TBY_CLI_EXAMPLES(
        {"tabiya db position games.tdb 1. e4 c5 2. Nf3",
         "what was played, with scores, and the best games"},
        {"tabiya db position games.tdb 1. d4 d5 --player 'Carlsen, Magnus' "
         "--as white",
         "what one player does"}),
    .run = run,
};
