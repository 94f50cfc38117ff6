/* tables.h - the tables that users see in SQL: games, moves, positions, players
 * and eco, made from the blocks while they are read.
 *
 *   tables.c            what they share, and entering them
 *   tables_games.c      a row for each game
 *   tables_moves.c      a row for each move; tables_ply.c its values
 *   tables_positions.c  a row for each position; tables_tally.c counts
 *   tables_players.c    a row for each player
 *   tables_eco.c        the built-in book */
#ifndef TBY_STORE_TABLES_H
#define TBY_STORE_TABLES_H

#include "store/sqlite/file_int.h"
#include "store/sqlite/replay.h"

/* Every table of ours. */
typedef struct tables_table {
    sqlite3_vtab base;
    store_file *file;
} tables_table;

extern const sqlite3_module tables_games, tables_moves, tables_positions,
    tables_players, tables_eco;

/* Makes the tables known to the connection.  TBY_E_STORE_SQL, TBY_E_NOMEM. */
TBY_MUST_USE tby_rc store_tables_open(store_file *f);

/* --- shared ---------------------------------------------------------------*/

/* xConnect of a table with this declaration; xDisconnect of all. */
int tables_connect(sqlite3 *db, void *file, const char *declaration,
                   sqlite3_vtab **out);
int tables_disconnect(sqlite3_vtab *table);

/* A failure of ours as SQLite's, with the sentence in the table. */
int tables_fail(sqlite3_vtab *table, tby_rc rc);

/* Takes constraint i of a plan, as argument n of the filter from 1 on. */
void tables_use(sqlite3_index_info *info, int i, int n);

/* What EXPLAIN QUERY PLAN shows of it. */
void tables_call(sqlite3_index_info *info, const char *name);

/* The usable constraint of a column and operator; -1: none.  One that compares
 * in another way than byte by byte, such as NOCASE, is left to SQLite. */
int tables_constraint(sqlite3_index_info *info, int column, unsigned char op);

/* Results.  A text that is not there is NULL; as is 0 of a number that may not
 * be known. */
void tables_text(sqlite3_context *ctx, tby_str text);
void tables_known(sqlite3_context *ctx, uint32_t n);

/* The name of an id. */
int tables_name(sqlite3_context *ctx, tables_table *t, store_column column,
                uint32_t id);

#endif
