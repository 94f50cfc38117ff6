/* test_import_aliases.c - spellings of names, from files good and bad. */
#include "unit/work/imported.h"

typedef struct heard {
    unsigned n;
    tby_rc code;
    tby_place place;
} heard;

static void hear(void *ctx, const tby_diag_item *item)
{
    heard *h = ctx;

    if (h->n++ == 0) {
        h->code = item->code;
        h->place = item->place;
    }
    CHECK(item->detail.n, "no sentence");
}

static tby_rc read_aliases(tby_aliases **out, tby_str bytes, heard *h)
{
    tby_diag diag = {hear, h};

    *h = (heard){.n = 0};
    put_file("names.tsv", bytes);
    return tby_aliases_read(out, path_of("names.tsv"), &diag);
}

static void check_name(const tby_aliases *a, const char *spelling,
                       const char *wanted)
{
    tby_str name = tby_aliases_name(a, tby_str_of(spelling));

    CHECK(name.n == strlen(wanted) && memcmp(name.p, wanted, name.n) == 0,
          "%s is %.*s", spelling, (int)name.n, name.p);
}

static void spellings_lead_to_names(void **state)
{
    static const char TEXT[] = "\xef\xbb\xbf# a comment\r\n\r\n"
                               "Carlsen,M\tCarlsen, Magnus\r\n"
                               " Magnus \t Carlsen, Magnus \n"
                               "Carlsen,M\tCarlsen, Magnus\n"
                               "  \t\n"
                               "M\xc3\xbcller\tMueller";
    tby_aliases *a;
    heard h;

    (void)state;
    must(read_aliases(&a, tby_str_of(TEXT), &h));
    assert_int_equal(h.n, 0);
    check_name(a, "Carlsen,M", "Carlsen, Magnus");
    check_name(a, "Magnus", "Carlsen, Magnus");
    check_name(a, "M\xc3\xbcller", "Mueller");
    check_name(a, "Mueller", "Mueller");
    check_name(a, "carlsen,m", "carlsen,m");
    check_name(a, "", "");
    tby_aliases_close(a);
}

static void many_spellings_are_found(void **state)
{
    text all = {NULL, 0, 0};
    char line[64], spelling[32], name[32];
    tby_aliases *a;
    heard h;

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(line, sizeof line, "spelling %u\tname %u\n", i, i / 3);
        text_puts(&all, line);
    }
    must(read_aliases(&a, text_str(&all), &h));
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(spelling, sizeof spelling, "spelling %u", i);
        snprintf(name, sizeof name, "name %u", i / 3);
        check_name(a, spelling, name);
    }
    check_name(a, "spelling 20000", "spelling 20000");
    tby_aliases_close(a);
    text_free(&all);
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
    static const struct {
        const char *text;
        size_t line;
    } ROWS[] = {{"a\tb\nno tab\n", 2},
                {"a\t\n", 1},
                {"\tb\n", 1},
                {"a\tb\tc\n", 1},
                {"a\tb\n#\n\na\tc\n", 4}};
    tby_aliases *a;
    heard h;

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_rc rc = read_aliases(&a, tby_str_of(ROWS[i].text), &h);
        CHECK(rc == TBY_E_ALIASES && !a && h.code == rc &&
                  h.place.line == ROWS[i].line,
              "%s: %s, line %zu", ROWS[i].text, tby_rc_name(rc), h.place.line);
    }
    tby_diag diag = {hear, &h};
    h = (heard){.n = 0};
    assert_int_equal(tby_aliases_read(&a, path_of("none.tsv"), &diag),
                     TBY_E_IO_OPEN);
    assert_int_equal(h.n, 1);
    assert_null(a);
}

/* --- players --------------------------------------------------------------*/

static const char GAMES[] =
    "[White \"Carlsen,M\"]\n[Black \"Caruana,F\"]\n[Date \"2020.01.01\"]\n\n"
    "1. e4 e5 1-0\n\n"
    "[White \"Carlsen, Magnus\"]\n[Black \"Caruana,F\"]\n"
    "[Date \"2020.01.01\"]\n\n1. e4 e5 1-0\n\n"
    "[White \"Caruana,F\"]\n[Black \"M. Carlsen\"]\n\n1. d4 d5 0-1\n";

