/* questions.c - positions, lists of games and players.
 *
 * A position is asked of the sums, which know visits up to ply CH_DEEP, and of
 * the visits at later plies; of the visits alone where the sums do not know
 * enough: if a filter wants to know more of the games, and while a batch is on
 * its way into the sums.  The sums say themselves which batches they have, in
 * the same answer, so that nothing is counted that the rest does not know of.
 */
#include "store/clickhouse/int.h"

#include "store/query/top_k.h"

#include <stdlib.h>
#include <time.h>

/* --- a position -----------------------------------------------------------*/

enum { MOVES = 256, TOP = 0, LATEST = 1, LISTS = 2 };

/* A move as it is added up. */
typedef struct tally {
    store_code code;
    tby_score score;
    uint64_t elo_sum, elo_n, other_sum, other_n;
    uint32_t last;
    tby_pos next;
    uint64_t reached;
} tally;

typedef struct listed {
    uint64_t rank, id;
} listed;

typedef struct question {
    store_cluster *c;
    const tby_pos *pos;
    bool sums; /* they are asked, too */
    bool late; /* they have a batch that nothing else knows of yet */
    tby_buf where_sums, where; /* the filter */
    uint32_t wanted[LISTS];
    listed *list[LISTS];
    size_t list_n[LISTS], list_cap[LISTS];
    size_t n;
    tally tallies[MOVES];
} question;

static tally *tally_of(question *q, uint64_t code)
{
    for (size_t i = 0; i < q->n; i++)
        if (q->tallies[i].code == code)
            return &q->tallies[i];
    if (q->n == MOVES || code > STORE_CODE)
        return NULL;
    tally *t = &q->tallies[q->n++];
    *t = (tally){.code = (store_code)code};
    return t;
}

/* What every question to a table of visits ends with. */
static void put_which(const question *q, tby_buf *sql)
{
    tby__ch_put(sql, " AND game <= %" PRIu64, q->c->base.games);
    tby_buf_add(sql, tby_buf_str(&q->c->only));
    tby_buf_add(sql, tby_buf_str(&q->where));
}

static void put_deep(const question *q, tby_buf *sql)
{
    if (q->sums)
        tby__ch_put(sql, " AND ply > %d", CH_DEEP);
}

/* Rows of sums by which batches that came meanwhile show themselves. */
static void put_marks(const question *q, tby_buf *sql)
{
    enum { AHEAD = 1 << 20 };

    tby__ch_put(sql,
                " OR (move = %d AND key > %" PRIu64 " AND key <= %" PRIu64 ")",
                CH_MARK, q->c->turn, q->c->turn + AHEAD);
}

/* Kind, a number, and nine more. */
enum { KIND_MOVE, KIND_TOP, KIND_LATEST, NUMBERS = 9 };

static void put_list(const question *q, unsigned kind, const char *order,
                     uint32_t limit, tby_buf *sql)
{
    tby__ch_put(sql,
                " UNION ALL SELECT toUInt8(%u), game, toUInt64(elo), "
                "toUInt64(date), toUInt64(0), toUInt64(0), toUInt64(0), "
                "toUInt64(0), toUInt64(0), toUInt64(0), toUInt64(0) FROM "
                "(SELECT game, white_elo + black_elo AS elo, date FROM "
                "visits_local WHERE key = %" PRIu64,
                kind, q->pos->key);
    put_which(q, sql);
    tby__ch_put(sql, " ORDER BY %s, game LIMIT %" PRIu32 ")", order, limit);
}

