/* test_search.c - what a player types, and the opening that is meant. */
#include "unit/openings/search_names.h"

#include "core/openings/search/search_int.h"
#include "support/data.h"
#include "support/failing.h"

static library lib;

static bytes own_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    bytes b = {malloc(1 << 16), 0};

    CHECK(f && b.p, "%s", path);
    b.n = fread(b.p, 1, 1 << 16, f);
    fclose(f);
    return b;
}

static int open_own(void **state)
{
    bytes text = own_file("tests/data/openings/search_names.tsv");
    tby_openings *t = NULL;

    (void)state;
    assert_int_equal(tby_openings_open(&t, TBY_IDENTITY_POSITION, NULL),
                     TBY_OK);
    add_tsv(t, "eco_tsv", str_of(text));
    /* as Scid writes names: aliases of some, the only name of others */
    add_tsv_row(t, "scid", TBY_STR("C60\tSpanish\te4 e5 Nf3 Nc6 Bb5"));
    add_tsv_row(t, "scid", TBY_STR("C42\tRussian Game\te4 e5 Nf3 Nf6"));
    add_tsv_row(t, "scid", TBY_STR("E60\tKing's Indian\td4 Nf6 c4 g6"));
    add_tsv_row(t, "scid",
                TBY_STR("D37\tQGD: Classical, 5.Bf4\t"
                        "d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7 Bf4"));
    add_tsv_row(t, "scid", TBY_STR("A90\tDutch\td4 f5 c4 e6 g3 Nf6 Bg2 d5"));
    add_tsv_row(t, "scid",
                TBY_STR("B94\tSicilian: Najdorf, 6.Bg5\te4 c5 Nf3 d6 d4 cxd4 "
                        "Nxd4 Nf6 Nc3 a6 Bg5"));
    free(text.p);
    open_library(&lib, t);
    return 0;
}

static int close_own(void **state)
{
    (void)state;
    close_library(&lib);
    return 0;
}

/* --- what comes first -----------------------------------------------------*/

