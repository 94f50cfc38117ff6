/* file_int.h - inside the database file: only file*.c and what makes the
 * tables that users see include it.
 *
 *   guard.c           sums on the pages that SQLite writes
 *   file.c            opening, closing; the tables, and older versions of them
 *   file_sql.c        prepared statements; what failed, in words
 *   file_state.c      transactions, patience with other writers, and what a
 *                     snapshot of the file holds: games, names, runs
 *   file_columns.c    chunks of columns, kept in memory
 *   file_names.c      names, kept in memory
 *   file_players.c    players: their games, and which fit a name
 *   file_people.c     spellings of one person, FIDE ids
 *   file_moves.c      moves: rows of a page, blocks, which blocks have which
 *   file_games.c      extras, games
 *   file_runs.c       the runs of the index; file_index.c makes them
 *   file_checkpoint.c the journal, copied into the file meanwhile
 *   file_write.c      batches, and the last block and chunk, which grow
 *   file_duplicate.c  games that are there already
 *   file_changes.c    games that were deleted or edited
 *   file_upkeep.c     the file as a whole */
#ifndef TBY_STORE_FILE_INT_H
#define TBY_STORE_FILE_INT_H

#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "store/ops.h"
#include "store/query/filter_cache.h"
#include "store/rows.h"

#include <sqlite3.h>
#include <stdatomic.h>

/* The rows are those of a file. */
typedef struct store_rows store_file;

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
    X(GET_PEOPLE,                                                              \
      "SELECT spelling, person, 0, 0, NULL, NULL FROM main.people WHERE id "   \
      "IN (SELECT max(id) FROM main.people WHERE NOT undone "                  \
      "GROUP BY spelling) AND person <> spelling "                             \
      "ORDER BY spelling")                                                     \
    X(PUT_PERSON, "INSERT INTO people(change, spelling, person) "              \
                  "VALUES(?, ?, ?)")                                           \
    X(EACH_PERSON, "SELECT spelling, person, change, undone, a.name, b.name "  \
                   "FROM main.people AS p JOIN main.players AS a ON a.id = "   \
                   "spelling JOIN main.players AS b ON b.id = person ORDER "   \
                   "BY p.id")                                                  \
    X(DROP_LISTS, "DELETE FROM run_lists WHERE id BETWEEN ? AND ?")            \
    X(EACH_DEAD, "SELECT chunk, data FROM dead")                               \
    X(PUT_DEAD, "REPLACE INTO dead(chunk, data) VALUES(?, ?)")                 \
    X(EACH_MOVED, "SELECT id, place FROM moved ORDER BY id")                   \
    X(PUT_MOVED, "REPLACE INTO moved(id, place) VALUES(?, ?)")                 \
    X(DROP_MOVED, "DELETE FROM moved WHERE id = ?")                            \
    X(PUT_CHANGE, "INSERT INTO changes(change, first, games, before, after)"   \
                  " VALUES(?, ?, ?, ?, ?)")                                    \
    X(LAST_CHANGE, "SELECT change, first, games, before, after FROM changes"   \
                   " WHERE change = (SELECT max(change) FROM changes)"         \
                   " ORDER BY id DESC")                                        \
    X(DROP_CHANGE, "DELETE FROM changes WHERE change = ?")                     \
    X(DROP_BATCHES, "DELETE FROM batches WHERE first + games >= ?")            \
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
    FILE_VERSION = 6,  /* of the tables: user_version */
    FILE_READABLE = 4, /* the oldest that is read as it is */
    FILE_WITH_CHANGES = 6,
    FILE_KEYS = 1, /* of the keys, docs/formats/key.md */
    FILE_RUNS = 1, /* of the bytes of a run */
    /* How long to wait for another writer: one that has written waits until
     * that one has indexed what it wrote, so that a small import does not end a
     * large one. */
    FILE_BUSY_MS = 5000,
    FILE_PATIENT_MS = 120000,
    FILE_STOPPED_MS = 1000, /* and one that is to stop */
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

/* --- names of one kind in memory, found by text and by number ------------
 *
 * It holds what was put in and never removes one name alone: when it has grown
 * too large it is emptied, and the file is asked again. */

typedef struct names_entry names_entry;

/* All zero is an empty one. */
typedef struct names_cache {
    tby_arena entries;
    size_t n;
    names_entry **buckets; /* by text, then by id: 2^bits of each */
    unsigned bits;
    const names_entry *last; /* that was found, or NULL */
    size_t bytes;            /* of everything, about */
} names_cache;

