/* position.c - a position: what was played, how it ended, by whom. */
#include "core/base/assert.h"
#include "store/query/filter_cache.h"
#include "store/query/query.h"
#include "store/query/top_k.h"
#include "store/query/visit_position.h"

#include <stdlib.h>
#include <string.h>

enum { POSITION_MOVES = 256, POSITION_RUNS = 8 };

/* One move as it is added up. */
typedef struct position_tally {
    store_code code;
    tby_score score;
    uint64_t elo_sum, other_sum;
    uint64_t elo_n, other_n;
    uint32_t last;
    uint64_t runs; /* that have games with it, the first 64 */
    /* Games of the first runs, and what the filter left of them. */
    struct {
        uint32_t played, wanted;
    } of[POSITION_RUNS];
} position_tally;

/* Two lists of games: the best by rating, and the latest. */
enum { TOP, LATEST, LISTS };

typedef struct position_question {
    store_rows *file;
    const tby_pos *pos;
    store_target target;
    store_filter_cache *cache; /* NULL: all games */
    uint32_t wanted[LISTS];
    store_top_k best[LISTS];
    size_t replayed_n; /* games that are confirmed already, the first few */
    uint32_t replayed[8];
    size_t n;
    position_tally tallies[POSITION_MOVES];
} position_question;

static position_tally *tally_of(position_question *q, store_code code,
                                size_t run)
{
    position_tally *t = NULL;

    for (size_t i = 0; i < q->n && !t; i++)
        if (q->tallies[i].code == code)
            t = &q->tallies[i];
    if (!t && q->n < POSITION_MOVES) {
        t = &q->tallies[q->n++];
        *t = (position_tally){.code = code};
    }
    if (t && run < 64)
        t->runs |= UINT64_C(1) << run;
    return t;
}

/* --- games one by one -----------------------------------------------------*/

/* What a game adds to the sums. */
typedef struct facts {
    uint32_t elo[2], date, result;
} facts;

/* The columns of a chunk that have them. */
static const store_column FACTS[] = {STORE_WHITE_ELO, STORE_BLACK_ELO,
                                     STORE_DATE, STORE_RESULT};
typedef struct sheet {
    uint32_t chunk; /* n 0: none yet */
    uint32_t n;
    const chunk_values *of[4];
} sheet;

/* Best for games in their order. */
static tby_rc read_facts(store_rows *f, sheet *s, uint32_t game, facts *out)
{
    uint32_t chunk = (game - 1) / STORE_CHUNK, at = (game - 1) % STORE_CHUNK;
    tby_rc rc = TBY_OK;

    if (!s->n || s->chunk != chunk) {
        s->n = 0;
        s->chunk = chunk;
        for (size_t i = 0; rc == TBY_OK && i < 4; i++)
            rc = tby__rows_chunk(f, FACTS[i], chunk, &s->of[i], &s->n);
        s->n = rc == TBY_OK ? s->n : 0;
        rc = rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    }
    if (rc == TBY_OK && at >= s->n)
        rc = TBY_E_STORE_DAMAGED;
    if (rc == TBY_OK)
        *out = (facts){{chunk_at(s->of[0], at), chunk_at(s->of[1], at)},
                       chunk_at(s->of[2], at),
                       chunk_at(s->of[3], at)};
    return rc;
}

static void rank(position_question *q, uint32_t game, const facts *x)
{
    uint32_t white = x->elo[0], black = x->elo[1];
    const uint64_t ranks[LISTS] = {store_rank_elo(white, black, x->date),
                                   store_rank_date(white, black, x->date)};

    for (size_t i = 0; i < LISTS; i++)
        tby__top_k_add(&q->best[i], (best_game){ranks[i], game});
}

/* What tby__visit_position() calls; ctx is the question. */
static tby_rc on_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                       uint32_t n)
{
    position_question *q = ctx;
    uint32_t played = n;

    if (q->cache)
        TBY_TRY(tby__filter_cache_ids(q->cache, q->file, ids, &n));
    position_tally *t = tally_of(q, code, run);
    if (!t)
        return TBY_E_STORE_DAMAGED;
    if (run < POSITION_RUNS) {
        t->of[run].played = played;
        t->of[run].wanted = n;
    }
    sheet s = {.n = 0};
    facts x;
    for (uint32_t i = 0; i < n; i++) {
        TBY_TRY(read_facts(q->file, &s, ids[i], &x));
        tby_color turn = q->pos->turn;
        t->score.games++;
        t->score.white += x.result == TBY_RESULT_WHITE;
        t->score.draws += x.result == TBY_RESULT_DRAW;
        t->score.black += x.result == TBY_RESULT_BLACK;
        t->elo_sum += x.elo[turn];
        t->elo_n += x.elo[turn] != 0;
        t->other_sum += x.elo[!turn];
        t->other_n += x.elo[!turn] != 0;
        if (x.date >> 9 > t->last)
            t->last = x.date >> 9;
        rank(q, ids[i], &x);
    }
    return TBY_OK;
}

