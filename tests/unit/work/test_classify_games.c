/* test_classify_games.c - openings of files: rows, tags, groups, filters, on
 * any number of threads and in blocks of any size. */
#include "unit/openings/search_names.h"
/* above: it calls other things text */
#include "support/games.h"
#include "tabiya/jsonl.h"
#include "work/openings/classify.h"

#include <unistd.h>

static const char NAMES[] =
    "eco\tname\tpgn\n"
    "B00\tKing's Pawn Game\t1. e4\n"
    "C20\tKing's Pawn Game\t1. e4 e5\n"
    "C60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\n"
    "C65\tRuy Lopez: Berlin Defense\t1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6\n"
    "B20\tSicilian Defense\t1. e4 c5\n"
    "B50\tSicilian: 2...d6\t1. e4 c5 2. Nf3 d6\n"
    "D70\tGrünfeld Defense: 3.f3\t1. d4 Nf6 2. c4 g6 3. f3\n"
    "D80\tGrünfeld, Defense\t1. d4 Nf6 2. c4 g6 3. Nc3 d5\n";

static const char GAMES[] =
    "[White \"A\tb\"]\n[Black \"B\"]\n[ECO \"C00\"]\n[Variation \"old\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O {good} Nxe4 1-0\n\n"
    "[White \"C\"]\n\n1. Nf3 c5 2. e4 d6 (2... e6) 3. d4 1/2-1/2\n\n"
    "[White \"D\"]\n\n1. d4 Nf6 2. c4 g6 3. f3\n0-1\n\n"
    "[White \"E\"]\n\n1. a3 a6 *\n\n"
    "[White \"F\"]\n\n1. e4 c5 2. Nf3 Nf9 3. d4 1-0\n\n"
    "[White \"G\"]\n\n1. d4 d5 2. c4 Nf6 3. Nc3 g6 *\n";

/* --- running it ------------------------------------------------------------*/

typedef struct outcome {
    tby_rc opened;
    tby_classes_sum sum;
    text out; /* what went to the sink */
    text counts;
} outcome;

static void free_outcome(outcome *o)
{
    text_free(&o->out);
    text_free(&o->counts);
}

static const char *path_of(const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "/tmp/tabiya-classify-%ld-%s", (long)getpid(),
             name);
    return path;
}

static text read_back(const char *path)
{
    tby_source *source = NULL;
    text t = {NULL, 0, 0};
    char piece[4096];
    size_t n;

    must(tby_source_open(&source, path));
    while (tby_source_read(source, piece, sizeof piece, &n) == TBY_OK)
        text_add(&t, piece, n);
    tby_source_close(source);
    text_end(&t);
    return t;
}

static void put_counts(tby_classes *c, tby_classes_group by, text *out)
{
    const tby_classes_row *rows;
    size_t n;
    char line[200];

    must(tby_classes_count(c, by, &rows, &n));
    for (size_t i = 0; i < n; i++) {
        snprintf(line, sizeof line, "%llu %.*s\n",
                 (unsigned long long)rows[i].n, (int)rows[i].label.n,
                 rows[i].label.n ? rows[i].label.p : "");
        text_puts(out, line);
    }
    text_end(out);
}

static tby_openings *table(void)
{
    tby_openings *t = NULL;

    must(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL));
    add_tsv(t, "eco_tsv", tby_str_of(NAMES));
    return t;
}

static outcome run(const char *name, tby_str pgn, unsigned threads,
                   size_t block, tby_classes_options options)
{
    outcome o = {.opened = TBY_OK};
    library l;
    tby_classes *c = NULL;
    tby_games_result result;
    tby_games_job job = {.threads = threads, .block = block, .faults = 9};

    open_library(&l, table());
    options.names = &l.names;
    must(tby_sink_open(&options.sink, path_of("out")));
    o.opened = tby_classes_open(&c, &options);
    if (o.opened == TBY_OK) {
        must(tby_classes_begin(c, name != NULL));
        tby_classes_file(c, name);
        job.visitor = tby_classes_visitor(c);
        must(tby_games_read_memory(&job, pgn.p, pgn.n, &result));
        must(tby_sink_commit(options.sink));
        o.sum = tby_classes_summary(c);
        o.out = read_back(path_of("out"));
        if (options.output == TBY_CLASSES_NONE)
            put_counts(c, options.group, &o.counts);
    }
    tby_classes_close(c);
    tby_sink_close(options.sink);
    close_library(&l);
    unlink(path_of("out"));
    return o;
}

