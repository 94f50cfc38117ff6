/* What the columns say of a game: each tag and each way to end, worked out by
 * hand. */
#include "store/record/tags.h"
#include "unit/store/packed.h"

/* A game of these tags and moves. */
static kept game_with(const char *tags, const char *moves)
{
    text t = {NULL, 0, 0};

    text_puts(&t, tags);
    text_puts(&t, "\n\n");
    text_puts(&t, moves);
    games all = read_games(text_str(&t), TBY_PGN_ALL);
    CHECK(all.n == 1 && all.errors == 0, "%s", text_end(&t));
    kept k = pack_game(&all.game[0]);
    expect_same(&k.packed, &all.game[0], text_end(&t), 0);
    end_rows();
    games_free(&all);
    text_free(&t);
    return k;
}

static uint32_t column_of(store_column c, const char *tags, const char *moves)
{
    kept k = game_with(tags, moves);
    uint32_t value = k.packed.column[c];

    free_packed(&k);
    return value;
}

/* --- kinds ----------------------------------------------------------------*/

static void names_come_first(void **state)
{
    (void)state;
    for (int c = 0; c < STORE_COLUMNS; c++)
        assert_int_equal(tby__column_kind((store_column)c) != STORE_NUMBER,
                         (unsigned)c < STORE_NAMES);
    assert_int_equal(tby__column_kind(STORE_WHITE), STORE_PLAYER);
    assert_int_equal(tby__column_kind(STORE_BLACK), STORE_PLAYER);
    assert_int_equal(tby__column_kind(STORE_EVENT), STORE_EVENT_NAME);
    assert_int_equal(tby__column_kind(STORE_SITE), STORE_SITE_NAME);
    assert_int_equal(tby__column_kind(STORE_OPENING), STORE_TEXT);
}

static void eco_codes_are_numbers(void **state)
{
    (void)state;
    assert_int_equal(tby__store_eco(tby_str_of("A00")), 1);
    assert_int_equal(tby__store_eco(tby_str_of("B90")), 191);
    assert_int_equal(tby__store_eco(tby_str_of("E99")), 500);
    assert_int_equal(tby__store_eco(tby_str_of("B90a")), 191);
    assert_int_equal(tby__store_eco(tby_str_of("B90a1")), 191);
    assert_int_equal(tby__store_eco(tby_str_of("B90/05")), 191);
    const char *const none[] = {"",      "B9",    "B900",    "F00",
                                "b90",   "B9x",   "?",       "B90A",
                                "B90ab", "B90 a", "B90/005", "B90-"};
    for (size_t i = 0; i < LENGTH(none); i++)
        assert_int_equal(tby__store_eco(tby_str_of(none[i])), 0);
}

/* --- tags -----------------------------------------------------------------*/

