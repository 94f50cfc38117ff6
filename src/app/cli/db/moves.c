/* moves.c - tabiya db moves: every time that a move was played. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"

/* The move and what was before it, out of the game. */
typedef struct played {
    char text[TBY_SAN_MAX + 16]; /* "34... b8=Q#" */
    char san[TBY_SAN_MAX];
    tby_color by;
    char fen[TBY_FEN_MAX]; /* before it */
} played;

typedef struct look_on {
    uint32_t ply;
    tby_pos before;
} look_on;

static bool watch(void *ctx, const tby_pos *pos, uint32_t ply)
{
    look_on *l = ctx;

    l->before = *pos;
    return ply + 1 < l->ply;
}

/* The move of a ply, from 1. */
static tby_move move_of(const tby_game *g, uint32_t ply)
{
    unsigned depth = 0;

    for (size_t i = 0; i < g->items_n; i++) {
        uint8_t kind = g->items[i].kind;

        depth += kind == TBY_ITEM_OPEN;
        depth -= kind == TBY_ITEM_CLOSE;
        if (kind == TBY_ITEM_MOVE && !depth && --ply == 0)
            return g->items[i].move;
    }
    return TBY_MOVE_NONE;
}

static tby_rc find_played(tby_db_ask *a, const tby_move_hit *hit, played *out)
{
    look_on l = {.ply = hit->ply};
    tby_game game;
    tby_rc rc;

    tby_game_init(&game, NULL);
    rc = tby_store_game(a->store, hit->game, &game);
    if (rc == TBY_OK) {
        tby_game_show(&game, watch, &l);
        tby_san_write(&l.before, move_of(&game, hit->ply), out->san);
        (void)snprintf(out->text, sizeof out->text, "%u.%s %s",
                       l.before.fullmoves, l.before.turn ? ".." : "", out->san);
        out->by = l.before.turn;
        tby_fen_write_pos(&l.before, out->fen, sizeof out->fen);
    }
    tby_game_free(&game);
    return rc;
}

/* --- showing --------------------------------------------------------------*/

static int print_hit(tby_db_ask *a, const tby_move_hit *hit)
{
    played p;
    tby_rc rc = find_played(a, hit, &p);

    if (rc != TBY_OK)
        return tby_db_ask_fail(a, rc);
    printf("%-14s ", p.text);
    return tby_db_print_row(a, hit->game);
}

static int json_hit(tby_db_ask *a, const tby_move_hit *hit)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);
    played p;
    tby_rc rc = find_played(a, hit, &p);

    if (rc == TBY_OK) {
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "ply", hit->ply);
        tby_jsonw_put_cstr(w, "san", p.san);
        tby_jsonw_put_cstr(w, "by", p.by == TBY_WHITE ? "white" : "black");
        tby_jsonw_put_cstr(w, "fen", p.fen);
        tby_jsonw_key(w, "game");
        tby_jsonw_object(w);
        rc = tby_answer_row(w, a->store, hit->game);
        tby_jsonw_object_end(w);
        tby_jsonw_object_end(w);
    }
    return rc == TBY_OK ? tby_cli_json_print(&j) : tby_db_ask_fail(a, rc);
}

static int print_count(tby_db_ask *a, const tby_moves_answer *found)
{
    int code = TBY_EXIT_OK;

    if (a->call->json) {
        tby_cli_json j;
        tby_jsonw *w = tby_cli_json_start(&j);

        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "played", found->total);
        tby_jsonw_put_u64(w, "games", found->games);
        tby_jsonw_object_end(w);
        code = tby_cli_json_print(&j);
    } else {
        printf("%llu\n", (unsigned long long)found->total);
    }
    return code != TBY_EXIT_OK || found->total ? code : TBY_EXIT_NO;
}

static void print_head(const tby_moves_answer *found)
{
    printf("Played  %llu   Games  %llu\n", (unsigned long long)found->total,
           (unsigned long long)found->games);
    if (!found->n)
        return;
    printf("\n%-14s ", "Move");
    tby_db_print_head();
}

static int show(tby_db_ask *a, const tby_moves_answer *found)
{
    int code = TBY_EXIT_OK;

    if (tby_cli_has(a->call, "count"))
        return print_count(a, found);
    if (!found->total)
        return tby_db_ask_nothing(a, "It was never played.");
    if (!a->call->json)
        print_head(found);
    for (size_t i = 0; code == TBY_EXIT_OK && i < found->n; i++)
        code = a->call->json ? json_hit(a, &found->hits[i])
                             : print_hit(a, &found->hits[i]);
    return code;
}

/* --- the command ----------------------------------------------------------*/

static int run(const tby_cli_call *call)
{
    static tby_db_ask a; /* large, and there is one */
    unsigned limit = 20, offset = 0;
    tby_moves_answer found;
    tby_err err;
    int code = TBY_EXIT_OK;
    tby_rc rc;

    if (!tby_db_ask_number(call, "limit", &limit) ||
        !tby_db_ask_number(call, "offset", &offset))
        return TBY_EXIT_USAGE;
    if (!tby_db_ask_open(&a, call, &code))
        return code;
    if (store_filter_set(&a.filter, tby_str_of("move"),
                         tby_str_of(call->args[1]), &err) != TBY_OK) {
        tby_db_ask_close(&a);
        return tby_cli_usage(call->command, NULL, "'%s' is not a move.",
                             call->args[1]);
    }
    /* A limit of 0 is all, and of --count nothing is shown. */
    rc = tby_store_moves(a.store, &a.filter,
                         tby_cli_has(call, "count") ? UINT64_MAX : offset,
                         limit, &found);
    code = rc == TBY_OK ? show(&a, &found) : tby_db_ask_fail(&a, rc);
    if (rc == TBY_OK)
        tby_hits_free(&found);
    tby_db_ask_close(&a);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"position", "POS", "in games that come to this position"},
    {"by", "white|black|either", "who plays the move (default either)"},
    {"limit", "N", "moves to show, 0 for all (default 20)"},
    {"offset", "N", "moves to pass over"},
    {"count", NULL, "print only how often it was played"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db moves games.tdb 'b8=Q#'", "games that end so"},
    {"tabiya db moves games.tdb 'Bxh7+' --by white --elo 2500-",
     "the sacrifice by strong players"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_moves = {
    .noun = "db",
    .verb = "moves",
    .args = "DB MOVE",
    .summary = "find every time that a move was played",
    .about =
        "Finds a move in all games of the database DB, whatever the position: "
        "b4+, b8=Q#, Bxh7+, Nbd2, e2e4, b7b8q, O-O-O. A sign for check or mate "
        "and an "
        "'x' must be there in the game if they are in MOVE, and '+' is a check "
        "that does not mate; without them it does not matter, except that a "
        "pawn's move such as b4 is no capture. What is not said about where "
        "the "
        "piece comes from does not matter either. Castling may be e1g1 as well "
        "as O-O.\n\n"
        "Each line has the move with its number and the game. The exit code is "
        "1 if it was never played.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
