/* test_rep_pgn_readers.c - what another program reads in our PGN: Debian's
 * pgn-extract resolves every move and splits the variations; the moves of its
 * lines are exactly those of the graph. */
#include "io/system/process.h"
#include "tabiya/merge.h"
#include "tabiya/rep.h"
#include "unit/rep/rep_pgn.h"

#include <unistd.h>

typedef struct reader {
    char path[512];
    char in[64], out[64];
} reader;

static void make_file(char *name)
{
    int fd = mkstemp(name);

    CHECK(fd >= 0, "%s", name);
    close(fd);
}

static bool open_reader(reader *r)
{
    *r = (reader){.in = "/tmp/tby-rep-XXXXXX", .out = "/tmp/tby-rep-XXXXXX"};
    if (tby_program_find("pgn-extract", r->path, sizeof r->path) != TBY_OK) {
        printf("SKIPPED: there is no pgn-extract\n");
        return false;
    }
    make_file(r->in);
    make_file(r->out);
    return true;
}

static void close_reader(reader *r)
{
    unlink(r->in);
    unlink(r->out);
}

static void put_file(const char *name, bytes text)
{
    FILE *f = fopen(name, "wb");

    CHECK(f && fwrite(text.p, 1, text.n, f) == text.n && fclose(f) == 0, "%s",
          name);
}

static bytes get_file(const char *name)
{
    FILE *f = fopen(name, "rb");
    bytes out = {NULL, 0};
    size_t cap = 1 << 22, n;

    CHECK(f, "%s", name);
    out.p = malloc(cap);
    while (out.p && (n = fread(out.p + out.n, 1, cap - out.n, f)) > 0)
        if ((out.n += n) == cap)
            out.p = realloc(out.p, cap *= 2);
    CHECK(out.p, "no memory");
    fclose(f);
    return out;
}

/* The lines that pgn-extract makes of a text, in long algebraic notation. */
static bytes split(const reader *r, bytes text)
{
    char command[1024];

    put_file(r->in, text);
    snprintf(command, sizeof command,
             "%s -s -C -N -Wlalg --splitvariants %s >%s", r->path, r->in,
             r->out);
    CHECK(system(command) == 0, "%s", command);
    return get_file(r->out);
}

static void check_graph(const reader *r, const tby_graph *g,
                        const tby_rep_pgn_options *options)
{
    tby_rep_import how = {.depth = 0};
    tby_graph again;
    bytes text;

    assert_int_equal(export(g, options, &text), TBY_DONE);
    bytes lines = split(r, text);
    tby_graph_init(&again, NULL);
    import(&again, str_of(lines), &how);
    CHECK(again.edges_alive == g->edges_alive, "%u of %u moves in\n%.3000s",
          again.edges_alive, g->edges_alive, text.p);
    for (size_t i = 0; i < g->edges_n; i++) {
        uint32_t from = tby_graph_find(&again, &g->nodes[g->edges[i].from].pos);
        CHECK(from != TBY_NONE &&
                  tby_graph_edge(&again, from, g->edges[i].move) != TBY_NONE,
              "a move from %s", fen_of(&g->nodes[g->edges[i].from].pos).s);
    }
    tby_graph_free(&again);
    free(lines.p);
    free(text.p);
}

static void pgn_extract_reads_the_same_moves(void **state)
{
    rng random = rng_for(__func__);
    reader r;

    (void)state;
    if (!open_reader(&r))
        skip();
    for (int round = 0; round < 25; round++) {
        tby_graph g;

        tby_graph_init(&g, NULL);
        random_graph(&random, &g, 1 + rng_below(&random, 150),
                     1 + rng_below(&random, 3));
        check_graph(&r, &g, &TREE);
        check_graph(&r, &g, &LINES);
        tby_graph_free(&g);
    }
    close_reader(&r);
}

/* Without coordinates, which PGN does not have. */
static bool read_shared(tby_graph *g, const char *name)
{
    tby_rep_report report;
    bytes text = shared_file(name);
    tby_graph placed;

    if (!text.p)
        return false;
    tby_graph_init(&placed, NULL);
    tby_graph_init(g, NULL);
    assert_int_equal(tby_rep_read(&placed, str_of(text), NULL, &report),
                     TBY_OK);
    assert_int_equal(tby_graph_merge(g, &placed, TBY_MERGE_EVALS), TBY_OK);
    tby_graph_free(&placed);
    free(text.p);
    return true;
}

static void check_again(const tby_graph *g, const tby_rep_pgn_options *options)
{
    tby_rep_import how = {.depth = 0};
    tby_graph again;
    bytes text;

    assert_int_equal(export(g, options, &text), TBY_DONE);
    tby_graph_init(&again, NULL);
    import(&again, str_of(text), &how);
    copy_head(&again, g);
    assert_int_equal(tby_graph_compare(g, &again), TBY_OK);
    tby_graph_free(&again);
    free(text.p);
}

static void real_repertoires(void **state)
{
    static const char *const NAMES[] = {
        "real/london.txt",
        "real/scandinavian-a.txt",
        "history/1398278__openings_london-14.txt",
        "history/148e591__Openings_London_1-5.txt",
        "history/57629ad__Openings_London_1-5.txt",
        "history/6b7206f__openings_london.txt",
        "history/744d003__London_1-5.txt",
        "history/88aa793__openings_london-group-a.txt",
        "history/88aa793__openings_london-group-c.txt",
        "history/8b13e0d__Openings_London_1-5.txt",
        "history/9226405__openings_london-group-b.txt",
        "edge/annotations.v5.txt",
        "edge/crlf_bom.v5.txt",
        "edge/cycle.v5.txt",
        "edge/ep_merge.v5.txt",
        "edge/ep_stripped.v4.txt",
        "edge/start_aliases.v5.txt",
        "edge/two_own_moves.v5.txt",
    };
    reader r;
    unsigned missing = 0;

    (void)state;
    bool other = open_reader(&r);
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        char name[128];
        tby_graph g;

        snprintf(name, sizeof name, "repertoire/%s", NAMES[i]);
        if (!read_shared(&g, name)) {
            missing++;
            continue;
        }
        check_again(&g, &TREE);
        check_again(&g, &LINES);
        check_again(&g, &UNROLLED);
        if (other)
            check_graph(&r, &g, &TREE);
        tby_graph_free(&g);
    }
    if (other)
        close_reader(&r);
    if (missing)
        skip_without_shared(missing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pgn_extract_reads_the_same_moves),
        cmocka_unit_test(real_repertoires),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
