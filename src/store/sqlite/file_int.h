/* file_int.h - inside the database file: only file*.c and what makes the
 * tables that users see include it.
 *
 *   guard.c           sums on the pages that SQLite writes
 *   file.c            opening, closing, moments
 *   file_wait.c       patience with other writers
 *   file_error.c      what failed, in words
 *   file_schema.c     the tables, and older versions of them
 *   file_sql.c        prepared statements
 *   file_state.c      what a moment of the file holds: games, names, runs
 *   file_sums.c       how much a file holds
 *   file_columns.c    chunks of columns, kept in memory
 *   file_names.c      names; names.c keeps them in memory
 *   file_players.c    players: their games, and who fits a name
 *   file_moves.c      moves: rows of a page, and blocks of them
 *   file_games.c      extras, games
 *   file_spread.c     which blocks have which moves
 *   file_runs.c       the runs of the index; file_index.c makes them
 *   file_fold.c       the journal, folded into the file meanwhile
 *   file_write.c      batches; file_append.c what they are made of
 *   file_duplicate.c  games that are there already */
#ifndef TBY_STORE_FILE_INT_H
#define TBY_STORE_FILE_INT_H

#include "store/rows.h"
#include "store/sqlite/names.h"

#include <sqlite3.h>
#include <stdatomic.h>

/* --- statements -----------------------------------------------------------*/

/* X(symbol, SQL).  Rows are got by their id as parameter 1; what is put has the
 * id as 1 and the bytes as 2. */
#define FILE_SQL_MAP(X)                                                        \
    X(BEGIN_READ, "BEGIN")                                                     \
    X(BEGIN_WRITE, "BEGIN IMMEDIATE")                                          \
    X(COMMIT, "COMMIT")                                                        \
    X(ROLLBACK, "ROLLBACK")                                                    \
    X(DATA_VERSION, "PRAGMA data_version")                                     \
    X(GET_META, "SELECT value FROM meta WHERE name = ?")                       \
    X(PUT_META, "REPLACE INTO meta(name, value) VALUES(?, ?)")                 \
    X(GET_MOVES, "SELECT data, last FROM game_moves WHERE last >= ?"           \
                 " ORDER BY last")                                             \
    X(PUT_MOVES, "INSERT INTO game_moves(last, data) VALUES(?, ?)")            \
    X(DROP_MOVES, "DELETE FROM game_moves WHERE last = ?")                     \
    X(SIZE_MOVES, "SELECT length(data) FROM game_moves WHERE last = ?")        \
    X(GET_EXTRAS, "SELECT data FROM block_extras WHERE block = ?")             \
    X(PUT_EXTRAS, "REPLACE INTO block_extras(block, data) VALUES(?, ?)")       \
    X(SIZE_EXTRAS, "SELECT length(data) FROM block_extras WHERE block = ?")    \
    X(GET_CHUNK, "SELECT data FROM chunks WHERE id = ?")                       \
    X(PUT_CHUNK, "REPLACE INTO chunks(id, data) VALUES(?, ?)")                 \
    X(SIZE_CHUNK, "SELECT length(data) FROM chunks WHERE id = ?")              \
    X(GET_BATCH, "SELECT n, a, b FROM batches WHERE start = ? AND n <= ?"      \
                 " ORDER BY n DESC")                                           \
    X(PUT_BATCH, "INSERT OR IGNORE INTO batches(start, n, a, b, first, games)" \
                 " VALUES(?, ?, ?, ?, ?, ?)")                                  \
    X(GET_RUNS, "SELECT id, first, games, pages, lists, entries, positions, "  \
                "once, key_bits, bytes FROM runs ORDER BY first")              \
    X(PUT_RUN, "INSERT INTO runs(id, first, games, pages, lists, entries, "    \
               "positions, once, key_bits, bytes) "                            \
               "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")                         \
    X(DROP_RUN, "DELETE FROM runs WHERE id = ?")                               \
    X(PUT_PAGE, "INSERT INTO run_pages(id, data) VALUES(?, ?)")                \
    X(DROP_PAGES, "DELETE FROM run_pages WHERE id BETWEEN ? AND ?")            \
    X(PUT_LIST, "INSERT INTO run_lists(id, data) VALUES(?, ?)")                \
    X(GET_PLAYERS, "SELECT data, id FROM run_players WHERE id >= ?"            \
                   " ORDER BY id LIMIT 1")                                     \
    X(PUT_PLAYERS, "INSERT INTO run_players(id, data) VALUES(?, ?)")           \
    X(DROP_PLAYERS, "DELETE FROM run_players WHERE id BETWEEN ? AND ?")        \
    X(PUT_FOLD, "INSERT INTO player_folds(fold, id) VALUES(?, ?)")             \
    X(EACH_FOLD, "SELECT fold, id FROM player_folds WHERE fold >= ?"           \
                 " ORDER BY fold, id")                                         \
    X(DROP_LISTS, "DELETE FROM run_lists WHERE id BETWEEN ? AND ?")            \
    FILE_SQL_NAMES(X, PLAYER, players)                                         \
    FILE_SQL_NAMES(X, EVENT, events)                                           \
    FILE_SQL_NAMES(X, SITE, sites)                                             \
    FILE_SQL_NAMES(X, TEXT, texts)