static const typed TYPED[] = {
    /* case, accents, spellings */
    {"Grünfeld", "D80", "Grünfeld Defense"},
    {"GRUENFELD", "D80", "Grünfeld Defense"},
    {"grunfeld defence", "D80", "Grünfeld Defense"},
    {"Gr\xFCnfeld", "D80", "Grünfeld Defense"},
    {"gru", "D80", "Grünfeld Defense"},
    {"petroff", "C42", "Petrov's Defense"},
    {"Petrow", "C42", "Petrov's Defense"},
    {"Petrov's defence", "C42", "Petrov's Defense"},
    {"Aljechin", "B02", "Alekhine Defense"},
    {"Alekhin's Defence", "B02", "Alekhine Defense"},
    {"nimzovich", "B00", "Nimzowitsch Defense"},
    {"Nimzowitch defense", "B00", "Nimzowitsch Defense"},
    {"caro kann", "B10", "Caro-Kann Defense"},
    {"Caro\xE2\x80\x93Kann", "B10", "Caro-Kann Defense"},
    {"carokann", "B10", "Caro-Kann Defense"},
    {"philidors defence", "C41", "Philidor Defense"},
    {"Philidor's", "C41", "Philidor Defense"},
    {"filidor", "C41", "Philidor Defense"},
    {"tchigorin", "C96", "Ruy Lopez: Closed, Chigorin Defense"},
    {"queens gambit", "D06", "Queen's Gambit"},
    {"Queen\xE2\x80\x99s Gambit", "D06", "Queen's Gambit"},
    {"saemisch", "E80", "King's Indian Defense: Sämisch Variation"},
    {"trompovsky", "A45", "Trompowsky Attack"},
    {"albin counter gambit", "D08",
     "Queen's Gambit Declined: Albin Countergambit"},
    {"4 pawns", "B03", "Alekhine Defense: Four Pawns Attack"},
    /* abbreviations */
    {"qgd", "D30", "Queen's Gambit Declined"},
    {"QGA", "D20", "Queen's Gambit Accepted"},
    {"KID", "E61", "King's Indian Defense"},
    {"kia", "A07", "King's Indian Attack"},
    {"qid", "E12", "Queen's Indian Defense"},
    {"nid", "E20", "Nimzo-Indian Defense"},
    {"bdg", "D00", "Blackmar-Diemer Gambit"},
    {"kga", "C33", "King's Gambit Accepted"},
    {"qgd exchange", "D35", "Queen's Gambit Declined: Exchange Variation"},
    {"queens gambit declined classical", "D37", "QGD: Classical, 5.Bf4"},
    /* other names */
    {"spanish", "C60", "Ruy Lopez"},
    {"Spanish Game", "C60", "Ruy Lopez"},
    {"spani", "C60", "Ruy Lopez"},
    {"spanish berlin", "C65", "Ruy Lopez: Berlin Defense"},
    {"russian game", "C42", "Petrov's Defense"},
    {"russian variation", "D96", "Grünfeld Defense: Russian Variation"},
    {"volga gambit", "A57", "Benko Gambit"},
    {"center counter", "B01", "Scandinavian Defense"},
    {"centre counter defence", "B01", "Scandinavian Defense"},
    {"sokolsky", "A00", "Polish Opening"},
    {"orang utan", "A00", "Polish Opening"},
    {"c3 sicilian", "B22", "Sicilian Defense: Alapin Variation"},
    {"dutch", "A80", "Dutch Defense"}, /* though another has that alias */
    {"Nimzowitsch-Indian", "E20", "Nimzo-Indian Defense"},
    {"greco counter gambit", "C40", "Latvian Gambit"},
    /* parts, order, beginnings */
    {"najdorf", "B90", "Sicilian Defense: Najdorf Variation"},
    {"Sicilian Najdorf", "B90", "Sicilian Defense: Najdorf Variation"},
    {"najdorf sicilian", "B90", "Sicilian Defense: Najdorf Variation"},
    {"english attack", "B90",
     "Sicilian Defense: Najdorf Variation, English Attack"},
    {"sicilian english", "B90",
     "Sicilian Defense: Najdorf Variation, English Attack"},
    {"english", "A10", "English Opening"},
    {"english defence", "A40", "English Defense"},
    {"berlin", "C65", "Ruy Lopez: Berlin Defense"},
    {"kan", "B41", "Sicilian Defense: Kan Variation"},
    {"kann", "B10", "Caro-Kann Defense"},
    {"kings indian", "E60", "King's Indian"},
    {"kings ind att", "A07", "King's Indian Attack"},
    {"slav", "D15", "Slav Defense: Chebanenko Variation"},
    {"semislav", "D43", "Semi-Slav Defense"},
    {"scandi", "B01", "Scandinavian Defense"},
    {"damiano", "C40", "King's Pawn Game: Damiano Defense"},
    {"chebanenko slav", "D15", "Slav Defense: Chebanenko Variation"},
    {"fried liver", "C57",
     "Italian Game: Two Knights Defense, Fried Liver Attack"},
    {"morra gambit", "B21", "Sicilian Defense: Smith-Morra Gambit"},
    {"najdorf bg5", "B94", "Sicilian Defense: Najdorf Variation"},
    {"najdorf 6. Bg5", "B94", "Sicilian Defense: Najdorf Variation"},
    /* slips */
    {"sicillian", "B20", "Sicilian Defense"},
    {"scicilian defence", "B20", "Sicilian Defense"},
    {"cicilian", "B20", "Sicilian Defense"},
    {"najdrof", "B90", "Sicilian Defense: Najdorf Variation"},
    {"grunfled", "D80", "Grünfeld Defense"},
    {"qeens gambit", "D06", "Queen's Gambit"},
    {"scicil", "B20", "Sicilian Defense"}, /* begun and wrong */
    /* codes */
    {"B90", "B90", "Sicilian Defense: Najdorf Variation"},
    {"b90-b99", "B90", "Sicilian Defense: Najdorf Variation"},
    {"A", "A00", "Hungarian Opening"},
    {"e", "E00", "Catalan Opening"},
    {"E6", "E60", "King's Indian"},
    {"exchange D8", "D85", "Grünfeld Defense: Exchange Variation"},
    {"defence C4", "C41", "Philidor Defense"},
    /* nothing */
    {"", "", ""},
    {" \t,.-' ", "", ""},
    {"e4 e5", "", ""},
    {"1. e4 c5 2. Nf3", "", ""},
    {"O-O", "", ""},
    {"Bg5", "", ""},
    {"xyzzy", "", ""},
    {"sicilian xyzzy", "", ""},
    {"E99", "", ""},
    {"najdorf A00", "", ""},
};

static void the_meant_one_comes_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TYPED); i++)
        check_first(&lib, &TYPED[i], 0);
}

