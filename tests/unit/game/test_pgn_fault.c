/* test_pgn_fault.c - what is wrong with a game, at which byte, and that it
 * costs that game alone; limits; texts made to be slow. */
#include "core/game/game.h"
#include "support/games.h"
#include "tabiya/limits.h"

#include <time.h>

/* --- every fault with its byte ----------------------------------------------
 */

#define CASTLING "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n"
#define PINNED   "[FEN \"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1\"]\n\n"
#define CHECKED  "[FEN \"4k3/4r3/8/8/8/8/8/N3K3 w - - 0 1\"]\n\n"

static const struct {
    const char *before, *after; /* the fault is where they meet */
    tby_rc code;
    unsigned plies;
} FAULTY[] = {
    {"", "[Event \"x\n\n1. e4 *", TBY_E_PGN_TAG, 1},
    {"[Event \"x\"]\n", "[Site \"y]\n\n1. e4 *", TBY_E_PGN_TAG, 1},
    {"[Event \"x\"]\n", "[Site \"y\"\n\n1. e4 *", TBY_E_PGN_TAG, 1},
    {"[Event \"x\"]\n", "[Site y\"]\n\n1. e4 *", TBY_E_PGN_TOKEN, 0},
    {"[Event \"x\"]\n", "[White w\"]\n[Black \"b\"]\n\n1. e4 *", TBY_E_PGN_TAG,
     1},
    {"[Event \"x\"]\r\n", "White \"w\"]\r\n[Black \"b\"]\r\n\r\n1. e4 *",
     TBY_E_PGN_TAG, 1},

    {"1. e4 ", "} e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "] e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "\" e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "\\ e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "\x01 e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "\xff e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "[x] e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "% e5 *", TBY_E_PGN_TOKEN, 1},
    {"1. e4 ", "$ e5 *", TBY_E_PGN_TOKEN, 1},

    {"1. e4 ", "{never closed", TBY_E_PGN_COMMENT, 1},
    {"", "{", TBY_E_PGN_COMMENT, 0},
    {"1. e4 (1. d4 ", "{never closed) e5 *", TBY_E_PGN_COMMENT, 1},

    {"", "(1. e4) *", TBY_E_PGN_VARIATION, 0},
    {"1. e4 (", "(1. d4)) e5 *", TBY_E_PGN_VARIATION, 1},
    {"1. e4 ", ") e5 *", TBY_E_PGN_VARIATION, 1},
    {"1. e4 (1. d4) ", ") e5 *", TBY_E_PGN_VARIATION, 1},
    {"1. e4 ", "(1. d4 d5 2. c4", TBY_E_PGN_VARIATION_OPEN, 1},
    {"1. e4 e5 ", "(1... d5 2. c4 1-0", TBY_E_PGN_VARIATION_OPEN, 2},

    {"1. e4 ", "hello *", TBY_E_SAN_SYNTAX, 1},
    {"", "hello, world", TBY_E_SAN_SYNTAX, 0},
    {"1. e4 ", "e9 *", TBY_E_SAN_SYNTAX, 1},
    {"1. e4 ", "@ e5 *", TBY_E_SAN_SYNTAX, 1},
    {"1. e4 ", "N", TBY_OK, 1}, /* a novelty, not a cut move */
    {"1. e4 ", "Nf", TBY_E_SAN_SYNTAX, 1},
    {"1. e4 e5 2. ", "Ke3 *", TBY_E_MOVE_REACH, 2},
    {"1. e4 e5 2. ", "Bf4 *", TBY_E_MOVE_REACH, 2},
    {"1. e4 e5 2. ", "O-O *", TBY_E_CASTLE_BLOCKED, 2},
    {"1. e4 e5 2. ", "0-0-0 *", TBY_E_CASTLE_BLOCKED, 2},
    {"1. e4 e5 2. ", "exd5 *", TBY_E_MOVE_NOTHING, 2},
    {"1. e4 e5 2. ", "Qd2 *", TBY_E_MOVE_OWN, 2},
    {CASTLING "1. ", "O-O *", TBY_E_CASTLE_RIGHT, 0},
    {PINNED "1. ", "Nc3 *", TBY_E_MOVE_PINNED, 0},
    {CHECKED "1. ", "Nb3 *", TBY_E_MOVE_IN_CHECK, 0},
    {CHECKED "1. ", "Ke2 *", TBY_E_MOVE_INTO_CHECK, 0},
    {CHECKED "1. ", "-- *", TBY_E_MOVE_NULL, 0},
    {"[FEN \"4k3/8/8/8/8/8/N7/2K1N3 w - - 0 1\"]\n\n1. ", "Nc2 *", TBY_OK, 1},
    {"[FEN \"4k3/8/8/8/N7/8/N7/4K3 w - - 0 1\"]\n\n1. ", "Nc3 *",
     TBY_E_SAN_AMBIGUOUS, 0},
    {"[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. ", "a8 *",
     TBY_E_MOVE_PROMOTION, 0},
    {"1. ", "e4=Q *", TBY_E_MOVE_NO_PROMOTION, 0},
    /* the first fault is the one that is reported */
    {"1. ", "e5 hello { (", TBY_E_MOVE_REACH, 0},
};