/* The moves of the visits, and the lists. */
static void ask_visits(const question *q, tby_buf *sql)
{
    const char *mover = q->pos->turn == TBY_WHITE ? "white_elo" : "black_elo";
    const char *other = q->pos->turn == TBY_WHITE ? "black_elo" : "white_elo";

    tby__ch_put(sql,
                "SELECT toUInt8(0), toUInt64(move), count(), "
                "countIf(result = 1), countIf(result = 3), "
                "countIf(result = 2), sum(%s), countIf(%s != 0), sum(%s), "
                "countIf(%s != 0), toUInt64(intDiv(max(date), 512)) FROM "
                "visits_local WHERE key = %" PRIu64,
                mover, mover, other, other, q->pos->key);
    put_deep(q, sql);
    put_which(q, sql);
    tby_buf_cstr(sql, " GROUP BY move");
    if (q->wanted[TOP])
        put_list(q, KIND_TOP, "elo DESC, date DESC", q->wanted[TOP], sql);
    if (q->wanted[LATEST])
        put_list(q, KIND_LATEST, "date DESC, elo DESC", q->wanted[LATEST], sql);
    tby_buf_cstr(sql, " FORMAT RowBinary");
}

static void ask_sums(const question *q, tby_buf *sql)
{
    tby_buf_cstr(sql, "SELECT toUInt8(0), toUInt64(move), sum(games), "
                      "sum(white), sum(draws), sum(black), sum(mover_elo), "
                      "sum(mover_n), sum(opponent_elo), sum(opponent_n), "
                      "toUInt64(intDiv(max(month), 13)) FROM sums_local "
                      "WHERE (key = ");
    tby_buf_u64(sql, q->pos->key);
    tby_buf_add(sql, tby_buf_str(&q->where_sums));
    tby_buf_char(sql, ')');
    put_marks(q, sql);
    tby_buf_cstr(sql, " GROUP BY move FORMAT RowBinary");
}

static tby_rc take_move(question *q, uint64_t code, const uint64_t *v)
{
    tally *t;

    if (code == CH_MARK) {
        q->late = true;
        return TBY_OK;
    }
    t = tally_of(q, code);
    if (!t || v[8] > 9999 || v[1] > v[0] || v[2] > v[0] || v[3] > v[0] ||
        v[1] + v[2] + v[3] > v[0] || v[5] > v[0] || v[7] > v[0])
        return TBY_E_STORE_DAMAGED;
    t->score.games += v[0];
    t->score.white += v[1];
    t->score.draws += v[2];
    t->score.black += v[3];
    t->elo_sum += v[4];
    t->elo_n += v[5];
    t->other_sum += v[6];
    t->other_n += v[7];
    t->last = v[8] > t->last ? (uint32_t)v[8] : t->last;
    return TBY_OK;
}

static tby_rc take_listed(question *q, unsigned list, uint64_t id,
                          const uint64_t *v)
{
    listed l = {list == TOP ? v[0] << 32 | v[1] : v[1] << 32 | v[0], id};

    if (!id || id > q->c->base.games || v[0] >> 31 || v[1] >> 32)
        return TBY_E_STORE_DAMAGED;
    TBY_TRY(
        TBY_GROW(NULL, q->list[list], q->list_cap[list], q->list_n[list] + 1));
    q->list[list][q->list_n[list]++] = l;
    return TBY_OK;
}

static tby_rc take_rows(question *q, const ch_request *r)
{
    ch_answer a = ch_answer_of(r);
    tby_rc rc = TBY_OK;

    while (rc == TBY_OK && ch_more(&a)) {
        uint64_t kind = ch_take(&a, 1), number = ch_take(&a, 8), v[NUMBERS];
        for (size_t i = 0; i < NUMBERS; i++)
            v[i] = ch_take(&a, 8);
        rc = a.broken || kind > KIND_LATEST ? TBY_E_STORE_DAMAGED
             : kind == KIND_MOVE
                 ? take_move(q, number, v)
                 : take_listed(q, (unsigned)kind - KIND_TOP, number, v);
    }
    return rc == TBY_E_STORE_DAMAGED ? tby__ch_nonsense(q->c, r->shard) : rc;
}

/* --- where its moves lead -------------------------------------------------*/

