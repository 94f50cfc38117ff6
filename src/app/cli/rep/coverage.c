/* coverage.c - tabiya rep coverage: what a repertoire does not answer.
 */
#include "work/rep/coverage.h"
#include "app/cli/commands.h"
#include "app/cli/rep/games.h"

typedef struct survey {
    tby_rep_games games;
    tby_coverage *coverage;
    unsigned least, most; /* games of a gap; gaps */
} survey;

static tby_games_visitor visitor(void *of)
{
    return tby_coverage_visitor(((survey *)of)->coverage);
}

/* The gap of a rank, if it is asked for. */
static bool gap_of(const survey *s, size_t rank, tby_gap *out)
{
    return (!s->most || rank < s->most) &&
           tby_coverage_gap(s->coverage, rank, out) && out->games >= s->least;
}

/* --- text -----------------------------------------------------------------*/

static double share(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_share(const char *label, uint64_t n, uint64_t whole)
{
    printf("%-15s %llu  %.1f%%\n", label, (unsigned long long)n,
           share(n, whole));
}

static void print_sum(const tby_coverage_sum *n)
{
    printf("%-15s %llu\n", "Games", (unsigned long long)n->games);
    print_share("Met", n->met, n->games);
    printf("%-15s %llu\n", "Replies", (unsigned long long)n->replies);
    print_share("Answered", n->answered, n->replies);
    print_share("Unknown reply", n->gaps[TBY_GAP_REPLY], n->replies);
    print_share("No answer", n->gaps[TBY_GAP_MOVE], n->replies);
    print_share("Behind the end", n->gaps[TBY_GAP_END], n->replies);
}

static void print_gap(survey *s, const tby_gap *gap)
{
    static const char *const WHY[] = {
        [TBY_GAP_REPLY] = "",
        [TBY_GAP_MOVE] = "  (no answer)",
        [TBY_GAP_END] = "  (behind the end)",
    };

    printf("%9llu  %5.1f%%  ", (unsigned long long)gap->games,
           share(gap->games, gap->reached));
    tby_rep_games_print_score(&s->games, gap->results);
    fputs("  ", stdout);
    tby_rep_games_print_line(&s->games, gap->node, gap->move);
    puts(WHY[gap->kind]);
}

static int print_text(survey *s)
{
    tby_coverage_sum n = tby_coverage_summary(s->coverage);
    tby_gap gap;

    print_sum(&n);
    if (gap_of(s, 0, &gap))
        puts("\n    Games   Share   Score  Line");
    for (size_t i = 0; gap_of(s, i, &gap); i++)
        print_gap(s, &gap);
    return TBY_EXIT_OK;
}

/* --- JSON -----------------------------------------------------------------*/

static void json_gap(tby_jsonw *w, survey *s, const tby_gap *gap)
{
    static const char *const KINDS[] = {
        [TBY_GAP_REPLY] = "unknown_reply",
        [TBY_GAP_MOVE] = "no_answer",
        [TBY_GAP_END] = "behind_the_end",
    };

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "kind", KINDS[gap->kind]);
    tby_rep_games_json_line(w, &s->games, gap->node, gap->move);
    tby_jsonw_put_u64(w, "games", gap->games);
    tby_jsonw_put_u64(w, "reached", gap->reached);
    tby_rep_games_json_results(w, &s->games, gap->results);
    tby_jsonw_object_end(w);
}

static int print_json(survey *s)
{
    tby_coverage_sum n = tby_coverage_summary(s->coverage);
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);
    tby_gap gap;

    tby_jsonw_object(w);
    tby_jsonw_put_cstr(w, "color", tby_cli_color_name(s->games.color));
    tby_jsonw_put_u64(w, "games", n.games);
    tby_jsonw_put_u64(w, "met", n.met);
    tby_jsonw_put_u64(w, "replies", n.replies);
    tby_jsonw_put_u64(w, "answered", n.answered);
    tby_jsonw_put_u64(w, "unknown_reply", n.gaps[TBY_GAP_REPLY]);
    tby_jsonw_put_u64(w, "no_answer", n.gaps[TBY_GAP_MOVE]);
    tby_jsonw_put_u64(w, "behind_the_end", n.gaps[TBY_GAP_END]);
    tby_jsonw_key(w, "coverage");
    if (n.replies)
        tby_jsonw_double(w, share(n.answered, n.replies) / 100, 4);
    else
        tby_jsonw_null(w);
    tby_jsonw_key(w, "gaps");
    tby_jsonw_array(w);
    for (size_t i = 0; gap_of(s, i, &gap); i++)
        json_gap(w, s, &gap);
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static int report(survey *s)
{
    tby_rc rc = tby_coverage_finish(s->coverage);

    if (rc != TBY_OK)
        return tby_cli_fail("coverage", rc);
    return s->games.call->json ? print_json(s) : print_text(s);
}

static int survey_games(survey *s)
{
    tby_rc rc =
        tby_coverage_open(&s->coverage, &s->games.rep.graph, s->games.color);

    if (rc != TBY_OK)
        return tby_cli_fail("coverage", rc);
    int code = tby_rep_games_read(&s->games, visitor, s);
    if (code == TBY_EXIT_OK || code == TBY_EXIT_MALFORMED)
        code = tby_cli_worse_exit(code, report(s));
    tby_coverage_close(s->coverage);
    return code;
}

static int run(const tby_cli_call *call)
{
    static survey s; /* large, and there is one */
    int code = TBY_EXIT_OK;

    s = (survey){.least = 1, .most = 20};
    if (!tby_rep_games_number(call, "min-games", &s.least) ||
        !tby_rep_games_number(call, "limit", &s.most))
        return TBY_EXIT_USAGE;
    if (!tby_rep_games_open(&s.games, call, &code))
        return code;
    code = tby_cli_worse_exit(code, survey_games(&s));
    tby_rep_games_close(&s.games);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    {"min-games", "N", "show only gaps of N games at least (default 1)"},
    {"limit", "N", "show the first N gaps, 0 for all (default 20)"},
    TBY_REP_GAMES_OPTIONS,
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya rep coverage london.txt twic.pgn.zst",
     "what is played and not answered, the most frequent first"},
    {"tabiya --json rep coverage --limit 0 london.txt games/ | jq -r "
     "'.gaps[] | select(.kind == \"unknown_reply\") | .line'",
     "all replies that should be known"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_rep_coverage = {
    .noun = "rep",
    .verb = "coverage",
    .args = "REP FILE...",
    .summary = "find replies that are played and not answered",
    .about =
        "Follows all games through the repertoire REP. Wherever a game comes "
        "to one of its positions, by whatever order of moves, and the other "
        "side is to move, the move of the game is a reply. It is answered if "
        "the repertoire has a move in the position that it leads to, however "
        "the repertoire gets there, or if the game is over.\n\n"
        "The numbers tell how many games come to such a position, and how many "
        "replies are answered. Those that are not are of three kinds: a reply "
        "that is unknown where others are known, a known one that has no "
        "answer, and one behind the end of a line, where the repertoire knows "
        "no reply. Then come the gaps, those of most games first: games, their "
        "share among all that came to the position, the score of the "
        "repertoire's side in them, and the moves that lead there in the "
        "repertoire. A game that plays a reply twice counts once.\n\n"
        "FILE are games of the kinds that 'pgn check' takes; memory does not "
        "depend on their number. Damaged games are told and left out, and the "
        "exit code is then 3.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
