/* test_stockfish.c - every first move's perft, held against Stockfish's.
 *
 * A thousand random positions: games from the orthodox start, games of
 * Chess960, and scattered pieces.  Stockfish crashes on impossible positions,
 * so only those go to it that tby_pos_from_setup() takes unforgiven. */
#include "io/system/process.h"
#include "support/positions.h"

#include <string.h>

enum { POSITIONS = 1000, LINES = TBY_MOVES_MAX, SECONDS = 60 };

/* Four plies where there are few moves, otherwise three. */
static unsigned depth_for(const tby_pos *p)
{
    return tby_perft(p, 3, TBY_PATH_BEST) < 20000 ? 4 : 3;
}

/* The nodes below each first move, sorted by its text. */
struct divide {
    size_t n;
    uint64_t total;
    struct row {
        char uci[8];
        uint64_t nodes;
    } rows[LINES];
};

static int by_text(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return strcmp(x->uci, y->uci);
}

static void divide(const tby_pos *p, unsigned depth, tby_uci_style style,
                   struct divide *out)
{
    tby_moves legal;

    tby_moves_legal(p, &legal);
    out->n = legal.n;
    out->total = 0;
    for (size_t i = 0; i < legal.n; i++) {
        tby_pos child = *p;
        tby_pos_play(&child, legal.at[i]);
        tby_uci_write(p, legal.at[i], style, out->rows[i].uci);
        out->rows[i].nodes = tby_perft(&child, depth - 1, TBY_PATH_BEST);
        out->total += out->rows[i].nodes;
    }
    qsort(out->rows, out->n, sizeof *out->rows, by_text);
}

/* --- Stockfish */

static tby_process engine;

static void tell(const char *text)
{
    tby_rc rc = tby_process_write(&engine, tby_str_of(text), SECONDS);

    CHECK(rc == TBY_OK, "%s: %s", text, tby_rc_name(rc));
}

/* The next line into a buffer, where it ends with a NUL. */
static void hear(char *buf, size_t cap, const char *about)
{
    tby_str line = {"", 0};
    tby_rc rc = tby_process_read(&engine, SECONDS, &line);

    CHECK(rc == TBY_OK && line.n < cap, "stockfish: %s, asked about %s",
          tby_rc_name(rc), about);
    memcpy(buf, line.p, line.n);
    buf[line.n] = '\0';
}

static void ask(const tby_pos *p, unsigned depth, bool chess960,
                struct divide *out)
{
    tby_setup s = tby_pos_to_setup(p);
    char fen[TBY_FEN_MAX], line[256];

    tby_fen_write(&s, chess960 ? TBY_FEN_SHREDDER : TBY_FEN_X, fen, sizeof fen);
    snprintf(line, sizeof line,
             "setoption name UCI_Chess960 value %s\n"
             "position fen %s\ngo perft %u\n",
             chess960 ? "true" : "false", fen, depth);
    tell(line);
    out->n = 0;
    for (;;) {
        struct row row;
        hear(line, sizeof line, fen);
        if (sscanf(line, "Nodes searched: %" SCNu64, &out->total) == 1)
            break;
        if (sscanf(line, "%7[a-h1-8qrbn]: %" SCNu64, row.uci, &row.nodes) == 2)
            out->rows[out->n++ % LINES] = row;
    }
    CHECK(out->n <= LINES, "%zu moves: %s", out->n, fen);
    qsort(out->rows, out->n, sizeof *out->rows, by_text);
}

/* --- the comparison */

/* Prints the lines that only one side has, or that differ; says how many. */
static unsigned differences(const struct divide *a, const struct divide *b)
{
    unsigned found = a->total != b->total;
    size_t i = 0, k = 0;

    while (i < a->n || k < b->n) {
        int order = i == a->n   ? 1
                    : k == b->n ? -1
                                : by_text(&a->rows[i], &b->rows[k]);
        if (order < 0)
            print_error("%s: only tabiya, %" PRIu64 "\n", a->rows[i].uci,
                        a->rows[i].nodes);
        else if (order > 0)
            print_error("%s: only stockfish, %" PRIu64 "\n", b->rows[k].uci,
                        b->rows[k].nodes);
        else if (a->rows[i].nodes != b->rows[k].nodes)
            print_error("%s: %" PRIu64 ", stockfish %" PRIu64 "\n",
                        a->rows[i].uci, a->rows[i].nodes, b->rows[k].nodes);
        found += order || a->rows[i].nodes != b->rows[k].nodes;
        i += order <= 0;
        k += order >= 0;
    }
    return found;
}

static void stockfish_counts_the_same(void **state)
{
    static struct divide ours, theirs;
    rng r = rng_for(__func__);
    uint64_t nodes = 0;

    (void)state;
    for (int i = 0; i < POSITIONS; i++) {
        /* 350 orthodox, 450 of Chess960, 200 scattered */
        int k = i % 20 < 7 ? ORTHODOX : i % 20 < 16 ? CHESS960 : SCATTERED;
        tby_pos p = random_position(&r, k);
        unsigned depth = depth_for(&p);
        bool chess960 = k != ORTHODOX;
        divide(&p, depth, chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX, &ours);
        ask(&p, depth, chess960, &theirs);
        nodes += ours.total;
        CHECK(differences(&ours, &theirs) == 0,
              "%s, depth %u: %" PRIu64 " nodes, stockfish %" PRIu64
              "\nposition %d (%s)",
              fen_of(&p).s, depth, ours.total, theirs.total, i, KIND_NAMES[k]);
    }
    print_message("%d positions, %" PRIu64 " nodes\n", POSITIONS, nodes);
}

static int start_engine(void **state)
{
    static char path[4096];
    const char *argv[] = {path, NULL};
    char line[256] = "";

    (void)state;
    if (tby_program_find("stockfish", path, sizeof path) != TBY_OK ||
        tby_process_start(&engine, argv, 4096) != TBY_OK)
        return -1;
    tell("uci\n");
    while (strcmp(line, "uciok") != 0)
        hear(line, sizeof line, "uci");
    return 0;
}

static int stop_engine(void **state)
{
    (void)state;
    tell("quit\n");
    return tby_process_stop(&engine, 5);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(stockfish_counts_the_same),
    };
    char path[4096];

    if (tby_program_find("stockfish", path, sizeof path) != TBY_OK) {
        puts("skipped: there is no stockfish");
        return 77;
    }
    return cmocka_run_group_tests(tests, start_engine, stop_engine);
}
