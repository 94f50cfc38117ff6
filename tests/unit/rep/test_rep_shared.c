/* test_rep_shared.c - the repertoire files of ../shared: facts that were
 * computed without us, and the sentences that bad files get. */
#include "core/base/str.h"
#include "tabiya/facts.h"
#include "unit/rep/rep.h"

/* As expected/facts.json has them, but where the README of the data says that
 * ours differ: nothing is lost by a reader that knows en passant, restores what
 * older versions threw away and drops no comment.
 *
 * Of 8b13e0d the reference has 73 positions, because the one after 1. d4 is
 * there twice, once without castling rights; it is one here. */
static const struct {
    const char *name;
    uint32_t nodes, edges, leaves, transpositions;
    uint64_t lines;
    uint32_t longest, annotated, evaluated, choices;
    uint64_t repairs;
} GOOD[] = {
    {"real/london.txt", 166, 166, 15, 1, 17, 31, 39, 15, 0, 1},
    {"real/scandinavian-a.txt", 73, 72, 9, 0, 9, 22, 0, 9, 0, 0},
    {"history/1398278__openings_london-14.txt", 32, 31, 1, 0, 1, 31, 0, 0, 0,
     0},
    {"history/57629ad__Openings_London_1-5.txt", 72, 72, 6, 1, 8, 21, 0, 6, 0,
     143},
    {"history/6b7206f__openings_london.txt", 166, 166, 15, 1, 17, 31, 18, 15, 0,
     1},
    {"history/88aa793__openings_london-group-a.txt", 62, 62, 5, 1, 7, 21, 15, 5,
     0, 0},
    {"history/88aa793__openings_london-group-c.txt", 92, 91, 6, 0, 6, 31, 0, 6,
     0, 1},
    {"history/8b13e0d__Openings_London_1-5.txt", 72, 72, 6, 1, 8, 21, 0, 7, 0,
     142},
    {"history/9226405__openings_london-group-b.txt", 54, 53, 5, 0, 5, 19, 5, 5,
     0, 0},
    {"history/148e591__Openings_London_1-5.txt", 72, 72, 6, 1, 8, 21, 0, 0, 0,
     0},
    {"history/744d003__London_1-5.txt", 72, 72, 6, 1, 8, 21, 0, 0, 0, 0},
    {"edge/annotations.v5.txt", 4, 3, 1, 0, 1, 3, 3, 0, 0, 0},
    {"edge/crlf_bom.v5.txt", 2, 1, 1, 0, 1, 1, 1, 0, 0, 0},
    {"edge/cycle.v5.txt", 4, 4, 0, 0, 1, 3, 0, 0, 0, 0},
    {"edge/ep_merge.v5.txt", 9, 8, 2, 0, 2, 5, 0, 0, 0, 0},
    {"edge/ep_stripped.v4.txt", 7, 6, 1, 0, 1, 6, 0, 0, 0, 1},
    {"edge/start_aliases.v5.txt", 4, 3, 3, 0, 3, 1, 0, 0, 1, 0},
    {"edge/two_own_moves.v5.txt", 3, 2, 2, 0, 2, 1, 0, 0, 1, 0},
    {"bad/03_v3.txt", 2, 1, 1, 0, 1, 1, 0, 0, 0, 0},
    {"bad/04_v2.txt", 2, 1, 1, 0, 1, 1, 0, 0, 0, 0},
    {"bad/33_only_header.txt", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"bad/35_zero_castling_digits.txt", 2, 1, 1, 0, 1, 1, 0, 0, 0, 0},
    {"bad/36_nag_suffix.txt", 2, 1, 1, 0, 1, 1, 0, 0, 0, 0},
    {"bad/37_long_algebraic.txt", 2, 1, 1, 0, 1, 1, 0, 0, 0, 0},
};

/* False if the folder is not there. */
static bool open_shared(rep_file *f, const char *name, bytes *b)
{
    char path[200];

    snprintf(path, sizeof path, "repertoire/%s", name);
    *b = shared_file(path);
    if (b->p)
        rep_read(f, str_of(*b));
    return b->p;
}

static void check_facts(const rep_file *f, size_t i)
{
    tby_facts facts;
    const char *name = GOOD[i].name;

    assert_int_equal(tby_facts_of(&f->graph, NULL, &facts), TBY_OK);
#define SAME(what)                                                             \
    CHECK(facts.what == GOOD[i].what, "%s: %s is %ju, not %ju", name, #what,   \
          (uintmax_t)facts.what, (uintmax_t)GOOD[i].what)
    SAME(nodes);
    SAME(edges);
    SAME(leaves);
    SAME(transpositions);
    SAME(lines);
    SAME(longest);
    SAME(annotated);
    SAME(evaluated);
    SAME(choices);
#undef SAME
    CHECK(facts.unreachable == 0 && facts.bare == 0,
          "%s: %u positions cannot be reached", name, facts.unreachable);
}

