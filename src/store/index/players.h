/* players.h - which games of a run a player has: rows of players, each with
 * the games of theirs, so that a player's are found without a look at all
 * games.  Like the run itself they follow from its games alone, and
 * docs/formats/db.md has the bytes. */
#ifndef TBY_STORE_INDEX_PLAYERS_H
#define TBY_STORE_INDEX_PLAYERS_H

#include "store/index/bits.h"
#include "store/index/run.h"

/* Rows have 4040 bytes at most, or one player. */
typedef struct run_players {
    uint32_t games; /* of the run */
    void *ctx;
    /* A row goes by its last player. */
    tby_rc (*put)(void *ctx, uint32_t last, tby_str bytes);
    run_writer bits, row; /* what follows is the row in the making */
    uint32_t n, last;
} run_players;

/* Players in ascending order, from 1 on.  A game is twice its number from 0 on
 * in the run, plus one where the player has Black; ascending, n > 0 of them. */
TBY_MUST_USE tby_rc tby__run_players_add(run_players *p, uint32_t player,
                                         const uint32_t *games, uint32_t n);
/* The row that is not full. */
TBY_MUST_USE tby_rc tby__run_players_end(run_players *p);
void tby__run_players_free(run_players *p);

/* --- reading --------------------------------------------------------------*/

typedef struct run_player {
    run_reader r;
    uint32_t first, games; /* of the run */
    uint32_t left;         /* games of the player */
    unsigned k;
    uint64_t next; /* the least that may follow */
} run_player;

/* Finds a player in the row of the run's that goes by `last`.  TBY_DONE: the
 * player has no games in the run.  TBY_E_STORE_DAMAGED. */
TBY_MUST_USE tby_rc tby__run_player_open(run_player *p, const run_head *head,
                                         uint32_t last, tby_str row,
                                         uint32_t player);
/* The next game, by id, and the side of the player; TBY_DONE after the last. */
TBY_MUST_USE tby_rc tby__run_player_next(run_player *p, uint32_t *game,
                                         bool *black);

#endif
