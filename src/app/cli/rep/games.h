/* games.h - what commands that hold games against a repertoire have in
 * common. */
#ifndef TBY_APP_CLI_REP_GAMES_H
#define TBY_APP_CLI_REP_GAMES_H

#include "app/cli/pgn/cmd_pgn.h"
#include "app/cli/rep/cmd_rep.h"
#include "core/rep/trail.h"

#define TBY_REP_GAMES_OPTIONS                                                  \
    TBY_REP_COLOR,                                                             \
        {"max-errors", "N",                                                    \
         "show the first N errors of each file (default 100); all are "        \
         "counted"},                                                           \
    {                                                                          \
        "threads", "N", "use N threads, 0 for all processors (default 0)"      \
    }

/* A repertoire and files of games. */
typedef struct tby_rep_games {
    const tby_cli_call *call;
    tby_rep rep;
    tby_color color; /* said, or guessed */
    tby_trail trail;
    tby_games_job job;
    tby_pgn_teller teller;
    tby_games_sum sum; /* of all files */
    tby_buf text;      /* of a line */
} tby_rep_games;

/* Reads the repertoire that is the first argument.  True: close it; *code is 0
 * or 3.  False: *code says why, after a complaint. */
bool tby_rep_games_open(tby_rep_games *g, const tby_cli_call *call, int *code);
void tby_rep_games_close(tby_rep_games *g);

/* Reads the files that are the other arguments; before each, `visitor` is asked
 * for what the games go to.  Returns an exit code: with 0, 1 and 3 there is an
 * answer. */
int tby_rep_games_read(tby_rep_games *g, tby_games_visitor (*visitor)(void *of),
                       void *of);

/* Reads --limit, or --min-games.  False after a complaint. */
bool tby_rep_games_number(const tby_cli_call *call, const char *option,
                          unsigned *out);

/* Prints the line that leads to a node and a move from there; both as in
 * trail.h. */
void tby_rep_games_print_line(tby_rep_games *g, uint32_t node, tby_move move);

/* Prints the moves that the repertoire has in a node: "5... Nc6, e6". */
void tby_rep_games_print_moves(tby_rep_games *g, uint32_t node);

/* The members line, fen, and move unless it is TBY_MOVE_NONE. */
void tby_rep_games_json_line(tby_jsonw *w, tby_rep_games *g, uint32_t node,
                             tby_move move);

/* A member with the moves of the repertoire, as an array. */
void tby_rep_games_json_moves(tby_jsonw *w, const char *key,
                              const tby_rep_games *g, uint32_t node);

/* "48.5%", "-" without any result: the score of the repertoire's side. */
void tby_rep_games_print_score(const tby_rep_games *g,
                               const uint64_t results[4]);

/* The members white, draws, black, and score, null without any result. */
void tby_rep_games_json_results(tby_jsonw *w, const tby_rep_games *g,
                                const uint64_t results[4]);

#endif
