/* test_edits.c - a log of edits: whatever was done can be undone and done
 * again, and then the graph holds and writes exactly what it did before. */
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/edits.h"
#include "tabiya/rep.h"
#include "tabiya/walk.h"

/* --- what there is, all of it ---------------------------------------------*/

/* The structure, the file that is written of it, and where the board is. */
static tby_buf snapshot(const tby_graph *g, const tby_edits *e)
{
    tby_buf b = graph_dump(g);

    must(tby_rep_write(g, 5, &b));
    must(tby_rep_write(g, 4, &b));
    tby_buf_cstr(&b, fen_of(tby_edits_pos(e)).s);
    tby_buf_u64(&b, tby_edits_node(e));
    must(b.rc);
    return b;
}

static void check_snapshot(const tby_graph *g, const tby_edits *e,
                           const tby_buf *want, unsigned step)
{
    tby_buf now = snapshot(g, e);

    CHECK(tby_str_equal(tby_buf_str(&now), tby_buf_str(want)),
          "step %u:\n%.*s\nnot\n%.*s", step, (int)now.n, now.p, (int)want->n,
          want->p);
    tby_buf_free(&now);
}

/* --- random commands ------------------------------------------------------*/

static tby_str random_line_of_text(rng *r)
{
    return tby_str_of(rng_chance(r, 20) ? "" : random_note(r));
}

static tby_rc play_some(rng *r, tby_edits *e)
{
    tby_move m = narrow_move(r, tby_edits_pos(e), 4);

    return m == TBY_MOVE_NONE ? TBY_OK
                              : tby_edits_play(e, m, random_line_of_text(r));
}

static tby_rc judge_some(rng *r, tby_graph *g, tby_edits *e)
{
    const tby_eval none = {.kind = TBY_EVAL_NONE};

    if (!g->nodes_alive)
        return play_some(r, e);
    return tby_edits_set_eval(e, random_node(r, g),
                              rng_chance(r, 30) ? none : random_eval(r));
}

static tby_rc random_command(rng *r, tby_graph *g, tby_edits *e)
{
    unsigned kind = rng_below(r, 100);
    uint32_t edge = random_edge(r, g);

    if (kind < 45)
        return play_some(r, e);
    if (kind < 50)
        return judge_some(r, g, e);
    if (kind < 55)
        return tby_edits_set_title(e, random_line_of_text(r));
    if (kind < 58)
        return tby_edits_set_color(e,
                                   rng_chance(r, 50) ? TBY_WHITE : TBY_BLACK);
    if (kind < 60)
        return tby_edits_clear(e);
    if (kind < 70)
        return tby_edits_go(e, g->nodes_alive && rng_chance(r, 80)
                                   ? random_node(r, g)
                                   : TBY_NONE);
    if (edge == TBY_NONE)
        return play_some(r, e);
    if (kind < 80)
        return tby_edits_remove(e, edge);
    if (kind < 90)
        return tby_edits_set_note(e, edge, random_line_of_text(r));
    return tby_edits_set_nags(e, edge,
                              (tby_str){"\x01\x92\x05", rng_below(r, 4)});
}

/* A history of snapshots, and where in it the graph stands. */
typedef struct history {
    tby_buf *at;
    unsigned n, now;
} history;

static void push(history *h, tby_buf b)
{
    while (h->n > h->now + 1)
        tby_buf_free(&h->at[--h->n]);
    h->at[h->n++] = b;
    h->now = h->n - 1;
}

/* One step of the test: a command, or some steps back or forth. */
static void one_step(rng *r, tby_graph *g, tby_edits *e, history *h)
{
    unsigned kind = rng_below(r, 100);

    assert_int_equal(tby_edits_can_undo(e), h->now > 0);
    assert_int_equal(tby_edits_can_redo(e), h->now + 1 < h->n);
    if (kind < 60) {
        size_t done = tby_edits_done(e);
        must(random_command(r, g, e));
        tby_buf b = snapshot(g, e);
        /* a command that changed nothing is no entry */
        bool same = tby_str_equal(tby_buf_str(&b), tby_buf_str(&h->at[h->now]));
        assert_true(same ? tby_edits_done(e) == done
                         : tby_edits_done(e) > done);
        if (same)
            tby_buf_free(&b);
        else
            push(h, b);
        return;
    }
    for (unsigned n = 1 + rng_below(r, 6); n; n--) {
        if (kind < 80) {
            h->now -= h->now > 0;
            tby_edits_undo(e);
        } else {
            h->now += h->now + 1 < h->n;
            tby_edits_redo(e);
        }
        check_snapshot(g, e, &h->at[h->now], h->now);
    }
}

