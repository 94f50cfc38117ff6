/* faults.h - calls that fail when reported to: SQLite's memory, and what it
 * asks of the system.  SQLite has a door for either, so what is tested is what
 * runs. */
#ifndef TBY_TESTS_UNIT_STORE_FAULTS_H
#define TBY_TESTS_UNIT_STORE_FAULTS_H

#include "support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <sys/types.h>
#include <unistd.h>

/* What fails: the call with this number, from 1. */
typedef enum fault_kind {
    FAULT_NONE,
    FAULT_MEMORY,
    FAULT_READ,  /* pread(): EIO */
    FAULT_LOCK,  /* fcntl() of a lock: EIO */
    FAULT_WRITE, /* pwrite(): the process is killed instead */
} fault_kind;

static struct {
    fault_kind kind;
    unsigned at, calls;
} fault;

static inline void fault_set(fault_kind kind, unsigned at)
{
    fault.kind = kind;
    fault.at = at;
    fault.calls = 0;
}

/* From now on nothing fails.  Did anything? */
static inline bool fault_end(void)
{
    fault.kind = FAULT_NONE;
    return fault.calls >= fault.at;
}

static inline bool fault_is_now(fault_kind kind)
{
    return fault.kind == kind && ++fault.calls == fault.at;
}

/* --- memory ---------------------------------------------------------------*/

static sqlite3_mem_methods fault_memory;

static void *fault_malloc(int n)
{
    return fault_is_now(FAULT_MEMORY) ? NULL : fault_memory.xMalloc(n);
}

static void *fault_realloc(void *p, int n)
{
    return fault_is_now(FAULT_MEMORY) ? NULL : fault_memory.xRealloc(p, n);
}

/* --- the system -----------------------------------------------------------*/

static ssize_t fault_pread(int fd, void *to, size_t n, off_t at)
{
    if (fault_is_now(FAULT_READ)) {
        errno = EIO;
        return -1;
    }
    return pread(fd, to, n, at);
}

static ssize_t fault_pwrite(int fd, const void *from, size_t n, off_t at)
{
    if (fault_is_now(FAULT_WRITE))
        kill(getpid(), SIGKILL);
    return pwrite(fd, from, n, at);
}

static int fault_fcntl(int fd, int command, ...)
{
    va_list more;

    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (command == F_SETLK && fault_is_now(FAULT_LOCK)) {
        errno = EIO;
        return -1;
    }
    return fcntl(fd, command, argument);
}

static void fault_replace(const char *name, sqlite3_syscall_ptr by)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);

    /* of some there are two, and SQLite was built with one of them */
    if (vfs->xGetSystemCall(vfs, name))
        assert_int_equal(vfs->xSetSystemCall(vfs, name, by), SQLITE_OK);
}

/* Before anything else is asked of SQLite. */
static inline void fault_prepare(void)
{
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &fault_memory),
                     SQLITE_OK);
    sqlite3_mem_methods failing = fault_memory;
    failing.xMalloc = fault_malloc;
    failing.xRealloc = fault_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    assert_int_equal(sqlite3_initialize(), SQLITE_OK);
    fault_replace("pread", (sqlite3_syscall_ptr)fault_pread);
    fault_replace("pread64", (sqlite3_syscall_ptr)fault_pread);
    fault_replace("pwrite", (sqlite3_syscall_ptr)fault_pwrite);
    fault_replace("pwrite64", (sqlite3_syscall_ptr)fault_pwrite);
    fault_replace("fcntl", (sqlite3_syscall_ptr)fault_fcntl);
}

#endif
