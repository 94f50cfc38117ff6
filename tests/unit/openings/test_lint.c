/* test_lint.c - what does not go together in a list of openings. */
#include "core/openings/lint.h"
#include "support/failing.h"
#include "unit/openings/tables.h"

typedef struct heard {
    char log[4096];
} heard;

/* SEVERITY name file:line: sentence */
static void hear(void *ctx, const tby_lint_item *item)
{
    heard *h = ctx;
    size_t n = strlen(h->log);

    snprintf(h->log + n, sizeof h->log - n, "%d %s %.*s:%zu: %s\n",
             (int)item->severity, item->name, (int)item->file.n,
             item->file.p ? item->file.p : "", item->place.line, item->text);
}

typedef struct placed {
    const char *file;
    size_t line;
    bool root;
    row row;
} placed;

static tby_rc feed(tby_lint *l, const placed *p)
{
    tby_move line[MAX_ROW_PLIES];
    tby_opening o = {.name = tby_str_of(p->row.name),
                     .source = tby_str_of(p->row.source),
                     .eco_root = p->root,
                     .line = line};

    snprintf(o.code, sizeof o.code, "%s", p->row.code);
    o.plies = play_words(p->row.moves, line, &o.pos);
    return tby_lint_row(l, &o, tby_str_of(p->file), (tby_place){p->line, 1});
}

static tby_rc lint(tby_identity identity, const placed *rows, size_t n,
                   heard *h, const tby_alloc *alloc)
{
    tby_lint *l = NULL;
    tby_rc rc = tby_lint_open(&l, identity, hear, h, alloc);

    h->log[0] = '\0';
    for (size_t i = 0; i < n && rc == TBY_OK; i++)
        rc = feed(l, &rows[i]);
    if (rc == TBY_OK)
        tby_lint_end(l);
    tby_lint_close(l);
    return rc;
}

#define CHECK_LINT(identity, rows, want)                                       \
    do {                                                                       \
        heard h;                                                               \
        assert_int_equal(lint(identity, rows, LENGTH(rows), &h, NULL),         \
                         TBY_OK);                                              \
        assert_string_equal(h.log, want);                                      \
    } while (0)

static const placed TWICE[] = {
    {"x/list.tsv", 2, false, {"x", "D02", "London", "d4 d5 Nf3 Nf6"}},
    {"x/list.tsv", 3, false, {"x", "A06", "Zukertort", "Nf3 d5 d4 Nf6"}},
    {"x/list.tsv", 4, false, {"x", "D02", "London", "Nf3 Nf6 d4 d5"}},
    {"x/list.tsv", 5, false, {"x", "D02", "London", "d4"}},
};

static void a_position_has_one_row(void **state)
{
    (void)state;
    CHECK_LINT(TBY_IDENTITY_POSITION, TWICE,
               "2 position_conflict x/list.tsv:3: The position is at "
               "x/list.tsv:2 already, as D02 London.\n"
               "1 position_repeated x/list.tsv:4: The position is at "
               "x/list.tsv:2 already.\n");
    /* the counters are 2, 1 and 0 */
    CHECK_LINT(TBY_IDENTITY_EXACT, TWICE, "");
}

static void a_file_is_of_one_volume(void **state)
{
    static const placed rows[] = {
        {"d/ecoA.json", 1, false, {"x", "A00", "Right", "a3"}},
        {"d/ecoA.json", 2, false, {"x", "B00", "Wrong", "a4"}},
        {"b.tsv.gz", 3, false, {"x", "C00", "Wrong", "b3"}},
        {"E", 4, false, {"x", "A00", "Wrong", "b4"}},
        {"e.tsv", 5, false, {"x", "", "No code", "c3"}},
        {"a/list.tsv", 6, false, {"x", "B00", "Any", "c4"}},
        {"eco.pgn", 7, false, {"x", "B00", "Any", "d3"}},
        {"", 8, false, {"x", "B00", "Any", "d4"}},
        {"f.tsv", 9, false, {"x", "B00", "Any", "e3"}},
        {"d/", 10, false, {"x", "B00", "Any", "e4"}},
    };

    (void)state;
    CHECK_LINT(TBY_IDENTITY_POSITION, rows,
               "2 code_in_wrong_file d/ecoA.json:2: B00 is no code of volume "
               "A, which this file is named after.\n"
               "2 code_in_wrong_file b.tsv.gz:3: C00 is no code of volume B, "
               "which this file is named after.\n"
               "2 code_in_wrong_file E:4: A00 is no code of volume E, which "
               "this file is named after.\n");
}

static void marked_roots_are_one_for_each_code(void **state)
{
    static const placed rows[] = {
        {"f", 1, true, {"x", "B00", "Root", "e4"}},
        {"f", 2, true, {"x", "B00", "Second", "e4 a6"}},
        {"f", 3, false, {"x", "C00", "Long", "e4 e6 d4"}},
        {"f", 4, false, {"x", "C00", "Short", "e4 e6"}},
    };

    (void)state;
    CHECK_LINT(TBY_IDENTITY_POSITION, rows,
               "1 root_repeated f:2: B00 has its root at f:1 already.\n"
               "1 root_missing f:4: No row is marked as the root of C00; this "
               "is the shortest.\n");
}

/* Rows with all codes of a volume but some, each on a position of its own. */
static void check_missing(const char *const *without, size_t n,
                          const char *want)
{
    rng r = rng_for(__func__);
    tby_lint *l = NULL;
    heard h = {.log = ""};

    assert_int_equal(tby_lint_open(&l, TBY_IDENTITY_EXACT, hear, &h, NULL),
                     TBY_OK);
    for (unsigned i = 0; i < 100; i++) {
        tby_opening o = {.name = TBY_STR("?"), .pos = tby_pos_start()};
        bool left_out = false;
        play_random(&r, &o.pos, 2 * i + 2); /* the move counter differs */
        snprintf(o.code, sizeof o.code, "E%02u", i % 100);
        for (size_t k = 0; k < n; k++)
            left_out |= strcmp(without[k], o.code) == 0;
        if (!left_out)
            assert_int_equal(
                tby_lint_row(l, &o, TBY_STR("f"), (tby_place){i, 1}), TBY_OK);
    }
    tby_lint_end(l);
    tby_lint_close(l);
    assert_string_equal(h.log, want);
}

static void missing_codes_are_listed(void **state)
{
    static const char *const some[] = {"E00", "E07", "E08", "E98", "E99"};

    (void)state;
    check_missing(some, 0, "");
    check_missing(some, LENGTH(some),
                  "0 code_missing :0: There is no row for E00, E07-E08, "
                  "E98-E99.\n");
}

static void without_memory_it_is_said(void **state)
{
    heard h;

    (void)state;
    for (size_t calls = 0;; calls++) {
        failing f = {.calls_left = calls};
        tby_alloc alloc = failing_alloc(&f);
        tby_rc rc =
            lint(TBY_IDENTITY_POSITION, TWICE, LENGTH(TWICE), &h, &alloc);
        assert_int_equal(f.out, 0);
        if (rc == TBY_OK) {
            assert_true(calls > 4);
            return;
        }
        assert_int_equal(rc, TBY_E_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_has_one_row),
        cmocka_unit_test(a_file_is_of_one_volume),
        cmocka_unit_test(marked_roots_are_one_for_each_code),
        cmocka_unit_test(missing_codes_are_listed),
        cmocka_unit_test(without_memory_it_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