static const struct {
    store_column column;
    const char *tags;
    uint32_t value;
} TAGS[] = {
    {STORE_DATE, "[Date \"2020.02.29\"]", 2020 << 9 | 2 << 5 | 29},
    {STORE_DATE, "[Date \"2020.02.??\"]", 2020 << 9 | 2 << 5},
    {STORE_DATE, "[Date \"2020.??.??\"]", 2020 << 9},
    {STORE_DATE, "[Date \"????.??.??\"]", 0},
    {STORE_DATE, "[Date \"202?.??.??\"]", 0},
    {STORE_DATE, "[Date \"2020\"]", 2020 << 9},
    {STORE_DATE, "[Date \"2020-02-29\"]", 2020 << 9 | 2 << 5 | 29},
    {STORE_DATE, "[Date \"2020.13.32\"]", 2020 << 9},
    {STORE_DATE, "[Date \"????.05.??\"]", 5 << 5},
    {STORE_DATE, "[Date \"0850.??.??\"]", 850 << 9},
    {STORE_DATE, "[Date \"1.5.1999\"]", 0},
    {STORE_DATE, "[Date \"5/1/1999\"]", 0},
    {STORE_DATE, "[Date \"98.05.01\"]", 0},
    {STORE_DATE, "[Date \"12020.05.01\"]", 0},
    {STORE_DATE, "[Date \"1999.01.01\"]\n[UTCDate \"2000.12.31\"]",
     2000 << 9 | 12 << 5 | 31},
    {STORE_DATE, "[UTCDate \"????.??.??\"]\n[Date \"1999.01.01\"]",
     1999 << 9 | 1 << 5 | 1},
    {STORE_TIME, "[UTCTime \"00:00:00\"]", 1},
    {STORE_TIME, "[UTCTime \"23:59:59\"]", 86400},
    {STORE_TIME, "[UTCTime \"24:00:00\"]", 0},
    {STORE_TIME, "[UTCTime \"1:00:00\"]", 0},
    {STORE_WHITE_ELO, "[WhiteElo \"2500\"]", 2500},
    {STORE_WHITE_ELO, "[WhiteElo \"2500\"]\n[WhiteElo \"1\"]", 2500},
    {STORE_WHITE_ELO, "[WhiteElo \"-\"]", 0},
    {STORE_WHITE_ELO, "[WhiteElo \"2500?\"]", 0},
    {STORE_WHITE_ELO, "[WhiteElo \"99999\"]", 0},
    {STORE_BLACK_ELO, "[BlackElo \"1\"]", 1},
    {STORE_WHITE_DIFF, "[WhiteRatingDiff \"+5\"]", 32773},
    {STORE_BLACK_DIFF, "[BlackRatingDiff \"-5\"]", 32763},
    {STORE_BLACK_DIFF, "[BlackRatingDiff \"+0\"]", 32768},
    {STORE_BLACK_DIFF, "[BlackRatingDiff \"0\"]", 32768},
    {STORE_BLACK_DIFF, "[BlackRatingDiff \"-\"]", 0},
    {STORE_ECO, "[ECO \"B90\"]", 191},
    {STORE_ECO, "[ECO \"B90/5\"]", 191},
    {STORE_ECO, "[ECO \"B90a\"]", 191},
    {STORE_ECO, "[ECO \"B90+\"]", 0},
    {STORE_PLIES, "[PlyCount \"77\"]", 1},
    {STORE_RESULT, "[Result \"1-0\"]", TBY_RESULT_NONE},
    {STORE_BASE, "[TimeControl \"300+3\"]", 301},
    {STORE_INCREMENT, "[TimeControl \"300+3\"]", 3},
    {STORE_BASE, "[TimeControl \"600\"]", 601},
    {STORE_BASE, "[TimeControl \"0+1\"]", 1},
    {STORE_BASE, "[TimeControl \"40/7200:3600\"]", 7201},
    {STORE_BASE, "[TimeControl \"40/7200+30:3600+30\"]", 7201},
    {STORE_INCREMENT, "[TimeControl \"40/7200+30:3600+30\"]", 30},
    {STORE_BASE, "[TimeControl \"*180\"]", 181},
    {STORE_BASE, "[TimeControl \"1/86400\"]", 86401},
    {STORE_BASE, "[TimeControl \"-\"]", 0},
    {STORE_BASE, "[TimeControl \"?\"]", 0},
    {STORE_BASE, "[TimeControl \"300+\"]", 0},
    {STORE_BASE, "[TimeControl \"5 min\"]", 0},
    {STORE_TIME_CLASS, "[TimeControl \"179\"]", STORE_BULLET},
    {STORE_TIME_CLASS, "[TimeControl \"180\"]", STORE_BLITZ},
    {STORE_TIME_CLASS, "[TimeControl \"60+3\"]", STORE_BLITZ},
    {STORE_TIME_CLASS, "[TimeControl \"479+0\"]", STORE_BLITZ},
    {STORE_TIME_CLASS, "[TimeControl \"300+5\"]", STORE_RAPID},
    {STORE_TIME_CLASS, "[TimeControl \"1499\"]", STORE_RAPID},
    {STORE_TIME_CLASS, "[TimeControl \"900+15\"]", STORE_CLASSICAL},
    {STORE_TIME_CLASS, "[TimeControl \"40/7200\"]", STORE_CLASSICAL},
    {STORE_TIME_CLASS, "[TimeControl \"1/86400\"]", STORE_CORRESPONDENCE},
    {STORE_TIME_CLASS, "[TimeControl \"10/2592000\"]", STORE_CORRESPONDENCE},
    {STORE_TIME_CLASS, "[TimeControl \"-\"]", STORE_TIME_UNKNOWN},
    {STORE_TIME_CLASS,
     "[Event \"Rated Correspondence game\"]\n[TimeControl \"-\"]",
     STORE_CORRESPONDENCE},
    {STORE_TIME_CLASS, "[Event \"x\"]", STORE_TIME_UNKNOWN},
};

static void tags_become_numbers(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TAGS); i++) {
        uint32_t got = column_of(TAGS[i].column, TAGS[i].tags, "1. e4 *");
        EXPECT(got == TAGS[i].value, "%s: %u, not %u", TAGS[i].tags, got,
               TAGS[i].value);
    }
    end_rows();
}

