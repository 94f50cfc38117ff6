/* db_export.c - see db_export.h. */
#include "work/db_export.h"

enum { AT_ONCE = 1024 }; /* games between two writes */

static tby_rc write_one(tby_store *s, uint32_t id, tby_game *game,
                        const tby_games_visitor *v, void *part,
                        uint64_t *refused)
{
    tby_games_item item = {.game = game};
    tby_rc rc = tby_store_game(s, id, game);

    if (rc == TBY_OK)
        rc = v->game(v->ctx, part, &item);
    *refused += rc == TBY_OK && item.refusal != TBY_OK;
    return rc;
}

/* Writes the games with the n ids, which are seen at one moment. */
static tby_rc write_some(tby_store *s, const uint32_t *ids, size_t n,
                         tby_game *game, const tby_games_visitor *v, void *part,
                         uint64_t *refused)
{
    tby_rc rc = tby_store_hold(s);

    if (rc != TBY_OK)
        return rc;
    for (size_t i = 0; rc == TBY_OK && i < n; i++)
        rc = write_one(s, ids[i], game, v, part, refused);
    tby_store_release(s);
    return rc == TBY_OK ? v->join(v->ctx, part) : rc;
}

static tby_rc write_all(tby_store *s, const tby_games_answer *found,
                        const tby_games_visitor *v, void *part,
                        uint64_t *refused, tby_export_progress *progress,
                        void *ctx)
{
    tby_game game;
    tby_rc rc = TBY_OK;
    size_t n;

    tby_game_init(&game, NULL);
    for (size_t i = 0; rc == TBY_OK && i < found->n; i += n) {
        n = found->n - i < AT_ONCE ? found->n - i : AT_ONCE;
        rc = write_some(s, found->ids + i, n, &game, v, part, refused);
        if (rc == TBY_OK && progress)
            rc = progress(ctx, i + n, found->n);
    }
    tby_game_free(&game);
    return rc;
}

tby_rc tby_db_export(tby_store *s, const tby_games_answer *found,
                     tby_convert *convert, uint64_t *refused,
                     tby_export_progress *progress, void *ctx)
{
    tby_games_visitor v = tby_convert_visitor(convert);
    void *part = v.part(v.ctx);
    tby_rc rc = part ? tby_convert_begin(convert) : TBY_E_NOMEM;

    *refused = 0;
    if (rc == TBY_OK)
        rc = write_all(s, found, &v, part, refused, progress, ctx);
    if (part)
        v.drop(v.ctx, part);
    return rc;
}