void tby__name_cache_free(names_cache *c); /* leaves an empty one */

/* A name that is not in it yet.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__name_cache_put(names_cache *c, uint32_t id,
                                        tby_str name);

/* 0: it is not known. */
uint32_t tby__name_cache_find(names_cache *c, tby_str name);

/* It will be asked for soon. */
void tby__names_prefetch(const names_cache *c, tby_str name);

/* False: it is not known.  The text stays until tby__name_cache_free(). */
bool tby__name_cache_text(const names_cache *c, uint32_t id, tby_str *out);

/* --- the handle itself ----------------------------------------------------*/

/* A run, and the two statements that hold its rows for as long as run.h
 * promises. */
typedef struct file_run {
    store_file *file;
    run_head head;
    int64_t id, bytes;
    bool mixed; /* it has games that are dead */
    sqlite3_stmt *page, *list;
} file_run;

/* A game that stands at another place than its number's. */
typedef struct file_moved {
    uint32_t id, place;
} file_moved;

/* Games from one on that stood at a place (0: nowhere) and those after it, and
 * stand at another now. */
typedef struct file_change {
    uint32_t id, n, before, after;
} file_change;

typedef struct file_writer file_writer;
typedef struct file_folder file_folder; /* see file_checkpoint.c */

struct store_rows {
    tby_store base;
    sqlite3 *db;
    tby_store_mode mode;
    bool opened;
    sqlite3_stmt *sql[SQL_STATEMENTS];

    size_t pages_kept, names_kept, columns_kept; /* bytes, at most */
    unsigned reading; /* how many questions are open */
    unsigned asked;   /* and how many there were, while there were few */
    bool cached;      /* tby__file_cache() was called */
    bool writing;     /* a write transaction is open */
    bool known;       /* the state below is that of data version `version` */
    int64_t version;
    uint64_t snapshot; /* counts the states that were read */

    uint32_t stored, indexed;
    /* see file_changes.c: bits by place, NULL if there are none */
    uint64_t *dead, *gone, marks_sum;
    uint32_t marks_chunks, dead_n;
    file_moved *moved; /* by number, then all again by place */
    size_t moved_n;
    int64_t epoch;  /* another one once the file was replaced */
    int64_t change; /* that what is written belongs to; 0: a new one */
    int64_t sums[FILE_SUMS];
    uint32_t names_n[STORE_KINDS];
    file_run *runs;
    size_t runs_n, runs_cap;
    tby_numbers people; /* spellings that stand for others, << 32, with these */
    tby_numbers fides;  /* ids, << 32, with players */
    uint32_t fides_of;  /* so many games; 0: they are not known */
    run_found *found;   /* NULL until it is asked for */

    names_cache names[STORE_KINDS];
    bool names_all[STORE_KINDS];       /* are in memory */
    uint64_t names_asked[STORE_KINDS]; /* what that has cost, in rows */
    chunk_values *chunks; /* chunk * STORE_COLUMNS + column; p NULL: none */
    size_t chunks_cap, chunks_bytes, chunks_hand;

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
    void *move_bitmap_zstd; /* what tables of blocks are unpacked with */
    store_code *codes;      /* of the last game that was asked for */
    size_t codes_cap;

    uint32_t patience; /* milliseconds to wait for another writer */
    double waiting;    /* since when */

    file_writer *writer;
    file_folder *folder; /* NULL: commits do its work */

    tby_buf row_names;        /* of the last row() */
    bool tables;              /* those of SQL are known */
    store_filter_cache cache; /* of the last filter on positions */
};

/* --- failures -------------------------------------------------------------*/

/* Keeps a sentence and returns what is to be returned. */
static inline tby_rc tby__file_fail(store_file *f, tby_rc rc,
                                    const char *reason)
{
    return tby__store_fail(&f->base, rc, reason);
}
tby_rc tby__file_fail_sqlite(store_file *f);
/* TBY_E_STORE_DAMAGED: which row does not hold what it should. */
tby_rc tby__file_damaged(store_file *f, const char *what, uint64_t number);

/* --- statements -----------------------------------------------------------*/

