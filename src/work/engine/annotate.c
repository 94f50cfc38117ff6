/* annotate.c - see annotate.h. */
#include "work/engine/annotate.h"

#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "tabiya/key.h"
#include "work/engine/evaluate.h"
#include "work/games/int.h"

#include <string.h>

enum {
    FAILED = 100000, /* as a depth: an engine has failed here */
    TEXT_MOST = 1 << 25
};

/* The games of a block. */
typedef struct part {
    size_t n, cap;
    tby_game *games;
} part;

static tby_rc write_game(tby_annotator *a, const tby_game *g)
{
    tby_buf_clear(&a->text);
    TBY_TRY(games_write_pgn(g, &a->text));
    return tby_sink_write(a->job.sink, a->text.p, a->text.n);
}

/* Notes a position of a game, and what is known of it. */
static bool note(void *ctx, const tby_pos *pos, uint32_t ply)
{
    tby_annotator *a = ctx;
    tby_pos p = *pos;
    uint32_t number = 0;
    bool made = false;

    (void)ply;
    p.halfmoves = 0;
    a->rc = tby_keyset_add(&a->keys, tby_key_of(&p), &number, &made);
    if (a->rc != TBY_OK)
        return false;
    a->plies[a->plies_n++] = number;
    a->count.positions++;
    if (!made)
        return true;
    a->positions[number] = p;
    a->found[number] = (tby_found_eval){.eval = tby_evaluate_rules(&p)};
    if (a->found[number].eval.kind) {
        a->count.ruled++;
    } else if (tby_evals_find(&a->evals, &p, &a->found[number])) {
        a->count.known++;
    } else {
        a->wanted[a->wanted_n++] = number;
    }
    return true;
}

static void take(void *ctx, const tby_pool_answer *answer)
{
    tby_annotator *a = ctx;
    tby_found_eval *f = &a->found[answer->index];
    const tby_pos *p = &a->positions[answer->index];

    if (answer->rc != TBY_OK) {
        f->depth = FAILED;
        a->count.failed++;
        a->job.failed(a->job.ctx, p, answer->rc);
        return;
    }
    *f = (tby_found_eval){.eval = answer->eval, .depth = answer->depth};
    while (f->pv_n < answer->pv_n && f->pv_n < TBY_EVALS_PV) {
        f->pv[f->pv_n] = answer->pv[f->pv_n];
        f->pv_n++;
    }
    if (f->pv_n == 0)
        f->pv[f->pv_n++] = answer->best;
    a->count.searched++;
    tby_rc rc = tby_evals_add(&a->evals, p, f);
    if (a->rc == TBY_OK)
        a->rc = rc;
    a->job.progress(a->job.ctx,
                    a->count.searched + a->count.known + a->count.ruled);
}

/* Judges, writes and reports a game whose positions are at `plies`.  TBY_DONE
 * if one of them was not searched. */
static tby_rc finish_game(tby_annotator *a, const tby_game *g,
                          const size_t *plies)
{
    tby_annotated out;

    for (size_t i = 0; i <= g->plies; i++) {
        const tby_found_eval *f = &a->found[plies[i]];
        if (!f->eval.kind && f->depth != FAILED)
            return TBY_DONE;
        a->line[i].found = *f;
    }
    tby__judge_game(g, a->line, &out);
    out.number = a->count.games + 1;
    out.game = &a->game;
    tby_rc rc = tby__annotate_game(g, &out, tby_str_of(a->name), &a->game);
    if (rc == TBY_OK && a->job.sink)
        rc = write_game(a, &a->game);
    if (rc != TBY_OK)
        return rc;
    a->count.games++;
    a->job.game(a->job.ctx, &out);
    return TBY_OK;
}

/* Memory for the positions of a block. */
static bool make_room(tby_annotator *a, const part *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++)
        n += p->games[i].plies + 1;
    tby_arena_free(&a->memory);
    tby_keyset_clear(&a->keys);
    a->wanted_n = a->plies_n = 0;
    a->positions = tby_arena_take(&a->memory, n * sizeof *a->positions);
    a->found = tby_arena_take(&a->memory, n * sizeof *a->found);
    a->wanted = tby_arena_take(&a->memory, n * sizeof *a->wanted);
    a->plies = tby_arena_take(&a->memory, n * sizeof *a->plies);
    a->line = tby_arena_take(&a->memory, n * sizeof *a->line);
    return a->positions && a->found && a->wanted && a->plies && a->line;
}

