/* test_gamebin.c - .cdb, sentence by sentence of docs/formats/cdb.md, and byte
 * by byte against the vectors of ../shared. */
#include "unit/game/cdb.h"

/* --- the vectors ----------------------------------------------------------*/

static const char *const VECTORS[][2] = {
    {"v01_fools_mate.pgn", "v01_fools_mate.bin"},
    {"v02_castle_both.pgn", "v02_castle_both.bin"},
    {"v03_ep.pgn", "v03_ep.bin"},
    {"v04_promo_white_capture_knight.pgn",
     "v04_promo_white_capture_knight.bin"},
    {"v05_promo_black_rook.pgn", "v05_promo_black_rook.bin"},
    {"v06_eval_clock.pgn", "v06_eval_clock.bin"},
    {"v07_mate_negative.pgn", "v07_mate_negative.bin"},
    {"v08_utf8_names_draw.pgn", "v08_utf8_names_draw.bin"},
    {"v09_zero_moves_abandoned.pgn", "v09_zero_moves_abandoned.bin"},
    {"five_games.pgn", "five_games.v1.bin"}};

static bytes vector_file(const char *name)
{
    char path[256];

    snprintf(path, sizeof path, "gamebin/%s", name);
    return shared_file(path);
}

/* PGN, through a game, to exactly these bytes. */
static unsigned write_vector(bytes pgn_text, bytes expected, const char *name)
{
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game g;
    cdb_game out = {0};
    size_t at = 0;
    unsigned games = 0;

    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, str_of(pgn_text), TBY_PGN_ALL);
    for (; tby_pgn_next(&pgn, &g, &report) == TBY_OK; games++) {
        CHECK(report.error.code == TBY_OK, "%s", name);
        assert_int_equal(cdb_write(&g, TBY_GAMEBIN_COMPAT, &out), TBY_OK);
        CHECK(out.n <= expected.n - at &&
                  memcmp(out.at, expected.p + at, out.n) == 0,
              "%s: game %u differs", name, games);
        at += out.n;
    }
    CHECK(at == expected.n, "%s: %zu bytes", name, at);
    tby_game_free(&g);
    return games;
}

/* The bytes, through a game, to themselves; and with the other magic. */
static unsigned read_vector(bytes in, const char *name)
{
    tby_gamebin c;
    tby_game g, again;
    cdb_game out = {0};
    unsigned games = 0;
    size_t begin = 0;

    tby_game_init(&g, NULL);
    tby_gamebin_init(&c, str_of(in));
    for (; tby_gamebin_next(&c, &g, NULL) == TBY_OK; games++, begin = c.at) {
        assert_int_equal(cdb_write(&g, TBY_GAMEBIN_COMPAT, &out), TBY_OK);
        CHECK(out.n == c.at - begin && memcmp(out.at, in.p + begin, out.n) == 0,
              "%s: game %u differs", name, games);
        assert_int_equal(cdb_write(&g, 0, &out), TBY_OK);
        assert_memory_equal(out.at, "\xF5\x43\x44\x31", 4);
        assert_memory_equal(out.at + 4, in.p + begin + 4, out.n - 4);
        unpack(&again, &out);
        assert_true(tby_game_same(&g, &again));
        tby_game_free(&again);
    }
    CHECK(c.at == in.n, "%s: stopped at %zu", name, c.at);
    tby_game_free(&g);
    return games;
}

static void the_vectors_are_met(void **state)
{
    unsigned games = 0, missing = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(VECTORS); i++) {
        bytes pgn = vector_file(VECTORS[i][0]),
              bin = vector_file(VECTORS[i][1]);
        if (pgn.p && bin.p) {
            games += write_vector(pgn, bin, VECTORS[i][0]);
            games += read_vector(bin, VECTORS[i][1]);
        } else {
            missing++;
        }
        free(pgn.p);
        free(bin.p);
    }
    printf("%u games of vectors, %u vectors missing\n", games, missing);
    if (missing == LENGTH(VECTORS))
        skip_without_shared(missing);
    assert_int_equal(missing, 0);
    assert_int_equal(games, 2 * 14);
}

/* --- written by hand ------------------------------------------------------*/

