/* cmd_book.h - what the commands on Polyglot books have in common. */
#ifndef TBY_APP_CLI_BOOK_CMD_BOOK_H
#define TBY_APP_CLI_BOOK_CMD_BOOK_H

#include "app/cli/cli.h"
#include "work/book/file.h"

/* Maps a book and looks at all of it.  Returns an exit code, after a complaint
 * with the byte of what is wrong; close it if that is TBY_EXIT_OK. */
int tby_cli_book_open(tby_book_file *f, const char *path);

/* Shows the moves of a position, after an empty line if any are shown already.
 * False: the book does not have it.  *code is set only if printing fails. */
bool tby_cli_book_show(const tby_book_file *f, const tby_cli_text *text,
                       const tby_line *line, bool json, size_t *shown,
                       int *code);

#endif
