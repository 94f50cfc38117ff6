/* Conditions as they are typed: what is understood, what is refused and where.
 */
#include "core/base/buf.h"
#include "core/base/str.h"
#include "support/games.h"

#include "store/filter/filter.h"

static tby_rc set(store_filter *f, const char *name, const char *value,
                  tby_err *err)
{
    return tby__filter_set(f, tby_str_of(name), tby_str_of(value), err);
}

static void test_refused(void **state)
{
    static const struct {
        const char *name, *value;
        size_t at;
    } ROWS[] = {
        {"elo", "", 0},
        {"elo", "-", 0},
        {"elo", "abc", 0},
        {"elo", "2400-abc", 5},
        {"elo", "2400-2500-2600", 5},
        {"elo", "2400++", 0},
        {"elo", ">=", 0},
        {"elo", "<0", 1},
        {"elo", "=>2400", 0},
        {"date", "", 0},
        {"date", "..", 0},
        {"date", "2010.13", 0},
        {"date", "2010.05.32", 0},
        {"date", "2010..x", 6},
        {"date", "1975s", 0},
        {"date", "2010 to x", 8},
        {"date", "2010-13", 0},
        {"date", "2010-20155", 0},
        {"date", "2010.??.05", 0},
        {"date", "2010/05/?x", 0},
        {"date", ">=x", 2},
        {"result", "1-0,2-0", 4},
        {"result", "", 0},
        {"result", "win,lose", 4},
        {"eco", "B90,F10", 4},
        {"eco", "", 0},
        {"time-class", "blitz,", 6},
        {"ended", "mate,maybe", 5},
        {"as", "blue", 0},
        {"date", "72", 0},
        {"time-class", "a word that is longer than any that is known", 0},
        {"by", "", 0},
        {"player", "  ", 0},
        {"move", "", 0},
        {"move", "Nf9", 0},
        {"move", "b8=K", 0},
        {"move", "Pb", 0},
        {"move", "e9", 0},
        {"material", "", 0},
        {"material", "KRP", 3},
        {"material", "KRPv", 4},
        {"material", "vKR", 0},
        {"material", "RPR", 3},
        {"material", "KvKvK", 3},
        {"material", "K/K:K", 3},
        {"material", "KXvK", 1},
        {"material", "KRKRK", 4},
        {"pattern", "", 0},
        {"pattern", "Nf5 pe9", 4},
        {"pattern", "Nf5 Bf5", 0},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_err err = {TBY_OK, 99};
        store_filter f;
        tby_rc rc;

        tby__filter_init(&f);
        rc = set(&f, ROWS[i].name, ROWS[i].value, &err);
        EXPECT(rc == TBY_E_STORE_FILTER && err.at == ROWS[i].at,
               "--%s '%s': %s at %zu", ROWS[i].name, ROWS[i].value,
               tby_rc_name(rc), err.at);
        EXPECT(tby__filter_empty(&f), "--%s '%s' left something", ROWS[i].name,
               ROWS[i].value);
    }
    end_rows();
}

static void test_reversed(void **state)
{
    static const struct {
        const char *name, *value;
        size_t at;
    } ROWS[] = {{"elo", "2400-2300", 5},
                {"elo-avg", "2400..2300", 6},
                {"date", "2010..2009", 6},
                {"date", "2015-2010", 5},
                {"plies", "2..1", 3}};

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_err err = {TBY_OK, 99};
        store_filter f;

        tby__filter_init(&f);
        tby_rc rc = set(&f, ROWS[i].name, ROWS[i].value, &err);
        EXPECT(rc == TBY_E_STORE_REVERSED && err.at == ROWS[i].at,
               "--%s '%s': %s at %zu", ROWS[i].name, ROWS[i].value,
               tby_rc_name(rc), err.at);
        EXPECT(tby__filter_empty(&f), "--%s '%s' left something", ROWS[i].name,
               ROWS[i].value);
    }
    end_rows();
}

