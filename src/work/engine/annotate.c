#include "work/engine/annotate.h"
#include "core/base/assert.h"
#include "core/base/checksum.h"
#include "core/base/grow.h"
#include "core/base/str.h"
#include "io/stream/sink.h"
#include "io/system/file.h"
#include "tabiya/key.h"
#include "work/engine/search.h"
#include "work/games/int.h"

#include <string.h>

enum {
    FAILED = 100000, /* as a depth: an engine has failed here */
    TEXT_MOST = 1 << 25
};

/* The games of a block. */
typedef struct part {
    size_t n, cap, ids_cap;
    tby_game *games;
    uint64_t *ids; /* of theirs, in a database */
} part;

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
static tby_rc finish_game(tby_annotator *a, const tby_game *g, uint64_t id,
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
    out.id = id;
    out.game = &a->game;
    TBY_TRY(tby__annotate_game(g, &out, tby_str_of(a->name), &a->game));
    if (a->job.sink) {
        tby_buf_clear(&a->text);
        TBY_TRY(tby_games_put(TBY_GAMES_PGN, &a->game, &a->text));
        TBY_TRY(tby_sink_write(a->job.sink, a->text.p, a->text.n));
    }
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
        done = finish_game(a, &p->games[i], p->ids[i], a->plies + first);
        first += p->games[i].plies + 1;
    }
    p->n = 0;
    return rc == TBY_OK ? done : rc;
}

static void drop_part(void *ctx, void *of)
{
    part *p = of;

    (void)ctx;
    for (size_t i = 0; i < p->cap; i++)
        tby_game_free(&p->games[i]);
    tby_grow_free(NULL, p->games, p->cap, sizeof *p->games);
    tby_grow_free(NULL, p->ids, p->ids_cap, sizeof *p->ids);
}

/* The reader gets an empty game for a full one. */
static tby_rc take_game(void *ctx, void *of, tby_games_item *item)
{
    part *p = of;
    size_t cap = p->cap;

    (void)ctx;
    if (item->error != TBY_OK)
        return TBY_OK;
    TBY_TRY(TBY_GROW(NULL, p->ids, p->ids_cap, p->n + 1));
    TBY_TRY(TBY_GROW(NULL, p->games, p->cap, p->n + 1));
    for (; cap < p->cap; cap++)
        tby_game_init(&p->games[cap], NULL);
    p->ids[p->n] = item->id;
    tby_game swap = p->games[p->n];
    p->games[p->n++] = *item->game;
    *item->game = swap;
    return TBY_OK;
}

