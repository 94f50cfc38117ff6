/* import.h - games of files on their way into a database.
 *
 *     tby_import_open(&imp, store, &options);
 *     ... tby_import_file(imp, path) for each
 *     tby_import_finish(imp);
 *     sum = tby_import_summary(imp);
 *
 * Games are read and packed on all threads and stored in the order of the
 * files, in batches that depend on the bytes of a file and on nothing else.  A
 * batch is known by a hash over its games: an import that was interrupted, at
 * whatever moment, goes on where it was when it is repeated, and repeats
 * nothing.
 *
 * Memory: what tby_import_options.memory says, for reading and indexing
 * together. */
#ifndef TBY_WORK_DB_IMPORT_H
#define TBY_WORK_DB_IMPORT_H

#include "core/base/diag.h"
#include "store/store.h"
#include "tabiya/names.h"
#include "work/games/games.h"

#include <stdatomic.h>

/* --- other spellings of players' names -------------------------------------
 *
 * A file of lines with two columns, a tab between them: a spelling, and the
 * name of the one who is meant.  Empty lines and those that begin with # say
 * nothing. */

enum { TBY_ALIASES_BYTES = 64 << 20 }; /* of such a file */

typedef struct tby_aliases tby_aliases;

/* Reads a file, compressed or not; "-" is standard input.  What is wrong with
 * it is reported, and *out is NULL then: names that were half mapped could not
 * be reported from others later.  TBY_E_ALIASES, TBY_E_NOMEM, TBY_E_LIMIT, and
 * what reading gives (reported, too). */
TBY_MUST_USE tby_rc tby_aliases_read(tby_aliases **out, const char *path,
                                     const tby_diag *diag);
/* NULL is allowed. */
void tby_aliases_close(tby_aliases *a);

/* The name that is meant by a spelling: itself if nothing is said of it. */
tby_str tby_aliases_name(const tby_aliases *a, tby_str spelling);

/* --- games ----------------------------------------------------------------*/

enum {
    TBY_IMPORT_BATCH = 1 << 14, /* games of a file; fewer at first */
    TBY_IMPORT_FIRSTS = 3       /* games of each fault that are remembered */
};

#define TBY_IMPORT_MEMORY ((size_t)512 << 20)

typedef enum tby_import_stage {
    TBY_IMPORT_READS,  /* bytes of the file */
    TBY_IMPORT_INDEXES /* plies */
} tby_import_stage;

typedef struct tby_import_options {
    bool keep_all;          /* unterminated and abandoned games, too */
    bool keep_duplicates;   /* games that are there already, too */
    const tby_names *names; /* fills in what openings games are; may be NULL */
    const tby_aliases *aliases; /* may be NULL */
    tby_faults forgive;         /* of set-up positions, see tby_pgn.forgive */
    size_t memory;              /* bytes, from 128 MB; 0: TBY_IMPORT_MEMORY */
    unsigned threads;           /* 0: one for each processor */
    uint32_t batch;             /* games, 0: TBY_IMPORT_BATCH */
    const atomic_bool *stop;    /* ends it soon; may be NULL */
    void *ctx;
    /* So much of total (0: not known) is done, games of the file so far; on the
     * caller's thread.  May be NULL. */
    void (*progress)(void *ctx, tby_import_stage stage, uint64_t done,
                     uint64_t total, uint64_t games);
} tby_import_options;

/* A fault that was remembered: see tby_import_fault(). */
typedef struct tby_import_first {
    tby_games_fault fault; /* without its texts */
    size_t file;           /* the how manieth, from 0 */
    char text[512], member[256];
} tby_import_first;

typedef struct tby_import_sum {
    tby_games_sum read; /* games, plies, faults by kind */
    uint64_t bytes;     /* of the decompressed files */
    uint64_t imported;
    uint64_t known; /* games of batches that an earlier import has stored */
    uint64_t duplicates;
    uint64_t unterminated, abandoned; /* left out by the rules */
    uint64_t named;                   /* games whose code the names gave */
    uint64_t first_id, last_id;       /* of those that were imported; 0: none */
    size_t firsts_n;                  /* in the order they were met */
    tby_import_first *firsts;
} tby_import_sum;

typedef struct tby_import tby_import;

/* The store is open for writing and stays the caller's.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc tby_import_open(tby_import **out, tby_store *store,
                                    const tby_import_options *options);
/* NULL is allowed. */
void tby_import_close(tby_import *imp);

/* Reads a file to its end; "-" is standard input.  TBY_OK whatever the file is
 * like, *file being why it could not be read to its end; TBY_DONE: stopped,
 * with whole batches stored.  What the store says, TBY_E_NOMEM,
 * TBY_E_IO_THREAD. */
TBY_MUST_USE tby_rc tby_import_file(tby_import *imp, const char *path,
                                    tby_rc *file);

/* The same of all games of another database: those that are there already are
 * left out by the same rule, and the others get numbers after those that are
 * there. */
TBY_MUST_USE tby_rc tby_import_store(tby_import *imp, tby_store *from);

/* Puts a game in place of one that is stored, whose number it keeps, in a batch
 * of its own.  It is packed and named as one that is imported; a player whose
 * spelling stays is kept under the name he had.  TBY_DONE: there is no such
 * game; TBY_E_STORE_FIT. */
TBY_MUST_USE tby_rc tby_import_replace(tby_import *imp, uint64_t id,
                                       const tby_game *game);

/* Indexes what was stored, so that questions find it. */
TBY_MUST_USE tby_rc tby_import_finish(tby_import *imp);

/* As it was reported. */
tby_games_fault tby_import_fault(const tby_import_first *first);

/* Valid until the import is closed. */
const tby_import_sum *tby_import_summary(const tby_import *imp);

#endif