static const char NEXT[] = "\n\n[Event \"next\"]\n[Site \"s\"]\n\n"
                           "1. d4 d5 {so} 2. c4 1-0\n";

static void check_next(const games *all, const char *what)
{
    const tby_game *g = &all->game[all->n - 1];
    text got = {NULL, 0, 0};

    EXPECT(all->n >= 2, "%s: the next game was lost", what);
    EXPECT(all->report[all->n - 1].error.code == TBY_OK, "%s: %s", what,
           tby_rc_name(all->report[all->n - 1].error.code));
    dump_tags(&got, g);
    dump_items(&got, g, true);
    EXPECT(strcmp(text_end(&got), "Event=next|Site=s d2d4 d7d5 c2c4") == 0,
           "%s: %s", what, text_end(&got));
    EXPECT(g->result == TBY_RESULT_WHITE, "%s", what);
    text_free(&got);
}

static void check_fault(const tby_pgn_report *r, tby_rc code, size_t at,
                        const char *what)
{
    EXPECT(r->error.code == code, "%s: %s, not %s", what,
           tby_rc_name(r->error.code), tby_rc_name(code));
    if (code != TBY_OK)
        EXPECT(r->error.at == at, "%s: at %zu, not %zu", what, r->error.at, at);
}

static void check_faulty(size_t i, tby_pgn_mode mode)
{
    text s = {NULL, 0, 0};

    text_puts(&s, FAULTY[i].before);
    text_puts(&s, FAULTY[i].after);
    for (int with_next = 0; with_next <= 1; with_next++) {
        if (with_next)
            text_puts(&s, NEXT);
        games all = read_games(text_str(&s), mode);
        check_fault(&all.report[0], FAULTY[i].code, strlen(FAULTY[i].before),
                    text_end(&s));
        EXPECT(all.game[0].plies == FAULTY[i].plies, "%s: %u plies",
               text_end(&s), all.game[0].plies);
        if (with_next)
            check_next(&all, text_end(&s));
        games_free(&all);
    }
    text_free(&s);
}

static void each_fault_has_its_code_and_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(FAULTY); i++)
        check_faulty(i, TBY_PGN_ALL);
    end_rows();
}

/* The quick pass does not look into variations, but sees whatever else. */
static void the_quick_pass_finds_the_same_faults(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(FAULTY); i++)
        if (!strchr(FAULTY[i].before, '('))
            check_faulty(i, TBY_PGN_MAINLINE);
    end_rows();
}

static const char *const BAD_SETUPS[] = {
    "",
    "junk",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    "4k3/8/8/8/8/8/8 w - - 0 1",
    "kk6/8/8/8/8/8/8/4K3 w - - 0 1",
    "Pk6/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", /* Black to be taken */
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 and more",
};

