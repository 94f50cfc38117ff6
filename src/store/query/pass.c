/* pass.c - the index asked about a position. */
#include "store/query/pass.h"

#include <stdlib.h>

/* --- positions of one game ------------------------------------------------*/

/* The one game of the group with the position; 0: none. */
static tby_rc search_group(store_file *f, const run_head *head, uint32_t group,
                           const store_target *target, uint32_t *game,
                           store_code *code)
{
    uint32_t from = group * STORE_GROUP, to = from + STORE_GROUP;
    store_replay r;

    *game = 0;
    for (uint32_t i = from; i < to && i < head->games; i++) {
        tby_rc rc = store_replay_open(&r, f, head->first + i);

        if (rc == TBY_OK)
            rc = store_replay_seek(&r, target);
        if (rc == TBY_OK) {
            *game = head->first + i;
            *code = store_replay_peek(&r) & STORE_CODE;
            return TBY_OK;
        }
        if (rc != TBY_DONE)
            return rc;
    }
    return TBY_OK;
}

static tby_rc search_once(store_file *f, const run_head *head,
                          const run_found *found, const store_target *target,
                          uint32_t *game, store_code *code)
{
    *game = 0;
    for (uint32_t i = 0; i < found->maybe_n && !*game; i++) {
        tby_rc rc = search_group(f, head, found->maybe[i], target, game, code);

        if (rc != TBY_OK)
            return rc;
    }
    return TBY_OK;
}

/* --- positions of several -------------------------------------------------*/

static tby_rc tell_lists(const run_head *head, const run_source *source,
                         const run_found *found, size_t run,
                         const store_passing *v)
{
    uint32_t *ids = malloc(found->games * sizeof *ids);
    tby_rc rc = ids ? TBY_OK : TBY_E_NOMEM;

    for (uint32_t i = 0; rc == TBY_OK && i < found->moves_n; i++) {
        if (v->only && *v->only != found->moves[i].code)
            continue;
        rc = run_list(head, source, found, i, ids);
        if (rc == TBY_OK)
            rc = v->games(v->ctx, run, found->moves[i].code, ids,
                          found->moves[i].games);
    }
    free(ids);
    return rc;
}

static tby_rc pass_run(store_file *f, size_t run, const store_target *target,
                       run_found *found, const store_passing *v)
{
    run_source source;
    const run_head *head = store_file_run(f, run, &source);
    uint32_t game;
    store_code code;
    tby_rc rc = run_find(head, &source, target->key, found);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_OK : rc;
    if (found->games) {
        rc = found->many && v->ready ? v->ready(v->ctx, run, found) : TBY_DONE;
        return rc == TBY_DONE ? tell_lists(head, &source, found, run, v) : rc;
    }
    rc = search_once(f, head, found, target, &game, &code);
    if (rc != TBY_OK || !game)
        return rc;
    if (v->only && *v->only != code)
        return TBY_OK;
    if (v->replayed)
        v->replayed(v->ctx, game);
    return v->games(v->ctx, run, code, &game, 1);
}

tby_rc store_pass(store_file *f, const store_target *target,
                  const store_passing *v)
{
    run_found *found = store_file_found(f);
    size_t runs = store_file_runs(f);
    tby_rc rc = found ? TBY_OK : TBY_E_NOMEM;

    for (size_t i = 0; rc == TBY_OK && i < runs; i++)
        rc = pass_run(f, i, target, found, v);
    return rc;
}

/* --- counting -------------------------------------------------------------*/

typedef struct counting {
    store_file *file;
    const store_target *target;
    uint64_t certain; /* runs that have it */
    store_code code;
    uint64_t passing, playing; /* playing: unless the run is certain */
} counting;

static uint32_t games_with(const run_found *found, store_code code)
{
    for (uint32_t i = 0; i < found->moves_n; i++)
        if (found->moves[i].code == code)
            return found->moves[i].games;
    return 0;
}

static tby_rc count_run(counting *c, size_t run, run_found *found)
{
    run_source source;
    const run_head *head = store_file_run(c->file, run, &source);
    uint32_t game;
    store_code code;
    tby_rc rc = run_find(head, &source, c->target->key, found);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_OK : rc;
    if (found->games) {
        c->passing += found->games;
        c->playing += games_with(found, c->code);
        return TBY_OK;
    }
    if (run < 64 && c->certain >> run & 1) {
        c->passing++;
        return TBY_OK;
    }
    rc = search_once(c->file, head, found, c->target, &game, &code);
    c->passing += game != 0;
    c->playing += game && code == c->code;
    return rc;
}

static tby_rc count_runs(counting *c)
{
    run_found *found = store_file_found(c->file);
    size_t runs = store_file_runs(c->file);
    tby_rc rc = found ? TBY_OK : TBY_E_NOMEM;

    for (size_t i = 0; rc == TBY_OK && i < runs; i++)
        rc = count_run(c, i, found);
    return rc;
}

tby_rc store_pass_count(store_file *f, const store_target *target,
                        uint64_t certain, uint64_t *out)
{
    counting c = {
        .file = f, .target = target, .certain = certain, .code = STORE_ENDED};
    tby_rc rc = count_runs(&c);

    *out = c.passing;
    return rc;
}

tby_rc store_pass_counts(store_file *f, const store_target *target,
                         store_code code, uint64_t *passing, uint64_t *playing)
{
    counting c = {.file = f, .target = target, .code = code};
    tby_rc rc = count_runs(&c);

    *passing = c.passing;
    *playing = c.playing;
    return rc;
}