/* Ready to be bound; NULL: tby__file_fail_sqlite() says why. */
sqlite3_stmt *tby__file_statement(store_file *f, file_sql which);
/* Takes one step: TBY_OK for a row, TBY_DONE for none. */
TBY_MUST_USE tby_rc tby__file_step(store_file *f, sqlite3_stmt *s);
/* Takes one step of what gives no row. */
TBY_MUST_USE tby_rc tby__file_run_sql(store_file *f, file_sql which);
/* The same with so many numbers as its first parameters. */
TBY_MUST_USE tby_rc tby__file_run_with(store_file *f, file_sql which,
                                       const int64_t *values, size_t n);
/* The number that a statement gives for one, which it may ignore.  TBY_DONE:
 * there is none. */
TBY_MUST_USE tby_rc tby__file_ask_number(store_file *f, file_sql which,
                                         int64_t value, int64_t *out);
/* The bytes of a row, valid until the statement is used again; TBY_DONE. */
TBY_MUST_USE tby_rc tby__file_get(store_file *f, sqlite3_stmt *s, int64_t id,
                                  tby_str *out);
TBY_MUST_USE tby_rc tby__file_get_row(store_file *f, file_sql which, int64_t id,
                                      tby_str *out);
/* The next row of the same statement, which may give several. */
TBY_MUST_USE tby_rc tby__file_next(store_file *f, file_sql which, tby_str *out);
TBY_MUST_USE tby_rc tby__file_put_row(store_file *f, file_sql which, int64_t id,
                                      tby_str bytes);
/* Ends what statements hold on to: before the end of every transaction. */
void tby__file_reset(store_file *f);
void tby__file_finalize(store_file *f);
/* SQL that is used once. */
TBY_MUST_USE tby_rc tby__file_exec(store_file *f, const char *sql);
/* The number that a statement gives, used once too. */
TBY_MUST_USE tby_rc tby__file_number(store_file *f, const char *sql,
                                     int64_t *out);

/* --- the handle (file.c) ---------------------------------------------------*/

/* Keeps many pages in memory from now on: for callers that read the same again
 * and again.  After some questions it happens by itself. */
TBY_MUST_USE tby_rc tby__file_cache(store_file *f);

/* --- the schema -----------------------------------------------------------*/

/* The same with other steps: number i leads from version i to i + 1. */
TBY_MUST_USE tby_rc tby__file_upgrade_by(store_file *f,
                                         const char *const *steps, int64_t n);

/* --- patience -------------------------------------------------------------*/

/* From now on, as f->patience says. */
void tby__file_set_patience(store_file *f);
/* In a write transaction, which it may leave and begin again: waits as long as
 * another makes a run in many transactions (see file_index.c) and goes on with
 * it.  One that has not for so many milliseconds has ended. */
TBY_MUST_USE tby_rc tby__file_wait_for_maker(store_file *f,
                                             uint32_t milliseconds);

/* --- operations of ops.h --------------------------------------------------*/

tby_rc tby__file_hold(tby_store *s);
void tby__file_release(tby_store *s);
tby_rc tby__file_info(tby_store *s, tby_store_facts *out);
tby_rc tby__file_game(tby_store *s, uint64_t id, tby_game *out);
tby_rc tby__file_row(tby_store *s, uint64_t id, tby_game_row *out);
tby_rc tby__file_batch(tby_store *s, const tby_store_fingerprint *fingerprints,
                       size_t n, size_t *known);
tby_rc tby__file_append(tby_store *s, const store_packed *game, uint64_t *id);
tby_rc tby__file_commit(tby_store *s);
tby_rc tby__file_delete(tby_store *s, uint64_t id);
tby_rc tby__file_replace(tby_store *s, uint64_t id, const store_packed *game);
tby_rc tby__file_game_version(tby_store *s, uint64_t id, uint64_t *out);
void tby__file_new_change(tby_store *s);
tby_rc tby__file_last_change(tby_store *s, tby_store_on_change *each,
                             void *ctx);
tby_rc tby__file_undo(tby_store *s, tby_store_on_change *each, void *ctx);
tby_rc tby__file_backup(tby_store *s, const char *path);
tby_rc tby__file_restore(tby_store *s, tby_store *from);
void tby__file_cancel(tby_store *s);
tby_rc tby__file_duplicate(tby_store *s, const store_packed *game,
                           uint64_t *out);
void tby__file_prefetch(const tby_store *s, const store_packed *game);
tby_rc tby__file_index(tby_store *s, const tby_store_work *work);
tby_rc tby__file_checkpoint(tby_store *s);
tby_rc tby__file_optimize(tby_store *s, const tby_store_work *work);
tby_rc tby__file_sql_query(tby_store *s, const tby_sql_job *job);
tby_rc tby__file_change_people(tby_store *s, const tby_person_change *changes,
                               size_t n);
