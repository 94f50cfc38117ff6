/* db.c - questions to a database: positions, players, headers, single moves,
 * and its games written out.
 *
 *     db DATABASE [FILE.pgn]
 *
 * CPU time of this process; the file of the same games is for grep.  bench/run
 * gives a peer's mean milliseconds for a tree search in the environment
 * (PEER_NAME, PEER_MILLISECONDS), and what it takes for others (PEER_FILTERED,
 * PEER_HEADERS; PEER_EXPORT in megabytes a second).  JSON lines.
 *
 * Goals are for 2,344,961 games.  Where a question looks at every game, at
 * every ply or at every hit, its goal here is in proportion. */
#include "child.h"
#include "draw.h"
#include "timing.h"
#include "work/db/visit.h"

#include <inttypes.h>
#include <string.h>

enum { QUESTIONS = 1000, PLAYERS = 50, TURNS = 5, WALK = 4096, PLACES = 9 };

static const double GOAL_GAMES = 2344961, GOAL_PLIES = 190e6;

typedef struct bench {
    const char *path;
    draw draw;
    tby_store *store; /* that is asked */
    tby_store_facts facts;
} bench;

static void open_fresh(bench *b)
{
    tby_store_close(b->store);
    must(tby_store_open(&b->store, b->path, TBY_STORE_READ));
}

static void begin_line(const bench *b, const char *name)
{
    printf("{\"bench\":\"database, %s\",\"games\":%" PRIu64, name,
           b->facts.games);
}

static void end_line(double goal, bool met)
{
    printf(",\"goal\":%.4g,\"met\":%s}\n", goal, met ? "true" : "false");
    fflush(stdout);
}

/* What a peer takes for the same, if bench/run knows it: "scid" and a number in
 * the variable.  `more`: of two the larger is the better one. */
static void print_peer(const char *variable, double ours, bool more)
{
    const char *peer = getenv("PEER_NAME"), *text = getenv(variable);
    double theirs = text ? strtod(text, NULL) : 0;

    if (peer && theirs > 0 && ours > 0)
        printf(",\"peer\":\"%s\",\"peer_value\":%g,\"ratio\":%.1f", peer,
               theirs, more ? ours / theirs : theirs / ours);
}

/* --- positions ------------------------------------------------------------*/

/* Milliseconds of a question about a position, and how many games have it. */
static double ask_position(bench *b, const tby_pos *pos,
                           const store_filter *filter, uint64_t *hits)
{
    tby_position_answer answer;
    double start = own_seconds();

    must(tby_store_position(b->store, pos, filter, NULL, &answer));
    double seconds = own_seconds() - start;
    *hits = answer.score.games;
    tby_position_free(&answer);
    return 1e3 * seconds;
}

/* Sorts the times. */
static void report_positions(const bench *b, const char *name, double *times)
{
    const char *peer = getenv("PEER_NAME"), *text = getenv("PEER_MILLISECONDS");
    double sum = 0;

    for (int i = 0; i < QUESTIONS; i++)
        sum += times[i];
    double p50 = median(times, QUESTIONS), mean = sum / QUESTIONS;
    double p99 = times[QUESTIONS * 99 / 100];
    begin_line(b, name);
    printf(",\"milliseconds\":%.3f,\"p99\":%.3f,\"max\":%.3f,\"mean\":%.3f",
           p50, p99, times[QUESTIONS - 1], mean);
    if (peer && text)
        printf(",\"peer\":\"%s\",\"peer_mean\":%s,\"ratio\":%.0f", peer, text,
               strtod(text, NULL) / mean);
    printf(",\"p99_goal\":2");
    end_line(0.2, p50 <= 0.2 && p99 <= 2);
}

static void measure_positions(bench *b)
{
    static const char *const NAMES[] = {"position, fresh handle",
                                        "position, again"};
    static tby_pos positions[QUESTIONS];
    static double times[QUESTIONS];
    uint64_t hits;

    for (int i = 0; i < QUESTIONS; i++)
        positions[i] = draw_position(&b->draw);
    open_fresh(b);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < QUESTIONS; i++) {
            times[i] = ask_position(b, &positions[i], NULL, &hits);
            if (hits == 0)
                die("a position of a game is not found");
        }
        report_positions(b, NAMES[round], times);
    }
}

/* --- positions with filters -----------------------------------------------*/

/* Positions that so many games have, met on the most played paths from the
 * start; how many were found. */