tby_games_visitor tby_annotate_visitor(tby_annotator *a)
{
    return (tby_games_visitor){.ctx = a,
                               .part_size = sizeof(part),
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
    TBY_TRY(tby_pool_start(a->pool, &job->engine, a->name, sizeof a->name,
                           &a->failure));
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

enum { HEAD = 32, ROW = 64, SUMMED = ROW - 8 };

static const char MAGIC[HEAD] = "tabiya evaluations 1\n";

/* Little-endian, whatever the machine. */
static uint64_t get(const uint8_t *p, size_t n)
{
    uint64_t v = 0;

    while (n--)
        v = v << 8 | p[n];
    return v;
}

static void put(uint8_t *p, size_t n, uint64_t v)
{
    for (size_t i = 0; i < n; i++, v >>= 8)
        p[i] = (uint8_t)v;
}

/* False if the row is damaged. */
static bool read_row(const uint8_t *row, tby_found_eval *f)
{
    if (get(row + SUMMED, 8) != tby_checksum(row, SUMMED) ||
        row[23] > TBY_EVALS_PV)
        return false;
    *f =
        (tby_found_eval){.eval = {row[20], row[21], (uint32_t)get(row + 16, 4)},
                         .depth = row[22],
                         .pv_n = row[23]};
    for (size_t i = 0; i < f->pv_n; i++)
        f->pv[i] = (tby_move)get(row + 24 + 2 * i, 2);
    return f->eval.kind != TBY_EVAL_NONE && f->eval.kind <= TBY_EVAL_MATE &&
           f->eval.side <= TBY_BLACK && f->eval.amount <= TBY_EVAL_MOST;
}

static tby_rc remember(tby_evals *e, uint64_t key, const tby_found_eval *f)
{
    uint32_t number;

    TBY_TRY(TBY_GROW(&e->keys.alloc, e->found, e->cap, e->keys.n + 1));
    tby_rc rc = tby_keyset_add(&e->keys, key, &number, NULL);
    if (rc == TBY_OK)
        e->found[number] = *f;
    return rc == TBY_E_LIMIT ? TBY_OK : rc;
}

/* Writes the file anew, of its rows those from `from` on. */
static tby_rc write_file(tby_evals *e, const uint8_t *rows, size_t from,
                         size_t n)
{
    tby_sink *sink = NULL;
    tby_rc rc = tby_sink_open(&sink, e->path);

    if (rc == TBY_OK)
        rc = tby_sink_write(sink, MAGIC, HEAD);
    if (rc == TBY_OK && n > from)
        rc = tby_sink_write(sink, rows + from * ROW, (n - from) * ROW);
    if (rc == TBY_OK)
        rc = tby_sink_commit(sink);
    tby_sink_close(sink);
    e->in_file = n - from;
    return rc;
}

tby_rc tby_evals_open(tby_evals *e, const char *path, uint64_t about)
{
    tby_found_eval f;
    tby_map map = {NULL, 0};
    tby_rc rc = TBY_OK;

    *e = (tby_evals){.about = about};
    tby_keyset_init(&e->keys, NULL, TBY_EVALS_MOST);
    if (!path)
        return TBY_OK;
    e->path = tby_path_join("", path);
    if (!e->path)
        return TBY_E_NOMEM;
    if (tby_map_open(&map, path) == TBY_E_IO_OPEN)
        return write_file(e, NULL, 0, 0);
    const uint8_t *rows = (const uint8_t *)map.p + HEAD;
    size_t n = map.n < HEAD ? 0 : (map.n - HEAD) / ROW;
    if (map.n < HEAD || memcmp(map.p, MAGIC, HEAD) != 0)
        rc = map.n ? TBY_E_FILE_KIND : write_file(e, NULL, 0, 0);
    else if (n >= TBY_EVALS_MOST || (map.n - HEAD) % ROW != 0)
        rc = write_file(e, rows, n >= TBY_EVALS_MOST ? n / 2 : 0, n);
    else
        e->in_file = n;
    for (size_t i = n - e->in_file; i < n && rc == TBY_OK; i++)
        if (get(rows + i * ROW + 8, 8) == about && read_row(rows + i * ROW, &f))
            rc = remember(e, get(rows + i * ROW, 8), &f);
    tby_map_close(&map);
    return rc;
}

void tby_evals_close(tby_evals *e)
{
    tby_grow_free(&e->keys.alloc, e->found, e->cap, sizeof *e->found);
    tby_keyset_free(&e->keys);
    tby_path_free(e->path);
    e->path = NULL;
}

bool tby_evals_find(const tby_evals *e, const tby_pos *p, tby_found_eval *out)
{
    uint32_t i = tby_keyset_find(&e->keys, tby_key_of(p));
    tby_pos pos = *p;
    unsigned n = 0;

    if (i == TBY_NONE)
        return false;
    const tby_found_eval *f = &e->found[i];
    while (n < f->pv_n && f->pv[n] != TBY_MOVE_NULL &&
           tby_pos_judge(&pos, f->pv[n]) == TBY_OK)
        tby_pos_play(&pos, f->pv[n++]);
    if (n == 0)
        return false; /* another position has this key */
    *out = *f;
    out->pv_n = n;
    return true;
}

tby_rc tby_evals_add(tby_evals *e, const tby_pos *p,
                     const tby_found_eval *found)
{
    uint8_t row[ROW];
    uint64_t key = tby_key_of(p);
    tby_rc rc = remember(e, key, found);

    TBY_ASSERT(found->pv_n <= TBY_EVALS_PV);
    if (rc != TBY_OK || !e->path || e->in_file >= 2 * TBY_EVALS_MOST)
        return rc;
    memset(row, 0, ROW);
    put(row, 8, key);
    put(row + 8, 8, e->about);
    put(row + 16, 4, found->eval.amount);
    row[20] = found->eval.kind;
    row[21] = found->eval.side;
    row[22] = (uint8_t)(found->depth < 255 ? found->depth : 255);
    row[23] = (uint8_t)found->pv_n;
    for (size_t i = 0; i < found->pv_n; i++)
        put(row + 24 + 2 * i, 2, found->pv[i]);
    put(row + SUMMED, 8, tby_checksum(row, SUMMED));
    e->in_file++;
    return tby_file_append(e->path, row, sizeof row);
}
