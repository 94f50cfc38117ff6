#define _GNU_SOURCE /* sync() */
/* db_import.c - `tabiya db import`: how long, in how much memory, how large.
 *
 *     db_import TABIYA FOLDER FILE.pgn [PEER ARGUMENT...]
 *
 * Imports a plain file into FOLDER/all.tdb, which is left there; then all but
 * its last 10,000 games into another database, and those into that.  The peer
 * does the same with the whole file and prints the seconds it took.  Both take
 * turns, and each turn begins with nothing left to be written to the disk.
 * JSON lines. */
#include "child.h"
#include "must.h"
#include "store/store.h"
#include "timing.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { APPENDED = 10000, PATH_SIZE = 4096, TURNS = 5 };

typedef struct cost {
    double wall, cpu;
    double peak; /* of anonymous memory, megabytes; what is mapped is not */
} cost;

/* --- one import -----------------------------------------------------------*/

static double anonymous_megabytes(pid_t pid)
{
    char path[64], line[128];
    double kilobytes = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "RssAnon:", 8) == 0)
            kilobytes = strtod(line + 8, NULL);
    if (f)
        fclose(f);
    return kilobytes * 1024 * 1e-6;
}

/* Looks at its memory 100 times a second until it has ended well. */
static double watch(pid_t pid)
{
    const struct timespec pause = {0, 10000000};
    double peak = 0;
    int status = 0;

    while (waitpid(pid, &status, WNOHANG) == 0) {
        double now = anonymous_megabytes(pid);
        peak = now > peak ? now : peak;
        nanosleep(&pause, NULL);
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        die("the games cannot be imported");
    return peak;
}

static cost import(char *tabiya, char *database, char *file)
{
    char json[] = "--json", noun[] = "db", verb[] = "import";
    char *argv[] = {tabiya, json, noun, verb, database, file, NULL};
    posix_spawn_file_actions_t quiet;
    double cpu = children_seconds(), wall = wall_seconds();
    pid_t pid;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid, tabiya, &quiet, NULL, argv, environ) != 0)
        die("tabiya cannot be started");
    posix_spawn_file_actions_destroy(&quiet);
    double peak = watch(pid);
    return (cost){wall_seconds() - wall, children_seconds() - cpu, peak};
}

/* --- turns ----------------------------------------------------------------*/

static cost better(cost a, cost b)
{
    return (cost){shorter(a.wall, b.wall), shorter(a.cpu, b.cpu),
                  a.peak > b.peak ? a.peak : b.peak};
}