static void names_are_the_first_tags(void **state)
{
    kept k = game_with("[White \"a\"]\n[White \"b\"]\n[Black \"\"]\n"
                       "[Opening \"Najdorf\"]",
                       "1. e4 *");

    (void)state;
    assert_int_equal(k.packed.names[STORE_WHITE].n, 1);
    assert_int_equal(k.packed.names[STORE_WHITE].p[0], 'a');
    assert_int_equal(k.packed.names[STORE_BLACK].n, 0);
    assert_non_null(k.packed.names[STORE_BLACK].p);
    assert_int_equal(k.packed.names[STORE_OPENING].n, 7);
    assert_null(k.packed.names[STORE_SITE].p);
    free_packed(&k);
}

/* The usual calendar, counted day by day. */
static void days_are_counted(void **state)
{
    static const unsigned lengths[] = {31, 28, 31, 30, 31, 30,
                                       31, 31, 30, 31, 30, 31};
    int32_t day, expected = 0;
    uint32_t back;

    (void)state;
    assert_true(tby__tag_day_of(store_date(1, 1, 1), &expected));
    for (unsigned y = 1; y < 2500; y++)
        for (unsigned m = 1; m <= 12; m++) {
            bool leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
            unsigned days = lengths[m - 1] + (m == 2 && leap);
            for (unsigned d = 1; d <= days; d++, expected++) {
                assert_true(tby__tag_day_of(store_date(y, m, d), &day));
                CHECK(day == expected, "%u.%u.%u", y, m, d);
                assert_true(tby__tag_date_of(day, &back));
                assert_int_equal(back, store_date(y, m, d));
            }
        }
    assert_false(tby__tag_day_of(store_date(2000, 1, 0), &day));
    assert_false(tby__tag_day_of(store_date(2000, 0, 1), &day));
    assert_false(tby__tag_day_of(store_date(0, 1, 1), &day));
    assert_false(tby__tag_date_of(-1, &back));
    assert_false(tby__tag_date_of(0, &back)); /* before year 1 */
    assert_false(tby__tag_date_of(INT32_MAX, &back));
}

/* --- how games end --------------------------------------------------------*/

#define MATE "1. f3 e5 2. g4 Qh4# "
#define STALE                                                                  \
    "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 "
#define STALEMATE STALE "7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 "
#define THREE     "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "
#define BARE      "[FEN \"8/8/4k3/8/8/3p4/4K3/8 w - - 0 1\"]\n[SetUp \"1\"]\n"
#define WALL                                                                   \
    "[FEN \"4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"
#define HOLE                                                                   \
    "[FEN \"4k3/8/8/1p1p1p2/1P1P1P2/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"
#define LATE  "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 99 90\"]\n[SetUp \"1\"]\n"
#define LATER "[FEN \"4k3/8/8/8/8/8/7P/R3K3 w - - 97 90\"]\n[SetUp \"1\"]\n"

