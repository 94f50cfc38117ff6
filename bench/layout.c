/* layout.c - layouts of graphs next to Graphviz's dot, in turns, and what
 * crosses in both by the same counter.
 *
 *     layout FOLDER
 *
 * FOLDER holds NAME.g files: nodes and edges, then the two nodes of each edge.
 * dot gets BENCH_DOT_SECONDS (30 unless the environment says otherwise) for a
 * graph; where it needs more, its figures are those of bench/README.md, the
 * time in the proportion it had there to that of a graph before.  One JSON line
 * per graph. */
#include "tabiya/layout.h"
#include "child.h"
#include "input.h"
#include "timing.h"
#include "work/rep/layout.h"

#include <inttypes.h>

enum { TURNS = 3 };

typedef struct contest {
    const char *name;
    double faster; /* goals: times dot, crossings in parts of dot's */
    double crossings;
    /* dot's figures where it takes too long: times that of the graph before,
     * and crossings */
    double recorded_times;
    uint64_t recorded_crossings;
} contest;

static const contest CONTESTS[] = {
    {"london", 0, 1, 0, 0},    {"scandinavian-a", 0, 1, 0, 0},
    {"eco500c", 0, 1, 0, 0},   {"eco2kc", 5, 0.8, 0, 0},
    {"eco5kc", 15, 0.9, 0, 0}, {"eco15kc", 30, 0.71, 13, 161911},
};

typedef struct result {
    double seconds; /* 0: there is none */
    uint64_t crossings;
    bool recorded;
} result;

static double dot_limit(void)
{
    const char *text = getenv("BENCH_DOT_SECONDS");

    return text ? strtod(text, NULL) : 30;
}

static uint32_t next_number(char **at)
{
    return (uint32_t)strtoul(*at, at, 10);
}

/* The arrays are for as long as the program runs. */
static tby_layout_graph read_graph(const char *folder, const char *name)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s.g", folder, name);
    struct input in = read_file(path);
    in.text[in.n] = '\0';
    char *at = in.text;
    tby_layout_graph g = {.nodes = next_number(&at)};
    g.edges = next_number(&at);
    uint32_t *from = malloc((size_t)g.edges * sizeof *from);
    uint32_t *to = malloc((size_t)g.edges * sizeof *to);
    if (!from || !to)
        die("there is not enough memory");
    for (uint32_t e = 0; e < g.edges; e++) {
        from[e] = next_number(&at);
        to[e] = next_number(&at);
    }
    free(in.text);
    g.from = from;
    g.to = to;
    return g;
}

static void count(const tby_layout_graph *g, const tby_point *at, result *r)
{
    if (tby_layout_crossings(g, at, NULL, &r->crossings) != TBY_OK)
        die("the crossings cannot be counted");
}

static void own(const tby_layout_graph *g, tby_point *at, result *best)
{
    double start = own_seconds();

    if (tby_layout(g, NULL, NULL, at) != TBY_OK)
        die("the graph cannot be laid out");
    best->seconds = shorter(best->seconds, own_seconds() - start);
    count(g, at, best);
}

static void dot(const tby_layout_graph *g, tby_point *at, result *best)
{
    const tby_graphviz_options options = {.algorithm = "dot",
                                          .seconds = dot_limit()};
    double start = children_seconds();

    if (tby_graphviz_layout(g, &options, at) != TBY_OK)
        return;
    best->seconds = shorter(best->seconds, children_seconds() - start);
    count(g, at, best);
}

static void report(const contest *c, const result *ours, const result *dots)
{
    printf(
        "{\"bench\":\"layout of %s\",\"seconds\":%.4f,\"crossings\":%" PRIu64,
        c->name, ours->seconds, ours->crossings);
    if (dots->seconds > 0) {
        double times = dots->seconds / ours->seconds;
        bool few =
            (double)ours->crossings <= c->crossings * (double)dots->crossings;

        printf(",\"peer\":\"dot%s\",\"peer_seconds\":%.3f,"
               "\"peer_crossings\":%" PRIu64 ",\"ratio\":%.1f,\"goal\":%.0f,"
               "\"crossings_goal\":%.2f,\"met\":%s",
               dots->recorded ? " (as recorded)" : "", dots->seconds,
               dots->crossings, times, c->faster, c->crossings,
               times >= c->faster && few ? "true" : "false");
    }
    puts("}");
}

int main(int argc, char **argv)
{
    result before = {0};

    if (argc != 2)
        die("usage: layout FOLDER");
    for (size_t i = 0; i < sizeof CONTESTS / sizeof *CONTESTS; i++) {
        const contest *c = &CONTESTS[i];
        tby_layout_graph g = read_graph(argv[1], c->name);
        tby_point *at = malloc(g.nodes * sizeof *at);
        result ours = {0}, dots = {0};

        if (!at)
            die("there is not enough memory");
        bool long_known = c->recorded_times > 0 &&
                          c->recorded_times * before.seconds > dot_limit();
        for (int turn = 0; turn < TURNS; turn++) {
            own(&g, at, &ours);
            if (!long_known && (turn == 0 || dots.seconds < 10))
                dot(&g, at, &dots);
        }
        if (dots.seconds == 0 && before.seconds > 0)
            dots = (result){c->recorded_times * before.seconds,
                            c->recorded_crossings, true};
        report(c, &ours, &dots);
        before = dots;
        free(at);
    }
    return 0;
}