/* How many games have the position after each move, by whatever order. */
static void ask_reached_visits(const question *q, tby_buf *sql)
{
    size_t n = 0;

    tby_buf_cstr(sql, "SELECT key, count() FROM visits_local WHERE key IN (");
    for (size_t i = 0; i < q->n; i++)
        if (q->tallies[i].score.games && q->tallies[i].code != STORE_ENDED) {
            tby_buf_cstr(sql, n++ ? ", " : "");
            tby_buf_u64(sql, q->tallies[i].next.key);
        }
    tby_buf_char(sql, ')');
    put_deep(q, sql);
    put_which(q, sql);
    tby_buf_cstr(sql, " GROUP BY key FORMAT RowBinary");
}

/* Empty: no position is this server's. */
static void ask_reached_sums(const question *q, size_t shard, tby_buf *sql)
{
    for (size_t i = 0; i < q->n; i++) {
        const tally *t = &q->tallies[i];
        if (!t->score.games || t->code == STORE_ENDED ||
            ch_shard_of(q->c, t->next.key) != shard)
            continue;
        tby_buf_cstr(sql, sql->n ? ", "
                                 : "SELECT if(move = 65535, toUInt64(0), key) "
                                   "AS k, sum(games) FROM sums_local WHERE "
                                   "(key IN (");
        tby_buf_u64(sql, t->next.key);
    }
    if (!sql->n)
        return;
    tby_buf_char(sql, ')');
    tby_buf_add(sql, tby_buf_str(&q->where_sums));
    tby_buf_char(sql, ')');
    put_marks(q, sql);
    tby_buf_cstr(sql, " GROUP BY k FORMAT RowBinary");
}

static tby_rc take_reached(question *q, const ch_request *r)
{
    ch_answer a = ch_answer_of(r);

    while (ch_more(&a)) {
        uint64_t key = ch_take(&a, 8), games = ch_take(&a, 8);
        bool known = !key;
        q->late = q->late || !key;
        for (size_t i = 0; i < q->n; i++)
            if (key && q->tallies[i].next.key == key &&
                q->tallies[i].code != STORE_ENDED) {
                q->tallies[i].reached += games;
                known = true;
            }
        if (a.broken || !known)
            return tby__ch_nonsense(q->c, r->shard);
    }
    return TBY_OK;
}

/* Asks every server for its part with one question or two. */
static tby_rc ask_round(question *q, bool reached)
{
    enum { MOST = CH_SHARDS * 2 };
    store_cluster *c = q->c;
    ch_request *r = calloc(MOST, sizeof *r);
    tby_buf sums[CH_SHARDS], visits;
    size_t n = 0;

    tby_buf_init(&visits, NULL, (size_t)32 << 20);
    if (reached)
        ask_reached_visits(q, &visits);
    else
        ask_visits(q, &visits);
    tby_rc rc = r ? visits.rc : TBY_E_NOMEM;
    for (size_t i = 0; i < c->address.shards; i++) {
        tby_buf_init(&sums[i], NULL, (size_t)1 << 20);
        if (q->sums && reached)
            ask_reached_sums(q, i, &sums[i]);
        else if (q->sums && i == ch_shard_of(c, q->pos->key))
            ask_sums(q, &sums[i]);
        rc = rc == TBY_OK ? sums[i].rc : rc;
        if (rc == TBY_OK && sums[i].n)
            r[n++] = (ch_request){.shard = i, .sql = tby_buf_str(&sums[i])};
        if (rc == TBY_OK)
            r[n++] = (ch_request){.shard = i, .sql = tby_buf_str(&visits)};
    }
    if (rc == TBY_OK)
        rc = tby__ch_send(c, r, n);
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        rc = reached ? take_reached(q, &r[i]) : take_rows(q, &r[i]);
    if (r)
        tby__ch_requests_free(r, n);
    for (size_t i = 0; i < c->address.shards; i++)
        tby_buf_free(&sums[i]);
    tby_buf_free(&visits);
    free(r);
    return rc;
}

