/* import_int.h - what the files of import.h share.
 *
 *     part (any thread) -> load -> queue -> batch -> store
 *
 * A load is what came out of one block of a file: its games, packed.  Loads
 * wait in their order until they fill a batch, because its token must be known
 * before its first game is stored. */
#ifndef TBY_WORK_IMPORT_INT_H
#define TBY_WORK_IMPORT_INT_H

#include "core/base/buf.h"
#include "tabiya/classify.h"
#include "work/import.h"

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
    bool named;      /* the book gave its code */
    uint32_t keys_n; /* of its positions; 0: not known */
    uint32_t id;     /* 0: it is not stored */
    size_t at;       /* in the bytes of the load */
    store_packed packed;
} import_game;

typedef struct import_load {
    import_game *games;
    size_t n, cap;
    tby_buf bytes;
    struct import_load *next;
} import_load;

/* Keys of games that are stored and not yet indexed, so that they need not be
 * replayed.  There is no harm in missing some. */
typedef struct import_keys {
    uint32_t first;      /* game */
    const uint64_t **at; /* n games from it on */
    size_t n, cap;
    struct import_keys_chunk {
        uint64_t *p; /* NULL: given back */
        size_t end;  /* games in it and before */
    } * chunks;
    size_t chunks_n, chunks_cap;
    size_t left; /* keys that the last chunk has room for */
    size_t bytes;
} import_keys;

struct tby_import {
    tby_store *store;
    tby_import_options options;
    tby_import_sum sum;
    size_t firsts_cap;
    size_t files; /* that were begun */
    tby_classifier *classifier;
    /* loads that wait, the oldest first; of it `used` games are stored */
    import_load *first, *last;
    size_t used;
    import_load *spare;
    /* the batch that is being filled: so far */
    uint64_t ordinal; /* its number in the file, from 0 */
    uint64_t games;   /* of it, in the queue */
    size_t bytes;
    uint64_t waiting; /* plies that are stored and not indexed */
    uint64_t indexed; /* of this import */
    import_keys keys;
};

/* --- loads (import_load.c) ------------------------------------------------*/

import_load *import_load_open(void);
void import_load_close(import_load *l); /* and those behind it */
void import_load_clear(import_load *l);

/* Adds a game that is not stored. */
TBY_MUST_USE tby_rc import_load_add(import_load *l, import_fate fate,
                                    uint64_t check);
/* What is known of a game besides how it is packed. */
typedef struct import_about {
    uint64_t check;
    bool named;
    const uint64_t *keys;
    uint32_t keys_n;
} import_about;

/* Adds one that is, with a copy of all that is pointed to. */
TBY_MUST_USE tby_rc import_load_pack(import_load *l, const store_packed *packed,
                                     const import_about *about);
/* Game i with its pointers set. */
const store_packed *import_load_packed(import_load *l, size_t i);

/* The keys of its positions. */
const uint64_t *import_load_keys(const import_load *l, size_t i);

/* Bytes that a game takes. */
size_t import_game_bytes(const import_load *l, size_t i);

/* --- keys (import_keys.c) -------------------------------------------------*/

/* Keeps the n keys of a game, the one behind that before, unless they would
 * take more than `most` bytes together. */
void import_keys_add(import_keys *k, uint32_t game, const uint64_t *keys,
                     uint32_t n, size_t most);
/* NULL: not known. */
const uint64_t *import_keys_of(const import_keys *k, uint32_t game);
/* Gives back what the games before this one have for themselves. */
void import_keys_drop(import_keys *k, uint32_t game);
void import_keys_clear(import_keys *k);

/* --- the visitor (import_part.c) ------------------------------------------*/

tby_games_visitor import_visitor(tby_import *imp);

/* --- batches (import_batch.c) ---------------------------------------------*/

/* Takes a load and stores the batches that are complete. */
TBY_MUST_USE tby_rc import_take(tby_import *imp, import_load *load);

/* Stores what is left of a file. */
TBY_MUST_USE tby_rc import_flush(tby_import *imp);

/* Forgets it. */
void import_forget(tby_import *imp);

/* Indexes what waits. */
TBY_MUST_USE tby_rc import_index(tby_import *imp);

#endif