static const char *const OTHER_VARIANTS[] = {
    "Antichess",    "Crazyhouse",  "Atomic",    "King of the Hill", "Horde",
    "Racing Kings", "Three-check", "3check",    "suicide",          "Xiangqi",
    "bughouse",     "chess961",    "no castle", "Chess960 Atomic"};

/* The moves cannot be read, and the place is that byte of the tag. */
static void check_unplayable(const char *tag, const char *value, tby_rc code,
                             size_t at)
{
    text s = {NULL, 0, 0};

    text_puts(&s, "[Event \"x\"]\n[");
    size_t begin = s.n - 1;
    text_puts(&s, tag);
    text_puts(&s, " \"");
    text_puts(&s, value);
    text_puts(&s, "\"]\n\n");
    text_puts(&s, "1. e4 {one} e5 1-0");
    text_puts(&s, NEXT);
    for (int mode = TBY_PGN_ALL; mode <= TBY_PGN_MAINLINE; mode++) {
        games all = read_games(text_str(&s), (tby_pgn_mode)mode);
        tby_err e = all.report[0].error;
        EXPECT(e.code == code, "%s: %s", value, tby_rc_name(e.code));
        EXPECT(e.at == begin + at, "%s: at %zu", value, e.at);
        EXPECT(all.n == 2 && all.game[0].plies == 0, "%s: %zu games", value,
               all.n);
        check_next(&all, value);
        games_free(&all);
    }
    text_free(&s);
}

static void setups_that_are_no_position(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(BAD_SETUPS); i++) {
        tby_err err = {TBY_OK, 0};
        tby_pos ignored;
        tby_rc rc = tby_fen_parse_with(tby_str_of(BAD_SETUPS[i]),
                                       TBY_GAME_PLAYABLE, &ignored, NULL, &err);
        EXPECT(rc != TBY_OK, "%s", BAD_SETUPS[i]);
        check_unplayable("FEN", BAD_SETUPS[i], TBY_E_PGN_SETUP,
                         strlen("[FEN \"") + err.at);
    }
    end_rows();
}

static void variants_of_other_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(OTHER_VARIANTS); i++)
        check_unplayable("Variant", OTHER_VARIANTS[i], TBY_E_PGN_VARIANT, 0);
    end_rows();
}

static void what_precedes_the_fault_is_kept(void **state)
{
    static const char s[] = "[Event \"x\"]\n[Result \"0-1\"]\n\n{a} 1. e4 $1 "
                            "(1. d4 {b}) 1... e5 {c} 2. junk Nf6 1-0";

    (void)state;
    games all = read_games(tby_str_of(s), TBY_PGN_ALL);
    text got = {NULL, 0, 0};
    assert_int_equal(all.n, 1);
    dump_tags(&got, &all.game[0]);
    dump_items(&got, &all.game[0], false);
    assert_string_equal(text_end(&got),
                        "Event=x|Result=0-1 {a} e2e4 $1 ( d2d4 {b} ) e7e5 {c}");
    assert_int_equal(all.game[0].plies, 2);
    assert_int_equal(all.game[0].result, TBY_RESULT_BLACK); /* the tag's */
    text_free(&got);
    games_free(&all);
}

/* The game of a fault inside variations ends well-formed or can be written. */
static void a_fault_inside_variations_leaves_a_sound_main_line(void **state)
{
    static const char s[] = "1. e4 e5 (1... c5 2. Nf3 (2. junk) d6) 2. Nf3 *";

    (void)state;
    games all = read_games(tby_str_of(s), TBY_PGN_ALL);
    text main_line = {NULL, 0, 0}, written = {NULL, 0, 0};
    assert_int_equal(all.n, 1);
    assert_int_equal(all.report[0].error.code, TBY_E_SAN_SYNTAX);
    assert_int_equal(all.game[0].plies, 2);
    dump_items(&main_line, &all.game[0], true);
    EXPECT(strcmp(text_end(&main_line), "e2e4 e7e5") == 0, "%s",
           text_end(&main_line));
    write_game(&written, &all.game[0]);
    games again = read_games(text_str(&written), TBY_PGN_ALL);
    EXPECT(again.n == 1 && again.errors == 0, "%s: %s", text_end(&written),
           tby_rc_name(again.report[0].error.code));
    games_free(&again);
    games_free(&all);
    text_free(&main_line);
    text_free(&written);
    end_rows();
}

