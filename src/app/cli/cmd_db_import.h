/* cmd_db_import.h - what the files of tabiya db import share. */
#ifndef TBY_APP_CLI_CMD_DB_IMPORT_H
#define TBY_APP_CLI_CMD_DB_IMPORT_H

#include "app/cli/cmd_db.h"
#include "work/import.h"

/* The files that the words name; a folder stands for the files of games in it
 * and in its folders, sorted.  A word that names nothing is complained about:
 * see files.code.  Free it with tby_pgn_files_free(). */
tby_pgn_files tby_db_files_of(char *const words[], size_t n);

/* What an import came to. */
typedef struct tby_db_imported {
    const char *database;
    const tby_pgn_files *files;
    const tby_import_sum *sum;
    double seconds;
    bool interrupted;
} tby_db_imported;

/* On standard error the first lines of each kind that were refused, on standard
 * output the figures. */
void tby_db_print_import(const tby_db_imported *r);

/* The same as one object.  Returns an exit code. */
int tby_db_json_import(const tby_db_imported *r);

#endif
