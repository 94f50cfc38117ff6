/* journal.h - SQLite's journal (WAL), written in large pieces.
 *
 * SQLite writes each page of the journal with two calls of the system, one for
 * its head of 24 bytes.  What is appended is gathered here and written
 * together. Nothing that is gathered belongs to a transaction that is done: the
 * head of its last page says that it is the last, and then everything is
 * written, or the write fails as any would. */
#ifndef TBY_STORE_SQLITE_VFS_JOURNAL_H
#define TBY_STORE_SQLITE_VFS_JOURNAL_H

#include <sqlite3.h>
#include <stddef.h>

/* What a journal needs in memory before the system's own file. */
size_t tby__journal_size(void);

/* As xOpen of a VFS, for a file that is opened with SQLITE_OPEN_WAL. */
int tby__journal_open(sqlite3_vfs *system_vfs, const char *name,
                      sqlite3_file *file, int flags, int *flags_out);

#endif
