/* store.h - a database of games, asked about positions, games, moves and
 * players.  Part of libtabiya-db; import.h fills one.
 *
 *     tby_store *s;
 *     tby_position_answer a;
 *
 *     if (tby_store_open(&s, "games.tdb", TBY_STORE_READ) != TBY_OK)
 *         fprintf(stderr, "%s\n", tby_store_error_text(s));
 *     else if (tby_store_position(s, &pos, NULL, NULL, &a) == TBY_OK) {
 *         ... a.moves[0].san was played in a.moves[0].score.games games
 *         tby_position_free(&a);
 *     }
 *     tby_store_close(s);
 *
 * A path means one file; several, a line each, or a folder (its *.tdb) are
 * asked as one database, in which games that several files have are there once,
 * with the number of their file, from 1, in the upper half of their id.
 *
 * One handle belongs to one thread; any number may be open.  Each question sees
 * one snapshot of the database, also while someone imports.  Games have numbers
 * from 1, which never change. */
#ifndef TBY_STORE_H
#define TBY_STORE_H

#include "tabiya/filter.h"
#include "tabiya/game.h"
#include "tabiya/san.h"

typedef struct tby_store tby_store;

typedef enum tby_store_mode {
    TBY_STORE_READ,  /* it must be there; nothing is changed */
    TBY_STORE_WRITE, /* one writer at a time; made if it is not there */
    TBY_STORE_CHANGE /* likewise, but it must be there */
} tby_store_mode;

/* --- answers --------------------------------------------------------------*/

typedef struct tby_score {
    uint64_t games, white, draws, black; /* the rest has no result */
} tby_score;

/* Ratings that are known, added up. */
typedef struct tby_rating_sum {
    uint64_t sum, n;
} tby_rating_sum;

typedef struct tby_position_move {
    tby_move move; /* TBY_MOVE_NONE: the games that ended here */
    char san[TBY_SAN_MAX];
    tby_score score;
    double elo;         /* mean of the players that moved, 0: not known */
    double performance; /* of the players that moved, 0: not known */
    uint32_t last;      /* year of the latest game, 0: not known */
    uint64_t reached;   /* games that have the next position, by any order */
    tby_rating_sum movers, opponents; /* what elo and performance are of */
} tby_position_move;

typedef struct tby_position_answer {
    tby_score score;
    size_t moves_n; /* by games, then SAN; what ended is in `ended` */
    tby_position_move *moves;
    tby_position_move ended;
    size_t top_n, latest_n; /* ids: by mean rating, and by date */
    uint64_t *top, *latest;
    uint64_t waiting; /* games that were not asked: they have no index yet */
} tby_position_answer;

/* How much is wanted. */
typedef struct tby_position_wanted {
    uint32_t top, latest;
} tby_position_wanted;

typedef enum tby_games_order {
    TBY_BY_ID,
    TBY_BY_DATE, /* latest first; so with the others */
    TBY_BY_ELO,  /* of both players together */
    TBY_BY_PLIES
} tby_games_order;

typedef struct tby_games_answer {
    uint64_t total; /* that fit the filter */
    tby_score score;
    size_t n;
    uint64_t *ids; /* of the page that was asked for */
} tby_games_answer;

/* What a list of games shows of each; texts are valid until the next call, p
 * NULL where there is no such tag.  A number of 0 is not known. */
typedef struct tby_game_row {
    uint64_t id;
    tby_str white, black, event, site, round, opening;
    uint32_t white_elo, black_elo, plies;
    uint32_t men; /* at least so many are left at the end */
    tby_result result;
    char date[12];     /* "1998.11.??", "" if nothing of it is known */
    char eco[4];       /* "B90", or "" */
    const char *ended; /* "checkmate", "resignation" ..., "unknown"; static */
} tby_game_row;

typedef struct tby_move_hit {
    uint64_t game;
    uint32_t ply; /* ply 1 is the first move */
} tby_move_hit;

typedef struct tby_moves_answer {
    uint64_t total; /* times it was played */
    uint64_t games; /* in so many games */
    size_t n;
    tby_move_hit *hits; /* the page that was asked for */
} tby_moves_answer;

