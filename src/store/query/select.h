/* select.h - the games that fit a filter, as a set. */
#ifndef TBY_STORE_QUERY_SELECT_H
#define TBY_STORE_QUERY_SELECT_H

#include "store/query/compiled_filter.h"
#include "store/query/replay.h"
#include "store/rows.h"
#include "store/store.h"

/* Bit i stands for the game at place i + 1 (rows.h). */
typedef struct store_set {
    uint64_t *bits;
    uint32_t games; /* as many bits */
} store_set;

/* A set of all games that are stored.  Those that wait for the index are among
 * them unless a position is asked for, which only the index knows.  TBY_E_NOMEM
 * and what reading gives; close it in any case. */
TBY_MUST_USE tby_rc tby__store_select(store_set *out, store_rows *f,
                                      const store_filter *filter);
void tby__set_close(store_set *s);

/* All of so many games, or none.  TBY_E_NOMEM; close it in any case. */
TBY_MUST_USE tby_rc tby__set_open(store_set *s, uint32_t games, bool full);

/* All that are stored and not deleted. */
TBY_MUST_USE tby_rc tby__set_all(store_set *s, const store_rows *f);

/* Takes out of a chunk what does not pass the tests. */
TBY_MUST_USE tby_rc tby__set_sift(store_set *s, store_rows *f,
                                  const store_compiled_filter *tests,
                                  uint32_t chunk);

/* The games that pass through a position; or those of a set that do.  `only`:
 * and play this move there at first, unless it is NULL. */
TBY_MUST_USE tby_rc tby__set_passing(store_set *out, store_rows *f,
                                     const store_target *target,
                                     const store_code *only);
TBY_MUST_USE tby_rc tby__set_keep(store_set *s, store_rows *f,
                                  const store_target *target,
                                  const store_code *only);

static inline bool store_set_has(const store_set *s, uint32_t game)
{
    return s->bits[(game - 1) / 64] >> (game - 1) % 64 & 1;
}

static inline void store_set_add(store_set *s, uint32_t game)
{
    s->bits[(game - 1) / 64] |= UINT64_C(1) << (game - 1) % 64;
}

static inline void store_set_drop(store_set *s, uint32_t game)
{
    s->bits[(game - 1) / 64] &= ~(UINT64_C(1) << (game - 1) % 64);
}

uint64_t tby__set_count(const store_set *s);

/* The first game from `game` on that is in the set; 0: none. */
uint32_t tby__set_next(const store_set *s, uint32_t game);

/* Takes out of a set what is not in another one of as many games. */
void tby__set_meet(store_set *s, const store_set *other);

/* --- by players (select_players.c) ----------------------------------------*/

/* Takes out of the set what does not fit by the names of players.  Where too
 * many names fit the condition stays in the filter, else it goes. */
TBY_MUST_USE tby_rc tby__select_players(store_set *set, store_rows *f,
                                        store_filter *filter);

/* Takes out what is of none of these players, few as they are, but for games
 * that wait for the index.  More of them are found faster by a look at all
 * games. */
enum { STORE_FEW_PLAYERS = 64 };
TBY_MUST_USE tby_rc tby__set_keep_players(store_set *s, store_rows *f,
                                          const uint32_t *ids, size_t n,
                                          store_side as);

/* --- by the order of moves (select_prefix.c) ------------------------------*/

/* Takes out of the set what does not begin with the moves.  Where that is found
 * out sooner by looking at the moves of those that are left, the condition
 * stays in the filter, else it goes. */
TBY_MUST_USE tby_rc tby__select_prefix(store_set *set, store_rows *f,
                                       store_filter *filter);

/* --- by the moves (select_moves.c) ----------------------------------------*/

/* Takes out of the set what does not fit by prefix, move, material and
 * pattern. */
TBY_MUST_USE tby_rc tby__select_moves(store_set *set, store_rows *f,
                                      const store_filter *filter);

/* The blocks of a chunk that may have the move that is asked for: bit b stands
 * for block b of the chunk. */
TBY_MUST_USE tby_rc tby__select_blocks(store_rows *f,
                                       const store_filter *filter,
                                       uint32_t chunk, uint16_t *out);

/* Does it matter what this side plays? */
static inline bool store_by_fits(store_side by, tby_color color)
{
    return by == STORE_EITHER || (by == STORE_AS_WHITE) == (color == TBY_WHITE);
}

/* Is this the move that is asked for?  If it is castling, ask further. */
static inline bool store_wanted_fits(const store_wanted *w, tby_color by,
                                     store_code code)
{
    unsigned bits = code & STORE_CODE;

    return (code & w->facts) == w->values &&
           w->codes[by][bits / 8] >> bits % 8 & 1;
}

/* Move k of a game, from 0, fits by its code: is it the one even if it is
 * castling?  m has the codes of the game, which is number i of it. */
TBY_MUST_USE tby_rc tby__select_castling(store_rows *f, const store_wanted *w,
                                         const store_moves *m, uint32_t i,
                                         uint32_t game, uint32_t k, bool *out);

#endif
