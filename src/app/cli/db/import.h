/* import.h - what the files of tabiya db import share. */
#ifndef TBY_APP_CLI_DB_IMPORT_H
#define TBY_APP_CLI_DB_IMPORT_H

#include "app/cli/db/cmd_db.h"
#include "work/json/answer.h"

/* The files that the words name; a folder stands for the files of games in it
 * and in its folders, sorted.  A word that names nothing is complained about:
 * see files.code.  Free it with tby_pgn_files_free(). */
tby_pgn_files tby_db_files_of(char *const words[], size_t n);

/* On standard error the first lines of each kind that were refused, on standard
 * output the figures. */
void tby_db_print_import(const tby_imported *r);

#endif
