/* file_write.h - a batch that grows: only file_write.c, file_append.c and
 * file_duplicate.c include it. */
#ifndef TBY_STORE_FILE_WRITE_H
#define TBY_STORE_FILE_WRITE_H

#include "store/sqlite/file_int.h"

/* The hashes of all games, and where to find a hash. */
typedef struct file_hashes {
    bool loaded;
    uint32_t n;     /* games */
    uint32_t *hash; /* of game i + 1 */
    size_t hash_cap;
    uint32_t *slot; /* a game or 0 */
    unsigned bits;  /* 2^bits slots */
} file_hashes;

struct file_writer {
    bool ready; /* what follows are the last block and chunk of `games` games */
    uint32_t games;
    uint32_t batch_first; /* the first game of the batch */
    /* Of the batch: its first token, its last two, and how many there are. */
    tby_store_token start, ends[2];
    size_t tokens;
    tby_rc rc; /* of the batch: after a failure it cannot be committed */
    store_block_writer block;
    /* The last row of moves, which may begin in the block before. */
    store_block_writer row_moves;
    uint32_t row_last; /* under which game it is in the file; 0: it is not */
    uint32_t column[STORE_COLUMNS][STORE_CHUNK];
    store_spread spread; /* of the blocks of the chunk that were written */
    tby_buf row;
    file_hashes hashes;
};

/* Reads the last block and chunk, to go on with them. */
TBY_MUST_USE tby_rc file_open_rows(store_file *f);
/* Writes them as they are. */
TBY_MUST_USE tby_rc file_put_rows(store_file *f);

/* Of a game of the batch.  If that fails the hashes are loaded again later. */
void file_hash_add(file_hashes *h, const store_packed *game);
void file_hashes_free(file_hashes *h);

#endif
