/* deviations.c - tabiya rep deviations: where games left a repertoire.
 */
#include "work/rep/deviations.h"
#include "app/cli/commands.h"
#include "app/cli/rep/games.h"
#include "core/base/str.h"

typedef struct review {
    tby_rep_games games;
    tby_deviations *deviations;
    const char *player;
    unsigned most; /* places of the summary */
    int code;      /* of printing games as JSON */
} review;

/* Who left, from the player's point of view. */
typedef enum who { YOU, OPPONENT, END, INSIDE, NEVER } who;

static const char *const NAMES[] = {"you", "opponent", "end", "inside",
                                    "never"};

static who who_of(const review *v, tby_leave_kind kind)
{
    switch (kind) {
    case TBY_LEAVE_WHITE:
    case TBY_LEAVE_BLACK:
        return (kind == TBY_LEAVE_WHITE) == (v->games.color == TBY_WHITE)
                   ? YOU
                   : OPPONENT;
    case TBY_LEAVE_END:
        return END;
    case TBY_LEAVE_INSIDE:
        return INSIDE;
    case TBY_LEAVE_NEVER:
    default:
        return NEVER;
    }
}

/* --- one game -------------------------------------------------------------*/

static void print_expected(review *v, uint32_t node)
{
    fputs("  expected ", stdout);
    tby_rep_games_print_moves(&v->games, node);
}

static void print_leave(review *v, const tby_leave *l)
{
    who by = who_of(v, l->kind);

    if (by == NEVER || by == INSIDE) {
        fputs(by == NEVER ? "never in the repertoire"
                          : "over before it left the repertoire",
              stdout);
        return;
    }
    printf("%s: ", NAMES[by]);
    tby_rep_games_print_line(&v->games, l->node, l->move);
    if (by == YOU || by == OPPONENT)
        print_expected(v, l->node);
    if (l->returned)
        printf("  back after %u plies", (unsigned)(l->returned - l->ply));
}

static void print_game(review *v, const tby_deviation *d)
{
    tby_cli_put_clean(stdout, tby_str_of(v->games.teller.file));
    printf(" %llu  ", (unsigned long long)d->number);
    tby_cli_put_clean(stdout, d->white);
    fputs(" - ", stdout);
    tby_cli_put_clean(stdout, d->black);
    if (d->date.n) {
        fputs("  ", stdout);
        tby_cli_put_clean(stdout, d->date);
    }
    printf("  %s\n    ", tby_result_text(d->result));
    print_leave(v, &d->leave);
    putchar('\n');
}

static void json_leave(tby_jsonw *w, review *v, const tby_leave *l)
{
    who by = who_of(v, l->kind);

    tby_jsonw_put_cstr(w, "by", NAMES[by]);
    if (by == NEVER)
        return;
    tby_jsonw_put_u64(w, "ply", l->ply);
    tby_rep_games_json_line(w, &v->games, l->node, l->move);
    if (by != INSIDE)
        tby_rep_games_json_moves(w, "expected", &v->games, l->node);
    tby_jsonw_key(w, "returned");
    if (l->returned)
        tby_jsonw_u64(w, l->returned);
    else
        tby_jsonw_null(w);
}

static int json_game(review *v, const tby_deviation *d)
{
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "file", v->games.teller.file);
    tby_jsonw_put_u64(w, "game", d->number);
    tby_jsonw_key(w, "white");
    tby_jsonw_str(w, d->white);
    tby_jsonw_key(w, "black");
    tby_jsonw_str(w, d->black);
    tby_jsonw_key(w, "date");
    tby_jsonw_str(w, d->date);
    tby_jsonw_put_cstr(w, "result", tby_result_text(d->result));
    json_leave(w, v, &d->leave);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

static void hear_game(void *ctx, const tby_deviation *d)
{
    review *v = ctx;

    if (!v->games.call->json)
        print_game(v, d);
    else if (v->code == TBY_EXIT_OK)
        v->code = json_game(v, d);
}

/* --- the summary ----------------------------------------------------------*/

static bool place_of(const review *v, size_t rank, tby_place_left *out)
{
    return (!v->most || rank < v->most) &&
           tby_deviations_place(v->deviations, rank, out);
}

/* The games by who left them. */
static void add_up(const review *v, uint64_t by[NEVER + 1])
{
    tby_deviations_sum n = tby_deviations_summary(v->deviations);

    for (int i = 0; i <= NEVER; i++)
        by[i] = 0;
    for (int k = 0; k <= TBY_LEAVE_END; k++)
        by[who_of(v, (tby_leave_kind)k)] += n.kinds[k];
}

static void print_names(const review *v)
{
    const tby_tally *names = tby_deviations_names(v->deviations);
    const tby_tally_entry *top[10];
    size_t n = tby_tally_top(names, top, 10);

    for (size_t i = 0; i < n; i++) {
        printf("%-12s ", i ? "" : "Player");
        tby_cli_put_clean(stdout, tby_tally_text(names, top[i]));
        printf("  %llu\n", (unsigned long long)top[i]->n);
    }
}

static void print_places(review *v)
{
    tby_place_left p;

    if (place_of(v, 0, &p))
        puts("\n    Games   Score  By        Line");
    for (size_t i = 0; place_of(v, i, &p); i++) {
        who by = who_of(v, p.kind);

        printf("%9llu  ", (unsigned long long)p.games);
        tby_rep_games_print_score(&v->games, p.results);
        printf("  %-8s  ", NAMES[by]);
        tby_rep_games_print_line(&v->games, p.node, p.move);
        if (by == YOU || by == OPPONENT)
            print_expected(v, p.node);
        putchar('\n');
    }
}

