/* replay.c - games played again, and an entry made of every position. */
#include "core/base/assert.h"
#include "store/index/int.h"

#include <stdlib.h>

enum {
    BLOCKS = 8,       /* of a batch, at most */
    ENTRIES = 1 << 18 /* and from so many on no block is added */
};

struct run_replay {
    const run_plan *plan;
    run_batch batch;
    tby_rc rc;
    /* What is played: the codes of some blocks, without their rows. */
    uint32_t blocks_n;
    store_moves blocks[BLOCKS];
    uint32_t begin[BLOCKS], end[BLOCKS]; /* games of it that are of the run */
    uint8_t *codes[BLOCKS];
    size_t codes_cap[BLOCKS];
    /* Where games with a set-up start, in their order. */
    tby_pos *starts;
    size_t starts_n, starts_cap;
    /* All entries as they come, and where those of a part go. */
    run_packed *played;
    size_t played_cap, played_n;
    uint32_t *next;
};

tby_rc tby__run_replay_open(run_replay **out, const run_plan *plan)
{
    run_replay *r = calloc(1, sizeof *r);

    *out = r;
    if (!r)
        return TBY_E_NOMEM;
    r->plan = plan;
    r->next = malloc(plan->parts * sizeof *r->next);
    return r->next ? TBY_OK : TBY_E_NOMEM;
}

void tby__run_replay_close(run_replay *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < BLOCKS; i++)
        tby_grow_free(NULL, r->codes[i], r->codes_cap[i], 1);
    tby_grow_free(NULL, r->starts, r->starts_cap, sizeof *r->starts);
    tby_grow_free(NULL, r->played, r->played_cap, sizeof *r->played);
    tby__run_batch_free(&r->batch);
    free(r->next);
    free(r);
}

/* Adds the rest of the block that game `first` of the run is in. */
static tby_rc take_block(run_replay *r, uint32_t first)
{
    const run_job *job = r->plan->job;
    uint32_t i = r->blocks_n, id = job->first + first;
    uint32_t block = (id - 1) / STORE_BLOCK, begin = (id - 1) % STORE_BLOCK;
    uint32_t left = r->plan->replayed - first;
    uint32_t n = left < STORE_BLOCK - begin ? left : STORE_BLOCK - begin;
    store_moves *m = &r->blocks[i];
    tby_str row;
    tby_rc rc = job->moves(job->ctx, block, &row);

    if (rc == TBY_OK)
        rc = tby__moves_open(m, row);
    if (rc == TBY_OK && m->n < begin + n)
        rc = TBY_E_STORE_DAMAGED;
    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_E_STORE_DAMAGED : rc;
    r->begin[i] = begin;
    r->end[i] = begin + n;
    r->blocks_n++;
    r->batch.games += n;
    /* The row goes with the next one, so its codes are copied. */
    size_t bytes = 0;
    if (r->end[i])
        bytes = 2 * ((size_t)m->first[r->end[i] - 1] + m->plies[r->end[i] - 1]);
    rc = TBY_GROW(NULL, r->codes[i], r->codes_cap[i], bytes);
    if (rc == TBY_OK && bytes)
        memcpy(r->codes[i], m->codes, bytes);
    if (rc == TBY_OK)
        m->codes = r->codes[i];
    for (uint32_t g = begin; rc == TBY_OK && g < begin + n; g++) {
        r->batch.plies += (uint64_t)m->plies[g] + 1;
        if (m->setup[g]) {
            uint32_t game = id + g - begin;
            rc = TBY_GROW(NULL, r->starts, r->starts_cap, r->starts_n + 1);
            rc = rc == TBY_OK
                     ? job->start(job->ctx, game, &r->starts[r->starts_n++])
                     : rc;
        }
    }
    return rc;
}

tby_rc tby__run_replay_take(run_replay *r, uint32_t first, uint32_t from,
                            uint32_t to, uint32_t *next)
{
    tby_rc rc = TBY_OK;

    TBY_ASSERT(from <= to);
    r->batch = (run_batch){
        .first = first, .bits = r->plan->part_bits, .from = from, .to = to};
    r->blocks_n = 0;
    r->starts_n = 0;
    while (rc == TBY_OK && r->blocks_n < BLOCKS && r->batch.plies < ENTRIES &&
           first + r->batch.games < r->plan->replayed)
        rc = take_block(r, first + r->batch.games);
    *next = first + r->batch.games;
    return rc;
}

static inline run_packed entry_of(const tby_pos *p, uint32_t game,
                                  uint32_t code)
{
    return run_packed_of(p->key, game << 13 | (uint32_t)p->turn << 12 | code);
}

static tby_rc play_game(run_replay *r, const store_moves *m, uint32_t g,
                        tby_pos pos, uint32_t game)
{
    uint32_t at = m->first[g], end = at + m->plies[g];
    run_packed *out = r->played + r->played_n;

    r->played_n += m->plies[g] + 1u;
    for (; at < end; at++) {
        store_code code = store_moves_code(m, at) & STORE_CODE;
        tby_move move = tby__code_move(&pos, code);
        if (move == TBY_MOVE_NONE)
            return TBY_E_STORE_DAMAGED;
        *out++ = entry_of(&pos, game, code);
        tby_pos_play(&pos, move);
    }
    *out = entry_of(&pos, game, STORE_ENDED);
    return TBY_OK;
}

/* Game number n of the run, from 0. */
static bool is_skipped(const run_job *job, uint32_t n)
{
    uint32_t bit = job->first + n - 1;

    return job->skip && job->skip[bit / 64] >> bit % 64 & 1;
}

void tby__run_replay_play(void *ctx, void *replay)
{
    run_replay *r = replay;

    (void)ctx;
    r->rc = TBY_GROW(NULL, r->played, r->played_cap, r->batch.plies);
    if (r->rc == TBY_OK) {
        const tby_pos standard = tby_pos_start();
        const tby_pos *start = r->starts;
        uint32_t game = 0;
        r->played_n = 0;
        for (uint32_t i = 0; i < r->blocks_n; i++) {
            const store_moves *m = &r->blocks[i];
            for (uint32_t g = r->begin[i]; r->rc == TBY_OK && g < r->end[i];
                 g++, game++) {
                const tby_pos *from = m->setup[g] ? start++ : &standard;
                if (!is_skipped(r->plan->job, r->batch.first + game))
                    r->rc = play_game(r, m, g, *from, game);
            }
        }
    }
    if (r->rc == TBY_OK)
        r->rc = tby__run_batch_fill(&r->batch, r->played, r->played_n, r->next);
}

tby_rc tby__run_replay_give(run_replay *r, run_batch *out)
{
    if (r->rc != TBY_OK) {
        tby__run_batch_free(&r->batch);
        return r->rc;
    }
    *out = r->batch;
    r->batch = (run_batch){0};
    return TBY_OK;
}
