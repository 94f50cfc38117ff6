/* test_graph.c - positions joined by moves: what is added is there in order,
 * what is taken out comes back where it was, texts are one line. */
#include "support/failing.h"
#include "support/graphs.h"
#include "tabiya/limits.h"

/* --- adding ---------------------------------------------------------------*/

static void transpositions_meet_in_one_node(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    uint32_t a = line_end(&g, "d4 d5 Nf3 Nf6");
    uint32_t b = line_end(&g, "Nf3 Nf6 d4 d5");
    assert_int_equal(a, b);
    assert_int_equal(g.nodes_alive, 8);
    assert_int_equal(g.edges_alive, 8);
    assert_int_equal(g.nodes[a].in_n, 2);
    assert_int_equal(g.nodes[0].out_n, 2);
    /* the counters are those of the first line, whatever comes later */
    assert_int_equal(g.nodes[a].pos.halfmoves, 2);
    line_end(&g, "d4 d5 Nf3 Nf6");
    assert_int_equal(g.edges_alive, 8);
    tby_graph_free(&g);
    tby_graph_free(&g); /* twice is once */
}

/* A square that allows a capture tells two positions apart, one that does not
 * is no part of them. */
static void en_passant_counts_where_it_can_be_done(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    assert_int_equal(line_end(&g, "e4 e6 d4"), line_end(&g, "d4 e6 e4"));
    assert_int_not_equal(line_end(&g, "e4 a6 e5 d5"),
                         line_end(&g, "e4 d6 e5 a6 Nf3 d5 Ng1 a5"));
    assert_int_not_equal(line_end(&g, "e4 d5 e5 a6 Nf3 Nf6 Ng1 Ng8"),
                         line_end(&g, "e4 a6 e5 d5"));
    tby_graph_free(&g);
}

/* Against a list that is searched from end to end. */
static void random_nodes_are_found(void **state)
{
    enum { N = 3000 };
    rng r = rng_for(__func__);
    tby_pos *list = malloc(N * sizeof *list);
    tby_graph g;

    (void)state;
    assert_non_null(list);
    tby_graph_init(&g, NULL);
    for (unsigned i = 0; i < N; i++) {
        tby_pos p = tby_pos_start();
        uint32_t want = 0, node;
        play_random(&r, &p, rng_below(&r, 6));
        while (want < g.nodes_n && !tby_pos_same(&list[want], &p))
            want++;
        assert_int_equal(tby_graph_find(&g, &p),
                         want < g.nodes_n ? want : TBY_NONE);
        must(tby_graph_add_node(&g, &p, &node));
        assert_int_equal(node, want);
        list[want] = p;
    }
    tby_graph_free(&g);
    free(list);
}

static void a_move_is_made_once(void **state)
{
    tby_graph g;
    uint32_t a, b;
    bool made = false;

    (void)state;
    tby_graph_init(&g, NULL);
    tby_pos p = tby_pos_start();
    uint32_t start = node_at(&g, &p);
    tby_move e4 = move_of(&p, TBY_STR("e4"));
    assert_int_equal(tby_graph_edge(&g, start, e4), TBY_NONE);
    must(tby_graph_add_edge(&g, start, e4, &a, &made));
    assert_true(made);
    must(tby_graph_add_edge(&g, start, e4, &b, &made));
    assert_false(made);
    assert_int_equal(a, b);
    assert_int_equal(tby_graph_edge(&g, start, e4), a);
    tby_graph_free(&g);
}

/* --- taking away ----------------------------------------------------------*/

static void last_out_is_first_back(void **state)
{
    enum { DEEP = 30 };
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        tby_buf before[DEEP];
        uint32_t out[DEEP], n = 0;
        tby_graph g;
        tby_graph_init(&g, NULL);
        knotty_graph(&r, &g, 40);
        while (n < DEEP && g.edges_alive) {
            before[n] = graph_dump(&g);
            out[n] = random_edge(&r, &g);
            tby_graph_unlink(&g, out[n++]);
        }
        while (n-- > 0) {
            tby_graph_relink(&g, out[n]);
            tby_buf now = graph_dump(&g);
            assert_true(
                tby_str_equal(tby_buf_str(&now), tby_buf_str(&before[n])));
            tby_buf_free(&now);
            tby_buf_free(&before[n]);
        }
        tby_graph_free(&g);
    }
}

