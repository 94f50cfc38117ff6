/* games.c - tabiya rep coverage and rep deviations: games held against a
 * repertoire. */
#include "work/rep/games.h"
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "app/cli/rep/cmd_rep.h"
#include "core/base/assert.h"
#include "core/base/str.h"
#include "core/rep/line_text.h"
#include "tabiya/facts.h"
#include "work/json/rep_games.h"

#include <string.h>

enum {
    TEXT_MOST = 1 << 16, /* far above what the moves of a line need */
    NUMBER_MOST = 1000000000
};

typedef struct follow {
    const tby_cli_call *call;
    tby_rep rep;
    tby_color color; /* said, or guessed */
    tby_line_text trail;
    tby_games_job job;
    tby_pgn_reporter reporter;
    tby_games_sum sum; /* of all files */
    tby_buf text;      /* of a line */
} follow;

static void close_follow(follow *f)
{
    tby_line_text_free(&f->trail);
    tby_rep_free(&f->rep);
    tby_buf_free(&f->text);
}

/* Reads the repertoire that is the first argument.  True: close it; *code is 0
 * or 3.  False: *code says why, after a complaint. */
static bool open_follow(follow *f, const tby_cli_call *call, int *code)
{
    *f = (follow){.call = call, .job = {.mode = TBY_PGN_MAINLINE}};
    tby_buf_init(&f->text, NULL, TEXT_MOST);
    if (!tby_pgn_job_of(call, &f->job)) {
        *code = TBY_EXIT_USAGE;
        return false;
    }
    if (!tby_cli_rep_load(&f->rep, call->args[0], code))
        return false;
    const tby_graph *g = &f->rep.graph;
    if (!tby_cli_rep_color(call, &f->color))
        f->color = g->has_color ? g->color : tby_facts_guess_color(g);
    tby_rc rc = tby_line_text_open(&f->trail, g, NULL);
    if (rc == TBY_OK)
        return true;
    *code = tby_cli_fail(tby_cli_file_name(call->args[0]), rc);
    close_follow(f);
    return false;
}

/* Reads the files that are the other arguments.  Returns an exit code: with 0,
 * 1 and 3 there is an answer. */
static int read_games(follow *f, tby_games_visitor visitor)
{
    tby_rc rc;

    if (!tby_pgn_where_fits(f->call, f->call->args + 1, f->call->n - 1))
        return TBY_EXIT_USAGE;
    tby_pgn_files files = tby_pgn_files_of(f->call->args + 1, f->call->n - 1);
    f->reporter.call = f->call;
    f->job.visitor = visitor;
    int code = tby_cli_worse_exit(
        files.code,
        tby_pgn_read_files(&f->reporter, &f->job, &files, &f->sum, &rc));
    tby_pgn_files_free(&files);
    return code;
}

static void print_text(follow *f)
{
    fwrite(f->text.p ? f->text.p : "", 1, f->text.n, stdout);
    tby_buf_clear(&f->text);
}

/* The line that leads to a node and a move from there. */
static void print_line(follow *f, uint32_t node, tby_move move)
{
    tby_line_text_write(&f->trail, node, move, &f->text);
    print_text(f);
}

/* The moves that the repertoire has in a node, which were expected there:
 * "5... Nc6, e6". */
static void print_expected(follow *f, uint32_t node)
{
    const tby_graph *g = &f->rep.graph;
    char san[TBY_SAN_MAX];

    fputs("  expected ", stdout);
    for (uint32_t e = g->nodes[node].first_out; e != TBY_NONE;
         e = g->edges[e].next_out) {
        tby_san_write(&g->nodes[node].pos, g->edges[e].move, san);
        if (f->text.n)
            tby_buf_join(&f->text, ", ", san);
        else
            tby_line_text_write_move(&f->trail, node, g->edges[e].move,
                                     &f->text);
    }
    print_text(f);
}

/* The score of the repertoire's side, a dash without any result. */
static void print_score(const follow *f, const uint64_t results[4])
{
    double score = tby_results_score(results, f->color);

    tby_cli_cell(6, score >= 0, 100 * score, 1, "%");
}

typedef struct survey {
    follow games;
    tby_coverage *coverage;
    unsigned least, most; /* games of a gap; gaps */
} survey;

