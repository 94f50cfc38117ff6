/* test_shortest.c - the shortest notation: known strings, both ways, and what
 * is refused. */
#include "support/data.h"
#include "support/positions.h"

#include <string.h>

static tby_move uci_move(const tby_pos *p, tby_str uci)
{
    tby_move m = TBY_MOVE_NONE;

    CHECK(tby_uci_parse(p, uci, &m, NULL) == TBY_OK, "%s: %.*s", fen_of(p).s,
          (int)uci.n, uci.p);
    return m;
}

/* --- the vectors ------------------------------------------------------------
 */

enum {
    COLUMN_NAME,
    COLUMN_FEN,
    COLUMN_UCI,
    COLUMN_STRICT,
    COLUMN_LEGACY,
    COLUMN_ALL,
    COLUMNS
};

static bool same(tby_str a, const char *b)
{
    return a.n == strlen(b) && !memcmp(a.p, b, a.n);
}

/* Cuts at most `max` fields off a text. */
static size_t cut(tby_str text, char by, tby_str *out, size_t max)
{
    size_t n = 0;

    while (n < max) {
        const char *end = text.n ? memchr(text.p, by, text.n) : NULL;
        out[n++] = (tby_str){text.p, end ? (size_t)(end - text.p) : text.n};
        if (!end)
            break;
        text = (tby_str){end + 1, text.n - (size_t)(end + 1 - text.p)};
    }
    return n;
}

static void check_written(const tby_short_table *t, tby_move m,
                          const tby_str *row)
{
    char text[TBY_SHORT_MAX];

    tby_short_table_write(t, m, TBY_SHORT_STRICT, text);
    CHECK(same(row[COLUMN_STRICT], text), "%.*s: %s", (int)row[COLUMN_UCI].n,
          row[COLUMN_UCI].p, text);
    tby_short_table_write(t, m, TBY_SHORT_LEGACY, text);
    CHECK(same(row[COLUMN_LEGACY], text), "%.*s: %s", (int)row[COLUMN_UCI].n,
          row[COLUMN_UCI].p, text);
}

static void check_read(const tby_short_table *t, tby_move m, tby_str text,
                       bool legacy)
{
    tby_move read = TBY_MOVE_NONE;
    bool as_legacy = !legacy;
    tby_rc rc = tby_short_table_parse(t, text, &read, &as_legacy, NULL);

    CHECK(rc == TBY_OK && read == m && as_legacy == legacy, "%.*s: %s",
          (int)text.n, text.p, tby_rc_name(rc));
}

/* The column is a set: in which order it stands there is not ours. */
static void check_all(const tby_short_table *t, tby_move m, tby_str column)
{
    char all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
    tby_str wanted[TBY_SHORT_ALL_MAX];
    size_t n = tby_short_all(t, m, all);

    assert_int_equal(n, cut(column, ',', wanted, LENGTH(wanted)));
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < n && !same(wanted[k], all[i]))
            k++;
        CHECK(k < n, "%s is not among %.*s", all[i], (int)column.n, column.p);
        check_read(t, m, wanted[i], false);
    }
}

static void check_row(const tby_str *row)
{
    char fen[TBY_FEN_MAX] = "";

    memcpy(fen, row[COLUMN_FEN].p, row[COLUMN_FEN].n);
    tby_pos p = pos_of(fen);
    tby_move m = uci_move(&p, row[COLUMN_UCI]);
    tby_short_table t;
    tby_short_table_init(&t, &p);
    check_written(&t, m, row);
    check_read(&t, m, row[COLUMN_STRICT], false);
    check_read(&t, m, row[COLUMN_LEGACY],
               row[COLUMN_LEGACY].n != row[COLUMN_STRICT].n);
    check_all(&t, m, row[COLUMN_ALL]);
}