tby_rc tby__file_people_log(tby_store *s, void *ctx,
                            tby_rc (*each)(void *ctx,
                                           const tby_person_change *c));
tby_rc tby__file_pairings(tby_store *s, void *ctx, tby_each_pair *each);
tby_rc tby__file_fides(tby_store *s, void *ctx, tby_each_pair *each);

/* --- transactions ---------------------------------------------------------*/

/* Takes the place of the one writer, and knows the file's state. */
TBY_MUST_USE tby_rc tby__file_begin_write(store_file *f);
TBY_MUST_USE tby_rc tby__file_commit_write(store_file *f);
/* Commits what changes no state, and goes on; others may have written in
 * between. */
TBY_MUST_USE tby_rc tby__file_next_write(store_file *f);
void tby__file_leave_write(store_file *f); /* nothing was written */
void tby__file_cancel_write(store_file *f);

/* Folds the journal on another thread from now on, if that can be had. */
void tby__file_folder_open(store_file *f);
void tby__file_folder_close(store_file *f);

/* Everything into the one file, and an ordinary journal again, which needs
 * nothing beside it to be read.  Another handle that has it open prevents the
 * latter, and does it in turn, or the next writer does. */
void tby__file_leave_journal(store_file *f);

/* Reads the state if someone has changed it. */
TBY_MUST_USE tby_rc tby__file_get_meta(store_file *f, const char *name,
                                       int64_t *out);
TBY_MUST_USE tby_rc tby__file_put_meta(store_file *f, const char *name,
                                       int64_t value);

/* --- columns and names ----------------------------------------------------*/

/* How many games of so many a chunk has. */
uint32_t tby__file_chunk_games(uint32_t stored, uint32_t chunk);
/* A column of a chunk, or what it says of moves. */
TBY_MUST_USE tby_rc tby__file_put_chunk(store_file *f, int64_t row,
                                        tby_str bytes);
/* One column of a chunk into the caller's memory, without keeping it: `want`
 * values at least. */
TBY_MUST_USE tby_rc tby__file_read_chunk(store_file *f, store_column column,
                                         uint32_t chunk, uint32_t want,
                                         uint32_t *values);
void tby__file_columns_trim(store_file *f); /* if there is too much in memory */
void tby__file_columns_forget(store_file *f); /* what is not full may grow */
void tby__file_columns_free(store_file *f);

/* As tby__rows_name(), but nothing that was asked for before vanishes. */
TBY_MUST_USE tby_rc tby__file_load_name(store_file *f, store_kind kind,
                                        uint32_t id, tby_str *out);
/* The number of a name, which is added if need be. */
TBY_MUST_USE tby_rc tby__file_name_id(store_file *f, store_kind kind,
                                      tby_str name, uint32_t *out);
/* So that a new player is found by name; and all players. */
TBY_MUST_USE tby_rc tby__file_put_folded(store_file *f, uint32_t player,
                                         tby_str name);
TBY_MUST_USE tby_rc tby__file_fold_players(store_file *f);
/* The bytes of a column of the row that a statement is at. */
tby_str tby__file_text_at(sqlite3_stmt *s, int column);
TBY_MUST_USE tby_rc tby__file_load_people(store_file *f);
static inline bool tby__file_is_player(const store_file *f, int64_t id)
{
    return id >= 1 && id <= f->names_n[STORE_PLAYER];
}
/* Of White and Black of a game, 0: it says none. */
TBY_MUST_USE tby_rc tby__file_fide_tags(store_file *f, uint32_t game,
                                        uint32_t out[2]);
void tby__file_names_trim(store_file *f);
void tby__file_names_drop(store_file *f, store_kind kind);

/* --- games ----------------------------------------------------------------*/

void tby__file_moves_forget(store_file *f); /* what is in memory */

/* What the first move of a game with STORE_IS_SETUP is played in. */
TBY_MUST_USE tby_rc tby__file_setup(store_file *f, uint32_t game, tby_pos *out);

/* Writes it, with a buffer for its bytes. */
TBY_MUST_USE tby_rc tby__file_put_move_bitmaps(store_file *f, uint32_t chunk,
                                               const move_bitmaps *s,
                                               tby_buf *buf);

/* --- sums (file_upkeep.c) -------------------------------------------------*/

/* Sets plies, first, last and bytes: those of the rows by what they are for;
 * the rest is what the whole file has beyond them. */