static int find_places(bench *b, uint64_t least, uint64_t most, tby_pos *out)
{
    static tby_pos queue[WALK];
    int n = 0, found = 0;

    queue[n++] = tby_pos_start();
    for (int i = 0; i < n && found < PLACES; i++) {
        tby_position_answer a;

        must(tby_store_position(b->store, &queue[i], NULL, NULL, &a));
        if (a.score.games >= least && a.score.games <= most)
            out[found++] = queue[i];
        for (size_t k = 0; k < a.moves_n && n < WALK; k++)
            if (a.moves[k].reached >= least) {
                queue[n] = queue[i];
                tby_pos_play(&queue[n++], a.moves[k].move);
            }
        tby_position_free(&a);
    }
    return found;
}

static store_filter filter_of(const char *const conditions[])
{
    store_filter f;

    tby__filter_init(&f);
    for (; conditions[0]; conditions += 2)
        must(tby__filter_set(&f, tby_str_of(conditions[0]),
                             tby_str_of(conditions[1]), NULL));
    return f;
}

/* The best of several turns. */
static double filtered_milliseconds(bench *b, const tby_pos *pos,
                                    uint64_t *wanted)
{
    static const char *const WANTED[] = {"elo", "2300-2900", "result", "1-0",
                                         NULL};
    store_filter filter = filter_of(WANTED);
    double best = 0;

    for (int i = 0; i < TURNS; i++)
        best = shorter(best, ask_position(b, pos, &filter, wanted));
    return best;
}

/* Of some positions the one that is farthest from its goal. */
static void measure_filtered(bench *b, const char *name, uint64_t least,
                             uint64_t most, double goal_a_hit)
{
    tby_pos places[PLACES];
    int n = find_places(b, least, most, places);
    double worst = 0, worst_goal = 0;
    uint64_t hits, wanted, worst_hits = 0, worst_wanted = 0;

    for (int i = 0; i < n; i++) {
        ask_position(b, &places[i], NULL, &hits);
        double ms = filtered_milliseconds(b, &places[i], &wanted);
        double goal = goal_a_hit * (double)hits;
        if (worst_goal <= 0 || ms / goal > worst / worst_goal) {
            worst = ms;
            worst_goal = goal;
            worst_hits = hits;
            worst_wanted = wanted;
        }
    }
    if (n == 0)
        return;
    begin_line(b, name);
    printf(",\"positions\":%d,\"hits\":%" PRIu64 ",\"wanted\":%" PRIu64
           ",\"milliseconds\":%.3f",
           n, worst_hits, worst_wanted, worst);
    print_peer("PEER_FILTERED", worst, false);
    end_line(worst_goal, worst <= worst_goal);
}

/* --- games ----------------------------------------------------------------*/

static double ask_games(bench *b, const store_filter *filter,
                        tby_games_order order, uint64_t *total)
{
    tby_games_answer answer;
    double start = own_seconds();

    must(tby_store_find(b->store, filter, order, 0, 50, &answer));
    double seconds = own_seconds() - start;
    *total = answer.total;
    tby_games_free(&answer);
    return 1e3 * seconds;
}

/* The games of players, the latest 50. */
static void measure_players(bench *b)
{
    double times[PLAYERS], first = 0;
    uint64_t total, most = 0;
    tby_game_row row;
    store_filter filter;

    tby__filter_init(&filter);
    open_fresh(b);
    for (int i = 0; i < PLAYERS; i++) {
        must(tby_store_row(b->draw.store, draw_game(&b->draw), &row));
        filter.player = row.white;
        double fresh = ask_games(b, &filter, TBY_BY_DATE, &total);
        if (i == 0)
            first = fresh;
        times[i] = ask_games(b, &filter, TBY_BY_DATE, &total);
        most = total > most ? total : most;
    }
    double p50 = median(times, PLAYERS);
    begin_line(b, "games of a player");
    printf(",\"most_hits\":%" PRIu64
           ",\"first\":%.3f,\"milliseconds\":%.3f,\"max\":%.3f",
           most, first, p50, times[PLAYERS - 1]);
    end_line(0.5, p50 <= 0.5);
}

static void measure_headers(bench *b)
{
    static const char *const WANTED[] = {"elo", "2400-2900", "date",
                                         "1998..2004", NULL};
    store_filter filter = filter_of(WANTED);
    const double goal = 8 * (double)b->facts.games / GOAL_GAMES;
    double best = 0;
    uint64_t total;

    open_fresh(b);
    double first = ask_games(b, &filter, TBY_BY_ELO, &total);
    for (int i = 0; i < TURNS; i++)
        best = shorter(best, ask_games(b, &filter, TBY_BY_ELO, &total));
    begin_line(b, "headers");
    printf(",\"hits\":%" PRIu64 ",\"first\":%.3f,\"milliseconds\":%.3f", total,
           first, best);
    print_peer("PEER_HEADERS", best, false);
    end_line(goal, best <= goal);
}