static const typed BEGUN[] = {
    {"s", "B20", "Sicilian Defense"},
    {"sic", "B20", "Sicilian Defense"},
    {"sicilian d", "B20", "Sicilian Defense"},
    {"sicilian defense: dr", "B70", "Sicilian Defense: Dragon Variation"},
    {"queen's g", "D06", "Queen's Gambit"},
    {"qgd al", "D08", "Queen's Gambit Declined: Albin Countergambit"},
    {"a", "B02", "Alekhine Defense"}, /* no code, unlike above */
    {"najd", "B90", "Sicilian Defense: Najdorf Variation"},
    {"kan", "B10", "Caro-Kann Defense"}, /* may well become Kann */
};

static void beginnings_are_completed(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(BEGUN); i++)
        check_first(&lib, &BEGUN[i], TBY_SEARCH_COMPLETE);
}

static void names_find_themselves(void **state)
{
    (void)state;
    check_names_find_themselves(&lib, 0, 1);
}

/* --- the list -------------------------------------------------------------*/

static void check_list(const char *text, unsigned flags,
                       const char *const *want, size_t n)
{
    answer a = ask(&lib, text, flags);

    CHECK(a.found == n, "'%s' finds %zu, not %zu", text, a.found, n);
    for (size_t i = 0; i < n; i++) {
        tby_opening o = hit_at(&lib, &a, i);
        CHECK(tby_str_is(o.name, want[i]), "'%s' finds %.*s, not %s", text,
              (int)o.name.n, o.name.p, want[i]);
    }
}

#define CHECK_LIST(text, flags, ...)                                           \
    check_list(text, flags, (const char *const[]){__VA_ARGS__},                \
               LENGTH(((const char *const[]){__VA_ARGS__})))

static void lists_are_ranked(void **state)
{
    (void)state;
    CHECK_LIST("najdorf", 0, "Sicilian Defense: Najdorf Variation",
               "Sicilian Defense: Najdorf Variation, English Attack",
               "Sicilian Defense: Najdorf Variation, Opocensky Variation");
    CHECK_LIST("berlin", 0, "Ruy Lopez: Berlin Defense",
               "Bishop's Opening: Berlin Defense",
               "Ruy Lopez: Berlin Defense, Rio de Janeiro Variation");
    CHECK_LIST("queens gambit", 0, "Queen's Gambit", "Queen's Gambit Declined",
               "Queen's Gambit Accepted",
               "Queen's Gambit Declined: Albin Countergambit",
               "Queen's Gambit Declined: Exchange Variation",
               "QGD: Classical, 5.Bf4");
    CHECK_LIST("kings indian", 0, "King's Indian", "King's Indian Defense",
               "King's Indian Attack",
               "King's Indian Defense: Sämisch Variation");
}

static void names_count_their_positions(void **state)
{
    (void)state;
    answer a = ask(&lib, "sicilian najdorf", 0);
    assert_int_equal(a.hits[0].positions, 2);
    assert_int_equal(hit_at(&lib, &a, 0).plies, 10);
    a = ask(&lib, "najdorf b94", 0);
    assert_int_equal(a.found, 1);
    assert_int_equal(a.hits[0].positions, 1);
    assert_int_equal(hit_at(&lib, &a, 0).plies, 11);
    CHECK_LIST("benko", 0, "Benko Gambit");
    CHECK_LIST("benko", TBY_SEARCH_ALL, "Benko Gambit", "Benko Gambit");
    a = ask(&lib, "benko", TBY_SEARCH_ALL);
    assert_int_equal(a.hits[0].positions, 1);
    assert_int_equal(hit_at(&lib, &a, 0).plies, 6);
    assert_int_equal(hit_at(&lib, &a, 1).plies, 7);
}

static void aliases_are_told(void **state)
{
    (void)state;
    answer a = ask(&lib, "petrov", 0);
    assert_int_equal(a.hits[0].alias.n, 0);
    a = ask(&lib, "najdorf bg5", TBY_SEARCH_ALL);
    assert_int_equal(a.found, 1);
    assert_true(tby_str_is(a.hits[0].alias, "Sicilian: Najdorf, 6.Bg5"));
}

static void codes_are_listed_in_order(void **state)
{
    uint32_t last = 0;

    (void)state;
    answer a = ask(&lib, "B-C", TBY_SEARCH_ALL);
    assert_true(a.found > 30 && a.n == a.found);
    for (size_t i = 0; i < a.n; i++) {
        tby_opening o = hit_at(&lib, &a, i);
        uint32_t rank = (uint32_t)tby_eco_index(o.code) << 8 | o.plies;
        CHECK(o.code[0] == 'B' || o.code[0] == 'C', "%s", o.code);
        CHECK(rank >= last, "%s after %x", o.code, last);
        last = rank;
    }
}

