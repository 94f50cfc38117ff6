/* stats.c - tabiya pgn stats: what a collection of games is like. */
#include "work/games/stats.h"
#include "app/cli/db/db.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "work/json/answer.h"

#include <stdlib.h>

enum { TOP = 10, ROWS = 16 };

typedef struct view {
    const tby_cli_call *call;
    tby_pgn_reporter reporter;
    tby_games_job job;
    tby_stats *stats;
    tby_games_sum sum;
} view;

/* Lengths in classes of a round width, so many that nearly all games are in
 * those before the last, which takes the few that are longer. */
typedef struct classes {
    unsigned from, width;
    size_t n;
} classes;

static classes classes_of(const tby_stats *s)
{
    static const unsigned WIDTHS[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 500};
    unsigned least = tby_stats_length(s, 0), most = tby_stats_length(s, 1000);
    unsigned usual = tby_stats_length(s, 995);
    size_t i = 0;

    while (i + 1 < sizeof WIDTHS / sizeof *WIDTHS &&
           usual / WIDTHS[i] - least / WIDTHS[i] + 2 > ROWS)
        i++;
    classes c = {.width = WIDTHS[i],
                 .from = least / WIDTHS[i] * WIDTHS[i],
                 .n = usual / WIDTHS[i] - least / WIDTHS[i] + 1};
    c.n += most >= c.from + c.width * c.n;
    return c;
}

typedef struct code_count {
    unsigned code; /* index into stats.eco */
    uint64_t n;
} code_count;

static int by_number(const void *a, const void *b)
{
    const code_count *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return x->code < y->code ? -1 : 1;
}

/* The codes that occur, the most frequent first. */
static size_t sort_eco(const tby_stats *s, code_count out[TBY_STATS_ECO])
{
    size_t n = 0;

    for (unsigned i = 0; i < TBY_STATS_ECO; i++)
        if (s->eco[i])
            out[n++] = (code_count){i, s->eco[i]};
    qsort(out, n, sizeof *out, by_number);
    return n;
}

/* A number and, in the text, how much of the whole it is. */
static void put_part(tby_cli_out *o, const char *label, const char *name,
                     uint64_t n, uint64_t whole)
{
    tby_cli_out_print(o, "%s%llu, %.1f %%\n", label, (unsigned long long)n,
                      tby_percent(n, whole));
    tby_cli_out_u64(o, NULL, name, n);
}

static void put_lengths(tby_cli_out *o, const tby_stats *s)
{
    tby_plot_row rows[ROWS + 2] = {{.n = 0}};
    classes c = classes_of(s);
    unsigned least = tby_stats_length(s, 0), median = tby_stats_length(s, 500);
    unsigned most = tby_stats_length(s, 1000);
    double mean = s->games ? (double)s->plies / (double)s->games : 0;

    tby_cli_out_object(o, "length");
    tby_cli_out_u64(o, NULL, "min", least);
    tby_cli_out_u64(o, NULL, "median", median);
    tby_cli_out_real(o, "mean", mean, 2);
    tby_cli_out_u64(o, NULL, "max", most);
    tby_cli_out_array(o, "histogram");
    for (size_t i = 0; i < c.n && s->games; i++) {
        unsigned from = c.from + c.width * (unsigned)i;
        unsigned to = from + c.width - 1;

        if (i + 1 == c.n && most > to)
            to = most; /* the last takes all that are longer */
        if (to == from)
            snprintf(rows[i].label, sizeof rows[i].label, "%u", from);
        else
            snprintf(rows[i].label, sizeof rows[i].label, "%u-%u", from, to);
        for (unsigned k = from; k <= to && k <= TBY_MAX_PLIES; k++)
            rows[i].n += s->lengths[k];
        tby_cli_out_object(o, NULL);
        tby_cli_out_u64(o, NULL, "from", from);
        tby_cli_out_u64(o, NULL, "to", to);
        tby_cli_out_u64(o, NULL, "games", rows[i].n);
        tby_cli_out_object_end(o);
    }
    tby_cli_out_array_end(o);
    tby_cli_out_object_end(o);
    if (o->w || s->games == 0)
        return;
    printf("Length   %u to %u plies, median %u, mean %.1f\n\n", least, most,
           median, mean);
    tby_cli_plot(stdout, rows, c.n, tby_cli_columns() - 1,
                 tby_look_of_stdout().figurines);
    putchar('\n');
}

