/* store.h - what the program asks of a database beyond tabiya/store.h: writing,
 * upkeep, SQL; the one interface, whatever keeps the games.  What a kind of
 * database cannot do ends with TBY_E_STORE_LACKS and a sentence; ops.h says
 * what each must be able to. */
#ifndef TBY_STORE_STORE_H
#define TBY_STORE_STORE_H

#include "store/filter/filter.h"
#include "store/index/postings.h"
#include "tabiya/store.h"

#include <stdatomic.h>

/* What a handle for reading keeps in memory from one question to the next, in
 * bytes: pages, names and columns, unless told right after opening
 * STORE_MEMORY, which is room for the columns of six million games, and some
 * pages more.  One question may take more for as long as it lasts. */
#define STORE_MEMORY ((size_t)288 << 20)
void tby_store_set_memory(tby_store *s, size_t bytes);

/* How a game is named: by its number, 4711, or where several files are one by
 * that of its file in front, 2:4711.  And back; false: it is no such name. */
enum { TBY_GAME_NAME = 40 };
const char *tby_store_game_name(const tby_store *s, uint64_t id,
                                char buf[TBY_GAME_NAME]);
bool tby_store_has_files(const tby_store *s); /* several of them */
bool tby_store_game_number(const tby_store *s, const char *name, uint64_t *out);

/* The codes of the main line of the game that tby_store_game() gave last. */
const store_code *tby_store_game_codes(const tby_store *s);

/* --- writing --------------------------------------------------------------
 *
 * One program writes at a time; others wait for it, up to two minutes if they
 * have begun to write, else some seconds: TBY_E_STORE_LOCKED.
 *
 *     rc = tby_store_batch(s, fingerprints, n, &known);  TBY_DONE: it is all
 * there rc = tby_store_append(s, &packed, &id); ...  after those that are known
 *     rc = tby_store_commit(s);                    or tby_store_cancel(s)
 *     rc = tby_store_index(s, &work);
 *
 * A batch is stored whole or not at all, whatever happens.  Its fingerprints,
 * one for the first game, one for the first two and so on, say what it was made
 * from; that of all and that of all but the last are kept, so that it is never
 * stored twice, nor is the beginning of a longer one.  Positions find its games
 * once they are indexed, other questions at once. */

/* A hash of what the first games of a batch were made from. */
typedef struct tby_store_fingerprint {
    uint64_t a, b;
} tby_store_fingerprint;

/* Set, *stop ends a question soon with TBY_E_STORE_STOPPED if the handle is for
 * reading; a writer does not wait much longer for another.  May be NULL. */
void tby_store_set_cancel(tby_store *s, const atomic_bool *stop);

/* While a question looks at the moves of all games, *share is how many of a
 * thousand it has seen.  May be NULL. */
void tby_store_set_share(tby_store *s, atomic_uint *share);

/* *known: so many games of the batch were stored by an earlier one. */
TBY_MUST_USE tby_rc tby_store_batch(tby_store *s,
                                    const tby_store_fingerprint *fingerprints,
                                    size_t n, size_t *known);
TBY_MUST_USE tby_rc tby_store_append(tby_store *s, const store_packed *game,
                                     uint64_t *id);
TBY_MUST_USE tby_rc tby_store_commit(tby_store *s);
void tby_store_cancel(tby_store *s);

/* --- changing what is stored ----------------------------------------------
 *
 * Within a batch, which needs no fingerprints for it (n = 0): at most once for
 * a game.  A deleted game is in no answer any more, and its number is not used
 * again; an edited one keeps its number.  Their room is given back by
 * tby_store_optimize(), and until then all of it can be taken back.
 * TBY_DONE: there is no game of that number, and nothing happened. */
TBY_MUST_USE tby_rc tby_store_delete(tby_store *s, uint64_t id);
/* TBY_E_STORE_FIT: it stays as it was. */
TBY_MUST_USE tby_rc tby_store_replace(tby_store *s, uint64_t id,
                                      const store_packed *game);

/* A number that changes with the game: who saw another one has seen another
 * game.  TBY_DONE: there is none. */
TBY_MUST_USE tby_rc tby_store_version(tby_store *s, uint64_t id, uint64_t *out);

/* What is written through a handle is one change; with this, what comes from
 * now on is another. */
void tby_store_new_change(tby_store *s);

/* Some games that follow each other, what a change did to them: added (they
 * were not there), deleted (they are not) or edited. */
typedef struct tby_store_change {
    uint64_t first, games;
    bool was, is;
} tby_store_change;
typedef void tby_store_on_change(void *ctx, const tby_store_change *change);

/* The last change, or it is taken back: in the order in which it was made.
 * TBY_DONE: there is none, since the database was made or optimised.  each may
 * be NULL. */
TBY_MUST_USE tby_rc tby_store_last_change(tby_store *s,
                                          tby_store_on_change *each, void *ctx);
TBY_MUST_USE tby_rc tby_store_undo(tby_store *s, tby_store_on_change *each,
                                   void *ctx);

