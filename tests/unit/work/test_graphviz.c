/* test_graphviz.c - Graphviz as it is, and programs that only pretend to be
 * it: they hang, die, lie and babble. */
#include "io/system/clock.h"
#include "io/system/process.h"
#include "unit/rep/layout_graphs.h"
#include "work/rep/layout.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- a folder with a dot of our own ---------------------------------------*/

static char folder[] = "/tmp/tabiya-graphviz-XXXXXX";
static char true_path[4096];

static void file_name(char *buf, size_t cap)
{
    snprintf(buf, cap, "%s/dot", folder);
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(true_path, sizeof true_path, "%s", getenv("PATH"));
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char name[64];

    (void)state;
    file_name(name, sizeof name);
    unlink(name);
    return rmdir(folder);
}

/* From now on, dot is a shell script; NULL: there is none. */
static void pretend(const char *script)
{
    char name[64];

    file_name(name, sizeof name);
    unlink(name);
    if (script) {
        FILE *f = fopen(name, "w");
        assert_non_null(f);
        fprintf(f, "#!/bin/sh\nPATH=/usr/bin:/bin\n%s\n", script);
        assert_int_equal(fclose(f), 0);
        assert_int_equal(chmod(name, 0755), 0);
    }
    assert_int_equal(setenv("PATH", folder, 1), 0);
}

static void pretend_nothing(void)
{
    assert_int_equal(setenv("PATH", true_path, 1), 0);
}

static void assert_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* A triangle through a dot that is such a script. */
static tby_rc answer_of(const char *script, tby_point at[3], double seconds)
{
    static const uint32_t from[] = {0, 0, 1}, to[] = {1, 2, 2};
    const tby_layout_graph g = {.nodes = 3, .edges = 3, .from = from, .to = to};

    pretend(script);
    tby_rc rc = tby_graphviz_layout(
        &g, &(tby_graphviz_options){.algorithm = "neato", .seconds = seconds},
        at);
    pretend_nothing();
    assert_no_children();
    return rc;
}

#define ANSWER(lines) "cat >/dev/null; cat <<'END'\n" lines "\nEND"

static void refuses(const char *script, tby_rc expected)
{
    tby_point at[3] = {{7, 7}};
    tby_rc rc = answer_of(script, at, 20);

    CHECK(rc == expected, "%s: %s", script, tby_rc_name(rc));
    assert_true(at[0].x == 7 && at[0].y == 7);
}

/* --- pretenders -----------------------------------------------------------*/

static void an_answer_is_read(void **state)
{
    tby_point at[3];

    (void)state;
    assert_int_equal(answer_of(ANSWER("graph 1 2 2\n"
                                      "node 2 1.5 -2 .5 .5 x y z\n"
                                      "node 0 -.5 1e-3 .5 .5 \"\" solid\n"
                                      "edge 0 1 4 1 1 1 1 1 1 1 1 solid\n"
                                      "node 1 0.25 .5 .5 .5\nstop"),
                               at, 20),
                     TBY_OK);
    assert_true(at[0].x == 0 && at[0].y == 144.1);
    assert_true(at[1].x == 54 && at[1].y == 180);
    assert_true(at[2].x == 144 && at[2].y == 0);
}

/* A script that answers only if it was asked as it should be. */
static void what_it_is_asked_is_a_graph(void **state)
{
    tby_point at[3];

    (void)state;
    assert_int_equal(
        answer_of("[ \"$*\" = '-Kneato -Tplain -y -q' ] || exit\n"
                  "asked=$(tr '\\n' ' ')\n"
                  "case $asked in\n"
                  "'digraph{'*']'*'] 0 1 2 0->1 0->2 1->2 } ') ;;\n"
                  "*) exit ;;\n"
                  "esac\n"
                  "printf 'node %d 0 0\\n' 0 1 2; echo stop",
                  at, 20),
        TBY_OK);
}

static void it_may_be_missing(void **state)
{
    (void)state;
    refuses(NULL, TBY_E_GRAPHVIZ_NONE);
}

static void it_may_end_without_an_answer(void **state)
{
    (void)state;
    refuses("exit 1", TBY_E_GRAPHVIZ_ENDED);
    refuses("cat >/dev/null; echo no >&2; exit 0", TBY_E_GRAPHVIZ_ENDED);
    refuses("cat >/dev/null; kill -9 $$", TBY_E_GRAPHVIZ_ENDED);
    refuses("cat >/dev/null; echo graph 1 1 1; echo node 0 1 1",
            TBY_E_GRAPHVIZ_ENDED);
}

