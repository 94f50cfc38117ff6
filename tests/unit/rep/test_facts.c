/* test_facts.c - what is counted of a graph: against counting by brute force on
 * random graphs, and against facts that were computed elsewhere. */
#include "core/base/json.h"
#include "support/data.h"
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/facts.h"
#include "tabiya/rep.h"
#include "tabiya/walk.h"

static tby_facts facts_of(const tby_graph *g)
{
    tby_facts f;

    must(tby_facts_of(g, NULL, &f));
    return f;
}

/* --- brute force ----------------------------------------------------------*/

static reach_table reach;

/* Each cycle is counted where its first node is. */
static uint32_t count_cycles(const tby_graph *g)
{
    uint32_t n = 0;

    for (uint32_t v = 0; v < g->nodes_n; v++) {
        bool first = reach.at[v][v];
        for (uint32_t u = 0; u < v; u++)
            first = first && !(reach.at[u][v] && reach.at[v][u]);
        n += first;
    }
    return n;
}

typedef struct lines {
    const tby_graph *g;
    const tby_walk *w;
    uint64_t n;
    uint32_t longest;
} lines;

/* Goes along every line. */
static void go_on(lines *l, uint32_t v, uint32_t depth)
{
    bool end = true;

    for (uint32_t e = l->g->nodes[v].first_out; e != TBY_NONE;
         e = l->g->edges[e].next_out) {
        if (l->w->back[e])
            continue;
        end = false;
        go_on(l, l->g->edges[e].to, depth + 1);
    }
    l->n += end;
    if (depth > l->longest)
        l->longest = depth;
}

static void check_lines(const tby_graph *g, const tby_facts *f)
{
    tby_walk w;
    uint32_t reached = 0;

    must(tby_walk_graph(&w, g, NULL));
    lines l = {g, &w, 0, 0};
    for (uint32_t v = 0; v < g->nodes_n; v++)
        reached += w.n && (v == w.order[0] || reach.at[w.order[0]][v]);
    assert_int_equal(f->unreachable, g->nodes_alive - reached);
    if (g->edges_alive)
        go_on(&l, w.order[0], 0);
    assert_true(f->lines_exact);
    assert_int_equal(f->lines, l.n);
    assert_int_equal(f->longest, l.longest);
    tby_walk_free(&w);
}

static void check_counts(const tby_graph *g, const tby_facts *f)
{
    uint32_t leaves = 0, roots = 0, bare = 0, meets = 0, choices = 0;

    for (uint32_t v = 0; v < g->nodes_n; v++) {
        uint32_t in = 0, out = 0;
        for (uint32_t e = 0; e < g->edges_n; e++) {
            in += g->edges[e].alive && g->edges[e].to == v;
            out += g->edges[e].alive && g->edges[e].from == v;
        }
        leaves += g->nodes[v].alive && in && !out;
        roots += g->nodes[v].alive && out && !in;
        bare += g->nodes[v].alive && !out && !in;
        meets += in > 1;
        choices += out > 1 && g->nodes[v].pos.turn == f->color;
    }
    assert_int_equal(f->leaves, leaves);
    assert_int_equal(f->roots, roots);
    assert_int_equal(f->bare, bare);
    assert_int_equal(f->transpositions, meets);
    assert_int_equal(f->choices, choices);
}

static void random_graphs_are_counted_right(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        tby_graph g;
        tby_graph_init(&g, NULL);
        knotty_graph(&r, &g, rng_below(&r, 50));
        for (unsigned n = rng_below(&r, 4); n && g.edges_alive; n--)
            tby_graph_unlink(&g, random_edge(&r, &g));
        find_reach(&g, &reach);
        tby_facts f = facts_of(&g);
        assert_int_equal(f.cycles, count_cycles(&g));
        check_counts(&g, &f);
        check_lines(&g, &f);
        tby_graph_free(&g);
    }
}

/* --- many lines -----------------------------------------------------------*/

/* Where Black's pieces have been. */
typedef struct places {
    tby_bb planes[200][3];
    unsigned n;
} places;

static bool been_there(const places *seen, const tby_pos *p)
{
    for (unsigned i = 0; i < seen->n; i++) {
        bool same = true;
        for (unsigned j = 0; j < 3; j++)
            same &= seen->planes[i][j] == (p->plane[j] & p->plane[3]);
        if (same)
            return true;
    }
    return false;
}

static void be_there(places *seen, const tby_pos *p)
{
    assert_true(seen->n < LENGTH(seen->planes));
    for (unsigned j = 0; j < 3; j++)
        seen->planes[seen->n][j] = p->plane[j] & p->plane[3];
    seen->n++;
}

/* Black goes where it has never been. */
static tby_move new_move(rng *r, places *seen, const tby_pos *p)
{
    for (;;) {
        tby_move m = random_move(r, p);
        tby_pos next = *p;
        bool capture = tby_pos_is_capture(p, m);
        tby_pos_play(&next, m);
        if (capture || been_there(seen, &next))
            continue;
        be_there(seen, &next);
        return m;
    }
}