static const struct {
    const char *tags, *moves;
    store_category category;
} ENDINGS[] = {
    {"", MATE "0-1", STORE_ENDED_CHECKMATE},
    {"[Termination \"Time forfeit\"]", MATE "0-1", STORE_ENDED_CHECKMATE},
    {"", STALEMATE "1/2-1/2", STORE_ENDED_STALEMATE},
    {"", "1. e4 1-0", STORE_ENDED_RESIGNATION},
    {"[Termination \"Normal\"]", "1. e4 0-1", STORE_ENDED_RESIGNATION},
    {"[Termination \"normal\"]", "1. e4 1/2-1/2", STORE_ENDED_AGREEMENT},
    {"[Termination \"\"]", "1. e4 1/2-1/2", STORE_ENDED_AGREEMENT},
    {"", "1. e4 *", STORE_ENDED_UNKNOWN},
    {"[Termination \"adjudication\"]", "1. e4 1-0", STORE_ENDED_UNKNOWN},
    {"[Termination \"emergency\"]", "1. e4 1/2-1/2", STORE_ENDED_UNKNOWN},
    {"[Termination \"Time forfeit\"]", "1. e4 1-0", STORE_ENDED_TIME},
    /* a draw on time only if the other side can not mate */
    {"[Termination \"Time forfeit\"]", "1. e4 1/2-1/2", STORE_ENDED_TIME},
    {BARE "[Termination \"Time forfeit\"]", "1. Ke3 1/2-1/2",
     STORE_ENDED_TIME_INSUFFICIENT},
    {BARE "[Termination \"Time forfeit\"]", "1. Ke3 Kd6 1/2-1/2",
     STORE_ENDED_TIME},
    {BARE "[Termination \"Time forfeit\"]", "1. Kxd3 1/2-1/2",
     STORE_ENDED_TIME_INSUFFICIENT},
    {WALL "[Termination \"Time forfeit\"]", "1. Kd2 1/2-1/2",
     STORE_ENDED_TIME_INSUFFICIENT},
    {"[Termination \"Rules infraction\"]", "1. e4 1-0", STORE_ENDED_RULES},
    {"[Termination \"Abandoned\"]", "1. e4 1-0", STORE_ENDED_ABANDONED},
    {"[Termination \"Abandoned\"]", "1. e4 *", STORE_ENDED_ABANDONED},
    {"[Termination \"Unterminated\"]", "1. e4 *", STORE_ENDED_UNTERMINATED},
    {"[Termination \"x won by resignation\"]", "1. e4 1-0",
     STORE_ENDED_RESIGNATION},
    {"[Termination \"x won by checkmate\"]", "1. e4 1-0",
     STORE_ENDED_CHECKMATE},
    {"[Termination \"x won on time\"]", "1. e4 0-1", STORE_ENDED_TIME},
    {"[Termination \"x won - game abandoned\"]", "1. e4 0-1",
     STORE_ENDED_ABANDONED},
    {"[Termination \"Game drawn by agreement\"]", "1. e4 1/2-1/2",
     STORE_ENDED_AGREEMENT},
    {"[Termination \"Game drawn by repetition\"]", "1. e4 1/2-1/2",
     STORE_ENDED_REPETITION},
    {"[Termination \"Game drawn by insufficient material\"]", "1. e4 1/2-1/2",
     STORE_ENDED_INSUFFICIENT},
    {"[Termination \"Game drawn by stalemate\"]", "1. e4 1/2-1/2",
     STORE_ENDED_STALEMATE},
    {"[Termination \"Game drawn by 50-move rule\"]", "1. e4 1/2-1/2",
     STORE_ENDED_FIFTY},
    {"[Termination \"Game drawn by timeout vs insufficient material\"]",
     "1. e4 1/2-1/2", STORE_ENDED_TIME_INSUFFICIENT},
    {"", THREE "1/2-1/2", STORE_ENDED_REPETITION},
    {"[Termination \"Normal\"]", THREE "1/2-1/2", STORE_ENDED_REPETITION},
    {"", THREE "5. e4 1/2-1/2", STORE_ENDED_AGREEMENT},
    {"", THREE "1-0", STORE_ENDED_RESIGNATION},
    {BARE, "1. Kxd3 1/2-1/2", STORE_ENDED_INSUFFICIENT},
    {BARE, "1. Ke3 1/2-1/2", STORE_ENDED_AGREEMENT},
    {LATE, "1. Ra2 Kd8 2. Ra1 Ke8 3. Ra2 Kf8 4. Ra3 Kf7 1/2-1/2",
     STORE_ENDED_FIFTY},
    {LATE, "1. Ra2 1/2-1/2", STORE_ENDED_FIFTY},
    {LATE, "1/2-1/2", STORE_ENDED_AGREEMENT},
    {LATER, "1. Ra2 Kd8 2. Ra1 1/2-1/2", STORE_ENDED_FIFTY},
    {LATER, "1. Ra2 Kd8 1/2-1/2", STORE_ENDED_AGREEMENT},
    {LATER, "1. h3 Kd8 2. Ra2 1/2-1/2", STORE_ENDED_AGREEMENT},
    {"", "1/2-1/2", STORE_ENDED_AGREEMENT},
    {WALL, "1. Kd2 1/2-1/2", STORE_ENDED_DEAD},
    {WALL "[Termination \"Normal\"]", "1. Kd2 1/2-1/2", STORE_ENDED_DEAD},
    {WALL "[Termination \"Game drawn by agreement\"]", "1. Kd2 1/2-1/2",
     STORE_ENDED_AGREEMENT},
    {WALL, "1. Kd2 Kd7 2. Ke2 Ke7 3. Kd2 Kd7 4. Ke2 Ke7 5. Kd2 1/2-1/2",
     STORE_ENDED_DEAD}, /* before repetition */
    {WALL, "1. Kd2 1-0", STORE_ENDED_RESIGNATION},
    {HOLE, "1. Kd2 1/2-1/2", STORE_ENDED_AGREEMENT},
};