static void everything_can_be_undone_and_redone(void **state)
{
    enum { STEPS = 120 };
    rng r = rng_for(__func__);
    history h = {.at = calloc(STEPS + 1, sizeof *h.at)};

    (void)state;
    assert_non_null(h.at);
    for (unsigned i = 0; i < 25; i++) {
        tby_graph g;
        tby_edits *e = NULL;
        tby_graph_init(&g, NULL);
        knotty_graph(&r, &g, rng_below(&r, 30));
        must(tby_graph_add_loose(&g, TBY_STR("a comment")));
        must(tby_edits_open(&e, &g, NULL));
        h.n = h.now = 0;
        h.at[h.n++] = snapshot(&g, e);
        for (unsigned j = 0; j < STEPS; j++)
            one_step(&r, &g, e, &h);
        while (h.now > 0) {
            tby_edits_undo(e);
            h.now--;
            check_snapshot(&g, e, &h.at[h.now], h.now);
        }
        while (h.n > 0)
            tby_buf_free(&h.at[--h.n]);
        tby_edits_close(e);
        tby_graph_free(&g);
    }
    free(h.at);
}

/* --- one command after the other ------------------------------------------*/

typedef struct desk {
    tby_graph g;
    tby_edits *e;
} desk;

static desk open_desk(const char *line)
{
    desk d;

    tby_graph_init(&d.g, NULL);
    if (line)
        add_line(&d.g, NULL, line);
    return d;
}

static void sit_down(desk *d)
{
    must(tby_edits_open(&d->e, &d->g, NULL));
}

static void leave(desk *d)
{
    tby_edits_close(d->e);
    tby_graph_free(&d->g);
}

static void play(desk *d, const char *san, const char *note)
{
    tby_move m = move_of(tby_edits_pos(d->e), tby_str_of(san));

    must(tby_edits_play(d->e, m, tby_str_of(note)));
}

static void undo_takes_one_move_and_no_sibling(void **state)
{
    desk d = open_desk(NULL);

    (void)state;
    sit_down(&d);
    assert_int_equal(tby_edits_node(d.e), TBY_NONE);
    play(&d, "e4", "");
    play(&d, "e5", "solid");
    tby_edits_undo(d.e);
    assert_int_equal(d.g.edges_alive, 1);
    play(&d, "c5", "sharp");
    must(tby_edits_go(d.e, node_after(&d.g, "e4")));
    play(&d, "e6", "");
    tby_edits_undo(d.e);
    assert_int_equal(d.g.edges_alive, 2); /* e4, c5 */
    tby_edits_undo(d.e);                  /* the step to e4 */
    tby_edits_undo(d.e);
    assert_int_equal(d.g.edges_alive, 1);
    tby_edits_redo(d.e); /* the annotation comes back with its move */
    assert_true(tby_str_is(
        tby_graph_text(
            &d.g, d.g.edges[d.g.nodes[node_after(&d.g, "e4")].first_out].note),
        "sharp"));
    while (tby_edits_can_undo(d.e))
        tby_edits_undo(d.e);
    assert_int_equal(d.g.nodes_alive + d.g.edges_alive, 0);
    leave(&d);
}

static void removing_a_move_keeps_what_is_reached_otherwise(void **state)
{
    desk d = open_desk("d4 d5 Nf3 Nf6 c4");

    (void)state;
    add_line(&d.g, NULL, "Nf3 Nf6 d4 d5");
    sit_down(&d);
    uint32_t start = node_after(&d.g, "");
    must(tby_edits_go(d.e, node_after(&d.g, "d4 d5")));
    must(tby_edits_remove(d.e, d.g.nodes[start].first_out));
    assert_int_equal(tby_edits_node(d.e), start); /* its node is gone */
    assert_int_equal(d.g.edges_alive, 5);         /* Nf3 to d5, and c4 */
    node_after(&d.g, "Nf3 Nf6 d4 d5 c4");
    tby_edits_undo(d.e);
    assert_int_equal(tby_edits_node(d.e), node_after(&d.g, "d4 d5"));
    assert_int_equal(d.g.edges_alive, 9);
    leave(&d);
}

/* Against what can be reached, found by brute force. */
static void random_removals_take_exactly_what_is_cut_off(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        desk d = open_desk(NULL);
        bool keep[256] = {false};
        tby_walk w;
        knotty_graph(&r, &d.g, rng_below(&r, 40));
        sit_down(&d);
        uint32_t edge = random_edge(&r, &d.g);
        must(tby_walk_graph(&w, &d.g, NULL));
        for (uint32_t j = 0; j < w.n; j++)
            keep[w.order[j]] = w.via[w.order[j]] == TBY_NONE;
        for (bool more = true; more;) {
            more = false;
            for (uint32_t e = 0; e < d.g.edges_n; e++) {
                const tby_edge *f = &d.g.edges[e];
                if (e != edge && keep[f->from] && !keep[f->to])
                    more = keep[f->to] = true;
            }
        }
        if (edge != TBY_NONE)
            must(tby_edits_remove(d.e, edge));
        for (uint32_t v = 0; v < d.g.nodes_n; v++)
            assert_int_equal(d.g.nodes[v].alive, keep[v]);
        for (uint32_t e = 0; e < d.g.edges_n; e++)
            assert_int_equal(d.g.edges[e].alive,
                             e != edge && keep[d.g.edges[e].from]);
        uint32_t at = tby_edits_node(d.e);
        assert_true(at == TBY_NONE || d.g.nodes[at].alive);
        tby_walk_free(&w);
        leave(&d);
    }
}

