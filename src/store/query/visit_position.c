/* visit_position.c - the index asked about a position. */
#include "store/query/visit_position.h"
#include "core/base/assert.h"

#include <stdlib.h>

/* The one game with the position, of those that may have it; 0: none. */
static tby_rc search_once(store_rows *f, const run_head *head,
                          const run_found *found, const store_target *target,
                          uint32_t *game, store_code *code)
{
    store_replay r;

    *game = 0;
    for (uint32_t i = 0; i < found->maybe_n; i++) {
        uint32_t at = found->maybe[i] * STORE_GROUP, end = at + STORE_GROUP;
        for (; at < end && at < head->games; at++) {
            if (tby__rows_is_dead(f, head->first + at))
                continue;
            TBY_TRY(tby__replay_open(&r, f, head->first + at));
            tby_rc rc = tby__replay_seek(&r, target);
            if (rc == TBY_DONE)
                continue;
            *game = head->first + at;
            *code = store_replay_peek(&r) & STORE_CODE;
            return rc;
        }
    }
    return TBY_OK;
}

static tby_rc report_lists(store_rows *f, const run_head *head,
                           const run_source *source, const run_found *found,
                           size_t run, const position_visitor *v)
{
    uint32_t *ids = malloc(found->games * sizeof *ids);
    tby_rc rc = ids ? TBY_OK : TBY_E_NOMEM;

    for (uint32_t i = 0; rc == TBY_OK && i < found->moves_n; i++) {
        uint32_t n = found->moves[i].games;
        if (v->only && *v->only != found->moves[i].code)
            continue;
        rc = tby__run_list(head, source, found, i, ids);
        if (rc == TBY_OK)
            n = tby__rows_live_ids(f, ids, n);
        if (rc == TBY_OK && n)
            rc = v->games(v->ctx, run, found->moves[i].code, ids, n);
    }
    free(ids);
    return rc;
}

static tby_rc pass_run(store_rows *f, size_t run, const store_target *target,
                       run_found *found, const position_visitor *v)
{
    run_source source;
    const run_head *head = tby__rows_run(f, run, &source);
    uint32_t game;
    store_code code;
    tby_rc rc = tby__run_find(head, &source, target->key, found);

    if (rc != TBY_OK)
        return rc == TBY_DONE ? TBY_OK : rc;
    if (found->games) {
        bool ready = found->many && v->ready && !tby__rows_run_mixed(f, run);
        rc = ready ? v->ready(v->ctx, run, found) : TBY_DONE;
        return rc == TBY_DONE ? report_lists(f, head, &source, found, run, v)
                              : rc;
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

tby_rc tby__visit_position(store_rows *f, const store_target *target,
                           const position_visitor *v)
{
    run_found *found = tby__rows_found(f);
    size_t runs = tby__rows_runs(f);

    if (!found)
        return TBY_E_NOMEM;
    TBY_ASSERT(v->games);
    for (size_t i = 0; i < runs; i++)
        TBY_TRY(pass_run(f, i, target, found, v));
    return TBY_OK;
}

typedef struct counting {
    store_code code;
    uint64_t all, with;
} counting;

static tby_rc count_live(void *ctx, size_t run, store_code code, uint32_t *ids,
                         uint32_t n)
{
    counting *c = ctx;

    (void)run;
    (void)ids;
    c->all += n;
    c->with += code == c->code ? n : 0;
    return TBY_OK;
}

tby_rc tby__count_visits(store_rows *f, const store_target *target,
                         uint64_t certain, store_code code, uint64_t *passing,
                         uint64_t *playing)
{
    run_found *found = tby__rows_found(f);
    size_t runs = tby__rows_runs(f);
    uint64_t all = 0, with = 0;

    if (!found)
        return TBY_E_NOMEM;
    for (size_t run = 0; run < runs; run++) {
        run_source source;
        const run_head *head = tby__rows_run(f, run, &source);
        uint32_t game;
        store_code played;
        tby_rc rc = tby__run_find(head, &source, target->key, found);

        if (rc == TBY_DONE)
            continue;
        if (rc != TBY_OK)
            return rc;
        if (found->games && tby__rows_run_mixed(f, run)) {
            counting c = {.code = code};
            position_visitor v = {.ctx = &c, .games = count_live};
            TBY_TRY(report_lists(f, head, &source, found, run, &v));
            all += c.all;
            with += c.with;
        } else if (found->games) {
            all += found->games;
            for (uint32_t i = 0; i < found->moves_n; i++)
                if (found->moves[i].code == code)
                    with += found->moves[i].games;
        } else if (run < 64 && certain >> run & 1) {
            all++;
        } else {
            TBY_TRY(search_once(f, head, found, target, &game, &played));
            all += game != 0;
            with += game && played == code;
        }
    }
    *passing = all;
    if (playing)
        *playing = with;
    return TBY_OK;
}
