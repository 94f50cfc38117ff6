/* rows.h - the database file: rows of SQLite behind plain functions.  Nobody
 * outside this folder sees SQLite, and nobody but file*.c writes SQL, apart
 * from the tables that users see (tables.h).
 *
 * Games are numbered from 1 without gaps.  All that were committed are stored;
 * those that a run of the index covers are indexed, and only these can be found
 * by a position.  What a handle sees is one moment of the file:
 * each question goes between store_file_begin_read() and _end_read(), and a
 * handle notices there what others have written. */
#ifndef TBY_STORE_ROWS_H
#define TBY_STORE_ROWS_H

#include "store/index/players.h"
#include "store/index/spread.h"
#include "store/record/chunk.h"
#include "store/token.h"

#include <stdatomic.h>

typedef struct store_file store_file;

typedef enum store_mode {
    STORE_READ,  /* the file must be there; nothing is changed */
    STORE_WRITE, /* one writer at a time; made if it is not there */
    STORE_CHANGE /* likewise, but it must be there */
} store_mode;

/* TBY_E_STORE_OPEN (missing, no permission, a folder), _FOREIGN (no database of
 * ours), _NEWER (made by a later version), _LOCKED (someone else writes),
 * _FULL, _DAMAGED, _WRITE; TBY_E_NOMEM.  An older version is brought up to date
 * by STORE_WRITE and _CHANGE, and refused with _OLDER by STORE_READ; one that
 * cannot be is refused with _OUTDATED.  *out is set on failure too (NULL if
 * there is no memory), to be asked for the sentence.  Close it in any case. */
TBY_MUST_USE tby_rc store_file_open(store_file **out, const char *path,
                                    store_mode mode);

/* Leaves one file, without a journal beside it, if nobody else has it open.
 * NULL is allowed. */
void store_file_close(store_file *f);

/* Empties the journal into the file, if nobody reads for long. TBY_E_STORE_...:
 * it stays, and belongs to the file. */
TBY_MUST_USE tby_rc store_file_fold(store_file *f);

/* A sentence with the reason of the system; "" if nothing failed. */
const char *store_file_error_text(const store_file *f);

/* Keeps many pages in memory from now on: for who will read the same again and
 * again.  After some questions it happens by itself. */
TBY_MUST_USE tby_rc store_file_cache(store_file *f);

/* Who waits for another writer does not wait much longer when *stop is set:
 * TBY_E_STORE_LOCKED.  NULL: nobody will. */
void store_file_set_cancel(store_file *f, const atomic_bool *stop);

TBY_MUST_USE tby_rc store_file_begin_read(store_file *f);
void store_file_end_read(store_file *f);

/* Another number for each moment that a handle has seen. */
uint64_t store_file_moment(const store_file *f);

uint32_t store_file_stored(const store_file *f);  /* games */
uint32_t store_file_indexed(const store_file *f); /* games with an index */

/* --- games ----------------------------------------------------------------*/

/* The row of moves with this game, which is number *at of it; kept until
 * another row is asked for.  What follows a row is found faster than what does
 * not. */
TBY_MUST_USE tby_rc store_file_moves(store_file *f, uint32_t game,
                                     const store_moves **out, uint32_t *at);

/* The moves of a block put together, kept until another block is asked for; or
 * as one row. */
TBY_MUST_USE tby_rc store_file_block(store_file *f, uint32_t block,
                                     const store_moves **out);
TBY_MUST_USE tby_rc store_file_block_row(store_file *f, uint32_t block,
                                         tby_str *out);

/* The extras of a block, checked by nobody yet; valid until others are asked
 * for. */
TBY_MUST_USE tby_rc store_file_extras(store_file *f, uint32_t block,
                                      tby_str *out);

/* Which of the blocks of a chunk have which moves.  TBY_DONE: the file does not
 * say.  And the same made from the moves. */
TBY_MUST_USE tby_rc store_file_spread(store_file *f, uint32_t chunk,
                                      spread_kind kind, spread_table *out);
TBY_MUST_USE tby_rc store_file_spread_of(store_file *f, uint32_t chunk,
                                         store_spread *out);

/* A column of STORE_CHUNK games from id STORE_CHUNK * chunk + 1 on, kept in
 * memory until the end of the question at least: fast again and again, by
 * chunk_at().  *n: how many of them are stored, indexed or not; TBY_DONE:
 * none. */
TBY_MUST_USE tby_rc store_file_chunk(store_file *f, store_column column,
                                     uint32_t chunk, const chunk_values **out,
                                     uint32_t *n);

/* One value. */
TBY_MUST_USE tby_rc store_file_value(store_file *f, store_column column,
                                     uint32_t game, uint32_t *out);

/* All parts of a game, valid until the next call; or the game itself. */
TBY_MUST_USE tby_rc store_file_packed(store_file *f, uint32_t game,
                                      store_packed *out);
