/* journal.c - see journal.h. */
#include "store/sqlite/vfs/journal.h"
#include "tabiya/base.h"

#include <stdlib.h>
#include <string.h>

/* Sizes and places of SQLite's file format: the head of a page, and where it
 * says that the page is the last of its transaction. */
enum { HEAD = 24, HEAD_LAST = 4 };

/* Bytes; the system's VFS takes less than 128 kB at a time. */
enum { GATHERED = 120 << 10 };

/* The system's own file lies after this in memory. */
typedef struct journal_file {
    sqlite3_file base;
    unsigned char *bytes; /* gathered; NULL: there were none yet */
    size_t n;
    sqlite3_int64 at; /* where they belong */
    bool last;        /* a transaction ends with this page */
} journal_file;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return (sqlite3_file *)(void *)((journal_file *)(void *)file + 1);
}

/* What cannot be written is lost; whatever call of SQLite is notified of it,
 * the transaction is rolled back, and the next one begins before. */
static int flush(sqlite3_file *file)
{
    journal_file *j = (journal_file *)(void *)file;
    sqlite3_file *real = real_of(file);
    int n = (int)j->n;

    j->n = 0;
    return n ? real->pMethods->xWrite(real, j->bytes, n, j->at) : SQLITE_OK;
}

static bool has_room(journal_file *j, int n)
{
    if (!j->bytes)
        j->bytes = malloc(GATHERED);
    return j->bytes && (size_t)n <= GATHERED - j->n;
}

static bool says_last(const unsigned char *head)
{
    static const unsigned char no[4] = {0};

    return memcmp(head + HEAD_LAST, no, sizeof no) != 0;
}

/* The last head of a transaction is not kept waiting for its page: it may be
 * written again when that is there already. */
static int journal_write(sqlite3_file *file, const void *bytes, int n,
                         sqlite3_int64 at)
{
    journal_file *j = (journal_file *)(void *)file;
    sqlite3_file *real = real_of(file);
    int rc = SQLITE_OK;

    if (n == HEAD)
        j->last = says_last(bytes);
    if (at != j->at + (sqlite3_int64)j->n || !has_room(j, n))
        rc = flush(file);
    if (rc != SQLITE_OK)
        return rc;
    if (!has_room(j, n))
        return real->pMethods->xWrite(real, bytes, n, at);
    if (j->n == 0)
        j->at = at;
    memcpy(j->bytes + j->n, bytes, (size_t)n);
    j->n += (size_t)n;
    return j->last ? flush(file) : SQLITE_OK;
}

/* Everything else sees the file as if nothing had been gathered. */
#define FLUSHED(name, parameters, arguments)                                   \
    static int journal_##name parameters                                       \
    {                                                                          \
        sqlite3_file *real = real_of(file);                                    \
        int rc = flush(file);                                                  \
        return rc == SQLITE_OK ? real->pMethods->name arguments : rc;          \
    }

FLUSHED(xRead, (sqlite3_file * file, void *out, int n, sqlite3_int64 at),
        (real, out, n, at))
FLUSHED(xTruncate, (sqlite3_file * file, sqlite3_int64 n), (real, n))
FLUSHED(xSync, (sqlite3_file * file, int flags), (real, flags))
FLUSHED(xFileSize, (sqlite3_file * file, sqlite3_int64 *out), (real, out))
FLUSHED(xLock, (sqlite3_file * file, int level), (real, level))
FLUSHED(xUnlock, (sqlite3_file * file, int level), (real, level))
FLUSHED(xCheckReservedLock, (sqlite3_file * file, int *out), (real, out))
FLUSHED(xFileControl, (sqlite3_file * file, int op, void *arg), (real, op, arg))

/* What is left was of a transaction that is given up. */
static int journal_close(sqlite3_file *file)
{
    journal_file *j = (journal_file *)(void *)file;
    sqlite3_file *real = real_of(file);

    free(j->bytes);
    return real->pMethods->xClose(real);
}

static int journal_sector(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);

    return real->pMethods->xSectorSize(real);
}

static int journal_device(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);

    return real->pMethods->xDeviceCharacteristics(real);
}

/* Version 1: a journal has no memory that is shared, nor maps. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = journal_close,
    .xRead = journal_xRead,
    .xWrite = journal_write,
    .xTruncate = journal_xTruncate,
    .xSync = journal_xSync,
    .xFileSize = journal_xFileSize,
    .xLock = journal_xLock,
    .xUnlock = journal_xUnlock,
    .xCheckReservedLock = journal_xCheckReservedLock,
    .xFileControl = journal_xFileControl,
    .xSectorSize = journal_sector,
    .xDeviceCharacteristics = journal_device,
};

size_t tby__journal_size(void)
{
    return sizeof(journal_file);
}

int tby__journal_open(sqlite3_vfs *system_vfs, const char *name,
                      sqlite3_file *file, int flags, int *flags_out)
{
    journal_file *j = (journal_file *)(void *)file;

    *j = (journal_file){.n = 0};
    int rc =
        system_vfs->xOpen(system_vfs, name, real_of(file), flags, flags_out);
    if (real_of(file)->pMethods)
        j->base.pMethods = &methods;
    return rc;
}
