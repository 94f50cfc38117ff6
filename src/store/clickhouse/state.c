/* state.c - the tables of a cluster, and which batches count. */
#include "store/clickhouse/int.h"

#include "core/base/checksum.h"
#include "core/base/num.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* --- asking ---------------------------------------------------------------*/

tby_rc tby__ch_nonsense(store_cluster *c, size_t shard)
{
    return tby__store_fail_with(&c->base, TBY_E_STORE_DAMAGED,
                                "What %s answers makes no sense.",
                                c->address.host[shard]);
}

tby_rc tby__ch_send(store_cluster *c, ch_request *r, size_t n)
{
    tby_rc rc = tby__ch_ask(c->http, r, n);

    c->base.text[0] = '\0';
    c->again = false;
    for (size_t i = 0; rc != TBY_OK && i < n; i++)
        if (r[i].rc == rc && r[i].text[0]) {
            c->again = r[i].again;
            return tby__store_fail(&c->base, rc, r[i].text);
        }
    return rc;
}

void tby__ch_requests_free(ch_request *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (r[i].answer.max) /* it was begun */
            tby_buf_free(&r[i].answer);
}

tby_rc tby__ch_one(store_cluster *c, size_t shard, tby_str sql, tby_buf *answer)
{
    ch_request r = {.shard = shard, .sql = sql};
    tby_rc rc = tby__ch_send(c, &r, 1);

    *answer = r.answer;
    return rc;
}

tby_rc tby__ch_all(store_cluster *c, tby_str sql, ch_request *requests)
{
    for (size_t i = 0; i < c->address.shards; i++)
        requests[i] = (ch_request){.shard = i, .sql = sql};
    return tby__ch_send(c, requests, c->address.shards);
}

void tby__ch_put(tby_buf *b, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    int n = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *to = tby_buf_room(b, (size_t)n + 1);
    if (!to)
        return;
    va_start(list, format);
    vsnprintf(to, (size_t)n + 1, format, list);
    va_end(list);
    b->n += (size_t)n;
}

tby_rc tby__ch_run(store_cluster *c, size_t shard, const char *format, ...)
{
    char sql[2048];
    tby_buf answer;
    va_list list;

    va_start(list, format);
    int n = vsnprintf(sql, sizeof sql, format, list);
    va_end(list);
    TBY_ASSERT(n > 0 && (size_t)n < sizeof sql);
    tby_rc rc = tby__ch_one(c, shard, (tby_str){sql, (size_t)n}, &answer);
    tby_buf_free(&answer);
    return rc;
}

/* --- tables ---------------------------------------------------------------*/

/* docs/formats/cluster.md explains the columns.  Only SQL that old and new
 * versions share. */
const struct ch_table_row tby__ch_tables[CH_TABLES] = {
    [CH_VISITS] = {"visits_local",
                   "key UInt64, move UInt16, game UInt64, ply UInt16, "
                   "result UInt8, white_elo UInt16, black_elo UInt16, "
                   "date UInt32, batch UInt64",
                   "MergeTree PARTITION BY toUInt8(ply > 30) "
                   "ORDER BY (key, move, game)"},
    [CH_SUMS] = {"sums_local",
                 "key UInt64, move UInt16, month UInt32, band UInt16, "
                 "games UInt64, white UInt64, draws UInt64, black UInt64, "
                 "mover_elo UInt64, mover_n UInt64, opponent_elo UInt64, "
                 "opponent_n UInt64",
                 "SummingMergeTree((games, white, draws, black, mover_elo, "
                 "mover_n, opponent_elo, opponent_n)) "
                 "ORDER BY (key, move, month, band)"},
    [CH_GAMES] = {"games_local",
                  "id UInt64, white UInt32, black UInt32, event UInt32, "
                  "opening UInt32, date UInt32, white_elo UInt16, "
                  "black_elo UInt16, time_class UInt8, result UInt8, "
                  "category UInt8, eco UInt16, plies UInt16, flags UInt8, "
                  "moves String, rest String, batch UInt64",
                  "MergeTree ORDER BY id"},
    [CH_WHO] = {"players_local",
                "player UInt32, date UInt32, game UInt64, side UInt8, "
                "batch UInt64",
                "MergeTree ORDER BY (player, date, game)"},
    [CH_HASHES] = {"hashes_local",
                   "hash UInt64, more UInt64, game UInt64, batch UInt64",
                   "MergeTree ORDER BY hash"},
    [CH_NAMES] = {"names", "kind UInt8, id UInt32, name String, batch UInt64",
                  "MergeTree ORDER BY (kind, id)"},
    [CH_BATCHES] = {"batches",
                    "number UInt64, before UInt64, first UInt64, games UInt64, "
                    "plies UInt64, prints UInt64, a UInt64, b UInt64, "
                    "c UInt64, d UInt64",
                    "MergeTree ORDER BY number"},
};

