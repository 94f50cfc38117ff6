/* test_merge.c - repertoires made one. */
#include "support/data.h"
#include "support/graphs.h"
#include "tabiya/merge.h"
#include "tabiya/rep.h"

#include <stdlib.h>
#include <string.h>

/* --- the edges of a graph, as a set that was made by sorting ---------------*/

typedef struct pair {
    uint64_t key;
    tby_move move;
} pair;

typedef struct pairs {
    pair *at;
    size_t n;
} pairs;

static int compare_pairs(const void *a, const void *b)
{
    const pair *p = a, *q = b;

    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return (p->move > q->move) - (p->move < q->move);
}

static void add_pairs(pairs *s, const tby_graph *g)
{
    s->at = realloc(s->at, (s->n + g->edges_n + 1) * sizeof *s->at);
    CHECK(s->at, "no memory");
    for (size_t i = 0; i < g->edges_n; i++)
        if (g->edges[i].alive)
            s->at[s->n++] =
                (pair){g->nodes[g->edges[i].from].pos.key, g->edges[i].move};
}

static void sort_pairs(pairs *s)
{
    size_t n = 0;

    qsort(s->at, s->n, sizeof *s->at, compare_pairs);
    for (size_t i = 0; i < s->n; i++)
        if (i == 0 || compare_pairs(&s->at[i], &s->at[i - 1]) != 0)
            s->at[n++] = s->at[i];
    s->n = n;
}

static void merge(tby_graph *to, const tby_graph *from)
{
    assert_int_equal(tby_graph_merge(to, from, TBY_MERGE_NO_EVALS), TBY_OK);
}

static void note_is(const tby_graph *g, uint32_t edge, const char *text)
{
    tby_str note = tby_graph_text(g, g->edges[edge].note);

    CHECK(tby_str_is(note, text), "'%.*s', not '%s'", (int)note.n, note.p,
          text);
}

/* --- tests ----------------------------------------------------------------*/

static void edges_are_the_union(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 60; round++) {
        tby_graph in[3], sum;
        pairs all = {NULL, 0}, got = {NULL, 0};

        tby_graph_init(&sum, NULL);
        for (int i = 0; i < 3; i++) {
            tby_graph_init(&in[i], NULL);
            random_graph(&r, &in[i], rng_below(&r, 300), 1 + rng_below(&r, 2));
            add_pairs(&all, &in[i]);
            merge(&sum, &in[i]);
        }
        add_pairs(&got, &sum);
        sort_pairs(&all);
        sort_pairs(&got);
        assert_int_equal(sum.edges_alive, got.n);
        assert_int_equal(all.n, got.n);
        for (size_t i = 0; i < all.n; i++)
            assert_int_equal(compare_pairs(&all.at[i], &got.at[i]), 0);
        free(all.at);
        free(got.at);
        for (int i = 0; i < 3; i++)
            tby_graph_free(&in[i]);
        tby_graph_free(&sum);
    }
}

/* A copy says the same as what it was made of, and merging once more, or with
 * a part of itself, changes nothing. */
static void merging_again_changes_nothing(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int round = 0; round < 40; round++) {
        tby_graph a, b, once, twice;

        tby_graph_init(&a, NULL);
        tby_graph_init(&b, NULL);
        tby_graph_init(&once, NULL);
        tby_graph_init(&twice, NULL);
        random_graph(&r, &a, 1 + rng_below(&r, 200), 1);
        random_graph(&r, &b, 1 + rng_below(&r, 200), 1);
        assert_int_equal(tby_graph_add_loose(&a, TBY_STR("x")), TBY_OK);
        assert_int_equal(tby_graph_add_loose(&b, TBY_STR("y")), TBY_OK);
        assert_int_equal(tby_graph_set_title(&a, TBY_STR("A")), TBY_OK);
        assert_int_equal(tby_graph_set_title(&b, TBY_STR("B")), TBY_OK);

        assert_int_equal(tby_graph_merge(&once, &a, TBY_MERGE_EVALS), TBY_OK);
        if (a.edges_alive) /* else its only node is left alone */
            assert_int_equal(tby_graph_compare(&once, &a), TBY_OK);
        merge(&once, &b);
        assert_int_equal(tby_graph_merge(&twice, &once, TBY_MERGE_EVALS),
                         TBY_OK);
        merge(&twice, &b);
        merge(&twice, &a);
        merge(&twice, &once);
        assert_int_equal(tby_graph_compare(&once, &twice), TBY_OK);
        assert_true(tby_str_is(tby_graph_text(&twice, twice.title), "A + B"));
        assert_int_equal(twice.loose_n, 2);
        tby_graph_free(&a);
        tby_graph_free(&b);
        tby_graph_free(&once);
        tby_graph_free(&twice);
    }
}

