/* import.c - games on their way to the servers: see int.h for what makes a
 * batch count.
 *
 * A batch is kept in memory by columns until it is committed, and can so be
 * sent again under another number when a server fails; what had arrived by then
 * belongs to no batch that counts.  Sums are another matter, since the rows of
 * one batch become one with those of others.  They are sent when the batch
 * counts, those of one server in one piece, which is there or is not, with a
 * row that says whose they are: where that is to be seen, they are not sent
 * again. */
#include "store/clickhouse/int.h"

#include "core/base/checksum.h"
#include "core/base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* --- rows -----------------------------------------------------------------*/

enum { COLUMNS = 20 };

#define COLUMN_MOST ((size_t)2 << 30)

/* The rows of a table for one server, by columns. */
typedef struct rows {
    const struct ch_table_row *table;
    size_t n, columns_n;
    struct {
        tby_str name, type;
        unsigned width; /* of a number; 0: a text */
        tby_buf values;
    } columns[COLUMNS];
} rows;

/* "key UInt64, move UInt16" */
static void init_rows(rows *r, ch_table table)
{
    tby_str rest = {tby__ch_tables[table].columns,
                    strlen(tby__ch_tables[table].columns)};
    tby_str one;

    *r = (rows){.table = &tby__ch_tables[table]};
    while (tby_str_field(&rest, ',', &one)) {
        tby_str *type = &r->columns[r->columns_n].type;
        tby_str_word(&one, &r->columns[r->columns_n].name);
        tby_str_word(&one, type);
        if (tby_str_starts(*type, TBY_STR("UInt")))
            r->columns[r->columns_n].width = type->p[4] == '8'   ? 1
                                             : type->p[4] == '1' ? 2
                                             : type->p[4] == '3' ? 4
                                                                 : 8;
        tby_buf_init(&r->columns[r->columns_n++].values, NULL, COLUMN_MOST);
    }
}

static void free_rows(rows *r)
{
    for (size_t i = 0; i < r->columns_n; i++)
        tby_buf_free(&r->columns[i].values);
}

static void clear_rows(rows *r)
{
    r->n = 0;
    for (size_t i = 0; i < r->columns_n; i++)
        tby_buf_clear(&r->columns[i].values);
}

static void put_number(tby_buf *b, uint64_t value, unsigned width)
{
    char *to = tby_buf_room(b, width);

    for (unsigned i = 0; to && i < width; i++)
        to[i] = (char)(value >> 8 * i);
    b->n += to ? width : 0;
}

static void put_bytes(tby_buf *b, tby_str s)
{
    uint64_t n = s.n;

    for (; n >= 128; n >>= 7)
        tby_buf_char(b, (char)(n | 128));
    tby_buf_char(b, (char)n);
    tby_buf_add(b, s);
}

/* The numbers with which a row begins; texts follow. */
#define PUT_ROW(rows, ...)                                                     \
    put_row(rows, (const uint64_t[]){__VA_ARGS__},                             \
            sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))
static void put_row(rows *r, const uint64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_number(&r->columns[i].values, values[i], r->columns[i].width);
    r->n++;
}

/* As ClickHouse's format Native, compressed.  The number of the batch is the
 * last column of most tables. */
static tby_rc make_body(const rows *r, uint64_t batch, tby_buf *out)
{
    tby_buf plain;
    tby_rc rc = TBY_OK;

    TBY_ASSERT(r->columns_n < 128 && r->n);
    tby_buf_init(&plain, NULL, COLUMN_MOST);
    tby_buf_init(out, NULL, COLUMN_MOST);
    tby_buf_char(&plain, (char)r->columns_n);
    size_t n = r->n;
    for (; n >= 128; n >>= 7)
        tby_buf_char(&plain, (char)(n | 128));
    tby_buf_char(&plain, (char)n);
    for (size_t i = 0; rc == TBY_OK && i < r->columns_n; i++) {
        put_bytes(&plain, r->columns[i].name);
        put_bytes(&plain, r->columns[i].type);
        tby_buf_add(&plain, tby_buf_str(&r->columns[i].values));
        for (size_t k = 0; k < r->n && tby_str_is(r->columns[i].name, "batch");
             k++)
            put_number(&plain, batch, 8);
        rc = r->columns[i].values.rc;
    }
    rc = rc == TBY_OK ? plain.rc : rc;
    if (rc == TBY_OK)
        rc = tby__ch_gzip(tby_buf_str(&plain), out);
    tby_buf_free(&plain);
    return rc;
}