static void put_players(tby_cli_out *o, const tby_stats *s)
{
    const tby_tally_entry *top[TOP];
    size_t n = tby_tally_top(&s->players, top, TOP);

    tby_cli_out_object(o, "players");
    tby_cli_out_u64(o, s->players.missed ? NULL : "Players", "distinct",
                    s->players.n);
    tby_cli_out_bool(o, "complete", s->players.missed == 0);
    tby_cli_out_u64(o, NULL, "missed", s->players.missed);
    if (s->players.missed)
        tby_cli_out_print(o,
                          "Players  more than %u; the first %u names are "
                          "counted, %llu times another was met\n",
                          s->players.n, s->players.n,
                          (unsigned long long)s->players.missed);
    tby_cli_out_array(o, "top");
    for (size_t i = 0; i < n; i++) {
        tby_str name = tby_tally_text(&s->players, top[i]);

        tby_cli_out_object(o, NULL);
        tby_cli_out_print(o, "         %llu ", (unsigned long long)top[i]->n);
        if (!o->w) {
            tby_print_clean(stdout, name);
            putchar('\n');
        }
        tby_cli_out_str(o, NULL, "name", name);
        tby_cli_out_u64(o, NULL, "games", top[i]->n);
        tby_cli_out_object_end(o);
    }
    tby_cli_out_array_end(o);
    tby_cli_out_object_end(o);
}

static void put_eco(tby_cli_out *o, const tby_stats *s)
{
    code_count codes[TBY_STATS_ECO];
    size_t n = sort_eco(s, codes);
    char text[24], letter[] = "A";

    tby_cli_out_print(o, "ECO      %zu code%s\n", n, n == 1 ? "" : "s");
    tby_cli_out_object(o, "eco");
    tby_cli_out_u64(o, NULL, "distinct", n);
    tby_cli_out_u64(o, NULL, "none", s->no_eco);
    tby_cli_out_object(o, "volumes");
    for (size_t i = 0; i < 5 && (n || o->w); i++) {
        uint64_t volume = 0;

        for (size_t k = 0; k < 100; k++)
            volume += s->eco[100 * i + k];
        letter[0] = "ABCDE"[i];
        snprintf(text, sizeof text, "         %s     ", letter);
        put_part(o, text, letter, volume, s->games);
    }
    tby_cli_out_object_end(o);
    if (!o->w && n && s->no_eco)
        put_part(o, "         none  ", "none", s->no_eco, s->games);
    tby_cli_out_object(o, "codes");
    for (size_t i = 0; i < n && (o->w || i < TOP); i++) {
        snprintf(text, sizeof text, "%c%02u", "ABCDE"[codes[i].code / 100 % 5],
                 codes[i].code % 100);
        tby_cli_out_print(o, "         %llu %s\n",
                          (unsigned long long)codes[i].n, text);
        tby_cli_out_u64(o, NULL, text, codes[i].n);
    }
    tby_cli_out_object_end(o);
    tby_cli_out_object_end(o);
}

static void put_years(tby_cli_out *o, const tby_stats *s)
{
    tby_cli_out_object(o, "years");
    if (s->first_year) {
        tby_cli_out_print(o, "Years    %u to %u", s->first_year, s->last_year);
        tby_cli_out_u64(o, NULL, "first", s->first_year);
        tby_cli_out_u64(o, NULL, "last", s->last_year);
    } else {
        tby_cli_out_print(o, "Years    unknown");
    }
    if (s->first_year && s->no_year)
        tby_cli_out_print(o, ", %llu game%s without",
                          (unsigned long long)s->no_year,
                          s->no_year == 1 ? "" : "s");
    tby_cli_out_print(o, "\n");
    tby_cli_out_u64(o, NULL, "unknown", s->no_year);
    tby_cli_out_object_end(o);
}