static void real_files_have_their_facts(void **state)
{
    static rep_file f;
    bytes b;

    (void)state;
    for (size_t i = 0; i < LENGTH(GOOD); i++) {
        const char *name = GOOD[i].name;
        if (!open_shared(&f, name, &b))
            skip_without_shared(LENGTH(GOOD));
        CHECK(f.rc == TBY_OK && f.report.errors == 0, "%s: %s", name,
              rep_shown(&f, 0));
        CHECK(f.report.repairs == GOOD[i].repairs, "%s: %ju repairs", name,
              (uintmax_t)f.report.repairs);
        if (!f.graph.has_color)
            tby_graph_set_color(&f.graph, tby_facts_guess_color(&f.graph));
        check_facts(&f, i);
        rep_check_round_trip(&f.graph, name);
        rep_close(&f);
        free(b.p);
    }
}

/* The same repertoire in both encodings of version 2, as FEN -> FEN and as
 * FEN -> SAN, the latter two without castling rights: the same moves. */
static void four_encodings_are_one_repertoire(void **state)
{
    static const char *const names[] = {
        "history/744d003__London_1-5.txt",
        "history/148e591__Openings_London_1-5.txt",
        "history/57629ad__Openings_London_1-5.txt",
        "history/8b13e0d__Openings_London_1-5.txt"};
    static rep_file f[LENGTH(names)];
    bytes b;

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        if (!open_shared(&f[i], names[i], &b))
            skip_without_shared(LENGTH(names));
        CHECK(rep_has_moves_of(&f[i].graph, &f[0].graph) &&
                  rep_has_moves_of(&f[0].graph, &f[i].graph),
              "%s differs", names[i]);
        free(b.p);
    }
    for (size_t i = 0; i < LENGTH(names); i++)
        rep_close(&f[i]);
}

/* --- bad files ------------------------------------------------------------*/

/* What the first error of bad/NAME.txt must say; `...` ends what is known. */
static void check_message(const char *name, const char *message)
{
    static rep_file f;
    const char *end = strstr(message, "<error details>");
    char path[100];
    bytes b;

    snprintf(path, sizeof path, "bad/%s.txt", name);
    CHECK(open_shared(&f, path, &b), "%s is not there", path);
    CHECK(f.told_n > 0 && f.told[0].severity == TBY_ERROR, "%s is sound", path);
    size_t n = end ? (size_t)(end - message) : strlen(f.told[0].sentence) + 1;
    CHECK(strncmp(f.told[0].sentence, message, n) == 0, "%s: %s\nnot %s", path,
          rep_shown(&f, 0), message);
    rep_close(&f);
    free(b.p);
}

/* Versions 2 and 3 are readable here, and the newest version is 5. */
static void check_row(char *row)
{
    char *message = strchr(row, '\t');

    if (!message || message[1] == '(' || strncmp(row, "03_v3", 5) == 0 ||
        strncmp(row, "04_v2", 5) == 0)
        return;
    *message++ = '\0';
    char *expected = strstr(message, "Expected v4.0");
    if (expected)
        expected[sizeof "Expected v" - 1] = '5';
    check_message(row, message);
}

static void bad_files_get_the_sentences_of_the_format(void **state)
{
    bytes b = shared_file("repertoire/expected/bad_messages.tsv");

    (void)state;
    if (!b.p)
        skip_without_shared(1);
    tby_str rest = str_of(b), row;
    while (tby_str_field(&rest, '\n', &row)) {
        char text[300];
        snprintf(text, sizeof text, "%.*s", (int)row.n, row.p);
        check_row(text);
    }
    free(b.p);
}

/* Those that the list has no sentence for. */
static void other_bad_files(void **state)
{
    static const char *const rows[] = {
        "09_title_only\tInvalid file format. Missing player color line.",
        "10_bad_colour\tInvalid file format. Missing player color line.",
        "11_colour_missing\tInvalid file format. Missing player color line.",
        "21_two_arrows\tInvalid move 'e4 -> e5' from state start",
        "22_no_arrow\tInvalid line 'start e4'",
        "23_coords_not_numeric\tInvalid coordinates 'a, b'",
        "24_coords_one\tInvalid coordinates '1'",
        "25_coords_trailing_junk\tInvalid coordinates '1.5abc, 2'",
        "26_eval_bad\tInvalid evaluation 'winning'"};
    bytes b = shared_file("repertoire/bad/09_title_only.txt");

    (void)state;
    if (!b.p)
        skip_without_shared(LENGTH(rows));
    free(b.p);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[300];
        snprintf(text, sizeof text, "%s", rows[i]);
        check_row(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_have_their_facts),
        cmocka_unit_test(four_encodings_are_one_repertoire),
        cmocka_unit_test(bad_files_get_the_sentences_of_the_format),
        cmocka_unit_test(other_bad_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
