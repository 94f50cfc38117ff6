/* cmd_db.h - what the commands on game databases have in common. */
#ifndef TBY_APP_CLI_DB_CMD_DB_H
#define TBY_APP_CLI_DB_CMD_DB_H

#include "app/cli/cli.h"
#include "app/cli/pgn/cmd_pgn.h"
#include "store/store.h"

/* --- options, to stand in a command's list --------------------------------*/

#define TBY_DB_MEMORY                                                          \
    {                                                                          \
        "memory", "SIZE",                                                      \
            "use at most so much memory, such as 300M or 2G (default 512M)"    \
    }

#define TBY_DB_THREADS                                                         \
    {                                                                          \
        "threads", "N", "use N threads, 0 for all processors (default 0)"      \
    }

/* Reads --memory and --threads.  False after a complaint. */
bool tby_db_work_of(const tby_cli_call *call, size_t *memory,
                    unsigned *threads);

/* --- the database of a call -----------------------------------------------*/

/* Opens it.  Returns TBY_EXIT_OK, or another code after a complaint; *out is
 * NULL then.  Close it with tby_store_close(). */
int tby_db_open(tby_store **out, const char *path, tby_store_mode mode);

/* Complains about what a call gave, with the reason that the store knows;
 * returns the exit code. */
int tby_db_fail(const tby_store *s, const char *path, tby_rc rc);

/* --- figures --------------------------------------------------------------*/

/* "2026.11.15", "2026.??.??", or "" if not even the year is known. */
enum { TBY_DB_DATE = 16 };
const char *tby_db_date(uint32_t date, char buf[TBY_DB_DATE]);

/* "1.2 MB"; units of a thousand. */
enum { TBY_DB_BYTES = 24 };
const char *tby_db_bytes(uint64_t bytes, char buf[TBY_DB_BYTES]);

#endif