static void print_gap(survey *s, const tby_gap *gap)
{
    static const char *const KINDS[] = {[TBY_GAP_REPLY] = "",
                                        [TBY_GAP_MOVE] = "  (no answer)",
                                        [TBY_GAP_END] = "  (after the end)"};

    printf("%9llu  %5.1f%%", (unsigned long long)gap->games,
           tby_percent(gap->games, gap->reached));
    print_score(&s->games, gap->results);
    fputs("  ", stdout);
    print_line(&s->games, gap->node, gap->move);
    puts(KINDS[gap->kind]);
}

/* A number and how much of the whole it is. */
static void print_share(const char *label, uint64_t n, uint64_t whole)
{
    TBY_ASSERT(n <= whole || !whole);
    printf("%-15s %llu  %.1f%%\n", label, (unsigned long long)n,
           tby_percent(n, whole));
}

static int print_coverage(survey *s)
{
    tby_rc rc = tby_coverage_finish(s->coverage);
    tby_gap gap;

    if (rc != TBY_OK)
        return tby_cli_fail("coverage", rc);
    if (s->games.call->json) {
        tby_answer_coverage(tby_cli_json_object(), s->coverage, &s->games.trail,
                            s->games.color, s->most, s->least);
        return tby_cli_json_object_end();
    }
    tby_coverage_sum n = tby_coverage_summary(s->coverage);
    printf("%-15s %llu\n", "Games", (unsigned long long)n.games);
    print_share("Met", n.met, n.games);
    printf("%-15s %llu\n", "Replies", (unsigned long long)n.replies);
    print_share("Answered", n.answered, n.replies);
    print_share("Unknown reply", n.gaps[TBY_GAP_REPLY], n.replies);
    print_share("No answer", n.gaps[TBY_GAP_MOVE], n.replies);
    print_share("After the end", n.gaps[TBY_GAP_END], n.replies);
    for (size_t i = 0;
         (!s->most || i < s->most) && tby_coverage_gap(s->coverage, i, &gap) &&
         gap.games >= s->least;
         i++) {
        if (i == 0)
            puts("\n    Games   Share   Score  Line");
        print_gap(s, &gap);
    }
    return TBY_EXIT_OK;
}

static int rep_coverage(const tby_cli_call *call)
{
    static survey s; /* large, and there is one */
    int code = TBY_EXIT_OK;

    s = (survey){.least = 1, .most = 20};
    if (!tby_cli_number_of(call, "min-games", 0, NUMBER_MOST, &s.least) ||
        !tby_cli_number_of(call, "limit", 0, NUMBER_MOST, &s.most))
        return TBY_EXIT_USAGE;
    if (!open_follow(&s.games, call, &code))
        return code;
    tby_rc rc =
        tby_coverage_open(&s.coverage, &s.games.rep.graph, s.games.color);
    int read = rc == TBY_OK
                   ? read_games(&s.games, tby_coverage_visitor(s.coverage))
                   : tby_cli_fail("coverage", rc);
    if (read == TBY_EXIT_OK || read == TBY_EXIT_MALFORMED)
        read = tby_cli_worse_exit(read, print_coverage(&s));
    tby_coverage_close(s.coverage);
    close_follow(&s.games);
    return tby_cli_worse_exit(code, read);
}

#define REP_GAMES_OPTIONS                                                      \
    TBY_REP_COLOR, TBY_DB_WHERE, TBY_PGN_MAX_ERRORS, TBY_CLI_THREADS

const tby_cli_command tby_cmd_rep_coverage = {
    TBY_CLI_SYNOPSIS("rep", "coverage", "REP FILE...",
                     "find replies that are played and not answered"),
    .about =
        "Follows all games through the repertoire REP. Wherever a game comes "
        "to one of its positions, by whatever order of moves, and the other "
        "side is to move, the move of the game is a reply. It is answered if "
        "the repertoire has a move in the position that it leads to, however "
        "the repertoire gets there, or if the game is over. A repertoire that "
        "has one first move of the other side, such as a Caro-Kann 1. e4, is "
        "about that move, and replies are counted from its own first move "
        "on.\n\n"
        "The numbers say how many games come to such a position, and how many "
        "replies are answered. Those that are not are of three kinds: a reply "
        "that is unknown where others are known, a known one that has no "
        "answer, and one after the end of a line, where the repertoire knows "
        "no reply. Then come the gaps, those of most games first: games, "
        "their share among all that came to the position, the score of the "
        "repertoire's side in them, and the moves that lead there in the "
        "repertoire. A game that plays a reply twice counts once.\n\n"
        "FILE are games of the kinds that 'pgn check' takes; memory does not "
        "depend on their number. Damaged games are reported and left out, and "
        "the exit code is then 3." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"min-games", "N", "show only gaps of N games at least (default 1)"},
        {"limit", "N", "show the first N gaps, 0 for all (default 20)"},
        REP_GAMES_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya rep coverage london.txt twic.pgn.zst",
         "what is played and not answered, the most frequent first"},
        {"tabiya --json rep coverage --limit 0 london.txt games/ | jq -r "
         "'.gaps[] | select(.kind == \"unknown_reply\") | .line'",
         "all replies that should be known"}),
    .run = rep_coverage,
};

