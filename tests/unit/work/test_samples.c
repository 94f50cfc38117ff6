/* test_samples.c - the repertoires of samples/: sound, placed, evaluated, and
 * written exactly as tabiya writes them.  TBY_DEEP=1 lets stockfish judge every
 * own move.  Run from the root of the project. */
#include "io/stream/source.h"
#include "support/graphs.h"
#include "tabiya/facts.h"
#include "work/engine/search.h"
#include "work/rep/rep.h"

static const struct sample {
    const char *path;
    tby_color color;
    uint32_t transpositions; /* at least */
} SAMPLES[] = {
    {"samples/london.txt", TBY_WHITE, 10},
    {"samples/caro-kann.txt", TBY_BLACK, 5},
    {"samples/queens-gambit.txt", TBY_BLACK, 25},
};

static void complain(void *ctx, const tby_finding *fault)
{
    (void)ctx;
    print_error("%s:%zu: %s\n", fault->file, fault->place.line, fault->text);
}

static tby_rep load(const struct sample *s)
{
    tby_rep_listener listener = {complain, NULL};
    tby_rep r;

    must(tby_rep_load(&r, s->path, &listener));
    assert_true(r.report.errors == 0 && r.report.warnings == 0);
    assert_int_equal(r.report.version, 5);
    return r;
}

static void samples_are_what_they_promise(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SAMPLES); i++) {
        const struct sample *s = &SAMPLES[i];
        tby_rep r = load(s);
        tby_facts f;
        must(tby_facts_of(&r.graph, NULL, &f));
        assert_true(r.graph.has_color && r.graph.color == s->color);
        assert_in_range(f.nodes, 60, 150);
        assert_int_equal(f.placed, f.nodes);
        assert_int_equal(f.evaluated, f.leaves);
        assert_int_equal(f.roots, 1);
        assert_int_equal(f.unreachable + f.cycles + f.choices + f.bare, 0);
        assert_true(f.transpositions >= s->transpositions);
        assert_true(f.annotated >= 20);
        tby_rep_free(&r);
    }
}

/* Lines end when the owner has moved: the last word is always an answer. */
static void lines_end_with_an_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SAMPLES); i++) {
        tby_rep r = load(&SAMPLES[i]);
        for (size_t v = 0; v < r.graph.nodes_n; v++) {
            const tby_node *n = &r.graph.nodes[v];
            CHECK(n->out_n || n->pos.turn != r.graph.color, "%s: %s",
                  SAMPLES[i].path, fen_of(&n->pos).s);
        }
        tby_rep_free(&r);
    }
}

static void samples_are_written_as_they_stand(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SAMPLES); i++) {
        tby_rep r = load(&SAMPLES[i]);
        tby_source *source = NULL;
        tby_buf file, again;
        tby_buf_init(&file, NULL, TBY_REP_MAX_BYTES);
        tby_buf_init(&again, NULL, TBY_REP_MAX_BYTES);
        must(tby_source_open(&source, SAMPLES[i].path));
        must(tby_source_read_all(source, &file));
        tby_source_close(source);
        must(tby_rep_write(&r.graph, 5, &again));
        CHECK(tby_str_equal(tby_buf_str(&file), tby_buf_str(&again)), "%s",
              SAMPLES[i].path);
        tby_buf_free(&file);
        tby_buf_free(&again);
        tby_rep_free(&r);
    }
}

/* --- an engine's opinion --------------------------------------------------*/

/* Centipawns for a side; a mate is worth more than anything. */
static int32_t worth(tby_eval e, tby_color side)
{
    int32_t white = e.side == TBY_WHITE ? 10000 : -10000;

    if (e.kind != TBY_EVAL_MATE)
        assert_true(tby_eval_to_cp(e, &white));
    return side == TBY_WHITE ? white : -white;
}

/* A search of few plies is off by as much as this now and then. */
enum { HALF_A_PAWN = 50, DOUBT = 30 };

static void check_moves(const tby_graph *g)
{
    for (size_t i = 0; i < g->edges_n; i++) {
        const tby_edge *e = &g->edges[i];
        const tby_node *from = &g->nodes[e->from], *to = &g->nodes[e->to];
        if (from->pos.turn != g->color)
            continue;
        int32_t loss = worth(from->eval, g->color) - worth(to->eval, g->color);
        CHECK(loss <= HALF_A_PAWN + DOUBT, "%d in %s", loss,
              fen_of(&to->pos).s);
    }
}

static void no_own_move_gives_half_a_pawn_away(void **state)
{
    (void)state;
    if (!getenv("TBY_DEEP")) {
        print_message("left out (TBY_DEEP=1)\n");
        return;
    }
    for (size_t i = 0; i < LENGTH(SAMPLES); i++) {
        tby_rep r = load(&SAMPLES[i]);
        tby_evaluate_graph_job job = {.graph = &r.graph,
                                      .all = true,
                                      .redo = true,
                                      .limit = {.depth = 16}};
        tby_evaluate_report report;
        must(tby_evaluate_graph(&job, &report));
        check_moves(&r.graph);
        tby_rep_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_what_they_promise),
        cmocka_unit_test(lines_end_with_an_answer),
        cmocka_unit_test(samples_are_written_as_they_stand),
        cmocka_unit_test(no_own_move_gives_half_a_pawn_away),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
