/* pgn_zstd.c - packed games against the slower of unpacking and parsing them.
 *
 *     pgn_zstd FILE.zst [ROUNDS]
 *
 * The file is unpacked and cut into parts of whole games, and each part is
 * packed as the zstd program does by default.  Three things take turns over
 * each part, all from memory, and the time that passes counts: unpacking by
 * libzstd's stream alone, parsing the plain text, and reading the packed one.
 * The last two use the same number of threads.  Each part counts with its best
 * rounds.  One JSON line for one thread, one for two.
 *
 * With one thread to parse, unpacking has another processor if one is free, and
 * the ratio can come to 1.  Where none is free that ratio tells of the other
 * work on the machine: busy_ratio leaves it out.  With two threads both
 * processors are busy either way. */
#include "parts.h"
#include "reading.h"

#include <zstd.h>

enum {
    BUFFER = 1 << 20, /* as large as a block of work/games/games.c */
    PARTS = 8,
    TURNS = 7
};

/* --- packing --------------------------------------------------------------*/

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

static struct input pack(struct input plain)
{
    ZSTD_CCtx *z = ZSTD_createCCtx();
    size_t room = ZSTD_compressBound(plain.n);
    struct input out = {malloc(room), 0};

    if (!z || !out.text)
        die("there is no memory");
    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
    out.n = ZSTD_compress2(z, out.text, room, plain.text, plain.n);
    if (ZSTD_isError(out.n))
        die("the games cannot be packed");
    ZSTD_freeCCtx(z);
    return out;
}

/* --- timing ---------------------------------------------------------------*/

/* Seconds.  Busy is the CPU time of the thread that has most of it, the
 * caller's or the other: the time that would pass if each had a processor and
 * none had to wait. */
struct work {
    double wall, busy;
};

struct times {
    struct work unpacking, parsing, reading;
};

static const struct times NOTHING = {{0, 0}, {0, 0}, {0, 0}};

static struct work since(double wall, double process, double thread)
{
    double own = thread_seconds() - thread;
    double others = own_seconds() - process - own;

    return (struct work){wall_seconds() - wall, own > others ? own : others};
}

static struct work unpacking_of(struct input packed)
{
    double wall = wall_seconds(), all = own_seconds(), own = thread_seconds();

    unpack(packed, NULL);
    return since(wall, all, own);
}

static struct work reading_of(struct input in, unsigned threads)
{
    double wall = wall_seconds(), all = own_seconds(), own = thread_seconds();

    reading_seconds(in, threads);
    return since(wall, all, own);
}

static struct times run_part(struct input packed, struct input plain,
                             unsigned threads)
{
    return (struct times){.unpacking = unpacking_of(packed),
                          .parsing = reading_of(plain, threads),
                          .reading = reading_of(packed, threads)};
}

static struct work shorter_work(struct work a, struct work b)
{
    return (struct work){shorter(a.wall, b.wall), shorter(a.busy, b.busy)};
}

static struct times best_of(struct times a, struct times b)
{
    return (struct times){.unpacking = shorter_work(a.unpacking, b.unpacking),
                          .parsing = shorter_work(a.parsing, b.parsing),
                          .reading = shorter_work(a.reading, b.reading)};
}

static void add_work(struct work *to, struct work w)
{
    to->wall += w.wall;
    to->busy += w.busy;
}

static void add_times(struct times *to, struct times t)
{
    add_work(&to->unpacking, t.unpacking);
    add_work(&to->parsing, t.parsing);
    add_work(&to->reading, t.reading);
}

static double longer(double a, double b)
{
    return a > b ? a : b;
}

/* 1: packed games cost no more time than the slower part of the work. */
static double wall_ratio(struct times t)
{
    return longer(t.parsing.wall, t.unpacking.wall) / t.reading.wall;
}

static double busy_ratio(struct times t)
{
    return longer(t.parsing.busy, t.unpacking.busy) / t.reading.busy;
}

/* --- all parts ------------------------------------------------------------*/

struct parts {
    struct input plain[PARTS], packed[PARTS];
};

static struct times measure(const struct parts *p, unsigned threads, int rounds,
                            double *median_ratio)
{
    struct times best[PARTS], sum = NOTHING;
    double ratios[ROUNDS_MAX];

    for (int round = 0; round < rounds; round++) {
        struct times all = NOTHING;
        for (int i = 0; i < PARTS; i++) {
            struct times t = run_part(p->packed[i], p->plain[i], threads);
            best[i] = round ? best_of(best[i], t) : t;
            add_times(&all, t);
        }
        ratios[round] = wall_ratio(all);
    }
    for (int i = 0; i < PARTS; i++)
        add_times(&sum, best[i]);
    *median_ratio = median(ratios, rounds);
    return sum;
}

static void report(size_t bytes, unsigned threads, struct times best,
                   double median_ratio)
{
    const double goal = 0.8;
    double mega = (double)bytes * 1e-6;

    printf("{\"bench\":\"PGN, from zstd, %s\",\"seconds\":%.4f,"
           "\"mega_per_second\":%.0f,\"unpacking_mega_per_second\":%.0f,"
           "\"parsing_mega_per_second\":%.0f,\"peer\":\"%s alone\","
           "\"ratio\":%.2f,\"median_ratio\":%.2f,\"busy_ratio\":%.2f,"
           "\"goal\":%.1f,\"met\":%s}\n",
           threads == 1 ? "one thread" : "two threads", best.reading.wall,
           mega / best.reading.wall, mega / best.unpacking.wall,
           mega / best.parsing.wall,
           best.parsing.wall > best.unpacking.wall ? "parsing" : "unpacking",
           wall_ratio(best), median_ratio, busy_ratio(best), goal,
           wall_ratio(best) >= goal ? "true" : "false");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : TURNS;
    struct parts p;

    if (argc < 2 || rounds < 1 || rounds > ROUNDS_MAX)
        die("usage: pgn_zstd FILE.zst [ROUNDS]");
    struct input file = read_file(argv[1]), all = unpacked(file);
    for (size_t i = 0; i < PARTS; i++) {
        p.plain[i] = part_of(all, i, PARTS);
        p.packed[i] = pack(p.plain[i]);
    }
    for (unsigned threads = 1; threads <= 2; threads++) {
        double median_ratio;
        struct times best = measure(&p, threads, rounds, &median_ratio);
        report(all.n, threads, best, median_ratio);
    }
    for (size_t i = 0; i < PARTS; i++)
        free(p.packed[i].text);
    free(all.text);
    free(file.text);
    return 0;
}
