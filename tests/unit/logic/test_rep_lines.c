/* test_rep_lines.c - the lines of a repertoire: their number and each of them,
 * and that no cover has fewer lines, next to brute force. */
#include "unit/logic/practice.h"

/* A graph with what lines go through. */
typedef struct fixture {
    tby_graph g;
    tby_walk w;
    tby_dag d;
    uint8_t *owed;
    uint32_t owed_n;
} fixture;

static void open_fixture(fixture *f, tby_color color)
{
    assert_int_equal(tby_walk_graph(&f->w, &f->g, NULL), TBY_OK);
    assert_int_equal(tby_dag_open(&f->d, &f->g, &f->w, NULL, 0), TBY_OK);
    f->owed = malloc(f->g.edges_n + 1);
    assert_non_null(f->owed);
    f->owed_n = tby_dag_own(&f->d, color, f->owed);
}

static void close_fixture(fixture *f)
{
    free(f->owed);
    tby_dag_free(&f->d);
    tby_walk_free(&f->w);
    tby_graph_free(&f->g);
}

/* A line goes from a start to where there is no move, and no move is cut. */
static void check_route(const fixture *f, const tby_route *r)
{
    CHECK(r->n > 0, "an empty line");
    uint32_t first = f->g.edges[r->edges[0]].from;
    bool start = false;
    for (size_t i = 0; i < f->d.starts_n; i++)
        start |= f->d.starts[i] == first;
    CHECK(start, "a line begins in the middle");
    for (size_t i = 0; i < r->n; i++) {
        const tby_edge *e = &f->g.edges[r->edges[i]];
        CHECK(e->alive && !f->w.back[r->edges[i]], "a move that is cut");
        CHECK(i == 0 || f->g.edges[r->edges[i - 1]].to == e->from, "a gap");
    }
    uint32_t last = f->g.edges[r->edges[r->n - 1]].to;
    CHECK(tby_dag_first(&f->d, last) == TBY_NONE, "a line that ends early");
}

/* Takes all lines of the cover; each owed move must be in one of them. */
static uint32_t check_cover(fixture *f)
{
    tby_cover c;
    tby_route r;
    uint32_t lines = 0, covered = 0;
    tby_rc rc;
    uint8_t *seen = calloc(f->g.edges_n + 1, 1);

    assert_int_equal(tby_cover_open(&c, &f->d, f->owed), TBY_OK);
    uint32_t promised = c.left;
    tby_route_init(&r, NULL);
    while ((rc = tby_cover_take(&c, &r)) == TBY_OK) {
        check_route(f, &r);
        lines++;
        for (size_t i = 0; i < r.n; i++) {
            covered += f->owed[r.edges[i]] && !seen[r.edges[i]];
            seen[r.edges[i]] = 1;
        }
    }
    assert_int_equal(rc, TBY_DONE);
    CHECK(lines == promised, "%u lines, %u promised", lines, promised);
    CHECK(covered == f->owed_n, "%u of %u covered", covered, f->owed_n);
    for (size_t i = 0; i < f->g.edges_n; i++)
        assert_int_equal(c.flow[i], 0);
    free(seen);
    tby_route_free(&r);
    tby_cover_free(&c);
    return lines;
}

/* --- brute force ----------------------------------------------------------*/

enum { MOST = 14, MOST_LINES = 4000 };

/* The fewest of these sets that have all of the first n elements together. */
static uint32_t fewest_sets(const uint32_t *sets, size_t sets_n, uint32_t n)
{
    static uint8_t best[1 << MOST];
    size_t all = ((size_t)1 << n) - 1;

    memset(best, 0xff, all + 1);
    best[0] = 0;
    for (size_t have = 0; have <= all; have++) {
        if (best[have] == 0xff || have == all)
            continue;
        for (size_t i = 0; i < sets_n; i++)
            if (best[have | sets[i]] > best[have] + 1)
                best[have | sets[i]] = (uint8_t)(best[have] + 1);
    }
    return best[all];
}

/* All lines as sets of owed moves; SIZE_MAX if there are too many. */
static size_t all_sets(const fixture *f, uint32_t *sets)
{
    uint32_t number[256], n = 0;
    tby_route r;
    size_t lines = 0;
    tby_rc rc;

    for (size_t e = 0; e < f->g.edges_n; e++)
        number[e] = f->owed[e] ? n++ : 0;
    tby_route_init(&r, NULL);
    while ((rc = tby_route_next(&f->d, &r)) == TBY_OK && lines < MOST_LINES) {
        check_route(f, &r);
        sets[lines] = 0;
        for (size_t i = 0; i < r.n; i++)
            if (f->owed[r.edges[i]])
                sets[lines] |= 1u << number[r.edges[i]];
        lines++;
    }
    tby_route_free(&r);
    if (rc == TBY_OK)
        return SIZE_MAX;
    CHECK(lines == f->d.lines, "%zu lines, %" PRIu64 " counted", lines,
          f->d.lines);
    return lines;
}