/* Sets where the moves lead.  A code that is no move here is nonsense. */
static tby_rc play_moves(question *q, size_t *moves)
{
    *moves = 0;
    for (size_t i = 0; i < q->n; i++) {
        tally *t = &q->tallies[i];
        if (t->code == STORE_ENDED)
            continue;
        tby_move move = tby__code_move(q->pos, t->code);
        if (move == TBY_MOVE_NONE || tby_pos_judge(q->pos, move) != TBY_OK)
            return tby__store_fail(&q->c->base, TBY_E_STORE_DAMAGED,
                                   "a move of a position is none");
        t->next = *q->pos;
        tby_pos_play(&t->next, move);
        *moves += t->score.games != 0;
    }
    return TBY_OK;
}

/* --- the answer -----------------------------------------------------------*/

static void describe(const question *q, const tally *t, tby_position_move *out)
{
    out->score = t->score;
    out->movers = (tby_rating_sum){t->elo_sum, t->elo_n};
    out->opponents = (tby_rating_sum){t->other_sum, t->other_n};
    out->last = t->last;
    out->reached = t->reached;
    if (t->code != STORE_ENDED)
        out->move = tby__code_move(q->pos, t->code);
}

static tby_rc answer_moves(const question *q, tby_position_answer *out)
{
    out->moves = calloc(q->n + 1, sizeof *out->moves);
    if (!out->moves)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < q->n; i++) {
        const tally *t = &q->tallies[i];
        if (!t->score.games)
            continue;
        describe(q, t,
                 t->code == STORE_ENDED ? &out->ended
                                        : &out->moves[out->moves_n++]);
    }
    return TBY_OK;
}

static int compare_listed(const void *a, const void *b)
{
    const listed *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static void sort_listed(listed *l, size_t n)
{
    if (n)
        qsort(l, n, sizeof *l, compare_listed);
}

static tby_rc cut_list(question *q, unsigned list, uint64_t **ids, size_t *n)
{
    size_t most = q->wanted[list];

    sort_listed(q->list[list], q->list_n[list]);
    *n = q->list_n[list] < most ? q->list_n[list] : most;
    *ids = malloc((*n + 1) * sizeof **ids);
    if (!*ids)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < *n; i++)
        (*ids)[i] = q->list[list][i].id;
    return TBY_OK;
}

/* Does the game come to the position itself, not only to its key? */
static bool comes_to(const store_packed *g, const tby_pos *wanted)
{
    tby_pos pos = tby_pos_start();

    if (g->column[STORE_FLAGS] & STORE_IS_SETUP &&
        tby__store_setup(g->extra, &pos) != TBY_OK)
        return false;
    for (uint32_t ply = 0; !tby_pos_same(&pos, wanted); ply++)
        if (ply == g->column[STORE_PLIES] ||
            !tby__code_follow(&pos, g->codes[ply]))
            return false;
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Fetches the games of the lists, which are looked at next anyway. */
static tby_rc confirm(question *q, const tby_position_answer *a)
{
    store_cluster *c = q->c;
    size_t n = a->top_n + a->latest_n, each = 0;
    uint64_t *ids = malloc((n + 1) * sizeof *ids);

    if (!ids)
        return TBY_E_NOMEM;
    memcpy(ids, a->top, a->top_n * sizeof *ids);
    memcpy(ids + a->top_n, a->latest, a->latest_n * sizeof *ids);
    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 0; i < n; i++)
        if (!i || ids[i] != ids[i - 1])
            ids[each++] = ids[i];
    tby__ch_games_clear(&c->cache);
    tby_rc rc = TBY_OK;
    for (size_t i = 0; rc == TBY_OK && i < each; i += CH_LOOKS)
        rc = tby__ch_fetch(c, &c->cache, ids + i,
                           each - i < CH_LOOKS ? each - i : CH_LOOKS);
    for (size_t i = 0; rc == TBY_OK && i < c->cache.n; i++)
        if (!comes_to(&c->cache.at[i].packed, q->pos))
            rc = tby__store_fail(&c->base, TBY_E_STORE_DAMAGED,
                                 "a game of a list does not have the position");
    free(ids);
    return rc;
}

