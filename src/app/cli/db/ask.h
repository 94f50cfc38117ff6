/* ask.h - what the commands that ask a database share: opening it, the
 * conditions as options, and how a game and a score are shown. */
#ifndef TBY_APP_CLI_DB_ASK_H
#define TBY_APP_CLI_DB_ASK_H

#include "app/cli/cli.h"
#include "work/json/answer.h"

/* Conditions that every question takes, and in which it may differ. */
#define TBY_DB_OPTION(symbol, name, value, help, form)                         \
    {                                                                          \
        name, value, help                                                      \
    }
#define TBY_DB_HEADER_OPTIONS STORE_HEADER_CONDITIONS(TBY_DB_OPTION)
#define TBY_DB_MOVES_OPTIONS  STORE_MOVES_CONDITIONS(TBY_DB_OPTION)

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