/* On graphs small enough to try everything. */
static void none_has_fewer(void **state)
{
    rng r = rng_for(__func__);
    static uint32_t sets[MOST_LINES + 1];
    unsigned tried = 0, merged = 0;

    (void)state;
    while (tried < 3000) {
        fixture f;
        random_graph(&r, &f.g, 1 + rng_below(&r, 45), 1 + rng_below(&r, 6));
        open_fixture(&f, f.g.color);
        if (f.owed_n > 0 && f.owed_n <= MOST) {
            size_t n = all_sets(&f, sets);
            if (n != SIZE_MAX) {
                uint32_t least = fewest_sets(sets, n, f.owed_n);
                uint32_t got = check_cover(&f);
                CHECK(got == least, "%u lines, %u are enough", got, least);
                tried++;
                merged += least < n;
            }
        }
        close_fixture(&f);
    }
    CHECK(merged > 300, "only %u graphs were of interest", merged);
}

/* --- another way to the same number ---------------------------------------*/

/* Which moves can come later in a line, by a table of all pairs. */
typedef struct pairs {
    uint32_t n;
    uint8_t *later;   /* n x n */
    uint32_t *before; /* by move: the one whose line goes on with it, or n */
    uint8_t *tried;
} pairs;

static pairs all_pairs(const fixture *f)
{
    size_t nodes = f->g.nodes_n;
    uint8_t *reach = calloc(nodes, nodes);
    uint32_t *owed = calloc(f->owed_n, sizeof *owed);
    pairs p = {.later = calloc(f->owed_n, f->owed_n),
               .before = calloc(f->owed_n, sizeof(uint32_t)),
               .tried = calloc(f->owed_n, 1)};

    for (uint32_t i = f->w.n; i-- > 0;) {
        uint32_t v = f->w.topo[i];
        reach[v * nodes + v] = 1;
        for (uint32_t e = tby_dag_first(&f->d, v); e != TBY_NONE;
             e = tby_dag_next(&f->d, e))
            for (size_t t = 0; t < nodes; t++)
                reach[v * nodes + t] |= reach[f->g.edges[e].to * nodes + t];
    }
    for (uint32_t e = 0; e < f->g.edges_n; e++)
        if (f->owed[e])
            owed[p.n++] = e;
    for (uint32_t i = 0; i < p.n; i++)
        for (uint32_t j = 0; j < p.n; j++)
            p.later[i * p.n + j] = reach[f->g.edges[owed[i]].to * nodes +
                                         f->g.edges[owed[j]].from];
    free(reach);
    free(owed);
    return p;
}

/* Finds a move to go on with, sending others elsewhere if need be. */
static bool find_next(pairs *p, uint32_t i)
{
    for (uint32_t j = 0; j < p->n; j++) {
        if (!p->later[i * p->n + j] || p->tried[j])
            continue;
        p->tried[j] = 1;
        if (p->before[j] == p->n || find_next(p, p->before[j])) {
            p->before[j] = i;
            return true;
        }
    }
    return false;
}

/* The fewest chains of moves, by matching each with one that comes later. */
static uint32_t fewest_chains(const fixture *f)
{
    pairs p = all_pairs(f);
    uint32_t chains = p.n;

    for (uint32_t j = 0; j < p.n; j++)
        p.before[j] = p.n;
    for (uint32_t i = 0; i < p.n; i++) {
        memset(p.tried, 0, p.n);
        chains -= find_next(&p, i);
    }
    free(p.later);
    free(p.before);
    free(p.tried);
    return chains;
}

static void as_many_as_chains(void **state)
{
    rng r = rng_for(__func__);
    unsigned tried = 0;

    (void)state;
    while (tried < 200) {
        fixture f;
        random_graph(&r, &f.g, 40 + rng_below(&r, 600), 2 + rng_below(&r, 4));
        open_fixture(&f, f.g.color);
        if (f.owed_n > MOST) {
            uint32_t least = fewest_chains(&f), got = check_cover(&f);
            CHECK(got == least, "%u lines, %u are enough", got, least);
            tried++;
        }
        close_fixture(&f);
    }
}

