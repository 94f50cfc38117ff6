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

#include "store/filter/filter.h"
#include "store/index/stock.h"
#include "store/token.h"
#include "tabiya/game.h"
#include "tabiya/san.h"

#include <stdatomic.h>

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

/* Games that are stored, and how many of them wait for the index, at the moment
 * of the last question.  These are found by everything but a position: an
 * import is under way, or was cut off. */
uint32_t tby_store_games(const tby_store *s);
uint32_t tby_store_waiting(const tby_store *s);

/* All questions between the two see the same moment, and short ones are faster:
 * for lists of games.  Not for long, since a writer cannot tidy up meanwhile.
 */
TBY_MUST_USE tby_rc tby_store_hold(tby_store *s);
void tby_store_release(tby_store *s);

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
    uint32_t waiting; /* games that were not asked: they have no index yet */
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
/* The codes of the main line of the game that tby_store_game() gave last. */
const store_code *tby_store_game_codes(const tby_store *s);

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

/* --- writing --------------------------------------------------------------
 *
 * One program writes at a time; others wait for it, up to two minutes if they
 * have begun to write, else some seconds: TBY_E_STORE_LOCKED.
 *
 *     rc = tby_store_batch(s, tokens, n, &known);  TBY_DONE: it is all there
 *     rc = tby_store_append(s, &packed, &id); ...  behind those that are known
 *     rc = tby_store_commit(s);                    or tby_store_cancel(s)
 *     rc = tby_store_index(s, &work);
 *
 * A batch is stored whole or not at all, whatever happens.  Its tokens, one for
 * the first game, one for the first two and so on, say what it was made from;
 * that of all and that of all but the last are kept, so that it is never stored
 * twice, nor is the beginning of a longer one.  Positions find its games once
 * they are indexed, other questions at once. */

/* Who waits does not wait much longer when *stop is set.  May be NULL. */
void tby_store_set_cancel(tby_store *s, const atomic_bool *stop);

/* n >= 1.  *known: so many games of the batch were stored by an earlier one. */
TBY_MUST_USE tby_rc tby_store_batch(tby_store *s, const tby_store_token *tokens,
                                    size_t n, size_t *known);
TBY_MUST_USE tby_rc tby_store_append(tby_store *s, const store_packed *game,
                                     uint32_t *id);
TBY_MUST_USE tby_rc tby_store_commit(tby_store *s);
void tby_store_cancel(tby_store *s);

/* Brings what was written into the one file, which tby_store_close() does too,
 * but here it is told if there is no room for it.  Nothing is lost then: it
 * stays in the journal.  Someone who reads is waited for, but not for long. */
TBY_MUST_USE tby_rc tby_store_fold(tby_store *s);

/* A stored game with the same players, date and moves, be it of the open batch;
 * 0: none. */
TBY_MUST_USE tby_rc tby_store_duplicate(tby_store *s, const store_packed *game,
                                        uint32_t *out);

/* Such a game will come soon: memory that asking for it will touch is asked for
 * now.  Changes nothing. */
void tby_store_expect(const tby_store *s, const store_packed *game);

/* What long work may use, and who hears of it. */
typedef struct tby_store_work {
    size_t memory;    /* bytes */
    unsigned threads; /* 0: one for each processor */
    void *ctx;
    void (*progress)(void *ctx, uint64_t done, uint64_t total); /* or NULL */
    /* What is known of the last games, from one on, to save time: see run_job.
     * It takes no part of the memory above. */
    uint32_t stocked;
    store_stock *const *stocks;
    size_t stocks_n;
} tby_store_work;

/* Indexes what is not yet, and merges what has become too many pieces. */
TBY_MUST_USE tby_rc tby_store_index(tby_store *s, const tby_store_work *work);

/* One index over all games, and no room that nobody uses. */
TBY_MUST_USE tby_rc tby_store_optimize(tby_store *s,
                                       const tby_store_work *work);

/* --- about the database ---------------------------------------------------*/

