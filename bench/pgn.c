/* pgn.c - PGN read from memory on one core: tokens, main lines, everything.
 *
 *     pgn FILE [lichess]
 *
 * The word says which goals count: over-the-board games are moves and little
 * else, those of lichess have a comment at every move.  One JSON line per
 * measurement.  bench/run gives the peer and its megabytes per second on
 * the same games in the environment (PEER_NAME, PEER_RATE). */
#include "parts.h"
#include "tabiya/tabiya.h"
#include "timing.h"

/* Number of tokens. */
static size_t read_tokens(struct input in)
{
    tby_tokens t = {{in.text, in.n}, 0};
    tby_token tokens[64];
    size_t n = 0, got;

    while ((got = tby_tokens_read(&t, tokens, 64)) > 0)
        n += got;
    return n;
}

/* Number of plies; a fault ends the measurement. */
static size_t read_games(struct input in, tby_pgn_mode mode)
{
    tby_pgn pgn;
    tby_game game;
    tby_pgn_report report;
    size_t plies = 0;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, (tby_str){in.text, in.n}, mode);
    while (tby_pgn_next(&pgn, &game, &report) == TBY_OK) {
        if (report.error.code != TBY_OK)
            die("a game is damaged");
        plies += game.plies;
    }
    tby_game_free(&game);
    return plies;
}

static size_t read_mainlines(struct input in)
{
    return read_games(in, TBY_PGN_MAINLINE);
}

static size_t read_all(struct input in)
{
    return read_games(in, TBY_PGN_ALL);
}

struct op {
    const char *name;
    size_t (*run)(struct input in);
    double goal_otb, goal_lichess; /* megabytes per second; 0: no promise */
};

static const struct op OPS[] = {
    {"tokens", read_tokens, 700, 0},
    {"main lines judged and hashed", read_mainlines, 180, 250},
    {"everything kept", read_all, 150, 250}};

enum { PARTS = 16, TURNS = 7 };

/* Seconds for all of the text: the sum of the best of each part. */
static double best_of(const struct op *op, struct input in)
{
    double best[PARTS] = {0}, sum = 0;

    for (int turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < PARTS; i++) {
            struct input part = part_of(in, i, PARTS);
            double start = own_seconds();
            if (part.n > 0 && op->run(part) == 0)
                die("there is nothing to read");
            best[i] = shorter(best[i], own_seconds() - start);
        }
    for (int i = 0; i < PARTS; i++)
        sum += best[i];
    return sum;
}

static void report(const char *kind, const char *what, double seconds,
                   double rate, double goal)
{
    const char *peer = getenv("PEER_NAME"), *peer_rate = getenv("PEER_RATE");

    printf("{\"bench\":\"%s, %s\",\"seconds\":%.4f,"
           "\"mega_per_second\":%.0f,",
           kind, what, seconds, rate);
    if (peer && peer_rate)
        printf("\"peer\":\"%s\",\"peer_mega_per_second\":%.2f,"
               "\"ratio\":%.1f,",
               peer, strtod(peer_rate, NULL), rate / strtod(peer_rate, NULL));
    printf("\"goal\":%.0f,\"met\":%s}\n", goal,
           rate >= goal ? "true" : "false");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("usage: pgn FILE [lichess]");
    bool lichess = argc > 2 && strcmp(argv[2], "lichess") == 0;
    struct input in = read_file(argv[1]);

    for (size_t i = 0; i < sizeof OPS / sizeof *OPS; i++) {
        const struct op *op = &OPS[i];
        double goal = lichess ? op->goal_lichess : op->goal_otb;
        if (goal <= 0)
            continue;
        double seconds = best_of(op, in);
        report(lichess ? "lichess" : "PGN", op->name, seconds,
               (double)in.n / seconds * 1e-6, goal);
    }
    free(in.text);
    return 0;
}