/* --- limits ----------------------------------------------------------------
 */

/* Reads s with a sound game after it; the first game has this fault. */
static void check_limit(text *s, tby_rc code, size_t at, const char *what)
{
    text_puts(s, NEXT);
    games all = read_games(text_str(s), TBY_PGN_ALL);
    check_fault(&all.report[0], code, at, what);
    check_next(&all, what);
    games_free(&all);
    text_free(s);
}

static void variations_go_so_deep(void **state)
{
    (void)state;
    for (unsigned depth = TBY_MAX_RAV_DEPTH; depth <= TBY_MAX_RAV_DEPTH + 1;
         depth++) {
        text s = {NULL, 0, 0};
        bool more = depth > TBY_MAX_RAV_DEPTH;
        text_puts(&s, "e4");
        text_repeat(&s, "(d4", depth);
        text_repeat(&s, ")", depth);
        text_puts(&s, "e5 *");
        check_limit(&s, more ? TBY_E_LIMIT : TBY_OK, 2 + 3 * TBY_MAX_RAV_DEPTH,
                    "depth");
    }
    end_rows();
}

static void comments_are_so_long(void **state)
{
    (void)state;
    for (unsigned over = 0; over <= 1; over++)
        for (unsigned line = 0; line <= 1; line++) {
            text s = {NULL, 0, 0};
            text_puts(&s, line ? "1. e4 ;" : "1. e4 {");
            text_repeat(&s, "x", TBY_MAX_COMMENT_BYTES + over);
            text_puts(&s, line ? "\n e5 *" : "} e5 *");
            check_limit(&s, over ? TBY_E_LIMIT : TBY_OK, 6,
                        line ? "comment ;" : "comment {");
        }
    end_rows();
}

static void tags_are_so_long(void **state)
{
    (void)state;
    for (unsigned over = 0; over <= 1; over++) {
        text s = {NULL, 0, 0};
        text_puts(&s, "[A \"");
        text_repeat(&s, "x", TBY_MAX_TAG_BYTES - 1 + over);
        text_puts(&s, "\"]\n\n1. e4 *");
        check_limit(&s, over ? TBY_E_LIMIT : TBY_OK, 0, "tag");
    }
    end_rows();
}

static void there_are_so_many_tags(void **state)
{
    (void)state;
    for (unsigned over = 0; over <= 1; over++) {
        text s = {NULL, 0, 0};
        char tag[16];
        for (unsigned i = 0; i < TBY_MAX_TAGS + over; i++) {
            snprintf(tag, sizeof tag, "[A%04u \"\"]\n", i);
            text_puts(&s, tag);
        }
        text_puts(&s, "\n1. e4 *");
        check_limit(&s, over ? TBY_E_LIMIT : TBY_OK, 11 * TBY_MAX_TAGS, "tags");
    }
    end_rows();
}

static void lines_have_so_many_plies(void **state)
{
    (void)state;
    for (unsigned over = 0; over <= 1; over++) {
        text s = {NULL, 0, 0};
        text_repeat(&s, "Nf3 Nf6 Ng1 Ng8 ", TBY_MAX_PLIES / 4);
        size_t at = s.n;
        text_puts(&s, over ? "e4 *" : "*");
        check_limit(&s, over ? TBY_E_LIMIT : TBY_OK, at, "plies");
    }
    end_rows();
}