/* Sends rows to their servers, all at once. */
typedef struct sending {
    size_t shard;
    const rows *rows;
} sending;
static tby_rc send_rows(store_cluster *c, const sending *s, size_t n,
                        uint64_t batch)
{
    ch_request *r = calloc(n + 1, sizeof *r);
    tby_buf *body = calloc(2 * n + 1, sizeof *body);
    tby_rc rc = r && body ? TBY_OK : TBY_E_NOMEM;
    size_t made = 0;

    for (; rc == TBY_OK && made < n; made++) {
        tby_buf *sql = &body[n + made];
        tby_buf_init(sql, NULL, 4096);
        tby__ch_put(sql, "INSERT INTO %s.%s FORMAT Native", c->address.database,
                    s[made].rows->table->name);
        rc = make_body(s[made].rows, batch, &body[made]);
        r[made] = (ch_request){.shard = s[made].shard,
                               .sql = tby_buf_str(sql),
                               .body = tby_buf_str(&body[made])};
    }
    if (rc == TBY_OK)
        rc = tby__ch_send(c, r, n);
    for (size_t i = 0; i < made; i++) {
        tby_buf_free(&body[i]);
        tby_buf_free(&body[n + i]);
    }
    if (r)
        tby__ch_requests_free(r, made);
    free(r);
    free(body);
    return rc;
}

/* --- the writer -----------------------------------------------------------*/

enum { SENT = CH_NAMES }; /* tables of each server; the sums' are not used */

/* A row of sums. */
enum { SUM_KEY, SUM_MOVE, SUM_MONTH, SUM_BAND, SUM_BY, SUM_COLUMNS = 12 };
typedef struct sum {
    uint64_t at[SUM_COLUMNS];
} sum;

/* A hash of a game that was asked for, whether there is such a game or not. */
typedef struct known_game {
    uint64_t hash, more, id;
} known_game;

struct ch_writer {
    bool open; /* a batch is */
    uint64_t first, games, plies;
    size_t prints;
    tby_store_fingerprint ends[2];
    rows sent[CH_SHARDS][SENT];
    rows names;
    sum *sums;
    size_t sums_n, sums_cap;
    tby_rc rc; /* of what was put in */
    /* Keys of the game that is taken apart, to see first visits. */
    uint64_t *seen;
    size_t seen_n;
    known_game *known;
    size_t known_n, known_cap, resolved;
    tby_hashmap known_map;
};

static void clear_batch(store_cluster *c)
{
    ch_writer *w = c->writer;

    for (size_t i = 0; i < c->address.shards; i++)
        for (size_t t = 0; t < SENT; t++)
            clear_rows(&w->sent[i][t]);
    clear_rows(&w->names);
    tby_hashmap_clear(&w->known_map);
    w->known_n = w->resolved = w->sums_n = 0;
    w->games = w->plies = 0;
    w->rc = TBY_OK;
    w->open = false;
}

static tby_rc open_writer(store_cluster *c)
{
    if (c->writer)
        return TBY_OK;
    ch_writer *w = c->writer = calloc(1, sizeof *w);
    if (!w)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < c->address.shards; i++)
        for (int t = 0; t < SENT; t++)
            init_rows(&w->sent[i][t], (ch_table)t);
    init_rows(&w->names, CH_NAMES);
    return TBY_OK;
}

void tby__ch_writer_close(store_cluster *c)
{
    ch_writer *w = c->writer;

    if (!w)
        return;
    for (size_t i = 0; i < c->address.shards; i++)
        for (size_t t = 0; t < SENT; t++)
            free_rows(&w->sent[i][t]);
    free_rows(&w->names);
    tby_grow_free(NULL, w->sums, w->sums_cap, sizeof *w->sums);
    tby_grow_free(NULL, w->known, w->known_cap, sizeof *w->known);
    tby_hashmap_free(&w->known_map, NULL);
    free(w->seen);
    free(w);
    c->writer = NULL;
}

