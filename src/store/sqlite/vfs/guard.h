/* guard.h - SQLite over files whose pages carry a checksum each.
 *
 * SQLite trusts what it reads: a flipped bit in an index makes a name vanish
 * without a word.  So the last eight bytes of every page, which SQLite leaves
 * alone (they are "reserved", and any SQLite can read such a file), hold
 * tby_checksum() of the bytes before them xor the number of the page, from 0.
 * It is put there on the way to the file and compared on the way back;
 * SQLITE_IOERR_DATA says that it does not fit.
 *
 * The journal has checksums of SQLite's own. */
#ifndef TBY_STORE_SQLITE_VFS_GUARD_H
#define TBY_STORE_SQLITE_VFS_GUARD_H

#include "tabiya/base.h"

enum {
    GUARD_PAGE = 4096,              /* bytes of a page, the sum included */
    GUARD_SUM = 8,                  /* bytes of the sum */
    GUARD_APPLICATION = 0x54425947, /* "TBYG": files with this id have sums */
};

/* The name of the VFS, for sqlite3_open_v2(); NULL: it cannot be had.  A file
 * that is empty at first gets sums, one of another application is left as it
 * is. */
const char *tby__guard_vfs(void);

struct sqlite3_file;

/* The page whose sum did not fit when it was last read, from 1 as SQLite counts
 * them; 0: there was none.  Of a file that was opened with this VFS. */
uint64_t tby__guard_misfit(const struct sqlite3_file *file);

/* The version of the tables that the first bytes of a file tell, whatever its
 * sums are: another version may sum in another way.  0 if it is no such file.
 */
uint32_t tby__guard_version(tby_str head);

#endif