/* Every byte put together from the description, none taken from the writer. */
static void every_byte_is_as_described(void **state)
{
    /* clang-format off */
    static const unsigned char expected[] = {
        0xF5, 0x43, 0x44, 0x31, /* magic */
        0x03, 0x00, 0x02, 0x00, /* lengths of the names */
        0xC4, 0x8C, 'x', 'y', 'z',
        '1', '9', '9', '9', '0', '4', '0', '0', /* 1999.04.?? */
        '0', '0', '0', '0', '0', '0',
        0xC4, 0x09, 0x00, 0x00, /* 2500, unknown */
        'C', '4', '4',
        0x58, 0x02, 0x05, 0x00, /* 600+5 */
        0x70,                   /* evaluations, clocks, a draw, normal */
        0x03, 0x00,             /* plies */
        0x63, 0x18, 0x04,       /* P e2-e4 !, 0 001 100 001 100 011 */
        0x9C, 0x97, 0x00,       /* p d7-d5, 1 001 011 110 011 100 */
        0xDC, 0x18, 0x0A,       /* P e4xd5 ??, 0 001 100 011 011 100 */
        0x00, 0x00, 0x00, 0x3F, /* 0.5 */
        0x00, 0x00, 0xC0, 0x7F, /* unknown */
        0xFB, 0xFF, 0xFF, 0xFF, /* mate in -5 */
        0x3D, 0x00, 0xFF, 0xFF, 0x00, 0x00 /* 61, unknown, 0 */
    };
    /* clang-format on */
    cdb_game out = cdb_of("[White \"\xC4\x8Cx\"]\n[Black \"yz\"]\n"
                          "[Date \"1999.04.??\"]\n[WhiteElo \"2500\"]\n"
                          "[BlackElo \"-\"]\n[ECO \"C44\"]\n"
                          "[TimeControl \"600+5\"]\n[Result \"1/2-1/2\"]\n\n"
                          "1. e4! {[%eval 0.5] [%clk 0:01:01]} d5\n"
                          "2. exd5?? {[%clk 0:00:00] [%eval #-5]} 1/2-1/2\n");

    (void)state;
    assert_int_equal(out.n, sizeof expected);
    assert_memory_equal(out.at, expected, sizeof expected);
}

/* --- single fields --------------------------------------------------------*/

/* Where fields begin in a game of two one-letter names. */
enum { DATE = 10, ELO = 24, ECO = 28, TIME = 31, STATUS = 35, MOVES = 38 };

/* A game of these tags, and 1. e4 e5. */
static cdb_game with_tags(const char *tags)
{
    char pgn[1024];

    snprintf(pgn, sizeof pgn, "[White \"w\"]\n[Black \"b\"]\n%s\n1. e4 e5 *\n",
             tags);
    return cdb_of(pgn);
}

static void assert_field(const char *tags, size_t at, const void *value,
                         size_t n)
{
    cdb_game out = with_tags(tags), again = {0};
    tby_game g;

    CHECK(memcmp(out.at + at, value, n) == 0, "%s gives %.*s", tags, (int)n,
          out.at + at);
    /* what is read is written as the same bytes */
    unpack(&g, &out);
    assert_int_equal(cdb_write(&g, 0, &again), TBY_OK);
    CHECK(again.n == out.n && memcmp(again.at, out.at, out.n) == 0, "%s", tags);
    tby_game_free(&g);
}