/* The same whatever the threads and blocks. */
static void check_output(const char *name, tby_str pgn,
                         tby_classes_options options, const char *expected)
{
    for (unsigned threads = 1; threads <= 3; threads++)
        for (size_t block = 0; block < 400; block += 130) {
            outcome o = run(name, pgn, threads, block, options);
            const text *t = o.counts.p ? &o.counts : &o.out;
            EXPECT(o.opened == TBY_OK && t->n == strlen(expected) &&
                       strcmp(t->p, expected) == 0,
                   "%s, %u threads, blocks of %zu:\n%s", name ? name : "",
                   threads, block, t->p);
            free_outcome(&o);
        }
    end_rows();
}

/* --- rows ------------------------------------------------------------------*/

#define HEAD "game\twhite\tblack\tcode\tname\tply\torder\tleft\n"

static void rows_are_tsv(void **state)
{
    (void)state;
    check_output(NULL, tby_str_of(GAMES),
                 (tby_classes_options){.output = TBY_CLASSES_TSV},
                 HEAD "1\tA b\tB\tC65\tRuy Lopez: Berlin "
                      "Defense\t6\town\t4.O-O\n"
                      "2\tC\t\tB50\tSicilian: 2...d6\t4\ttransposition\t3.d4\n"
                      "3\tD\t\tD70\tGrünfeld Defense: 3.f3\t5\town\t\n"
                      "4\tE\t\t\t\t\t\t1.a3\n"
                      "5\tF\t\tB20\tSicilian Defense\t2\town\t2.Nf3\n"
                      "6\tG\t\tD80\tGrünfeld, Defense\t6\ttransposition\t\n");
    check_output("x.pgn", TBY_STR("1. e4 e5 *"),
                 (tby_classes_options){.output = TBY_CLASSES_TSV},
                 "file\t" HEAD
                 "x.pgn\t1\t\t\tC20\tKing's Pawn Game\t2\town\t\n");
}

static void rows_are_json(void **state)
{
    (void)state;
    check_output(
        "a\"b", TBY_STR("[White \"A\"]\n\n1. e4 e5 2. a3 *\n\n[C \"d\"]\n\n*"),
        (tby_classes_options){.output = TBY_CLASSES_JSON},
        "{\"file\":\"a\\\"b\",\"game\":1,\"white\":\"A\",\"black\":null,"
        "\"code\":\"C20\",\"name\":\"King's Pawn Game\",\"ply\":2,\"order\":"
        "\"own\",\"left\":{\"ply\":3,\"move\":\"a3\"},\"trail\":[{\"ply\":1,"
        "\"code\":\"B00\",\"name\":\"King's Pawn Game\"},{\"ply\":2,\"code\":"
        "\"C20\",\"name\":\"King's Pawn Game\"}]}\n"
        "{\"file\":\"a\\\"b\",\"game\":2,\"white\":null,\"black\":null,"
        "\"code\":null,\"name\":null,\"ply\":null,\"order\":null,\"left\":null,"
        "\"trail\":[]}\n");
}

/* --- tags ------------------------------------------------------------------*/

static void tags_are_set_and_nothing_else(void **state)
{
    (void)state;
    check_output(
        NULL, tby_str_of(GAMES),
        (tby_classes_options){.output = TBY_CLASSES_PGN},
        "[White \"A\tb\"]\n[Black \"B\"]\n[ECO \"C65\"]\n[Opening \"Ruy Lopez: "
        "Berlin Defense\"]\n\n"
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O {good} Nxe4 1-0\n\n"
        "[White \"C\"]\n[ECO \"B50\"]\n[Opening \"Sicilian: 2...d6\"]\n\n"
        "1. Nf3 c5 2. e4 d6 (2... e6) 3. d4 1/2-1/2\n\n"
        "[White \"D\"]\n[ECO \"D70\"]\n[Opening \"Grünfeld Defense: 3.f3\"]\n\n"
        "1. d4 Nf6 2. c4 g6 3. f3\n0-1\n\n"
        "[White \"E\"]\n\n1. a3 a6 *\n\n"
        "[White \"F\"]\n[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n"
        "1. e4 c5 2. Nf3 Nf9 3. d4 1-0\n\n"
        "[White \"G\"]\n[ECO \"D80\"]\n[Opening \"Grünfeld, Defense\"]\n\n"
        "1. d4 d5 2. c4 Nf6 3. Nc3 g6 *\n\n");
}