/* Too much text of any kind, then the next game. */
static void games_are_so_long(void **state)
{
    static const char *const fills[] = {" ",   "\n",    "{x} ", "$1 ",
                                        "1. ", "; y\n", "(d4) "};

    (void)state;
    for (size_t i = 0; i < LENGTH(fills); i++) {
        text s = {NULL, 0, 0};
        text_puts(&s, "1. e4 ");
        text_repeat(&s, fills[i], TBY_MAX_GAME_BYTES / strlen(fills[i]) + 9);
        text_puts(&s, "e5 *");
        text_puts(&s, NEXT);
        games all = read_games(text_str(&s), TBY_PGN_ALL);
        EXPECT(all.report[0].error.code == TBY_E_LIMIT, "'%s': %s", fills[i],
               tby_rc_name(all.report[0].error.code));
        EXPECT(all.n <= 4, "'%s': %zu games", fills[i], all.n);
        check_next(&all, fills[i]);
        games_free(&all);
        text_free(&s);
    }
    end_rows();
}

/* --- texts made to be slow --------------------------------------------------
 */

static const char *const HOSTILE[] = {
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    ";",
    "%",
    "$",
    "!",
    "*",
    ".",
    "1",
    "0",
    "-",
    "N",
    "e",
    "x",
    " ",
    "\n",
    "\r",
    "\xff",
    "\xe2",
    "[Event ",
    "[Event \"",
    "[Event \"x\"",
    "[Event \"x\"]",
    "[Event \"x\"]\n",
    "[Event \"x\"]\n\n",
    "[Event \"\\\"",
    "[A \"b\"]\n\n[C \"d\"]\n\n",
    "{(",
    "({",
    "(;\n",
    "e4(",
    "e4 (d4 ",
    "e4 (d4) ",
    "e4 {",
    "{}",
    "{ }",
    "1-0",
    "1-0 ",
    "1-0{",
    "1-0 {} ",
    "1-0;\n",
    "zz 1-0 ",
    "zz 1-0 {",
    "* ;\n",
    "{\n\n[",
    "{[Event ",
    "{[Event \"x\"]\n",
    "{\n[Event \"x\"]\n",
    "{\n\n[A \"b\"]\n",
    "e4 {\n\n[A \"b\"]\n",
    "e4 (d4 {\n\n[A \"b\"]\n",
    "zz {\n\n[A \"b\"]\n",
    "[      ",
    "\"    ",
    "[A \"\"    ",
    "1/2-",
    "%\n",
    "\n%{",
    "Nf3 Nf6 Ng1 Ng8 ",
    "$1 ",
    "e4 e5 * ",
    "[%clk",
    "}{",
    ")(",
    "][",
    "\xef\xbb\xbf",
    "*\n\n{} ",
    "*\n\n{",
    "*\n\n;\n",
    "* {}\n\n{} e4 ",
    "\n\n{}",
    "[Event \"\n\n",
    "e4 (d4 zz) ",
};

/* Reading so much takes 1 to 40 ms, whatever is in it, a few times that under a
 * sanitizer or on a busy machine.  What is asked here is only that no text
 * makes it minutes, as a search from each byte to the end would: 30 thousand
 * million steps. */
enum { MUCH = 256 << 10, PATIENCE_MS = 10000 };

/* Milliseconds of the processor. */
static double read_time(const char *prefix, const char *piece, size_t n,
                        tby_pgn_mode mode)
{
    text s = {NULL, 0, 0};
    tby_game game;
    tby_pgn pgn;
    tby_pgn_report report;
    tby_rc rc = TBY_OK;

    text_puts(&s, prefix);
    text_repeat(&s, piece, n / strlen(piece));
    tby_game_init(&game, NULL);
    clock_t from = clock();
    tby_pgn_init(&pgn, text_str(&s), mode);
    while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK)
        continue;
    clock_t to = clock();
    assert_int_equal(rc, TBY_DONE);
    tby_game_free(&game);
    text_free(&s);
    return (double)(to - from) * 1000 / CLOCKS_PER_SEC;
}