static void room_cuts_the_list(void **state)
{
    tby_search_hit hits[3] = {{.entry = 77}, {.entry = 77}, {.entry = 77}};
    answer a = ask(&lib, "defense", 0);
    size_t found = 0;

    (void)state;
    assert_true(a.found > 20);
    assert_int_equal(
        tby_search_find(lib.search, TBY_STR("defense"), 0, hits, 2, &found),
        TBY_OK);
    assert_int_equal(found, a.found);
    assert_int_equal(hits[0].entry, a.hits[0].entry);
    assert_int_equal(hits[1].entry, a.hits[1].entry);
    assert_int_equal(hits[2].entry, 77);
    assert_int_equal(
        tby_search_find(lib.search, TBY_STR("defense"), 0, NULL, 0, &found),
        TBY_OK);
}

static void too_many_words_are_refused(void **state)
{
    static char text[4096];
    size_t found = 99;

    (void)state;
    for (size_t i = 0; i + 8 < sizeof text; i += 8)
        memcpy(text + i, "abcdefg ", 8);
    assert_int_equal(
        tby_search_find(lib.search, tby_str_of(text), 0, NULL, 0, &found),
        TBY_E_LIMIT);
    assert_int_equal(found, 99);
    memset(text, 'x', sizeof text - 1); /* one word of any length is fine */
    check_first(&lib, &(typed){text, "", ""}, 0);
}

static void an_empty_names_has_no_names(void **state)
{
    tby_names none = {0};
    tby_search *s;
    size_t found = 99;

    (void)state;
    assert_int_equal(tby_search_open(&s, &none, NULL), TBY_OK);
    assert_int_equal(
        tby_search_find(s, TBY_STR("sicilian B20"), 0, NULL, 0, &found),
        TBY_OK);
    assert_int_equal(found, 0);
    tby_search_close(s);
    tby_search_close(NULL);
}

/* --- words ----------------------------------------------------------------*/

static const struct {
    const char *text, *words; /* as they are spelt */
} WORDS[] = {
    {"King's Indian", "king indian"},
    {"O'Kelly, Van't Kruijs", "okelli vant krui"},
    {"Reynolds' Philidors boss", "reinold filidor boss"},
    {"6.Bg5 e6 7.f4!? 12...Qxd4+ (BDG)",
     "bg5 e6 f4 qxd4 blackmar diemer gambit"},
    {"150 Attack 4 Knights", "150 attack four knight"},
    {"Nimzowitsch Nimzovich Tchigorin", "nimsovich nimsovich chigorin"},
    {"Gruenfeld Grünfeld", "grunfeld grunfeld"},
    {"Petroff Petrov Bogoljubow", "petrov petrov bogoliubov"},
    {"", ""},
    {"... - '", ""},
};

static void texts_have_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(WORDS); i++) {
        search_words c = {.rest = tby_str_of(WORDS[i].text)};
        search_word w;
        char got[256] = "";
        for (size_t n = 0; tby__search_words_next(&c, &w);) {
            tby__search_spell(&w);
            n += (size_t)snprintf(got + n, sizeof got - n, "%s%s", n ? " " : "",
                                  w.spelt);
        }
        CHECK(strcmp(got, WORDS[i].words) == 0, "%s: '%s', not '%s'",
              WORDS[i].text, got, WORDS[i].words);
    }
}

/* The textbook's table: the fewest letters put in, left out, replaced, or
 * neighbours swapped, to make a of b. */
static unsigned distance(tby_str a, tby_str b)
{
    unsigned d[12][12];

    for (unsigned i = 0; i <= a.n; i++) {
        for (unsigned k = 0; k <= b.n; k++) {
            d[i][k] = i + k;
            if (!i || !k)
                continue;
            bool same = a.p[i - 1] == b.p[k - 1];
            unsigned best = d[i - 1][k - 1] + !same;
            best = d[i - 1][k] + 1 < best ? d[i - 1][k] + 1 : best;
            best = d[i][k - 1] + 1 < best ? d[i][k - 1] + 1 : best;
            if (i > 1 && k > 1 && a.p[i - 1] == b.p[k - 2] &&
                a.p[i - 2] == b.p[k - 1] && d[i - 2][k - 2] + 1 < best)
                best = d[i - 2][k - 2] + 1;
            d[i][k] = best;
        }
    }
    return d[a.n][b.n];
}

