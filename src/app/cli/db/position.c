/* position.c - tabiya db position: what was played in a position. */
#include "app/cli/commands.h"
#include "app/cli/db/ask.h"

#include <string.h>

typedef struct inquiry {
    tby_db_ask ask;
    tby_position_wanted wanted;
    unsigned limit;    /* games of each kind */
    bool found, shown; /* a game; a position before this one */
} inquiry;

/* --- text -----------------------------------------------------------------*/

static double share(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* A number, or a dash where it is not known. */
static void print_rating(double elo)
{
    if (elo > 0)
        printf("  %5.0f", elo);
    else
        printf("  %5s", "-");
}

static void print_move(const tby_position_move *m, const char *name,
                       uint64_t total)
{
    const tby_score *s = &m->score;

    printf("%-8s %9llu %5.1f%%  ", name, (unsigned long long)s->games,
           share(s->games, total));
    if (s->white + s->draws + s->black)
        printf("%5.1f%%", tby_db_percent(s));
    else
        printf("%6s", "-"); /* no game has a result */
    printf("  %5.1f %5.1f %5.1f", share(s->white, s->games),
           share(s->draws, s->games), share(s->black, s->games));
    print_rating(m->elo);
    print_rating(m->performance);
    if (m->last)
        printf("  %4u", m->last);
    else
        printf("  %4s", "-");
    if (m->move != TBY_MOVE_NONE)
        printf("  %9llu", (unsigned long long)m->reached);
    putchar('\n');
}

static int print_games(inquiry *q, const char *title, const uint32_t *ids,
                       size_t n)
{
    int code = TBY_EXIT_OK;

    if (n)
        printf("\n%s\n", title);
    for (size_t i = 0; i < n && code == TBY_EXIT_OK; i++)
        code = tby_db_print_row(&q->ask, ids[i]);
    return code;
}

static int print_text(inquiry *q, const tby_position_answer *a)
{
    const tby_score *s = &a->score;
    int code;

    tby_db_print_score(s);
    if (!s->games)
        return TBY_EXIT_OK;
    puts("\nMove         Games  Share  White%   1-0%    =%  0-1%    Elo"
         "   Perf  Last    Reached");
    for (size_t i = 0; i < a->moves_n; i++)
        print_move(&a->moves[i], a->moves[i].san, s->games);
    if (a->ended.score.games)
        print_move(&a->ended, "(ended)", s->games);
    code = print_games(q, "Top games", a->top, a->top_n);
    if (code == TBY_EXIT_OK)
        code = print_games(q, "Latest games", a->latest, a->latest_n);
    return code;
}

/* --- JSON -----------------------------------------------------------------*/

static int print_json(inquiry *q, const tby_pos *pos,
                      const tby_position_answer *a)
{
    char fen[TBY_FEN_MAX];
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);
    tby_rc rc;

    tby_fen_write_pos(pos, fen, sizeof fen);
    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "fen", fen);
    rc = tby_answer_position(w, q->ask.store, pos, a);
    tby_jsonw_object_end(w);
    if (rc != TBY_OK)
        return tby_db_ask_fail(&q->ask, rc);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

/* Which one it is, if there are several. */
static void print_title(inquiry *q, const tby_cli_text *text)
{
    if (strcmp(text->file, "stdin") != 0)
        return;
    if (q->shown)
        putchar('\n');
    q->shown = true;
    tby_cli_put_clean(stdout, text->body);
    putchar('\n');
}

static int one_position(void *ctx, const tby_cli_text *text)
{
    inquiry *q = ctx;
    tby_position_answer answer;
    tby_line line;
    tby_rc rc;
    int code = tby_cli_read_line(text, &line);

    if (code != TBY_EXIT_OK)
        return code;
    rc = tby_store_position(q->ask.store, &line.pos, &q->ask.filter, &q->wanted,
                            &answer);
    if (rc != TBY_OK) {
        code = tby_db_ask_fail(&q->ask, rc);
    } else {
        if (!q->ask.call->json)
            print_title(q, text);
        code = q->ask.call->json ? print_json(q, &line.pos, &answer)
                                 : print_text(q, &answer);
        q->found |= answer.score.games != 0;
        tby_position_free(&answer);
    }
    tby_line_free(&line);
    return code;
}

static int run(const tby_cli_call *call)
{
    static inquiry q; /* large, and there is one */
    int code = TBY_EXIT_OK;

    q = (inquiry){.limit = 15};
    if (!tby_db_ask_number(call, "limit", &q.limit))
        return TBY_EXIT_USAGE;
    q.wanted = (tby_position_wanted){q.limit, q.limit};
    if (!tby_db_ask_open(&q.ask, call, &code))
        return code;
    code = tby_cli_each_text(call->args + 1, call->n - 1, one_position, &q);
    if (code == TBY_EXIT_OK && !q.found)
        code = TBY_EXIT_NO;
    tby_db_ask_close(&q.ask);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_DB_HEADER_OPTIONS,
    TBY_DB_MOVES_OPTIONS,
    {"move", "MOVE", "in which such as b8=Q# is played"},
    {"by", "white|black|either", "who plays --move"},
    {"limit", "N", "top and latest games to show (default 15)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya db position games.tdb 1. e4 c5 2. Nf3",
     "what was played, with scores, and the best games"},
    {"tabiya db position games.tdb 1. d4 d5 --player 'Carlsen, Magnus' "
     "--as white",
     "what one player does"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_db_position = {
    .noun = "db",
    .verb = "position",
    .args = "DB POS...",
    .summary = "show what was played in a position, and how it ended",
    .about =
        "Finds every game of the database DB that comes to the position POS, "
        "at "
        "any ply and by any order of moves, and adds up how they went on: for "
        "each move the games, their share, White's score, wins, draws and "
        "losses of White in percent, the mean rating of those who played it, "
        "their performance (by the mean rating of the opponents who have one "
        "and the score of all), the year of the latest game, and how many "
        "games reach the position behind it by any way. A game counts once, "
        "with the "
        "move of its first visit; '(ended)' are those that go no further.\n\n"
        "Then come the games with the highest mean rating, and the latest "
        "ones. "
        "All conditions are exact: they must all hold, and a game that does "
        "not "
        "say its value does not fit.\n\n"
        "Games that wait for the index, while they are imported or after an "
        "import that was cut off, are not found: 'waiting' in the answer with "
        "--json, or a line on standard error, says how many.\n\n"
        "POS is 'start', a FEN, moves from the start, or '-' for one on each "
        "line of standard input. The exit code is 1 if there is no game.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
