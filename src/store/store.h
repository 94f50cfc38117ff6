/* store.h - a database of games: the one interface, whatever keeps the games.
 *
 *     tby_store *s;
 *     rc = tby_store_open(&s, "games.tdb", TBY_STORE_READ);
 *     rc = tby_store_position(s, &pos, NULL, &wanted, &answer);
 *     tby_store_close(s);
 *
 * One handle belongs to one thread.  Each question sees one moment of the
 * database, also while someone imports.  Games have numbers from 1. */
#ifndef TBY_STORE_STORE_H
#define TBY_STORE_STORE_H

#include "store/filter.h"
#include "tabiya/game.h"
#include "tabiya/san.h"

typedef struct tby_store tby_store;

typedef enum tby_store_mode {
    TBY_STORE_READ,  /* it must be there; nothing is changed */
    TBY_STORE_WRITE, /* one writer at a time; made if it is not there */
    TBY_STORE_CHANGE /* likewise, but it must be there */
} tby_store_mode;

/* TBY_E_STORE_..., TBY_E_NOMEM.  *out is set on failure too (NULL if there is
 * no memory), to be asked for the sentence.  Close it in any case. */
TBY_MUST_USE tby_rc tby_store_open(tby_store **out, const char *where,
                                   tby_store_mode mode);
/* NULL is allowed. */
void tby_store_close(tby_store *s);

/* A sentence on what failed last, with the system's reason; may be "". */
const char *tby_store_error_text(const tby_store *s);

/* Games that questions are answered about. */
uint32_t tby_store_games(const tby_store *s);

/* --- a position -----------------------------------------------------------*/

typedef struct tby_score {
    uint64_t games, white, draws, black; /* the rest has no result */
} tby_score;

typedef struct tby_position_move {
    tby_move move; /* TBY_MOVE_NONE: the games that ended here */
    char san[TBY_SAN_MAX];
    tby_score score;
    double elo;         /* mean of those who moved, 0: not known */
    double performance; /* of those who moved, 0: not known */
    uint32_t last;      /* year of the latest game, 0: not known */
    uint64_t reached;   /* games that have the next position, by any order */
} tby_position_move;

typedef struct tby_position_answer {
    tby_score score;
    size_t moves_n; /* by games, then SAN; what ended is in `ended` */
    tby_position_move *moves;
    tby_position_move ended;
    size_t top_n, latest_n; /* ids: by mean rating, and by date */
    uint32_t *top, *latest;
} tby_position_answer;

/* How much is wanted; by default 15 games of each kind. */
typedef struct tby_position_wanted {
    uint32_t top, latest;
} tby_position_wanted;

/* filter NULL or empty: all games.  Free the answer with
 * tby_position_free(). */
TBY_MUST_USE tby_rc tby_store_position(tby_store *s, const tby_pos *pos,
                                       const store_filter *filter,
                                       const tby_position_wanted *wanted,
                                       tby_position_answer *out);
void tby_position_free(tby_position_answer *a);

/* --- games ----------------------------------------------------------------*/

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
    uint32_t *ids; /* of the page that was asked for */
} tby_games_answer;

/* limit 0: all.  Free the answer with tby_games_free(). */
TBY_MUST_USE tby_rc tby_store_find(tby_store *s, const store_filter *filter,
                                   tby_games_order order, uint64_t offset,
                                   uint64_t limit, tby_games_answer *out);
void tby_games_free(tby_games_answer *a);

/* The game as it was imported.  TBY_DONE: there is no such number. */
TBY_MUST_USE tby_rc tby_store_game(tby_store *s, uint32_t id, tby_game *out);

/* What a list of games shows of each; texts are valid until the next call. */
typedef struct tby_game_row {
    uint32_t id, column[STORE_COLUMNS];
    tby_str names[STORE_NAMES]; /* p NULL: no such tag */
} tby_game_row;
TBY_MUST_USE tby_rc tby_store_row(tby_store *s, uint32_t id, tby_game_row *out);

/* --- single moves ---------------------------------------------------------*/

typedef struct tby_move_hit {
    uint32_t game, ply; /* ply 1 is the first move */
} tby_move_hit;

typedef struct tby_moves_answer {
    uint64_t total; /* times it was played */
    uint64_t games; /* in so many games */
    size_t n;
    tby_move_hit *hits; /* the page that was asked for */
} tby_moves_answer;

/* filter->move must be set.  Free the answer with tby_hits_free(). */
TBY_MUST_USE tby_rc tby_store_moves(tby_store *s, const store_filter *filter,
                                    uint64_t offset, uint64_t limit,
                                    tby_moves_answer *out);
void tby_hits_free(tby_moves_answer *a);

/* --- players --------------------------------------------------------------*/

typedef struct tby_player_row {
    uint32_t id;
    const char *name;
    tby_score white, black; /* in `white` the results as White, ... */
    uint32_t elo;           /* the highest */
    uint32_t first, last;   /* years, 0: not known */
} tby_player_row;

typedef struct tby_players_answer {
    uint64_t total;
    size_t n;
    tby_player_row *rows; /* by games, then name */
    char *text;
} tby_players_answer;

/* Those whose name fits (see store_name_fits(); p NULL: all), with the games
 * that fit the filter.  Free the answer with tby_players_free(). */
TBY_MUST_USE tby_rc tby_store_players(tby_store *s, tby_str name,
                                      const store_filter *filter,
                                      uint64_t offset, uint64_t limit,
                                      tby_players_answer *out);
void tby_players_free(tby_players_answer *a);

#endif