static void variations_have_a_tag_if_wanted(void **state)
{
    const char pgn[] = "[ECO \"C00\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n\n"
                       "[Variation \"x\"]\n\n1. e4 c5 *\n\n";

    (void)state;
    check_output(
        NULL, tby_str_of(pgn),
        (tby_classes_options){.output = TBY_CLASSES_PGN, .variation = true},
        "[ECO \"C65\"]\n[Opening \"Ruy Lopez\"]\n[Variation \"Berlin "
        "Defense\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n\n"
        "[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n"
        "1. e4 c5 *\n\n");
    check_output(NULL, tby_str_of(pgn),
                 (tby_classes_options){.output = TBY_CLASSES_PGN,
                                       .variation = true,
                                       .keep = true},
                 "[ECO \"C00\"]\n[Opening \"Ruy Lopez\"]\n[Variation \"Berlin "
                 "Defense\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n\n"
                 "[Variation \"x\"]\n[ECO \"B20\"]\n[Opening \"Sicilian "
                 "Defense\"]\n\n1. e4 c5 *\n\n");
}

/* A format that has no text of its own. */
static void other_formats_become_pgn(void **state)
{
    char line[4096];
    text jsonl = {NULL, 0, 0};
    games all = read_games(tby_str_of(GAMES), TBY_PGN_ALL);
    size_t n;

    (void)state;
    text_puts(&jsonl, TBY_JSONL_HEADER);
    must(tby_jsonl_write(&all.game[1], line, sizeof line, &n));
    text_add(&jsonl, line, n);
    games_free(&all);
    check_output(NULL, text_str(&jsonl),
                 (tby_classes_options){.output = TBY_CLASSES_PGN},
                 "[White \"C\"]\n[ECO \"B50\"]\n[Opening \"Sicilian: "
                 "2...d6\"]\n\n1. Nf3 c5 2. e4 d6 (2... e6) 3. d4 1/2-1/2\n\n");
    check_output(NULL, text_str(&jsonl),
                 (tby_classes_options){.output = TBY_CLASSES_TSV},
                 HEAD
                 "1\tC\t\tB50\tSicilian: 2...d6\t4\ttransposition\t3.d4\n");
    text_free(&jsonl);
}

/* --- groups ----------------------------------------------------------------*/

static void openings_are_counted(void **state)
{
    (void)state;
    check_output(NULL, tby_str_of(GAMES),
                 (tby_classes_options){.group = TBY_CLASSES_FAMILY},
                 "2 Grünfeld\n2 Sicilian\n1 \n1 Ruy Lopez\n");
    check_output(NULL, tby_str_of(GAMES),
                 (tby_classes_options){.group = TBY_CLASSES_CODE},
                 "1 \n1 B20\n1 B50\n1 C65\n1 D70\n1 D80\n");
    check_output(NULL, tby_str_of(GAMES),
                 (tby_classes_options){.group = TBY_CLASSES_NAME,
                                       .filter = {.eco = "B-C"}},
                 "1 Ruy Lopez: Berlin Defense\n1 Sicilian Defense\n"
                 "1 Sicilian: 2...d6\n");
}