/* What the peer prints; 0 if it fails. */
static double peer_seconds(char **argv)
{
    char line[64] = "";
    int ends[2];
    posix_spawn_file_actions_t actions;
    pid_t pid;

    if (pipe(ends) != 0)
        die("there is no pipe");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    int failed = posix_spawn(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *f = fdopen(ends[0], "r");
    if (!f || !fgets(line, sizeof line, f))
        failed = 1;
    if (f)
        fclose(f);
    if (!failed)
        waitpid(pid, NULL, 0);
    return failed ? 0 : strtod(line, NULL);
}

static cost import_new(char *tabiya, char *database, char *file)
{
    remove(database);
    sync();
    return import(tabiya, database, file);
}

/* Of the peer *seconds, 0 if there is none. */
static cost take_turns(char **argv, char *database, double *seconds)
{
    cost best = {0, 0, 0};

    for (int turn = 0; turn < TURNS; turn++) {
        best = better(best, import_new(argv[1], database, argv[3]));
        if (!argv[4])
            continue;
        sync();
        *seconds = shorter(*seconds, peer_seconds(argv + 4));
    }
    return best;
}

/* --- the file in two ------------------------------------------------------*/

/* Where the last n games begin; 0 if there are no more. */
static size_t last_games(struct input in, int n)
{
    static const char START[] = "\n[Event ";
    const size_t length = sizeof START - 1;

    for (size_t at = in.n < length ? 0 : in.n - length; at > 0; at--)
        if (in.text[at] == '\n' && memcmp(in.text + at, START, length) == 0 &&
            --n == 0)
            return at + 1;
    return 0;
}

static void write_file(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");

    if (!f || fwrite(text, 1, n, f) != n || fclose(f) != 0)
        die("a part of the games cannot be written");
}

/* False if there are too few games for that. */
static bool split(const char *path, const char *most, const char *last)
{
    struct input in = read_file(path);
    size_t at = last_games(in, APPENDED);

    if (at > 0) {
        write_file(most, in.text, at);
        write_file(last, in.text + at, in.n - at);
    }
    free(in.text);
    return at > 0;
}

/* --- reports --------------------------------------------------------------*/

static double file_megabytes(const char *path)
{
    FILE *f = fopen(path, "rb");

    if (!f || fseek(f, 0, SEEK_END) != 0)
        die("a file cannot be opened");
    double bytes = (double)ftell(f);
    fclose(f);
    return 1e-6 * bytes;
}

static const char *truth(bool met)
{
    return met ? "true" : "false";
}

static void report_import(const char *path, cost c, double peer)
{
    double rate = file_megabytes(path) / c.wall;
    bool met = rate >= 80;

    printf("{\"bench\":\"database, import\",\"seconds\":%.2f,"
           "\"cpu_seconds\":%.2f,\"mega_per_second\":%.1f",
           c.wall, c.cpu, rate);
    if (peer > 0) {
        printf(",\"peer\":\"scid\",\"peer_seconds\":%.2f,\"ratio\":%.2f,"
               "\"ratio_goal\":3",
               peer, peer / c.wall);
        met = met && peer >= 3 * c.wall;
    }
    printf(",\"goal\":80,\"met\":%s}\n", truth(met));
    printf("{\"bench\":\"database, memory of the import\","
           "\"peak_megabytes\":%.0f,\"goal\":512,\"met\":%s}\n",
           c.peak, truth(c.peak <= 512));
}

static void report_size(const char *database)
{
    tby_store *s;
    tby_store_facts facts;

    must(tby_store_open(&s, database, TBY_STORE_READ));
    must(tby_store_info(s, &facts));
    tby_store_close(s);
    double games = (double)facts.games;
    double all = 1e6 * file_megabytes(database) / games;
    printf("{\"bench\":\"database, bytes a game\",\"games\":%.0f", games);
    for (tby_store_part p = 0; p < TBY_STORE_PARTS; p++)
        printf(",\"%s\":%.1f", tby_store_part_name(p),
               (double)facts.bytes[p] / games);
    printf(",\"value\":%.1f,\"goal\":430,\"met\":%s}\n", all,
           truth(all <= 430));
}

static void report_append(cost all, cost append)
{
    printf("{\"bench\":\"database, 10,000 games appended\",\"seconds\":%.2f,"
           "\"cpu_seconds\":%.3f,\"peer\":\"all of them\","
           "\"peer_cpu_seconds\":%.2f,\"ratio\":%.1f,\"goal\":40,\"met\":%s}\n",
           append.wall, append.cpu, all.cpu, all.cpu / append.cpu,
           truth(all.cpu >= 40 * append.cpu));
}

/* Beginning with the same database each time. */
static cost append(char **argv, char *part, char *base, char *last)
{
    cost best = {0, 0, 0};

    for (int turn = 0; turn < TURNS; turn++) {
        struct input in = read_file(base);
        write_file(part, in.text, in.n);
        free(in.text);
        sync();
        best = better(best, import(argv[1], part, last));
    }
    return best;
}

int main(int argc, char **argv)
{
    double peer = 0;
    char all[PATH_SIZE], part[PATH_SIZE], most[PATH_SIZE], last[PATH_SIZE],
        base[PATH_SIZE];

    if (argc < 4 || strlen(argv[2]) > PATH_SIZE - 16)
        die("usage: db_import TABIYA FOLDER FILE.pgn [PEER ARGUMENT...]");
    snprintf(all, sizeof all, "%s/all.tdb", argv[2]);
    snprintf(part, sizeof part, "%s/part.tdb", argv[2]);
    snprintf(base, sizeof base, "%s/base.tdb", argv[2]);
    snprintf(most, sizeof most, "%s/most.pgn", argv[2]);
    snprintf(last, sizeof last, "%s/last.pgn", argv[2]);
    cost c = take_turns(argv, all, &peer);
    report_import(argv[3], c, peer);
    report_size(all);
    fflush(stdout);
    if (split(argv[3], most, last)) {
        import(argv[1], base, most);
        report_append(c, append(argv, part, base, last));
    }
    return 0;
}
