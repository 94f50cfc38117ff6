/* position_sum.c - the games of a position added up, move by move. */
#include "store/query/position_int.h"

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
typedef struct sheet {
    uint32_t chunk; /* n 0: none yet */
    uint32_t n;
    const chunk_values *elo[2], *date, *result;
} sheet;

static tby_rc open_sheet(store_file *f, uint32_t chunk, sheet *s)
{
    tby_rc rc;

    s->n = 0;
    s->chunk = chunk;
    if ((rc = store_file_chunk(f, STORE_WHITE_ELO, chunk, &s->elo[0], &s->n)) !=
            TBY_OK ||
        (rc = store_file_chunk(f, STORE_BLACK_ELO, chunk, &s->elo[1], &s->n)) !=
            TBY_OK ||
        (rc = store_file_chunk(f, STORE_DATE, chunk, &s->date, &s->n)) !=
            TBY_OK ||
        (rc = store_file_chunk(f, STORE_RESULT, chunk, &s->result, &s->n)) !=
            TBY_OK)
        s->n = 0;
    return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
}

/* Best for games in their order. */
static tby_rc read_facts(store_file *f, sheet *s, uint32_t game, facts *out)
{
    uint32_t chunk = (game - 1) / STORE_CHUNK, at = (game - 1) % STORE_CHUNK;
    tby_rc rc = TBY_OK;

    if (!s->n || s->chunk != chunk)
        rc = open_sheet(f, chunk, s);
    if (rc == TBY_OK && at >= s->n)
        rc = TBY_E_STORE_DAMAGED;
    if (rc == TBY_OK)
        *out = (facts){{chunk_at(s->elo[0], at), chunk_at(s->elo[1], at)},
                       chunk_at(s->date, at),
                       chunk_at(s->result, at)};
    return rc;
}

static void rank(position_question *q, uint32_t game, const facts *x)
{
    uint32_t white = x->elo[0], black = x->elo[1];

    store_top_k_add(&q->top,
                    (best_game){store_rank_elo(white, black, x->date), game});
    store_top_k_add(&q->latest,
                    (best_game){store_rank_date(white, black, x->date), game});
}

static void add_game(position_tally *t, const facts *x, tby_color turn)
{
    t->score.games++;
    t->score.white += x->result == TBY_RESULT_WHITE;
    t->score.draws += x->result == TBY_RESULT_DRAW;
    t->score.black += x->result == TBY_RESULT_BLACK;
    t->elo_sum += x->elo[turn];
    t->elo_n += x->elo[turn] != 0;
    t->other_sum += x->elo[!turn];
    t->other_n += x->elo[!turn] != 0;
    if (x->date >> 9 > t->last)
        t->last = x->date >> 9;
}

static tby_rc add_games(position_question *q, position_tally *t,
                        const uint32_t *ids, uint32_t n)
{
    tby_rc rc = TBY_OK;
    sheet s = {.n = 0};
    facts x;

    for (uint32_t i = 0; rc == TBY_OK && i < n; i++) {
        rc = read_facts(q->file, &s, ids[i], &x);
        if (rc == TBY_OK) {
            add_game(t, &x, q->pos->turn);
            rank(q, ids[i], &x);
        }
    }
    return rc;
}

tby_rc position_see_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                          uint32_t n)
{
    position_question *q = ctx;
    uint32_t played = n;
    tby_rc rc = position_wanted(q, ids, &n);

    if (rc != TBY_OK)
        return rc;
    position_tally *t = tally_of(q, code, run);
    if (!t)
        return TBY_E_STORE_DAMAGED;
    if (run < POSITION_RUNS) {
        t->of[run].played = played;
        t->of[run].wanted = n;
    }
    return add_games(q, t, ids, n);
}

void position_see_replayed(void *ctx, uint32_t game)
{
    position_question *q = ctx;

    if (q->replayed_n < sizeof q->replayed / sizeof *q->replayed)
        q->replayed[q->replayed_n++] = game;
}

/* --- positions with ready answers -----------------------------------------*/

static void add_ready(position_tally *t, const run_move *m)
{
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

static tby_rc rank_ready(position_question *q, const uint32_t *ids, uint32_t n)
{
    tby_rc rc = TBY_OK;
    sheet s = {.n = 0};
    facts x;

    for (uint32_t i = 0; rc == TBY_OK && i < n; i++) {
        rc = read_facts(q->file, &s, ids[i], &x);
        if (rc == TBY_OK)
            rank(q, ids[i], &x);
    }
    return rc;
}

tby_rc position_see_ready(void *ctx, size_t run, const run_found *found)
{
    position_question *q = ctx;
    tby_rc rc;

    if (q->cache || q->top_n > STORE_TOP || q->latest_n > STORE_TOP)
        return TBY_DONE;
    for (uint32_t i = 0; i < found->moves_n; i++) {
        position_tally *t = tally_of(q, found->moves[i].code, run);

        if (!t)
            return TBY_E_STORE_DAMAGED;
        add_ready(t, &found->moves[i]);
    }
    rc = rank_ready(q, found->top, found->top_n);
    return rc == TBY_OK ? rank_ready(q, found->latest, found->latest_n) : rc;
}