static void a_dropped_node_is_not_found_until_it_is_back(void **state)
{
    tby_graph g;

    (void)state;
    tby_graph_init(&g, NULL);
    tby_pos p = tby_pos_start();
    uint32_t a = node_at(&g, &p);
    tby_graph_drop_node(&g, a);
    assert_int_equal(tby_graph_find(&g, &p), TBY_NONE);
    assert_int_equal(g.nodes_alive, 0);
    uint32_t b = node_at(&g, &p);
    assert_int_not_equal(a, b);
    tby_graph_drop_node(&g, b);
    tby_graph_revive_node(&g, a);
    assert_int_equal(tby_graph_find(&g, &p), a);
    tby_graph_free(&g);
}

/* --- texts ----------------------------------------------------------------*/

static tby_graph one_move(void)
{
    tby_graph g;

    tby_graph_init(&g, NULL);
    line_end(&g, "e4");
    return g;
}

static void check_note(const tby_graph *g, const char *want)
{
    tby_str s = tby_graph_text(g, g->edges[0].note);

    CHECK(tby_str_is(s, want), "'%.*s', not '%s'", (int)s.n, s.p, want);
}

static void notes_are_one_line(void **state)
{
    static const struct {
        const char *text, *line;
    } ROWS[] = {
        {"", ""},
        {" \t\r\n ", ""},
        {"a", "a"},
        {"  a b  ", "a b"},
        {"a\nb", "a b"},
        {"a \r\n\t b", "a b"},
        {"a  b", "a  b"}, /* only line breaks change */
        {"a\tb", "a\tb"},
        {"a\fb\vc", "a b c"},
        {"\"Black's\" #1 -> x : y", "\"Black's\" #1 -> x : y"},
        {"é\nЖ", "é Ж"},
    };
    tby_graph g = one_move();

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        must(tby_graph_set_note(&g, 0, tby_str_of(ROWS[i].text)));
        check_note(&g, ROWS[i].line);
        must(tby_graph_set_title(&g, tby_str_of(ROWS[i].text)));
        assert_true(tby_str_is(tby_graph_text(&g, g.title), ROWS[i].line));
    }
    must(tby_graph_set_note(&g, 0, (tby_str){"a\0b", 3}));
    check_note(&g, "a b");
    tby_graph_free(&g);
}

static void notes_join_without_repeating(void **state)
{
    static const struct {
        const char *old, *more, *both;
    } ROWS[] = {
        {"", "a", "a"},
        {"a", "", "a"},
        {"a", " \n", "a"},
        {"a", "b", "a | b"},
        {"a", "a", "a"},
        {"a | b", "b", "a | b"},
        {"a | b", "b | c", "a | b | c"},
        {"a", "b | b", "a | b"},
        {"ab", "a", "ab | a"},
        {"a|b", "b", "a|b | b"},
        {"a", "b\nc", "a | b c"},
    };
    tby_graph g = one_move();

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        must(tby_graph_set_note(&g, 0, tby_str_of(ROWS[i].old)));
        must(tby_graph_join_note(&g, 0, tby_str_of(ROWS[i].more),
                                 TBY_STR(" | ")));
        check_note(&g, ROWS[i].both);
    }
    tby_graph_free(&g);
}

/* The same comment a million times is one comment and no memory. */
static void joining_what_is_there_costs_nothing(void **state)
{
    tby_graph g = one_move();

    (void)state;
    must(tby_graph_set_note(&g, 0, TBY_STR("the same | again")));
    size_t n = g.text_n;
    for (unsigned i = 0; i < 100000; i++)
        must(tby_graph_join_note(&g, 0, TBY_STR("again"), TBY_STR(" | ")));
    assert_int_equal(g.text_n, n);
    check_note(&g, "the same | again");
    tby_graph_free(&g);
}

/* Other texts come between those that are joined, and yet each costs room for
 * itself and not for all that came before. */
static void joined_notes_take_the_room_of_their_text(void **state)
{
    tby_graph g = one_move();
    char text[16];

    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        tby_str s = {text, (size_t)snprintf(text, sizeof text, "note %04u", i)};
        must(tby_graph_join_note(&g, 0, s, TBY_STR(" | ")));
        must(tby_graph_set_title(&g, TBY_STR("between")));
    }
    tby_str note = tby_graph_text(&g, g.edges[0].note);
    assert_int_equal(note.n, 2000 * (9 + 3) - 3);
    for (unsigned i = 0; i < 2000; i++) {
        snprintf(text, sizeof text, "note %04u", i);
        assert_memory_equal(note.p + (size_t)i * 12, text, 9);
    }
    assert_true(g.text_n < 8 * note.n);
    tby_graph_free(&g);
}