/* Only some moves are owed, from a position in the middle. */
static void some_moves_from_somewhere(void **state)
{
    rng r = rng_for(__func__);
    static uint32_t sets[MOST_LINES + 1];
    unsigned tried = 0;

    (void)state;
    while (tried < 500) {
        fixture f;
        random_graph(&r, &f.g, 60, 3);
        open_fixture(&f, f.g.color);
        tby_dag_free(&f.d);
        uint32_t start = rng_below(&r, (unsigned)f.g.nodes_n);
        assert_int_equal(tby_dag_open(&f.d, &f.g, &f.w, &start, 1), TBY_OK);
        tby_dag_own(&f.d, f.g.color, f.owed);
        f.owed_n = 0;
        for (size_t e = 0; e < f.g.edges_n; e++)
            f.owed_n += f.owed[e] &= rng_chance(&r, 50);
        size_t n = f.owed_n && f.owed_n <= MOST ? all_sets(&f, sets) : SIZE_MAX;
        if (n != SIZE_MAX) {
            uint32_t least = fewest_sets(sets, n, f.owed_n);
            uint32_t got = check_cover(&f);
            CHECK(got == least, "%u lines, %u are enough", got, least);
            tried++;
        }
        close_fixture(&f);
    }
}

/* --- known ones -----------------------------------------------------------*/

/* Two orders of moves that meet: the two replies need a line each, and these
 * two go by both orders. */
static void transposition(void **state)
{
    fixture f;

    (void)state;
    tby_graph_init(&f.g, NULL);
    add_line(&f.g, NULL, "d4 d5 c4 e6 Nc3");
    add_line(&f.g, NULL, "c4 e6 d4 d5 Nc3 Nf6 Bg5");
    add_line(&f.g, NULL, "d4 d5 c4 e6 Nc3 Be7 Nf3");
    open_fixture(&f, TBY_WHITE);
    assert_int_equal(f.d.lines, 4);
    assert_int_equal(check_cover(&f), 2);
    tby_dag_own(&f.d, TBY_BLACK, f.owed);
    f.owed_n = 6;
    assert_int_equal(check_cover(&f), 2);
    close_fixture(&f);
}

static void cycles_are_cut(void **state)
{
    fixture f;

    (void)state;
    tby_graph_init(&f.g, NULL);
    add_line(&f.g, NULL, "Nf3 Nf6 Ng1 Ng8");
    add_line(&f.g, NULL, "Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3");
    open_fixture(&f, TBY_WHITE);
    assert_int_equal(f.d.lines, 2); /* Nf3 Nf6 Ng1, and e4 e5 Nf3 */
    assert_int_equal(check_cover(&f), 2);
    close_fixture(&f);
}

static void nothing(void **state)
{
    fixture f;
    tby_pos p = tby_pos_start();
    tby_route r;

    (void)state;
    tby_route_init(&r, NULL);
    for (int nodes = 0; nodes < 2; nodes++) {
        tby_graph_init(&f.g, NULL);
        if (nodes)
            add_node(&f.g, &p);
        open_fixture(&f, TBY_WHITE);
        assert_int_equal(f.d.lines, 0);
        assert_int_equal(check_cover(&f), 0);
        assert_int_equal(tby_route_next(&f.d, &r), TBY_DONE);
        close_fixture(&f);
    }
    tby_route_free(&r);
}

static void first_choice(void **state)
{
    fixture f;
    tby_pos p = tby_pos_start();

    (void)state;
    tby_graph_init(&f.g, NULL);
    uint32_t chain = add_line(&f.g, NULL, "e4 e5 Nf3");
    uint32_t root = tby_graph_find(&f.g, &p), fork = f.g.edges[chain].to;
    open_fixture(&f, TBY_WHITE);
    assert_int_equal(tby_dag_choice(&f.d, root), root);
    tby_dag_free(&f.d);
    tby_walk_free(&f.w);
    free(f.owed);
    add_line(&f.g, NULL, "e4 e5 Nf3 Nc6 Bb5");
    add_line(&f.g, NULL, "e4 e5 Nf3 Nf6 Nxe5");
    open_fixture(&f, TBY_WHITE);
    assert_int_equal(tby_dag_choice(&f.d, root), fork);
    assert_int_equal(tby_dag_choice(&f.d, fork), fork);
    close_fixture(&f);
}

static void large(void **state)
{
    rng r = rng_for(__func__);
    fixture f;

    (void)state;
    for (unsigned wide = 1; wide <= 9; wide += 4) {
        tby_graph_init(&f.g, NULL);
        tby_pos p = tby_pos_start();
        add_node(&f.g, &p);
        grow_random(&r, &f.g, 20000, wide);
        tby_graph_set_color(&f.g, TBY_WHITE);
        open_fixture(&f, TBY_WHITE);
        check_cover(&f);
        close_fixture(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_has_fewer),
        cmocka_unit_test(as_many_as_chains),
        cmocka_unit_test(some_moves_from_somewhere),
        cmocka_unit_test(transposition),
        cmocka_unit_test(cycles_are_cut),
        cmocka_unit_test(nothing),
        cmocka_unit_test(first_choice),
        cmocka_unit_test(large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
