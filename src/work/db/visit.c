/* visit.c - see visit.h. */
#include "work/db/visit.h"

#include "core/base/assert.h"
#include "core/notation/san.h"

enum {
    AT_ONCE = 256, /* games that are read from one state of the file */
    WRITTEN = 1024 /* and between two writes */
};

static tby_rc visit_game(const tby_db_visit_job *job, void *part, uint64_t id,
                         tby_game *game, tby_games_sum *sum)
{
    const tby_games_visitor *v = &job->visitor;
    tby_games_item item = {.game = game, .id = id};

    tby_rc got = tby_store_game(job->store, id, game);
    if (got != TBY_OK) /* it was deleted since it was found */
        return got == TBY_DONE ? TBY_OK : got;
    if (job->mainline)
        tby_convert_mainline(game);
    sum->games++;
    sum->plies += game->plies;
    if (v->look)
        tby_game_show(game, v->look, part);
    tby_record *record = v->record ? v->record(part) : NULL;
    if (record)
        tby_record_game(record, game);
    tby_rc rc = v->game ? v->game(v->ctx, part, &item) : TBY_OK;
    if (rc != TBY_OK || item.refusal == TBY_OK)
        return rc;
    sum->refused++;
    sum->faults++;
    tby_games_count(sum, item.refusal, 1);
    if (job->refused)
        job->refused(job->ctx, id, item.refusal);
    return TBY_OK;
}

tby_rc tby_db_visit(const tby_db_visit_job *job, tby_games_sum *sum)
{
    const tby_games_visitor *v = &job->visitor;
    tby_games_answer found;
    tby_game game;
    size_t n = 0;

    TBY_ASSERT(job->filter);
    *sum = (tby_games_sum){.games = 0};
    tby_rc rc =
        tby_store_find(job->store, job->filter, TBY_BY_ID, 0, 0, &found);
    if (rc != TBY_OK)
        return rc;
    void *part;
    rc = tby_games_part_open(v, &part);
    tby_game_init(&game, NULL);
    for (size_t i = 0; i < found.n && rc == TBY_OK; i += n) {
        n = found.n - i < AT_ONCE ? found.n - i : AT_ONCE;
        const uint64_t *ids = found.ids + i;
        rc = tby_store_hold(job->store);
        if (rc == TBY_OK) {
            for (size_t k = 0; k < n && rc == TBY_OK; k++)
                rc = visit_game(job, part, ids[k], &game, sum);
            tby_store_release(job->store);
            if (rc == TBY_OK && v->end)
                rc = v->end(v->ctx, part);
            if (rc == TBY_OK && v->join)
                rc = v->join(v->ctx, part);
        }
        if (rc == TBY_OK && job->progress)
            rc = job->progress(job->ctx, i + n, found.n, i + n);
    }
    tby_game_free(&game);
    tby_games_part_close(v, part);
    tby_games_free(&found);
    return rc;
}

/* A code says what core/game/pgn/write.h asks for. */
_Static_assert(STORE_CAPTURE >> 12 == SAN_TAKES &&
                   STORE_CHECK >> 12 == SAN_CHECKS &&
                   STORE_MATE >> 12 == SAN_MATES,
               "store/record/code.h, core/notation/san.h");

tby_rc tby_db_export(tby_store *s, const tby_games_answer *found,
                     tby_convert *convert, uint64_t *refused,
                     tby_export_progress *progress, void *ctx)
{
    tby_games_visitor v = tby_convert_visitor(convert);
    tby_game game;
    size_t n = 0;
    void *part;
    tby_rc rc = tby_games_part_open(&v, &part);

    if (rc == TBY_OK)
        rc = tby_convert_begin(convert);
    *refused = 0;
    tby_game_init(&game, NULL);
    for (size_t i = 0; rc == TBY_OK && i < found->n; i += n) {
        n = found->n - i < WRITTEN ? found->n - i : WRITTEN;
        rc = tby_store_hold(s); /* these are seen in one snapshot */
        if (rc != TBY_OK)
            break;
        for (size_t k = i; rc == TBY_OK && k < i + n; k++) {
            tby_games_item item = {.game = &game};
            rc = tby_store_game(s, found->ids[k], &game);
            item.facts = tby_store_game_codes(s);
            if (rc == TBY_OK)
                rc = v.game(v.ctx, part, &item);
            *refused += rc == TBY_OK && item.refusal != TBY_OK;
        }
        tby_store_release(s);
        if (rc == TBY_OK)
            rc = v.join(v.ctx, part);
        if (rc == TBY_OK && progress)
            rc = progress(ctx, i + n, found->n);
    }
    tby_games_part_close(&v, part);
    tby_game_free(&game);
    return rc;
}