/* Memory that moves takes the text along. */
static void a_text_of_the_graph_may_be_given_again(void **state)
{
    tby_graph g = one_move();

    (void)state;
    must(tby_graph_set_note(&g, 0, TBY_STR("0123456789")));
    for (unsigned i = 0; i < 1000; i++) {
        must(tby_graph_set_title(&g, tby_graph_text(&g, g.edges[0].note)));
        must(tby_graph_set_note(&g, 0, tby_graph_text(&g, g.title)));
        must(tby_graph_set_nags(&g, 0, tby_graph_text(&g, g.title)));
        must(tby_graph_join_note(&g, 0, tby_graph_text(&g, g.title),
                                 TBY_STR(" | ")));
    }
    check_note(&g, "0123456789");
    tby_graph_free(&g);
}

static void glyphs_are_kept_once_and_in_order(void **state)
{
    tby_graph g = one_move();

    (void)state;
    must(tby_graph_add_nag(&g, 0, 146));
    must(tby_graph_add_nag(&g, 0, 0));
    must(tby_graph_add_nag(&g, 0, 1));
    must(tby_graph_add_nag(&g, 0, 146));
    assert_true(tby_str_is(tby_graph_text(&g, g.edges[0].nags), "\x92\x01"));
    for (unsigned i = 2; i < TBY_MAX_NAGS; i++)
        must(tby_graph_add_nag(&g, 0, (uint8_t)i));
    assert_int_equal(tby_graph_add_nag(&g, 0, 200), TBY_E_LIMIT);
    must(tby_graph_add_nag(&g, 0, 146)); /* it is there */
    assert_int_equal(g.edges[0].nags.n, TBY_MAX_NAGS);
    tby_graph_free(&g);
}

static void notes_have_a_limit(void **state)
{
    tby_graph g = one_move();
    char *text = malloc(TBY_MAX_NOTE_BYTES + 1);

    (void)state;
    assert_non_null(text);
    memset(text, 'x', TBY_MAX_NOTE_BYTES + 1);
    tby_str most = {text, TBY_MAX_NOTE_BYTES};
    tby_str more = {text, TBY_MAX_NOTE_BYTES + 1};
    assert_int_equal(tby_graph_set_note(&g, 0, more), TBY_E_LIMIT);
    assert_int_equal(g.edges[0].note.n, 0);
    must(tby_graph_set_note(&g, 0, most));
    assert_int_equal(tby_graph_join_note(&g, 0, TBY_STR("y"), TBY_STR(" | ")),
                     TBY_E_LIMIT);
    assert_int_equal(g.edges[0].note.n, TBY_MAX_NOTE_BYTES);
    free(text);
    tby_graph_free(&g);
}

/* --- comparing ------------------------------------------------------------*/

/* What can differ, one after the other. */
static void change(tby_graph *g, unsigned i)
{
    tby_eval eval = tby_eval_from_mate(TBY_BLACK, 3);

    switch (i) {
    case 0:
        must(tby_graph_set_title(g, TBY_STR("other")));
        break;
    case 1:
        tby_graph_set_color(g, TBY_BLACK);
        break;
    case 2:
        must(tby_graph_set_note(g, 1, TBY_STR("other")));
        break;
    case 3:
        must(tby_graph_add_nag(g, 1, 77));
        break;
    case 4:
        tby_graph_set_eval(g, 1, eval);
        break;
    case 5:
        tby_graph_place(g, 1, 0, 0.2);
        break;
    case 6:
        must(tby_graph_add_loose(g, TBY_STR("loose")));
        break;
    case 7:
        line_end(g, "e4 e5 Nf3 Nf6");
        break;
    case 8:
        tby_graph_unplace(g, 1);
        break;
    default: /* another order of the moves */
        tby_graph_unlink(g, 0);
        g->edges[0].prev_out = g->nodes[0].last_out;
        g->edges[0].next_out = TBY_NONE;
        tby_graph_relink(g, 0);
        break;
    }
}