/* Of each kind of names the same, in the order of store_kind. */
#define FILE_SQL_NAMES(X, kind, table)                                         \
    X(NAME_##kind, "SELECT name FROM main." #table " WHERE id = ?")            \
    X(FIND_##kind, "SELECT id FROM main." #table " WHERE name = ?")            \
    X(ADD_##kind, "INSERT INTO main." #table "(id, name) VALUES(?, ?)")        \
    X(EACH_##kind, "SELECT id, name FROM main." #table " ORDER BY id")         \
    X(LAST_##kind, "SELECT ifnull(max(id), 0) FROM main." #table)

typedef enum file_sql {
#define FILE_SQL_ENUM(symbol, text) SQL_##symbol,
    FILE_SQL_MAP(FILE_SQL_ENUM)
#undef FILE_SQL_ENUM
        SQL_STATEMENTS
} file_sql;

enum { SQL_PER_KIND = SQL_NAME_EVENT - SQL_NAME_PLAYER };

/* SQL_NAME_PLAYER and so on, of another kind. */
static inline file_sql sql_of(file_sql player, store_kind kind)
{
    return (file_sql)((int)player + (int)kind * SQL_PER_KIND);
}

/* --- the handle -----------------------------------------------------------*/

enum {
    FILE_VERSION = 4, /* of the tables: user_version */
    FILE_KEYS = 1,    /* of the keys, docs/formats/key.md */
    FILE_RUNS = 1,    /* of the bytes of a run */
    /* How long to wait for another writer: who has written waits until that one
     * has indexed what it wrote, so that a small import does not end a large
     * one. */
    FILE_BUSY_MS = 5000,
    FILE_PATIENT_MS = 120000,
    FILE_STOPPED_MS = 1000, /* and who is to stop */
    FILE_FOLD_MS = 2000,    /* for readers, at the end */
    STORE_GAMES_MAX = INT32_MAX
};

/* X(symbol, name in meta): of all games that are stored. */
#define FILE_SUM_MAP(X)                                                        \
    X(PLIES, "plies")                                                          \
    X(FIRST, "first") /* date, 0: none is known */                             \
    X(LAST, "last")                                                            \
    X(MOVES, "bytes_moves")                                                    \
    X(EXTRAS, "bytes_extras")                                                  \
    X(COLUMNS, "bytes_columns")                                                \
    X(NAMES, "bytes_names")

typedef enum file_sum {
#define FILE_SUM_ENUM(symbol, name) SUM_##symbol,
    FILE_SUM_MAP(FILE_SUM_ENUM)
#undef FILE_SUM_ENUM
        FILE_SUMS
} file_sum;

/* SQL: the bytes of the rows of a run. */
#define FILE_RUN_BYTES                                                         \
    "CAST((SELECT total(length(data)) FROM main.run_pages WHERE id BETWEEN"    \
    " runs.id << 32 AND runs.id << 32 | 0xffffffff) + (SELECT"                 \
    " total(length(data)) FROM main.run_lists WHERE id BETWEEN"                \
    " runs.id << 32 AND runs.id << 32 | 0xffffffff) + (SELECT"                 \
    " total(length(data)) FROM main.run_players WHERE id BETWEEN"              \
    " runs.id << 32 AND runs.id << 32 | 0xffffffff) AS INTEGER)"

/* A run, and the two statements that hold its rows for as long as run.h
 * promises. */
typedef struct file_run {
    store_file *file;
    run_head head;
    int64_t id, bytes;
    sqlite3_stmt *page, *list;
} file_run;

typedef struct file_writer file_writer; /* see file_write.h */
typedef struct file_folder file_folder; /* see file_fold.c */

struct store_file {
    sqlite3 *db;
    store_mode mode;
    bool opened;
    char text[384]; /* of the last failure */
    sqlite3_stmt *sql[SQL_STATEMENTS];

    unsigned reading; /* how many questions are open */
    unsigned asked;   /* and how many there were, while there were few */
    bool cached;      /* store_file_cache() was called */
    bool writing;     /* a write transaction is open */
    bool known;       /* the state below is that of data version `version` */
    int64_t version;
    uint64_t moment; /* counts the states that were read */

    uint32_t stored, indexed;
    int64_t sums[FILE_SUMS];
    uint32_t names_n[STORE_KINDS];
    file_run *runs;
    size_t runs_n, runs_cap;
    run_found *found; /* NULL until it is asked for */

    names_cache names[STORE_KINDS];
    bool names_all[STORE_KINDS];       /* are in memory */
    uint64_t names_asked[STORE_KINDS]; /* what that has cost, in rows */
    chunk_values *chunks; /* chunk * STORE_COLUMNS + column; p NULL: none */
    size_t chunks_cap, chunks_bytes;

    bool has_moves; /* a row of them, taken apart */
    uint32_t moves_last;
    store_moves moves;
    bool has_block; /* the moves of a block, put together */
    uint32_t block;
    store_moves block_moves;
    tby_buf block_codes, block_row;
    bool has_extras;
    uint32_t extras_block;
    store_extras extras;
    void *spread_zstd; /* what tables of blocks are unpacked with */
    store_code *codes; /* of the last game that was asked for */
    size_t codes_cap;

    uint32_t patience;       /* milliseconds to wait for another writer */
    double waiting;          /* since when */
    const atomic_bool *stop; /* NULL, or: set when that is to end soon */

    file_writer *writer;
    file_folder *folder; /* NULL: commits do its work */
};

/* --- failures -------------------------------------------------------------*/

/* Both keep a sentence and return what is to be returned. */
tby_rc file_fail(store_file *f, tby_rc rc, const char *reason);
tby_rc file_fail_sqlite(store_file *f);
/* TBY_E_STORE_DAMAGED: which row does not hold what it should. */
tby_rc file_damaged(store_file *f, const char *what, uint64_t number);

/* --- statements -----------------------------------------------------------*/

/* Ready to be bound; NULL: file_fail_sqlite() tells why. */
sqlite3_stmt *file_statement(store_file *f, file_sql which);
/* Takes one step: TBY_OK for a row, TBY_DONE for none. */
TBY_MUST_USE tby_rc file_step(store_file *f, sqlite3_stmt *s);
/* Takes one step of what gives no row. */
TBY_MUST_USE tby_rc file_run_sql(store_file *f, file_sql which);
/* The bytes of a row, valid until the statement is used again; TBY_DONE. */
TBY_MUST_USE tby_rc file_get(store_file *f, sqlite3_stmt *s, int64_t id,
                             tby_str *out);
TBY_MUST_USE tby_rc file_get_row(store_file *f, file_sql which, int64_t id,
                                 tby_str *out);
/* The next row of the same statement, which may give several. */
TBY_MUST_USE tby_rc file_next(store_file *f, file_sql which, tby_str *out);
TBY_MUST_USE tby_rc file_put_row(store_file *f, file_sql which, int64_t id,
                                 tby_str bytes);
/* Ends what statements hold on to: before the end of every transaction. */
void file_reset(store_file *f);
void file_finalize(store_file *f);
/* SQL that is used once. */
TBY_MUST_USE tby_rc file_exec(store_file *f, const char *sql);
/* The number that a statement gives, used once too. */
TBY_MUST_USE tby_rc file_number(store_file *f, const char *sql, int64_t *out);

/* --- the schema -----------------------------------------------------------*/

/* Makes the tables in a new file, or brings those of an older version up to
 * date; within a write transaction. */
TBY_MUST_USE tby_rc file_upgrade(store_file *f);
/* The same with other steps: number i leads from version i to i + 1. */
TBY_MUST_USE tby_rc file_upgrade_by(store_file *f, const char *const *steps,
                                    int64_t n);
/* Is it ours, and of which version?  TBY_DONE: the file is empty. */
TBY_MUST_USE tby_rc file_judge(store_file *f, int64_t *version);

/* --- patience -------------------------------------------------------------*/

/* From now on, as f->patience says. */
void file_be_patient(store_file *f);
/* In a write transaction, which it may leave and begin again: waits as long as
 * another makes a run in many transactions (see file_index.c) and goes on with
 * it.  Who has not for so many milliseconds has ended. */
TBY_MUST_USE tby_rc file_wait_for_maker(store_file *f, uint32_t milliseconds);

/* --- transactions ---------------------------------------------------------*/

/* Takes the place of the one writer, and knows the file's state. */
TBY_MUST_USE tby_rc file_begin_write(store_file *f);
TBY_MUST_USE tby_rc file_commit_write(store_file *f);
/* Commits what changes no state, and goes on; others may have written in
 * between. */
TBY_MUST_USE tby_rc file_next_write(store_file *f);
void file_leave_write(store_file *f); /* nothing was written */
void file_cancel_write(store_file *f);

/* Folds the journal on another thread from now on, if that can be had. */
void file_folder_open(store_file *f);
void file_folder_close(store_file *f);

/* Everything into the one file, and an ordinary journal again, which needs
 * nothing beside it to be read.  Someone else who has it open prevents the
 * latter, and does it in turn, or the next writer does. */
void file_leave_journal(store_file *f);

/* Reads the state if someone has changed it. */
TBY_MUST_USE tby_rc file_refresh(store_file *f);
TBY_MUST_USE tby_rc file_get_meta(store_file *f, const char *name,
                                  int64_t *out);
TBY_MUST_USE tby_rc file_put_meta(store_file *f, const char *name,
                                  int64_t value);

/* --- columns and names ----------------------------------------------------*/

/* How many games of so many a chunk has. */
uint32_t file_chunk_games(uint32_t stored, uint32_t chunk);
/* A column of a chunk, or what it says of moves. */
TBY_MUST_USE tby_rc file_put_chunk(store_file *f, int64_t row, tby_str bytes);
/* One column of a chunk into the caller's memory, without keeping it: `want`
 * values at least. */
TBY_MUST_USE tby_rc file_read_chunk(store_file *f, store_column column,
                                    uint32_t chunk, uint32_t want,
                                    uint32_t *values);
void file_columns_trim(store_file *f);   /* if there is too much in memory */
void file_columns_forget(store_file *f); /* what is not full may grow */
void file_columns_free(store_file *f);

/* As store_file_name(), but nothing that was asked for before vanishes. */
TBY_MUST_USE tby_rc file_name(store_file *f, store_kind kind, uint32_t id,
                              tby_str *out);
/* The number of a name, which is added if need be. */
TBY_MUST_USE tby_rc file_name_id(store_file *f, store_kind kind, tby_str name,
                                 uint32_t *out);
/* So that a new player is found by name; and all players. */
TBY_MUST_USE tby_rc file_put_fold(store_file *f, uint32_t player, tby_str name);
TBY_MUST_USE tby_rc file_fold_players(store_file *f);
void file_names_trim(store_file *f);
void file_names_drop(store_file *f, store_kind kind);

/* --- games ----------------------------------------------------------------*/

void file_moves_forget(store_file *f); /* what is in memory */

/* What the first move of a game with STORE_IS_SETUP is played in. */
TBY_MUST_USE tby_rc file_setup(store_file *f, uint32_t game, tby_pos *out);

/* Writes it, with a buffer for its bytes. */
TBY_MUST_USE tby_rc file_put_spread(store_file *f, uint32_t chunk,
                                    const store_spread *s, tby_buf *buf);

/* --- sums (file_sums.c) ---------------------------------------------------*/

TBY_MUST_USE tby_rc file_load_sums(store_file *f);
/* Writes them as they are; or finds out what they are. */
TBY_MUST_USE tby_rc file_put_sums(store_file *f);
TBY_MUST_USE tby_rc file_measure_sums(store_file *f);
/* One game more, with these columns. */
void file_sums_game(store_file *f, const uint32_t *column);
/* A row will be gone, if there is one with that number; `size` asks for its
 * bytes. */
TBY_MUST_USE tby_rc file_sums_drop(store_file *f, file_sum sum, file_sql size,
                                   int64_t id);

/* --- runs and writing -----------------------------------------------------*/

TBY_MUST_USE tby_rc file_load_runs(store_file *f);
void file_free_runs(store_file *f);
void file_free_writer(store_file *f);
void file_forget_hashes(store_file *f); /* they can be read again */

#endif
