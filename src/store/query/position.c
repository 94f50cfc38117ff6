/* position.c - a position: what was played, how it ended, by whom. */
#include "store/query/position_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So far a performance may be from the opponents' rating. */
#define PERFORMANCE_MAX 800.0

/* --- the answer -----------------------------------------------------------*/

static double mean(uint64_t sum, uint64_t n)
{
    return n ? (double)sum / (double)n : 0;
}

/* The rating at which the score would be expected against these opponents;
 * 800 more or less than theirs where they made nothing or all. */
static double performance(const position_tally *t, tby_color turn)
{
    const tby_score *s = &t->score;
    double wins = (double)(turn == TBY_WHITE ? s->white : s->black);
    double n = (double)(s->white + s->draws + s->black);
    double points = wins + (double)s->draws / 2;
    double gain;

    if (!t->other_n || n <= 0)
        return 0;
    gain = points <= 0   ? -PERFORMANCE_MAX
           : points >= n ? PERFORMANCE_MAX
                         : 400 * log10(points / (n - points));
    return mean(t->other_sum, t->other_n) +
           fmin(fmax(gain, -PERFORMANCE_MAX), PERFORMANCE_MAX);
}

static void describe(const position_question *q, const position_tally *t,
                     tby_position_move *out)
{
    out->score = t->score;
    out->elo = mean(t->elo_sum, t->elo_n);
    out->last = t->last;
    out->performance = performance(t, q->pos->turn);
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
    return store_filter_cache_count(c->q->cache, c->q->file, ids, n, &c->n);
}

/* How many games reach a position, however they do. */
static tby_rc count_reached(const position_question *q, const tby_pos *next,
                            const position_tally *t, uint64_t *out)
{
    store_target target = store_target_of(next);
    counting c = {.q = q, .t = t};
    store_passing visitor = {
        .ctx = &c, .ready = count_ready, .games = count_wanted};

    if (!q->cache)
        return store_pass_count(q->file, &target, t->runs, out);
    tby_rc rc = store_pass(q->file, &target, &visitor);
    *out = c.n;
    return rc;
}

static tby_rc describe_move(const position_question *q, const position_tally *t,
                            tby_position_move *out)
{
    tby_pos next = *q->pos;

    out->move = store_code_move(q->pos, t->code);
    /* A code that is no move here would mean a wrong index. */
    if (out->move == TBY_MOVE_NONE ||
        tby_pos_judge(q->pos, out->move) != TBY_OK)
        return TBY_E_STORE_DAMAGED;
    describe(q, t, out);
    tby_san_write(q->pos, out->move, out->san);
    tby_pos_play(&next, out->move);
    return count_reached(q, &next, t, &out->reached);
}

static int compare_moves(const void *a, const void *b)
{
    const tby_position_move *x = a, *y = b;

    if (x->score.games != y->score.games)
        return x->score.games > y->score.games ? -1 : 1;
    return strcmp(x->san, y->san);
}

static void add_score(tby_score *to, const tby_score *from)
{
    to->games += from->games;
    to->white += from->white;
    to->draws += from->draws;
    to->black += from->black;
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
        add_score(&out->score, &t->score);
        if (t->code == STORE_ENDED)
            describe(q, t, &out->ended);
        else
            rc = describe_move(q, t, &out->moves[out->moves_n++]);
    }
    qsort(out->moves, out->moves_n, sizeof *out->moves, compare_moves);
    return rc;
}

