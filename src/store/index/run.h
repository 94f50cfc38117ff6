/* run.h - the index of positions over a stretch of games: which games passed
 * through a position, at any ply, and how they went on.
 *
 * A run is made from the moves of its games and nothing else, so that it can
 * always be made again: runs are merged by making one over all their games, and
 * checked by comparing.  Entries that do not fit into the memory that is
 * allowed wait in a temporary file beside the database; where there is no room
 * for one, the games are replayed once for each part of the range of keys.
 *
 * Keys are spread evenly, so that a run is an array of small pages and the page
 * of a key is found by multiplication.  A page holds first the positions that
 * two games or more have, with their games by move; then those that one game
 * has, as a few bits of the key and the group of STORE_GROUP games it is among:
 * which game it is, a replay tells.  The lists of positions with many games are
 * in rows of their own, with the statistics and the best games beside the
 * moves.
 *
 * A game counts once for a position, with the move of its first visit.
 * docs/formats/db.md has the bytes. */
#ifndef TBY_STORE_INDEX_RUN_H
#define TBY_STORE_INDEX_RUN_H

#include "store/index/postings.h"
#include "tabiya/base.h"

enum {
    STORE_GROUP = 16, /* games that are replayed for a position met once */
    STORE_MANY = 64,  /* games from which on a position has ready answers */
    STORE_TOP = 15,   /* best and latest games that are ready */
    RUN_MAYBE_MAX = 64,
    RUN_MOVES_MAX = 1026 /* what a board can give, a pass, and the end */
};

/* Of a game, what statistics need. */
typedef struct run_fact {
    uint16_t elo[2];
    uint32_t date;
    uint8_t result; /* tby_result */
} run_fact;

/* Rows that a run is written to and read from.  They have 4040 bytes at most,
 * which fill a page of the file, unless a single position needs more.
 *
 * A row of pages holds some that follow each other and goes by the number of
 * the first; page 0 is in the first one.  List rows are numbered from 0. */
typedef struct run_rows {
    void *ctx;
    tby_rc (*put_page)(void *ctx, uint32_t page, tby_str bytes);
    tby_rc (*put_list)(void *ctx, uint32_t list, tby_str bytes);
} run_rows;

typedef struct run_job {
    uint32_t first, games; /* ids first .. first + games - 1; first >= 1 */
    const run_fact *facts; /* games of them */
    /* Bit i: game i + 1, which the run is to be made without; NULL: none. */
    const uint64_t *skip;
    size_t memory;      /* bytes that may be used */
    const char *beside; /* a temporary file stands beside it; NULL: none */
    unsigned threads;   /* 0: one for each processor */
    void *ctx;
    /* The row of moves that holds these games; block n has the games
     * 256 n + 1 .. 256 n + 256.  On the caller's thread; valid until the next
     * call. */
    tby_rc (*moves)(void *ctx, uint32_t block, tby_str *out);
    /* What a game with STORE_BLOCK_SETUP starts from.  Likewise. */
    tby_rc (*start)(void *ctx, uint32_t game, tby_pos *out);
    run_rows rows; /* on the caller's thread, in ascending order */
    /* The games from this one to the last of the run are in these, and need not
     * be replayed; postings_n 0: none is. */
    uint32_t postings_from;
    store_postings *const *postings;
    size_t postings_n;
    /* NULL, or: how much is done, of how much as it looks now.  Counts plies,
     * once for each replay and once for the rest. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
} run_job;

/* To be kept with the run: what tby__run_find() needs. */
typedef struct run_head {
    uint32_t first, games, pages, lists;
    uint64_t entries;   /* game and position, each once */
    uint64_t positions; /* different ones, found in two games or more */
    uint64_t once;      /* found in one */
    uint32_t key_bits;  /* of positions met once, within their page */
} run_head;

TBY_MUST_USE tby_rc tby__run_build(const run_job *job, run_head *out);

/* --- reading --------------------------------------------------------------*/

typedef struct run_source {
    void *ctx;
    /* The last row whose number is not above this one.  TBY_DONE: none. */
    tby_rc (*page)(void *ctx, uint32_t page, tby_str *out);
    /* TBY_DONE if there is no such row. */
    tby_rc (*list)(void *ctx, uint32_t list, tby_str *out);
} run_source;

typedef struct run_move {
    store_code code; /* twelve bits; STORE_ENDED: the games that end here */
    uint32_t games;
    /* The rest only of a position with STORE_MANY games. */
    uint32_t white, draws, black;
    uint64_t elo_sum, other_sum; /* of the players that moved, of the others */
    uint32_t elo_n, other_n;     /* of how many that is known */
    uint32_t last;               /* the latest date's year */
    uint64_t at;                 /* the reader's: the bit where its list is */
} run_move;

/* What a run has on a key. */
typedef struct run_found {
    uint32_t games; /* 0: it is not among the positions of several games */
    uint32_t moves_n;
    run_move moves[RUN_MOVES_MAX]; /* by number of games, then code */
    bool many; /* the statistics and what follows are there */
    /* Ids of games: the best by store_rank_elo(), the latest by
     * store_rank_date() of rank.h. */
    uint32_t top_n, latest_n;
    uint32_t top[STORE_TOP], latest[STORE_TOP];
    /* Groups that may hold the only game of the position: games
     * first + 16 g .. + 15 of the run. */
    uint32_t maybe_n;
    uint32_t maybe[RUN_MAYBE_MAX];
    tby_str page; /* the reader's */
} run_found;

/* TBY_OK with games > 0 or maybe_n > 0, TBY_DONE if the key is not there,
 * TBY_E_STORE_DAMAGED.  *out is valid until the next page is asked for. */
TBY_MUST_USE tby_rc tby__run_find(const run_head *head,
                                  const run_source *source, uint64_t key,
                                  run_found *out);

/* The games of found->moves[move] in ascending order, all at once:
 * out has room for moves[move].games ids. */
TBY_MUST_USE tby_rc tby__run_list(const run_head *head,
                                  const run_source *source,
                                  const run_found *found, uint32_t move,
                                  uint32_t *out);

/* By mean rating, then date. */
static inline uint64_t store_rank_elo(uint32_t white, uint32_t black,
                                      uint32_t date)
{
    return (uint64_t)(white + black) << 32 | date;
}

/* By date, then mean rating. */
static inline uint64_t store_rank_date(uint32_t white, uint32_t black,
                                       uint32_t date)
{
    return (uint64_t)date << 32 | (white + black);
}

#endif