static tby_rc read_filter(question *q, const store_filter *filter)
{
    store_cluster *c = q->c;
    tby_buf where;
    bool visits;
    tby_rc rc = TBY_OK;

    q->sums = c->summed;
    if (tby__filter_empty(filter))
        return TBY_OK;
    q->sums = tby__ch_where_sums(filter, &q->where_sums) && q->sums;
    tby_buf_init(&where, NULL, (size_t)32 << 20);
    rc = tby__ch_where(c, filter, &where, &visits);
    if (visits) {
        tby_buf_add(&q->where, tby_buf_str(&where));
    } else {
        tby_buf_cstr(&q->where,
                     " AND game IN (SELECT id FROM games_local WHERE id <= ");
        tby_buf_u64(&q->where, c->base.games);
        tby_buf_add(&q->where, tby_buf_str(&c->only));
        tby_buf_add(&q->where, tby_buf_str(&where));
        tby_buf_char(&q->where, ')');
    }
    tby_buf_free(&where);
    return rc == TBY_OK ? q->where.rc : rc;
}

static void clear_question(question *q)
{
    q->n = q->list_n[TOP] = q->list_n[LATEST] = 0;
    q->late = false;
    tby_buf_clear(&q->where);
    tby_buf_clear(&q->where_sums);
}

static tby_rc ask(question *q, const store_filter *filter, bool sums)
{
    size_t moves;

    clear_question(q);
    TBY_TRY(read_filter(q, filter));
    q->sums = q->sums && sums;
    TBY_TRY(ask_round(q, false));
    TBY_TRY(play_moves(q, &moves));
    if (moves && !q->late)
        TBY_TRY(ask_round(q, true));
    return q->late ? TBY_DONE : TBY_OK;
}

static tby_rc ask_position(question *q, const store_filter *filter,
                           tby_position_answer *out)
{
    tby_rc rc = ask(q, filter, true);

    /* An import went on: the next snapshot knows of the batch. */
    for (int i = 0; rc == TBY_DONE; i++) {
        TBY_TRY(tby__ch_look(q->c));
        rc = ask(q, filter, i < 3);
    }
    if (rc == TBY_OK)
        rc = answer_moves(q, out);
    if (rc == TBY_OK)
        rc = cut_list(q, TOP, &out->top, &out->top_n);
    if (rc == TBY_OK)
        rc = cut_list(q, LATEST, &out->latest, &out->latest_n);
    return rc == TBY_OK ? confirm(q, out) : rc;
}

tby_rc tby__ch_position(tby_store *s, const tby_pos *pos,
                        const tby_filter *filter,
                        const tby_position_wanted *wanted,
                        tby_position_answer *out)
{
    question *q = calloc(1, sizeof *q);

    if (!q)
        return TBY_E_NOMEM;
    q->c = ch_cluster(s);
    q->pos = pos;
    q->wanted[TOP] = wanted->top;
    q->wanted[LATEST] = wanted->latest;
    tby_buf_init(&q->where, NULL, (size_t)32 << 20);
    tby_buf_init(&q->where_sums, NULL, 4096);
    tby_rc rc = ask_position(q, filter, out);
    for (size_t i = 0; i < LISTS; i++)
        tby_grow_free(NULL, q->list[i], q->list_cap[i], sizeof *q->list[i]);
    tby_buf_free(&q->where);
    tby_buf_free(&q->where_sums);
    free(q);
    return rc;
}

/* --- lists of games -------------------------------------------------------*/

