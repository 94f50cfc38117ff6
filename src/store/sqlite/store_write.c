/* store_write.c - store.h over a file of SQLite: what changes it. */
#include "store/sqlite/store_int.h"
#include "store/sqlite/upkeep.h"

void tby_store_set_cancel(tby_store *s, const atomic_bool *stop)
{
    store_file_set_cancel(s->file, stop);
}

tby_rc tby_store_batch(tby_store *s, const tby_store_token *tokens, size_t n,
                       size_t *known)
{
    return store_file_batch(s->file, tokens, n, known);
}

tby_rc tby_store_append(tby_store *s, const store_packed *game, uint32_t *id)
{
    return store_file_append(s->file, game, id);
}

tby_rc tby_store_commit(tby_store *s)
{
    return store_file_commit(s->file);
}

void tby_store_cancel(tby_store *s)
{
    store_file_cancel(s->file);
}

tby_rc tby_store_fold(tby_store *s)
{
    return store_file_fold(s->file);
}

tby_rc tby_store_duplicate(tby_store *s, const store_packed *game,
                           uint32_t *out)
{
    return store_file_duplicate(s->file, game, out);
}

void tby_store_expect(const tby_store *s, const store_packed *game)
{
    store_file_expect(s->file, game);
}

static store_index_options options_of(const tby_store_work *work)
{
    return (store_index_options){.memory = work->memory,
                                 .threads = work->threads,
                                 .ctx = work->ctx,
                                 .progress = work->progress,
                                 .stocked = work->stocked,
                                 .stocks = work->stocks,
                                 .stocks_n = work->stocks_n};
}

tby_rc tby_store_index(tby_store *s, const tby_store_work *work)
{
    store_index_options options = options_of(work);

    return store_file_index_rest(s->file, &options);
}

tby_rc tby_store_optimize(tby_store *s, const tby_store_work *work)
{
    store_index_options options = options_of(work);
    uint32_t games = store_file_stored(s->file);
    bool whole =
        store_file_runs(s->file) <= 1 && store_file_indexed(s->file) == games;
    tby_rc rc = TBY_OK;

    if (games && !whole)
        rc = store_file_index(s->file, 1, games, &options);
    if (rc == TBY_OK)
        rc = store_file_spread_all(s->file);
    return rc == TBY_OK ? store_file_shrink(s->file) : rc;
}
