/* fuzz_rep_pgn.c - any games become a graph, the graph becomes games, and these
 * are sound and become the same graph, however they are written. */
#include "core/rep/pgn/rep_pgn.h"
#include "tabiya/tabiya.h"

#include "fuzz/check.h"

#include <stdlib.h>

enum { UNROLL_MOST = 40 }; /* moves: more may explode */

/* Adds the games of a text; all must be sound if `ours`. */
static void import(tby_graph *g, tby_str text, bool ours)
{
    tby_rep_import how = {.depth = 0};
    tby_pgn pgn;
    tby_game game;
    tby_pgn_report report;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    while (tby_pgn_next(&pgn, &game, &report) == TBY_OK) {
        tby_rc rc = tby_rep_import_game(&how, g, &game);

        CHECK(rc == TBY_OK ||
              (!ours && (rc == TBY_E_REP_GAME_960 || rc == TBY_E_POS_FAULTY)));
        CHECK(!ours || report.error.code == TBY_OK);
    }
    CHECK(!ours || (how.passes == 0 && how.full == 0));
    tby_game_free(&game);
}

static void export(const tby_graph *g, const tby_rep_pgn_options *options,
                   tby_buf *out)
{
    tby_rep_pgn *x = NULL;
    tby_game game;
    tby_rc rc;

    tby_game_init(&game, NULL);
    CHECK(tby_rep_pgn_open(&x, g, options, NULL) == TBY_OK);
    while ((rc = tby_rep_pgn_next(x, &game)) == TBY_OK) {
        size_t n = tby_pgn_write(&game, NULL, 0);
        char *text = malloc(n + 1);

        CHECK(text && tby_pgn_write(&game, text, n + 1) == n);
        tby_buf_add(out, (tby_str){text, n});
        free(text);
    }
    CHECK(rc == TBY_DONE && out->rc == TBY_OK);
    tby_rep_pgn_close(x);
    tby_game_free(&game);
}

static void check_again(const tby_graph *g, tby_rep_pgn_options options)
{
    tby_graph again;
    tby_buf text;
    tby_diff diff;

    tby_buf_init(&text, NULL, 1 << 28);
    export(g, &options, &text);
    tby_graph_init(&again, NULL);
    import(&again, tby_buf_str(&text), true);
    CHECK(tby_graph_compare(g, &again) == TBY_OK);
    CHECK(tby_diff_of(&diff, g, &again, NULL) == TBY_OK && diff.n == 0);
    tby_diff_free(&diff);
    tby_graph_free(&again);
    tby_buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tby_graph g;

    tby_graph_init(&g, NULL);
    import(&g, (tby_str){(const char *)data, size}, false);
    check_again(&g, (tby_rep_pgn_options){.lines = false});
    if (g.edges_alive <= UNROLL_MOST) {
        /* one of them each time, or each run takes half as long again */
        check_again(&g, (tby_rep_pgn_options){.unroll = size % 2 == 0,
                                              .lines = size % 2 == 1});
    }
    tby_graph_free(&g);
    return 0;
}