/* --- visits ---------------------------------------------------------------*/

/* Room for the keys of a game, none of which is there. */
static tby_rc clear_seen(ch_writer *w, uint32_t plies)
{
    size_t n = 1024;

    while (n < 2 * ((size_t)plies + 1))
        n *= 2;
    if (n > w->seen_n) {
        free(w->seen);
        w->seen_n = 0;
        w->seen = malloc(n * sizeof *w->seen);
        if (!w->seen)
            return TBY_E_NOMEM;
        w->seen_n = n;
    }
    memset(w->seen, 0, w->seen_n * sizeof *w->seen);
    return TBY_OK;
}

/* False: the game was there before.  No key is 0 but by a chance of one in
 * 2^64; such a position would count at each of its visits. */
static bool see(ch_writer *w, uint64_t key)
{
    size_t mask = w->seen_n - 1, i = (size_t)(key >> 20) & mask;

    for (; w->seen[i]; i = (i + 1) & mask)
        if (w->seen[i] == key)
            return false;
    w->seen[i] = key;
    return true;
}

static uint32_t band_of(uint32_t white, uint32_t black)
{
    return white && black ? 1 + (white + black) / 200 : 0;
}

static uint32_t month_of(uint32_t date)
{
    return date >> 9 ? (date >> 9) * 13 + (date >> 5 & 15) : 0;
}

static tby_rc add_sum(ch_writer *w, const store_packed *g, const tby_pos *pos,
                      store_code move)
{
    const uint32_t *c = g->column;
    const uint32_t elo[2] = {c[STORE_WHITE_ELO], c[STORE_BLACK_ELO]};
    uint32_t mover = elo[pos->turn], opponent = elo[!pos->turn];

    TBY_TRY(TBY_GROW(NULL, w->sums, w->sums_cap, w->sums_n + 1));
    w->sums[w->sums_n++] =
        (sum){{pos->key, move, month_of(c[STORE_DATE]), band_of(elo[0], elo[1]),
               1, c[STORE_RESULT] == TBY_RESULT_WHITE,
               c[STORE_RESULT] == TBY_RESULT_DRAW,
               c[STORE_RESULT] == TBY_RESULT_BLACK, mover, mover != 0, opponent,
               opponent != 0}};
    return TBY_OK;
}

/* Every position of a game at its first visit; to NULL: for the sums alone. */
static tby_rc add_visits(ch_writer *w, const store_packed *g, uint64_t id,
                         rows *to)
{
    const uint32_t *c = g->column;
    uint32_t plies = c[STORE_PLIES];
    tby_pos pos = tby_pos_start();

    if (c[STORE_FLAGS] & STORE_IS_SETUP)
        TBY_TRY(tby__store_setup(g->extra, &pos));
    TBY_TRY(clear_seen(w, plies));
    for (uint32_t ply = 0; ply <= plies; ply++) {
        store_code code =
            ply < plies ? g->codes[ply] & STORE_CODE : STORE_ENDED;
        if (see(w, pos.key)) {
            if (to)
                PUT_ROW(to, pos.key, code, id, ply, c[STORE_RESULT],
                        c[STORE_WHITE_ELO], c[STORE_BLACK_ELO], c[STORE_DATE]);
            if (ply <= CH_DEEP)
                TBY_TRY(add_sum(w, g, &pos, code));
        }
        if (ply == plies)
            break;
        tby_move move = tby__code_move(&pos, code);
        if (move == TBY_MOVE_NONE)
            return TBY_E_STORE_DAMAGED;
        tby_pos_play(&pos, move);
    }
    return TBY_OK;
}

/* --- sums -----------------------------------------------------------------*/

static int compare_sums(const void *a, const void *b)
{
    const sum *x = a, *y = b;
    size_t i = 0;

    while (i < SUM_BY && x->at[i] == y->at[i])
        i++;
    return i == SUM_BY ? 0 : x->at[i] < y->at[i] ? -1 : 1;
}