/* "FROM games_local WHERE ...": the games that fit. */
static tby_rc put_games(store_cluster *c, const store_filter *filter,
                        tby_buf *sql)
{
    bool visits;

    tby_buf_cstr(sql, " FROM games_local WHERE id <= ");
    tby_buf_u64(sql, c->base.games);
    tby_buf_add(sql, tby_buf_str(&c->only));
    return tby__ch_where(c, filter, sql, &visits);
}

static const char *const ORDER[] = {
    [TBY_BY_ID] = "toUInt32(0)",
    [TBY_BY_DATE] = "date",
    [TBY_BY_ELO] = "toUInt32(white_elo + black_elo)",
    [TBY_BY_PLIES] = "toUInt32(plies)",
};

/* The page out of what the servers have; limit 0: all. */
static tby_rc cut_page(store_cluster *c, listed *all, size_t n, uint64_t offset,
                       uint64_t limit, tby_games_answer *out)
{
    sort_listed(all, n);
    size_t left = offset < n ? n - (size_t)offset : 0;
    out->n = limit && limit < left ? (size_t)limit : left;
    out->ids = malloc((out->n + 1) * sizeof *out->ids);
    uint64_t *copy = realloc(c->listed, (out->n + 1) * sizeof *copy);
    if (copy)
        c->listed = copy;
    if (!out->ids || !copy)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < out->n; i++)
        c->listed[i] = out->ids[i] = all[offset + i].id;
    c->listed_n = out->n;
    return TBY_OK;
}

static tby_rc take_counts(store_cluster *c, const ch_request *r,
                          tby_games_answer *out)
{
    ch_answer a = ch_answer_of(r);
    uint64_t n = ch_take(&a, 8), white = ch_take(&a, 8);
    uint64_t draws = ch_take(&a, 8), black = ch_take(&a, 8);

    if (a.broken || ch_more(&a) || n > c->base.games || white > n ||
        draws > n || black > n || white + draws + black > n)
        return tby__ch_nonsense(c, r->shard);
    out->total += n;
    out->score.games += n;
    out->score.white += white;
    out->score.draws += draws;
    out->score.black += black;
    return TBY_OK;
}

tby_rc tby__ch_find(tby_store *s, const tby_filter *filter,
                    tby_games_order order, uint64_t offset, uint64_t limit,
                    tby_games_answer *out)
{
    store_cluster *c = ch_cluster(s);
    ch_request r[2 * CH_SHARDS];
    size_t shards = c->address.shards, n = 0, cap = 0;
    listed *all = NULL;
    tby_buf from, count, list;

    tby_buf_init(&from, NULL, (size_t)32 << 20);
    tby_buf_init(&count, NULL, (size_t)32 << 20);
    tby_buf_init(&list, NULL, (size_t)32 << 20);
    tby_rc rc = put_games(c, filter, &from);
    tby_buf_cstr(&count, "SELECT count(), countIf(result = 1), "
                         "countIf(result = 3), countIf(result = 2)");
    tby_buf_add(&count, tby_buf_str(&from));
    tby_buf_cstr(&count, " FORMAT RowBinary");
    tby_buf_join(&list, "SELECT ", ORDER[order], " AS by, id");
    tby_buf_add(&list, tby_buf_str(&from));
    tby_buf_cstr(&list,
                 order == TBY_BY_ID ? " ORDER BY id" : " ORDER BY by DESC, id");
    if (limit && limit < UINT64_MAX - offset) {
        tby_buf_cstr(&list, " LIMIT ");
        tby_buf_u64(&list, limit + offset);
    }
    tby_buf_cstr(&list, " FORMAT RowBinary");
    for (size_t i = 0; i < shards; i++) {
        r[i] = (ch_request){.shard = i, .sql = tby_buf_str(&count)};
        r[shards + i] = (ch_request){
            .shard = i, .sql = tby_buf_str(&list), .most = (size_t)8 << 30};
    }
    rc = rc == TBY_OK ? list.rc : rc;
    bool asked = rc == TBY_OK;
    if (asked)
        rc = tby__ch_send(c, r, 2 * shards);
    for (size_t i = 0; rc == TBY_OK && i < shards; i++) {
        ch_answer a = ch_answer_of(&r[shards + i]);
        rc = take_counts(c, &r[i], out);
        while (rc == TBY_OK && ch_more(&a)) {
            rc = TBY_GROW(NULL, all, cap, n + 1);
            if (rc != TBY_OK)
                break;
            all[n].rank = ch_take(&a, 4);
            all[n].id = ch_take(&a, 8);
            if (a.broken || !all[n].id || all[n].id > c->base.games)
                rc = tby__ch_nonsense(c, i);
            n++;
        }
    }
    if (rc == TBY_OK)
        rc = cut_page(c, all, n, offset, limit, out);
    if (asked)
        tby__ch_requests_free(r, 2 * shards);
    tby_grow_free(NULL, all, cap, sizeof *all);
    tby_buf_free(&from);
    tby_buf_free(&count);
    tby_buf_free(&list);
    return rc;
}