typedef struct tby_player_row {
    uint32_t id, person; /* another one's where the name is a spelling of it */
    const char *name;
    tby_score white, black; /* in `white` the results as White, ... */
    uint32_t elo;           /* the highest */
    uint32_t first, last;   /* years, 0: not known */
    bool meant; /* the name as a condition means this one, not only may */
} tby_player_row;

typedef struct tby_players_answer {
    uint64_t total;
    size_t n;
    tby_player_row *rows; /* by games, then name */
    char *text;
} tby_players_answer;

TBY_BEGIN

/* TBY_E_STORE_OPEN (missing, no permission, a folder), _FOREIGN (no database of
 * ours), _NEWER (made by a later version), _LOCKED (someone else writes),
 * _FULL, _DAMAGED, _WRITE; TBY_E_NOMEM.  An older version is brought up to date
 * by TBY_STORE_WRITE and _CHANGE, and refused with _OLDER by TBY_STORE_READ;
 * one that cannot be is refused with _OUTDATED.  *out is set on failure too
 * (NULL if there is no memory), to be asked for the sentence.  Close it in any
 * case. */
TBY_API TBY_MUST_USE tby_rc tby_store_open(tby_store **out, const char *where,
                                           tby_store_mode mode);
/* Leaves one file, without a journal beside it, if nobody else has it open.
 * NULL is allowed. */
TBY_API void tby_store_close(tby_store *s);

/* A sentence on what failed last, with the system's reason; may be "". */
TBY_API const char *tby_store_error_text(const tby_store *s);

/* Games that are stored, and how many of them wait for the index, at the moment
 * of the last question.  These are found by everything but a position: an
 * import is under way, or was cut off. */
TBY_API uint64_t tby_store_games(const tby_store *s);
TBY_API uint64_t tby_store_waiting(const tby_store *s);

/* All questions between the two see the same snapshot, and short ones are
 * faster: for lists of games.  Not for long, since a writer cannot tidy up
 * meanwhile. */
TBY_API TBY_MUST_USE tby_rc tby_store_hold(tby_store *s);
TBY_API void tby_store_release(tby_store *s);

/* --- questions ------------------------------------------------------------
 *
 * Any of them may end with TBY_E_STORE_DAMAGED, _LOCKED, _STOPPED, TBY_E_NOMEM
 * or TBY_E_IO codes; the answer is then empty.  filter NULL: all games. */

/* wanted NULL: 15 games of each kind. */
TBY_API TBY_MUST_USE tby_rc
tby_store_position(tby_store *s, const tby_pos *pos, const tby_filter *filter,
                   const tby_position_wanted *wanted, tby_position_answer *out);
TBY_API void tby_position_free(tby_position_answer *a);

/* The games that fit, from the offset on; limit 0: all. */
TBY_API TBY_MUST_USE tby_rc tby_store_find(tby_store *s,
                                           const tby_filter *filter,
                                           tby_games_order order,
                                           uint64_t offset, uint64_t limit,
                                           tby_games_answer *out);
TBY_API void tby_games_free(tby_games_answer *a);

/* The game as it was imported.  TBY_DONE: there is no such number. */
TBY_API TBY_MUST_USE tby_rc tby_store_game(tby_store *s, uint64_t id,
                                           tby_game *out);
TBY_API TBY_MUST_USE tby_rc tby_store_row(tby_store *s, uint64_t id,
                                          tby_game_row *out);

/* Single moves: the filter must have a "move". */
TBY_API TBY_MUST_USE tby_rc tby_store_moves(tby_store *s,
                                            const tby_filter *filter,
                                            uint64_t offset, uint64_t limit,
                                            tby_moves_answer *out);
TBY_API void tby_hits_free(tby_moves_answer *a);

/* Players whom a name may mean, "carlsen m", or begins, "Carl*" (p NULL: all
 * players), with the games that fit the filter. */
TBY_API TBY_MUST_USE tby_rc tby_store_players(tby_store *s, tby_str name,
                                              const tby_filter *filter,
                                              uint64_t offset, uint64_t limit,
                                              tby_players_answer *out);
TBY_API void tby_players_free(tby_players_answer *a);

TBY_END

#endif
