/* guard.c - see guard.h. */
#include "store/sqlite/vfs/guard.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "store/sqlite/vfs/journal.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

/* The system's own file lies after this in memory. */
typedef struct guard_file {
    sqlite3_file base;
    bool on;
    uint64_t misfit;                /* see tby__guard_misfit() */
    unsigned char page[GUARD_PAGE]; /* on its way to the file */
} guard_file;

static sqlite3_vfs guard;
static sqlite3_vfs *system_vfs;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return (sqlite3_file *)(void *)((guard_file *)(void *)file + 1);
}

static uint64_t sum_of(const unsigned char *page, sqlite3_int64 at)
{
    TBY_ASSERT(at >= 0);
    return tby_checksum(page, GUARD_PAGE - GUARD_SUM) ^
           (uint64_t)(at / GUARD_PAGE);
}

static bool sum_fits(const unsigned char *page, sqlite3_int64 at)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < GUARD_SUM; i++)
        sum |= (uint64_t)page[GUARD_PAGE - GUARD_SUM + i] << 8 * i;
    return sum == sum_of(page, at);
}

static bool is_page(int n, sqlite3_int64 at)
{
    return n == GUARD_PAGE && at % GUARD_PAGE == 0;
}

/* What the head of the file says; SQLite's documentation has the offsets. */
enum {
    HEAD = 100,
    PAGE_SIZE = 16,
    RESERVED = 20,
    VERSION = 60,
    APPLICATION = 68
};

static uint32_t number_at(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

uint32_t tby__guard_version(tby_str head)
{
    static const char magic[16] = "SQLite format 3";
    const unsigned char *p = (const unsigned char *)head.p;

    return head.n >= HEAD && memcmp(p, magic, sizeof magic) == 0 &&
                   number_at(p + APPLICATION) == GUARD_APPLICATION
               ? number_at(p + VERSION)
               : 0;
}

static int look_at_head(guard_file *f, const unsigned char *head)
{
    const unsigned char *size = head + PAGE_SIZE;

    f->on = number_at(head + APPLICATION) == GUARD_APPLICATION;
    if (f->on &&
        ((size[0] << 8 | size[1]) != GUARD_PAGE || head[RESERVED] != GUARD_SUM))
        return SQLITE_IOERR_DATA;
    return SQLITE_OK;
}

static int guard_read(sqlite3_file *file, void *out, int n, sqlite3_int64 at)
{
    guard_file *f = (guard_file *)(void *)file;
    sqlite3_file *real = real_of(file);
    int rc = real->pMethods->xRead(real, out, n, at);

    if (rc == SQLITE_OK && at == 0 && n >= HEAD)
        rc = look_at_head(f, out);
    if (rc == SQLITE_OK && f->on && is_page(n, at) && !sum_fits(out, at)) {
        f->misfit = (uint64_t)(at / GUARD_PAGE) + 1;
        rc = SQLITE_IOERR_DATA;
    }
    return rc;
}

uint64_t tby__guard_misfit(const sqlite3_file *file)
{
    return ((const guard_file *)(const void *)file)->misfit;
}

static int guard_write(sqlite3_file *file, const void *bytes, int n,
                       sqlite3_int64 at)
{
    guard_file *f = (guard_file *)(void *)file;
    sqlite3_file *real = real_of(file);

    if (f->on && is_page(n, at)) {
        memcpy(f->page, bytes, GUARD_PAGE);
        unsigned char *page = f->page;
        uint64_t sum = sum_of(page, at);
        for (size_t i = 0; i < GUARD_SUM; i++)
            page[GUARD_PAGE - GUARD_SUM + i] = (unsigned char)(sum >> 8 * i);
        bytes = f->page;
    }
    return real->pMethods->xWrite(real, bytes, n, at);
}

/* Everything else is the system's. */
#define FORWARD(name, parameters, arguments)                                   \
    static int guard_##name parameters                                         \
    {                                                                          \
        sqlite3_file *real = real_of(file);                                    \
        return real->pMethods->name arguments;                                 \
    }

FORWARD(xClose, (sqlite3_file * file), (real))
FORWARD(xTruncate, (sqlite3_file * file, sqlite3_int64 n), (real, n))
FORWARD(xSync, (sqlite3_file * file, int flags), (real, flags))
FORWARD(xFileSize, (sqlite3_file * file, sqlite3_int64 *out), (real, out))
FORWARD(xLock, (sqlite3_file * file, int level), (real, level))
FORWARD(xUnlock, (sqlite3_file * file, int level), (real, level))
FORWARD(xCheckReservedLock, (sqlite3_file * file, int *out), (real, out))
FORWARD(xFileControl, (sqlite3_file * file, int op, void *arg), (real, op, arg))
FORWARD(xSectorSize, (sqlite3_file * file), (real))
FORWARD(xDeviceCharacteristics, (sqlite3_file * file), (real))
FORWARD(xShmMap,
        (sqlite3_file * file, int region, int size, int extend,
         void volatile **out),
        (real, region, size, extend, out))
FORWARD(xShmLock, (sqlite3_file * file, int offset, int n, int flags),
        (real, offset, n, flags))
FORWARD(xShmUnmap, (sqlite3_file * file, int remove), (real, remove))

static void guard_barrier(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);

    real->pMethods->xShmBarrier(real);
}

/* Version 2 has no memory maps, which would go around the sums. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = guard_xClose,
    .xRead = guard_read,
    .xWrite = guard_write,
    .xTruncate = guard_xTruncate,
    .xSync = guard_xSync,
    .xFileSize = guard_xFileSize,
    .xLock = guard_xLock,
    .xUnlock = guard_xUnlock,
    .xCheckReservedLock = guard_xCheckReservedLock,
    .xFileControl = guard_xFileControl,
    .xSectorSize = guard_xSectorSize,
    .xDeviceCharacteristics = guard_xDeviceCharacteristics,
    .xShmMap = guard_xShmMap,
    .xShmLock = guard_xShmLock,
    .xShmBarrier = guard_barrier,
    .xShmUnmap = guard_xShmUnmap,
};

static int guard_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file,
                      int flags, int *flags_out)
{
    guard_file *f = (guard_file *)(void *)file;

    (void)vfs;
    if (flags & SQLITE_OPEN_WAL)
        return tby__journal_open(system_vfs, name, file, flags, flags_out);
    if (!(flags & SQLITE_OPEN_MAIN_DB)) /* another journal: not ours */
        return system_vfs->xOpen(system_vfs, name, file, flags, flags_out);
    memset(f, 0, sizeof *f);
    f->on = true; /* until a head says otherwise */
    int rc =
        system_vfs->xOpen(system_vfs, name, real_of(file), flags, flags_out);
    if (real_of(file)->pMethods)
        f->base.pMethods = &methods;
    return rc;
}

static void start(void)
{
    system_vfs = sqlite3_vfs_find(NULL);
    if (!system_vfs)
        return;
    guard = *system_vfs; /* what is not a file stays the system's */
    guard.zName = "tabiya";
    guard.pNext = NULL;
    guard.szOsFile +=
        (int)(sizeof(guard_file) > tby__journal_size() ? sizeof(guard_file)
                                                       : tby__journal_size());
    guard.xOpen = guard_open;
    if (sqlite3_vfs_register(&guard, 0) != SQLITE_OK)
        guard.zName = NULL;
}

const char *tby__guard_vfs(void)
{
    pthread_once(&once, start);
    return guard.zName;
}