static void first_seen_comes_first(void **state)
{
    tby_graph a, b, sum;
    static const char *const ORDER[] = {"d4", "c4", "e4", "Nf3"};

    (void)state;
    tby_graph_init(&a, NULL);
    tby_graph_init(&b, NULL);
    tby_graph_init(&sum, NULL);
    add_line(&a, NULL, "d4 d5");
    add_line(&a, NULL, "c4");
    add_line(&b, NULL, "e4");
    add_line(&b, NULL, "c4 e5");
    add_line(&b, NULL, "Nf3");
    add_line(&b, NULL, "d4 Nf6");
    merge(&sum, &a);
    merge(&sum, &b);
    uint32_t e = sum.nodes[node_after(&sum, "")].first_out;
    for (size_t i = 0; i < LENGTH(ORDER); i++, e = sum.edges[e].next_out) {
        char san[TBY_SAN_MAX];
        tby_pos start = tby_pos_start();

        assert_int_not_equal(e, TBY_NONE);
        tby_san_write(&start, sum.edges[e].move, san);
        assert_string_equal(san, ORDER[i]);
    }
    assert_int_equal(e, TBY_NONE);
    tby_graph_free(&a);
    tby_graph_free(&b);
    tby_graph_free(&sum);
}

static void marks_of_a_move_join(void **state)
{
    tby_graph a, b, sum;
    static const char NAGS_A[] = {1, 14}, NAGS_B[] = {14, 3},
                      ALL[] = {1, 14, 3};

    (void)state;
    tby_graph_init(&a, NULL);
    tby_graph_init(&b, NULL);
    tby_graph_init(&sum, NULL);
    uint32_t in_a = add_line(&a, NULL, "d4"), in_b = add_line(&b, NULL, "d4");
    set_note(&a, in_a, "London | main");
    set_note(&b, in_b, "main | solid");
    assert_int_equal(tby_graph_set_nags(&a, in_a, (tby_str){NAGS_A, 2}),
                     TBY_OK);
    assert_int_equal(tby_graph_set_nags(&b, in_b, (tby_str){NAGS_B, 2}),
                     TBY_OK);
    set_note(&b, add_line(&b, NULL, "e4"), "only here");
    tby_graph_set_eval(&a, a.edges[in_a].to, tby_eval_from_cp(20));
    tby_graph_set_eval(&b, b.edges[in_b].to, tby_eval_from_cp(30));
    tby_graph_place(&a, a.edges[in_a].to, 1, 2);
    tby_graph_set_color(&b, TBY_BLACK);

    merge(&sum, &a);
    merge(&sum, &b);
    uint32_t d4 = add_line(&sum, NULL, "d4");
    note_is(&sum, d4, "London | main | solid");
    note_is(&sum, add_line(&sum, NULL, "e4"), "only here");
    tby_str nags = tby_graph_text(&sum, sum.edges[d4].nags);
    assert_int_equal(nags.n, 3);
    assert_memory_equal(nags.p, ALL, 3);
    const tby_node *n = &sum.nodes[sum.edges[d4].to];
    assert_false(n->placed);
    assert_int_equal(n->eval.kind, TBY_EVAL_NONE);
    assert_true(sum.has_color && sum.color == TBY_BLACK);

    assert_int_equal(tby_graph_merge(&sum, &b, TBY_MERGE_EVALS), TBY_OK);
    assert_int_equal(tby_graph_merge(&sum, &a, TBY_MERGE_EVALS), TBY_OK);
    assert_true(
        tby_eval_equal(sum.nodes[sum.edges[d4].to].eval, tby_eval_from_cp(30)));
    tby_graph_free(&a);
    tby_graph_free(&b);
    tby_graph_free(&sum);
}

/* Loose comments are looked up by halves: many, in no order. */
static void loose_comments_come_once(void **state)
{
    tby_graph a, sum;
    char text[32];

    (void)state;
    tby_graph_init(&a, NULL);
    tby_graph_init(&sum, NULL);
    for (unsigned i = 0; i < 500; i++) {
        snprintf(text, sizeof text, "comment %u", i * 7919u % 1000);
        assert_int_equal(
            tby_graph_add_loose(i % 3 ? &a : &sum, tby_str_of(text)), TBY_OK);
    }
    merge(&sum, &a);
    assert_int_equal(sum.loose_n, 500);
    merge(&sum, &a);
    assert_int_equal(sum.loose_n, 500);
    tby_graph_free(&a);
    tby_graph_free(&sum);
}

/* What is joined again and again takes no room. */
static void text_does_not_grow(void **state)
{
    tby_graph a, sum;

    (void)state;
    tby_graph_init(&a, NULL);
    tby_graph_init(&sum, NULL);
    set_note(&a, add_line(&a, NULL, "e4"), "best by test");
    assert_int_equal(tby_graph_set_title(&a, TBY_STR("A")), TBY_OK);
    merge(&sum, &a);
    size_t n = sum.text_n;
    for (int i = 0; i < 10; i++)
        merge(&sum, &a);
    assert_int_equal(sum.text_n, n);
    tby_graph_free(&a);
    tby_graph_free(&sum);
}

