/* test_rep_lines.c - the lines of a repertoire: their number and each of them,
 * and that no cover has fewer lines, next to brute force. */
#include "unit/rep/practice.h"

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

static bool may_end_at(const fixture *f, uint32_t node)
{
    return tby_dag_first(&f->d, node) == TBY_NONE;
}

/* A line goes from a start to where there is no move.  One of a cover may end
 * with a move that is cut. */
static void check_route(const fixture *f, const tby_route *r, bool cover)
{
    CHECK(r->n > 0, "an empty line");
    uint32_t first = f->g.edges[r->edges[0]].from;
    bool start = false;
    for (size_t i = 0; i < f->d.starts_n; i++)
        start |= f->d.starts[i] == first;
    CHECK(start, "a line begins in the middle");
    for (size_t i = 0; i < r->n; i++) {
        const tby_edge *e = &f->g.edges[r->edges[i]];
        bool closes = cover && i + 1 == r->n && f->owed[r->edges[i]];
        CHECK(e->alive && (!f->w.back[r->edges[i]] || closes),
              "a move that is cut");
        CHECK(i == 0 || f->g.edges[r->edges[i - 1]].to == e->from, "a gap");
    }
    uint32_t last = r->edges[r->n - 1];
    CHECK(f->w.back[last] || may_end_at(f, f->g.edges[last].to),
          "a line that ends early");
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
        check_route(f, &r, true);
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

/* All lines as sets of owed moves. */
typedef struct sets {
    uint32_t at[MOST_LINES];
    size_t n;          /* MOST_LINES: there are too many */
    uint32_t bit[256]; /* by edge: 0 if it is not owed */
    uint64_t unclosed; /* those that do not end with a cut move */
} sets;

static void add_set(sets *s, uint32_t set, bool closed)
{
    if (s->n < MOST_LINES)
        s->at[s->n++] = set;
    s->unclosed += !closed;
}

/* The lines from a node on, behind moves that make up `set`. */
static void add_sets(const fixture *f, sets *s, uint32_t node, uint32_t set)
{
    bool ends = true;

    for (uint32_t e = f->g.nodes[node].first_out;
         e != TBY_NONE && s->n < MOST_LINES; e = f->g.edges[e].next_out)
        if (f->w.back[e]) {
            add_set(s, set | s->bit[e], true);
        } else {
            ends = false;
            add_sets(f, s, f->g.edges[e].to, set | s->bit[e]);
        }
    if (ends)
        add_set(s, set, false);
}

/* The lines as they are listed are those that do not end with a cut move. */
static void check_list(const fixture *f, const sets *s)
{
    tby_route r;
    uint64_t lines = 0;

    tby_route_init(&r, NULL);
    for (; tby_route_next(&f->d, &r) == TBY_OK; lines++)
        check_route(f, &r, false);
    tby_route_free(&r);
    CHECK(lines == f->d.lines, "%" PRIu64 " lines, %" PRIu64 " counted", lines,
          f->d.lines);
    CHECK(lines == s->unclosed, "%" PRIu64 " lines, not %" PRIu64, lines,
          s->unclosed);
}

/* False if there are too many to try everything. */
static bool all_sets(const fixture *f, sets *s)
{
    uint32_t n = 0;

    s->n = 0;
    s->unclosed = 0;
    if (f->owed_n == 0 || f->owed_n > MOST)
        return false;
    for (size_t e = 0; e < f->g.edges_n; e++)
        s->bit[e] = f->owed[e] ? 1u << n++ : 0;
    for (size_t i = 0; i < f->d.starts_n; i++)
        if (f->g.nodes[f->d.starts[i]].out_n)
            add_sets(f, s, f->d.starts[i], 0);
    if (s->n == MOST_LINES)
        return false;
    if (tby_dag_first(&f->d, f->d.starts[0]) != TBY_NONE)
        check_list(f, s);
    return true;
}

/* Every move of the player is owed where lines begin at the roots. */
static void check_owed(const fixture *f)
{
    for (size_t e = 0; e < f->g.edges_n; e++)
        CHECK(f->owed[e] ==
                  (f->g.nodes[f->g.edges[e].from].pos.turn == f->g.color),
              "move %zu is %u", e, f->owed[e]);
}

/* The number of lines is the least; true if one ends with a cut move. */
static bool check_least(fixture *f, const sets *s)
{
    uint32_t least = fewest_sets(s->at, s->n, f->owed_n);
    uint32_t got = check_cover(f);
    bool closed = false;

    CHECK(got == least, "%u lines, %u are enough", got, least);
    for (size_t e = 0; e < f->g.edges_n; e++)
        closed |= f->owed[e] && f->w.back[e];
    return closed;
}

/* On graphs small enough to try everything. */
static void none_has_fewer(void **state)
{
    rng r = rng_for(__func__);
    static sets s;
    unsigned tried = 0, merged = 0, closed = 0;

    (void)state;
    while (tried < 3000) {
        fixture f;
        random_graph(&r, &f.g, 1 + rng_below(&r, 45), 1 + rng_below(&r, 6));
        close_cycles(&r, &f.g, rng_below(&r, 60));
        open_fixture(&f, f.g.color);
        check_owed(&f);
        if (all_sets(&f, &s)) {
            closed += check_least(&f, &s);
            merged += s.n > f.owed_n;
            tried++;
        }
        close_fixture(&f);
    }
    CHECK(merged > 300, "only %u graphs were of interest", merged);
    CHECK(closed > 100, "only %u graphs had cycles of interest", closed);
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
            p.later[i * p.n + j] =
                !f->w.back[owed[i]] && reach[f->g.edges[owed[i]].to * nodes +
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
        close_cycles(&r, &f.g, rng_below(&r, 60));
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
    static sets s;
    unsigned tried = 0;

    (void)state;
    while (tried < 500) {
        fixture f;
        random_graph(&r, &f.g, 60, 3);
        close_cycles(&r, &f.g, rng_below(&r, 60));
        open_fixture(&f, f.g.color);
        tby_dag_free(&f.d);
        uint32_t start = rng_below(&r, (unsigned)f.g.nodes_n);
        assert_int_equal(tby_dag_open(&f.d, &f.g, &f.w, &start, 1), TBY_OK);
        tby_dag_own(&f.d, f.g.color, f.owed);
        f.owed_n = 0;
        for (size_t e = 0; e < f.g.edges_n; e++)
            f.owed_n += f.owed[e] &= rng_chance(&r, 50);
        if (all_sets(&f, &s)) {
            check_least(&f, &s);
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

/* White's move back to where it was is the last of a line of its own; Black's
 * is in none. */
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
    f.owed_n = tby_dag_own(&f.d, TBY_BLACK, f.owed);
    assert_int_equal(f.owed_n, 3); /* Nf6, Ng8, e5 */
    assert_int_equal(check_cover(&f), 2);
    close_fixture(&f);

    tby_graph_init(&f.g, NULL);
    add_line(&f.g, NULL, "e4 e5 Ke2 Ke7 Ke1");
    add_line(&f.g, NULL, "e4 e5 Ke2 Ke7 Ke3");
    add_line(&f.g, "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b - - 4 3",
             "Ke8 Ke1 Ke7 Ke2");
    open_fixture(&f, TBY_WHITE);
    assert_int_equal(f.owed_n, 6);
    check_cover(&f);
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
