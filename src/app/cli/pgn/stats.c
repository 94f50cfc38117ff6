/* stats.c - tabiya pgn stats: what a collection of games is like. */
#include "work/games/stats.h"
#include "app/cli/commands.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "app/cli/plot.h"
#include "work/json/answer.h"

#include <stdlib.h>
#include <string.h>

enum { TOP = 10, ROWS = 16 };

typedef struct view {
    const tby_cli_call *call;
    tby_pgn_teller teller;
    tby_games_job job;
    tby_stats *stats;
    tby_games_sum sum;
    size_t files; /* that could be read */
} view;

/* --- figures --------------------------------------------------------------*/

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static double mean_length(const tby_stats *s)
{
    return s->games ? (double)s->plies / (double)s->games : 0;
}

static uint64_t games_between(const tby_stats *s, unsigned from, unsigned to)
{
    uint64_t n = 0;

    for (unsigned i = from; i <= to && i <= TBY_MAX_PLIES; i++)
        n += s->lengths[i];
    return n;
}

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

/* The bounds of class i; the last is open if `most` is not within it. */
static unsigned class_end(const tby_stats *s, const classes *c, size_t i)
{
    unsigned end = c->from + c->width * (unsigned)(i + 1) - 1;
    unsigned most = tby_stats_length(s, 1000);

    return i + 1 == c->n && most > end ? most : end;
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

static uint64_t volume(const tby_stats *s, size_t letter)
{
    uint64_t n = 0;

    for (size_t i = 0; i < 100; i++)
        n += s->eco[100 * letter + i];
    return n;
}

static void code_text(unsigned code, char out[8])
{
    snprintf(out, 8, "%c%02u", "ABCDE"[code / 100 % 5], code % 100);
}

/* --- text -----------------------------------------------------------------*/

static void print_part(const char *label, uint64_t n, uint64_t whole)
{
    printf("%s%llu, %.1f %%\n", label, (unsigned long long)n,
           percent(n, whole));
}

static void print_lengths(const tby_stats *s)
{
    tby_plot_row rows[ROWS + 2] = {{.n = 0}};
    classes c = classes_of(s);

    if (s->games == 0)
        return;
    printf("Length   %u to %u plies, median %u, mean %.1f\n\n",
           tby_stats_length(s, 0), tby_stats_length(s, 1000),
           tby_stats_length(s, 500), mean_length(s));
    for (size_t i = 0; i < c.n; i++) {
        unsigned from = c.from + c.width * (unsigned)i;
        unsigned to = class_end(s, &c, i);
        if (to == from)
            snprintf(rows[i].label, sizeof rows[i].label, "%u", from);
        else
            snprintf(rows[i].label, sizeof rows[i].label, "%u-%u", from, to);
        rows[i].n = games_between(s, from, to);
    }
    tby_cli_plot(stdout, rows, c.n, tby_cli_columns() - 1,
                 tby_cli_look_of_stdout().figurines);
    putchar('\n');
}

static void print_players(const tby_stats *s)
{
    const tby_tally_entry *top[TOP];
    size_t n = tby_tally_top(&s->players, top, TOP);

    if (s->players.missed)
        printf("Players  more than %u; the first %u names are counted, "
               "%llu times another was met\n",
               s->players.n, s->players.n,
               (unsigned long long)s->players.missed);
    else
        printf("Players  %u\n", s->players.n);
    for (size_t i = 0; i < n; i++) {
        tby_str name = tby_tally_text(&s->players, top[i]);
        printf("         %llu ", (unsigned long long)top[i]->n);
        tby_cli_put_clean(stdout, name);
        putchar('\n');
    }
}

static void print_eco(const tby_stats *s)
{
    code_count codes[TBY_STATS_ECO];
    size_t n = sort_eco(s, codes);
    char text[8];

    printf("ECO      %zu code%s\n", n, n == 1 ? "" : "s");
    for (size_t i = 0; i < 5 && n; i++) {
        snprintf(text, sizeof text, "%c     ", "ABCDE"[i]);
        printf("         ");
        print_part(text, volume(s, i), s->games);
    }
    if (n && s->no_eco)
        print_part("         none  ", s->no_eco, s->games);
    for (size_t i = 0; i < n && i < TOP; i++) {
        code_text(codes[i].code, text);
        printf("         %llu %s\n", (unsigned long long)codes[i].n, text);
    }
}

static void print_text(const view *v)
{
    const tby_stats *s = v->stats;

    printf("Games    %llu\n", (unsigned long long)s->games);
    printf("Plies    %llu\n", (unsigned long long)s->plies);
    print_part("White    ", s->results[TBY_RESULT_WHITE], s->games);
    print_part("Draw     ", s->results[TBY_RESULT_DRAW], s->games);
    print_part("Black    ", s->results[TBY_RESULT_BLACK], s->games);
    print_part("None     ", s->results[TBY_RESULT_NONE], s->games);
    print_lengths(s);
    print_players(s);
    print_eco(s);
    if (s->first_year)
        printf("Years    %u to %u", s->first_year, s->last_year);
    else
        printf("Years    unknown");
    if (s->first_year && s->no_year)
        printf(", %llu game%s without", (unsigned long long)s->no_year,
               s->no_year == 1 ? "" : "s");
    putchar('\n');
    if (v->sum.damaged)
        printf("Damaged  %llu more game%s\n",
               (unsigned long long)v->sum.damaged,
               v->sum.damaged == 1 ? "" : "s");
    tby_pgn_print_errors(&v->sum);
    tby_pgn_print_warnings(stdout, &v->sum);
}

/* --- JSON -----------------------------------------------------------------*/

static void json_lengths(tby_jsonw *w, const tby_stats *s)
{
    classes c = classes_of(s);

    tby_jsonw_key(w, "length");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "min", tby_stats_length(s, 0));
    tby_jsonw_put_u64(w, "median", tby_stats_length(s, 500));
    tby_jsonw_key(w, "mean");
    tby_jsonw_double(w, mean_length(s), 2);
    tby_jsonw_put_u64(w, "max", tby_stats_length(s, 1000));
    tby_jsonw_key(w, "histogram");
    tby_jsonw_array(w);
    for (size_t i = 0; i < c.n && s->games; i++) {
        unsigned from = c.from + c.width * (unsigned)i;
        unsigned to = class_end(s, &c, i);
        tby_jsonw_object(w);
        tby_jsonw_put_u64(w, "from", from);
        tby_jsonw_put_u64(w, "to", to);
        tby_jsonw_put_u64(w, "games", games_between(s, from, to));
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
}

static void json_players(tby_jsonw *w, const tby_stats *s)
{
    const tby_tally_entry *top[TOP];
    size_t n = tby_tally_top(&s->players, top, TOP);

    tby_jsonw_key(w, "players");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "distinct", s->players.n);
    tby_jsonw_put_bool(w, "complete", s->players.missed == 0);
    tby_jsonw_put_u64(w, "missed", s->players.missed);
    tby_jsonw_key(w, "top");
    tby_jsonw_array(w);
    for (size_t i = 0; i < n; i++) {
        tby_jsonw_object(w);
        tby_jsonw_key(w, "name");
        tby_jsonw_str(w, tby_tally_text(&s->players, top[i]));
        tby_jsonw_put_u64(w, "games", top[i]->n);
        tby_jsonw_object_end(w);
    }
    tby_jsonw_array_end(w);
    tby_jsonw_object_end(w);
}

