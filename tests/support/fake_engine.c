/* fake_engine.c - a UCI engine that can be told to misbehave.
 *
 * By default it is a good, if weak, engine: it says that the side to move is
 * ten centipawns better for each of its legal moves, and likes these moves in
 * the order in which they are generated.
 *
 * Its arguments, or else the words of FAKE_ENGINE in the environment, spoil
 * it.  WHEN is start (before a word is said), uci, isready, go or stop; @N
 * behind it makes it happen only in a search of a position whose move has the
 * number N.
 *
 *     hang WHEN      says nothing more         exit3 WHEN    ends
 *     abort WHEN     ends by a signal          close WHEN    closes its output
 *     babble WHEN    a line without an end     flood WHEN    lines without end
 *     binary WHEN    says junk, then goes on   thoughts WHEN infos without end
 *     illegal        its best move is illegal  none          it has no move
 *     wrong          a move of the last search badpv         as in the line
 *     badtail        only the end is illegal   absurd        impossible scores
 *     noscore        says no score             twice         two best moves
 *     deaf           does not hear stop        slow MS       for each depth
 *     turns          likes them in another order at each depth
 *     quiet          cannot do anything special: has no options
 *     rich           has options of every type, and says win, draw and loss
 *     log FILE       appends `set` with what it was told to set, `asked` with
 *                    the position of a search, and `searched` with it when it
 *                    was not stopped */
#define _POSIX_C_SOURCE 200809L
#include "tabiya/tabiya.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WORDS = 16, DEPTH_MOST = 40 };

static struct {
    const char *words[WORDS];
    size_t n;
    tby_pos pos;
    unsigned lines;
    bool chess960, wdl;
    char only[256]; /* the moves of searchmoves, " e2e4 d2d4 " */
} fake;

static bool is_told(const char *word)
{
    for (size_t i = 0; i < fake.n; i++)
        if (strcmp(fake.words[i], word) == 0)
            return true;
    return false;
}

