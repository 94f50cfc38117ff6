/* database.c - what a tree is made of, out of a database. */
#include "app/cli/db/ask.h"
#include "app/cli/tree/source.h"
#include "work/ctree/source.h"

static tby_rc show(void *ctx, uint64_t done, uint64_t total, uint64_t amount)
{
    tby_ctree_making *k = ctx;

    tby_progress_update(&k->bar, done, total, amount);
    return TBY_OK;
}

/* With --min-games the positions are asked for, from --position on; without,
 * whole games. */
int tby_cli_tree_database(tby_ctree_making *k)
{
    static tby_db_ask ask; /* large, and there is one */
    tby_ctree_made *m = k->made;
    int code = TBY_EXIT_OK;
    tby_ctree_source source = {
        .filter = &ask.filter, .depth = k->depth, .progress = show, .ctx = k};

    if (!tby_db_ask_open(&ask, k->call, &code))
        return code;
    source.store = ask.store;
    tby_rc rc;
    tby_progress_start(&k->bar, "read", "games");
    if (k->min_games) {
        tby_pos root =
            ask.filter.has_position ? ask.filter.position : tby_pos_start();
        ask.filter.has_position = false;
        m->graph = &m->own;
        rc = tby_ctree_add_positions(&source, &root, k->min_games, &m->own);
    } else {
        code = tby_cli_tree_importer(k);
        rc = code == TBY_EXIT_OK
                 ? tby_ctree_add_games(&source, m->im, &m->games)
                 : TBY_OK;
    }
    tby_progress_end(&k->bar);
    if (rc != TBY_OK)
        code = tby_db_ask_fail(&ask, rc);
    tby_db_ask_close(&ask);
    return code;
}