static void every_difference_is_seen(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 10; i++) {
        tby_graph g, h;
        tby_graph_init(&g, NULL);
        tby_graph_init(&h, NULL);
        line_end(&g, "e4 e5 Nf3");
        line_end(&g, "d4 d5");
        line_end(&g, "c4 e5");
        line_end(&h, "e4 e5 Nf3"); /* the numbers differ */
        line_end(&h, "d4");
        line_end(&h, "c4 e5");
        line_end(&h, "d4 d5");
        tby_graph_place(&g, 1, 0, 0);
        tby_graph_place(&h, 1, 0.04, 0);
        must(tby_graph_compare(&g, &h));
        must(tby_graph_compare(&h, &g));
        change(&g, i);
        CHECK(tby_graph_compare(&g, &h) == TBY_DONE, "change %u", i);
        CHECK(tby_graph_compare(&h, &g) == TBY_DONE, "change %u", i);
        tby_graph_free(&g);
        tby_graph_free(&h);
    }
}

/* --- no memory ------------------------------------------------------------*/

static tby_rc fill_step(tby_graph *g, unsigned i)
{
    tby_pos p = tby_pos_start();
    rng r = {i / 8};
    uint32_t at;

    play_random(&r, &p, 4);
    switch (i % 8) {
    case 0:
        return tby_graph_add_node(g, &p, &at);
    case 1:
    case 2:
    case 3:
        at = (uint32_t)(i * 7 % g->nodes_n);
        p = g->nodes[at].pos;
        return tby_graph_add_edge(g, at, random_move(&r, &p), &at, NULL);
    case 4:
        return tby_graph_join_note(g, (uint32_t)(i % g->edges_n),
                                   TBY_STR("some words that need room"),
                                   TBY_STR(" | "));
    case 5:
        return tby_graph_add_nag(g, (uint32_t)(i % g->edges_n), 1);
    case 6:
        return tby_graph_add_loose(g, TBY_STR("a comment"));
    default:
        return tby_graph_set_title(g, TBY_STR("a title"));
    }
}

/* A step that fails changes nothing, and works when it is done again. */
static void without_memory_the_graph_stays_as_it_was(void **state)
{
    enum { STEPS = 1200 };
    tby_graph want;
    unsigned failures = 0;

    (void)state;
    tby_graph_init(&want, NULL);
    for (unsigned i = 0; i < STEPS; i++)
        must(fill_step(&want, i));
    tby_buf dump = graph_dump(&want);
    for (bool failed = true; failed; failures += failed) {
        failing f = {.calls_left = failures};
        tby_alloc alloc = failing_alloc(&f);
        tby_graph g;
        failed = false;
        tby_graph_init(&g, &alloc);
        for (unsigned i = 0; i < STEPS; i++) {
            tby_buf before = {.n = 0};
            bool near = f.calls_left < 4; /* or may */
            if (near)
                before = graph_dump(&g);
            tby_rc rc = fill_step(&g, i);
            if (rc != TBY_OK) {
                assert_int_equal(rc, TBY_E_NOMEM);
                tby_buf after = graph_dump(&g);
                assert_true(
                    tby_str_equal(tby_buf_str(&before), tby_buf_str(&after)));
                tby_buf_free(&after);
                failed = true;
                f.calls_left = SIZE_MAX;
                must(fill_step(&g, i));
            }
            if (near)
                tby_buf_free(&before);
        }
        tby_buf now = graph_dump(&g);
        assert_true(tby_str_equal(tby_buf_str(&now), tby_buf_str(&dump)));
        tby_buf_free(&now);
        tby_graph_free(&g);
        failing_check_back(&f);
    }
    assert_in_range(failures, 20, 200);
    tby_buf_free(&dump);
    tby_graph_free(&want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transpositions_meet_in_one_node),
        cmocka_unit_test(en_passant_counts_where_it_can_be_done),
        cmocka_unit_test(random_nodes_are_found),
        cmocka_unit_test(a_move_is_made_once),
        cmocka_unit_test(last_out_is_first_back),
        cmocka_unit_test(a_dropped_node_is_not_found_until_it_is_back),
        cmocka_unit_test(notes_are_one_line),
        cmocka_unit_test(notes_join_without_repeating),
        cmocka_unit_test(joining_what_is_there_costs_nothing),
        cmocka_unit_test(joined_notes_take_the_room_of_their_text),
        cmocka_unit_test(a_text_of_the_graph_may_be_given_again),
        cmocka_unit_test(glyphs_are_kept_once_and_in_order),
        cmocka_unit_test(notes_have_a_limit),
        cmocka_unit_test(every_difference_is_seen),
        cmocka_unit_test(without_memory_the_graph_stays_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
