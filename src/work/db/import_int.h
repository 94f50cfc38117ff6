/* import_int.h - what the files of import.h share.
 *
 *     part (any thread) -> load -> queue -> batch -> store
 *
 * A load is what came out of one block of a file: its games, packed.  Loads
 * wait in their order until they fill a batch, because its token must be known
 * before its first game is stored. */
#ifndef TBY_WORK_DB_IMPORT_INT_H
#define TBY_WORK_DB_IMPORT_INT_H

#include "core/base/buf.h"
#include "io/system/object_pool.h"
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
    bool named;     /* the book gave its code */
    uint32_t noted; /* its number in the stock of the load */
    uint32_t id;    /* 0: it is not stored */
    size_t at;      /* in the bytes of the load */
    store_packed packed;
} import_game;

typedef struct import_load {
    import_game *games;
    size_t n, cap;
    uint32_t taken; /* of them */
    tby_buf bytes;
    store_stock *stock; /* of those that are taken, in order; NULL: none */
    struct import_load *next;
} import_load;

/* Stocks of games that are stored and not yet indexed, all of them or none:
 * when they are too many they are given up, for those games and all that
 * follow. */
typedef struct import_stocks {
    uint32_t first; /* game */
    store_stock **at;
    size_t n, cap;
    size_t bytes;
    atomic_bool off; /* given up */
} import_stocks;

/* What the book says of a key that it has. */
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
    store_noter *noter; /* has the games of the block so far */
    tby_record record;  /* of the game that is being read */
    import_opening named[1 << IMPORT_NAMED_BITS]; /* games meet them again */
} import_tools;

struct tby_import {
    tby_store *store;
    tby_import_options options;
    tby_import_sum sum;
    size_t firsts_cap;
    size_t files;             /* that were begun */
    struct book_bloom *sieve; /* of the book, if there is one */
    /* loads that wait, the oldest first; of it `used` games are stored */
    import_load *first, *last;
    size_t used;
    import_load *spare;
    /* the batch that is being filled: so far */
    uint64_t ordinal; /* its number in the file, from 0 */
    uint64_t games;   /* of it, in the queue */
    size_t bytes;
    tby_store_token *tokens; /* of the batch that is stored last */
    size_t tokens_cap;
    uint64_t waiting; /* plies that are stored and not indexed */
    uint64_t indexed; /* of this import */
    import_stocks stocks;
    tby_object_pool tools; /* that nobody uses */
};

/* --- loads (import_load.c) ------------------------------------------------*/

import_load *import_load_open(void);
void import_load_close(import_load *l); /* and those behind it */
void import_load_clear(import_load *l);

/* Adds a game that is not stored. */
TBY_MUST_USE tby_rc import_load_add(import_load *l, import_fate fate,
                                    uint64_t check);
/* Adds one that is, with a copy of all that is pointed to; `named`: the book
 * gave its code. */
TBY_MUST_USE tby_rc import_load_pack(import_load *l, const store_packed *packed,
                                     uint64_t check, bool named);
/* Game i with its pointers set. */
const store_packed *import_load_packed(import_load *l, size_t i);

/* About how many bytes a game takes; depends on the game alone. */
size_t import_game_bytes(const import_load *l, size_t i);

/* --- stocks (import_stocks.c) ---------------------------------------------*/

/* A game was stored for certain, of a load with this stock or NULL. */
void import_stocks_game(import_stocks *s, store_stock *stock, uint32_t noted,
                        uint32_t id);
/* Takes the stock of a load that is done with; `most` bytes may be kept. */
void import_stocks_add(import_stocks *s, store_stock *stock, size_t most);
/* Puts one behind them, whoever it belongs to; false: no memory. */
bool import_stocks_push(import_stocks *s, store_stock *stock);
/* Frees them, and begins anew. */
void import_stocks_clear(import_stocks *s);
/* Frees them until that. */
void import_stocks_give_up(import_stocks *s);
bool import_stocks_are_off(const import_stocks *s); /* on any thread */

/* --- tools (import_tools.c) -----------------------------------------------*/

/* On any thread; NULL: no memory. */
import_tools *import_tools_take(tby_import *imp);
void import_tools_give(tby_import *imp, import_tools *t); /* or NULL */
void import_tools_close(tby_import *imp);

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
