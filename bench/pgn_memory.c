/* pgn_memory.c - how much memory `tabiya pgn check -` takes for a long stream.
 *
 *     pgn_memory TABIYA FILE [MEGABYTES]
 *
 * Sends whole copies of a plain file of sound games through a pipe, first one,
 * then as many as make MEGABYTES (4 GiB unless told).  Constant memory means
 * that the two peaks are the same.  One JSON line. */
#include "input.h"
#include "io/system/process.h"
#include "timing.h"

#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>

enum { PORTION = 1 << 16, DEFAULT_MEGABYTES = 4295 };

/* The file is read anew for each copy.  If it lay in our memory, it would
 * count: Linux hands the peak of the parent on to a child that it spawns. */
static uint64_t send_copy(tby_process *child, const char *path)
{
    static char portion[PORTION];
    FILE *f = fopen(path, "rb");
    uint64_t sent = 0;
    size_t n;

    if (!f)
        die("the file cannot be opened");
    while ((n = fread(portion, 1, sizeof portion, f)) > 0) {
        if (tby_process_write(child, (tby_str){portion, n}, 60) != TBY_OK)
            die("tabiya does not read on");
        sent += n;
    }
    fclose(f);
    if (sent == 0)
        die("the file is empty");
    return sent;
}

/* What the child says about the number of bytes it has read. */
static uint64_t bytes_of(tby_str line)
{
    static const char KEY[] = "\"bytes\":";
    char text[4096] = "";

    memcpy(text, line.p, line.n < sizeof text ? line.n : sizeof text - 1);
    const char *at = strstr(text, KEY);
    return at ? strtoull(at + strlen(KEY), NULL, 10) : 0;
}

/* Lets tabiya read at least so many bytes; returns how many. */
static uint64_t stream(const char *tabiya, const char *path, uint64_t least)
{
    const char *argv[] = {tabiya, "--json", "pgn", "check", "-", NULL};
    tby_process child;
    tby_str line;
    uint64_t sent = 0;

    if (tby_process_start(&child, argv, PORTION) != TBY_OK)
        die("tabiya cannot be started");
    do {
        sent += send_copy(&child, path);
    } while (sent < least);
    tby_process_close_input(&child);
    if (tby_process_read(&child, 60, &line) != TBY_OK || bytes_of(line) != sent)
        die("tabiya has not read everything");
    if (tby_process_stop(&child, 60) != 0)
        die("the games are damaged");
    return sent;
}

/* The largest peak of all children so far. */
static double peak_megabytes(void)
{
    struct rusage used;

    getrusage(RUSAGE_CHILDREN, &used);
    return (double)used.ru_maxrss * 1024 * 1e-6;
}

int main(int argc, char **argv)
{
    const double goal = 32;
    uint64_t megabytes =
        argc > 3 ? strtoull(argv[3], NULL, 10) : DEFAULT_MEGABYTES;

    if (argc < 3)
        die("usage: pgn_memory TABIYA FILE [MEGABYTES]");
    setenv("TERM", "dumb", 1); /* no bar of progress between the lines */
    uint64_t copy = stream(argv[1], argv[2], 1);
    double first = peak_megabytes();
    double start = wall_seconds();
    uint64_t bytes = stream(argv[1], argv[2], megabytes * 1000000);
    double seconds = wall_seconds() - start;
    double peak = peak_megabytes();

    printf("{\"bench\":\"PGN, memory for %.1f GB\",\"bytes\":%" PRIu64
           ",\"seconds\":%.2f,\"peak_megabytes\":%.1f,"
           "\"peer\":\"one copy\",\"peer_bytes\":%" PRIu64
           ",\"peer_peak_megabytes\":%.1f,\"ratio\":%.2f,"
           "\"goal\":%.0f,\"met\":%s}\n",
           (double)bytes * 1e-9, bytes, seconds, peak, copy, first,
           peak / first, goal, peak <= goal ? "true" : "false");
    return 0;
}