static void openings_are_chosen(void **state)
{
    static const struct {
        tby_classes_filter filter;
        tby_rc opened;
        uint64_t taken;
    } ROWS[] = {
        {{NULL, NULL, NULL}, TBY_OK, 6},
        {{"B20", NULL, NULL}, TBY_OK, 1},
        {{"b2,C60-C99", NULL, NULL}, TBY_OK, 2},
        {{"A", NULL, NULL}, TBY_DONE, 0},
        {{"X1", NULL, NULL}, TBY_E_OPENING_CODE, 0},
        {{"B20,", NULL, NULL}, TBY_E_OPENING_CODE, 0},
        {{NULL, "gruenfeld", NULL}, TBY_OK, 2},
        {{NULL, "sicilian defence", NULL}, TBY_OK, 2},
        {{NULL, "berlin", NULL}, TBY_OK, 1}, /* the family: Ruy Lopez */
        {{NULL, "zzzz", NULL}, TBY_DONE, 0},
        {{NULL, NULL, "berlin"}, TBY_OK, 1},
        {{NULL, NULL, "grunfeld"}, TBY_OK, 2},
        {{"D80", NULL, "grunfeld"}, TBY_OK, 1},
        {{"B", NULL, "grunfeld"}, TBY_DONE, 0},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        outcome o = run(NULL, tby_str_of(GAMES), 1, 0,
                        (tby_classes_options){.filter = ROWS[i].filter});
        EXPECT(o.opened == ROWS[i].opened && o.sum.taken == ROWS[i].taken,
               "row %zu: %s, %llu games", i, tby_rc_name(o.opened),
               (unsigned long long)o.sum.taken);
        if (o.opened == TBY_OK)
            EXPECT(o.sum.games == 6 && o.sum.named == 5, "row %zu", i);
        free_outcome(&o);
    }
    end_rows();
}

/* --- files -----------------------------------------------------------------*/

typedef struct listing {
    text names;
    bool refuse;
} listing;

static tby_rc note(void *ctx, const char *name)
{
    listing *l = ctx;

    text_puts(&l->names, name);
    text_puts(&l->names, " ");
    return l->refuse ? TBY_DONE : TBY_OK;
}

static void split(tby_classes_group by, bool refuse, listing *out)
{
    library l;
    tby_classes *c = NULL;
    tby_games_result result;

    open_library(&l, table());
    tby_classes_options options = {.names = &l.names,
                                   .output = TBY_CLASSES_FILES,
                                   .folder = path_of("folder"),
                                   .group = by};
    must(tby_classes_open(&c, &options));
    tby_games_job job = {
        .threads = 2, .block = 150, .visitor = tby_classes_visitor(c)};
    must(tby_games_read_memory(&job, GAMES, strlen(GAMES), &result));
    *out = (listing){{NULL, 0, 0}, refuse};
    assert_int_equal(tby_classes_commit(c, note, out),
                     refuse ? TBY_DONE : TBY_OK);
    text_end(&out->names);
    tby_classes_close(c);
    close_library(&l);
}

static void groups_have_files(void **state)
{
    listing l;
    char path[256];

    (void)state;
    split(TBY_CLASSES_FAMILY, true, &l);
    text_free(&l.names);
    assert_int_equal(rmdir(path_of("folder")), 0); /* nothing was written */
    split(TBY_CLASSES_FAMILY, false, &l);
    assert_string_equal(l.names.p, "unnamed.pgn Grünfeld.pgn Ruy_Lopez.pgn "
                                   "Sicilian.pgn ");
    snprintf(path, sizeof path, "%s/Grünfeld.pgn", path_of("folder"));
    text t = read_back(path);
    assert_string_equal(
        t.p, "[White \"D\"]\n[ECO \"D70\"]\n[Opening \"Grünfeld Defense: "
             "3.f3\"]\n\n1. d4 Nf6 2. c4 g6 3. f3\n0-1\n\n"
             "[White \"G\"]\n[ECO \"D80\"]\n[Opening \"Grünfeld, Defense\"]\n\n"
             "1. d4 d5 2. c4 Nf6 3. Nc3 g6 *\n\n");
    text_free(&t);
    for (const char *name = strtok(l.names.p, " "); name;
         name = strtok(NULL, " ")) {
        snprintf(path, sizeof path, "%s/%s", path_of("folder"), name);
        assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(path_of("folder")), 0);
    text_free(&l.names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_tsv),
        cmocka_unit_test(rows_are_json),
        cmocka_unit_test(tags_are_set_and_nothing_else),
        cmocka_unit_test(variations_have_a_tag_if_wanted),
        cmocka_unit_test(other_formats_become_pgn),
        cmocka_unit_test(openings_are_counted),
        cmocka_unit_test(openings_are_chosen),
        cmocka_unit_test(groups_have_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