static void
players_are_found_by_name_and_games_keep_their_spelling(void **state)
{
    tby_import_options options = {.threads = 2};
    tby_aliases *a;
    heard h;
    tby_games_answer found;
    store_filter filter;

    (void)state;
    must(read_aliases(&a,
                      tby_str_of("Carlsen,M\tCarlsen, Magnus\n"
                                 "M. Carlsen\tCarlsen, Magnus\n"),
                      &h));
    options.aliases = a;
    put_text_file("games.pgn", GAMES);
    tby_import_sum sum =
        import_with("names.tdb", path_of("games.pgn"), &options);
    assert_int_equal(sum.imported, 2);
    assert_int_equal(sum.duplicates, 1); /* by the name that is meant */
    tby_store *s = open_store("names.tdb", TBY_STORE_READ);
    tby__filter_init(&filter);
    must(tby__filter_set(&filter, tby_str_of("player"),
                         tby_str_of("Carlsen, Magnus"), NULL));
    must(tby_store_find(s, &filter, TBY_BY_ID, 0, 10, &found));
    assert_int_equal(found.total, 2);
    tby_games_free(&found);
    games all = read_games(tby_str_of(GAMES), TBY_PGN_ALL);
    tby_game g;
    tby_game_init(&g, NULL);
    must(tby_store_game(s, 1, &g));
    assert_true(tby_game_same(&g, &all.game[0]));
    must(tby_store_game(s, 2, &g));
    assert_true(tby_game_same(&g, &all.game[2]));
    tby_game_free(&g);
    games_free(&all);
    tby_store_close(s);
    check_database("names.tdb");
    tby_aliases_close(a);
    remove_database("names.tdb");
}

/* The names fill columns, never games. */
static void openings_are_filled_in_and_games_stay(void **state)
{
    static const char TEXT[] =
        "[White \"A\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 "
        "1-0\n\n"
        "[White \"B\"]\n[ECO \"A00\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 1-0\n\n"
        "[White \"C\"]\n[ECO \"?\"]\n[Opening \"mine\"]\n\n1. e4 c5 1-0\n\n"
        "[White \"D\"]\n[ECO \"???\"]\n\n1. e4 c5 2. c3 1-0\n";
    tby_names names = tby_names_builtin();
    tby_import_options options = {.names = &names};
    tby_game_row row;

    (void)state;
    put_text_file("games.pgn", TEXT);
    tby_import_sum sum =
        import_with("names.tdb", path_of("games.pgn"), &options);
    assert_int_equal(sum.imported, 4);
    assert_int_equal(sum.named, 3);
    tby_store *s = open_store("names.tdb", TBY_STORE_READ);
    must(tby_store_row(s, 1, &row));
    assert_string_equal(row.eco, "B90");
    assert_true(row.opening.n > 8 && memcmp(row.opening.p, "Sicilian", 8) == 0);
    must(tby_store_row(s, 2, &row));
    assert_string_equal(row.eco, "A00");
    assert_non_null(row.opening.p);
    must(tby_store_row(s, 3, &row));
    assert_string_equal(row.eco, "B20");
    assert_memory_equal(row.opening.p, "mine", 4);
    must(tby_store_row(s, 4, &row));
    assert_string_equal(row.eco, "B22");
    games all = read_games(tby_str_of(TEXT), TBY_PGN_ALL);
    tby_game g;
    tby_game_init(&g, NULL);
    for (uint32_t i = 0; i < 4; i++) {
        must(tby_store_game(s, i + 1, &g));
        assert_true(tby_game_same(&g, &all.game[i]));
    }
    tby_game_free(&g);
    games_free(&all);
    tby_store_close(s);
    check_database("names.tdb");
    remove_database("names.tdb");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings_lead_to_names),
        cmocka_unit_test(many_spellings_are_found),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(
            players_are_found_by_name_and_games_keep_their_spelling),
        cmocka_unit_test(openings_are_filled_in_and_games_stay),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