/* --- players --------------------------------------------------------------*/

/* The games of players with one colour, added up by player. */
static tby_rc put_side(store_cluster *c, const store_filter *filter,
                       const char *side, const tby_buf *among, tby_buf *sql)
{
    tby_buf_join(sql, "SELECT toUInt8(", side[0] == 'w' ? "0" : "1", "), ",
                 side,
                 ", count(), countIf(result = 1), countIf(result = 3), "
                 "countIf(result = 2), toUInt64(max(",
                 side,
                 "_elo)), toUInt64(min(if(date < 512, 10000, intDiv(date, "
                 "512)))), toUInt64(intDiv(max(date), 512))");
    TBY_TRY(put_games(c, filter, sql));
    tby_buf_join(sql, " AND ", side, " != 0");
    if (among->n) {
        tby_buf_join(sql, " AND ", side, " IN (");
        tby_buf_add(sql, tby_buf_str(among));
        tby_buf_char(sql, ')');
    }
    tby_buf_join(sql, " GROUP BY ", side);
    return sql->rc;
}

typedef struct player_rows {
    tby_player_row *at; /* by number of the player */
    size_t n;
} player_rows;

static tby_rc take_players(store_cluster *c, const ch_request *r,
                           player_rows *rows)
{
    ch_answer a = ch_answer_of(r);

    while (ch_more(&a)) {
        uint64_t black = ch_take(&a, 1), id = ch_take(&a, 4), v[7];
        for (size_t i = 0; i < 7; i++)
            v[i] = ch_take(&a, 8);
        if (a.broken || !id || id > rows->n || black > 1 || v[4] > UINT16_MAX ||
            v[5] > 10000 || v[6] > 9999)
            return tby__ch_nonsense(c, r->shard);
        tby_player_row *p = &rows->at[id - 1];
        tby_score *s = black ? &p->black : &p->white;
        s->games += v[0];
        s->white += v[1];
        s->draws += v[2];
        s->black += v[3];
        p->elo = v[4] > p->elo ? (uint32_t)v[4] : p->elo;
        if (v[5] < 10000 && (!p->first || v[5] < p->first))
            p->first = (uint32_t)v[5];
        p->last = v[6] > p->last ? (uint32_t)v[6] : p->last;
    }
    return TBY_OK;
}

static uint64_t games_of(const tby_player_row *r)
{
    return r->white.games + r->black.games;
}