typedef struct review {
    follow games;
    tby_deviations *deviations;
    const char *player;
    unsigned most; /* places of the summary */
    int code;      /* of printing games as JSON */
} review;

static void print_game(review *v, const tby_deviation *d)
{
    const tby_leave *l = &d->leave;
    tby_leaver by = tby_leaver_of(l->kind, v->games.color);

    tby_print_clean(stdout, tby_str_of(v->games.reporter.file));
    printf(" %llu  ", (unsigned long long)d->number);
    tby_print_clean(stdout, d->white);
    fputs(" - ", stdout);
    tby_print_clean(stdout, d->black);
    fputs(d->date.n ? "  " : "", stdout);
    tby_print_clean(stdout, d->date);
    printf("  %s\n    ", tby_result_text(d->result));
    if (by == TBY_LEFT_NEVER || by == TBY_LEFT_INSIDE) {
        puts(by == TBY_LEFT_NEVER ? "never in the repertoire"
                                  : "over before it left the repertoire");
        return;
    }
    printf("%s: ", tby_leaver_name(by));
    print_line(&v->games, l->node, l->move);
    if (by != TBY_LEFT_AT_END)
        print_expected(&v->games, l->node);
    unsigned plies = l->returned ? (unsigned)(l->returned - l->ply) : 0;
    if (plies)
        printf("  back after %u %s", plies, plies == 1 ? "ply" : "plies");
    putchar('\n');
}

static int json_game(review *v, const tby_deviation *d)
{
    const tby_leave *l = &d->leave;
    tby_leaver by = tby_leaver_of(l->kind, v->games.color);
    tby_jsonw *w = tby_cli_json_object();

    tby_jsonw_put_cstr(w, "file", v->games.reporter.file);
    tby_jsonw_put_u64(w, "game", d->number);
    tby_jsonw_put_str(w, "white", d->white);
    tby_jsonw_put_str(w, "black", d->black);
    tby_jsonw_put_str(w, "date", d->date);
    tby_jsonw_put_cstr(w, "result", tby_result_text(d->result));
    tby_jsonw_put_cstr(w, "by", tby_leaver_name(by));
    if (by != TBY_LEFT_NEVER) {
        tby_jsonw_put_u64(w, "ply", l->ply);
        tby_answer_line_to(w, &v->games.trail, l->node, l->move);
        if (by != TBY_LEFT_INSIDE)
            tby_answer_expected(w, &v->games.rep.graph, l->node);
        if (tby_jsonw_known(w, "returned", l->returned))
            tby_jsonw_u64(w, l->returned);
    }
    return tby_cli_json_object_end();
}

static void on_game(void *ctx, const tby_deviation *d)
{
    review *v = ctx;

    if (!v->games.call->json)
        print_game(v, d);
    else if (v->code == TBY_EXIT_OK)
        v->code = json_game(v, d);
}

static void print_place(review *v, const tby_place_left *p)
{
    tby_leaver by = tby_leaver_of(p->kind, v->games.color);

    printf("%9llu", (unsigned long long)p->games);
    print_score(&v->games, p->results);
    printf("  %-8s  ", tby_leaver_name(by));
    print_line(&v->games, p->node, p->move);
    if (by == TBY_LEFT_BY_YOU || by == TBY_LEFT_BY_OPPONENT)
        print_expected(&v->games, p->node);
    putchar('\n');
}

