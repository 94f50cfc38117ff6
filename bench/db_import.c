/* db_import.c - `tabiya db import`: how long, in how much memory, how large.
 *
 *     db_import TABIYA FOLDER FILE.pgn
 *
 * Imports a plain file into FOLDER/all.tdb, which is left there; then all but
 * its last 10,000 games into another database, and those into that.  bench/run
 * gives a peer's seconds for the same file in the environment (PEER_NAME,
 * PEER_SECONDS).  JSON lines. */
#include "child.h"
#include "must.h"
#include "store/store.h"
#include "timing.h"

#include <string.h>

enum { APPENDED = 10000, PATH_SIZE = 4096 };

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

/* Looks at its memory 500 times a second until it has ended well. */
static double watch(pid_t pid)
{
    const struct timespec pause = {0, 2000000};
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

static void report_import(const char *path, cost c)
{
    const char *peer = getenv("PEER_NAME"), *text = getenv("PEER_SECONDS");
    double rate = file_megabytes(path) / c.wall;
    bool met = rate >= 80;

    printf("{\"bench\":\"database, import\",\"seconds\":%.2f,"
           "\"cpu_seconds\":%.2f,\"mega_per_second\":%.1f",
           c.wall, c.cpu, rate);
    if (peer && text) {
        double ratio = strtod(text, NULL) / c.wall;
        printf(",\"peer\":\"%s\",\"peer_seconds\":%s,\"ratio\":%.1f,"
               "\"ratio_goal\":3",
               peer, text, ratio);
        met = met && ratio >= 3;
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

int main(int argc, char **argv)
{
    char all[PATH_SIZE], part[PATH_SIZE], most[PATH_SIZE], last[PATH_SIZE];

    if (argc != 4 || strlen(argv[2]) > PATH_SIZE - 16)
        die("usage: db_import TABIYA FOLDER FILE.pgn");
    snprintf(all, sizeof all, "%s/all.tdb", argv[2]);
    snprintf(part, sizeof part, "%s/part.tdb", argv[2]);
    snprintf(most, sizeof most, "%s/most.pgn", argv[2]);
    snprintf(last, sizeof last, "%s/last.pgn", argv[2]);
    cost c = import(argv[1], all, argv[3]);
    report_import(argv[3], c);
    report_size(all);
    fflush(stdout);
    if (split(argv[3], most, last)) {
        import(argv[1], part, most);
        report_append(c, import(argv[1], part, last));
    }
    return 0;
}