/* For people the tables have a name that means those of all servers: the
 * program asks the servers itself. */
static tby_rc make_tables(store_cluster *c, size_t shard)
{
    const char *database = c->address.database;
    char sql[256];
    int n =
        snprintf(sql, sizeof sql, "CREATE DATABASE IF NOT EXISTS %s", database);
    ch_request r = {
        .shard = shard, .sql = {sql, (size_t)n}, .no_database = true};
    tby_rc rc = tby__ch_send(c, &r, 1);

    tby__ch_requests_free(&r, 1);
    for (int i = 0; rc == TBY_OK && i < (shard ? CH_NAMES : CH_TABLES); i++) {
        const struct ch_table_row *t = &tby__ch_tables[i];
        rc = tby__ch_run(c, shard,
                         "CREATE TABLE IF NOT EXISTS %s (%s) ENGINE = %s "
                         "SETTINGS index_granularity = %d",
                         t->name, t->columns, t->engine,
                         i == CH_GAMES ? 128 : 1024);
        int whole = (int)strcspn(t->name, "_");
        if (rc == TBY_OK && c->address.cluster[0] && i < CH_NAMES)
            rc = tby__ch_run(c, shard,
                             "CREATE TABLE IF NOT EXISTS %.*s AS %s ENGINE = "
                             "Distributed(%s, %s, %s)",
                             whole, t->name, t->name, c->address.cluster,
                             database, t->name);
    }
    return rc;
}

/* What a server says that it is: a shard of some database. */
typedef struct identity {
    uint64_t version, token, shard, shards;
} identity;

/* TBY_DONE: there is no such database. */
static tby_rc read_identity(store_cluster *c, size_t shard, identity *out)
{
    enum { UNKNOWN_TABLE = 60, UNKNOWN_DATABASE = 81 };
    ch_request r = {.shard = shard,
                    .sql = TBY_STR("SELECT version, token, shard, shards FROM "
                                   "identity FORMAT RowBinary")};
    tby_rc rc = tby__ch_send(c, &r, 1);
    ch_answer a = ch_answer_of(&r);

    out->version = ch_take(&a, 4);
    out->token = ch_take(&a, 8);
    out->shard = ch_take(&a, 4);
    out->shards = ch_take(&a, 4);
    if (rc == TBY_OK && (a.broken || ch_more(&a)))
        rc =
            tby__store_fail(&c->base, TBY_E_STORE_FOREIGN,
                            "a database was begun and not finished: drop it on "
                            "all servers and begin anew");
    if (r.code == UNKNOWN_TABLE || r.code == UNKNOWN_DATABASE)
        rc = TBY_DONE;
    tby__ch_requests_free(&r, 1);
    return rc;
}

static uint64_t random_number(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    const uint64_t seed[] = {(uint64_t)t.tv_nsec, (uint64_t)t.tv_sec,
                             (uint64_t)getpid()};
    return tby_checksum(seed, sizeof seed);
}

/* Of several who make it at once, one does. */
static tby_rc make_identity(store_cluster *c, size_t shard, uint64_t token)
{
    TBY_TRY(make_tables(c, shard));
    if (!shard)
        TBY_TRY(tby__ch_run(c, 0,
                            "CREATE TABLE IF NOT EXISTS turn_0_1 (nothing "
                            "UInt8) ENGINE = Null"));
    return tby__ch_run(
        c, shard,
        "CREATE TABLE IF NOT EXISTS identity ENGINE = TinyLog AS SELECT "
        "toUInt32(1) AS version, toUInt64(%" PRIu64 ") AS token, "
        "toUInt32(%zu) AS shard, toUInt32(%zu) AS shards",
        token, shard, c->address.shards);
}

static tby_rc judge_identity(store_cluster *c, size_t i, const identity *it,
                             uint64_t token)
{
    if (it->version > CH_VERSION)
        return tby__store_fail(&c->base, TBY_E_STORE_NEWER, c->address.host[i]);
    if (it->token == token && it->shard == i && it->shards == c->address.shards)
        return TBY_OK;
    if (it->token != token)
        return tby__store_fail_with(&c->base, TBY_E_STORE_FOREIGN,
                                    "%s belongs to another database of this "
                                    "name.",
                                    c->address.host[i]);
    return tby__store_fail_with(&c->base, TBY_E_STORE_FOREIGN,
                                "%s is server %" PRIu64 " of %" PRIu64
                                " of this database: name all of "
                                "them, in their order.",
                                c->address.host[i], it->shard + 1, it->shards);
}

