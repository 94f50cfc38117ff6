/* tally.c - see tally.h. */
#include "store/sqlite/tables/tally.h"

#include "store/query/pass.h"

#include <stdlib.h>

/* --- counting -------------------------------------------------------------*/

typedef struct counting {
    store_file *file;
    tally *out;
} counting;

static tby_rc count_games(void *ctx, size_t run, store_code code, uint32_t *ids,
                          uint32_t n)
{
    counting *c = ctx;
    tally *t = c->out;
    tby_rc rc = TBY_OK;
    uint32_t result;

    (void)run;
    (void)code;
    if (n && (!t->first || ids[0] < t->first))
        t->first = ids[0];
    t->games += n;
    for (uint32_t i = 0; rc == TBY_OK && i < n; i++) {
        rc = store_file_value(c->file, STORE_RESULT, ids[i], &result);
        if (rc == TBY_OK)
            t->results[result & 3]++;
    }
    return rc;
}

tby_rc tally_count(store_file *f, const store_target *target, tally *out)
{
    counting c = {f, out};
    store_passing visitor = {.ctx = &c, .games = count_games};

    *out = (tally){0};
    return store_pass(f, target, &visitor);
}

/* --- in a walk ------------------------------------------------------------*/

enum { SEEN_BITS = 20 };

void tally_seen_free(tally_seen *s)
{
    free(s->keys);
    s->keys = NULL;
}

/* The place of a key, which another one may take later. */
static uint64_t *place_of(const tally_seen *s, uint64_t key)
{
    return &s->keys[key >> (64 - SEEN_BITS)];
}

/* The run of a game as a bit; 0 if it has none. */
static uint64_t run_bit(store_file *f, uint32_t game)
{
    size_t runs = store_file_runs(f);
    run_source source;

    for (size_t i = 0; i < runs && i < 64; i++) {
        const run_head *head = store_file_run(f, i, &source);

        if (game - head->first < head->games)
            return (uint64_t)1 << i;
    }
    return 0;
}

static tby_rc count_own(store_file *f, uint32_t game, tally *out)
{
    uint32_t result;
    tby_rc rc = store_file_value(f, STORE_RESULT, game, &result);

    *out = (tally){.games = 1, .first = game};
    if (rc == TBY_OK)
        out->results[result & 3] = 1;
    return rc;
}

tby_rc tally_meet(tally_seen *s, store_file *f, const store_target *target,
                  uint32_t game, tally *out)
{
    uint64_t games;
    tby_rc rc;

    if (!s->keys)
        s->keys = calloc((size_t)1 << SEEN_BITS, sizeof *s->keys);
    if (!s->keys)
        return TBY_E_NOMEM;
    *out = (tally){0};
    if (*place_of(s, target->key) == target->key)
        return TBY_OK;
    /* This game has it, so that nothing is replayed to find that out. */
    rc = store_pass_count(f, target, run_bit(f, game), &games);
    if (rc != TBY_OK)
        return rc;
    if (games == 1)
        return count_own(f, game, out);
    *place_of(s, target->key) = target->key;
    return tally_count(f, target, out);
}