/* --- real files -----------------------------------------------------------*/

static bool read_shared(tby_graph *g, const char *name)
{
    tby_rep_report report;
    bytes text = shared_file(name);

    if (!text.p)
        return false;
    tby_graph_init(g, NULL);
    assert_int_equal(tby_rep_read(g, str_of(text), NULL, &report), TBY_OK);
    assert_int_equal(report.errors, 0);
    free(text.p);
    return true;
}

/* The numbers are those of merge_facts.json, which other programs counted. */
static void london_groups_are_the_london(void **state)
{
    static const struct {
        const char *name;
        uint32_t edges;
    } GROUPS[] = {
        {"repertoire/history/88aa793__openings_london-group-a.txt", 62},
        {"repertoire/history/9226405__openings_london-group-b.txt", 53},
        {"repertoire/history/88aa793__openings_london-group-c.txt", 91},
    };
    tby_graph sum, london;

    (void)state;
    tby_graph_init(&sum, NULL);
    for (size_t i = 0; i < LENGTH(GROUPS); i++) {
        tby_graph g;

        if (!read_shared(&g, GROUPS[i].name))
            skip_without_shared(4);
        assert_int_equal(g.edges_alive, GROUPS[i].edges);
        merge(&sum, &g);
        tby_graph_free(&g);
    }
    read_shared(&london, "repertoire/history/6b7206f__openings_london.txt");
    assert_int_equal(sum.edges_alive, 166);
    pairs all = {NULL, 0}, got = {NULL, 0};
    add_pairs(&all, &london);
    add_pairs(&got, &sum);
    sort_pairs(&all);
    sort_pairs(&got);
    assert_int_equal(all.n, 166);
    assert_int_equal(got.n, 166);
    for (size_t i = 0; i < all.n; i++)
        assert_int_equal(compare_pairs(&all.at[i], &got.at[i]), 0);
    free(all.at);
    free(got.at);
    tby_graph_free(&london);
    tby_graph_free(&sum);
}

/* A row of ab.intended.tsv: position, move, position, annotation. */
static void check_row(const tby_graph *g, tby_str row)
{
    tby_str fen, san = {"", 0}, ignored, note = {"", 0};
    tby_pos pos = tby_pos_start();
    char text[TBY_FEN_MAX];

    assert_true(tby_str_field(&row, '\t', &fen) &&
                tby_str_field(&row, '\t', &san) &&
                tby_str_field(&row, '\t', &ignored));
    if (row.p)
        note = row;
    snprintf(text, sizeof text, "%.*s", (int)fen.n, fen.p);
    if (!tby_str_is(fen, "start"))
        pos = pos_of(text);
    uint32_t node = tby_graph_find(g, &pos);
    CHECK(node != TBY_NONE, "%s", text);
    uint32_t edge = tby_graph_edge(g, node, move_of(&pos, san));
    CHECK(edge != TBY_NONE, "%.*s in %s", (int)san.n, san.p, text);
    tby_str got = tby_graph_text(g, g->edges[edge].note);
    CHECK(tby_str_equal(got, note), "'%.*s', not '%.*s'", (int)got.n, got.p,
          (int)note.n, note.p);
}

static void a_and_b_are_what_was_intended(void **state)
{
    tby_graph a, b, sum;
    bytes rows = shared_file("repertoire/merge/ab.intended.tsv");
    tby_str rest = str_of(rows), row;
    size_t n = 0;

    (void)state;
    if (!rows.p || !read_shared(&a, "repertoire/merge/a.txt") ||
        !read_shared(&b, "repertoire/merge/b.txt"))
        skip_without_shared(3);
    tby_graph_init(&sum, NULL);
    merge(&sum, &a);
    merge(&sum, &b);
    while (tby_str_field(&rest, '\n', &row))
        if (row.n) {
            check_row(&sum, row);
            n++;
        }
    assert_int_equal(n, sum.edges_alive);
    assert_true(tby_str_is(tby_graph_text(&sum, sum.title), "A + B"));
    free(rows.p);
    tby_graph_free(&a);
    tby_graph_free(&b);
    tby_graph_free(&sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_the_union),
        cmocka_unit_test(merging_again_changes_nothing),
        cmocka_unit_test(first_seen_comes_first),
        cmocka_unit_test(marks_of_a_move_join),
        cmocka_unit_test(loose_comments_come_once),
        cmocka_unit_test(text_does_not_grow),
        cmocka_unit_test(london_groups_are_the_london),
        cmocka_unit_test(a_and_b_are_what_was_intended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
