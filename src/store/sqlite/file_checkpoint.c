/* file_checkpoint.c - the journal is folded into the file, while others work
 * and at the end.
 *
 * SQLite copies the journal where the page count of a commit says so, and has
 * both files written to the disk meanwhile; the writer would wait for that.  So
 * a connection of its own does it on a thread of its own.  What it misses is
 * folded when the file is closed. */
#include "core/base/assert.h"
#include "store/sqlite/file_int.h"
#include "store/sqlite/vfs/guard.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    WORTH = 2048,  /* pages of the journal that are worth the effort */
    MOST = 1 << 15 /* pages at which the writer waits: 128 MB */
};

struct file_folder {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool asked, busy, ending;
};

static void *fold(void *ctx)
{
    file_folder *d = ctx;

    pthread_mutex_lock(&d->lock);
    while (!d->ending) {
        if (!d->asked) {
            pthread_cond_wait(&d->change, &d->lock);
            continue;
        }
        d->asked = false;
        d->busy = true;
        pthread_mutex_unlock(&d->lock);
        /* A failure is no loss: the journal stays as it is. */
        sqlite3_wal_checkpoint_v2(d->db, "main", SQLITE_CHECKPOINT_PASSIVE,
                                  NULL, NULL);
        pthread_mutex_lock(&d->lock);
        d->busy = false;
        pthread_cond_broadcast(&d->change);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

/* After a commit that leaves so many pages in the journal. */
static int on_commit(void *ctx, sqlite3 *db, const char *name, int pages)
{
    file_folder *d = ctx;

    (void)db;
    (void)name;
    if (pages < WORTH)
        return SQLITE_OK;
    pthread_mutex_lock(&d->lock);
    d->asked = true;
    pthread_cond_broadcast(&d->change);
    while (pages >= MOST && (d->asked || d->busy))
        pthread_cond_wait(&d->change, &d->lock);
    pthread_mutex_unlock(&d->lock);
    return SQLITE_OK;
}

static bool start(file_folder *d, sqlite3 *owner)
{
    const char *name = sqlite3_db_filename(owner, "main");

    if (sqlite3_open_v2(name, &d->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        tby__guard_vfs()) != SQLITE_OK)
        return false;
    sqlite3_exec(d->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->change, NULL);
    if (pthread_create(&d->thread, NULL, fold, d) == 0)
        return true;
    pthread_cond_destroy(&d->change);
    pthread_mutex_destroy(&d->lock);
    return false;
}

void tby__file_folder_open(store_file *f)
{
    file_folder *d = f->folder ? NULL : calloc(1, sizeof *d);

    TBY_ASSERT(f->writing);
    if (!d)
        return;
    if (!start(d, f->db)) {
        sqlite3_close(d->db);
        free(d);
        return;
    }
    f->folder = d;
    sqlite3_wal_hook(f->db, on_commit, d);
}

void tby__file_folder_close(store_file *f)
{
    file_folder *d = f->folder;

    if (!d)
        return;
    sqlite3_wal_hook(f->db, NULL, NULL);
    pthread_mutex_lock(&d->lock);
    d->ending = true;
    pthread_cond_broadcast(&d->change);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    pthread_cond_destroy(&d->change);
    pthread_mutex_destroy(&d->lock);
    sqlite3_close(d->db);
    free(d);
    f->folder = NULL;
}

static bool leave(store_file *f)
{
    f->patience = 0;
    return sqlite3_exec(f->db, "PRAGMA journal_mode = DELETE", NULL, NULL,
                        NULL) == SQLITE_OK;
}

/* Waits for questions that are being answered: whoever copies the file should
 * not have to think of a journal. */
tby_rc tby__file_checkpoint(tby_store *s)
{
    store_file *f = store_rows_of(s);

    TBY_ASSERT(!f->writing);
    tby__file_reset(f);
    tby__file_folder_close(f);
    f->patience = FILE_FOLD_MS;
    int code = sqlite3_wal_checkpoint_v2(
        f->db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    if (code == SQLITE_OK)
        return TBY_OK;
    if ((code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED) {
        /* A reader keeps the journal from going into the file; what is in the
         * journal must not be lost either. */
        sqlite3_file *journal = NULL;
        return sqlite3_file_control(f->db, "main", SQLITE_FCNTL_JOURNAL_POINTER,
                                    &journal) == SQLITE_OK &&
                       journal && journal->pMethods &&
                       journal->pMethods->xSync(journal, SQLITE_SYNC_NORMAL) !=
                           SQLITE_OK
                   ? tby__file_fail(f, TBY_E_STORE_WRITE,
                                    "its journal does not reach the disk")
                   : TBY_OK;
    }
    tby_rc rc = tby__file_fail_sqlite(f);
    return rc == TBY_E_STORE_FULL
               ? tby__file_fail(
                     f, rc,
                     "what was written stays in the journal beside the "
                     "file and belongs to it")
               : rc;
}

void tby__file_leave_journal(store_file *f)
{
    if (!leave(f) && tby__file_checkpoint(&f->base) == TBY_OK)
        leave(f);
}