static int print_deviations(review *v)
{
    static const char *const LABELS[] = {"Left by you", "By opponent",
                                         "At the end", "Inside", "Never in"};
    tby_deviations_sum n = tby_deviations_summary(v->deviations);
    tby_rc rc = tby_deviations_finish(v->deviations);
    uint64_t by[TBY_LEFT_NEVER + 1] = {0};
    tby_place_left p;

    if (rc != TBY_OK)
        return tby_cli_fail("deviations", rc);
    if (!n.played) {
        tby_cli_say(TBY_ERROR, v->player, "nothing_found",
                    "No game of that player with %s; %llu with the other "
                    "colour.",
                    v->games.color == TBY_WHITE ? "White" : "Black",
                    (unsigned long long)n.others);
        return TBY_EXIT_NO;
    }
    if (v->games.call->json) {
        tby_jsonw *w = tby_cli_json_object();

        tby_jsonw_put_object(w, "summary");
        tby_answer_deviations(w, v->deviations, &v->games.trail, v->games.color,
                              v->most);
        tby_jsonw_object_end(w);
        return tby_cli_json_object_end();
    }
    /* how the player was written */
    const tby_tally *names = tby_deviations_names(v->deviations);
    const tby_tally_entry *top[10];
    size_t names_n = tby_tally_top(names, top, 10);
    putchar('\n');
    for (size_t i = 0; i < names_n; i++) {
        printf("%-12s ", i ? "" : "Player");
        tby_print_clean(stdout, tby_tally_text(names, top[i]));
        printf("  %llu\n", (unsigned long long)top[i]->n);
    }
    for (int k = 0; k <= TBY_LEAVE_END; k++)
        by[tby_leaver_of((tby_leave_kind)k, v->games.color)] += n.kinds[k];
    for (int i = 0; i <= TBY_LEFT_NEVER; i++)
        printf("%-12s %llu\n", LABELS[i], (unsigned long long)by[i]);
    for (size_t i = 0; (!v->most || i < v->most) &&
                       tby_deviations_place(v->deviations, i, &p);
         i++) {
        if (i == 0)
            puts("\n    Games   Score  By        Line");
        print_place(v, &p);
    }
    return TBY_EXIT_OK;
}

static int rep_deviations(const tby_cli_call *call)
{
    static review v; /* large, and there is one */
    int code = TBY_EXIT_OK;

    v = (review){.player = tby_cli_value(call, "player"), .most = 20};
    if (!v.player || !tby_str_trim(tby_str_of(v.player)).n)
        return TBY_CLI_USAGE(call,
                             "--player is missing: whose games are they?");
    if (!tby_cli_number_of(call, "limit", 0, NUMBER_MOST, &v.most))
        return TBY_EXIT_USAGE;
    if (!open_follow(&v.games, call, &code))
        return code;
    v.games.reporter.no_bar = true; /* games are printed meanwhile */
    tby_deviations_options options = {.graph = &v.games.rep.graph,
                                      .color = v.games.color,
                                      .player = v.player,
                                      .game = on_game,
                                      .ctx = &v};
    tby_rc rc = tby_deviations_open(&v.deviations, &options);
    int read = rc == TBY_OK
                   ? read_games(&v.games, tby_deviations_visitor(v.deviations))
                   : tby_cli_fail("deviations", rc);
    read = tby_cli_worse_exit(read, v.code);
    if (read == TBY_EXIT_OK || read == TBY_EXIT_MALFORMED)
        read = tby_cli_worse_exit(read, print_deviations(&v));
    tby_deviations_close(v.deviations);
    close_follow(&v.games);
    return tby_cli_worse_exit(code, read);
}

const tby_cli_command tby_cmd_rep_deviations = {
    TBY_CLI_SYNOPSIS("rep", "deviations", "REP FILE...",
                     "find where games of a player left a repertoire"),
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
        "Damaged games are reported and left out, and the exit code is then "
        "3. It is 1 if the player has no game with that colour." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(
        {"player", "NAME", "whose games are looked at; needed"},
        {"limit", "N", "sum up the first N places, 0 for all (default 20)"},
        REP_GAMES_OPTIONS),
    TBY_CLI_EXAMPLES(
        {"tabiya rep deviations london.txt mygames.pgn --player 'Magnus "
         "Carlsen'",
         "who left the repertoire, and where"},
        {"tabiya --json rep deviations london.txt mygames.pgn --player "
         "drnykter | jq -r 'select(.by == \"you\") | .line'",
         "only one's own slips"}),
    .run = rep_deviations,
};
