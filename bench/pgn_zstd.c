/* pgn_zstd.c - packed games against the slower of unpacking and parsing them.
 *
 *     pgn_zstd FILE.zst [ROUNDS]
 *
 * Three things take turns, all from memory, and the time that passes counts:
 * unpacking by libzstd's stream alone, parsing the unpacked text, and reading
 * the packed file.  The last two use the same number of threads.  One JSON
 * line for one thread, one for two.
 *
 * Neither can come to 1: one thread does both in turns, and with two both
 * processors are busy either way. */
#include "reading.h"

#include <zstd.h>

enum {
    BUFFER = 1 << 20, /* as large as a block of work/games.c */
    TURNS = 5
};

/* Hands the unpacked bytes to `out`, BUFFER at a time, or throws them away.
 * Returns how many there were. */
static size_t unpack(struct input packed, char *out)
{
    static char scratch[BUFFER];
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {packed.text, packed.n, 0};
    size_t total = 0, left = 1;

    while (stream && left > 0 && !ZSTD_isError(left)) {
        ZSTD_outBuffer part = {out ? out + total : scratch, BUFFER, 0};
        left = ZSTD_decompressStream(stream, &part, &in);
        total += part.pos;
        if (left == 0 && in.pos < in.size)
            left = 1; /* another frame */
        else if (part.pos < part.size && in.pos == in.size && left > 0)
            die("the zstd data ends early");
    }
    if (left != 0)
        die("this is not zstd data");
    ZSTD_freeDStream(stream);
    return total;
}

static struct input unpacked(struct input packed)
{
    struct input in = {NULL, unpack(packed, NULL)};

    in.text = malloc(in.n + BUFFER); /* the last portion may claim it all */
    if (!in.text || unpack(packed, in.text) != in.n)
        die("the zstd data cannot be unpacked");
    return in;
}

static double unpacking_seconds(struct input packed)
{
    double start = wall_seconds();

    unpack(packed, NULL);
    return wall_seconds() - start;
}

struct times {
    double unpacking, parsing, reading; /* seconds */
};

static struct times run_round(struct input packed, struct input plain,
                              unsigned threads)
{
    return (struct times){.unpacking = unpacking_seconds(packed),
                          .parsing = reading_seconds(plain, threads),
                          .reading = reading_seconds(packed, threads)};
}

static struct times best_of(struct times a, struct times b)
{
    return (struct times){.unpacking = shorter(a.unpacking, b.unpacking),
                          .parsing = shorter(a.parsing, b.parsing),
                          .reading = shorter(a.reading, b.reading)};
}

/* 1: packed games cost no more time than the slower part of the work. */
static double ratio_of(struct times t)
{
    return (t.parsing > t.unpacking ? t.parsing : t.unpacking) / t.reading;
}

static void report(size_t bytes, unsigned threads, struct times best,
                   double median_ratio)
{
    const double goal = 0.8;
    double mega = (double)bytes * 1e-6;

    printf("{\"bench\":\"PGN, from zstd, %s\",\"seconds\":%.4f,"
           "\"mega_per_second\":%.0f,\"unpacking_mega_per_second\":%.0f,"
           "\"parsing_mega_per_second\":%.0f,\"peer\":\"%s alone\","
           "\"ratio\":%.2f,\"median_ratio\":%.2f,\"goal\":%.1f,"
           "\"met\":%s}\n",
           threads == 1 ? "one thread" : "two threads", best.reading,
           mega / best.reading, mega / best.unpacking, mega / best.parsing,
           best.parsing > best.unpacking ? "parsing" : "unpacking",
           ratio_of(best), median_ratio, goal,
           ratio_of(best) >= goal ? "true" : "false");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : TURNS;
    double ratios[ROUNDS_MAX];

    if (argc < 2 || rounds < 1 || rounds > ROUNDS_MAX)
        die("usage: pgn_zstd FILE.zst [ROUNDS]");
    struct input packed = read_file(argv[1]);
    struct input plain = unpacked(packed);

    for (unsigned threads = 1; threads <= 2; threads++) {
        struct times best = {0, 0, 0};
        for (int i = 0; i < rounds; i++) {
            struct times t = run_round(packed, plain, threads);
            best = best_of(best, t);
            ratios[i] = ratio_of(t);
        }
        report(plain.n, threads, best, median(ratios, rounds));
    }
    free(plain.text);
    free(packed.text);
    return 0;
}
