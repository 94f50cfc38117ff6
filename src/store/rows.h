/* rows.h - the rows of a database whose games the query engine looks through:
 * columns, moves, names and runs of the index, in a file or wherever its
 * backend keeps them.  A backend that has rows provides these functions, and
 * the operations that query/ and check/ make of them; one that answers for
 * itself has none.
 *
 * Places of games are numbered from 1 without gaps, in 32 bits: a larger
 * database is several of these.  All that were committed are stored; those that
 * a run of the index covers are indexed, and only these can be found by a
 * position.  What is asked between tby_store_hold() and _release() is of one
 * snapshot. */
#ifndef TBY_STORE_ROWS_H
#define TBY_STORE_ROWS_H

#include "core/base/sort.h"
#include "store/index/move_bitmap.h"
#include "store/index/players.h"
#include "store/ops.h"
#include "store/record/chunk.h"

/* A backend that has rows defines it; its first member is the tby_store. */
typedef struct store_rows store_rows;

static inline store_rows *store_rows_of(tby_store *s)
{
    return (store_rows *)s;
}

static inline tby_store *store_of_rows(store_rows *r)
{
    return (tby_store *)r;
}

/* NULL, or the games that are not there, bit i for game i + 1: they are in
 * another file, too. */
static inline const uint64_t *tby__rows_hidden(const store_rows *r)
{
    return ((const tby_store *)r)->hidden;
}

/* Another number for each snapshot that a handle has seen. */
uint64_t tby__rows_snapshot(const store_rows *f);

uint32_t tby__rows_stored(const store_rows *f);  /* places */
uint32_t tby__rows_indexed(const store_rows *f); /* places with an index */

/* --- numbers and places ---------------------------------------------------
 *
 * A game has a number, by which users know it, and a place, where it is stored
 * and which all of the store but its surface goes by.  They are the same until
 * a game is edited: it gets a new place then, and the old one is dead. */

uint32_t tby__rows_id(const store_rows *f, uint32_t place);
uint32_t tby__rows_place(const store_rows *f, uint64_t id); /* 0: no game */
bool tby__rows_has_moved(const store_rows *f); /* does any differ? */

/* Places without a game any more, which no answer has. */
bool tby__rows_is_dead(const store_rows *f, uint32_t place);
void tby__rows_keep_live(const store_rows *f, uint64_t *bits, uint32_t games);
/* Keeps what is not dead, and returns how many that are. */
uint32_t tby__rows_live_ids(const store_rows *f, uint32_t *places, uint32_t n);
/* Does a run have such games? */
bool tby__rows_run_mixed(const store_rows *f, size_t run);
/* Those that no run has, by bits; NULL: there are none. */
const uint64_t *tby__rows_gone(const store_rows *f);

/* --- games ----------------------------------------------------------------*/

/* The row of moves with this game, which is number *at of it; kept until
 * another row is asked for.  What follows a row is found faster than what does
 * not. */
TBY_MUST_USE tby_rc tby__rows_moves(store_rows *f, uint32_t game,
                                    const store_moves **out, uint32_t *at);

/* The moves of a block put together, kept until another block is asked for; or
 * as one row. */
TBY_MUST_USE tby_rc tby__rows_block(store_rows *f, uint32_t block,
                                    const store_moves **out);
TBY_MUST_USE tby_rc tby__rows_block_row(store_rows *f, uint32_t block,
                                        tby_str *out);

/* The extras of a block, checked by nobody yet; valid until others are asked
 * for. */
TBY_MUST_USE tby_rc tby__rows_extras(store_rows *f, uint32_t block,
                                     tby_str *out);

/* Which of the blocks of a chunk have which moves.  TBY_DONE: the file does not
 * say.  And the same made from the moves. */
TBY_MUST_USE tby_rc tby__rows_move_bitmap(store_rows *f, uint32_t chunk,
                                          move_bitmap_kind kind,
                                          move_bitmap *out);
TBY_MUST_USE tby_rc tby__rows_move_bitmap_of(store_rows *f, uint32_t chunk,
                                             move_bitmaps *out);

/* A column of STORE_CHUNK games from id STORE_CHUNK * chunk + 1 on, kept in
 * memory until the end of the question at least: fast again and again, by
 * chunk_at().  *n: how many of them are stored, indexed or not; TBY_DONE:
 * none. */
TBY_MUST_USE tby_rc tby__rows_chunk(store_rows *f, store_column column,
                                    uint32_t chunk, const chunk_values **out,
                                    uint32_t *n);