/* Brings what was written into the one file, which tby_store_close() does too,
 * but here it is reported if there is no room for it.  Nothing is lost then: it
 * stays in the journal.  Readers are waited for, but not for long. */
TBY_MUST_USE tby_rc tby_store_checkpoint(tby_store *s);

/* A stored game with the same players, date and moves, be it of the open batch;
 * 0: none. */
TBY_MUST_USE tby_rc tby_store_duplicate(tby_store *s, const store_packed *game,
                                        uint64_t *out);

/* Such a game will come soon: memory that asking for it will touch is asked for
 * now.  Changes nothing. */
void tby_store_prefetch(const tby_store *s, const store_packed *game);

/* So many games before one is asked for it is best prefetched; and so many make
 * a good batch, 0: any number. */
uint32_t tby_store_ahead(const tby_store *s);
uint32_t tby_store_batch_games(const tby_store *s);

/* What long work may use, and whom it notifies. */
typedef struct tby_store_work {
    size_t memory;    /* bytes */
    unsigned threads; /* 0: one for each processor */
    void *ctx;
    void (*progress)(void *ctx, uint64_t done, uint64_t total); /* or NULL */
    /* What is known of the last games, from one on, to save time: see run_job.
     * It takes no part of the memory above. */
    uint64_t postings_from;
    store_postings *const *postings;
    size_t postings_n;
    size_t piece; /* bytes of a transaction; 0: what is good */
} tby_store_work;

/* Indexes what has no run yet, and merges it with runs of like size, so that
 * their number grows with the logarithm of the number of games.  Of those who
 * do that at once one does it for all, and the others wait. */
TBY_MUST_USE tby_rc tby_store_index(tby_store *s, const tby_store_work *work);

/* One index over all games, and no room that nobody uses. */
TBY_MUST_USE tby_rc tby_store_optimize(tby_store *s,
                                       const tby_store_work *work);

/* Copies all that is committed to a new file, in place of one of that name,
 * which appears whole or not at all; others may write meanwhile.
 * TBY_E_STORE_WRITE, _FULL, _DAMAGED ... */
TBY_MUST_USE tby_rc tby_store_backup(tby_store *s, const char *path);

/* Makes it what another one is, or leaves it as it was. */
TBY_MUST_USE tby_rc tby_store_restore(tby_store *s, tby_store *from);

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
    uint64_t dead;               /* deleted or edited, with room to give back */
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
    uint64_t first, last; /* games that it concerns; 0: none or unknown */
    const char *text;     /* a sentence, valid during the call */
} tby_store_problem;

typedef struct tby_store_check_job {
    bool all;        /* all games, not a sample; the index always */
    uint32_t sample; /* games */
    uint64_t seed;   /* of the choice */
    tby_store_work work;
    void *ctx;
    void (*problem)(void *ctx, const tby_store_problem *problem);
} tby_store_check_job;

typedef struct tby_store_checked {
    uint64_t rows;      /* of games, columns and the index */
    uint64_t games;     /* that were put together again and replayed */
    uint64_t positions; /* of the index, which is made again */
    uint64_t problems;
} tby_store_checked;

/* Looks at everything that can be wrong.  TBY_OK if it could be looked at,
 * whatever was found; TBY_E_NOMEM and the like otherwise. */
TBY_MUST_USE tby_rc tby_store_check(tby_store *s,
                                    const tby_store_check_job *job,
                                    tby_store_checked *out);
/* --- people ----------------------------------------------------------------
 *
 * Several spellings may be one person: every question about one of them is
 * about all.  Games keep the spelling that they came with. */

/* A line of the log. */
typedef struct tby_person_change {
    uint64_t change;           /* lines of one change go together */
    uint32_t spelling, person; /* the same: it stands for itself again */
    bool undone;
    tby_str names[2]; /* of both, in the log: valid during the call */
} tby_person_change;

/* One change: each spelling, with those that are one person with it, becomes
 * that person's; where both are the same it leaves the others.  Without changes
 * (NULL, 0) the last change that was not taken back is.  TBY_DONE: there was
 * nothing to do. */
TBY_MUST_USE tby_rc tby_store_change_people(tby_store *s,
                                            const tby_person_change *changes,
                                            size_t n);

/* All of the log. */
TBY_MUST_USE tby_rc
tby_store_people_log(tby_store *s, void *ctx,
                     tby_rc (*each)(void *ctx, const tby_person_change *c));

/* As tby_store_players(), with a row for each spelling. */
TBY_MUST_USE tby_rc tby_store_spellings(tby_store *s, tby_str name,
                                        tby_players_answer *out);

/* The two persons of every game; every player with every FIDE id that a game
 * gives. */
typedef tby_rc tby_each_pair(void *ctx, uint32_t a, uint32_t b);
TBY_MUST_USE tby_rc tby_store_pairings(tby_store *s, void *ctx,
                                       tby_each_pair *each);
TBY_MUST_USE tby_rc tby_store_fides(tby_store *s, void *ctx,
                                    tby_each_pair *each);

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