static int print_stats(const view *v)
{
    const tby_stats *s = v->stats;
    tby_cli_out o;

    tby_cli_out_open(&o, v->call, stdout, 8);
    tby_cli_out_u64(&o, NULL, "files", v->reporter.read_n);
    if (o.w)
        tby_answer_sum(o.w, &v->sum);
    if (o.w && v->sum.warnings)
        tby_answer_warnings(o.w, &v->sum);
    tby_cli_out_u64(&o, "Games", NULL, s->games);
    tby_cli_out_u64(&o, "Plies", NULL, s->plies);
    tby_cli_out_object(&o, "results");
    put_part(&o, "White    ", "white", s->results[TBY_RESULT_WHITE], s->games);
    put_part(&o, "Draw     ", "draw", s->results[TBY_RESULT_DRAW], s->games);
    put_part(&o, "Black    ", "black", s->results[TBY_RESULT_BLACK], s->games);
    put_part(&o, "None     ", "none", s->results[TBY_RESULT_NONE], s->games);
    tby_cli_out_object_end(&o);
    put_lengths(&o, s);
    put_players(&o, s);
    put_eco(&o, s);
    put_years(&o, s);
    if (v->sum.damaged)
        tby_cli_out_print(&o, "Damaged  %llu more game%s\n",
                          (unsigned long long)v->sum.damaged,
                          v->sum.damaged == 1 ? "" : "s");
    if (!o.w) {
        tby_pgn_print_errors(&v->sum);
        tby_pgn_print_warnings(stdout, &v->sum);
    }
    return tby_cli_out_close(&o);
}

static int pgn_stats(const tby_cli_call *call)
{
    static view v; /* large, and there is one */

    v = (view){.call = call};
    v.reporter.call = call;
    if (!tby_pgn_job_of(call, &v.job) ||
        !tby_pgn_where_fits(call, call->args, call->n))
        return TBY_EXIT_USAGE;
    v.stats = tby_stats_open();
    if (!v.stats)
        return tby_cli_fail("stats", TBY_E_NOMEM);
    v.job.visitor = tby_stats_visitor(v.stats);
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    int code = files.code;
    tby_rc rc = TBY_OK;
    code = tby_cli_worse_exit(
        code, tby_pgn_read_files(&v.reporter, &v.job, &files, &v.sum, &rc));
    if (rc == TBY_OK && v.reporter.read_n)
        code = tby_cli_worse_exit(code, print_stats(&v));
    tby_pgn_files_free(&files);
    tby_stats_close(v.stats);
    return code;
}

const tby_cli_command tby_cmd_pgn_stats = {
    TBY_CLI_SYNOPSIS("pgn", "stats", "FILE...",
                     "count results, lengths, players and openings"),
    .about =
        "Reads all files, of the kinds that 'pgn check' takes, and says what "
        "the games in them are like: how they ended, how long they were, with "
        "a plot of the lengths, who played most, which ECO codes are most "
        "frequent, and the years they span.\n\n"
        "Damaged games are counted apart and left out of everything else. The "
        "names of players are counted up to half a million of them; more are "
        "reported. The exit code is that of 'pgn check'." TBY_DB_SOURCE,
    TBY_CLI_OPTIONS(TBY_DB_WHERE, TBY_CLI_FORGIVE, TBY_PGN_MAX_ERRORS,
                    TBY_CLI_THREADS),
    TBY_CLI_EXAMPLES({"tabiya pgn stats games.pgn.zst",
                      "results, lengths, players, openings"},
                     {"tabiya --json pgn stats folder | jq .results",
                      "all files of a folder together, as JSON"}),
    .run = pgn_stats,
};