static void say(const char *text)
{
    fputs(text, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

static void nap(unsigned ms)
{
    struct timespec span = {ms / 1000, (long)(ms % 1000) * 1000000};

    nanosleep(&span, NULL);
}

static const char *after(const char *word)
{
    for (size_t i = 0; i + 1 < fake.n; i++)
        if (strcmp(fake.words[i], word) == 0)
            return fake.words[i + 1];
    return NULL;
}

/* One write, so that several engines may share the file. */
static void log_line(const char *what, const char *text)
{
    FILE *f = after("log") ? fopen(after("log"), "a") : NULL;

    if (f) {
        fprintf(f, "%s %s\n", what, text);
        fclose(f);
    }
}

/* --- misbehaviour */

static void misbehave(const char *how)
{
    if (strcmp(how, "hang") == 0)
        for (;;)
            nap(1000);
    if (strcmp(how, "exit3") == 0)
        _exit(3);
    if (strcmp(how, "abort") == 0) {
        signal(SIGABRT, SIG_DFL);
        raise(SIGABRT);
    }
    if (strcmp(how, "close") == 0) {
        close(STDOUT_FILENO);
        for (;;)
            nap(1000);
    }
    while (strcmp(how, "babble") == 0)
        fputs("babble ", stdout);
    while (strcmp(how, "flood") == 0)
        fputs("this is not UCI\ninfo depth x\n\n", stdout);
    while (strcmp(how, "thoughts") == 0)
        fputs("info depth 1 score cp 1 nodes 1\n", stdout);
    if (strcmp(how, "binary") == 0)
        for (int i = 0; i < 100000; i++)
            fputc(i * 7919 % 256, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

static void at(const char *when)
{
    for (size_t i = 0; i + 1 < fake.n; i++) {
        const char *word = fake.words[i + 1];
        size_t n = strcspn(word, "@");
        if (strlen(when) == n && strncmp(word, when, n) == 0 &&
            (!word[n] || strtoul(word + n + 1, NULL, 10) == fake.pos.fullmoves))
            misbehave(fake.words[i]);
    }
}

/* --- searching */

static void say_line(unsigned depth, unsigned line, const tby_moves *legal)
{
    unsigned lines = fake.lines < legal->n ? fake.lines : (unsigned)legal->n;
    tby_pos pos = fake.pos;
    tby_move m = legal->at[is_told("turns") ? (line + depth) % lines : line];
    char uci[TBY_UCI_MAX];

    printf("info depth %u seldepth %u multipv %u", depth, depth + 1, line + 1);
    if (is_told("absurd"))
        printf(" score cp 99999999999");
    else if (!is_told("noscore"))
        printf(" score cp %d", 10 * (int)legal->n - (int)line);
    if (fake.wdl)
        printf(" wdl 500 400 100");
    printf(" nodes %u nps 1000 hashfull 0 time %u pv", depth * 100, depth);
    if (is_told("badpv"))
        printf(" a1a1");
    for (unsigned i = 0; i < depth; i++) {
        tby_moves next;
        tby_uci_write(&pos, m, fake.chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX,
                      uci);
        printf(" %s", uci);
        tby_pos_play(&pos, m);
        tby_moves_legal(&pos, &next);
        if (next.n == 0)
            break;
        m = next.at[0];
    }
    puts(is_told("badtail") ? " a1a1 e2e4" : "");
    fflush(stdout);
}

/* Is there a word for us, within so many milliseconds? */
static bool is_stopped(int ms)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    char line[64];

    if (poll(&p, 1, ms) <= 0)
        return false;
    if (!fgets(line, sizeof line, stdin) || strncmp(line, "quit", 4) == 0)
        exit(0);
    at("stop");
    return !is_told("deaf");
}

static int delay(void)
{
    return after("slow") ? (int)strtol(after("slow"), NULL, 10) : 0;
}

/* Keeps the moves that are to be searched. */
static void restrict_to(tby_moves *legal)
{
    char word[TBY_UCI_MAX + 2], uci[TBY_UCI_MAX];
    size_t n = 0;

    for (size_t i = 0; i < legal->n && fake.only[0]; i++) {
        tby_uci_write(&fake.pos, legal->at[i],
                      fake.chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX, uci);
        snprintf(word, sizeof word, " %s ", uci);
        if (strstr(fake.only, word))
            legal->at[n++] = legal->at[i];
    }
    legal->n = fake.only[0] ? n : legal->n;
}

static void say_best(const tby_moves *legal)
{
    char uci[TBY_UCI_MAX];

    tby_uci_write(&fake.pos, legal->at[0],
                  fake.chess960 ? TBY_UCI_960 : TBY_UCI_ORTHODOX, uci);
    printf("bestmove %s\n", is_told("illegal") ? "a1a1"
                            : is_told("none")  ? "(none)"
                            : is_told("wrong") ? "e7e5"
                                               : uci);
    if (is_told("twice"))
        printf("info depth 33 score cp 333 pv %s\nbestmove %s\n", uci, uci);
    fflush(stdout);
}

static void go(unsigned depth)
{
    bool stopped = false;
    char fen[TBY_FEN_MAX];
    tby_moves legal;

    tby_fen_write_pos(&fake.pos, fen, sizeof fen);
    log_line("asked", fen);
    at("go");
    tby_moves_legal(&fake.pos, &legal);
    restrict_to(&legal);
    for (unsigned d = 1; d <= (depth ? depth : DEPTH_MOST) && !stopped; d++) {
        for (unsigned i = 0; i < fake.lines && i < legal.n; i++)
            say_line(d, i, &legal);
        if (delay())
            stopped = is_stopped(delay());
    }
    while (!depth && !stopped)
        stopped = is_stopped(-1);
    if (!stopped)
        log_line("searched", fen);
    say_best(&legal);
}

/* --- talking */

static void greet(void)
{
    say("id name Fake 1.0 \x1b[31m\xc3\xa9");
    say("id author nobody");
    if (!is_told("quiet")) {
        say("option name Threads type spin default 1 min 1 max 8");
        say("option name Hash type spin default 16 min 1 max 1024");
        say("option name Clear Hash type button");
        say("option name MultiPV type spin default 1 min 1 max 500");
        say("option name UCI_Chess960 type check default false");
    }
    if (is_told("rich")) {
        say("option name UCI_ShowWDL type check default false");
        say("option name Contempt type spin default 0 min -100 max 100");
        say("option name Playing Style type combo default Normal var Solid "
            "var Normal var Very Risky");
        say("option name SyzygyPath type string default <empty>");
    }
    say("uciok");
}

static void hear(char *line)
{
    const char *depth = strstr(line, " depth ");
    const char *only = strstr(line, " searchmoves ");

    line[strcspn(line, "\r\n")] = '\0';
    if (strncmp(line, "setoption name ", 15) == 0)
        log_line("set", line + 15);
    if (strcmp(line, "uci") == 0) {
        at("uci");
        greet();
    } else if (strcmp(line, "isready") == 0) {
        at("isready");
        say("readyok");
    } else if (strcmp(line, "quit") == 0) {
        exit(0);
    } else if (sscanf(line, "setoption name MultiPV value %u", &fake.lines) ==
               1) {
        return;
    } else if (strncmp(line, "setoption name UCI_Chess960", 27) == 0) {
        fake.chess960 = strstr(line, "true") != NULL;
    } else if (strncmp(line, "setoption name UCI_ShowWDL", 26) == 0) {
        fake.wdl = strstr(line, "true") != NULL;
    } else if (strncmp(line, "position fen ", 13) == 0) {
        if (tby_fen_parse_pos(tby_str_of(line + 13), &fake.pos, NULL, NULL) !=
            TBY_OK)
            _exit(42); /* as Stockfish does not like such positions either */
    } else if (strncmp(line, "go", 2) == 0) {
        snprintf(fake.only, sizeof fake.only, "%s%s", only ? only + 12 : "",
                 only ? " " : "");
        go(depth                       ? (unsigned)strtoul(depth + 7, NULL, 10)
           : strstr(line, " infinite") ? 0
                                       : 3);
    }
}

int main(int argc, char **argv)
{
    static char words[256];
    char line[4096];
    const char *told = getenv("FAKE_ENGINE");

    snprintf(words, sizeof words, "%s", told ? told : "");
    for (char *w = strtok(words, " "); w && fake.n < WORDS;
         w = strtok(NULL, " "))
        fake.words[fake.n++] = w;
    for (int i = 1; i < argc && fake.n < WORDS; i++)
        fake.words[fake.n++] = argv[i];
    setvbuf(stdin, NULL, _IONBF, 0); /* poll() must see what fgets() does */
    fake.lines = 1;
    fake.pos = tby_pos_start();
    at("start");
    while (fgets(line, sizeof line, stdin))
        hear(line);
    return 0;
}
