/* rep_pgn.h - the PGN of a graph and the graph of a PGN, for tests. */
#ifndef TBY_TESTS_UNIT_FORMAT_REP_PGN_H
#define TBY_TESTS_UNIT_FORMAT_REP_PGN_H

#include "core/rep/pgn/rep_pgn.h"
#include "support/data.h"
#include "support/graphs.h"
#include "tabiya/limits.h"

static const tby_rep_pgn_options TREE = {.lines = false, .unroll = false},
                                 LINES = {.lines = true},
                                 UNROLLED = {.unroll = true};

/* The PGN of a graph, and how it ended. */
static inline tby_rc export(const tby_graph *g,
                            const tby_rep_pgn_options *options, bytes *out)
{
    tby_rep_pgn *x = NULL;
    tby_game game;
    size_t cap = 1 << 16;
    tby_rc rc;

    *out = (bytes){malloc(cap), 0};
    tby_game_init(&game, NULL);
    assert_int_equal(tby_rep_pgn_open(&x, g, options, NULL), TBY_OK);
    while ((rc = tby_rep_pgn_next(x, &game)) == TBY_OK) {
        size_t n = tby_pgn_write(&game, NULL, 0);

        CHECK(n < TBY_MAX_GAME_BYTES, "%zu bytes", n);
        if (out->n + n + 1 > cap)
            out->p = realloc(out->p, cap = 2 * (out->n + n + 1));
        CHECK(out->p, "no memory");
        out->n += tby_pgn_write(&game, out->p + out->n, n + 1);
    }
    tby_rep_pgn_close(x);
    tby_game_free(&game);
    return rc;
}

/* Reads all games of a text, which must be sound. */
static inline void import(tby_graph *g, tby_str text, tby_rep_import *how)
{
    tby_pgn pgn;
    tby_game game;
    tby_pgn_report report;
    tby_rc rc;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, text, TBY_PGN_ALL);
    while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK) {
        CHECK(report.error.code == TBY_OK, "%s at %zu:\n%.300s",
              tby_rc_name(report.error.code), report.error.at,
              text.p + report.begin);
        rc = tby_rep_import_game(how, g, &game);
        CHECK(rc == TBY_OK, "%s", tby_rc_name(rc));
    }
    assert_int_equal(rc, TBY_DONE);
    tby_game_free(&game);
}

/* A position without moves and evaluation has nothing to say in a game. */
static inline void drop_silent(tby_graph *g)
{
    for (uint32_t i = 0; i < g->nodes_n; i++)
        if (!g->nodes[i].in_n && !g->nodes[i].out_n &&
            g->nodes[i].eval.kind == TBY_EVAL_NONE)
            tby_graph_drop_node(g, i);
}

/* Title and colour are the importer's to give. */
static inline void copy_head(tby_graph *to, const tby_graph *from)
{
    assert_int_equal(tby_graph_set_title(to, tby_graph_text(from, from->title)),
                     TBY_OK);
    if (from->has_color)
        tby_graph_set_color(to, from->color);
}

#endif
