/* eco.c - games named after their openings, on one core, next to a peer that
 * takes turns with us.
 *
 *     eco NAMES FILE [PART PEER [ARGUMENT...]]
 *
 * PART is the beginning of FILE, enough for a program so much slower; it is put
 * behind the peer's arguments.  One JSON line per measurement. */
#include "child.h"
#include "input.h"
#include "io/system/file.h"
#include "tabiya/tabiya.h"
#include "timing.h"
#include "work/openings/classify.h"

#include <string.h>

enum { TURNS = 5, ARGUMENTS = 16 };

typedef struct work {
    const char *name;
    tby_classes_output output;
    double goal; /* times the peer, which writes nothing either; 0: none */
    double rate; /* games per second */
} work;

/* Games per CPU second, from the bytes of the file to the last answer. */
static double own(const tby_names *names, struct input in,
                  tby_classes_output output, uint64_t *games)
{
    tby_classes_options options = {.names = names, .output = output};
    tby_games_job job = {.threads = 1};
    tby_games_result result;
    tby_classes *c;
    double start = own_seconds();

    if (tby_sink_open(&options.sink, "/dev/null") != TBY_OK ||
        tby_classes_open(&c, &options) != TBY_OK)
        die("the openings cannot be looked up");
    job.visitor = tby_classes_visitor(c);
    if (tby_games_read_memory(&job, in.text, in.n, &result) != TBY_OK ||
        tby_sink_commit(options.sink) != TBY_OK)
        die("the games cannot be read");
    *games = tby_classes_summary(c).named;
    tby_classes_close(c);
    tby_sink_close(options.sink);
    if (*games == 0)
        die("there are no games");
    return (double)*games / (own_seconds() - start);
}

/* Games per CPU second of the peer, 0 if it cannot be run. */
static double peer_rate(char **peer, uint64_t games)
{
    double seconds = peer[0] ? child_seconds(peer) : 0;

    return seconds > 0 ? (double)games / seconds : 0;
}

/* Fills in the peer's command; how many games there are in the part it gets. */
static uint64_t prepare(int argc, char **argv, const tby_names *names,
                        char *peer[ARGUMENTS])
{
    uint64_t games = 0;

    if (argc < 5)
        return 0;
    struct input part = read_file(argv[3]);
    own(names, part, TBY_CLASSES_NONE, &games);
    free(part.text);
    memcpy(peer, argv + 4, (size_t)(argc - 4) * sizeof *peer);
    peer[argc - 4] = argv[3];
    return games;
}

static double larger(double best, double rate)
{
    return rate > best ? rate : best;
}

static void report(const work *w, double bytes, double theirs)
{
    printf("{\"bench\":\"openings of games, %s\",\"mega_per_second\":%.0f,"
           "\"games_per_second\":%.0f",
           w->name, w->rate * bytes * 1e-6, w->rate);
    if (theirs > 0)
        printf(",\"peer\":\"pgn-extract\",\"peer_games_per_second\":%.0f,"
               "\"ratio\":%.1f,\"goal\":%.0f,\"met\":%s",
               theirs, w->rate / theirs, w->goal,
               w->rate / theirs >= w->goal ? "true" : "false");
    puts("}");
}

int main(int argc, char **argv)
{
    work works[] = {{"counted", TBY_CLASSES_NONE, 25, 0},
                    {"a line each", TBY_CLASSES_TSV, 0, 0}};
    char *peer[ARGUMENTS] = {NULL};
    uint64_t games = 0;
    double theirs = 0;
    tby_map map;
    tby_names names;

    if (argc < 3 || argc == 4 || argc >= ARGUMENTS ||
        tby_map_open(&map, argv[1]) != TBY_OK ||
        tby_names_open(&names, map.p, map.n) != TBY_OK)
        die("usage: eco NAMES FILE [PART PEER [ARGUMENT...]]");
    struct input in = read_file(argv[2]);
    uint64_t part = prepare(argc, argv, &names, peer);

    for (int turn = 0; turn < TURNS; turn++) {
        for (size_t i = 0; i < sizeof works / sizeof *works; i++)
            works[i].rate =
                larger(works[i].rate, own(&names, in, works[i].output, &games));
        theirs = larger(theirs, peer_rate(peer, part));
    }
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        report(&works[i], (double)in.n / (double)games, theirs);
    free(in.text);
    tby_map_close(&map);
    return 0;
}
