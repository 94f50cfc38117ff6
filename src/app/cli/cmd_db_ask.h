/* cmd_db_ask.h - what the commands that ask a database share: opening it, the
 * conditions as options, and how a game and a score are shown. */
#ifndef TBY_APP_CLI_CMD_DB_ASK_H
#define TBY_APP_CLI_CMD_DB_ASK_H

#include "app/cli/cli.h"
#include "work/answer.h"

/* Conditions that every question takes, and in which it may differ. */
#define TBY_DB_HEADER_OPTIONS                                                  \
    {"player", "NAME", "games of this player; 'Carl*' is any that begins so"}, \
        {"as", "white|black|either", "the side of --player"},                  \
        {"white", "NAME", "games in which NAME has White"},                    \
        {"black", "NAME", "games in which NAME has Black"},                    \
        {"elo", "MIN-MAX", "the ratings of both players"},                     \
        {"elo-avg", "MIN-MAX", "the mean of both ratings"},                    \
        {"date", "FROM..TO", "such as 2010..2015.06, 2010.. or 2012"},         \
        {"result", "LIST", "of 1-0, 0-1, 1/2-1/2 and *"},                      \
        {"eco", "LIST", "codes and ranges: B90,C10-C19"},                      \
        {"opening", "TEXT", "the name of the opening has it"},                 \
        {"event", "TEXT", "the name of the event has it"},                     \
        {"time-class", "LIST",                                                 \
         "of bullet, blitz, rapid, classical and correspondence"},             \
        {"ended", "LIST", "of checkmate, resignation, time, stalemate ..."},   \
    {                                                                          \
        "plies", "MIN-MAX", "the length in half-moves"                         \
    }

#define TBY_DB_MOVES_OPTIONS                                                   \
    {"moves", "MOVES", "begins with these moves in this order"},               \
        {"material", "MATERIAL", "comes to such as KRPvKR, either way round"}, \
    {                                                                          \
        "pattern", "MEN", "comes to a position with such as 'Nf5 pe6'"         \
    }

#define TBY_DB_SORT                                                            \
    {                                                                          \
        "sort", "id|date|elo|plies", "what comes first (default id)"           \
    }

typedef struct tby_db_ask {
    const tby_cli_call *call;
    const char *path;
    tby_store *store;
    store_filter filter;
} tby_db_ask;

/* Opens call->args[0] and reads the conditions.  False after a complaint, with
 * the exit code in *code. */
bool tby_db_ask_open(tby_db_ask *a, const tby_cli_call *call, int *code);
/* Says on standard error how many games wait for the index, if any do. */
void tby_db_ask_close(tby_db_ask *a);

/* Complains about what a question gave; returns the exit code. */
int tby_db_ask_fail(const tby_db_ask *a, tby_rc rc);

/* Says that there is no answer; returns TBY_EXIT_NO. */
int tby_db_ask_nothing(const tby_db_ask *a, const char *sentence);

/* A number such as --limit; *out stays if it is not given.  False after a
 * complaint. */
bool tby_db_ask_number(const tby_cli_call *call, const char *option,
                       unsigned *out);

/* What --sort says. */
tby_games_order tby_db_ask_order(const tby_cli_call *call);

/* --- showing --------------------------------------------------------------*/

/* A line: how many games, and how White did in those with a result. */
void tby_db_print_score(const tby_score *score);

/* A line: id, date, result, code, moves, players with ratings, event; and what
 * stands above such lines. */
void tby_db_print_head(void);
int tby_db_print_row(tby_db_ask *a, uint32_t id);

/* Of White, in percent; games without a result do not count. */
double tby_db_percent(const tby_score *score);

#endif