static int print_text(review *v)
{
    static const char *const LABELS[] = {"Left by you", "By opponent",
                                         "At the end", "Inside", "Never in"};
    uint64_t by[NEVER + 1];

    add_up(v, by);
    putchar('\n');
    print_names(v);
    for (int i = 0; i <= NEVER; i++)
        printf("%-12s %llu\n", LABELS[i], (unsigned long long)by[i]);
    print_places(v);
    return TBY_EXIT_OK;
}

static int print_json(review *v)
{
    tby_deviations_sum n = tby_deviations_summary(v->deviations);
    uint64_t by[NEVER + 1];
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);
    tby_place_left p;

    add_up(v, by);
    tby_jsonw_object(w);
    tby_jsonw_key(w, "summary");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "games", n.games);
    tby_jsonw_put_u64(w, "played", n.played);
    tby_jsonw_put_u64(w, "other_color", n.others);
    for (int i = 0; i <= NEVER; i++)
        tby_jsonw_put_u64(w, NAMES[i], by[i]);
    tby_jsonw_put_u64(w, "returned", n.returned);
    tby_jsonw_key(w, "places");
    tby_jsonw_array(w);
    for (size_t i = 0; place_of(v, i, &p); i++) {
        tby_jsonw_object(w);
        tby_jsonw_put_cstr(w, "by", NAMES[who_of(v, p.kind)]);
        tby_rep_games_json_line(w, &v->games, p.node, p.move);
        tby_rep_games_json_moves(w, "expected", &v->games, p.node);
        tby_jsonw_put_u64(w, "games", p.games);
        tby_rep_games_json_results(w, &v->games, p.results);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static tby_games_visitor visitor(void *of)
{
    return tby_deviations_visitor(((review *)of)->deviations);
}

static int report(review *v)
{
    tby_deviations_sum n = tby_deviations_summary(v->deviations);
    tby_rc rc = tby_deviations_finish(v->deviations);
    char text[160];

    if (rc != TBY_OK)
        return tby_cli_fail("deviations", rc);
    if (n.played)
        return v->games.call->json ? print_json(v) : print_text(v);
    snprintf(text, sizeof text,
             "No game of that player with %s; %llu with the other colour.",
             v->games.color == TBY_WHITE ? "White" : "Black",
             (unsigned long long)n.others);
    tby_cli_diag_file(v->player, text, "nothing_found");
    return TBY_EXIT_NO;
}

static int review_games(review *v)
{
    tby_deviations_options options = {.graph = &v->games.rep.graph,
                                      .color = v->games.color,
                                      .player = v->player,
                                      .game = hear_game,
                                      .ctx = v};
    tby_rc rc = tby_deviations_open(&v->deviations, &options);

    if (rc != TBY_OK)
        return tby_cli_fail("deviations", rc);
    int code = tby_rep_games_read(&v->games, visitor, v);
    code = tby_cli_worse_exit(code, v->code);
    if (code == TBY_EXIT_OK || code == TBY_EXIT_MALFORMED)
        code = tby_cli_worse_exit(code, report(v));
    tby_deviations_close(v->deviations);
    return code;
}

static int run(const tby_cli_call *call)
{
    static review v; /* large, and there is one */
    int code = TBY_EXIT_OK;

    v = (review){.player = tby_cli_value(call, "player"), .most = 20};
    if (!v.player || !tby_str_trim(tby_str_of(v.player)).n)
        return tby_cli_usage(call->command, NULL,
                             "--player is missing: whose games are they?");
    if (!tby_rep_games_number(call, "limit", &v.most))
        return TBY_EXIT_USAGE;
    if (!tby_rep_games_open(&v.games, call, &code))
        return code;
    v.games.teller.no_bar = true; /* games are printed meanwhile */
    code = tby_cli_worse_exit(code, review_games(&v));
    tby_rep_games_close(&v.games);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"player", "NAME", "whose games are looked at; needed"},
    {"limit", "N", "sum up the first N places, 0 for all (default 20)"},
    TBY_REP_GAMES_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep deviations london.txt mygames.pgn --player 'Magnus Carlsen'",
     "who left the repertoire, and where"},
    {"tabiya --json rep deviations london.txt mygames.pgn --player drnykter | "
     "jq -r 'select(.by == \"you\") | .line'",
     "only one's own slips"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_deviations = {
    .noun = "rep",
    .verb = "deviations",
    .args = "REP FILE...",
    .summary = "find where games of a player left a repertoire",
    .about =
        "Takes the games that the player played with the colour of the "
        "repertoire REP, and follows each through it. A game leaves the "
        "repertoire with the first move to a position that REP does not have, "
        "however it came there: by a move of yours or of the opponent, with "
        "what REP expected instead, or at the end of a line, where REP has no "
        "move. A game that comes back later says so. Then come the numbers, "
        "and the places where games left, those of most games first, with the "
        "score of the player.\n\n"
        "A name fits if all its words are there: 'magnus carlsen', 'Carlsen' "
        "and 'M. Carlsen' all fit 'Carlsen, Magnus'. Case, accents and order "
        "do not matter, and a letter stands for a word that begins with it. "
        "The names that fitted are shown.\n\n"
        "Damaged games are told and left out, and the exit code is then 3. It "
        "is 1 if the player has no game with that colour.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