static void dates_are_utc_if_they_can_be(void **state)
{
    static const char *const cases[][2] = {
        {"", "00000000000000"},
        {"[UTCDate \"2022.01.02\"]\n[UTCTime \"03:04:05\"]\n",
         "20220102030405"},
        {"[Date \"2021.12.31\"]\n[UTCDate \"2022.01.02\"]\n[UTCTime "
         "\"03:04:05\"]\n",
         "20220102030405"},
        {"[UTCDate \"2022.01.02\"]\n", "20220102000000"},
        {"[Date \"2022.01.02\"]\n", "20220102000000"},
        {"[Date \"2022.01.02\"]\n[UTCTime \"03:04:05\"]\n", "20220102000000"},
        {"[Date \"2022.01.02\"]\n[UTCDate \"????.??.??\"]\n", "20220102000000"},
        {"[UTCTime \"03:04:05\"]\n", "00000000030405"},
        {"[Date \"2022.??.??\"]\n", "20220000000000"},
        {"[Date \"202?.1?.?3\"]\n", "20201003000000"},
        {"[Date \"????.??.??\"]\n", "00000000000000"},
        {"[Date \"2022.1.2\"]\n", "00000000000000"},
        {"[Date \"2022/01/02\"]\n", "00000000000000"},
        {"[Date \"yesterday!\"]\n", "00000000000000"},
        {"[UTCDate \"2022.01.02\"]\n[UTCTime \"late\"]\n", "20220102000000"}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_field(cases[i][0], DATE, cases[i][1], 14);
}

static void ratings_are_numbers_or_nothing(void **state)
{
    static const struct {
        const char *tags;
        unsigned char bytes[4];
    } cases[] = {
        {"", {0}},
        {"[WhiteElo \"2875\"]\n[BlackElo \"1\"]\n", {0x3B, 0x0B, 1, 0}},
        {"[WhiteElo \"65535\"]\n[BlackElo \"65536\"]\n", {0xFF, 0xFF, 0, 0}},
        {"[WhiteElo \"?\"]\n[BlackElo \"-\"]\n", {0}},
        {"[WhiteElo \"-5\"]\n[BlackElo \"1500?\"]\n", {0}},
        {"[WhiteElo \" 1500 \"]\n[BlackElo \"\"]\n", {0xDC, 0x05, 0, 0}},
        {"[WhiteElo \"99999999999999999999999\"]\n", {0}}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_field(cases[i].tags, ELO, cases[i].bytes, 4);
}

static void eco_has_three_letters(void **state)
{
    static const char *const cases[][2] = {{"", "???"},
                                           {"[ECO \"A00\"]\n", "A00"},
                                           {"[ECO \"E99\"]\n", "E99"},
                                           {"[ECO \"B12j1\"]\n", "B12"},
                                           {"[ECO \"?\"]\n", "???"},
                                           {"[ECO \"F00\"]\n", "???"},
                                           {"[ECO \"A0\"]\n", "???"},
                                           {"[ECO \"a00\"]\n", "???"}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_field(cases[i][0], ECO, cases[i][1], 3);
}

static void time_controls_are_simple_or_nothing(void **state)
{
    static const struct {
        const char *value;
        unsigned char bytes[4];
    } cases[] = {{"300+3", {0x2C, 0x01, 3, 0}},
                 {"300", {0x2C, 0x01, 0, 0}},
                 {"0+5", {0, 0, 5, 0}},
                 {"65535+65535", {255, 255, 255, 255}},
                 {"65536+1", {0}},
                 {"-", {0}},
                 {"?", {0}},
                 {"", {0}},
                 {"40/7200:3600", {0}},
                 {"40/7200", {0}},
                 {"300+3:60", {0}},
                 {"1+2+3", {0}},
                 {"+3", {0}},
                 {"3+", {0}},
                 {"*180", {0}},
                 {"1/259200", {0}}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char tags[64];
        snprintf(tags, sizeof tags, "[TimeControl \"%s\"]\n", cases[i].value);
        assert_field(tags, TIME, cases[i].bytes, 4);
    }
}

static void the_status_has_result_and_reason(void **state)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    static const struct {
        const char *value;
        unsigned reason;
    } reasons[] = {
        {"Normal", 0},           {"Time forfeit", 1}, {"time forfeit", 1},
        {"Rules infraction", 2}, {"Unterminated", 3}, {"unterminated", 3},
        {"Abandoned", 4},        {"adjudication", 0}, {"", 0},
        {"Abandoned!", 0}};

    (void)state;
    for (size_t r = 0; r < LENGTH(results); r++)
        for (size_t i = 0; i < LENGTH(reasons); i++) {
            unsigned char status = (unsigned char)(r << 3 | reasons[i].reason);
            char pgn[256];
            snprintf(pgn, sizeof pgn,
                     "[White \"w\"]\n[Black \"b\"]\n[Result \"%s\"]\n"
                     "[Termination \"%s\"]\n\n%s\n",
                     results[r], reasons[i].value, results[r]);
            cdb_game out = cdb_of(pgn);
            CHECK((unsigned char)out.at[STATUS] == status, "%s", pgn);
        }
}

/* A text that ends with * leaves the word to the tag. */
static void the_result_of_the_text_comes_first(void **state)
{
    cdb_game out;

    (void)state;
    out = cdb_of("[White \"w\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n0-1\n");
    assert_int_equal(out.at[STATUS], 1 << 3);
    out = cdb_of("[White \"w\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n*\n");
    assert_int_equal(out.at[STATUS], 0 << 3);
    out = cdb_of("[White \"w\"]\n[Black \"b\"]\n[Result \"draw\"]\n\n*\n");
    assert_int_equal(out.at[STATUS], 3 << 3);
}

/* --- moves ----------------------------------------------------------------*/

/* The last move of 1. ... as a word and a byte. */
static void assert_last_move(const char *moves, unsigned word, unsigned extra)
{
    char pgn[512];

    snprintf(pgn, sizeof pgn, "[White \"w\"]\n[Black \"b\"]\n\n%s *\n", moves);
    cdb_game out = cdb_of(pgn);
    const unsigned char *last = (unsigned char *)out.at + out.n - 3;
    CHECK((last[0] | last[1] << 8) == (int)word && last[2] == extra,
          "%s: %04x %02x", moves, last[0] | last[1] << 8, last[2]);
    tby_game g;
    unpack(&g, &out);
    tby_game_free(&g);
}

/* colour, piece (p1 n2 b3 r4 q5 k6), from and to as file and rank from 0 */
static unsigned word_of(unsigned color, unsigned piece, const char *from,
                        const char *to)
{
    return color << 15 | piece << 12 | (unsigned)(from[0] - 'a') << 9 |
           (unsigned)(from[1] - '1') << 6 | (unsigned)(to[0] - 'a') << 3 |
           (unsigned)(to[1] - '1');
}

static void moves_are_words(void **state)
{
    enum { P = 1, N, B, R, Q, K, CHECK_BIT = 1 << 6 };

    (void)state;
    assert_last_move("1. e4", word_of(0, P, "e2", "e4"), 0);
    assert_last_move("1. e4 Nf6", word_of(1, N, "g8", "f6"), 0);
    assert_last_move("1. e4 e5 2. Bc4", word_of(0, B, "f1", "c4"), 0);
    assert_last_move("1. h4 h5 2. Rh3", word_of(0, R, "h1", "h3"), 0);
    assert_last_move("1. e4 e5 2. Qh5 Ke7 3. Qxe5#", word_of(0, Q, "h5", "e5"),
                     CHECK_BIT | P << 3);
    assert_last_move("1. e4 e5 2. Ke2", word_of(0, K, "e1", "e2"), 0);
    /* castling is the king's own squares */
    assert_last_move("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O",
                     word_of(0, K, "e1", "g1"), 0);
    assert_last_move("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. a3 O-O-O",
                     word_of(1, K, "e8", "c8"), 0);
    /* what is captured, en passant too */
    assert_last_move("1. e4 d5 2. e5 f5 3. exf6", word_of(0, P, "e5", "f6"),
                     P << 3);
    assert_last_move("1. Nf3 e5 2. Nxe5 d6 3. h3 dxe5",
                     word_of(1, P, "d6", "e5"), N << 3);
    assert_last_move("1. e4 b6 2. a3 Ba6 3. Bxa6", word_of(0, B, "f1", "a6"),
                     B << 3);
    assert_last_move("1. h4 g6 2. h5 gxh5 3. Rxh5 Nf6 4. a3 Nxh5",
                     word_of(1, N, "f6", "h5"), R << 3);
    assert_last_move("1. e4 e5 2. Qh5 Nf6 3. a3 Nxh5",
                     word_of(1, N, "f6", "h5"), Q << 3);
    assert_last_move("1. e4 d5 2. Bb5+", word_of(0, B, "f1", "b5"), CHECK_BIT);
}

/* The rank keeps its high bit; 0 n 1 b 2 r 3 q. */
static void promotions_hide_in_the_rank(void **state)
{
    static const char letters[] = "NBRQ";

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        char moves[128];
        char to_white[3] = {'a', (char)('1' + 4 + i), 0};
        char to_black[3] = {'h', (char)('1' + i), 0};
        snprintf(moves, sizeof moves,
                 "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=%c",
                 letters[i]);
        /* the queen on d8 is no king: no check on the eighth rank */
        assert_last_move(moves, word_of(0, 1, "b7", to_white), 4 << 3);
        snprintf(moves, sizeof moves,
                 "1. h3 g5 2. h4 gxh4 3. g3 hxg3 4. Nf3 g2 5. Nd4 gxh1=%c",
                 letters[i]);
        assert_last_move(moves, word_of(1, 1, "g2", to_black), 4 << 3);
    }
}

/* none ? ?? ?! ! !? !! are 0 to 6; the glyphs of PGN are $2 $4 $6 $1 $5 $3. */
static void annotations_come_from_glyphs(void **state)
{
    static const struct {
        const char *text;
        unsigned annotation;
    } cases[] = {{"e4", 0},         {"e4?", 1},       {"e4??", 2},
                 {"e4?!", 3},       {"e4!", 4},       {"e4!?", 5},
                 {"e4!!", 6},       {"e4 $1", 4},     {"e4 $2", 1},
                 {"e4 $3", 6},      {"e4 $4", 2},     {"e4 $5", 5},
                 {"e4 $6", 3},      {"e4 $7", 0},     {"e4 $14 $1", 4},
                 {"e4 $1 $2", 4},   {"e4 {x} $2", 1}, {"e4 (d4 $1) $2", 1},
                 {"e4 (d4 $1)", 0}, {"$1 e4", 0}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_last_move(cases[i].text, word_of(0, 1, "e2", "e4"),
                         cases[i].annotation);
}

/* --- evaluations and clocks -----------------------------------------------*/

static void assert_eval(const char *value, uint32_t word)
{
    char pgn[256];
    uint32_t got = 0;

    snprintf(pgn, sizeof pgn,
             "[White \"w\"]\n[Black \"b\"]\n\n1. e4 {[%%eval %s]} *\n", value);
    cdb_game out = cdb_of(pgn);
    CHECK(out.n == MOVES + 3 + 4 && out.at[STATUS] == (1 << 6 | 3 << 3), "%s",
          value);
    for (unsigned i = 0; i < 4; i++)
        got |= (uint32_t)(unsigned char)out.at[MOVES + 3 + i] << 8 * i;
    CHECK(got == word, "%s: %08x", value, got);
}

static void evaluations_are_floats_or_mates(void **state)
{
    (void)state;
    assert_eval("0.0", 0);
    assert_eval("-0.0", 0x80000000);
    assert_eval("1", 0x3F800000);
    assert_eval("-1.5,30", 0xBFC00000);
    assert_eval("0.36", 0x3EB851EC);
    assert_eval("#1", 0xFFFFFF01);
    assert_eval("#0", 0xFFFFFF00);
    assert_eval("#-1", 0xFFFFFFFF);
    assert_eval("#127", 0xFFFFFF7F);
    assert_eval("#128", 0xFFFFFF7F);
    assert_eval("#-127", 0xFFFFFF81);
    assert_eval("#-128", 0xFFFFFF81);
    assert_eval("#-2000000000", 0xFFFFFF81);
}

static void assert_clock(const char *value, unsigned seconds)
{
    char pgn[256];

    snprintf(pgn, sizeof pgn,
             "[White \"w\"]\n[Black \"b\"]\n\n1. e4 {[%%clk %s]} *\n", value);
    cdb_game out = cdb_of(pgn);
    CHECK(out.n == MOVES + 3 + 2 && out.at[STATUS] == (1 << 5 | 3 << 3), "%s",
          value);
    const unsigned char *p = (unsigned char *)out.at + MOVES + 3;
    CHECK((p[0] | p[1] << 8) == (int)seconds, "%s", value);
}

static void clocks_are_seconds(void **state)
{
    (void)state;
    assert_clock("0:05:00", 300);
    assert_clock("0:00:00", 0);
    assert_clock("0:00:01.9", 1);
    assert_clock("18:12:14", 65534);
    assert_clock("18:12:15", 65534);
    assert_clock("1000:00:00", 65534);
}

/* Only what follows a move of the main line counts, the first of each. */
static void commands_belong_to_their_move(void **state)
{
    cdb_game out = cdb_of(
        "[White \"w\"]\n[Black \"b\"]\n\n{[%clk 9:00:00]} 1. e4\n"
        "{text} {[%clk 0:00:01]} {[%clk 0:00:02]} (1. d4 {[%clk 0:00:03]})\n"
        "1... e5 (1... d5 {[%eval 1]}) {[%clk 0:00:04]} *\n");
    static const unsigned char clocks[] = {1, 0, 4, 0};

    (void)state;
    assert_int_equal(out.n, MOVES + 6 + 4);
    assert_memory_equal(out.at + MOVES + 6, clocks, 4);
    /* a command that says nothing is no column */
    out = cdb_of("[White \"w\"]\n[Black \"b\"]\n\n"
                 "1. e4 {[%clk soon] [%eval good]} *\n");
    assert_int_equal(out.n, MOVES + 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_are_met),
        cmocka_unit_test(every_byte_is_as_described),
        cmocka_unit_test(dates_are_utc_if_they_can_be),
        cmocka_unit_test(ratings_are_numbers_or_nothing),
        cmocka_unit_test(eco_has_three_letters),
        cmocka_unit_test(time_controls_are_simple_or_nothing),
        cmocka_unit_test(the_status_has_result_and_reason),
        cmocka_unit_test(the_result_of_the_text_comes_first),
        cmocka_unit_test(moves_are_words),
        cmocka_unit_test(promotions_hide_in_the_rank),
        cmocka_unit_test(annotations_come_from_glyphs),
        cmocka_unit_test(evaluations_are_floats_or_mates),
        cmocka_unit_test(clocks_are_seconds),
        cmocka_unit_test(commands_belong_to_their_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