/* What tby__visit_position() calls; ctx is the question. */
static void on_replayed(void *ctx, uint32_t game)
{
    position_question *q = ctx;

    if (q->replayed_n < sizeof q->replayed / sizeof *q->replayed)
        q->replayed[q->replayed_n++] = game;
}

/* --- positions with ready answers -----------------------------------------*/

static tby_rc rank_ready(position_question *q, const uint32_t *ids, uint32_t n)
{
    sheet s = {.n = 0};
    facts x;

    for (uint32_t i = 0; i < n; i++) {
        TBY_TRY(read_facts(q->file, &s, ids[i], &x));
        rank(q, ids[i], &x);
    }
    return TBY_OK;
}

/* What tby__visit_position() calls; ctx is the question. */
static tby_rc on_ready(void *ctx, size_t run, const run_found *found)
{
    position_question *q = ctx;

    if (q->cache || q->wanted[TOP] > STORE_TOP || q->wanted[LATEST] > STORE_TOP)
        return TBY_DONE;
    for (uint32_t i = 0; i < found->moves_n; i++) {
        position_tally *t = tally_of(q, found->moves[i].code, run);
        if (!t)
            return TBY_E_STORE_DAMAGED;
        const run_move *m = &found->moves[i];
        t->score.games += m->games;
        t->score.white += m->white;
        t->score.draws += m->draws;
        t->score.black += m->black;
        t->elo_sum += m->elo_sum;
        t->elo_n += m->elo_n;
        t->other_sum += m->other_sum;
        t->other_n += m->other_n;
        if (m->last > t->last)
            t->last = m->last;
    }
    TBY_TRY(rank_ready(q, found->top, found->top_n));
    return rank_ready(q, found->latest, found->latest_n);
}

/* --- the answer -----------------------------------------------------------*/

static void describe(const position_tally *t, tby_position_move *out)
{
    out->score = t->score;
    out->movers = (tby_rating_sum){t->elo_sum, t->elo_n};
    out->opponents = (tby_rating_sum){t->other_sum, t->other_n};
    out->last = t->last;
}

/* Counts the games that are wanted of those that have the next position. */
typedef struct counting {
    const position_question *q;
    const position_tally *t; /* of the move that leads to it */
    uint64_t n;
} counting;

/* If all games of a run come from here, the filter leaves as many of them. */
static tby_rc count_ready(void *ctx, size_t run, const run_found *found)
{
    counting *c = ctx;

    if (run >= POSITION_RUNS || c->t->of[run].played != found->games)
        return TBY_DONE;
    c->n += c->t->of[run].wanted;
    return TBY_OK;
}

static tby_rc count_wanted(void *ctx, size_t run, store_code code,
                           uint32_t *ids, uint32_t n)
{
    counting *c = ctx;

    (void)run;
    (void)code;
    return tby__filter_cache_count(c->q->cache, c->q->file, ids, n, &c->n);
}

static tby_rc describe_move(const position_question *q, const position_tally *t,
                            tby_position_move *out)
{
    tby_pos next = *q->pos;

    out->move = tby__code_move(q->pos, t->code);
    /* A code that is no move here would mean a wrong index. */
    if (out->move == TBY_MOVE_NONE ||
        tby_pos_judge(q->pos, out->move) != TBY_OK)
        return TBY_E_STORE_DAMAGED;
    describe(t, out);
    tby_pos_play(&next, out->move);
    store_target target = store_target_of(&next);
    counting c = {.q = q, .t = t};
    position_visitor visitor = {
        .ctx = &c, .ready = count_ready, .games = count_wanted};
    if (!q->cache)
        return tby__count_visits(q->file, &target, t->runs, STORE_ENDED,
                                 &out->reached, NULL);
    tby_rc rc = tby__visit_position(q->file, &target, &visitor);
    out->reached = c.n;
    return rc;
}

