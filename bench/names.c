/* names.c FILE: nanoseconds to look a position up in the built-in names and in
 * a file of names, microseconds to load either. */
#include "input.h"
#include "io/system/file.h"
#include "tabiya/tabiya.h"
#include "timing.h"

enum { POSITIONS = 20000, LOADS = 20 };

static uint64_t next_random(uint64_t *state)
{
    return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

static size_t below(uint64_t *state, size_t n)
{
    return (size_t)((next_random(state) >> 32) * n >> 32);
}

/* --- positions ------------------------------------------------------------*/

/* Entries in random order. */
static void fill_named(const tby_names *b, tby_pos *out)
{
    uint64_t seed = 1;
    tby_opening o;

    for (size_t i = 0; i < POSITIONS; i++) {
        tby_names_get(b, (uint32_t)below(&seed, b->count), &o);
        out[i] = o.pos;
    }
}

/* Positions of random games, which hardly ever have a name. */
static void fill_others(tby_pos *out)
{
    uint64_t seed = 2;
    tby_pos p = tby_pos_start();
    tby_moves legal;

    for (size_t i = 0; i < POSITIONS; i++) {
        tby_moves_legal(&p, &legal);
        if (legal.n == 0 || i % 80 == 0) {
            p = tby_pos_start();
            tby_moves_legal(&p, &legal);
        }
        tby_pos_play(&p, legal.at[below(&seed, legal.n)]);
        out[i] = p;
    }
}

/* --- measuring ------------------------------------------------------------*/

static void report(const char *what, const char *where, double nanoseconds,
                   double goal)
{
    printf("{\"bench\":\"%s, %s\",\"nanoseconds\":%.1f,\"goal\":%.0f,"
           "\"met\":%s}\n",
           what, where, nanoseconds, goal,
           nanoseconds <= goal ? "true" : "false");
}

/* The share of positions with a name must be as expected, which also keeps the
 * work alive. */
static void measure_find(const tby_names *b, const char *what,
                         const char *where, const tby_pos *at, bool named)
{
    double best = 0;

    for (int round = 0; round < ROUNDS; round++) {
        size_t found = 0;
        double start = own_seconds();
        for (size_t i = 0; i < POSITIONS; i++)
            found += tby_names_find(b, &at[i]) != TBY_NAMES_NONE;
        best = shorter(best, own_seconds() - start);
        if (named ? found != POSITIONS : found > POSITIONS / 4)
            die("the wrong positions were found");
    }
    report(what, where, best / POSITIONS * 1e9, 20);
}

static void measure_finds(const tby_names *b, const char *where)
{
    tby_pos *at = malloc(POSITIONS * sizeof *at);

    if (!at)
        die("no memory");
    fill_named(b, at);
    measure_find(b, "name look-up", where, at, true);
    fill_others(at);
    measure_find(b, "name look-up, nothing found", where, at, false);
    free(at);
}

/* From nothing to the first answer. */
static uint32_t load_builtin(const char *path)
{
    tby_names b = tby_names_builtin();
    tby_pos p = tby_pos_start();

    (void)path;
    return tby_names_find(&b, &p) + b.count;
}

static uint32_t load_file(const char *path)
{
    tby_pos p = tby_pos_start();
    tby_map map;
    tby_names b;

    if (tby_map_open(&map, path) != TBY_OK ||
        tby_names_open(&b, map.p, map.n) != TBY_OK)
        die("the file has no names");
    uint32_t answer = tby_names_find(&b, &p) + b.count;
    tby_map_close(&map);
    return answer;
}

static void measure_load(uint32_t (*load)(const char *path), const char *path,
                         const char *where)
{
    double best = 0;

    for (int round = 0; round < ROUNDS; round++) {
        double start = own_seconds();
        for (int i = 0; i < LOADS; i++)
            if (load(path) == TBY_NAMES_NONE)
                die("the names are empty");
        best = shorter(best, own_seconds() - start);
    }
    report("names load", where, best / LOADS * 1e9, 1e6);
}

int main(int argc, char **argv)
{
    tby_names builtin = tby_names_builtin(), b;
    tby_map map;

    if (argc != 2 || tby_map_open(&map, argv[1]) != TBY_OK ||
        tby_names_open(&b, map.p, map.n) != TBY_OK)
        die("usage: names FILE.names");
    measure_finds(&builtin, "built-in");
    measure_finds(&b, "file");
    measure_load(load_builtin, NULL, "built-in");
    measure_load(load_file, argv[1], "file");
    tby_map_close(&map);
    return 0;
}