static void it_may_answer_nonsense(void **state)
{
    (void)state;
    refuses(ANSWER("hello"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER(""), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("stop"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node 0 1 1\nnode 1 1 1\nstop"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node 3 1 1"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node x 1 1"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node 0 1"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node 0 nan 1"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node 0 1e300 1"), TBY_E_GRAPHVIZ_ANSWER);
    refuses(ANSWER("node 0 1 1\nnode 0 1 1"), TBY_E_GRAPHVIZ_ANSWER);
    refuses("cat >/dev/null; head -c 100000 /dev/zero", TBY_E_GRAPHVIZ_ENDED);
}

static void it_may_take_too_long(void **state)
{
    static const char *const scripts[] = {
        "cat >/dev/null; exec sleep 1000", "exec sleep 1000",
        "cat >/dev/null; while :; do echo graph; done",
        "trap '' TERM HUP; cat >/dev/null; while :; do sleep 1; done"};

    (void)state;
    for (size_t i = 0; i < LENGTH(scripts); i++) {
        double start = tby_clock_now();
        tby_point at[3];

        assert_int_equal(answer_of(scripts[i], at, 0.3), TBY_E_GRAPHVIZ_SLOW);
        assert_true(tby_clock_now() - start < HANG_SECONDS);
    }
}

/* A shell that doubles a text until it may not. */
static void memory_is_limited(void **state)
{
    const tby_graphviz_options o = {
        .algorithm = "dot", .seconds = 60, .memory = 64 << 20};
    graph t = graph_new(1, 0);

    (void)state;
    pretend("cat >/dev/null; x=xxxxxxxxxxxxxxxx\nwhile :; do x=$x$x; done");
    assert_int_equal(tby_graphviz_layout(&t.g, &o, t.at), TBY_E_GRAPHVIZ_ENDED);
    pretend_nothing();
    assert_no_children();
    graph_free(&t);
}

static void what_cannot_be_asked_is_refused(void **state)
{
    graph t = graph_new(2, 1);
    tby_graphviz_options o = {.algorithm = "osage"};

    (void)state;
    pretend("exit 1");
    assert_int_equal(tby_graphviz_layout(&t.g, &o, t.at), TBY_E_GRAPHVIZ_NAME);
    o.algorithm = "";
    assert_int_equal(tby_graphviz_layout(&t.g, &o, t.at), TBY_E_GRAPHVIZ_NAME);
    o.algorithm = "circo";
    add_edge(&t, 0, 2);
    assert_int_equal(tby_graphviz_layout(&t.g, &o, t.at), TBY_E_GRAPH_EDGE);
    t.g = (tby_layout_graph){.nodes = 0};
    assert_int_equal(tby_graphviz_layout(&t.g, &o, t.at), TBY_OK);
    pretend_nothing();
    graph_free(&t);
}

/* --- Graphviz itself ------------------------------------------------------*/

static void check_points(const graph *t)
{
    double left = t->at[0].x, top = t->at[0].y;

    for (uint32_t v = 0; v < t->g.nodes; v++) {
        left = t->at[v].x < left ? t->at[v].x : left;
        top = t->at[v].y < top ? t->at[v].y : top;
        for (uint32_t u = 0; u < v; u++)
            CHECK(t->at[u].x != t->at[v].x || t->at[u].y != t->at[v].y,
                  "%u and %u at the same place", u, v);
    }
    assert_true(left == 0 && top == 0);
}

static void all_algorithms_give_points(void **state)
{
    static const char *const names[] = {"dot",  "neato", "fdp",
                                        "sfdp", "twopi", "circo"};
    rng r = {1}; /* circo of Graphviz 2.43 crashes on some graphs */
    char path[4096];

    (void)state;
    if (tby_program_find("dot", path, sizeof path) != TBY_OK) {
        printf("SKIPPED: Graphviz is not installed\n");
        skip();
    }
    for (size_t i = 0; i < LENGTH(names); i++) {
        graph t = random_repertoire(&r, 40, 6);
        tby_rc rc = tby_graphviz_layout(
            &t.g, &(tby_graphviz_options){.algorithm = names[i]}, t.at);
        CHECK(rc == TBY_OK, "%s: %s", names[i], tby_rc_name(rc));
        check_points(&t);
        graph_free(&t);
    }
}

/* Its ranks are ours, and wide nodes are kept apart. */
static void dot_draws_in_our_units(void **state)
{
    const double width[] = {40, 300, 40};
    char path[4096];
    graph t = graph_new(3, 2);

    (void)state;
    if (tby_program_find("dot", path, sizeof path) != TBY_OK) {
        printf("SKIPPED: Graphviz is not installed\n");
        graph_free(&t);
        skip();
    }
    add_edge(&t, 0, 1);
    add_edge(&t, 0, 2);
    t.g.width = width;
    assert_int_equal(
        tby_graphviz_layout(&t.g, &(tby_graphviz_options){.algorithm = "dot"},
                            t.at),
        TBY_OK);
    assert_true(t.at[0].y == 0);
    for (int v = 1; v < 3; v++)
        CHECK(t.at[v].y > 129 && t.at[v].y < 130.2, "%g", t.at[v].y);
    double apart = t.at[1].x - t.at[2].x;
    CHECK((apart < 0 ? -apart : apart) > 209, "%g", apart);
    graph_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_read),
        cmocka_unit_test(what_it_is_asked_is_a_graph),
        cmocka_unit_test(it_may_be_missing),
        cmocka_unit_test(it_may_end_without_an_answer),
        cmocka_unit_test(it_may_answer_nonsense),
        cmocka_unit_test(it_may_take_too_long),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(what_cannot_be_asked_is_refused),
        cmocka_unit_test(all_algorithms_give_points),
        cmocka_unit_test(dot_draws_in_our_units),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
