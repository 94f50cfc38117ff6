/* rows.h - the database file: rows of SQLite under plain functions.  Nobody
 * outside this folder sees SQLite, and nobody but file*.c writes SQL, apart
 * from the tables that users see (tables.h).
 *
 * Games are numbered from 1 without gaps.  All that were committed are stored;
 * those that a run of the index covers are indexed, and only these can be found
 * by a position.  What a handle sees is one snapshot of the file:
 * each question goes between tby_store_hold() and _end_read(), and a
 * handle notices there what others have written. */
#ifndef TBY_STORE_ROWS_H
#define TBY_STORE_ROWS_H

#include "store/index/move_bitmap.h"
#include "store/index/players.h"
#include "store/record/chunk.h"
#include "store/store.h"

#include <stdatomic.h>

/* What sees the rows calls it a file. */
typedef struct tby_store store_file;

/* Keeps many pages in memory from now on: for callers that read the same again
 * and again.  After some questions it happens by itself. */
TBY_MUST_USE tby_rc tby__file_cache(store_file *f);

/* Every question goes between these two. */
#define STORE_ASK(f, rc, question)                                             \
    do {                                                                       \
        (rc) = tby_store_hold(f);                                              \
        if ((rc) == TBY_OK) {                                                  \
            (rc) = (question);                                                 \
            tby_store_release(f);                                              \
        }                                                                      \
    } while (0)

/* Another number for each snapshot that a handle has seen. */
uint64_t tby__file_snapshot(const store_file *f);

uint32_t tby__file_stored(const store_file *f);  /* games */
uint32_t tby__file_indexed(const store_file *f); /* games with an index */

/* So many of all games were looked at; for tby_store_set_share(). */
void tby__file_report_share(store_file *f, uint64_t done, uint64_t all);

/* --- games ----------------------------------------------------------------*/

/* The row of moves with this game, which is number *at of it; kept until
 * another row is asked for.  What follows a row is found faster than what does
 * not. */
TBY_MUST_USE tby_rc tby__file_moves(store_file *f, uint32_t game,
                                    const store_moves **out, uint32_t *at);

/* The moves of a block put together, kept until another block is asked for; or
 * as one row. */
TBY_MUST_USE tby_rc tby__file_block(store_file *f, uint32_t block,
                                    const store_moves **out);
TBY_MUST_USE tby_rc tby__file_block_row(store_file *f, uint32_t block,
                                        tby_str *out);

/* The extras of a block, checked by nobody yet; valid until others are asked
 * for. */
TBY_MUST_USE tby_rc tby__file_extras(store_file *f, uint32_t block,
                                     tby_str *out);

/* Which of the blocks of a chunk have which moves.  TBY_DONE: the file does not
 * say.  And the same made from the moves. */
TBY_MUST_USE tby_rc tby__file_move_bitmap(store_file *f, uint32_t chunk,
                                          move_bitmap_kind kind,
                                          move_bitmap *out);
TBY_MUST_USE tby_rc tby__file_move_bitmap_of(store_file *f, uint32_t chunk,
                                             move_bitmaps *out);

/* A column of STORE_CHUNK games from id STORE_CHUNK * chunk + 1 on, kept in
 * memory until the end of the question at least: fast again and again, by
 * chunk_at().  *n: how many of them are stored, indexed or not; TBY_DONE:
 * none. */
TBY_MUST_USE tby_rc tby__file_chunk(store_file *f, store_column column,
                                    uint32_t chunk, const chunk_values **out,
                                    uint32_t *n);

/* One value. */
TBY_MUST_USE tby_rc tby__file_value(store_file *f, store_column column,
                                    uint32_t game, uint32_t *out);

/* All parts of a game, valid until the next call; or the game itself. */
TBY_MUST_USE tby_rc tby__file_packed(store_file *f, uint32_t game,
                                     store_packed *out);
/* What its first move is played in. */
TBY_MUST_USE tby_rc tby__file_start(store_file *f, uint32_t game, tby_pos *out);

/* --- names ----------------------------------------------------------------*/