tby_rc tby__ch_prepare(store_cluster *c)
{
    identity it;
    uint64_t token = 0;

    for (size_t i = 0; i < c->address.shards; i++) {
        tby_rc rc = read_identity(c, i, &it);
        if (rc == TBY_DONE && !c->writes)
            return tby__store_fail(&c->base, TBY_E_STORE_OPEN,
                                   "there is no such database: \"tabiya db "
                                   "import\" makes one");
        if (rc == TBY_DONE) {
            TBY_TRY(make_identity(c, i, i ? token : random_number()));
            rc = read_identity(c, i, &it);
        }
        TBY_TRY(rc);
        token = i ? token : it.token;
        TBY_TRY(judge_identity(c, i, &it, token));
    }
    return TBY_OK;
}

/* --- which batches count --------------------------------------------------*/

/* "turn_12_1" */
static bool read_turn(tby_str name, uint64_t *number, bool *summed)
{
    tby_str digits = tby_str_from(name, 5);
    size_t n = digits.n;

    if (n < 3 || digits.p[n - 2] != '_' ||
        (digits.p[n - 1] != '0' && digits.p[n - 1] != '1'))
        return false;
    *summed = digits.p[n - 1] == '1';
    return tby_num_u64((tby_str){digits.p, n - 2}, 0, UINT64_MAX >> 1, number,
                       NULL) == TBY_OK;
}

/* What changes with every batch. */
static tby_rc read_turns(store_cluster *c, uint64_t *turn, bool *summed,
                         uint64_t *rows)
{
    tby_buf answer;
    bool any = false;
    char sql[256];
    int n = snprintf(sql, sizeof sql,
                     "SELECT name, (SELECT count() FROM batches) FROM "
                     "system.tables WHERE database = '%s' AND name LIKE "
                     "'turn_%%' FORMAT RowBinary",
                     c->address.database);
    tby_rc rc = tby__ch_one(c, 0, (tby_str){sql, (size_t)n}, &answer);
    ch_answer a = {.rest = tby_buf_str(&answer)};
    *turn = *rows = 0;
    *summed = false;
    /* Two if a server died while it renamed: the later one counts. */
    while (rc == TBY_OK && ch_more(&a)) {
        uint64_t number;
        bool s;
        tby_str name = ch_take_text(&a);
        *rows = ch_take(&a, 8);
        if (!a.broken && read_turn(name, &number, &s) &&
            (!any || number > *turn || (number == *turn && s))) {
            *turn = number;
            *summed = s;
            any = true;
        }
    }
    if (rc == TBY_OK && (a.broken || !any))
        rc =
            a.broken
                ? tby__ch_nonsense(c, 0)
                : tby__store_fail(&c->base, TBY_E_STORE_DAMAGED,
                                  "the table that says which batch is the last "
                                  "one is missing");
    tby_buf_free(&answer);
    return rc;
}

static tby_rc read_batches(store_cluster *c)
{
    tby_buf answer;
    tby_rc rc = tby__ch_one(
        c, 0,
        TBY_STR("SELECT number, before, first, games, plies, prints, "
                "a, b, c, d FROM batches ORDER BY number FORMAT RowBinary"),
        &answer);
    ch_answer a = {.rest = tby_buf_str(&answer)};

    c->batches_n = 0;
    while (rc == TBY_OK && ch_more(&a)) {
        uint64_t v[10];
        for (size_t i = 0; i < 10; i++)
            v[i] = ch_take(&a, 8);
        rc = a.broken
                 ? tby__ch_nonsense(c, 0)
                 : TBY_GROW(NULL, c->batches, c->batches_cap, c->batches_n + 1);
        if (rc == TBY_OK)
            c->batches[c->batches_n++] =
                (ch_batch){v[0],
                           v[1],
                           v[2],
                           v[3],
                           v[4],
                           v[5],
                           {{v[6], v[7]}, {v[8], v[9]}},
                           false};
    }
    tby_buf_free(&answer);
    return rc;
}

/* Goes back from the last batch to the first; the others do not count. */
static tby_rc follow_batches(store_cluster *c)
{
    uint64_t number = c->turn, next = 0;
    bool first = true;

    c->base.games = c->plies = c->batch_first = 0;
    for (size_t i = c->batches_n; i-- > 0 && number;) {
        ch_batch *b = &c->batches[i];
        if (b->number != number)
            continue;
        if (!first && b->first + b->games != next)
            break;
        if (first) {
            c->base.games = b->first + b->games - 1;
            c->batch_first = b->first;
        }
        b->counts = true;
        c->plies += b->plies;
        next = b->first;
        number = b->before;
        first = false;
    }
    if (number || (!first && next != 1))
        return tby__store_fail(&c->base, TBY_E_STORE_DAMAGED,
                               "the table of batches has gaps");
    tby_buf_clear(&c->only);
    for (size_t i = 0; i < c->batches_n; i++)
        if (!c->batches[i].counts) {
            tby_buf_cstr(&c->only, c->only.n ? ", " : " AND batch NOT IN (");
            tby_buf_u64(&c->only, c->batches[i].number);
        }
    if (c->only.n)
        tby_buf_char(&c->only, ')');
    return c->only.rc;
}

