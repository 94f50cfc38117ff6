/* import_int.h - what the files of import.h share.
 *
 *     part (any thread) -> load -> queue -> batch -> store
 *
 * A load is what came out of one block of a file: its games, packed.  Loads
 * wait in their order until they fill a batch, because its fingerprint must be
 * known before its first game is stored. */
#ifndef TBY_WORK_DB_IMPORT_INT_H
#define TBY_WORK_DB_IMPORT_INT_H

#include "core/base/buf.h"
#include "io/system/thread.h"
#include "work/db/import.h"

typedef enum import_fate {
    IMPORT_TAKEN,
    IMPORT_REFUSED,
    IMPORT_UNTERMINATED,
    IMPORT_ABANDONED
} import_fate;

/* A game of the file.  The pointers of packed go into the bytes of the load,
 * and are set when the load is complete. */
typedef struct import_game {
    uint64_t check; /* of its bytes */
    import_fate fate;
    bool named;     /* the names gave its code */
    uint32_t noted; /* its number in the postings of the load */
    uint64_t id;    /* 0: it is not stored */
    size_t at;      /* in the bytes of the load */
    store_packed packed;
} import_game;

typedef struct import_load {
    import_game *games;
    size_t n, cap;
    uint32_t taken; /* of them */
    tby_buf bytes;
    store_postings
        *postings; /* of those that are taken, in order; NULL: none */
    struct import_load *next;
} import_load;

/* Postings of games that are stored and not yet indexed, all of them or none:
 * when they are too many they are given up, for those games and all that
 * follow. */
typedef struct import_postings {
    uint64_t first; /* game */
    store_postings **at;
    size_t n, cap;
    size_t bytes;
    atomic_bool off; /* given up */
} import_postings;

/* What the names say of a key that they have. */
typedef struct import_opening {
    uint64_t key;
    tby_str name;
    uint32_t eco;
    bool known;
} import_opening;

enum { IMPORT_NAMED_BITS = 12 };

/* What reading a block needs and does not keep. */
typedef struct import_tools {
    store_packer *packer;
    store_postings_builder *builder; /* has the games of the block so far */
    tby_record record;               /* of the game that is being read */
    import_opening named[1 << IMPORT_NAMED_BITS]; /* games meet them again */
} import_tools;

struct tby_import {
    tby_store *store;
    tby_import_options options;
    tby_import_sum sum;
    size_t firsts_cap;
    size_t files;              /* that were begun */
    struct names_bloom *bloom; /* of the names, if there are any */
    /* loads that wait, the oldest first; of it `used` games are stored */
    import_load *first, *last;
    size_t used;
    import_load *spare;
    /* the batch that is being filled: so far */
    uint64_t ordinal; /* its number in the file, from 0 */
    uint64_t games;   /* of it, in the queue */
    size_t bytes;
    tby_store_fingerprint *fingerprints; /* of the batch that is stored last */
    size_t fingerprints_cap;
    uint64_t waiting; /* plies that are stored and not indexed */
    uint64_t indexed; /* of this import */
    import_postings postings;
    tby_object_pool tools; /* that nobody uses */
};

/* Game i of a load with its pointers set, and about how many bytes it takes,
 * which depends on the game alone. */
const store_packed *tby__import_load_packed(import_load *l, size_t i);
size_t tby__import_game_bytes(const import_load *l, size_t i);

void tby__import_load_close(import_load *l);
void tby__import_tools_close(tby_import *imp);

/* What is done with games on any thread (import_part.c). */
tby_games_visitor tby__import_visitor(tby_import *imp);

/* tby_import_replace() within a batch. */
TBY_MUST_USE tby_rc tby__import_replace(tby_import *imp, uint64_t id,
                                        const tby_game *game, uint64_t *plies);

/* Takes a load and stores the batches that are complete (import.c). */
TBY_MUST_USE tby_rc tby__import_take(tby_import *imp, import_load *load);

#endif