static void join_sums(ch_writer *w)
{
    size_t n = 0;

    if (w->sums_n)
        qsort(w->sums, w->sums_n, sizeof *w->sums, compare_sums);
    for (size_t i = 0; i < w->sums_n; i++) {
        bool same = n && compare_sums(&w->sums[n - 1], &w->sums[i]) == 0;
        if (!same)
            w->sums[n++] = w->sums[i];
        for (size_t k = SUM_BY; same && k < SUM_COLUMNS; k++)
            w->sums[n - 1].at[k] += w->sums[i].at[k];
    }
    w->sums_n = n;
}

/* Sends the sums of the last batch to the servers that have them not: one piece
 * with a row that says whose they are. */
static tby_rc send_sums(store_cluster *c, const bool *has)
{
    const ch_writer *w = c->writer;
    rows *all = calloc(c->address.shards, sizeof *all);
    sending s[CH_SHARDS];
    size_t n = 0;

    if (!all)
        return TBY_E_NOMEM;
    for (size_t shard = 0; shard < c->address.shards; shard++) {
        rows *r = &all[shard];
        init_rows(r, CH_SUMS);
        for (size_t i = 0; i < w->sums_n && !has[shard]; i++)
            if (ch_shard_of(c, w->sums[i].at[SUM_KEY]) == shard)
                put_row(r, w->sums[i].at, SUM_COLUMNS);
        PUT_ROW(r, c->turn, CH_MARK, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
        if (!has[shard])
            s[n++] = (sending){shard, r};
    }
    tby_rc rc = send_rows(c, s, n, 0);
    for (size_t i = 0; i < c->address.shards; i++)
        free_rows(&all[i]);
    free(all);
    return rc;
}

/* One number from each server. */
static tby_rc ask_numbers(store_cluster *c, const char *sql, uint64_t *out)
{
    ch_request r[CH_SHARDS];
    tby_rc rc = tby__ch_all(c, (tby_str){sql, strlen(sql)}, r);

    for (size_t i = 0; rc == TBY_OK && i < c->address.shards; i++) {
        ch_answer a = ch_answer_of(&r[i]);
        out[i] = ch_take(&a, 8);
        if (a.broken)
            rc = tby__ch_nonsense(c, i);
    }
    tby__ch_requests_free(r, c->address.shards);
    return rc;
}

/* Sleeps; false if the work is to end. */
static bool wait_a_while(const store_cluster *c, int tenths)
{
    bool stopped = false;

    for (int i = 0; i < tenths && !stopped; i++) {
        stopped = c->base.stop && atomic_load(c->base.stop);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    return !stopped;
}

/* Waits until no server is busy with the sums of someone who is gone, and finds
 * out which have them. */
static tby_rc find_summed(store_cluster *c, bool *has)
{
    uint64_t n[CH_SHARDS] = {0};
    bool busy = true;
    char sql[256];

    snprintf(sql, sizeof sql,
             "SELECT count() FROM system.processes WHERE query LIKE 'INSERT "
             "INTO %s.sums_local%%' FORMAT RowBinary",
             c->address.database);
    while (busy) {
        TBY_TRY(ask_numbers(c, sql, n));
        busy = false;
        for (size_t i = 0; i < c->address.shards; i++)
            busy = busy || n[i];
        if (busy && !wait_a_while(c, 2))
            return TBY_E_STORE_STOPPED;
    }
    snprintf(sql, sizeof sql,
             "SELECT sum(games) FROM sums_local WHERE move = %d AND key = "
             "%" PRIu64 " FORMAT RowBinary",
             CH_MARK, c->turn);
    TBY_TRY(ask_numbers(c, sql, n));
    for (size_t i = 0; i < c->address.shards; i++) {
        has[i] = n[i] != 0;
        if (n[i] > 1)
            return tby__store_fail(&c->base, TBY_E_STORE_DAMAGED,
                                   "the sums have a batch twice");
    }
    return TBY_OK;
}

/* --- turns ----------------------------------------------------------------*/

static tby_rc lost(store_cluster *c)
{
    return tby__store_fail(&c->base, TBY_E_STORE_LOCKED,
                           "another import was faster");
}

/* May it work if it is tried again, after a while?  Each time it is longer. */
static bool try_again(store_cluster *c, tby_rc rc, int attempt)
{
    enum { ATTEMPTS = 8 };

    return rc < 0 && c->again && attempt < ATTEMPTS &&
           wait_a_while(c, 5 << attempt);
}

/* From one name to the next.  Who lost the answer looks whether it was done. */
static tby_rc take_turn(store_cluster *c, uint64_t to, bool summed)
{
    uint64_t from = c->turn;
    bool from_summed = c->summed;
    tby_rc rc, looked = TBY_OK;
    int attempt = 0;

    do {
        if (attempt)
            looked = tby__ch_look(c);
        if (looked == TBY_OK && c->turn == to && c->summed == summed)
            return TBY_OK;
        if (looked == TBY_OK && (c->turn != from || c->summed != from_summed))
            return lost(c);
        rc = tby__ch_run(
            c, 0, "RENAME TABLE turn_%" PRIu64 "_%d TO turn_%" PRIu64 "_%d",
            from, from_summed, to, summed);
    } while (rc != TBY_OK && try_again(c, rc, attempt++));
    return rc == TBY_OK ? tby__ch_look(c) : rc;
}

/* Brings the last batch into the sums; `fresh`: nobody else has begun to. */
static tby_rc sum_up(store_cluster *c, bool fresh)
{
    bool has[CH_SHARDS] = {false};
    tby_rc rc;
    int attempt = 0;

    join_sums(c->writer);
    do {
        rc = fresh && !attempt ? TBY_OK : find_summed(c, has);
        if (rc == TBY_OK)
            rc = send_sums(c, has);
    } while (rc != TBY_OK && try_again(c, rc, attempt++));
    return rc == TBY_OK ? take_turn(c, c->turn, true) : rc;
}

/* The same of the last batch, whose importer did not come to that: from its
 * games. */
static tby_rc sum_up_later(store_cluster *c)
{
    ch_writer *w = c->writer;
    ch_games games = {.n = 0};
    uint64_t ids[CH_LOOKS], next = c->batch_first;
    tby_rc rc = TBY_OK;

    w->sums_n = 0;
    tby_arena_init(&games.texts, NULL);
    while (rc == TBY_OK && next <= c->base.games) {
        size_t n = 0;
        while (n < CH_LOOKS && next <= c->base.games)
            ids[n++] = next++;
        tby__ch_games_clear(&games);
        rc = tby__ch_fetch(c, &games, ids, n);
        for (size_t i = 0; rc == TBY_OK && i < n; i++)
            rc = add_visits(w, &games.at[i].packed, games.at[i].id, NULL);
    }
    tby__ch_games_clear(&games);
    if (rc == TBY_OK)
        rc = sum_up(c, false);
    w->sums_n = 0;
    return rc;
}

static tby_rc index_all(store_cluster *c)
{
    enum { WAITS = 50 }; /* for another import to do it */

    TBY_TRY(open_writer(c));
    TBY_TRY(tby__ch_look(c));
    for (int i = 0; !c->summed && i < WAITS; i++) {
        if (!wait_a_while(c, 1))
            return TBY_E_STORE_STOPPED;
        TBY_TRY(tby__ch_look(c));
    }
    return c->summed ? TBY_OK : sum_up_later(c);
}

tby_rc tby__ch_index(tby_store *s, const tby_store_work *work)
{
    (void)work;
    return index_all(ch_cluster(s));
}

/* --- a batch --------------------------------------------------------------*/

tby_rc tby__ch_batch(tby_store *s, const tby_store_fingerprint *f, size_t n,
                     size_t *known)
{
    store_cluster *c = ch_cluster(s);
    TBY_ASSERT(n >= 1);
    TBY_TRY(index_all(c));
    *known = 0;
    for (size_t i = 0; i < c->batches_n; i++) {
        const ch_batch *b = &c->batches[i];
        for (size_t k = 0; b->counts && k < 2 && k < b->prints; k++) {
            size_t at = (size_t)b->prints - k;
            if (at <= n && at > *known && b->ends[k].a == f[at - 1].a &&
                b->ends[k].b == f[at - 1].b)
                *known = at;
        }
    }
    if (*known == n)
        return TBY_DONE;
    TBY_TRY(tby__ch_names(c));
    ch_writer *w = c->writer;
    clear_batch(c);
    w->open = true;
    w->first = c->base.games + 1;
    w->prints = n;
    w->ends[0] = f[n - 1];
    w->ends[1] = f[n > 1 ? n - 2 : 0];
    return TBY_OK;
}

/* The number of a name, which may be a new one; 0: there is no such tag. */
static tby_rc name_id(store_cluster *c, ch_kind kind, tby_str name,
                      uint64_t *out)
{
    rows *r = &c->writer->names;

    *out = name.p ? tby__ch_find_name(c, kind, name) : 0;
    if (*out || !name.p)
        return TBY_OK;
    TBY_TRY(tby__ch_add_name(c, kind, name));
    *out = c->names[kind].n;
    PUT_ROW(r, kind, *out);
    put_bytes(&r->columns[2].values, name);
    return TBY_OK;
}

/* Of players, date, start and moves, which duplicates have in common: 128 bits
 * that are alike are the same game. */
static tby_rc hash_game(const store_packed *g, known_game *out)
{
    tby_pos start = tby_pos_start();
    tby_str white = g->names[STORE_WHITE], black = g->names[STORE_BLACK];
    uint32_t plies = g->column[STORE_PLIES];
    uint64_t again = UINT64_C(0x9fb21c651e98df25);

    if (g->column[STORE_FLAGS] & STORE_IS_SETUP)
        TBY_TRY(tby__store_setup(g->extra, &start));
    for (uint32_t i = 0; i < plies; i++)
        again = (again ^ g->codes[i]) * UINT64_C(0xd6e8feb86659fd93);
    for (size_t i = 0; i < white.n + black.n; i++)
        again = (again ^
                 (uint8_t)(i < white.n ? white.p[i] : black.p[i - white.n])) *
                UINT64_C(0xd6e8feb86659fd93);
    const uint64_t sums[2][8] = {
        {tby_checksum(white.p, white.n), tby_checksum(black.p, black.n),
         white.n + (white.p != NULL), black.n + (black.p != NULL),
         g->column[STORE_DATE], start.key, plies,
         tby_checksum(g->codes, plies * sizeof *g->codes)},
        {again, white.n, black.n, g->column[STORE_DATE], start.key, plies}};
    out->hash = tby_checksum(sums[0], sizeof sums[0]);
    out->more = tby_checksum(sums[1], sizeof sums[1]);
    out->id = 0;
    return TBY_OK;
}

static known_game *find_known(const ch_writer *w, const known_game *k)
{
    uint32_t i;

    for (size_t at = 0;
         (i = tby_hashmap_at(&w->known_map, k->hash, at)) != TBY_NONE; at++)
        if (w->known[i].hash == k->hash && w->known[i].more == k->more)
            return &w->known[i];
    return NULL;
}

static tby_rc add_known(ch_writer *w, const known_game *k)
{
    known_game *old = find_known(w, k);
    bool grown;

    if (old) {
        old->id = old->id ? old->id : k->id;
        return TBY_OK;
    }
    TBY_TRY(TBY_GROW(NULL, w->known, w->known_cap, w->known_n + 1));
    TBY_TRY(tby_hashmap_reserve(&w->known_map, NULL, w->known_n, &grown));
    for (uint32_t i = 0; grown && i < w->known_n; i++)
        tby_hashmap_put(&w->known_map, w->known[i].hash, i);
    w->known[w->known_n] = *k;
    tby_hashmap_put(&w->known_map, k->hash, (uint32_t)w->known_n++);
    return TBY_OK;
}

static tby_rc append(store_cluster *c, const store_packed *g, uint64_t id)
{
    ch_writer *w = c->writer;
    const uint32_t *col = g->column;
    rows *to = w->sent[ch_shard_of(c, id)];
    uint64_t player[2], event, opening;
    known_game hash;
    tby_buf rest;

    TBY_TRY(hash_game(g, &hash));
    TBY_TRY(name_id(c, CH_PLAYERS, g->names[STORE_WHITE], &player[0]));
    TBY_TRY(name_id(c, CH_PLAYERS, g->names[STORE_BLACK], &player[1]));
    TBY_TRY(name_id(c, CH_EVENTS, g->names[STORE_EVENT], &event));
    TBY_TRY(name_id(c, CH_OPENINGS, g->names[STORE_OPENING], &opening));
    TBY_TRY(add_visits(w, g, id, &to[CH_VISITS]));
    PUT_ROW(&to[CH_GAMES], id, player[0], player[1], event, opening,
            col[STORE_DATE], col[STORE_WHITE_ELO], col[STORE_BLACK_ELO],
            col[STORE_TIME_CLASS], col[STORE_RESULT], col[STORE_CATEGORY],
            col[STORE_ECO], col[STORE_PLIES], col[STORE_FLAGS]);
    put_bytes(
        &to[CH_GAMES].columns[14].values,
        (tby_str){(const char *)g->codes, col[STORE_PLIES] * sizeof *g->codes});
    tby_buf_init(&rest, NULL, CH_ROW_MOST);
    tby__ch_put_rest(g, &rest);
    put_bytes(&to[CH_GAMES].columns[15].values, tby_buf_str(&rest));
    tby_rc rc = rest.rc;
    tby_buf_free(&rest);
    for (uint64_t side = 0; side < 2; side++)
        if (player[side])
            PUT_ROW(&to[CH_WHO], player[side], col[STORE_DATE], id, side);
    PUT_ROW(&to[CH_HASHES], hash.hash, hash.more, id);
    hash.id = id;
    return rc == TBY_OK && w->known_n ? add_known(w, &hash) : rc;
}

tby_rc tby__ch_append(tby_store *s, const store_packed *game, uint64_t *id)
{
    store_cluster *c = ch_cluster(s);
    ch_writer *w = c->writer;

    TBY_ASSERT(w && w->open);
    if (w->rc == TBY_OK)
        w->rc = append(c, game, w->first + w->games);
    if (w->rc != TBY_OK)
        return w->rc;
    *id = w->first + w->games++;
    w->plies += game->column[STORE_PLIES];
    return TBY_OK;
}

/* --- sending it -----------------------------------------------------------*/

/* Larger than all there are, and another one than that of whoever imports at
 * the same time.  It is in use before anything is written under it. */
static tby_rc begin_number(store_cluster *c, uint64_t *number)
{
    const ch_writer *w = c->writer;
    uint64_t last = c->turn;
    struct timespec t;

    if (c->batches_n && c->batches[c->batches_n - 1].number > last)
        last = c->batches[c->batches_n - 1].number;
    last = last > *number ? last : *number;
    clock_gettime(CLOCK_REALTIME, &t);
    uint64_t chance = tby_checksum(&t, sizeof t) >> 54;
    *number = ((last >> 10) + 1) << 10 | chance;
    return tby__ch_run(c, 0,
                       "INSERT INTO batches VALUES (%" PRIu64 ", %" PRIu64
                       ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %zu, %" PRIu64
                       ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 ")",
                       *number, c->turn, w->first, w->games, w->plies,
                       w->prints, w->ends[0].a, w->ends[0].b, w->ends[1].a,
                       w->ends[1].b);
}

/* Under one number after the other until one is through. */
static tby_rc send_batch(store_cluster *c, uint64_t *number)
{
    const ch_writer *w = c->writer;
    uint64_t turn = c->turn;
    sending s[CH_SHARDS * SENT + 1];
    size_t n = 0;
    tby_rc rc;
    int attempt = 0;

    for (size_t i = 0; i < c->address.shards; i++)
        for (size_t t = 0; t < SENT; t++)
            if (w->sent[i][t].n)
                s[n++] = (sending){i, &w->sent[i][t]};
    if (w->names.n)
        s[n++] = (sending){0, &w->names};
    *number = 0;
    do {
        rc = attempt ? tby__ch_look(c) : TBY_OK;
        if (rc == TBY_OK && (c->turn != turn || !c->summed))
            return lost(c);
        if (rc == TBY_OK)
            rc = begin_number(c, number);
        if (rc == TBY_OK)
            rc = send_rows(c, s, n, *number);
    } while (rc != TBY_OK && try_again(c, rc, attempt++));
    return rc;
}

void tby__ch_cancel(tby_store *s)
{
    store_cluster *c = ch_cluster(s);
    if (!c->writer || !c->writer->open)
        return;
    clear_batch(c);
    tby__ch_names_free(c); /* some are not stored */
}

tby_rc tby__ch_commit(tby_store *s)
{
    store_cluster *c = ch_cluster(s);
    ch_writer *w = c->writer;
    uint64_t number;
    tby_rc rc = w->rc;

    TBY_ASSERT(w->open);
    if (rc == TBY_OK)
        rc = send_batch(c, &number);
    if (rc == TBY_OK)
        rc = take_turn(c, number, false);
    if (rc == TBY_OK)
        c->named_turn = number;
    if (rc == TBY_OK)
        rc = sum_up(c, true);
    if (rc == TBY_OK)
        clear_batch(c);
    else
        tby__ch_cancel(s);
    return rc;
}

/* --- duplicates -----------------------------------------------------------*/

/* Finds the stored games with hashes that were not asked for yet. */
static tby_rc resolve(store_cluster *c)
{
    ch_writer *w = c->writer;
    ch_request r[CH_SHARDS];
    size_t end = w->known_n;
    tby_buf sql;

    tby_buf_init(&sql, NULL, (size_t)32 << 20);
    tby_buf_cstr(&sql, "SELECT hash, more, game FROM hashes_local WHERE ");
    for (size_t i = w->resolved; i < end; i++)
        tby__ch_put(&sql, "%s%" PRIu64, i > w->resolved ? ", " : "hash IN (",
                    w->known[i].hash);
    tby__ch_put(&sql, ") AND game <= %" PRIu64, c->base.games);
    tby_buf_add(&sql, tby_buf_str(&c->only));
    tby_buf_cstr(&sql, " FORMAT RowBinary");
    tby_rc rc = sql.rc;
    if (rc == TBY_OK) {
        rc = tby__ch_all(c, tby_buf_str(&sql), r);
        for (size_t i = 0; rc == TBY_OK && i < c->address.shards; i++) {
            ch_answer a = ch_answer_of(&r[i]);
            while (rc == TBY_OK && ch_more(&a)) {
                known_game k;
                k.hash = ch_take(&a, 8);
                k.more = ch_take(&a, 8);
                k.id = ch_take(&a, 8);
                rc = a.broken ? tby__ch_nonsense(c, i) : add_known(w, &k);
            }
        }
        tby__ch_requests_free(r, c->address.shards);
    }
    tby_buf_free(&sql);
    if (rc == TBY_OK)
        w->resolved = w->known_n;
    return rc;
}

/* What fails is asked again when it matters. */
void tby__ch_prefetch(const tby_store *s, const store_packed *game)
{
    store_cluster *c = ch_cluster(s);
    known_game k;

    if (hash_game(game, &k) != TBY_OK || add_known(c->writer, &k) != TBY_OK)
        return;
}

tby_rc tby__ch_duplicate(tby_store *s, const store_packed *game, uint64_t *out)
{
    store_cluster *c = ch_cluster(s);
    ch_writer *w = c->writer;
    known_game k;

    TBY_ASSERT(w && w->open);
    if (w->rc != TBY_OK)
        return w->rc;
    TBY_TRY(hash_game(game, &k));
    TBY_TRY(add_known(w, &k));
    if (w->resolved < w->known_n)
        TBY_TRY(resolve(c));
    const known_game *known = find_known(w, &k);
    *out = known ? known->id : 0;
    return TBY_OK;
}