tby_rc tby__ch_look(store_cluster *c)
{
    uint64_t turn, rows;
    bool summed;

    /* Whoever imports may go on between the two. */
    for (int i = 0; i < 10; i++) {
        TBY_TRY(read_turns(c, &turn, &summed, &rows));
        if (c->known && turn == c->turn && summed == c->summed &&
            rows == c->batches_n)
            return TBY_OK;
        c->known = false;
        c->turn = turn;
        c->summed = summed;
        TBY_TRY(read_batches(c));
        TBY_TRY(follow_batches(c));
        tby__ch_games_clear(&c->cache);
        c->known = true;
    }
    return TBY_OK;
}

/* --- names ----------------------------------------------------------------*/

void tby__ch_names_free(store_cluster *c)
{
    for (int k = 0; k < CH_KINDS; k++) {
        ch_names *names = &c->names[k];
        tby_grow_free(NULL, names->at, names->cap, sizeof *names->at);
        tby_hashmap_free(&names->map, NULL);
        *names = (ch_names){.n = 0};
    }
    tby_arena_free(&c->texts);
    tby_arena_init(&c->texts, NULL);
    c->named = false;
}

tby_rc tby__ch_add_name(store_cluster *c, ch_kind kind, tby_str name)
{
    ch_names *names = &c->names[kind];
    bool grown;

    TBY_TRY(TBY_GROW(NULL, names->at, names->cap, names->n + 1));
    TBY_TRY(tby_hashmap_reserve(&names->map, NULL, names->n, &grown));
    char *copy = tby_arena_copy(&c->texts, name.p, name.n);
    if (!copy && name.n)
        return TBY_E_NOMEM;
    for (uint32_t i = 0; grown && i < names->n; i++)
        tby_hashmap_put(&names->map, tby_hash_bytes(names->at[i]), i);
    names->at[names->n] = (tby_str){name.n ? copy : "", name.n};
    tby_hashmap_put(&names->map, tby_hash_bytes(name), (uint32_t)names->n);
    names->n++;
    return TBY_OK;
}

tby_str tby__ch_name(const store_cluster *c, ch_kind kind, uint64_t id)
{
    const ch_names *names = &c->names[kind];

    return id && id <= names->n ? names->at[id - 1] : (tby_str){NULL, 0};
}

uint32_t tby__ch_find_name(const store_cluster *c, ch_kind kind, tby_str name)
{
    const ch_names *names = &c->names[kind];
    uint64_t hash = tby_hash_bytes(name);
    uint32_t i;

    for (size_t k = 0; (i = tby_hashmap_at(&names->map, hash, k)) != TBY_NONE;
         k++)
        if (tby_str_equal(names->at[i], name))
            return i + 1;
    return 0;
}

tby_rc tby__ch_names(store_cluster *c)
{
    tby_buf sql;

    if (c->named && c->named_turn == c->turn)
        return TBY_OK;
    tby_buf_init(&sql, NULL, (size_t)64 << 20);
    tby__ch_put(&sql,
                "SELECT kind, id, name FROM names WHERE batch <= %" PRIu64,
                c->turn);
    tby_buf_add(&sql, tby_buf_str(&c->only));
    for (int k = 0; k < CH_KINDS; k++) /* what is new */
        tby__ch_put(&sql, " %s(kind = %d AND id > %zu)", k ? "OR" : "AND (", k,
                    c->names[k].n);
    tby_buf_cstr(&sql, ") ORDER BY kind, id FORMAT RowBinary");
    ch_request r = {.sql = tby_buf_str(&sql), .most = (size_t)4 << 30};
    tby_rc rc = sql.rc == TBY_OK ? tby__ch_send(c, &r, 1) : sql.rc;
    ch_answer a = ch_answer_of(&r);
    while (rc == TBY_OK && ch_more(&a)) {
        uint64_t kind = ch_take(&a, 1), id = ch_take(&a, 4);
        tby_str name = ch_take_text(&a);
        if (a.broken || kind >= CH_KINDS || id != c->names[kind].n + 1)
            rc = tby__ch_nonsense(c, 0);
        else
            rc = tby__ch_add_name(c, (ch_kind)kind, name);
    }
    tby__ch_requests_free(&r, 1);
    tby_buf_free(&sql);
    c->named = rc == TBY_OK;
    c->named_turn = c->turn;
    return rc;
}