/* Two ways from one node to the next, and never back: White's knights jump to
 * and fro in either order, while Black is somewhere new each time. */
static uint32_t add_diamond(rng *r, places *seen, tby_graph *g, uint32_t from,
                            bool fro)
{
    tby_move a = tby_move_make(fro ? 17 : 2, fro ? 2 : 17, TBY_NO_ROLE);
    tby_move b = tby_move_make(fro ? 20 : 3, fro ? 3 : 20, TBY_NO_ROLE);
    tby_pos p = g->nodes[from].pos;
    tby_move ways[2][4] = {{a, 0, b, 0}, {b, 0, a, 0}};
    uint32_t end[2] = {from, from};

    for (unsigned j = 0; j < 4; j++) {
        if (j % 2)
            ways[0][j] = ways[1][j] = new_move(r, seen, &p);
        tby_pos_play(&p, ways[0][j]);
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 4; j++)
            end[i] = step_on(g, end[i], ways[i][j]);
    assert_int_equal(end[0], end[1]);
    return end[0];
}

static void lines_are_exact_up_to_two_to_the_63(void **state)
{
    rng r = rng_for(__func__);
    tby_pos p = pos_of("k1nn4/8/8/pppppppp/PPPPPPPP/8/8/K1NN4 w - - 0 1");
    places seen = {.n = 0};
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    uint32_t at = node_at(&g, &p);
    be_there(&seen, &p);
    for (unsigned n = 1; n <= 80; n++) {
        at = add_diamond(&r, &seen, &g, at, n % 2 == 0);
        tby_facts f = facts_of(&g);
        assert_int_equal(f.transpositions, n);
        assert_int_equal(f.longest, 4 * n);
        assert_true(f.lines == UINT64_C(1) << (n < 63 ? n : 63));
        assert_true(f.lines_exact == (n <= 63));
    }
    tby_graph_free(&g);
}

static void long_lines_need_no_stack(void **state)
{
    enum { MOVES = 100000 };
    rng r = rng_for(__func__);
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    long_line(&r, &g, MOVES);
    tby_facts f = facts_of(&g);
    assert_int_equal(f.longest, MOVES);
    assert_int_equal(f.lines, 1);
    assert_int_equal(f.cycles, 0);
    tby_graph_free(&g);
}

/* --- whose it is ----------------------------------------------------------*/

static void the_side_that_chooses_is_the_owner(void **state)
{
    static const struct {
        const char *lines[3];
        tby_color color;
    } ROWS[] = {
        {{"", "", ""}, TBY_WHITE},
        {{"e4", "", ""}, TBY_WHITE},
        {{"e4 e5", "", ""}, TBY_WHITE},
        {{"e4 e5", "d4 d5", ""}, TBY_BLACK},
        {{"e4 e5 Nf3", "e4 c5 Nf3", ""}, TBY_WHITE},
        /* White has two moves once in four turns, Black once in one */
        {{"e4 e5 Nf3", "e4 c5 Nf3", "e4 c5 Nc3"}, TBY_WHITE},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_graph g;
        tby_graph_init(&g, NULL);
        for (size_t j = 0; j < LENGTH(ROWS[i].lines); j++)
            add_line(&g, NULL, ROWS[i].lines[j]);
        CHECK(tby_facts_guess_color(&g) == ROWS[i].color, "row %zu", i);
        assert_int_equal(facts_of(&g).color, ROWS[i].color);
        tby_graph_set_color(&g, TBY_BLACK);
        assert_int_equal(facts_of(&g).color, TBY_BLACK);
        tby_graph_free(&g);
    }
}

static void without_memory_nothing_is_told(void **state)
{
    rng r = rng_for(__func__);
    tby_facts f = {.nodes = 77};
    bool failed = true;
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    knotty_graph(&r, &g, 30);
    for (size_t good = 0; failed; good++) {
        failing memory = {.calls_left = good};
        tby_alloc alloc = failing_alloc(&memory);
        tby_rc rc = tby_facts_of(&g, &alloc, &f);
        failed = rc != TBY_OK;
        if (failed)
            assert_true(rc == TBY_E_NOMEM && f.nodes == 77);
        failing_check_back(&memory);
    }
    tby_graph_free(&g);
}

/* --- real files -----------------------------------------------------------*/

/* facts.json is what another reader made of the files, without repair.  Where
 * ours does better, as the README of the data says. */
