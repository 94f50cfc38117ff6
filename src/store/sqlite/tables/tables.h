/* tables.h - the tables that users see in SQL: games, moves, positions, players
 * and eco, made from the blocks while they are read.
 *
 *   tables.c     what SQLite calls, for all of them
 *   sql.c        a question in SQL
 *   games.c      a row for each game
 *   moves.c      a row for each move
 *   positions.c  a row for each position
 *   players.c    a row for each player
 *   eco.c        the built-in names */
#ifndef TBY_STORE_SQLITE_TABLES_TABLES_H
#define TBY_STORE_SQLITE_TABLES_TABLES_H

#include "store/query/replay.h"
#include "store/sqlite/file_int.h"

/* What a cursor of any table begins with. */
typedef struct tables_cursor {
    sqlite3_vtab_cursor base;
    store_file *file;
    size_t at, end; /* rows that are counted, of a table without next() */
} tables_cursor;

/* A table: what sets it apart.  tables.c has what SQLite calls, and calls these
 * with a cursor of so many bytes, all 0 at first. */
typedef struct tables_kind {
    const char *name, *declaration;
    size_t cursor;
    void (*plan)(sqlite3_index_info *info);
    /* Goes to the first row of a plan, which numbered its values. */
    tby_rc (*filter)(void *cursor, int plan, sqlite3_value **values);
    tby_rc (*next)(void *cursor);     /* NULL: to the next number */
    bool (*over)(const void *cursor); /* after the last row? */
    tby_rc (*column)(void *cursor, sqlite3_context *ctx, int column);
    void (*close)(void *cursor); /* NULL: it owns nothing */
} tables_kind;

extern const tables_kind tby__tables_games, tby__tables_moves,
    tby__tables_positions, tby__tables_players, tby__tables_eco;

/* Makes the tables known to the connection.  TBY_E_STORE_SQL, TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby__tables_open(store_file *f);

/* --- shared ---------------------------------------------------------------*/

/* Takes constraint i of a plan, as argument n of the filter from 1 on. */
void tby__tables_use(sqlite3_index_info *info, int i, int n);

/* A plan that finds so many rows, by the value of a column. */
typedef struct tables_way {
    int column, plan;
    sqlite3_int64 rows;
    const char *name;
} tables_way;

/* Takes the first of some that the question allows, and returns the constraint
 * it goes by; -1: none. */
int tby__tables_plan_by(sqlite3_index_info *info, const tables_way *ways,
                        size_t n);

/* What EXPLAIN QUERY PLAN shows of it. */
void tby__tables_call(sqlite3_index_info *info, const char *name);

/* The usable constraint of a column and operator; -1: none.  One that compares
 * in another way than byte by byte, such as NOCASE, is left to SQLite. */
int tby__tables_constraint(sqlite3_index_info *info, int column,
                           unsigned char op);

/* Results.  A text that is not there is NULL; as is 0 of a number that may not
 * be known. */
void tby__tables_text(sqlite3_context *ctx, tby_str text);
void tby__tables_known(sqlite3_context *ctx, uint32_t n);

/* The name of an id. */
TBY_MUST_USE tby_rc tby__tables_name(sqlite3_context *ctx, store_file *f,
                                     store_column column, uint32_t id);

#endif