static void json_eco(tby_jsonw *w, const tby_stats *s)
{
    static const char *const LETTERS[] = {"A", "B", "C", "D", "E"};
    code_count codes[TBY_STATS_ECO];
    size_t n = sort_eco(s, codes);
    char text[8];

    tby_jsonw_key(w, "eco");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "distinct", n);
    tby_jsonw_put_u64(w, "none", s->no_eco);
    tby_jsonw_key(w, "volumes");
    tby_jsonw_object(w);
    for (size_t i = 0; i < 5; i++)
        tby_jsonw_put_u64(w, LETTERS[i], volume(s, i));
    tby_jsonw_object_end(w);
    tby_jsonw_key(w, "codes");
    tby_jsonw_object(w);
    for (size_t i = 0; i < n; i++) {
        code_text(codes[i].code, text);
        tby_jsonw_put_u64(w, text, codes[i].n);
    }
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
}

static int print_json(const view *v)
{
    const tby_stats *s = v->stats;
    tby_cli_json j;
    tby_jsonw *w = tby_cli_json_start(&j);

    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "files", v->files);
    tby_answer_sum(w, &v->sum);
    if (v->sum.warnings)
        tby_answer_warnings(w, &v->sum);
    tby_jsonw_key(w, "results");
    tby_jsonw_object(w);
    tby_jsonw_put_u64(w, "white", s->results[TBY_RESULT_WHITE]);
    tby_jsonw_put_u64(w, "draw", s->results[TBY_RESULT_DRAW]);
    tby_jsonw_put_u64(w, "black", s->results[TBY_RESULT_BLACK]);
    tby_jsonw_put_u64(w, "none", s->results[TBY_RESULT_NONE]);
    tby_jsonw_object_end(w);
    json_lengths(w, s);
    json_players(w, s);
    json_eco(w, s);
    tby_jsonw_key(w, "years");
    tby_jsonw_object(w);
    if (s->first_year) {
        tby_jsonw_put_u64(w, "first", s->first_year);
        tby_jsonw_put_u64(w, "last", s->last_year);
    }
    tby_jsonw_put_u64(w, "unknown", s->no_year);
    tby_jsonw_object_end(w);
    tby_jsonw_object_end(w);
    return tby_cli_json_print(&j);
}