/* X(symbol, name): what the bytes are for. */
#define TBY_STORE_PART_MAP(X)                                                  \
    X(MOVES, "moves")                                                          \
    X(EXTRAS, "extras")                                                        \
    X(COLUMNS, "columns")                                                      \
    X(NAMES, "names")                                                          \
    X(INDEX, "index")                                                          \
    X(REST, "rest") /* what keeping it in order takes, and free room */

typedef enum tby_store_part {
#define TBY_STORE_PART_ENUM(symbol, name) TBY_STORE_##symbol,
    TBY_STORE_PART_MAP(TBY_STORE_PART_ENUM)
#undef TBY_STORE_PART_ENUM
        TBY_STORE_PARTS
} tby_store_part;

const char *tby_store_part_name(tby_store_part part);

typedef struct tby_store_facts {
    uint32_t version;            /* of the format */
    uint64_t games;              /* that are stored */
    uint64_t waiting;            /* of these, for the index */
    uint64_t plies;              /* of all */
    uint64_t names[STORE_KINDS]; /* different ones */
    uint32_t first, last;        /* dates, packed; 0: none is known */
    uint64_t runs;               /* pieces of the index */
    uint64_t positions, once;    /* in several games of a run, in one */
    uint64_t bytes[TBY_STORE_PARTS];
} tby_store_facts;

TBY_MUST_USE tby_rc tby_store_info(tby_store *s, tby_store_facts *out);

/* Something that is wrong with a database. */
typedef struct tby_store_problem {
    const char *part;     /* "moves", "index", ... */
    uint32_t first, last; /* games that it concerns; 0: none or unknown */
    const char *text;     /* a sentence, valid during the call */
} tby_store_problem;

typedef struct tby_store_check_job {
    bool all;        /* all games and all of the index, not a sample */
    uint32_t sample; /* games */
    uint64_t seed;   /* of the choice */
    tby_store_work work;
    void *ctx;
    void (*problem)(void *ctx, const tby_store_problem *problem);
} tby_store_check_job;

typedef struct tby_store_checked {
    uint64_t rows;      /* of games, columns and the index */
    uint64_t games;     /* that were put together again and replayed */
    uint64_t positions; /* that were looked up in the index */
    uint64_t problems;
} tby_store_checked;

/* Looks at everything that can be wrong.  TBY_OK if it could be looked at,
 * whatever was found; TBY_E_NOMEM and the like otherwise. */
TBY_MUST_USE tby_rc tby_store_check(tby_store *s,
                                    const tby_store_check_job *job,
                                    tby_store_checked *out);
/* --- SQL ------------------------------------------------------------------*/

typedef enum tby_sql_kind {
    TBY_SQL_NULL,
    TBY_SQL_INTEGER,
    TBY_SQL_REAL,
    TBY_SQL_TEXT,
    TBY_SQL_BLOB
} tby_sql_kind;

typedef struct tby_sql_value {
    tby_sql_kind kind;
    int64_t integer;
    double real;
    tby_str bytes; /* of text and blob */
} tby_sql_value;

enum { TBY_SQL_COLUMNS = 256 }; /* more are refused */

typedef struct tby_sql_row {
    size_t n;
    const char *const *names;
    const tby_sql_value *values;
} tby_sql_row;

typedef struct tby_sql_job {
    tby_str sql;    /* one statement that only reads */
    double seconds; /* that it may take; 0: any time */
    uint64_t rows;  /* that it may give; 0: any number */
    /* Bytes that SQLite may use meanwhile in the whole program, which is all
     * that it can tell: for programs that do nothing else.  0: any number. */
    uint64_t memory;
    void *ctx;
    /* Not TBY_OK ends it with that code; row->names is there from the first
     * call on, which comes with row->values NULL. */
    tby_rc (*row)(void *ctx, const tby_sql_row *row);
} tby_sql_job;

/* TBY_E_STORE_SQL (tby_store_error_text() has the reason), TBY_E_STORE_TIME,
 * TBY_E_LIMIT when there are more rows than allowed, TBY_E_NOMEM.  No value may
 * have more than a megabyte. */
TBY_MUST_USE tby_rc tby_store_sql(tby_store *s, const tby_sql_job *job);

#endif
