/* replies.h - moves of positions of a graph, with the results of the games that
 * play them. */
#ifndef TBY_WORK_DB_REPLIES_H
#define TBY_WORK_DB_REPLIES_H

#include "tabiya/game.h"

typedef struct reply {
    uint32_t node;
    tby_move move;
    uint16_t kind; /* what its owner likes; replies differ by it, too */
    uint64_t last; /* the game that was counted last, by its number */
    uint64_t results[4];
} reply;

typedef struct replies {
    reply *at;
    size_t n, cap;
    uint32_t *slots; /* 1 + index, 0 for none; a power of two */
    size_t slots_n;
} replies;

/* The reply, made if it is new; valid until the next one is made.  NULL: no
 * memory. */
reply *replies_find(replies *r, uint32_t node, tby_move move, unsigned kind);

/* Counts a game of a number, from 1 on, once.  TBY_E_NOMEM. */
TBY_MUST_USE tby_rc replies_count(replies *r, const reply *which,
                                  tby_result result, uint64_t game);

/* Adds everything of another. */
TBY_MUST_USE tby_rc replies_add(replies *to, const replies *from);

/* How many games. */
uint64_t reply_games(const reply *r);

/* Forgets all and keeps the memory. */
void replies_clear(replies *r);
void replies_free(replies *r);

/* Sorts by games, most first; then by node and move, so that the order is that
 * of the graph and not of chance.  Nothing can be found any more. */
TBY_MUST_USE tby_rc replies_sort(replies *r);

#endif
