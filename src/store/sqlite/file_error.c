/* file_error.c - what failed, in words. */
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

tby_rc file_fail(store_file *f, tby_rc rc, const char *reason)
{
    const char *sentence = tby_rc_text(rc);

    if (reason && *reason)
        snprintf(f->text, sizeof f->text, "%.*s: %s.",
                 (int)strlen(sentence) - 1, sentence, reason);
    else
        snprintf(f->text, sizeof f->text, "%s", sentence);
    return rc;
}

tby_rc file_damaged(store_file *f, const char *what, uint64_t number)
{
    char reason[128];

    snprintf(reason, sizeof reason, "%s %llu does not hold what it should",
             what, (unsigned long long)number);
    return file_fail(f, TBY_E_STORE_DAMAGED, reason);
}

const char *store_file_error_text(const store_file *f)
{
    return f ? f->text : "";
}

/* The errno of the file or of its journal, whichever has one; SQLite passes it
 * on by itself only while it opens a file. */
static int errno_of(store_file *f)
{
    static const int which[] = {SQLITE_FCNTL_JOURNAL_POINTER,
                                SQLITE_FCNTL_FILE_POINTER};
    int error = 0;

    for (size_t i = 0; i < 2 && error == 0; i++) {
        sqlite3_file *file = NULL;
        if (sqlite3_file_control(f->db, "main", which[i], (void *)&file) ==
                SQLITE_OK &&
            file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    return error ? error : sqlite3_system_errno(f->db);
}

/* The system's own words are better than SQLite's where it gave any. */
static tby_rc fail_by_system(store_file *f, tby_rc rc, int error)
{
    char reason[128];

    if (!error)
        return file_fail(f, rc, sqlite3_errmsg(f->db));
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    return file_fail(f, rc, reason);
}

static tby_rc fail_by_sum(store_file *f)
{
    sqlite3_file *file = NULL;
    uint64_t page = 0;
    char reason[64] = "the checksum of a page does not fit";

    if (sqlite3_file_control(f->db, "main", SQLITE_FCNTL_FILE_POINTER,
                             (void *)&file) == SQLITE_OK &&
        file)
        page = guard_misfit(file);
    if (page)
        snprintf(reason, sizeof reason,
                 "the checksum of page %llu does not fit",
                 (unsigned long long)page);
    return file_fail(f, TBY_E_STORE_DAMAGED, reason);
}

static tby_rc fail_by_input(store_file *f, int code)
{
    int error = errno_of(f);

    if (code == SQLITE_IOERR_DATA)
        return fail_by_sum(f);
    if (error == ENOSPC || error == EDQUOT || error == EFBIG)
        return fail_by_system(f, TBY_E_STORE_FULL, error);
    switch (code) {
    case SQLITE_IOERR_READ:
    case SQLITE_IOERR_SHORT_READ:
    case SQLITE_IOERR_CORRUPTFS:
        return fail_by_system(f, TBY_E_STORE_DAMAGED, error);
    case SQLITE_IOERR_NOMEM:
        return file_fail(f, TBY_E_NOMEM, NULL);
    default: /* locks and sizes are asked for by who only reads, too */
        return fail_by_system(
            f, f->mode == STORE_READ ? TBY_E_STORE_OPEN : TBY_E_STORE_WRITE,
            error);
    }
}

/* SQLite takes some errors of a disk for damage, and keeps them to itself. */
static tby_rc fail_by_damage(store_file *f)
{
    int error = errno_of(f);
    bool read = error != EIO && error != ENXIO && error != ERANGE;

    return fail_by_system(f, TBY_E_STORE_DAMAGED, read ? 0 : error);
}

tby_rc file_fail_sqlite(store_file *f)
{
    int code = sqlite3_extended_errcode(f->db);

    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return file_fail(f, TBY_E_NOMEM, NULL);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: /* others were faster, again and again */
        return file_fail(f, TBY_E_STORE_LOCKED, NULL);
    case SQLITE_FULL:
        return file_fail(f, TBY_E_STORE_FULL, NULL);
    case SQLITE_IOERR:
        return fail_by_input(f, code);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return fail_by_system(f, TBY_E_STORE_OPEN, sqlite3_system_errno(f->db));
    case SQLITE_READONLY:
        return file_fail(f, TBY_E_STORE_WRITE,
                         code == SQLITE_READONLY_DIRECTORY
                             ? "its folder may not be written"
                             : sqlite3_errmsg(f->db));
    case SQLITE_NOTADB:
        return file_fail(f, TBY_E_STORE_FOREIGN, NULL);
    case SQLITE_TOOBIG:
        return file_fail(f, TBY_E_STORE_FIT, NULL);
    default: /* a table or a row is not what it should be */
        return fail_by_damage(f);
    }
}