/* Other ways to write the same. */
static void test_spellings(void **state)
{
    static const struct {
        const char *name, *value, *same;
    } ROWS[] = {
        {"date", "2010.05.??", "2010-05"},
        {"date", "2010/05", "2010-05"},
        {"date", "2010.??.??", "2010"},
        {"date", "2010/05/31", "2010.05.31"},
        {"date",
         "2010\xe2\x80\x93"
         "2015",
         "2010-2015"},
        {"date", "2010\xe2\x80\x94", "2010-"},
        {"elo", "2600 \xe2\x80\x93 2800", "2600-2800"},
        {"elo", "\xe2\x89\xa5 2700", "2700+"},
        {"plies",
         "\xe2\x89\xa4"
         "40",
         "-40"},
        {"result", "Draw", "1/2"},
        {"result", "WHITE,\xc2\xbd-\xc2\xbd", "1-0,1/2"},
        {"result", "1 - 0, \xc2\xbd\xe2\x80\x93\xc2\xbd", "1-0,1/2"},
        {"result", "1:0,0.5-0.5", "1-0,1/2"},
        {"result", "White wins,drawn", "1-0,draw"},
        {"result", "Won", "win"},
        {"result", "lost", "loss"},
        {"result", "decisive", "1-0,0-1"},
        {"eco", "B20 - B99", "B20-B99"},
        {"eco", "b20..b99, C*", "B20-99,C"},
        {"eco", "B9*", "B9"},
        {"time-class", "Blitz, RAPID", "blitz,rapid"},
        {"time-class", "Classic,corr", "classical,correspondence"},
        {"ended", "mate", "checkmate"},
        {"ended", "Time forfeit,Fifty-moves", "time,fifty_moves"},
        {"ended", "resigned, rules infraction", "resignation,rules_infraction"},
        {"ended", "50 moves,threefold", "fifty_moves,repetition"},
        {"as", "White", "white"},
        {"by", " b", "black"},
        {"material", "KRP/KR", "KRPvKR"},
        {"material", "krp:kr", "KRPvKR"},
        {"material", "KRP vs. KR", "KRPvKR"},
        {"material", "KRP\xe2\x80\x93KR", "KRPvKR"},
        {"material", "R+P v R", "KRPvKR"},
        {"material", "RPvKR", "KRPvKR"},
        {"pattern", "Nf5, pE6", "Nf5 pe6"},
        {"move", "12. Nf3!", "Nf3"},
        {"move", "3...nf6?!", "Nf6"},
        {"move", "o-o", "O-O"},
        {"move", "O-O-O!!", "O-O-O"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_err err = {TBY_OK, 99};
        store_filter a, b;
        tby_buf x, y;

        tby__filter_init(&a);
        tby__filter_init(&b);
        tby_rc rc = set(&a, ROWS[i].name, ROWS[i].value, &err);
        EXPECT(rc == TBY_OK, "--%s '%s': %s at %zu", ROWS[i].name,
               ROWS[i].value, tby_rc_name(rc), err.at);
        must(set(&b, ROWS[i].name, ROWS[i].same, &err));
        tby_buf_init(&x, NULL, 1 << 16);
        tby_buf_init(&y, NULL, 1 << 16);
        tby__filter_key(&a, &x);
        tby__filter_key(&b, &y);
        EXPECT(x.n == y.n && memcmp(x.p, y.p, x.n) == 0,
               "--%s '%s' is not '%s'", ROWS[i].name, ROWS[i].value,
               ROWS[i].same);
        tby_buf_free(&x);
        tby_buf_free(&y);
    }
    end_rows();
}

static void test_ranges(void **state)
{
    store_filter f;

    (void)state;
    tby__filter_init(&f);
    assert_true(tby__filter_empty(&f));
    assert_int_equal(set(&f, "elo", "2400-2600", NULL), TBY_OK);
    assert_true(f.elo.min == 2400 && f.elo.max == 2600);
    assert_int_equal(set(&f, "elo", "2400-", NULL), TBY_OK);
    assert_true(f.elo.min == 2400 && f.elo.max > 1000000);
    assert_int_equal(set(&f, "plies", "-40", NULL), TBY_OK);
    assert_true(f.plies.min == 0 && f.plies.max == 40);
    assert_int_equal(set(&f, "date", "2010..2015.06", NULL), TBY_OK);
    assert_true(f.date.min == store_date(2010, 1, 1) &&
                f.date.max == store_date(2015, 6, 31));
    assert_int_equal(set(&f, "date", "2012-02-28", NULL), TBY_OK);
    assert_true(f.date.min == f.date.max);
    assert_int_equal(set(&f, "eco", "B90,C10-C19,d", NULL), TBY_OK);
    assert_true(f.eco[191 / 64] >> 191 % 64 & 1);  /* B90 */
    assert_true(f.eco[212 / 64] >> 212 % 64 & 1);  /* C11 */
    assert_true(f.eco[400 / 64] >> 400 % 64 & 1);  /* D99 */
    assert_false(f.eco[221 / 64] >> 221 % 64 & 1); /* C20 */
    assert_int_equal(set(&f, "ended", "stalemate,checkmate", NULL), TBY_OK);
    assert_int_equal(f.endings,
                     1u << STORE_ENDED_STALEMATE | 1u << STORE_ENDED_CHECKMATE);
    assert_int_equal(set(&f, "nonsense", "1", NULL), TBY_DONE);
    assert_false(tby__filter_empty(&f));
    assert_false(tby__filter_moves(&f));
}

/* Ranges as people write them. */
static void test_forms_of_ranges(void **state)
{
    enum { ANY = UINT32_MAX / 4 };
    static const struct {
        const char *value;
        uint32_t min, max;
    } NUMBERS[] = {
        {"2700", 2700, 2700},       {"2600-2800", 2600, 2800},
        {"2600..2800", 2600, 2800}, {" 2600 - 2800 ", 2600, 2800},
        {"2700+", 2700, ANY},       {"2700-", 2700, ANY},
        {"2700..", 2700, ANY},      {">=2700", 2700, ANY},
        {"> 2700", 2701, ANY},      {"-2400", 0, 2400},
        {"..2400", 0, 2400},        {"<=2400", 0, 2400},
        {"<2400", 0, 2399},
    };
#define DAY(y, m, d) ((y) << 9 | (m) << 5 | (d))
    static const struct {
        const char *value;
        uint32_t min, max;
    } DATES[] = {
        {"2010", DAY(2010, 1, 1), DAY(2010, 12, 31)},
        {"2010-05", DAY(2010, 5, 1), DAY(2010, 5, 31)},
        {"2010.05", DAY(2010, 5, 1), DAY(2010, 5, 31)},
        {"2010-05-12", DAY(2010, 5, 12), DAY(2010, 5, 12)},
        {"2010-2015", DAY(2010, 1, 1), DAY(2015, 12, 31)},
        {"2010..2015", DAY(2010, 1, 1), DAY(2015, 12, 31)},
        {"2010 - 2015", DAY(2010, 1, 1), DAY(2015, 12, 31)},
        {"2010-05-2012-06", DAY(2010, 5, 1), DAY(2012, 6, 31)},
        {"2010.05.12-2012.06.13", DAY(2010, 5, 12), DAY(2012, 6, 13)},
        {"2010 to 2015", DAY(2010, 1, 1), DAY(2015, 12, 31)},
        {"2010-05 to 2012", DAY(2010, 5, 1), DAY(2012, 12, 31)},
        {"1970s", DAY(1970, 1, 1), DAY(1979, 12, 31)},
        {"1970s-1990s", DAY(1970, 1, 1), DAY(1999, 12, 31)},
        {"2010+", DAY(2010, 1, 1), UINT32_MAX},
        {"2010-", DAY(2010, 1, 1), UINT32_MAX},
        {">=2010-05", DAY(2010, 5, 1), UINT32_MAX},
        {">2010-05", DAY(2010, 5, 31) + 1, UINT32_MAX},
        {"-2015", 0, DAY(2015, 12, 31)},
        {"<=2015", 0, DAY(2015, 12, 31)},
        {"<2015", 0, DAY(2015, 1, 1) - 1},
    };
#undef DAY

    (void)state;
    for (size_t i = 0; i < LENGTH(NUMBERS); i++) {
        store_filter f;
        tby__filter_init(&f);
        tby_rc rc = set(&f, "elo", NUMBERS[i].value, NULL);
        EXPECT(rc == TBY_OK && f.elo.min == NUMBERS[i].min &&
                   f.elo.max == NUMBERS[i].max,
               "%s: %s, %u to %u", NUMBERS[i].value, tby_rc_name(rc), f.elo.min,
               f.elo.max);
    }
    for (size_t i = 0; i < LENGTH(DATES); i++) {
        store_filter f;
        tby__filter_init(&f);
        tby_rc rc = set(&f, "date", DATES[i].value, NULL);
        EXPECT(rc == TBY_OK && f.date.min == DATES[i].min &&
                   f.date.max == DATES[i].max,
               "%s: %s, %#x to %#x", DATES[i].value, tby_rc_name(rc),
               f.date.min, f.date.max);
    }
    end_rows();
}

static void test_forms_of_results_and_material(void **state)
{
    static const struct {
        const char *value;
        uint32_t results;
        bool won, lost;
    } RESULTS[] = {
        {"1-0", 1u << TBY_RESULT_WHITE, false, false},
        {"white", 1u << TBY_RESULT_WHITE, false, false},
        {"0-1", 1u << TBY_RESULT_BLACK, false, false},
        {"black", 1u << TBY_RESULT_BLACK, false, false},
        {"draw", 1u << TBY_RESULT_DRAW, false, false},
        {"=", 1u << TBY_RESULT_DRAW, false, false},
        {"1/2", 1u << TBY_RESULT_DRAW, false, false},
        {"1/2-1/2", 1u << TBY_RESULT_DRAW, false, false},
        {"*", 1u << TBY_RESULT_NONE, false, false},
        {"win", 0, true, false},
        {"loss", 0, false, true},
        {"win, draw", 1u << TBY_RESULT_DRAW, true, false},
    };
    static const char *const MATERIAL[] = {
        "KRPvKR", "KRPKR", "KRP-KR", "krpkr", "KRP v KR", "krp vs kr", "KPRVKR",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(RESULTS); i++) {
        store_filter f;
        tby__filter_init(&f);
        tby_rc rc = set(&f, "result", RESULTS[i].value, NULL);
        EXPECT(rc == TBY_OK && f.results == RESULTS[i].results &&
                   f.won == RESULTS[i].won && f.lost == RESULTS[i].lost &&
                   !tby__filter_empty(&f),
               "%s: %s", RESULTS[i].value, tby_rc_name(rc));
    }
    for (size_t i = 0; i < LENGTH(MATERIAL); i++) {
        static const store_material WANTED = {
            .on = true,
            .count = {{[TBY_KING] = 1, [TBY_ROOK] = 1, [TBY_PAWN] = 1},
                      {[TBY_KING] = 1, [TBY_ROOK] = 1}}};
        store_filter f;
        tby__filter_init(&f);
        tby_rc rc = set(&f, "material", MATERIAL[i], NULL);
        EXPECT(rc == TBY_OK && memcmp(&f.material, &WANTED, sizeof WANTED) == 0,
               "%s: %s", MATERIAL[i], tby_rc_name(rc));
    }
    end_rows();
}

/* What a refusal says is understood: words that look like a value, out of the
 * sentence after its colon. */
static void test_examples_of_forms(void **state)
{
    unsigned tried = 0;

    (void)state;
    for (size_t i = 0; tby__filter_name(i); i++) {
        const char *name = tby__filter_name(i);
        const char *form = tby__filter_form(i);
        const char *list = strchr(form, ':');
        char word[64];
        size_t n = 0;

        CHECK(form[strlen(form) - 1] == '.', "%s: %s", name, form);
        if (!list || strchr(form, '\''))
            continue;
        for (const char *p = list + 1; *p; p++) {
            bool ends =
                *p == ' ' || (*p == ',' && p[1] == ' ') || (*p == '.' && !p[1]);
            if (!ends) {
                word[n++] = *p;
                assert_true(n < sizeof word);
                continue;
            }
            word[n] = '\0';
            if (n && strcmp(word, "or") != 0) {
                store_filter f;
                tby__filter_init(&f);
                tby_rc rc = set(&f, name, word, NULL);
                EXPECT(rc == TBY_OK, "--%s '%s': %s", name, word,
                       tby_rc_name(rc));
                tried++;
            }
            n = 0;
        }
    }
    CHECK(tried > 30, "%u examples", tried);
    for (size_t i = 0; tby__filter_condition(i); i++) {
        const store_condition *c = tby__filter_condition(i);
        tby_str rest = tby_str_of(*c->example ? c->example : c->words), word;
        store_filter f;

        while (tby_str_field(&rest, *c->example ? '\0' : '|', &word)) {
            tby__filter_init(&f);
            EXPECT(!word.n || tby__filter_set(&f, tby_str_of(c->name), word,
                                              NULL) == TBY_OK,
                   "--%s %.*s", c->name, (int)word.n, word.p);
        }
    }
    end_rows();
}

/* docs/openapi.json has every condition, and how it is written. */
static void test_openapi(void **state)
{
    static char api[1 << 18];
    FILE *file = fopen("docs/openapi.json", "rb");

    (void)state;
    assert_non_null(file);
    size_t n = fread(api, 1, sizeof api - 1, file);
    fclose(file);
    CHECK(n > 10000 && n < sizeof api - 1, "%zu bytes", n);
    for (size_t i = 0; tby__filter_condition(i); i++) {
        const store_condition *c = tby__filter_condition(i);
        char name[64];

        snprintf(name, sizeof name, "\"name\": \"%s\",", c->name);
        EXPECT(strstr(api, name), "%s", name);
        EXPECT(strstr(api, c->form), "%s: %s", c->name, c->form);
    }
    end_rows();
}

/* A month of which no day is known ends with its last day, however many it
 * has: that is kept as the 31st. */
static void test_month_ends(void **state)
{
    static const struct {
        const char *date;
        bool ends;
    } ROWS[] = {
        {"..2010.01.31", true},  {"..2010.01.30", false},
        {"..2010.02.28", true},  {"..2010.02.27", false},
        {"..2012.02.28", false}, {"..2012.02.29", true},
        {"..1900.02.28", true},  {"..2000.02.28", false},
        {"..2010.04.30", true},  {"..2010.04.29", false},
        {"..2010.06.30", true},  {"..2010.09.30", true},
        {"..2010.11.30", true},  {"..2010.12.30", false},
        {"2010.04.30", true},    {"2010.04", true},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        store_filter f;

        tby__filter_init(&f);
        CHECK(set(&f, "date", ROWS[i].date, NULL) == TBY_OK, "%s",
              ROWS[i].date);
        EXPECT(((f.date.max & 31) == 31) == ROWS[i].ends, "%s", ROWS[i].date);
    }
    end_rows();
}

/* A code of castling fits if the king stands on the right file. */
static bool king_fits(const store_wanted *w, store_code code, tby_move m)
{
    unsigned rook = (code & STORE_CODE) - STORE_CASTLE_A;

    return rook > 7 || w->kings[rook] >> tby_file(tby_move_from(m)) & 1;
}

/* Does the question mean the move that is played here? */
static bool means(const char *asked, const char *fen, const char *san)
{
    store_filter f;
    store_code code;
    tby_move m;
    tby_pos p;

    tby__filter_init(&f);
    CHECK(set(&f, "move", asked, NULL) == TBY_OK, "%s", asked);
    CHECK(tby_fen_parse_pos(tby_str_of(fen), &p, NULL, NULL) == TBY_OK, "%s",
          fen);
    CHECK(tby_san_parse(&p, tby_str_of(san), TBY_SAN_STRICT, &m, NULL) ==
              TBY_OK,
          "%s in %s", san, fen);
    code = tby__code_of(&p, m);
    return (code & f.move.facts) == f.move.values &&
           f.move.codes[p.turn][(code & STORE_CODE) / 8] >>
                   (code & STORE_CODE) % 8 &
               1 &&
           king_fits(&f.move, code, m);
}

static void test_moves(void **state)
{
    static const char PROMOTES[] = "6k1/1P3ppp/8/8/8/8/8/K7 w - -";
    static const char BLACK[] = "k7/8/8/8/8/8/1p3PPP/6K1 b - -";
    static const char KNIGHTS[] = "k7/8/8/8/8/5N2/8/KN6 w - -";
    static const char CASTLES[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    static const char ANSWERS[] = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -";
    static const char LEFT[] = "1k6/8/8/8/8/8/8/RKR5 w AC -";
    static const char RIGHT[] = "5rkr/8/8/8/8/8/8/1K6 b fh -";
    static const char TAKES[] = "4k3/7p/8/3B4/4P3/8/8/4K3 w - -";
    static const struct {
        const char *asked, *fen, *san;
        bool is;
    } ROWS[] = {
        {"b8=Q#", PROMOTES, "b8=Q#", true},  {"b8=Q", PROMOTES, "b8=Q#", true},
        {"b8=Q+", PROMOTES, "b8=Q#", false}, {"b8Q#", PROMOTES, "b8=Q#", true},
        {"b8=R#", PROMOTES, "b8=Q#", false}, {"b8", PROMOTES, "b8=Q#", true},
        {"b7b8", PROMOTES, "b8=Q#", true},   {"b1=Q#", BLACK, "b1=Q#", true},
        {"b8=Q#", BLACK, "b1=Q#", false},    {"Nd2", KNIGHTS, "Nbd2", true},
        {"Nbd2", KNIGHTS, "Nbd2", true},     {"Nfd2", KNIGHTS, "Nbd2", false},
        {"N1d2", KNIGHTS, "Nbd2", true},     {"b1d2", KNIGHTS, "Nbd2", true},
        {"d2", KNIGHTS, "Nbd2", false},      {"O-O", CASTLES, "O-O", true},
        {"O-O-O", CASTLES, "O-O", false},    {"0-0-0", CASTLES, "O-O-O", true},
        {"Kg1", CASTLES, "O-O", false},      {"e5", TAKES, "e5", true},
        {"e5+", TAKES, "e5", false},         {"exd5", TAKES, "e5", false},
        {"Bxh7", TAKES, "Bg8", false},       {"b7b8q", PROMOTES, "b8=Q#", true},
        {"b7b8n", PROMOTES, "b8=Q#", false}, {"b2b1q", BLACK, "b1=Q#", true},
        {"e1g1", CASTLES, "O-O", true},      {"e1h1", CASTLES, "O-O", true},
        {"e1c1", CASTLES, "O-O", false},     {"e1c1", CASTLES, "O-O-O", true},
        {"e1a1", CASTLES, "O-O-O", true},    {"Ke1-g1", CASTLES, "O-O", true},
        {"Re1g1", CASTLES, "O-O", false},    {"e8g8", CASTLES, "O-O", false},
        {"e8g8", ANSWERS, "O-O", true},      {"e1g1", ANSWERS, "O-O", false},
        {"e8c8", ANSWERS, "O-O-O", true},    {"f1g1", CASTLES, "O-O", false},
        {"e1g1", CASTLES, "Kf1", false},     {"e1f1", CASTLES, "O-O", false},
        {"O-O", LEFT, "O-O", true},          {"O-O-O", LEFT, "O-O", false},
        {"b1g1", LEFT, "O-O", true},         {"b1c1", LEFT, "O-O", true},
        {"e1g1", LEFT, "O-O", false},        {"O-O-O", RIGHT, "O-O-O", true},
        {"O-O", RIGHT, "O-O-O", false},      {"g8f8", RIGHT, "O-O-O", true},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++)
        EXPECT(means(ROWS[i].asked, ROWS[i].fen, ROWS[i].san) == ROWS[i].is,
               "%s and %s", ROWS[i].asked, ROWS[i].san);
    end_rows();
}

/* Knights that go out and home again, so many plies. */
static tby_rc set_dance(store_filter *f, size_t plies)
{
    static const char *const STEPS[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    tby_buf line;

    tby_buf_init(&line, NULL, 1 << 20);
    for (size_t i = 0; i < plies; i++)
        tby_buf_cstr(&line, STEPS[i % 4]);
    tby_buf_char(&line, '\0');
    tby_rc rc = set(f, "moves", line.p, NULL);
    tby_buf_free(&line);
    return rc;
}

static void test_long_orders(void **state)
{
    store_filter f;

    (void)state;
    tby__filter_init(&f);
    assert_int_equal(set_dance(&f, STORE_PREFIX_MAX), TBY_OK);
    assert_int_equal(f.prefix_n, STORE_PREFIX_MAX);
    assert_int_equal(set_dance(&f, STORE_PREFIX_MAX + 1), TBY_E_STORE_FILTER);
}

static void test_boards(void **state)
{
    store_filter f;

    (void)state;
    tby__filter_init(&f);
    assert_int_equal(set(&f, "material", "KRPvKR", NULL), TBY_OK);
    assert_int_equal(f.material.count[0][TBY_PAWN], 1);
    assert_int_equal(f.material.count[1][TBY_PAWN], 0);
    assert_int_equal(set(&f, "pattern", "Nf5 pe6", NULL), TBY_OK);
    assert_true(f.pattern[tby_piece_of(TBY_WHITE, TBY_KNIGHT)] ==
                tby_bit(tby_sq(5, 4)));
    assert_true(f.pattern[tby_piece_of(TBY_BLACK, TBY_PAWN)] ==
                tby_bit(tby_sq(4, 5)));
    assert_int_equal(set(&f, "moves", "1. e4 c5", NULL), TBY_OK);
    assert_int_equal(f.prefix_n, 2);
    assert_int_not_equal(set(&f, "moves", "1. e4 Ke2", NULL), TBY_OK);
    assert_int_not_equal(set(&f, "moves", "k7/8/8/8/8/5N2/8/KN6 w - -", NULL),
                         TBY_OK);
    assert_int_equal(set(&f, "position", "k7/8/8/8/8/5N2/8/KN6 w - -", NULL),
                     TBY_OK);
    assert_true(tby__filter_moves(&f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_orders),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_reversed),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_forms_of_ranges),
        cmocka_unit_test(test_forms_of_results_and_material),
        cmocka_unit_test(test_examples_of_forms),
        cmocka_unit_test(test_openapi),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_month_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