static int compare_players(const void *a, const void *b)
{
    const tby_player_row *x = a, *y = b;

    if (games_of(x) != games_of(y))
        return games_of(x) > games_of(y) ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* Rows with games, sorted, and of them the page, with their names. */
static tby_rc cut_players(const store_cluster *c, player_rows *rows,
                          uint64_t offset, uint64_t limit,
                          tby_players_answer *out)
{
    size_t n = 0, bytes = 1;

    for (size_t i = 0; i < rows->n; i++)
        if (games_of(&rows->at[i])) {
            rows->at[i].id = (uint32_t)i + 1;
            bytes += tby__ch_name(c, CH_PLAYERS, i + 1).n + 1;
            rows->at[n++] = rows->at[i];
        }
    out->text = malloc(bytes);
    if (!out->text)
        return TBY_E_NOMEM;
    char *to = out->text;
    for (size_t i = 0; i < n; i++) {
        tby_str name = tby__ch_name(c, CH_PLAYERS, rows->at[i].id);
        if (name.n)
            memcpy(to, name.p, name.n);
        rows->at[i].name = to;
        to += name.n;
        *to++ = '\0';
    }
    qsort(rows->at, n, sizeof *rows->at, compare_players);
    size_t left = offset < n ? n - (size_t)offset : 0;
    out->total = n;
    out->n = limit && limit < left ? (size_t)limit : left;
    memmove(rows->at, rows->at + (n - left), out->n * sizeof *rows->at);
    out->rows = rows->at;
    rows->at = NULL;
    return TBY_OK;
}

tby_rc tby__ch_players(tby_store *s, tby_str name, const tby_filter *filter,
                       uint64_t offset, uint64_t limit, tby_players_answer *out)
{
    store_cluster *c = ch_cluster(s);
    ch_request r[CH_SHARDS];
    player_rows rows = {.n = 0};
    uint32_t *ids = NULL, *meant = NULL;
    size_t n = 0, meant_n = 0;
    tby_buf sql, among;
    bool asked = false;
    tby_rc rc = tby__ch_names(c);

    tby_buf_init(&sql, NULL, (size_t)32 << 20);
    tby_buf_init(&among, NULL, (size_t)8 << 20);
    if (rc == TBY_OK && name.p)
        rc = tby__ch_match(c, name, true, &ids, &n);
    if (rc == TBY_OK && name.p)
        rc = tby__ch_match(c, name, false, &meant, &meant_n);
    if (name.p)
        tby_buf_cstr(&among, "4294967295"); /* nobody */
    for (size_t i = 0; i < n; i++) {
        tby_buf_cstr(&among, ", ");
        tby_buf_u64(&among, ids[i]);
    }
    if (among.rc != TBY_OK)
        rc =
            tby__store_fail(&c->base, TBY_E_STORE_LACKS,
                            "too many players fit; a cluster wants a name that "
                            "says more");
    if (rc == TBY_OK)
        rc = put_side(c, filter, "white", &among, &sql);
    tby_buf_cstr(&sql, " UNION ALL ");
    if (rc == TBY_OK)
        rc = put_side(c, filter, "black", &among, &sql);
    tby_buf_cstr(&sql, " FORMAT RowBinary");
    rows.n = c->names[CH_PLAYERS].n;
    rows.at = calloc(rows.n + 1, sizeof *rows.at);
    rc = rc == TBY_OK && !rows.at ? TBY_E_NOMEM : rc;
    if (rc == TBY_OK) {
        rc = tby__ch_all(c, tby_buf_str(&sql), r);
        asked = true;
    }
    for (size_t i = 0; rc == TBY_OK && i < c->address.shards; i++)
        rc = take_players(c, &r[i], &rows);
    for (size_t i = 0; rc == TBY_OK && i < meant_n; i++)
        rows.at[meant[i] - 1].meant = true;
    if (rc == TBY_OK)
        rc = cut_players(c, &rows, offset, limit, out);
    if (asked)
        tby__ch_requests_free(r, c->address.shards);
    tby_buf_free(&sql);
    tby_buf_free(&among);
    free(rows.at);
    free(ids);
    free(meant);
    return rc;
}