static const struct better {
    const char *file, *fact;
    uint32_t value;
} BETTER[] = {
    {"edge/ep_merge.v5.txt", "nodes", 9},
    {"edge/ep_merge.v5.txt", "leaves", 2},
    {"edge/ep_merge.v5.txt", "transpositions", 0},
    {"edge/ep_stripped.v4.txt", "edges", 6},
    {"edge/ep_stripped.v4.txt", "leaves", 1},
    {"edge/ep_stripped.v4.txt", "roots", 1},
    {"edge/ep_stripped.v4.txt", "unreachable_from_start", 0},
    {"edge/ep_stripped.v4.txt", "max_plies", 6},
    {"edge/annotations.v5.txt", "annotated_edges", 3},
    /* its start without castling rights is the start */
    {"history/8b13e0d__Openings_London_1-5.txt", "nodes", 72},
    {"history/8b13e0d__Openings_London_1-5.txt", "leaves", 6},
    {"history/8b13e0d__Openings_London_1-5.txt", "roots", 1},
    {"history/8b13e0d__Openings_London_1-5.txt", "unreachable_from_start", 0},
    {"history/8b13e0d__Openings_London_1-5.txt", "paths_start_to_leaf", 8},
    {"history/8b13e0d__Openings_London_1-5.txt", "max_plies", 21},
    /* null there: the line ends before it comes back to the start */
    {"edge/cycle.v5.txt", "paths_start_to_leaf", 1},
    {"edge/cycle.v5.txt", "max_plies", 3},
};

/* The value at the cursor, or the better one. */
static uint64_t wanted(tby_json *j, const char *file, const char *fact)
{
    uint64_t value = 0;

    for (size_t i = 0; i < LENGTH(BETTER); i++)
        if (strcmp(BETTER[i].file, file) == 0 &&
            strcmp(BETTER[i].fact, fact) == 0)
            return BETTER[i].value;
    CHECK(tby_json_uint(j, UINT64_MAX, &value) == TBY_OK, "%s: %s", file, fact);
    return value;
}

/* Passes the object of facts at the cursor. */
static unsigned compare(const char *file, const tby_facts *f, tby_json *j)
{
    enum { FACTS = 12 };
    static const char *const names[FACTS] = {"nodes",
                                             "edges",
                                             "leaves",
                                             "roots",
                                             "unreachable_from_start",
                                             "transpositions",
                                             "cyclic_components",
                                             "paths_start_to_leaf",
                                             "max_plies",
                                             "annotated_edges",
                                             "evaluated_positions",
                                             "user_choice_nodes"};
    const uint64_t ours[FACTS] = {
        f->nodes,       f->edges,          f->leaves,    f->roots,
        f->unreachable, f->transpositions, f->cycles,    f->lines,
        f->longest,     f->annotated,      f->evaluated, f->choices};
    size_t value_at[FACTS];
    unsigned n = 0;

    must(tby_json_object(j, names, value_at, FACTS));
    size_t end = j->at;
    for (size_t i = 0; i < FACTS; i++) {
        if (!value_at[i])
            continue;
        j->at = value_at[i];
        uint64_t want = wanted(j, file, names[i]);
        CHECK(ours[i] == want, "%s: %s %llu, not %llu", file, names[i],
              (unsigned long long)ours[i], (unsigned long long)want);
        n++;
    }
    j->at = end;
    return n;
}

static void check_file(const char *file, tby_json *facts)
{
    char path[256];
    tby_rep_report report;
    tby_graph g;

    snprintf(path, sizeof path, "repertoire/%s", file);
    bytes b = shared_file(path);
    CHECK(b.p, "%s", path);
    tby_graph_init(&g, NULL);
    must(tby_rep_read(&g, str_of(b), NULL, &report));
    tby_facts f = facts_of(&g);
    CHECK(compare(file, &f, facts) >= 4, "%s", file);
    tby_graph_free(&g);
    free(b.p);
}

static void real_files_have_the_facts_that_others_found(void **state)
{
    bytes b = shared_file("repertoire/expected/facts.json");
    tby_json j = {.text = str_of(b)};
    bool first = true, more = true;
    unsigned n = 0;

    (void)state;
    if (!b.p)
        skip_without_shared(18);
    tby_buf_init(&j.scratch, NULL, 1 << 16);
    must(tby_json_open(&j, '{'));
    for (;; n++) {
        char file[128];
        tby_str name;

        must(tby_json_element(&j, '}', &first, &more));
        if (!more)
            break;
        must(tby_json_name(&j, &name));
        snprintf(file, sizeof file, "%.*s", (int)name.n, name.p);
        check_file(file, &j);
    }
    assert_int_equal(n, 18);
    must(tby_json_end(&j));
    tby_buf_free(&j.scratch);
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_are_counted_right),
        cmocka_unit_test(lines_are_exact_up_to_two_to_the_63),
        cmocka_unit_test(long_lines_need_no_stack),
        cmocka_unit_test(the_side_that_chooses_is_the_owner),
        cmocka_unit_test(without_memory_nothing_is_told),
        cmocka_unit_test(real_files_have_the_facts_that_others_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