static void slips_are_those_of_the_textbook(void **state)
{
    rng r = rng_for(__func__);
    size_t slips = 0;

    (void)state;
    for (int i = 0; i < 200000; i++) {
        char x[8], y[8];
        tby_str a = {x, rng_below(&r, 8)}, b = {y, rng_below(&r, 8)};
        bool begun = false;
        for (size_t k = 0; k < 8; k++) {
            x[k] = (char)('a' + rng_below(&r, 2));
            y[k] = rng_chance(&r, 80) ? x[k] : (char)('a' + rng_below(&r, 2));
        }
        if (tby_str_equal(a, b))
            continue;
        CHECK(tby__search_one_slip(a, b, false) == (distance(a, b) == 1),
              "%.*s %.*s", (int)a.n, x, (int)b.n, y);
        for (size_t n = 0; n <= b.n; n++)
            begun |= distance(a, (tby_str){y, n}) <= 1;
        CHECK(tby__search_one_slip(a, b, true) == begun, "%.*s begins %.*s",
              (int)a.n, x, (int)b.n, y);
        slips += begun;
    }
    assert_true(slips > 1000);
}

/* --- robustness -----------------------------------------------------------*/

static void no_memory_is_an_error(void **state)
{
    size_t found;

    (void)state;
    for (size_t calls = 0;; calls++) {
        failing f = {.calls_left = calls};
        tby_alloc alloc = failing_alloc(&f);
        tby_search *s = NULL;
        tby_rc rc = tby_search_open(&s, &lib.names, &alloc);
        if (rc == TBY_OK) {
            assert_int_equal(f.calls_left, 0);
            assert_int_equal(
                tby_search_find(s, TBY_STR("slav"), 0, NULL, 0, &found),
                TBY_E_NOMEM);
            f.calls_left = 1; /* for what is asked first, but not for all */
            found = 99;
            assert_int_equal(tby_search_find(s, TBY_STR("slav"), TBY_SEARCH_ALL,
                                             NULL, 0, &found),
                             TBY_OK);
            tby_search_close(s);
            assert_int_equal(f.out, 0);
            assert_false(f.wrong_size);
            assert_true(calls > 5);
            return;
        }
        assert_int_equal(rc, TBY_E_NOMEM);
        assert_null(s);
        assert_int_equal(f.out, 0);
        assert_false(f.wrong_size);
    }
}

/* The same openings in another order are the same names, but here the search
 * itself is asked: entries must not decide where names can. */
static void the_answer_does_not_change(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TYPED); i++) {
        answer a = ask(&lib, TYPED[i].text, 0), b = ask(&lib, TYPED[i].text, 0);
        assert_int_equal(a.found, b.found);
        for (size_t k = 0; k < a.n; k++)
            assert_int_equal(a.hits[k].entry, b.hits[k].entry);
    }
}

static void any_bytes_are_a_query(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 5000; i++) {
        char text[64];
        size_t n = rng_below(&r, sizeof text), found;
        for (size_t k = 0; k < n; k++)
            text[k] =
                (char)(rng_chance(&r, 70) ? " aeinqgd'.-"[rng_below(&r, 11)]
                                          : (int)rng_below(&r, 256));
        tby_search_hit hits[4];
        tby_rc rc = tby_search_find(lib.search, (tby_str){text, n},
                                    rng_below(&r, 4), hits, 4, &found);
        CHECK(rc == TBY_OK || rc == TBY_E_LIMIT, "%s", tby_rc_name(rc));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_meant_one_comes_first),
        cmocka_unit_test(beginnings_are_completed),
        cmocka_unit_test(names_find_themselves),
        cmocka_unit_test(lists_are_ranked),
        cmocka_unit_test(names_count_their_positions),
        cmocka_unit_test(aliases_are_told),
        cmocka_unit_test(codes_are_listed_in_order),
        cmocka_unit_test(room_cuts_the_list),
        cmocka_unit_test(too_many_words_are_refused),
        cmocka_unit_test(an_empty_names_has_no_names),
        cmocka_unit_test(texts_have_words),
        cmocka_unit_test(slips_are_those_of_the_textbook),
        cmocka_unit_test(no_memory_is_an_error),
        cmocka_unit_test(the_answer_does_not_change),
        cmocka_unit_test(any_bytes_are_a_query),
    };
    return cmocka_run_group_tests(tests, open_own, close_own);
}