TBY_MUST_USE tby_rc tby__file_sums(store_file *f, tby_store_facts *out);
TBY_MUST_USE tby_rc tby__file_load_sums(store_file *f);
/* Writes them as they are; or finds out what they are. */
TBY_MUST_USE tby_rc tby__file_put_sums(store_file *f);
TBY_MUST_USE tby_rc tby__file_measure_sums(store_file *f);
/* One game more, with these columns. */
void tby__file_sums_game(store_file *f, const uint32_t *column);
/* A row will be gone, if there is one with that number; `size` asks for its
 * bytes. */
TBY_MUST_USE tby_rc tby__file_sums_drop(store_file *f, file_sum sum,
                                        file_sql size, int64_t id);

/* Makes what tby__rows_move_bitmap() gives, and the column STORE_LEAST, for the
 * chunks of which they are missing. */
TBY_MUST_USE tby_rc tby__file_move_bitmaps(store_file *f);

/* Gives unused pages back if they are worth it. */
TBY_MUST_USE tby_rc tby__file_shrink(store_file *f);

/* Plies and dates of the first so many games, as far as they are not dead. */
TBY_MUST_USE tby_rc tby__file_measure_games(store_file *f, uint32_t games);

/* --- games that were changed (file_changes.c) -----------------------------*/

/* With the state, and what follows of the runs when they are known. */
TBY_MUST_USE tby_rc tby__file_load_changes(store_file *f);
void tby__file_changes_indexed(store_file *f);
void tby__file_changes_free(store_file *f);

/* Of the open batch: a game that stood at a place (0: nowhere) and stands at
 * another now; and all of them into the file. */
TBY_MUST_USE tby_rc tby__file_note(store_file *f, uint32_t id, uint32_t before,
                                   uint32_t after);
TBY_MUST_USE tby_rc tby__file_put_changes(store_file *f);

/* Stores a game at the end of the batch, at *place. */
TBY_MUST_USE tby_rc tby__file_put_game(store_file *f, const store_packed *game,
                                       uint32_t *place);

/* Dead games whose room is not given back; and gives it back: the index must be
 * made again in the same transaction. */
uint32_t tby__file_dead_n(const store_file *f);
TBY_MUST_USE tby_rc tby__file_bury(store_file *f);
/* What was changed cannot be taken back any more. */
TBY_MUST_USE tby_rc tby__file_forget_changes(store_file *f);

/* --- runs and writing -----------------------------------------------------*/

/* Makes one run over the games first .. first + games - 1 in place of all runs
 * that lie in them, in one transaction. */
TBY_MUST_USE tby_rc tby__file_make_index(store_file *f, uint32_t first,
                                         uint32_t games,
                                         const tby_store_work *options);
TBY_MUST_USE tby_rc tby__file_load_runs(store_file *f);
void tby__file_free_runs(store_file *f);
void tby__file_free_writer(store_file *f);
void tby__file_forget_hashes(store_file *f); /* they can be read again */

/* --- a batch that grows (file_write.c, file_duplicate.c) ------------------*/

/* The hashes of all games, and where to find a hash. */
typedef struct file_hashes {
    bool loaded;
    uint32_t n;     /* games */
    uint32_t *hash; /* of game i + 1 */
    size_t hash_cap;
    tby_hashmap map; /* of i by that */
} file_hashes;

struct file_writer {
    bool ready; /* what follows are the last block and chunk of `games` games */
    uint32_t games;
    uint32_t batch_first; /* the first game of the batch */
    /* Of the batch: its first fingerprint, its last two, and how many there
     * are. */
    tby_store_fingerprint start, ends[2];
    size_t fingerprints;
    tby_rc rc; /* of the batch: after a failure it cannot be committed */
    store_block_writer block;
    /* The last row of moves, which may begin in the block before. */
    store_block_writer row_moves;
    uint32_t row_last; /* under which game it is in the file; 0: it is not */
    uint32_t column[STORE_COLUMNS][STORE_CHUNK];
    move_bitmaps bitmaps; /* of the blocks of the chunk that were written */
    tby_buf row;
    file_hashes hashes;
    file_change *changes; /* of the batch */
    size_t changes_n, changes_cap;
};

/* Of a game of the batch.  If that fails the hashes are loaded again later. */
void tby__file_hash_add(file_hashes *h, const store_packed *game);
void tby__file_hashes_free(file_hashes *h);

#endif