static void the_board_opens_where_the_moves_are(void **state)
{
    desk d = open_desk("e4 e5");
    tby_pos other = pos_of("k7/8/8/8/8/8/8/K1N5 w - - 0 1");
    tby_pos start = tby_pos_start();

    (void)state;
    sit_down(&d);
    assert_int_equal(tby_edits_node(d.e), node_after(&d.g, ""));
    leave(&d);
    d = open_desk(NULL); /* a start that is mentioned and no more */
    node_at(&d.g, &start);
    uint32_t root = node_at(&d.g, &other);
    add_line(&d.g, &other, "Nb3 Kb7");
    sit_down(&d);
    assert_int_equal(tby_edits_node(d.e), root);
    leave(&d);
    d = open_desk(NULL); /* a position and no moves */
    node_at(&d.g, &other);
    sit_down(&d);
    assert_int_equal(tby_edits_node(d.e), TBY_NONE);
    assert_true(tby_pos_same(tby_edits_pos(d.e), &start));
    leave(&d);
}

static void going_to_the_start_finds_its_node(void **state)
{
    desk d = open_desk("e4 e5");

    (void)state;
    sit_down(&d);
    must(tby_edits_go(d.e, TBY_NONE));
    assert_false(tby_edits_can_undo(d.e)); /* it was there */
    must(tby_edits_go(d.e, node_after(&d.g, "e4")));
    must(tby_edits_go(d.e, TBY_NONE));
    assert_int_equal(tby_edits_node(d.e), node_after(&d.g, ""));
    leave(&d);
}

static void what_changes_nothing_is_no_entry(void **state)
{
    desk d = open_desk("e4 e5");

    (void)state;
    must(tby_graph_set_note(&d.g, 0, TBY_STR("good")));
    must(tby_graph_set_title(&d.g, TBY_STR("Title")));
    tby_graph_set_color(&d.g, TBY_BLACK);
    sit_down(&d);
    must(tby_edits_set_note(d.e, 0, TBY_STR(" good\n")));
    must(tby_edits_set_nags(d.e, 0, TBY_STR("")));
    must(tby_edits_set_title(d.e, TBY_STR("Title")));
    must(tby_edits_set_color(d.e, TBY_BLACK));
    assert_false(tby_edits_can_undo(d.e));
    tby_edits_undo(d.e); /* nothing happens */
    tby_edits_redo(d.e);
    /* a move that is there is a step and nothing else */
    play(&d, "e4", "good");
    assert_int_equal(d.g.edges_alive, 2);
    tby_edits_undo(d.e);
    assert_false(tby_edits_can_undo(d.e));
    assert_int_equal(d.g.edges_alive, 2);
    leave(&d);
}

/* --- no memory ------------------------------------------------------------*/

/* Each command fails at each of its allocations, changes nothing, can still be
 * redone what could be, and then works. */
static void without_memory_a_command_does_nothing(void **state)
{
    (void)state;
    for (size_t good = 0; good < 40; good++) {
        failing f = {.calls_left = SIZE_MAX};
        tby_alloc alloc = failing_alloc(&f);
        rng r = rng_for(__func__), same;
        tby_graph g;
        tby_edits *e = NULL;
        tby_graph_init(&g, &alloc);
        knotty_graph(&r, &g, 14);
        must(tby_edits_open(&e, &g, &alloc));
        for (unsigned i = 0; i < 40; i++) {
            if (i % 5 == 4)
                tby_edits_undo(e);
            tby_buf before = snapshot(&g, e);
            bool redo = tby_edits_can_redo(e);
            same = r;
            f.calls_left = good % 4;
            tby_rc rc = random_command(&r, &g, e);
            f.calls_left = SIZE_MAX;
            if (rc != TBY_OK) {
                assert_int_equal(rc, TBY_E_NOMEM);
                check_snapshot(&g, e, &before, i);
                assert_int_equal(tby_edits_can_redo(e), redo);
                if (redo && good % 2) {
                    tby_edits_redo(e);
                    tby_edits_undo(e);
                    check_snapshot(&g, e, &before, i);
                }
                must(random_command(&same, &g, e));
            }
            tby_buf_free(&before);
        }
        tby_edits_close(e);
        tby_graph_free(&g);
        failing_check_back(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_can_be_undone_and_redone),
        cmocka_unit_test(undo_takes_one_move_and_no_sibling),
        cmocka_unit_test(removing_a_move_keeps_what_is_reached_otherwise),
        cmocka_unit_test(random_removals_take_exactly_what_is_cut_off),
        cmocka_unit_test(the_board_opens_where_the_moves_are),
        cmocka_unit_test(going_to_the_start_finds_its_node),
        cmocka_unit_test(what_changes_nothing_is_no_entry),
        cmocka_unit_test(without_memory_a_command_does_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