static tby_rc join_part(void *ctx, void *of)
{
    tby_annotator *a = ctx;
    part *p = of;
    tby_pool_report report;
    size_t first = 0;

    a->rc = make_room(a, p) ? TBY_OK : TBY_E_NOMEM;
    for (size_t i = 0; i < p->n && a->rc == TBY_OK; i++)
        tby_game_show(&p->games[i], note, a);
    if (a->rc != TBY_OK)
        return a->rc;
    const tby_pool_job pool = {.positions = a->positions,
                               .order = a->wanted,
                               .n = a->wanted_n,
                               .limit = a->job.limit,
                               .engine = a->job.engine,
                               .pool = a->pool,
                               .stop = a->job.stop,
                               .answer = take,
                               .ctx = a};
    tby_rc rc = tby_pool_run(&pool, &report), done = a->rc;
    a->stopped = report.stopped;
    if (report.failure.code != TBY_OK)
        a->failure = report.failure;
    for (size_t i = 0; i < p->n && done == TBY_OK; i++) {
        done = finish_game(a, &p->games[i], a->plies + first);
        first += p->games[i].plies + 1;
    }
    p->n = 0;
    return rc == TBY_OK ? done : rc;
}

static void *new_part(void *ctx)
{
    part *p = tby_grow_new(NULL, 1, sizeof *p);

    (void)ctx;
    if (p)
        *p = (part){.n = 0};
    return p;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    for (size_t i = 0; i < p->cap; i++)
        tby_game_free(&p->games[i]);
    tby_grow_free(NULL, p->games, p->cap, sizeof *p->games);
    tby_grow_free(NULL, p, 1, sizeof *p);
}

/* The reader gets an empty game for a full one. */
static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    part *p = of;
    size_t cap = p->cap;

    (void)ctx;
    if (item->error != TBY_OK)
        return TBY_OK;
    TBY_TRY(TBY_GROW(NULL, p->games, p->cap, p->n + 1));
    for (; cap < p->cap; cap++)
        tby_game_init(&p->games[cap], NULL);
    tby_game swap = p->games[p->n];
    p->games[p->n++] = *item->game;
    *item->game = swap;
    return TBY_OK;
}

tby_games_visitor tby_annotate_visitor(tby_annotator *a)
{
    return (tby_games_visitor){.ctx = a,
                               .part = new_part,
                               .drop = drop_part,
                               .game = take_game,
                               .join = join_part};
}

/* What an evaluation depends on beside the position. */
static uint64_t about(tby_annotator *a)
{
    const tby_engine_settings *s = &a->job.engine;
    const tby_engine_limit *l = &a->job.limit;
    tby_buf *b = &a->text;

    tby_buf_clear(b);
    tby_buf_cstr(b, a->name);
    for (size_t i = 0; i < s->options_n; i++) {
        tby_buf_char(b, '\n');
        tby_buf_add(b, s->options[i].name);
        tby_buf_char(b, '=');
        tby_buf_add(b, s->options[i].value);
    }
    const uint64_t limits[] = {l->depth, l->nodes, l->ms};
    for (int i = 0; i < 3; i++) {
        tby_buf_char(b, '\n');
        tby_buf_u64(b, limits[i]);
    }
    return tby_checksum(b->p, b->n);
}

tby_rc tby_annotate_open(tby_annotator *a, const tby_annotate_job *job)
{
    *a = (tby_annotator){.job = *job};
    tby_keyset_init(&a->keys, NULL, TBY_EVALS_MOST);
    tby_arena_init(&a->memory, NULL);
    tby_game_init(&a->game, NULL);
    tby_buf_init(&a->text, NULL, TEXT_MOST);
    a->pool = tby_pool_open(job->engines);
    if (!a->pool)
        return TBY_E_NOMEM;
    tby_rc rc = tby_pool_start(a->pool, &job->engine, a->name, sizeof a->name,
                               &a->failure);
    if (rc != TBY_OK)
        return rc;
    uint64_t key = about(a);
    return a->text.rc == TBY_OK ? tby_evals_open(&a->evals, job->cache, key)
                                : a->text.rc;
}

void tby_annotate_close(tby_annotator *a)
{
    tby_pool_close(a->pool);
    tby_evals_close(&a->evals);
    tby_arena_free(&a->memory);
    tby_keyset_free(&a->keys);
    tby_game_free(&a->game);
    tby_buf_free(&a->text);
}