/* TBY_DONE if there is no such id; valid until the next call for that kind. */
TBY_MUST_USE tby_rc tby__file_name(store_file *f, store_kind kind, uint32_t id,
                                   tby_str *out);
/* TBY_DONE if there is no such name; letter by letter. */
TBY_MUST_USE tby_rc tby__file_find(store_file *f, store_kind kind, tby_str name,
                                   uint32_t *out);
/* Every name of a kind, in the order of ids, until each() is not TBY_OK. */
TBY_MUST_USE tby_rc tby__file_names(store_file *f, store_kind kind,
                                    tby_rc (*each)(void *ctx, uint32_t id,
                                                   tby_str name),
                                    void *ctx);
/* How many there are; ids go from 1 to that. */
uint32_t tby__file_names_n(const store_file *f, store_kind kind);

/* Players by the first bytes of their names in the form of fold.h. */
enum { STORE_FOLD = 64 };
/* Those bytes; returns how many there would be without a limit, if it is not
 * too much to count: more than STORE_FOLD. */
size_t tby__fold_name(tby_str name, char to[STORE_FOLD]);
/* Every player whose bytes are these, or begin with them, until each() is not
 * TBY_OK. */
TBY_MUST_USE tby_rc
tby__file_folded_names(store_file *f, tby_str folded, bool beginning,
                       tby_rc (*each)(void *ctx, uint32_t id), void *ctx);

/* --- the index ------------------------------------------------------------*/

/* The runs, in the order of their games, and how each is read. */
size_t tby__file_runs(const store_file *f);
const run_head *tby__file_run(store_file *f, size_t i, run_source *out);
/* Room for what tby__run_find() gives, kept with the handle because it is
 * large: for one at a time.  NULL: no memory. */
run_found *tby__file_found(store_file *f);

/* The games of a player in a run, or the row that they are in if there are any,
 * which goes by *last; valid until another player is asked for.  TBY_DONE:
 * there are none. */
TBY_MUST_USE tby_rc tby__file_player(store_file *f, size_t run, uint32_t player,
                                     run_player *out);
TBY_MUST_USE tby_rc tby__file_player_row(store_file *f, size_t run,
                                         uint32_t player, uint32_t *last,
                                         tby_str *out);
/* Makes the rows of players of some games; `memory` limits what is gathered at
 * once. */
TBY_MUST_USE tby_rc tby__file_make_players(store_file *f, uint32_t first,
                                           uint32_t games, size_t memory,
                                           run_players *out);

/* --- writing --------------------------------------------------------------*/

/* Makes one run over the games first .. first + games - 1 in place of all runs
 * that lie in them, in one transaction. */
TBY_MUST_USE tby_rc tby__file_index(store_file *f, uint32_t first,
                                    uint32_t games,
                                    const tby_store_work *options);

/* Makes one and gives its rows; nothing is written. */
TBY_MUST_USE tby_rc tby__file_make_run(store_file *f, uint32_t first,
                                       uint32_t games,
                                       const tby_store_work *options,
                                       const run_rows *rows, run_head *out);

/* Sets plies, first, last and bytes: those of the rows by what they are for;
 * the rest is what the whole file has beyond them. */
TBY_MUST_USE tby_rc tby__file_sums(store_file *f, tby_store_facts *out);
/* A sentence for each of these numbers that is not what the rows add up to. */
TBY_MUST_USE tby_rc tby__file_check_sums(
    store_file *f, void (*each)(void *ctx, const char *text), void *ctx);

/* What SQLite itself finds wrong, a sentence for each of the first. */
TBY_MUST_USE tby_rc tby__file_integrity(
    store_file *f, void (*each)(void *ctx, const char *text), void *ctx);

/* Makes what tby__file_move_bitmap() gives, and the column STORE_LEAST, for the
 * chunks of which they are missing. */
TBY_MUST_USE tby_rc tby__file_move_bitmaps(store_file *f);

/* Gives unused pages back if they are worth it. */
TBY_MUST_USE tby_rc tby__file_shrink(store_file *f);

#endif