/* --- single moves ---------------------------------------------------------*/

static double ask_moves(bench *b, const store_filter *filter, uint64_t *total)
{
    tby_moves_answer answer;
    double start = own_seconds();

    must(tby_store_moves(b->store, filter, 0, 50, &answer));
    double seconds = own_seconds() - start;
    *total = answer.total;
    tby_hits_free(&answer);
    return 1e3 * seconds;
}

/* Milliseconds of grep; 0 if there is none.  Into /dev/null it would stop at
 * the first line that it finds. */
static double grep_milliseconds(char *path)
{
    char shell[] = "/bin/sh", option[] = "-c";
    char command[] = "LC_ALL=C grep -c 'b8=Q#' \"$0\" | cat";
    char *argv[] = {shell, option, command, path, NULL};
    double best = 0;

    for (int i = 0; path && i < TURNS; i++) {
        double seconds = child_seconds(argv);
        if (seconds < 0)
            return 0;
        best = shorter(best, seconds);
    }
    return 1e3 * best;
}

static void measure_moves(bench *b, char *path)
{
    static const char *const WANTED[] = {"move", "b8=Q#", NULL};
    store_filter filter = filter_of(WANTED);
    const double goal = 150 * (double)b->facts.plies / GOAL_PLIES;
    double best = 0, theirs = grep_milliseconds(path);
    uint64_t total;

    open_fresh(b);
    double first = ask_moves(b, &filter, &total);
    for (int i = 0; i < TURNS; i++)
        best = shorter(best, ask_moves(b, &filter, &total));
    begin_line(b, "single move b8=Q#");
    printf(",\"plies\":%" PRIu64 ",\"hits\":%" PRIu64
           ",\"first\":%.3f,\"milliseconds\":%.3f",
           b->facts.plies, total, first, best);
    if (theirs > 0)
        printf(",\"peer\":\"grep\",\"peer_milliseconds\":%.0f,\"ratio\":%.1f",
               theirs, theirs / best);
    end_line(goal, best <= goal);
}

/* --- export ---------------------------------------------------------------*/

/* Megabytes of PGN for a second of CPU time. */
static double export_rate(bench *b, const tby_games_answer *found)
{
    const tby_convert_options options = {.to = TBY_GAMES_PGN, .keep_all = true};
    tby_convert convert;
    tby_sink *sink;
    uint64_t refused = 0;
    double start = own_seconds();

    must(tby_sink_open(&sink, "/dev/null"));
    tby_convert_init(&convert, sink, &options);
    must(tby_db_export(b->store, found, &convert, &refused, NULL, NULL));
    double bytes = (double)tby_sink_offset(sink);
    must(tby_sink_commit(sink));
    tby_sink_close(sink);
    return 1e-6 * bytes / (own_seconds() - start);
}

/* The first 30,000 games are enough. */
static void measure_export(bench *b)
{
    tby_games_answer found;
    store_filter all;
    double best = 0;

    tby__filter_init(&all);
    must(tby_store_find(b->store, &all, TBY_BY_ID, 0, 30000, &found));
    for (int i = 0; i < TURNS; i++) {
        double rate = export_rate(b, &found);
        best = rate > best ? rate : best;
    }
    begin_line(b, "export");
    printf(",\"written\":%zu,\"mega_per_second\":%.0f", found.n, best);
    print_peer("PEER_EXPORT", best, true);
    tby_games_free(&found);
    end_line(150, best >= 150);
}

int main(int argc, char **argv)
{
    static bench b;

    if (argc < 2)
        die("usage: db DATABASE [FILE.pgn]");
    b.path = argv[1];
    b.draw = draw_open(b.path);
    must(tby_store_info(b.draw.store, &b.facts));
    measure_positions(&b);
    measure_filtered(&b, "position and filter, many hits",
                     b.facts.games * 3 / 10, UINT64_MAX, 20.0 / 500000);
    measure_filtered(&b, "position and filter, 10,000 hits", 8000, 12000,
                     1.0 / 10000);
    measure_players(&b);
    measure_headers(&b);
    measure_moves(&b, argc > 2 ? argv[2] : NULL);
    measure_export(&b);
    draw_close(&b.draw);
    tby_store_close(b.store);
    return 0;
}