static void all_vectors_hold_both_ways(void **state)
{
    bytes file = shared_file("tree/notation_vectors.tsv");
    tby_str lines[2000], row[COLUMNS];
    size_t rows = 0;

    (void)state;
    if (!file.p)
        skip_without_shared(1);
    size_t n = cut(str_of(file), '\n', lines, LENGTH(lines));
    for (size_t i = 0; i < n; i++) {
        if (lines[i].n == 0 || lines[i].p[0] == '#')
            continue;
        CHECK(cut(lines[i], '\t', row, COLUMNS) == COLUMNS, "line %zu", i + 1);
        CHECK(row[COLUMN_FEN].n < TBY_FEN_MAX, "line %zu", i + 1);
        check_row(row);
        rows++;
    }
    printf("%zu moves\n", rows);
    assert_int_equal(rows, 1377);
    free(file.p);
}

/* --- by hand ----------------------------------------------------------------
 */

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const struct {
    const char *fen, *uci, *strict, *legacy;
} KNOWN[] = {
    {START, "e2e4", "e4", "e4"},
    {START, "g1f3", "Nf", "Nf"},
    {START, "a2a3", "Pa3", "a3"},
    /* The only legal move. */
    {"k7/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", "", ""},
    /* En passant takes. */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "x", "x"},
    /* Castling goes where the king goes ... */
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "Kg", "Kg"},
    /* ... but in Chess960 to the rook: the king on f1 can step to g1. */
    {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "h1", "h1"},
    {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kg1", "Kg1"},
    {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "h1", "h1"},
    /* Q could be either queen. */
    {"8/3P2k1/8/1QK1P3/8/pP6/6P1/8 w - - 0 1", "d7d8q", "dQ", "dQ"},
};

static void known_strings_are_written_and_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(KNOWN); i++) {
        tby_pos p = pos_of(KNOWN[i].fen);
        tby_move m = uci_move(&p, tby_str_of(KNOWN[i].uci)), read;
        char text[TBY_SHORT_MAX];
        bool legacy;

        assert_int_equal(tby_short_write(&p, m, TBY_SHORT_STRICT, text),
                         strlen(KNOWN[i].strict));
        assert_string_equal(text, KNOWN[i].strict);
        assert_int_equal(tby_short_write(&p, m, TBY_SHORT_LEGACY, text),
                         strlen(KNOWN[i].legacy));
        assert_string_equal(text, KNOWN[i].legacy);
        assert_int_equal(
            tby_short_parse(&p, tby_str_of(text), &read, &legacy, NULL),
            TBY_OK);
        assert_int_equal(read, m);
        assert_int_equal(legacy, strcmp(text, KNOWN[i].strict) != 0);
    }
}

/* Longer strings than needed are read as well. */
static const struct {
    const char *fen, *text, *uci;
} LONGER[] = {
    {START, "Pe2e4", "e2e4"},
    {START, "Ng1f3", "g1f3"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "PxPe5d6", "e5d6"},
    {"3q3k/2P5/8/8/8/8/8/K7 w - - 0 1", "PxQc7d8Q+", "c7d8q"},
    {"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "Ra1a8+#", "a1a8"},
};

static void longer_strings_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(LONGER); i++) {
        tby_pos p = pos_of(LONGER[i].fen);
        tby_move m = uci_move(&p, tby_str_of(LONGER[i].uci)), read;
        tby_rc rc =
            tby_short_parse(&p, tby_str_of(LONGER[i].text), &read, NULL, NULL);
        CHECK(rc == TBY_OK && read == m, "%s: %s", LONGER[i].text,
              tby_rc_name(rc));
    }
}