/* One value. */
TBY_MUST_USE tby_rc tby__rows_value(store_rows *f, store_column column,
                                    uint32_t game, uint32_t *out);

/* All parts of a game, valid until the next call; or the game itself. */
TBY_MUST_USE tby_rc tby__rows_packed(store_rows *f, uint32_t game,
                                     store_packed *out);
/* What its first move is played in. */
TBY_MUST_USE tby_rc tby__rows_start(store_rows *f, uint32_t game, tby_pos *out);

/* --- names ----------------------------------------------------------------*/

/* TBY_DONE if there is no such id; valid until the next call for that kind. */
TBY_MUST_USE tby_rc tby__rows_name(store_rows *f, store_kind kind, uint32_t id,
                                   tby_str *out);
/* TBY_DONE if there is no such name; letter by letter. */
TBY_MUST_USE tby_rc tby__rows_find(store_rows *f, store_kind kind, tby_str name,
                                   uint32_t *out);
/* Every name of a kind, in the order of ids, until each() is not TBY_OK. */
TBY_MUST_USE tby_rc tby__rows_names(store_rows *f, store_kind kind,
                                    tby_rc (*each)(void *ctx, uint32_t id,
                                                   tby_str name),
                                    void *ctx);
/* How many there are; ids go from 1 to that. */
uint32_t tby__rows_names_n(const store_rows *f, store_kind kind);

/* The person that a spelling stands for: itself, unless it was joined to
 * another one. */
uint32_t tby__rows_person(const store_rows *f, uint32_t spelling);

/* Adds the other spellings of the same persons; in order, each once. */
TBY_MUST_USE tby_rc tby__rows_whole_people(const store_rows *f,
                                           tby_numbers *ids);
/* Adds the players to whom some game gives this FIDE id. */
TBY_MUST_USE tby_rc tby__rows_fide(store_rows *f, uint32_t fide,
                                   tby_numbers *out);

/* Players by the first bytes of their names in the form of fold.h. */
enum { STORE_FOLD = 64 };
/* Those bytes; returns how many there would be without a limit, if it is not
 * too much to count: more than STORE_FOLD. */
size_t tby__fold_name(tby_str name, char to[STORE_FOLD]);
/* Every player whose bytes are these, or begin with them, until each() is not
 * TBY_OK. */
TBY_MUST_USE tby_rc
tby__rows_folded_names(store_rows *f, tby_str folded, bool beginning,
                       tby_rc (*each)(void *ctx, uint32_t id), void *ctx);

/* --- the index ------------------------------------------------------------*/

/* The runs, in the order of their games, and how each is read. */
size_t tby__rows_runs(const store_rows *f);
const run_head *tby__rows_run(store_rows *f, size_t i, run_source *out);
/* Room for what tby__run_find() gives, kept with the handle because it is
 * large: for one at a time.  NULL: no memory. */
run_found *tby__rows_found(store_rows *f);

/* The games of a player in a run, or the row that they are in if there are any,
 * which goes by *last; valid until another player is asked for.  TBY_DONE:
 * there are none. */
TBY_MUST_USE tby_rc tby__rows_player(store_rows *f, size_t run, uint32_t player,
                                     run_player *out);
TBY_MUST_USE tby_rc tby__rows_player_row(store_rows *f, size_t run,
                                         uint32_t player, uint32_t *last,
                                         tby_str *out);
/* Makes the rows of players of some games; `memory` limits what is gathered at
 * once. */
TBY_MUST_USE tby_rc tby__rows_make_players(store_rows *f, uint32_t first,
                                           uint32_t games, size_t memory,
                                           run_players *out);

/* --- checks ----------------------------------------------------------------*/

/* Makes one and gives its rows; nothing is written. */
TBY_MUST_USE tby_rc tby__rows_make_run(store_rows *f, uint32_t first,
                                       uint32_t games,
                                       const tby_store_work *options,
                                       const run_rows *rows, run_head *out);

/* A sentence for each number of info() that is not what the rows add up to. */
TBY_MUST_USE tby_rc tby__rows_check_sums(
    store_rows *f, void (*each)(void *ctx, const char *text), void *ctx);

/* What the storage itself finds wrong, a sentence for each of the first. */
TBY_MUST_USE tby_rc tby__rows_integrity(
    store_rows *f, void (*each)(void *ctx, const char *text), void *ctx);

#endif
