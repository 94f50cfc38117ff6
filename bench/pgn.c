/* pgn.c - PGN read from memory: tokens, main lines, everything.
 *
 *     pgn FILE
 *
 * One JSON line per measurement.  bench/run gives the peer and its megabytes
 * per second on the same games in the environment (PEER_NAME, PEER_RATE). */
#include "tabiya/tabiya.h"
#include "timing.h"

#include <stdio.h>
#include <stdlib.h>

struct input {
    char *text;
    size_t n;
};

static struct input read_file(const char *path)
{
    struct input in = {NULL, 0};
    FILE *f = fopen(path, "rb");

    if (!f || fseek(f, 0, SEEK_END) != 0)
        exit(2);
    in.n = (size_t)ftell(f);
    rewind(f);
    in.text = malloc(in.n + 1);
    if (!in.text || fread(in.text, 1, in.n, f) != in.n)
        exit(2);
    fclose(f);
    return in;
}

/* Number of tokens. */
static size_t read_tokens(struct input in)
{
    tby_tokens t = {{in.text, in.n}, 0};
    tby_token token;
    size_t n = 0;

    while (tby_tokens_next(&t, &token) == TBY_OK)
        n++;
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
            exit(3);
        plies += game.plies;
    }
    tby_game_free(&game);
    return plies;
}

static size_t op_tokens(struct input in)
{
    return read_tokens(in);
}

static size_t op_mainline(struct input in)
{
    return read_games(in, TBY_PGN_MAINLINE);
}

static size_t op_all(struct input in)
{
    return read_games(in, TBY_PGN_ALL);
}

static void report(const char *what, size_t bytes, double seconds, double goal)
{
    const char *peer = getenv("PEER_NAME"), *peer_rate = getenv("PEER_RATE");
    double rate = (double)bytes / seconds * 1e-6;

    printf("{\"bench\":\"PGN, %s\",\"seconds\":%.4f,"
           "\"mega_per_second\":%.0f,",
           what, seconds, rate);
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
    static const struct {
        const char *name;
        size_t (*run)(struct input in);
        double goal;
    } ops[] = {{"tokens", op_tokens, 700},
               {"main lines judged and hashed", op_mainline, 180},
               {"everything kept", op_all, 150}};
    struct input in = read_file(argc > 1 ? argv[1] : "");

    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        double best = 0;
        for (int round = 0; round < 5; round++) {
            double start = own_seconds();
            if (ops[i].run(in) == 0)
                return 3;
            best = shorter(best, own_seconds() - start);
        }
        report(ops[i].name, in.n, best, ops[i].goal);
    }
    free(in.text);
    return 0;
}
