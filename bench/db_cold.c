/* db_cold.c - questions to a database that is not in memory.
 *
 *     db_cold DATABASE
 *
 * Before each question the system is asked to forget the file, then it is
 * opened and asked: milliseconds that pass from opening to the answer, disk
 * included.  Where the system keeps the file all the same (another process has
 * it mapped, or the disk has a memory of its own) the figures are too good.
 * JSON lines; no goal is set for them. */
#include "draw.h"
#include "timing.h"

#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

enum { POSITIONS = 100, TURNS = 5 };

static void forget(const char *path)
{
    int fd = open(path, O_RDONLY);

    if (fd < 0 || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0)
        die("the file cannot be forgotten");
    close(fd);
}

/* Asks the question of a fresh handle and counts what is found. */
typedef uint64_t question(tby_store *s, const void *about);

static double ask_cold(const char *path, question *ask, const void *about,
                       uint64_t *found)
{
    tby_store *s;

    forget(path);
    double start = wall_seconds();
    must(tby_store_open(&s, path, TBY_STORE_READ));
    *found = ask(s, about);
    double seconds = wall_seconds() - start;
    tby_store_close(s);
    return 1e3 * seconds;
}

static uint64_t ask_position(tby_store *s, const void *about)
{
    tby_position_answer a;

    must(tby_store_position(s, about, NULL, NULL, &a));
    uint64_t games = a.score.games;
    tby_position_free(&a);
    return games;
}

static uint64_t ask_games(tby_store *s, const void *about)
{
    tby_games_answer a;

    must(tby_store_find(s, about, TBY_BY_ELO, 0, 50, &a));
    uint64_t games = a.total;
    tby_games_free(&a);
    return games;
}

static uint64_t ask_moves(tby_store *s, const void *about)
{
    tby_moves_answer a;

    must(tby_store_moves(s, about, 0, 50, &a));
    uint64_t hits = a.total;
    tby_hits_free(&a);
    return hits;
}

/* Sorts the times. */
static void report(const char *name, double *times, int n, uint64_t found)
{
    double p50 = median(times, n);

    printf(
        "{\"bench\":\"database, cold, %s\",\"questions\":%d,\"hits\":%" PRIu64
        ",\"value\":\"%.1f ms, at most %.1f\"}\n",
        name, n, found, p50, times[n - 1]);
    fflush(stdout);
}

static void measure_positions(const char *path)
{
    draw d = draw_open(path);
    static tby_pos positions[POSITIONS];
    double times[POSITIONS];
    uint64_t found = 0;

    for (int i = 0; i < POSITIONS; i++)
        positions[i] = draw_position(&d);
    draw_close(&d);
    for (int i = 0; i < POSITIONS; i++)
        times[i] = ask_cold(path, ask_position, &positions[i], &found);
    report("position", times, POSITIONS, found);
}

static void measure_filter(const char *path, const char *name, question *ask,
                           const char *const conditions[])
{
    store_filter filter;
    double times[TURNS];
    uint64_t found = 0;

    tby__filter_init(&filter);
    for (; conditions[0]; conditions += 2)
        must(tby__filter_set(&filter, tby_str_of(conditions[0]),
                             tby_str_of(conditions[1]), NULL));
    for (int i = 0; i < TURNS; i++)
        times[i] = ask_cold(path, ask, &filter, &found);
    report(name, times, TURNS, found);
}

int main(int argc, char **argv)
{
    static const char *const HEADERS[] = {"elo", "2400-2900", "date",
                                          "1998..2004", NULL};
    static const char *const PLAYER[] = {"player", "Anand*", NULL};
    static const char *const RARE[] = {"move", "b8=Q#", NULL};
    static const char *const COMMON[] = {"move", "Bxh7+", NULL};

    if (argc != 2)
        die("usage: db_cold DATABASE");
    measure_positions(argv[1]);
    measure_filter(argv[1], "games of a player", ask_games, PLAYER);
    measure_filter(argv[1], "headers", ask_games, HEADERS);
    measure_filter(argv[1], "single move b8=Q#", ask_moves, RARE);
    measure_filter(argv[1], "single move Bxh7+", ask_moves, COMMON);
    return 0;
}