static void endings_are_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ENDINGS); i++) {
        uint32_t got =
            column_of(STORE_CATEGORY, ENDINGS[i].tags, ENDINGS[i].moves);
        EXPECT(got == ENDINGS[i].category, "%s %s: %u, not %u", ENDINGS[i].tags,
               ENDINGS[i].moves, got, ENDINGS[i].category);
    }
    end_rows();
}

static tby_outcome ending_of(const tby_pos *p, const tby_history *h)
{
    tby_ending e;

    must(tby_ending_of(p, h, TBY_DEAD_QUICK, &e));
    return e.outcome;
}

/* The same by the library's own outcome, which plays every move with keys and
 * counters. */
static void endings_are_those_of_the_board(void **state)
{
    rng r = rng_for(__func__);
    unsigned seen[STORE_CATEGORIES] = {0};

    (void)state;
    for (int i = 0; i < 600; i++) {
        tby_game g;
        tby_history h = {0};
        tby_outcome o = TBY_ONGOING;
        tby_game_init(&g, NULL);
        g.start = i % 2 ? random_scattered(&r) : tby_pos_start();
        tby_pos pos = g.start;
        assert_int_equal(tby_history_add(&h, &pos), TBY_OK);
        while (g.plies < 300 && o == TBY_ONGOING) {
            tby_move m = random_move(&r, &pos);
            if (m == TBY_MOVE_NONE)
                break;
            must(tby_game_add_item(
                &g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
            tby_pos_play(&pos, m);
            assert_int_equal(tby_history_add(&h, &pos), TBY_OK);
            o = ending_of(&pos, &h);
        }
        static const store_category expected[] = {
            [TBY_ONGOING] = STORE_ENDED_AGREEMENT,
            [TBY_CHECKMATE] = STORE_ENDED_CHECKMATE,
            [TBY_STALEMATE] = STORE_ENDED_STALEMATE,
            [TBY_INSUFFICIENT] = STORE_ENDED_INSUFFICIENT,
            [TBY_DEAD] = STORE_ENDED_DEAD,
            [TBY_SEVENTY_FIVE] = STORE_ENDED_FIFTY,
            [TBY_FIVEFOLD] = STORE_ENDED_REPETITION,
            [TBY_THREEFOLD] = STORE_ENDED_REPETITION,
            [TBY_FIFTY] = STORE_ENDED_FIFTY};
        g.result = TBY_RESULT_DRAW;
        kept k = pack_game(&g);
        CHECK(g.plies == 0 || k.packed.column[STORE_CATEGORY] == expected[o],
              "%s: %u", tby_outcome_name(o), k.packed.column[STORE_CATEGORY]);
        seen[k.packed.column[STORE_CATEGORY]]++;
        free_packed(&k);
        tby_history_free(&h);
        tby_game_free(&g);
    }
    assert_true(seen[STORE_ENDED_CHECKMATE] && seen[STORE_ENDED_STALEMATE] &&
                seen[STORE_ENDED_INSUFFICIENT]);
}

/* --- duplicates -----------------------------------------------------------*/

static void hashes_tell_games_apart(void **state)
{
    static const char *const same[] = {
        "[White \"a\"]\n[Black \"b\"]\n[Date \"2000.01.01\"]",
        "[Date \"2000.01.01\"]\n[Event \"x\"]\n[Black \"b\"]\n[White \"a\"]"};
    static const char *const others[] = {
        "[White \"b\"]\n[Black \"a\"]\n[Date \"2000.01.01\"]",
        "[White \"a\"]\n[Black \"b\"]\n[Date \"2000.01.02\"]",
        "[White \"a\"]\n[Black \"\"]\n[Date \"2000.01.01\"]", ""};
    uint32_t hash = column_of(STORE_HASH, same[0], "1. e4 e5 1-0");

    (void)state;
    assert_true(hash != 0);
    assert_int_equal(
        hash, column_of(STORE_HASH, same[1], "1. e4 {good} e5 (1... c5) *"));
    for (size_t i = 0; i < LENGTH(others); i++)
        assert_true(hash != column_of(STORE_HASH, others[i], "1. e4 e5 1-0"));
    assert_true(hash != column_of(STORE_HASH, same[0], "1. e4 1-0"));
    assert_true(hash != column_of(STORE_HASH, same[0], "1. e4 c5 1-0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_first),
        cmocka_unit_test(eco_codes_are_numbers),
        cmocka_unit_test(tags_become_numbers),
        cmocka_unit_test(names_are_the_first_tags),
        cmocka_unit_test(days_are_counted),
        cmocka_unit_test(endings_are_known),
        cmocka_unit_test(endings_are_those_of_the_board),
        cmocka_unit_test(hashes_tell_games_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
