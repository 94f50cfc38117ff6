/* db.h - what the commands on game databases share: opening one, the
 * conditions as options, and how games and scores are shown. */
#ifndef TBY_APP_CLI_DB_DB_H
#define TBY_APP_CLI_DB_DB_H

#include "app/cli/cli.h"
#include "app/text/answers.h"
#include "store/store.h"
#include "work/json/answer.h"

/* --- options, to stand in a command's list --------------------------------*/

/* Conditions that every question takes, and in which it may differ. */
#define TBY_DB_OPTION(symbol, name, value, help, ...)                          \
    {                                                                          \
        name, value, help                                                      \
    }
#define TBY_DB_HEADER_OPTIONS STORE_HEADER_CONDITIONS(TBY_DB_OPTION)
#define TBY_DB_MOVES_OPTIONS  STORE_MOVES_CONDITIONS(TBY_DB_OPTION)

#define TBY_DB_SORT                                                            \
    TBY_CLI_OPTION("sort", "id|date|elo|plies", "what comes first (default id)")

/* Of commands that take files of games and databases alike: the conditions
 * stand in one option. */
#define TBY_DB_WHERE                                                           \
    TBY_CLI_OPTION(                                                            \
        "where", "CONDITIONS",                                                 \
        "of a database only these games: \"player='Carl*' elo=2600+\", "       \
        "the conditions of 'db games'")

/* What the help of such a command says at its end. */
#define TBY_DB_SOURCE                                                          \
    "\n\nA game database is taken as a file of games is; --where chooses "     \
    "among its games by the conditions of 'db games'."

#define TBY_DB_MEMORY                                                          \
    TBY_CLI_OPTION(                                                            \
        "memory", "SIZE",                                                      \
        "use at most so much memory, such as 300M or 2G (default 512M)")

/* Reads --memory and --threads.  False after a complaint. */
bool tby_db_work_of(const tby_cli_call *call, size_t *memory,
                    unsigned *threads);

enum { TBY_DB_MOST = 1000000000 }; /* of numbers such as --limit */

/* Opens it.  Returns TBY_EXIT_OK, or another code after a complaint; *out is
 * NULL then.  Close it with tby_store_close(). */
int tby_db_open(tby_store **out, const char *path, tby_store_mode mode);

/* A database as it is shown: of several, which are a line each, all in one
 * line. */
const char *tby_db_shown(const char *path);

/* Complains about what a call gave, with the reason that the store knows;
 * returns the exit code. */
int tby_db_fail(const tby_store *s, const char *path, tby_rc rc);

typedef struct tby_db_ask {
    const tby_cli_call *call;
    const char *path;
    tby_store *store;
    store_filter filter;
    unsigned limit, offset; /* of a command that has these options */
} tby_db_ask;

/* Opens a database and reads the conditions; a->limit is what it is unless the
 * call says otherwise.  False after a complaint, with the exit code in *code.
 */
bool tby_db_ask_open(tby_db_ask *a, const tby_cli_call *call, const char *path,
                     unsigned limit, int *code);

/* The same with the conditions of --where. */
bool tby_db_ask_open_where(tby_db_ask *a, const tby_cli_call *call,
                           const char *path, int *code);

/* Says on standard error how many games wait for the index, if any do. */
void tby_db_ask_close(tby_db_ask *a);

/* Opens it, answers and closes it, for commands that do nothing else.  Returns
 * an exit code. */
int tby_db_answer(const tby_cli_call *call, unsigned limit,
                  int (*answer)(tby_db_ask *a));

/* Complains about what a question gave; returns the exit code. */
int tby_db_ask_fail(const tby_db_ask *a, tby_rc rc);

/* Says that there is no answer; returns TBY_EXIT_NO. */
int tby_db_ask_nothing(const tby_db_ask *a, const char *sentence);

/* Complains, and lists players with their games. */
void tby_db_candidates(const char *path, const char *sentence, const char *name,
                       const tby_players_answer *found);

/* What --sort says. */
tby_games_order tby_db_ask_order(const tby_cli_call *call);

/* As tby_print_game(), and reports what failed; returns an exit code. */
int tby_db_print_row(tby_db_ask *a, uint64_t id);

/* Complains if a copy of a database may not get this name; returns the exit
 * code. */
int tby_db_check_copy(const tby_cli_call *call, const char *to);

/* "1.2 MB"; units of a thousand. */
enum { TBY_DB_BYTES = 24 };
const char *tby_db_bytes(uint64_t bytes, char buf[TBY_DB_BYTES]);

#endif