static tby_rc answer_moves(const position_question *q, tby_position_answer *out)
{
    tby_rc rc = TBY_OK;

    out->moves = calloc(q->n + 1, sizeof *out->moves);
    if (!out->moves)
        return TBY_E_NOMEM;
    for (size_t i = 0; rc == TBY_OK && i < q->n; i++) {
        const position_tally *t = &q->tallies[i];
        if (!t->score.games)
            continue; /* none is wanted */
        if (t->code == STORE_ENDED)
            describe(t, &out->ended);
        else
            rc = describe_move(q, t, &out->moves[out->moves_n++]);
    }
    return rc;
}

/* The first games of a list.  One that is both among the best and among the
 * latest of a run comes twice, and is ranked twice. */
static tby_rc list_games(const store_top_k *b, size_t most, uint64_t **ids,
                         size_t *n)
{
    *ids = malloc((b->n + 1) * sizeof **ids);
    if (!*ids)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < b->n && *n < most; i++)
        if (!i || b->at[i - 1].id != b->at[i].id)
            (*ids)[(*n)++] = b->at[i].id;
    return TBY_OK;
}

static int compare_ids(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static bool is_replayed(const position_question *q, uint64_t game)
{
    for (size_t i = 0; i < q->replayed_n; i++)
        if (q->replayed[i] == game)
            return true;
    return false;
}

static tby_rc ask(position_question *q, tby_position_answer *out)
{
    position_visitor visitor = {.ctx = q,
                                .ready = on_ready,
                                .games = on_games,
                                .replayed = on_replayed};
    uint32_t indexed = tby__rows_indexed(q->file);

    for (size_t i = 0; i < LISTS; i++) {
        /* However many are asked for, there is room for those there are; twice,
         * since twins are dropped only in the end. */
        if (q->wanted[i] > indexed)
            q->wanted[i] = indexed;
        TBY_TRY(tby__top_k_open(&q->best[i], 2 * (size_t)q->wanted[i]));
    }
    TBY_TRY(tby__visit_position(q->file, &q->target, &visitor));
    TBY_TRY(answer_moves(q, out));
    TBY_TRY(list_games(&q->best[TOP], q->wanted[TOP], &out->top, &out->top_n));
    TBY_TRY(list_games(&q->best[LATEST], q->wanted[LATEST], &out->latest,
                       &out->latest_n));
    /* Games that are listed are confirmed: they do pass through the position.
     * In their order and each once, since a block of games is much to read. */
    size_t n = out->top_n + out->latest_n;
    uint64_t *ids = malloc((n + 1) * sizeof *ids);
    store_replay r;
    tby_rc rc = TBY_OK;

    if (!ids)
        return TBY_E_NOMEM;
    memcpy(ids, out->top, out->top_n * sizeof *ids);
    memcpy(ids + out->top_n, out->latest, out->latest_n * sizeof *ids);
    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 0; rc == TBY_OK && i < n; i++) {
        if ((i && ids[i] == ids[i - 1]) || is_replayed(q, ids[i]))
            continue;
        rc = tby__replay_open(&r, q->file, (uint32_t)ids[i]);
        if (rc == TBY_OK)
            rc = tby__replay_seek(&r, &q->target);
    }
    free(ids);
    for (size_t i = 0; i < out->top_n; i++)
        out->top[i] = tby__rows_id(q->file, (uint32_t)out->top[i]);
    for (size_t i = 0; i < out->latest_n; i++)
        out->latest[i] = tby__rows_id(q->file, (uint32_t)out->latest[i]);
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* --- filters --------------------------------------------------------------*/

static tby_rc ask_filtered(position_question *q, store_filter_cache *cache,
                           const store_filter *filter, tby_position_answer *out)
{
    tby_rc rc = TBY_OK;

    if (!tby__filter_empty(filter) || tby__rows_hidden(q->file)) {
        rc = tby__filter_cache_open(cache, q->file, filter);
        q->cache = cache;
    }
    if (rc == TBY_OK)
        rc = ask(q, out);
    out->waiting = tby_store_waiting(store_of_rows(q->file));
    for (size_t i = 0; i < LISTS; i++)
        tby__top_k_close(&q->best[i]);
    return rc;
}

tby_rc tby__query_position(tby_store *s, const tby_pos *pos,
                           const store_filter *filter,
                           const tby_position_wanted *wanted,
                           tby_position_answer *out)
{
    position_question *q = calloc(1, sizeof *q);

    if (!q)
        return TBY_E_NOMEM;
    q->file = store_rows_of(s);
    q->pos = pos;
    q->target = store_target_of(pos);
    q->wanted[TOP] = wanted->top;
    q->wanted[LATEST] = wanted->latest;
    tby_rc rc = ask_filtered(q, tby__rows_filter_cache(q->file), filter, out);
    free(q);
    return rc;
}