/* --- the command ----------------------------------------------------------*/

static int read_files(view *v, const tby_pgn_files *files)
{
    int code = files->code;
    tby_games_result result;
    tby_rc rc;

    for (size_t i = 0; i < files->n; i++) {
        v->job.path = files->at[i];
        int one = tby_pgn_read_file(&v->teller, &v->job, &result, &rc);
        if (rc != TBY_OK)
            return tby_cli_fail(v->teller.file, rc);
        code = tby_cli_worse_exit(code, one);
        v->files += tby_pgn_was_read(&result);
        tby_games_add(&v->sum, &result.sum);
    }
    if (v->files == 0)
        return code;
    if (v->call->json)
        return tby_cli_worse_exit(code, print_json(v));
    print_text(v);
    return code;
}

static int run(const tby_cli_call *call)
{
    static view v; /* large, and there is one */

    v = (view){.call = call};
    if (!tby_pgn_job_of(call, &v.job))
        return TBY_EXIT_USAGE;
    v.stats = tby_stats_open();
    if (!v.stats)
        return tby_cli_fail("stats", TBY_E_NOMEM);
    v.job.visitor = tby_stats_visitor(v.stats);
    tby_pgn_files files = tby_pgn_files_of(call->args, call->n);
    int code = read_files(&v, &files);
    tby_pgn_files_free(&files);
    tby_stats_close(v.stats);
    return code;
}

static const tby_cli_option OPTIONS[] = {
    TBY_CLI_FORGIVE,
    TBY_PGN_MAX_ERRORS,
    {"threads", "N", "use N threads, 0 for all processors (default 0)"},
    {NULL, NULL, NULL},
};

static const tby_cli_example EXAMPLES[] = {
    {"tabiya pgn stats games.pgn.zst", "results, lengths, players, openings"},
    {"tabiya --json pgn stats folder | jq .results",
     "all files of a folder together, as JSON"},
    {NULL, NULL},
};

const tby_cli_command tby_cmd_pgn_stats = {
    .noun = "pgn",
    .verb = "stats",
    .args = "FILE...",
    .summary = "count results, lengths, players and openings",
    .about =
        "Reads all files, of the kinds that 'pgn check' takes, and tells what "
        "the games in them are like: how they ended, how long they were, with "
        "a plot of the lengths, who played most, which ECO codes are most "
        "frequent, and the years they span.\n\n"
        "Damaged games are counted apart and left out of everything else. The "
        "names of players are counted up to half a million of them; more are "
        "told. The exit code is that of 'pgn check'.",
    .options = OPTIONS,
    .examples = EXAMPLES,
    .run = run,
};
