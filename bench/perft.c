/* perft.c - node counts per second, next to Stockfish in the same run.
 *
 * Both sides count the last ply without playing it.  Stockfish's CPU time is
 * read from the clock of its process, so that neither the start of the engine
 * nor the pipes are counted.  One JSON line per measurement. */
#include "input.h"
#include "io/system/process.h"
#include "tabiya/tabiya.h"
#include "timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
    const char *name, *fen;
    unsigned depth;
    uint64_t nodes;
    double goal_pext, goal_portable; /* times Stockfish */
};

static const struct task TASKS[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6,
     119060324, 3, 2},
    {"kiwipete",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
     193690690, 5, 2},
};

static void ask(tby_process *engine, const char *command)
{
    if (tby_process_write(engine, tby_str_of(command), 5) != TBY_OK)
        die("stockfish does not listen");
}

/* Reads until a line starts with `prefix`; the number behind it. */
static uint64_t wait_for(tby_process *engine, const char *prefix)
{
    tby_str line;

    while (tby_process_read(engine, 120, &line) == TBY_OK) {
        char text[64] = "";
        if (line.n < strlen(prefix) || memcmp(line.p, prefix, strlen(prefix)))
            continue;
        memcpy(text, line.p, line.n < sizeof text ? line.n : sizeof text - 1);
        return strtoull(text + strlen(prefix), NULL, 10);
    }
    die("stockfish does not answer");
    return 0;
}

static double stockfish_round(tby_process *engine, const struct task *t)
{
    char command[160];
    clockid_t clock;

    if (clock_getcpuclockid(engine->pid, &clock))
        die("no clock for stockfish");
    snprintf(command, sizeof command, "position fen %s\n", t->fen);
    ask(engine, command);
    ask(engine, "isready\n");
    wait_for(engine, "readyok");
    double start = clock_seconds(clock);
    snprintf(command, sizeof command, "go perft %u\n", t->depth);
    ask(engine, command);
    if (wait_for(engine, "Nodes searched: ") != t->nodes)
        die("stockfish counts differently");
    return clock_seconds(clock) - start;
}

static double own_round(const struct task *t, tby_path path)
{
    tby_pos p;

    if (tby_fen_parse_pos(tby_str_of(t->fen), &p, NULL, NULL) != TBY_OK)
        die("bad position");
    double start = own_seconds();
    if (tby_perft(&p, t->depth, path) != t->nodes)
        die("tabiya counts wrongly");
    return own_seconds() - start;
}

static void report(const struct task *t, const char *path, double seconds,
                   double peer, double goal)
{
    printf("{\"bench\":\"perft %s %u\",\"path\":\"%s\",\"nodes\":%" PRIu64
           ",\"seconds\":%.4f,\"mega_per_second\":%.0f,\"peer\":\"stockfish\","
           "\"peer_seconds\":%.4f,\"ratio\":%.2f,\"goal\":%.1f,\"met\":%s}\n",
           t->name, t->depth, path, t->nodes, seconds,
           (double)t->nodes / seconds * 1e-6, peer, peer / seconds, goal,
           peer / seconds >= goal ? "true" : "false");
    fflush(stdout);
}

static void measure(tby_process *engine, const struct task *t)
{
    double pext = 0, portable = 0, peer = 0;

    for (int i = 0; i < ROUNDS; i++) {
        pext = shorter(pext, own_round(t, TBY_PATH_PEXT));
        portable = shorter(portable, own_round(t, TBY_PATH_PORTABLE));
        peer = shorter(peer, stockfish_round(engine, t));
    }
    if (tby_path_has_pext())
        report(t, "pext", pext, peer, t->goal_pext);
    report(t, "portable", portable, peer, t->goal_portable);
}

int main(void)
{
    char path[4096];
    const char *argv[] = {path, NULL};
    tby_process engine;

    if (tby_program_find("stockfish", path, sizeof path) != TBY_OK ||
        tby_process_start(&engine, argv, 1 << 16) != TBY_OK)
        die("stockfish is not installed");
    for (size_t i = 0; i < sizeof TASKS / sizeof *TASKS; i++)
        measure(&engine, &TASKS[i]);
    ask(&engine, "quit\n");
    tby_process_stop(&engine, 2);
    return 0;
}
