/* int.h - a database on the servers of a cluster (docs/formats/cluster.md):
 * what the files of this room share.
 *
 * A batch is written under a number of its own, to all servers, and counts from
 * the moment at which one table on the first server is renamed: turn_A_1 to
 * turn_B_0.  The name says which batch is the last one that counts, each batch
 * names the one before it, and of two importers one fails, since the table has
 * its name no more.  What was written under a number that never had its turn is
 * passed over by all questions.  turn_B_0 becomes turn_B_1 when the sums have
 * the batch, too. */
#ifndef TBY_STORE_CLICKHOUSE_INT_H
#define TBY_STORE_CLICKHOUSE_INT_H

#include "core/base/assert.h"
#include "core/base/grow.h"
#include "core/base/hashmap.h"
#include "store/clickhouse/answer.h"
#include "store/clickhouse/http.h"
#include "store/ops.h"
#include "store/record/pack.h"

#include <inttypes.h>

enum {
    CH_VERSION = 1,
    CH_DEEP = 30,    /* sums have visits up to this ply */
    CH_MARK = 65535, /* the move of a row of sums that says: batch `key` */
    CH_LOOKS = 512,  /* games that are fetched at once for a list */
    CH_ROW_MOST = 64 << 20
};

typedef struct ch_batch {
    uint64_t number, before; /* the number of the one before it, 0: none */
    uint64_t first, games, plies;
    uint64_t prints; /* fingerprints it had */
    tby_store_fingerprint ends[2];
    bool counts;
} ch_batch;

/* Names by number; those of sites, rounds and such are in the games alone. */
typedef enum ch_kind { CH_PLAYERS, CH_EVENTS, CH_OPENINGS, CH_KINDS } ch_kind;

typedef struct ch_names {
    tby_str *at; /* at[i - 1] is number i */
    size_t n, cap;
    tby_hashmap map;
} ch_names;

/* A game that was fetched. */
typedef struct ch_game {
    uint64_t id;
    store_packed packed;
} ch_game;

typedef struct ch_games {
    ch_game *at;
    size_t n, cap;
    tby_arena texts;
} ch_games;

typedef struct ch_writer ch_writer; /* import.c */

typedef struct store_cluster {
    tby_store base;
    ch_address address;
    ch_http *http;
    bool writes;
    bool again; /* what failed last may work if it is tried again */
    /* the snapshot */
    unsigned held;
    bool known; /* it was read once */
    uint64_t turn;
    bool summed;       /* the sums have that batch */
    ch_batch *batches; /* by number */
    size_t batches_n, batches_cap;
    uint64_t batch_first; /* the first game of that batch */
    uint64_t plies;
    tby_buf only; /* " AND batch NOT IN (...)", or empty */
    /* names as of a turn */
    bool named;
    uint64_t named_turn;
    ch_names names[CH_KINDS];
    tby_arena texts;
    ch_games cache;   /* games of the last list */
    uint64_t *listed; /* the last list, by its order, to read ahead in it */
    size_t listed_n;
    store_code *codes; /* of the last game */
    size_t codes_cap;
    ch_writer *writer;
} store_cluster;

/* --- asking (ask.c) -------------------------------------------------------*/

/* Asks, and keeps the sentence of what failed. */
TBY_MUST_USE tby_rc tby__ch_send(store_cluster *c, ch_request *r, size_t n);
void tby__ch_requests_free(ch_request *r, size_t n);

/* One question to a shard; the answer is the caller's. */
TBY_MUST_USE tby_rc tby__ch_one(store_cluster *c, size_t shard, tby_str sql,
                                tby_buf *answer);
/* The same question to all shards: answers by shard, to be freed with
 * tby__ch_requests_free(). */
TBY_MUST_USE tby_rc tby__ch_all(store_cluster *c, tby_str sql,
                                ch_request *requests);
static inline ch_answer ch_answer_of(const ch_request *r)
{
    return (ch_answer){.rest = {r->answer.p, r->answer.n}};
}
/* A server's answer made no sense. */
tby_rc tby__ch_nonsense(store_cluster *c, size_t shard);

/* Appends as printf() does. */
__attribute__((format(printf, 2, 3))) void tby__ch_put(tby_buf *b,
                                                       const char *format, ...);
/* One statement to a shard whose answer does not matter. */
__attribute__((format(printf, 3, 4))) TBY_MUST_USE tby_rc
tby__ch_run(store_cluster *c, size_t shard, const char *format, ...);

/* --- state (state.c) ------------------------------------------------------*/

/* The tables that every server has, TABLE_local: the columns as SQL has them,
 * the last one being the batch, but for the sums. */