TBY_MUST_USE tby_rc store_file_game(store_file *f, uint32_t game,
                                    tby_game *out);
/* Its codes, until the next call of one of the two. */
const store_code *store_file_codes(const store_file *f);
/* What its first move is played in. */
TBY_MUST_USE tby_rc store_file_start(store_file *f, uint32_t game,
                                     tby_pos *out);

/* --- names ----------------------------------------------------------------*/

/* TBY_DONE if there is no such id; valid until the next call for that kind. */
TBY_MUST_USE tby_rc store_file_name(store_file *f, store_kind kind, uint32_t id,
                                    tby_str *out);
/* TBY_DONE if there is no such name; letter by letter. */
TBY_MUST_USE tby_rc store_file_find(store_file *f, store_kind kind,
                                    tby_str name, uint32_t *out);
/* Every name of a kind, in the order of ids, until each() is not TBY_OK. */
TBY_MUST_USE tby_rc store_file_names(store_file *f, store_kind kind,
                                     tby_rc (*each)(void *ctx, uint32_t id,
                                                    tby_str name),
                                     void *ctx);
/* How many there are; ids go from 1 to that. */
uint32_t store_file_names_n(const store_file *f, store_kind kind);

/* Players by the first bytes of their names in the form of fold.h. */
enum { STORE_FOLD = 64 };
/* Those bytes; returns how many there would be without a limit, if it is not
 * too much to tell: more than STORE_FOLD. */
size_t store_fold(tby_str name, char to[STORE_FOLD]);
/* Every player whose bytes are these, or begin with them, until each() is not
 * TBY_OK. */
TBY_MUST_USE tby_rc store_file_folds(store_file *f, tby_str folded,
                                     bool beginning,
                                     tby_rc (*each)(void *ctx, uint32_t id),
                                     void *ctx);

/* --- the index ------------------------------------------------------------*/

/* The runs, in the order of their games, and how each is read. */
size_t store_file_runs(const store_file *f);
const run_head *store_file_run(store_file *f, size_t i, run_source *out);
/* Room for what run_find() gives, kept with the handle because it is large: for
 * one at a time.  NULL: no memory. */
run_found *store_file_found(store_file *f);

/* The games of a player in a run, or the row that they are in if there are any,
 * which goes by *last; valid until another player is asked for.  TBY_DONE:
 * there are none. */
TBY_MUST_USE tby_rc store_file_player(store_file *f, size_t run,
                                      uint32_t player, run_player *out);
TBY_MUST_USE tby_rc store_file_player_row(store_file *f, size_t run,
                                          uint32_t player, uint32_t *last,
                                          tby_str *out);
/* Makes the rows of players of some games; `memory` limits what is gathered at
 * once. */
TBY_MUST_USE tby_rc store_file_make_players(store_file *f, uint32_t first,
                                            uint32_t games, size_t memory,
                                            run_players *out);

/* --- writing --------------------------------------------------------------
 *
 *     store_file_batch(f, tokens, n, &known)  TBY_DONE: it is all there
 *     store_file_append(f, packed) ...
 *     store_file_commit(f)                    or store_file_cancel(f)
 *
 * A batch is stored whole or not at all, whatever happens; see store.h. */
TBY_MUST_USE tby_rc store_file_batch(store_file *f,
                                     const tby_store_token *tokens, size_t n,
                                     size_t *known);
/* Names are looked up or added; *id is the game's. */
TBY_MUST_USE tby_rc store_file_append(store_file *f, const store_packed *game,
                                      uint32_t *id);
TBY_MUST_USE tby_rc store_file_commit(store_file *f);
void store_file_cancel(store_file *f);

/* A stored game with the same players, date and moves; 0: none.  Games of the
 * open batch are found too.  hash is column[STORE_HASH]. */
void store_file_expect(const store_file *f, const store_packed *game);
TBY_MUST_USE tby_rc store_file_duplicate(store_file *f,
                                         const store_packed *game,
                                         uint32_t *out);

/* Makes one run over the games first .. first + games - 1 in place of all runs
 * that lie in them, in one transaction. */
typedef struct store_index_options {
    size_t memory;
    unsigned threads;
    void *ctx;
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    size_t piece;     /* bytes of a transaction; 0: what is good */
    uint32_t stocked; /* see run_job */
    store_stock *const *stocks;
    size_t stocks_n;
} store_index_options;
TBY_MUST_USE tby_rc store_file_index(store_file *f, uint32_t first,
                                     uint32_t games,
                                     const store_index_options *options);
/* Indexes what has no run yet, and merges it with runs of like size, so that
 * their number grows with the logarithm of the number of games.  Of those who
 * do that at once one does it for all, and the others wait. */
TBY_MUST_USE tby_rc store_file_index_rest(store_file *f,
                                          const store_index_options *options);

#endif
