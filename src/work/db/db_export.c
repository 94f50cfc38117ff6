/* db_export.c - see db_export.h. */
#include "work/db/db_export.h"

#include "core/notation/san_write.h"

enum { AT_ONCE = 1024 }; /* games between two writes */

/* A code says what core/game/pgn/write.h asks for. */
_Static_assert(STORE_CAPTURE >> 12 == SAN_TAKES &&
                   STORE_CHECK >> 12 == SAN_CHECKS &&
                   STORE_MATE >> 12 == SAN_MATES,
               "store/record/code.h, core/notation/san_write.h");

/* What writing needs. */
typedef struct writing {
    tby_store *store;
    tby_game game;
    tby_games_visitor visitor;
    void *part;
    uint64_t refused;
} writing;

static tby_rc write_one(writing *w, uint32_t id)
{
    tby_games_item item = {.game = &w->game};
    tby_rc rc = tby_store_game(w->store, id, &w->game);

    item.facts = tby_store_game_codes(w->store);
    if (rc == TBY_OK)
        rc = w->visitor.game(w->visitor.ctx, w->part, &item);
    w->refused += rc == TBY_OK && item.refusal != TBY_OK;
    return rc;
}

/* Writes n games, which are seen at one moment. */
static tby_rc write_some(writing *w, const uint32_t *ids, size_t n)
{
    tby_rc rc = tby_store_hold(w->store);

    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        rc = write_one(w, ids[i]);
    tby_store_release(w->store);
    return rc == TBY_OK ? w->visitor.join(w->visitor.ctx, w->part) : rc;
}

static tby_rc write_all(writing *w, const tby_games_answer *found,
                        tby_export_progress *progress, void *ctx)
{
    tby_rc rc = TBY_OK;
    size_t n;

    for (size_t i = 0; rc == TBY_OK && i < found->n; i += n) {
        n = found->n - i < AT_ONCE ? found->n - i : AT_ONCE;
        rc = write_some(w, found->ids + i, n);
        if (rc == TBY_OK && progress)
            rc = progress(ctx, i + n, found->n);
    }
    return rc;
}

tby_rc tby_db_export(tby_store *s, const tby_games_answer *found,
                     tby_convert *convert, uint64_t *refused,
                     tby_export_progress *progress, void *ctx)
{
    writing w = {.store = s, .visitor = tby_convert_visitor(convert)};
    tby_rc rc;

    tby_game_init(&w.game, NULL);
    w.part = w.visitor.part(w.visitor.ctx);
    rc = w.part ? tby_convert_begin(convert) : TBY_E_NOMEM;
    if (rc == TBY_OK)
        rc = write_all(&w, found, progress, ctx);
    if (w.part)
        w.visitor.drop(w.visitor.ctx, w.part);
    tby_game_free(&w.game);
    *refused = w.refused;
    return rc;
}