typedef enum ch_table {
    CH_VISITS,
    CH_SUMS,
    CH_GAMES,
    CH_WHO,
    CH_HASHES,
    CH_NAMES, /* from here on only the first server has them */
    CH_BATCHES,
    CH_TABLES
} ch_table;
extern const struct ch_table_row {
    const char *name, *columns, *engine;
} tby__ch_tables[CH_TABLES];

/* Makes tables where they are missing, if that is wanted, and sees that these
 * servers are the shards of one database. */
TBY_MUST_USE tby_rc tby__ch_prepare(store_cluster *c);
/* Reads the snapshot, if it is another one by now. */
TBY_MUST_USE tby_rc tby__ch_look(store_cluster *c);
/* Names as of the snapshot. */
TBY_MUST_USE tby_rc tby__ch_names(store_cluster *c);
tby_str tby__ch_name(const store_cluster *c, ch_kind kind, uint64_t id);
/* 0: there is none. */
uint32_t tby__ch_find_name(const store_cluster *c, ch_kind kind, tby_str name);
void tby__ch_names_free(store_cluster *c);
TBY_MUST_USE tby_rc tby__ch_add_name(store_cluster *c, ch_kind kind,
                                     tby_str name);

static inline store_cluster *ch_cluster(const tby_store *s)
{
    return (store_cluster *)(uintptr_t)s;
}

static inline size_t ch_shard_of(const store_cluster *c, uint64_t number)
{
    return (size_t)(number % c->address.shards);
}

void tby__ch_writer_close(store_cluster *c);

/* --- games (games.c) ------------------------------------------------------*/

/* What no column of the table of games says, and back. */
void tby__ch_put_rest(const store_packed *game, tby_buf *out);
TBY_MUST_USE tby_rc tby__ch_take_game(ch_games *to, uint64_t id, tby_str moves,
                                      tby_str rest);
void tby__ch_games_clear(ch_games *g);
/* Adds games by their numbers; TBY_E_STORE_DAMAGED if one is missing or twice
 * there. */
TBY_MUST_USE tby_rc tby__ch_fetch(store_cluster *c, ch_games *to,
                                  const uint64_t *ids, size_t n);
/* One that was fetched for the last list, or fetches it. */
TBY_MUST_USE tby_rc tby__ch_game(store_cluster *c, uint64_t id,
                                 const store_packed **out);

/* --- filters (filter.c) ---------------------------------------------------*/

/* The condition in SQL on the table of games, or on that of visits where its
 * columns are enough: *visits says which.  TBY_E_STORE_LACKS. */
TBY_MUST_USE tby_rc tby__ch_where(store_cluster *c, const store_filter *filter,
                                  tby_buf *out, bool *visits);
/* True if sums can say which games fit; the condition on them. */
bool tby__ch_where_sums(const store_filter *filter, tby_buf *out);

/* Players whom a name means, or whom it may mean at all. */
TBY_MUST_USE tby_rc tby__ch_match(store_cluster *c, tby_str wanted, bool all,
                                  uint32_t **ids, size_t *n);

/* --- what ops.h asks for --------------------------------------------------*/

tby_rc tby__ch_batch(tby_store *s, const tby_store_fingerprint *f, size_t n,
                     size_t *known);
tby_rc tby__ch_append(tby_store *s, const store_packed *game, uint64_t *id);
tby_rc tby__ch_commit(tby_store *s);
void tby__ch_cancel(tby_store *s);
void tby__ch_prefetch(const tby_store *s, const store_packed *game);
tby_rc tby__ch_duplicate(tby_store *s, const store_packed *game, uint64_t *out);
tby_rc tby__ch_index(tby_store *s, const tby_store_work *work);
tby_rc tby__ch_read(tby_store *s, uint64_t id, tby_game *out);
tby_rc tby__ch_row(tby_store *s, uint64_t id, tby_game_row *out);
tby_rc tby__ch_position(tby_store *s, const tby_pos *pos,
                        const tby_filter *filter,
                        const tby_position_wanted *wanted,
                        tby_position_answer *out);
tby_rc tby__ch_find(tby_store *s, const tby_filter *filter,
                    tby_games_order order, uint64_t offset, uint64_t limit,
                    tby_games_answer *out);
tby_rc tby__ch_players(tby_store *s, tby_str name, const tby_filter *filter,
                       uint64_t offset, uint64_t limit,
                       tby_players_answer *out);
tby_rc tby__ch_info(tby_store *s, tby_store_facts *out);
tby_rc tby__ch_check(tby_store *s, const tby_store_check_job *job,
                     tby_store_checked *out);

#endif