static const struct {
    const char *fen, *text;
    tby_rc code;
    size_t at;
} BAD[] = {
    {START, "e2e4 ", TBY_E_SHORT_SYNTAX, 4},
    {START, "i", TBY_E_SHORT_SYNTAX, 0},
    {START, "e44", TBY_E_SHORT_SYNTAX, 2},
    {START, "eee", TBY_E_SHORT_SYNTAX, 2},
    {START, "e2e44", TBY_E_SHORT_SYNTAX, 4},
    {START, "222", TBY_E_SHORT_SYNTAX, 2},
    {START, "e=Q", TBY_E_SHORT_SYNTAX, 2},
    {START, "eK", TBY_E_SHORT_SYNTAX, 1},
    {START, "PP", TBY_E_SHORT_SYNTAX, 1},
    {START, "e#+", TBY_E_SHORT_SYNTAX, 2},
    {START, "O-O", TBY_E_SHORT_SYNTAX, 0},
    {START, "e\xc3\xa9", TBY_E_SHORT_SYNTAX, 1},
    {START, "e5", TBY_E_SHORT_NO_MOVE, 0},
    {START, "+", TBY_E_SHORT_NO_MOVE, 0},
    {START, "xP", TBY_E_SHORT_NO_MOVE, 0},
    {START, "", TBY_E_SHORT_AMBIGUOUS, 0},
    {START, "a", TBY_E_SHORT_AMBIGUOUS, 0},
    {START, "N", TBY_E_SHORT_AMBIGUOUS, 0},
    /* A move of the queen, or a promotion to one. */
    {"7k/2P5/8/8/8/1p6/pp6/Qb5K w - - 0 1", "Q", TBY_E_SHORT_AMBIGUOUS, 0},
    /* Two pawns, or none, reach the square. */
    {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", TBY_E_SHORT_AMBIGUOUS, 0},
    {"4k3/8/8/8/8/8/8/R2RK3 w - - 0 1", "c1", TBY_E_SHORT_AMBIGUOUS, 0},
    /* Mate: there is no move that the empty string could be. */
    {"R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", "", TBY_E_SHORT_NO_MOVE, 0},
};

static void bad_strings_are_refused_at_the_right_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(BAD); i++) {
        tby_pos p = pos_of(BAD[i].fen);
        tby_move m = 77;
        bool legacy = true;
        tby_err err = {TBY_OK, 99};
        tby_rc rc =
            tby_short_parse(&p, tby_str_of(BAD[i].text), &m, &legacy, &err);
        CHECK(rc == BAD[i].code && err.code == rc && err.at == BAD[i].at,
              "'%s': %s at %zu", BAD[i].text, tby_rc_name(rc), err.at);
        CHECK(m == 77 && legacy, "'%s' touched the outputs", BAD[i].text);
    }
}

static void a_nul_is_no_end_of_text(void **state)
{
    tby_pos p = tby_pos_start();
    tby_move m;
    tby_err err;

    (void)state;
    assert_int_equal(tby_short_parse(&p, (tby_str){"e4\0", 3}, &m, NULL, &err),
                     TBY_E_SHORT_SYNTAX);
    assert_int_equal(err.at, 2);
}

static void what_is_not_legal_has_no_string(void **state)
{
    tby_pos p = tby_pos_start();
    tby_short_table t;
    char text[TBY_SHORT_MAX] = "????", all[TBY_SHORT_ALL_MAX][TBY_SHORT_MAX];
    tby_move m = tby_move_make(12, 36, TBY_NO_ROLE); /* e2e5 */

    (void)state;
    tby_short_table_init(&t, &p);
    assert_int_equal(tby_short_table_write(&t, m, TBY_SHORT_STRICT, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(tby_short_all(&t, m, all), 0);
    assert_int_equal(tby_short_all(&t, TBY_MOVE_NULL, all), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_vectors_hold_both_ways),
        cmocka_unit_test(known_strings_are_written_and_read),
        cmocka_unit_test(longer_strings_are_read),
        cmocka_unit_test(bad_strings_are_refused_at_the_right_byte),
        cmocka_unit_test(a_nul_is_no_end_of_text),
        cmocka_unit_test(what_is_not_legal_has_no_string),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