static tby_rc list_games(const store_top_k *b, uint32_t **ids, size_t *n)
{
    *ids = malloc((b->n + 1) * sizeof **ids);
    if (!*ids)
        return TBY_E_NOMEM;
    for (size_t i = 0; i < b->n; i++)
        (*ids)[(*n)++] = b->at[i].id;
    return TBY_OK;
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static bool is_replayed(const position_question *q, uint32_t game)
{
    for (size_t i = 0; i < q->replayed_n; i++)
        if (q->replayed[i] == game)
            return true;
    return false;
}

/* Games that are listed are confirmed: they do pass through the position.  In
 * their order and each once, since a block of games is much to read. */
static tby_rc confirm(const position_question *q, const tby_position_answer *a)
{
    size_t n = a->top_n + a->latest_n;
    uint32_t *ids = malloc((n + 1) * sizeof *ids);
    store_replay r;
    tby_rc rc = ids ? TBY_OK : TBY_E_NOMEM;

    if (!ids)
        return rc;
    memcpy(ids, a->top, a->top_n * sizeof *ids);
    memcpy(ids + a->top_n, a->latest, a->latest_n * sizeof *ids);
    qsort(ids, n, sizeof *ids, compare_ids);
    for (size_t i = 0; rc == TBY_OK && i < n; i++) {
        if ((i && ids[i] == ids[i - 1]) || is_replayed(q, ids[i]))
            continue;
        rc = store_replay_open(&r, q->file, ids[i]);
        if (rc == TBY_OK)
            rc = store_replay_seek(&r, &q->target);
    }
    free(ids);
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* A game that is both among the best and among the latest comes twice, and is
 * ranked twice. */
static void drop_twins(store_top_k *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->n; i++)
        if (!n || b->at[n - 1].id != b->at[i].id)
            b->at[n++] = b->at[i];
    b->n = n;
}

/* However many are asked for, there is room for those there are. */
static void bound(store_file *f, uint32_t *n)
{
    if (*n > store_file_indexed(f))
        *n = store_file_indexed(f);
}

static tby_rc ask(position_question *q, tby_position_answer *out)
{
    store_passing visitor = {.ctx = q,
                             .ready = position_see_ready,
                             .games = position_see_games,
                             .replayed = position_see_replayed};
    tby_rc rc;

    bound(q->file, &q->top_n);
    bound(q->file, &q->latest_n);
    /* Twice the room, since twins are dropped only in the end. */
    if ((rc = store_top_k_open(&q->top, 2 * (size_t)q->top_n)) < 0 ||
        (rc = store_top_k_open(&q->latest, 2 * (size_t)q->latest_n)) < 0 ||
        (rc = store_pass(q->file, &q->target, &visitor)) < 0)
        return rc;
    drop_twins(&q->top);
    drop_twins(&q->latest);
    if (q->top.n > q->top_n)
        q->top.n = q->top_n;
    if (q->latest.n > q->latest_n)
        q->latest.n = q->latest_n;
    if ((rc = answer_moves(q, out)) < 0 ||
        (rc = list_games(&q->top, &out->top, &out->top_n)) < 0 ||
        (rc = list_games(&q->latest, &out->latest, &out->latest_n)) < 0)
        return rc;
    return confirm(q, out);
}

/* --- filters --------------------------------------------------------------*/

static tby_rc ask_filtered(position_question *q, store_filter_cache *cache,
                           const store_filter *filter, tby_position_answer *out)
{
    tby_rc rc = TBY_OK;

    if (filter && !store_filter_empty(filter)) {
        rc = store_filter_cache_open(cache, q->file, filter);
        q->cache = cache;
    }
    if (rc == TBY_OK)
        rc = ask(q, out);
    out->waiting = store_file_stored(q->file) - store_file_indexed(q->file);
    store_top_k_close(&q->top);
    store_top_k_close(&q->latest);
    return rc;
}

tby_rc tby_store_position(tby_store *s, const tby_pos *pos,
                          const store_filter *filter,
                          const tby_position_wanted *wanted,
                          tby_position_answer *out)
{
    tby_position_answer answer = {0};
    position_question *q = calloc(1, sizeof *q);
    tby_rc rc;

    if (!q)
        return TBY_E_NOMEM;
    q->file = s->file;
    q->pos = pos;
    q->target = store_target_of(pos);
    q->top_n = wanted ? wanted->top : STORE_TOP;
    q->latest_n = wanted ? wanted->latest : STORE_TOP;
    STORE_ASK(s, rc, ask_filtered(q, &s->cache, filter, &answer));
    free(q);
    if (rc == TBY_OK)
        *out = answer;
    else
        tby_position_free(&answer);
    return rc;
}

void tby_position_free(tby_position_answer *a)
{
    free(a->moves);
    free(a->top);
    free(a->latest);
    *a = (tby_position_answer){0};
}