static double worst_time;

/* Much is read soon, and twice as much does not take ages. */
static void check_time(const char *prefix, const char *piece, tby_pgn_mode mode)
{
    double one = read_time(prefix, piece, MUCH, mode);

    if (one > worst_time)
        worst_time = one;
    EXPECT(one < PATIENCE_MS, "'%s' and 256 kB of '%s' take %.0f ms", prefix,
           piece, one);
    if (one < 100 || one >= PATIENCE_MS)
        return; /* two cannot be bad; two would take long */
    double two = read_time(prefix, piece, 2 * MUCH, mode);
    EXPECT(two < 10 * one + 1000, "'%s' and '%s': %.0f ms, twice %.0f ms",
           prefix, piece, one, two);
}

static void hostile_texts_are_read_in_no_time(void **state)
{
    static const char *const prefixes[] = {"", "1. e4 ", "[A \"b\"]\n"};
    rng r = rng_for(__func__);

    (void)state;
    for (size_t i = 0; i < LENGTH(HOSTILE); i++)
        check_time(prefixes[rng_below(&r, LENGTH(prefixes))], HOSTILE[i],
                   rng_chance(&r, 50) ? TBY_PGN_MAINLINE : TBY_PGN_ALL);
    print_message("  slowest 256 kB: %.0f ms\n", worst_time);
    end_rows();
}

/* Distinct tags after empty lines: each has to be looked for among all. */
static void many_different_tags_are_read_in_no_time(void **state)
{
    text s = {NULL, 0, 0};
    char tag[32];

    (void)state;
    for (unsigned i = 0; i < 20000; i++) {
        snprintf(tag, sizeof tag, "[A%u \"\"]\n\n", i);
        text_puts(&s, tag);
    }
    clock_t from = clock();
    games all = read_games(text_str(&s), TBY_PGN_ALL);
    double ms = (double)(clock() - from) * 1000 / CLOCKS_PER_SEC;
    CHECK(ms < PATIENCE_MS, "%.0f ms", ms);
    assert_int_equal(all.report[0].error.code, TBY_E_LIMIT);
    games_free(&all);
    text_free(&s);
}

/* Any bytes at all. */
static void random_bytes_are_read_to_the_end(void **state)
{
    static const char signs[] = "[]{}()\"\\;%$!?*.-=+#/ \n\r\t01289aebcdefgh"
                                "xNKQRBOoZ@";
    rng r = rng_for(__func__);

    (void)state;
    for (int run = 0; run < 3000; run++) {
        char s[600];
        size_t n = rng_below(&r, sizeof s);
        for (size_t i = 0; i < n; i++)
            s[i] = rng_chance(&r, 90) ? signs[rng_below(&r, sizeof signs - 1)]
                                      : (char)rng_below(&r, 256);
        for (int mode = TBY_PGN_ALL; mode <= TBY_PGN_MAINLINE; mode++) {
            games all = read_games((tby_str){s, n}, (tby_pgn_mode)mode);
            games_free(&all);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_code_and_byte),
        cmocka_unit_test(the_quick_pass_finds_the_same_faults),
        cmocka_unit_test(setups_that_are_no_position),
        cmocka_unit_test(variants_of_other_rules),
        cmocka_unit_test(what_precedes_the_fault_is_kept),
        cmocka_unit_test(a_fault_inside_variations_leaves_a_sound_main_line),
        cmocka_unit_test(variations_go_so_deep),
        cmocka_unit_test(comments_are_so_long),
        cmocka_unit_test(tags_are_so_long),
        cmocka_unit_test(there_are_so_many_tags),
        cmocka_unit_test(lines_have_so_many_plies),
        cmocka_unit_test(games_are_so_long),
        cmocka_unit_test(hostile_texts_are_read_in_no_time),
        cmocka_unit_test(many_different_tags_are_read_in_no_time),
        cmocka_unit_test(random_bytes_are_read_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
