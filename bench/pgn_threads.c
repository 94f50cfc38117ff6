/* pgn_threads.c - games read by two threads against one.
 *
 *     pgn_threads FILE [PAIRS]
 *
 * What counts is the time that passes, and a rival process that takes one of
 * two cores hurts two threads more than one.  So each round is a pair, one
 * thread and two in turns; the best of each give the ratio, and the median of
 * the pairs' ratios tells whether to believe it, as do the cores that two
 * threads had: CPU time by time passed.  One JSON line. */
#include "reading.h"

enum { PAIRS = 7 };

struct pair {
    double one, two; /* seconds */
    double cores;    /* that two threads had */
};

static void run_two(struct input in, struct pair *p)
{
    double start = own_seconds();

    p->two = reading_seconds(in, 2);
    p->cores = (own_seconds() - start) / p->two;
}

/* Every second pair begins with two threads, so that a drift favours none. */
static struct pair run_pair(struct input in, int number)
{
    struct pair p;

    if (number % 2)
        run_two(in, &p);
    p.one = reading_seconds(in, 1);
    if (number % 2 == 0)
        run_two(in, &p);
    return p;
}

static void report(size_t bytes, struct pair best, double median_ratio)
{
    const double goal = 1.8;
    double ratio = best.one / best.two;

    printf("{\"bench\":\"PGN, two threads\",\"seconds\":%.4f,"
           "\"mega_per_second\":%.0f,\"peer\":\"one thread\","
           "\"peer_seconds\":%.4f,\"ratio\":%.2f,\"median_ratio\":%.2f,"
           "\"cores\":%.2f,\"goal\":%.1f,\"met\":%s}\n",
           best.two, (double)bytes / best.two * 1e-6, best.one, ratio,
           median_ratio, best.cores, goal, ratio >= goal ? "true" : "false");
}

int main(int argc, char **argv)
{
    int pairs = argc > 2 ? (int)strtol(argv[2], NULL, 10) : PAIRS;
    double ratios[ROUNDS_MAX];
    struct pair best = {0, 0, 0};

    if (argc < 2 || pairs < 1 || pairs > ROUNDS_MAX)
        die("usage: pgn_threads FILE [PAIRS]");
    struct input in = read_file(argv[1]);
    for (int i = 0; i < pairs; i++) {
        struct pair p = run_pair(in, i);
        if (i == 0 || p.two < best.two)
            best.cores = p.cores;
        best.one = shorter(best.one, p.one);
        best.two = shorter(best.two, p.two);
        ratios[i] = p.one / p.two;
    }
    report(in.n, best, median(ratios, pairs));
    free(in.text);
    return 0;
}
