/* test_layout_dot.c - our layouts next to dot's, by one counter: every
 * repertoire beside the project, and graphs full of cycles. */
#include "core/rep/layout/drawing.h"
#include "io/system/file.h"
#include "io/system/process.h"
#include "support/positions.h"
#include "tabiya/tabiya.h"
#include "work/rep/layout.h"
#include "work/rep/rep.h"

#include <string.h>

static void need_dot(void)
{
    char path[4096];

    if (tby_program_find("dot", path, sizeof path) == TBY_OK)
        return;
    printf("SKIPPED: Graphviz is not installed\n");
    skip();
}

static uint64_t crossings_at(const tby_layout_graph *g, const tby_point *at)
{
    uint64_t n = 0;

    assert_int_equal(tby_layout_crossings(g, at, NULL, &n), TBY_OK);
    return n;
}

/* What crosses: by us, and by dot. */
static void compare(const tby_graph *g, uint64_t *ours, uint64_t *dots)
{
    const tby_graphviz_options dot = {.algorithm = "dot"};
    tby_drawing d;

    assert_int_equal(tby_drawing_open(&d, g, NULL), TBY_OK);
    tby_point *at = malloc((d.graph.nodes + 1) * sizeof *at);
    assert_non_null(at);
    assert_int_equal(tby_layout(&d.graph, NULL, NULL, at), TBY_OK);
    *ours = crossings_at(&d.graph, at);
    assert_int_equal(tby_graphviz_layout(&d.graph, &dot, at), TBY_OK);
    *dots = crossings_at(&d.graph, at);
    free(at);
    tby_drawing_close(&d);
}

/* --- repertoires ----------------------------------------------------------*/

static bool is_text(const char *name)
{
    size_t n = strlen(name);

    return n > 4 && strcmp(name + n - 4, ".txt") == 0;
}

static unsigned compare_folder(const char *name)
{
    const char *root = getenv("TBY_SHARED");
    char path[512];
    tby_folder folder;
    unsigned n = 0;

    snprintf(path, sizeof path, "%s/data/repertoire/%s",
             root ? root : "../shared", name);
    if (tby_folder_list(&folder, path, is_text) != TBY_OK)
        return 0;
    for (size_t i = 0; i < folder.n; i++) {
        uint64_t ours, dots;
        tby_rep r;
        if (tby_rep_load(&r, folder.paths[i], NULL) != TBY_OK)
            continue;
        if (r.graph.nodes_alive) {
            compare(&r.graph, &ours, &dots);
            CHECK(ours <= dots, "%s: %" PRIu64 ", dot %" PRIu64,
                  folder.paths[i], ours, dots);
            n++;
        }
        tby_rep_free(&r);
    }
    tby_folder_free(&folder);
    return n;
}

static void no_repertoire_has_more_crossings(void **state)
{
    static const char *const FOLDERS[] = {"real", "history", "merge", "edge",
                                          "bad"};
    unsigned n = 0;

    (void)state;
    need_dot();
    for (size_t i = 0; i < LENGTH(FOLDERS); i++)
        n += compare_folder(FOLDERS[i]);
    if (n > 0)
        return;
    printf("SKIPPED: ../shared/data is not here: no repertoire was tested\n");
    skip();
}

/* --- cycles ---------------------------------------------------------------*/

static bool is_knight_move(const tby_pos *p, tby_move m)
{
    char san[TBY_SAN_MAX];

    tby_san_write(p, m, san);
    return san[0] == 'N' && !strchr(san, 'x');
}

/* Knights that wander about, and some of the moves that bring them back. */
static void shuffle(rng *r, tby_graph *g, unsigned nodes, unsigned percent)
{
    tby_pos start = tby_pos_start();
    uint32_t node, edge;

    tby_graph_init(g, NULL);
    assert_int_equal(tby_graph_add_node(g, &start, &node), TBY_OK);
    for (unsigned tries = 0; g->nodes_n < nodes && tries < 50 * nodes;
         tries++) {
        tby_moves legal;
        node = rng_below(r, (unsigned)g->nodes_n);
        tby_moves_legal(&g->nodes[node].pos, &legal);
        tby_move m = legal.at[rng_below(r, (unsigned)legal.n)];
        if (is_knight_move(&g->nodes[node].pos, m))
            assert_int_equal(tby_graph_add_edge(g, node, m, &edge, NULL),
                             TBY_OK);
    }
    for (node = 0; node < g->nodes_n; node++) {
        tby_moves legal;
        tby_moves_legal(&g->nodes[node].pos, &legal);
        for (size_t i = 0; i < legal.n; i++) {
            tby_pos after = g->nodes[node].pos;
            tby_pos_play(&after, legal.at[i]);
            if (tby_graph_find(g, &after) != TBY_NONE && rng_chance(r, percent))
                assert_int_equal(
                    tby_graph_add_edge(g, node, legal.at[i], &edge, NULL),
                    TBY_OK);
        }
    }
}

/* Seldom dot is lucky with one, so they are taken together. */
static void cycles_have_fewer_crossings(void **state)
{
    rng r = rng_for(__func__);
    uint64_t ours = 0, dots = 0;

    (void)state;
    need_dot();
    for (unsigned i = 0; i < 12; i++) {
        uint64_t by_us, by_dot;
        tby_graph g;
        shuffle(&r, &g, 30 + rng_below(&r, 150), 20 + rng_below(&r, 60));
        compare(&g, &by_us, &by_dot);
        tby_graph_free(&g);
        ours += by_us;
        dots += by_dot;
    }
    CHECK(ours * 10 <= dots * 9, "%" PRIu64 ", dot %" PRIu64, ours, dots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_repertoire_has_more_crossings),
        cmocka_unit_test(cycles_have_fewer_crossings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
