/* import.h - files of games into a database, and out of it.  Part of
 * libtabiya-db.
 *
 *     rc = tby_store_open(&s, "games.tdb", TBY_STORE_WRITE);
 *     rc = tby_store_import(s, "games.pgn.zst", NULL, &count);
 *     rc = tby_store_export(s, filter, TBY_BY_DATE, "some.pgn", &written);
 */
#ifndef TBY_IMPORT_H
#define TBY_IMPORT_H

#include "tabiya/store.h"

typedef struct tby_import_how {
    bool keep_all;        /* unterminated and abandoned games, too */
    bool keep_duplicates; /* games that are there already, too */
    unsigned threads;     /* 0: one for each processor */
    size_t memory;        /* bytes, from 128 MB; 0: 512 MB */
    /* How far it has come, on the caller's thread: so much of total (0: not
     * known).  False ends it soon; what was stored stays.  May be NULL. */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
} tby_import_how;

typedef struct tby_import_count {
    uint64_t games;      /* of the file */
    uint64_t imported;   /* now */
    uint64_t known;      /* by an earlier import of the same file */
    uint64_t duplicates; /* of games that are there */
    uint64_t left_out;   /* unterminated, or abandoned before the sixth ply */
    uint64_t damaged;    /* and therefore refused */
    tby_rc file;         /* why the file could not be read to its end */
} tby_import_count;

TBY_BEGIN

/* Adds the games of a file to a database that is open for writing, and indexes
 * them.  PGN, .cdb and .jsonl are read, compressed or in an archive.  Games
 * without an opening get one from the built-in names.  how NULL: all zero.
 * TBY_OK whatever the games are like; TBY_DONE: progress() ended it.  What the
 * store says, TBY_E_NOMEM, TBY_E_IO_THREAD: whole batches are stored, and the
 * same call goes on from there. */
TBY_API TBY_MUST_USE tby_rc tby_store_import(tby_store *s, const char *path,
                                             const tby_import_how *how,
                                             tby_import_count *out);

/* Writes the games that fit to a file, which is there whole or not at all: PGN
 * unless its name ends with .cdb or .jsonl, compressed if .gz or .zst follows.
 * filter NULL: all games; written may be NULL.  What the store says,
 * TBY_E_IO_OPEN, TBY_E_IO_WRITE, TBY_E_NOMEM; TBY_E_FILE_KIND if there is a
 * database of that name. */
TBY_API TBY_MUST_USE tby_rc tby_store_export(tby_store *s,
                                             const tby_filter *filter,
                                             tby_games_order order,
                                             const char *path,
                                             uint64_t *written);

TBY_END

#endif
