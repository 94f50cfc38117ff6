/* export.c - see export.h. */
#include "work/rep/export.h"

#include "io/stream/sink.h"
#include "tabiya/pgn.h"
#include "work/games/int.h"

typedef struct exporter {
    tby_rep_pgn *games;
    tby_sink *sink;
    tby_game game;
    char *text; /* of a game */
    size_t cap;
} exporter;

static tby_rc write_game(exporter *x)
{
    size_t n = tby_pgn_write(&x->game, x->text, x->cap);

    if (n >= x->cap) {
        char *text = games_resize(x->text, x->cap, n + n / 2 + 1);

        if (!text)
            return TBY_E_NOMEM;
        x->text = text;
        x->cap = n + n / 2 + 1;
        tby_pgn_write(&x->game, x->text, x->cap);
    }
    return tby_sink_write(x->sink, x->text, n);
}

static void count(const tby_game *game, tby_rep_export_sum *sum)
{
    sum->games++;
    for (size_t i = 0; i < game->items_n; i++)
        sum->moves += game->items[i].kind == TBY_ITEM_MOVE;
}

static tby_rc write_games(exporter *x, tby_rep_export_sum *sum)
{
    tby_rc rc;

    while ((rc = tby_rep_pgn_next(x->games, &x->game)) == TBY_OK) {
        count(&x->game, sum);
        rc = write_game(x);
        if (rc != TBY_OK)
            return rc;
    }
    return rc == TBY_DONE ? tby_sink_commit(x->sink) : rc;
}

tby_rc tby_rep_export(tby_graph *g, const tby_rep_save_job *job,
                      const tby_rep_pgn_options *options,
                      tby_rep_export_sum *sum)
{
    tby_rep_save_job as_v5 = *job;
    exporter x = {.cap = 0};

    *sum = (tby_rep_export_sum){.games = 0};
    as_v5.version = 5; /* PGN has room for all that v5.0 has */
    tby_rc rc = tby_rep_prepare(g, &as_v5);
    if (rc != TBY_OK)
        return rc;
    tby_game_init(&x.game, NULL);
    rc = tby_rep_pgn_open(&x.games, g, options, NULL);
    if (rc == TBY_OK)
        rc = tby_sink_open(&x.sink, job->path);
    if (rc == TBY_OK)
        rc = write_games(&x, sum);
    if (rc != TBY_OK) {
        const char *text = x.sink ? tby_sink_error_text(x.sink) : NULL;

        tby_rep_refuse(job, rc, text && *text ? text : NULL);
    }
    tby_sink_close(x.sink);
    tby_rep_pgn_close(x.games);
    tby_game_free(&x.game);
    games_resize(x.text, x.cap, 0);
    return rc;
}
