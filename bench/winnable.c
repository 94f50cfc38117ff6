/* winnable.c - how long it takes to tell who can still win, and how often it
 * can be told.
 *
 *     winnable VECTORS [FENS]
 *
 * VECTORS has rows `WB FEN`, with a letter for each side that can mate and a -
 * for one that can not; FENS are positions of games, one a line (db_fens prints
 * some).  One JSON line for each file and stage.  Any claim that a row of
 * VECTORS contradicts ends the program with 1. */
#include "input.h"
#include "tabiya/tabiya.h"
#include "timing.h"

#include <string.h>

enum { ROWS_MAX = 10000, TRIALS = 5, GOAL = 10 /* microseconds */ };

typedef struct row {
    tby_pos pos;
    char truth[2]; /* spaces: not known */
} row;

typedef struct rows {
    size_t n;
    row at[ROWS_MAX];
} rows;

/* Composed positions may have more pieces than a game gives. */
static bool read_pos(const char *fen, tby_pos *out)
{
    char text[128];
    tby_setup s;

    snprintf(text, sizeof text, "%s", fen);
    if (tby_fen_parse(tby_str_of(text), &s, NULL) != TBY_OK)
        snprintf(text, sizeof text, "%s - -", fen);
    return tby_fen_parse(tby_str_of(text), &s, NULL) == TBY_OK &&
           tby_pos_from_setup(&s,
                              TBY_FAULT_WHITE_MATERIAL |
                                  TBY_FAULT_BLACK_MATERIAL | TBY_FAULT_CHECK,
                              out, NULL) == TBY_OK;
}

static rows *read_rows(const char *path, bool known)
{
    struct input in = read_file(path);
    rows *r = calloc(1, sizeof *r);
    size_t skip = known ? 3 : 0;

    if (!r)
        die("no memory");
    in.text[in.n] = '\0';
    for (char *line = strtok(in.text, "\n"); line && r->n < ROWS_MAX;
         line = strtok(NULL, "\n")) {
        row *to = &r->at[r->n];
        memcpy(to->truth, known ? line : "  ", 2);
        if (strlen(line) > skip && read_pos(line + skip, &to->pos))
            r->n++;
    }
    free(in.text);
    return r;
}

static tby_winnable ask(const tby_pos *p, uint64_t nodes)
{
    tby_winnable_options o = {.max_nodes = nodes};
    tby_winnable w = {TBY_CAN_UNKNOWN, TBY_CAN_UNKNOWN, 0};

    if (!nodes)
        return tby_winnable_quick(p);
    if (tby_winnable_full(p, &o, &w) != TBY_OK)
        die("no memory");
    return w;
}

/* Microseconds, the best of some trials; the full stage is tried once. */
static double time_of(const tby_pos *p, uint64_t nodes, tby_winnable *out)
{
    double best = 0;

    for (int i = 0; i < (nodes ? 1 : TRIALS); i++) {
        double start = thread_seconds();
        *out = ask(p, nodes);
        best = shorter(best, thread_seconds() - start);
    }
    return 1e6 * best;
}

static bool is_false(const row *r, tby_winnable w)
{
    return (w.white == TBY_CAN_NOT && r->truth[0] == 'W') ||
           (w.white == TBY_CAN && r->truth[0] == '-') ||
           (w.black == TBY_CAN_NOT && r->truth[1] == 'B') ||
           (w.black == TBY_CAN && r->truth[1] == '-');
}

static bool measure(const rows *r, const char *what, uint64_t nodes)
{
    static double micros[ROWS_MAX];
    size_t dead = 0, found = 0, decided = 0, wrong = 0;

    for (size_t i = 0; i < r->n; i++) {
        tby_winnable w;
        micros[i] = time_of(&r->at[i].pos, nodes, &w);
        dead += memcmp(r->at[i].truth, "--", 2) == 0;
        found += tby_winnable_dead(w);
        decided += w.white != TBY_CAN_UNKNOWN && w.black != TBY_CAN_UNKNOWN;
        wrong += is_false(&r->at[i], w);
    }
    double middle = r->n ? median(micros, (int)r->n) : 0;
    double late = r->n ? micros[r->n * 99 / 100] : 0;
    if (!nodes)
        printf("{\"bench\":\"who can win, quickly, %s\",\"nanoseconds\":%.0f,"
               "\"p99\":%.0f,\"goal\":%d,\"met\":%s}\n",
               what, 1e3 * middle, 1e3 * late, 1000 * GOAL,
               middle <= GOAL ? "true" : "false");
    printf("{\"bench\":\"who can win, %llu nodes, %s\",\"value\":\"%zu of %zu "
           "dead; %zu of %zu decided; %zu false\",\"median_us\":%.1f,"
           "\"p99_us\":%.1f}\n",
           (unsigned long long)nodes, what, found, dead, decided, r->n, wrong,
           middle, late);
    return wrong == 0;
}

int main(int argc, char **argv)
{
    static const uint64_t stages[] = {0, 1000, 20000, 100000};
    bool right = true;

    if (argc < 2)
        die("usage: winnable VECTORS [FENS]");
    for (int i = 1; i < argc && i < 3; i++) {
        rows *r = read_rows(argv[i], i == 1);
        for (size_t k = 0; k < sizeof stages / sizeof *stages; k++)
            right &= measure(r, i == 1 ? "vectors" : "games", stages[k]);
        free(r);
    }
    return right ? 0 : 1;
}
