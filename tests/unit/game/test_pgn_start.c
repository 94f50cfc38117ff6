/* test_pgn_start.c - where games begin in damaged texts: what is lost with a
 * damaged game is that game, and nothing becomes a game that is none. */
#include "support/games.h"
#include "tabiya/limits.h"

/* "tags:items" of each game, with its error in front and / between. */
static void dump_games(text *t, const games *all)
{
    for (size_t k = 0; k < all->n; k++) {
        text items = {NULL, 0, 0};
        if (k)
            text_puts(t, "/");
        if (all->report[k].error.code != TBY_OK) {
            text_puts(t, tby_rc_name(all->report[k].error.code));
            text_puts(t, "! ");
        }
        dump_tags(t, &all->game[k]);
        dump_items(&items, &all->game[k], false);
        text_puts(t, ":");
        text_puts(t, text_end(&items));
        text_free(&items);
    }
}

typedef struct row {
    const char *text, *games;
} row;

static void check_rows(const row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        games all = read_games(tby_str_of(rows[i].text), TBY_PGN_ALL);
        games quick = read_games(tby_str_of(rows[i].text), TBY_PGN_MAINLINE);
        text got = {NULL, 0, 0};
        dump_games(&got, &all);
        EXPECT(strcmp(text_end(&got), rows[i].games) == 0,
               "%s\n  gives %s\n    not %s", rows[i].text, text_end(&got),
               rows[i].games);
        EXPECT(all.n == quick.n, "%s\n  gives %zu games, and quickly %zu",
               rows[i].text, all.n, quick.n);
        text_free(&got);
        games_free(&all);
        games_free(&quick);
    }
    end_rows();
}

/* --- without tags ----------------------------------------------------------*/

static const row BARE[] = {
    /* no result between */
    {"1. e4 e5\n\n1. d4 d5 1-0\n", ":e2e4 e7e5/:d2d4 d7d5"},
    {"1. e4 e5\r\n\r\n1. d4 d5\r\n\r\n1.c4 *", ":e2e4 e7e5/:d2d4 d7d5/:c2c4"},
    {"1. e4 e5\r\r1. d4 d5", ":e2e4 e7e5/:d2d4 d7d5"},
    {"1. e4 e5\n \t\n1. d4 d5", ":e2e4 e7e5/:d2d4 d7d5"},
    {"1. e4 {c}\n\n1. d4 d5", ":e2e4 {c}/:d2d4 d7d5"},
    {"1. e4 ; c\n\n1. d4 d5", ":e2e4 {c}/:d2d4 d7d5"},
    {"[A \"b\"]\n\n1. e4 e5\n\n1. d4 d5 1-0", "A=b:e2e4 e7e5/:d2d4 d7d5"},
    /* the same game */
    {"1. e4\n\n1... e5 2. Nf3 *", ":e2e4 e7e5 g1f3"},
    {"1. e4\n\n1. ... e5 2. Nf3 *", ":e2e4 e7e5 g1f3"},
    {"1. e4 e5\n\n2. Nf3 *", ":e2e4 e7e5 g1f3"},
    {"1. e4 e5\n\n*", ":e2e4 e7e5"},
    {"{c}\n\n1. e4 e5 *", ":{c} e2e4 e7e5"},
    {"1. e4 (\n\n1. d4) e5 *", ":e2e4 ( d2d4 ) e7e5"},
    {"1. e4 {a\n\n1. d4 b} e5 *", ":e2e4 {a  1. d4 b} e7e5"},
    {"1. e4 {a\n\n1. d4 b}\n\n1. c4 {c} *", ":e2e4 {a  1. d4 b}/:c2c4 {c}"},
    {"1. e4 {a { b} e5 *", ":e2e4 {a { b} e7e5"},
    /* comments and variations that do not end */
    {"1. e4 {a e5 1-0\n\n1. d4 d5 1-0\n\n1. c4 {c} c5 1-0",
     "pgn_comment_open! :e2e4/:d2d4 d7d5/:c2c4 {c} c7c5"},
    {"1. e4 {a e5 1-0\n\n1. d4 d5 1-0\n\n1. c4 c5 1-0",
     "pgn_comment_open! :e2e4/:d2d4 d7d5/:c2c4 c7c5"},
    {"1. e4 {a e5 1-0\n1. d4 d5 1-0\n1. c4 {c} c5 1-0",
     "pgn_comment_open! :e2e4/:d2d4 d7d5/:c2c4 {c} c7c5"},
    {"1. e4 {a e5 1-0 1. d4 d5 1-0 1. c4 {c} c5 1-0",
     "pgn_comment_open! :e2e4/:d2d4 d7d5/:c2c4 {c} c7c5"},
    {"1. e4 {\n\n1. d4 d5 1-0", "pgn_comment_open! :e2e4/:d2d4 d7d5"},
    {"1. e4 (1. d4 e5 1-0\n\n1. d4 d5 1-0",
     "pgn_variation_open! :e2e4 ( d2d4 e7e5 )/:d2d4 d7d5"},
    {"1. e4 (1. d4 e5 1-0 1. d4 d5 1-0",
     "pgn_variation_open! :e2e4 ( d2d4 e7e5 )/:d2d4 d7d5"},
    /* noise */
    {"1. e4 xx\n\n1. d4 d5 1-0", "san_syntax! :e2e4/:d2d4 d7d5"},
    {"Dear reader,\n\n1. d4 d5 1-0", "san_syntax! :/:d2d4 d7d5"},
    {"[A \"b\"]\nDear reader,\n\n1. d4 d5 1-0", "san_syntax! A=b:"},
    {"[A \"b\"]\nDear reader,\n\n1. d4 d5\n\n1. c4", "san_syntax! A=b:/:c2c4"},
    {"[A \"b\"]\n\n1. xx d5\n\n1. c4", "san_syntax! A=b:/:c2c4"},
    {"[FEN \"?\"]\n\n1. d4 d5\n\n1. c4", "pgn_setup! FEN=?:/:c2c4"},
};

static void games_without_tags(void **state)
{
    (void)state;
    check_rows(BARE, LENGTH(BARE));
}

/* --- on one line -----------------------------------------------------------*/

#define NEXT     "[Event \"n\"] [A \"c\"] 1. d4 1-0"
#define NEXT_IS  "/Event=n|A=c:d2d4"
#define OTHER    "[A \"n\"] [B \"c\"] 1. d4 1-0"
#define OTHER_IS "/A=n|B=c:d2d4"
#define THIRD    " [Event \"t\"] 1. c4 *"
#define THIRD_IS "/Event=t:c2c4"

static const row ONE_LINE[] = {
    /* brackets and quotes are lost */
    {"[A \"a\" [B \"b\"] 1. e4 1-0 " NEXT THIRD,
     "pgn_tag! B=b:e2e4" NEXT_IS THIRD_IS},
    {"[A \"a [B \"b\"] 1. e4 1-0 " NEXT THIRD,
     "pgn_tag! B=b:e2e4" NEXT_IS THIRD_IS},
    {"[A \"a\"] [B \"b\" 1. e4 1-0 " NEXT THIRD,
     "pgn_tag! A=a:e2e4" NEXT_IS THIRD_IS},
    {"[A \"a\"] [B \"b\" 1. e4 1-0 " OTHER THIRD,
     "pgn_tag! A=a:e2e4" OTHER_IS THIRD_IS},
    {"[A \"a\"] [B \"b 1. e4 1-0 " NEXT THIRD,
     "pgn_tag! A=a:" NEXT_IS THIRD_IS},
    {"[A \"a\"] [B \"b 1. e4 1-0 " OTHER THIRD,
     "pgn_tag! A=a:" OTHER_IS THIRD_IS},
    {"[A \"a\"] [B b\"] 1. e4 1-0 " NEXT THIRD,
     "pgn_token! A=a:" NEXT_IS THIRD_IS},
    {"[A \"a\"] B \"b\"] 1. e4 1-0 " NEXT THIRD,
     "san_syntax! A=a:" NEXT_IS THIRD_IS},
    {"[A \"a\"] [B \"b\" 1. e4 1-0", "pgn_tag! A=a:e2e4"},
    {"[A \"a\\\"] [B \"b\"] 1. e4 1-0 " NEXT, "A=a\\|B=b:e2e4" NEXT_IS},
    /* values that look odd but end as they should */
    {"[A \"a] [B \"] [C \"1. e4\" x\"] 1. e4 1-0 " NEXT,
     "A=a] [B |C=1. e4\" x:e2e4" NEXT_IS},
    /* a semicolon */
    {"[A \"a\"] 1. e4 ; e5 1-0 " NEXT THIRD,
     "pgn_comment_open! A=a:e2e4 {e5 1-0}" NEXT_IS THIRD_IS},
    {"[A \"a\"] 1. e4 ; e5 1-0 " OTHER THIRD,
     "pgn_comment_open! A=a:e2e4 {e5 1-0}" OTHER_IS THIRD_IS},
    {"[A \"a\"] 1. e4 ; e5 " OTHER THIRD,
     "pgn_comment_open! A=a:e2e4 {e5}" OTHER_IS THIRD_IS},
    {"[A \"a\"] ; 1. e4 1-0 " NEXT THIRD,
     "pgn_comment_open! A=a:{1. e4 1-0}" NEXT_IS THIRD_IS},
    {"1. e4 ; e5 1-0 1. d4 1-0", "pgn_comment_open! :e2e4 {e5 1-0}/:d2d4"},
    {"1. e4 1-0 ;[Event \"x\"] 1. d4 1-0", ":e2e4 {}/Event=x:d2d4"},
    {"1. e4 1-0 ; x " OTHER THIRD, ":e2e4 {x}" OTHER_IS THIRD_IS},
    /* at the beginning of a line it is meant, unless a game follows */
    {"1. e4\n; x 1-0 [Event \"n\"] [A \"c\"]\n1... e5 1-0 " THIRD,
     ":e2e4 {x 1-0 [Event \"n\"] [A \"c\"]} e7e5" THIRD_IS},
    {"1. e4\n% x 1-0 [Event \"n\"] [A \"c\"]\n1... e5 1-0 " THIRD,
     ":e2e4 e7e5" THIRD_IS},
    {"1. e4\n; e5 1-0 " NEXT THIRD,
     "pgn_comment_open! :e2e4 {e5 1-0}" NEXT_IS THIRD_IS},
    {"1. e4\n% e5 1-0 " NEXT THIRD, ":e2e4" NEXT_IS THIRD_IS},
    {"; e5 1-0 " NEXT THIRD, "Event=n|A=c:{e5 1-0} d2d4" THIRD_IS},
    {"% e5 1-0 " NEXT THIRD, "Event=n|A=c:d2d4" THIRD_IS},
    {"[A \"b\"]\n%[B \"c\"] 1. e4 1-0 " NEXT THIRD, "A=b:" NEXT_IS THIRD_IS},
    /* a comment may speak of a game */
    {"1. e4 {[Event \"x\"]} 1-0", ":e2e4 {[Event \"x\"]}"},
    {"1. e4 { in [Event \"x\"] } e5 {c} 1-0 " NEXT,
     ":e2e4 {in [Event \"x\"]} e7e5 {c}" NEXT_IS},
    {"1. e4 {from [Event \"x\"] 1. d4} e5 1-0 " NEXT,
     ":e2e4 {from [Event \"x\"] 1. d4} e7e5" NEXT_IS},
    {"1. e4 {from [Event \"x\"] [A \"c\"] and so on} e5 1-0 " NEXT,
     ":e2e4 {from [Event \"x\"] [A \"c\"] and so on} e7e5" NEXT_IS},
    /* but of a whole one it is too much */
    {"1. e4 { e5 [Event \"x\"] [A \"c\"] 1. d4 } 1-0 " NEXT,
     "pgn_comment_open! :e2e4/pgn_token! Event=x|A=c:d2d4" NEXT_IS},
    {"1. e4 ; in [Event \"x\"]\n1... e5 1-0 " NEXT,
     ":e2e4 {in [Event \"x\"]} e7e5" NEXT_IS},
    {"1. e4 { e5 1-0\n [Event \"x\"]\n1. d4 {c} 1-0",
     "pgn_comment_open! :e2e4/Event=x:d2d4 {c}"},
    {"1. e4 { e5 1-0\n [Event \"x\"]} 1. d4 1-0",
     "pgn_comment_open! :e2e4/pgn_token! Event=x:"},
    /* a brace, a parenthesis, a percent sign */
    {"[A \"a\"] 1. e4 { e5 1-0 " NEXT THIRD,
     "pgn_comment_open! A=a:e2e4" NEXT_IS THIRD_IS},
    {"[A \"a\"] 1. e4 { e5 1-0 " OTHER " [A \"x\"] 1. c4 {c} *",
     "pgn_comment_open! A=a:e2e4" OTHER_IS "/A=x:c2c4 {c}"},
    {"[A \"a\"] 1. e4 ( e5 1-0 " OTHER THIRD,
     "move_unreachable! A=a:e2e4" OTHER_IS THIRD_IS},
    {"[A \"a\"] 1. e4 % e5 1-0 " OTHER THIRD,
     "pgn_token! A=a:e2e4" OTHER_IS THIRD_IS},
    {"[A \"a\"] 1. e4 1-0 %" OTHER THIRD,
     "A=a:e2e4/pgn_token! :" OTHER_IS THIRD_IS},
    /* a quote, or a quote and a bracket */
    {"[A \"a] 1. e4 1-0 " OTHER THIRD, "pgn_tag! :e2e4" OTHER_IS THIRD_IS},
    {"[A \"a] {c} 1. e4 1-0 " OTHER, "pgn_tag! :{c} e2e4" OTHER_IS},
    {"[A \"a 1. e4 1-0 " OTHER THIRD, "pgn_tag! :" OTHER_IS THIRD_IS},
    {"[A \"a\"] %[B \"b\"] 1. e4 1-0 " OTHER THIRD,
     "pgn_token! A=a:/B=b:e2e4" OTHER_IS THIRD_IS},
};

static void games_on_one_line(void **state)
{
    (void)state;
    check_rows(ONE_LINE, LENGTH(ONE_LINE));
}

/* --- what stands before ----------------------------------------------------*/

static const row BEFORE[] = {
    {"{a}\n\n[Event \"e\"]\n\n1. e4 *", "Event=e:{a} e2e4"},
    {"{a} {b}\n;c\n% d\n[A \"b\"]\n\n{e} 1. e4 *", "A=b:{a} {b} {c} {e} e2e4"},
    {"\n% x\n{a}\n\n[Event \"e\"]\n\n1. e4 *\n\n{b}\n\n[Event \"f\"]\n\n*",
     "Event=e:{a} e2e4 {b}/Event=f:"},
    {"{a}\n\n1. e4 *", ":{a} e2e4"},
    {"{a}", ":{a}"},
    /* escapes among the comments after a game make no game of them */
    {"1. e4 *\n\n{a}\n% x\n[A \"b\"]\n\n1. d4 *", ":e2e4 {a}/A=b:d2d4"},
    {"1. e4 *\n\n% x\n{a}\n[A \"b\"]\n\n1. d4 *", ":e2e4 {a}/A=b:d2d4"},
    {"1. e4 *\n% x\n% y\n;a\n% z\n{b}\n\n% w\n", ":e2e4 {a} {b}"},
    {"1. e4 *\n\n% x\n{a}\n% y\n1. d4 *", ":e2e4/:{a} d2d4"},
    {"1. e4 *\n\n% x\n% y\n[A \"b\"]\n\n1. d4 *", ":e2e4/A=b:d2d4"},
    /* one that does not end is a fault of its own */
    {"{a\n\n[Event \"e\"]\n\n1. e4 *", "pgn_comment_open! :/Event=e:e2e4"},
    /* after a game that is damaged */
    {"1. x 1-0 {a}\n\n[A \"b\"]\n\n1. e4 *", "san_syntax! :/A=b:e2e4"},
    {"1. x 1-0\n\n{a}\n\n[A \"b\"]\n\n1. e4 *", "san_syntax! :/A=b:e2e4"},
    {"1. x 1-0\n\n{a}\n1. e4 *", "san_syntax! :/:{a} e2e4"},
    /* what is left of a first tag */
    {"A \"a\"]\n[B \"b\"]\n\n1. e4 *", "pgn_tag! B=b:e2e4"},
    {"1. d4 *\n\n[A a\"]\n[B \"b\"]\n\n1. e4 *", ":d2d4/pgn_tag! B=b:e2e4"},
};

static void comments_before_the_first_tag(void **state)
{
    (void)state;
    check_rows(BEFORE, LENGTH(BEFORE));
}

/* Whatever stands before a tag on its line after a finished game costs neither
 * that game nor the next. */
static void stray_things_before_a_tag(void **state)
{
    static const char *const stray[] = {
        "*",     "* ",   "1-0",      "0-1 ",      "1/2-1/2",  "1/2",     "1-0*",
        "* *",   "*1-0", "* 1-0",    "1-0 0-1 ",  "1-0,",     "xyz",     "xyz ",
        "e4",    "1.",   "1. e4 ",   "1. e4 1-0", "}",        ")",       "(",
        "(e4",   "]",    "[",        "[[",        "[Foo",     "[Foo x]", "\"",
        "\"]",   "a\"]", "$1",       "!?",        "-",        "--",      "+",
        "...",   "{c}",  "* {c}",    "(1. e4)",   "(1. e4) ", "e.p.",    "\\",
        ",",     "\x1a", "\xc3\xa9", "&quot;",    "<br>",     "> ",      "* \"",
        "* \"]", "#",    "=",        "/",         ".",
    };

    (void)state;
    for (size_t i = 0; i < 2 * LENGTH(stray); i++) {
        text s = {NULL, 0, 0}, got = {NULL, 0, 0};
        text_puts(&s, "[Event \"a\"]\n\n1. e4 1-0");
        text_puts(&s, i % 2 ? " " : "\n");
        text_puts(&s, stray[i / 2]);
        text_puts(&s, "[Event \"b\"]\n[A \"x\"]\n\n1. d4 1-0\n");
        games all = read_games(text_str(&s), TBY_PGN_ALL);
        dump_games(&got, &all);
        const char *is = text_end(&got), *first = "Event=a:e2e4";
        const char *last = "/Event=b|A=x:d2d4";
        size_t n = strlen(is);
        EXPECT(strncmp(is, first, strlen(first)) == 0 && n > strlen(last) &&
                   strcmp(is + n - strlen(last), last) == 0,
               "%s\n  gives %s", text_end(&s), is);
        text_free(&s);
        text_free(&got);
        games_free(&all);
    }
    end_rows();
}

/* The same of a result and any tag; else it is what is left of a tag. */
static const row STRAY[] = {
    {"1. e4 1-0\n*[A \"b\"]\n[B \"c\"]\n\n1. d4 *", ":e2e4/:/A=b|B=c:d2d4"},
    {"[Event \"a\"]\n*[Event \"b\"]\n[B \"c\"]\n\n1. d4 *",
     "Event=a:/Event=b|B=c:d2d4"},
    {"*[Event \"b\"]\n[B \"c\"]\n\n1. d4 *", ":/Event=b|B=c:d2d4"},
    {"[Result \"\n*\"]\n[B \"c\"]\n\n1. d4 *", "pgn_tag! B=c:d2d4"},
    {"[A \"b\"]\nx [B \"c\"]\n[C \"d\"]\n\n1. d4 *", "pgn_tag! A=b|C=d:d2d4"},
};

static void stray_results(void **state)
{
    (void)state;
    check_rows(STRAY, LENGTH(STRAY));
}

/* --- too long --------------------------------------------------------------*/

/* A game of more than the limit; what is left of it is no game. */
static void check_long(const char *begin, const char *fill, const char *end,
                       const char *games_are)
{
    text s = {NULL, 0, 0}, got = {NULL, 0, 0};

    text_puts(&s, begin);
    while (s.n < 2 * TBY_MAX_GAME_BYTES)
        text_puts(&s, fill);
    text_puts(&s, end);
    games all = read_games(text_str(&s), TBY_PGN_MAINLINE);
    dump_games(&got, &all);
    EXPECT(strcmp(text_end(&got), games_are) == 0, "%s ... %s\n  gives %s",
           begin, end, text_end(&got));
    EXPECT(all.report[0].error.at == TBY_MAX_GAME_BYTES, "at %zu",
           all.report[0].error.at);
    const char *comment = strstr(end, "{c}"); /* the second game's */
    EXPECT(!comment || all.report[1].begin == s.n - strlen(comment), "at %zu",
           all.report[1].begin);
    text_free(&s);
    text_free(&got);
    games_free(&all);
}

static void what_is_left_of_a_long_game_is_none(void **state)
{
    (void)state;
    check_long("[A \"b\"]\n\n1. e4 ", "{x} ", "e5 1-0\n\n[A \"c\"]\n\n1. d4 *",
               "limit_exceeded! A=b:e2e4/A=c:d2d4");
    check_long("[A \"b\"]\n\n1. e4 ", "{x}\n\n1... ", "e5 1-0",
               "limit_exceeded! A=b:e2e4");
    check_long("[A \"b\"] 1. e4 ", "$1 ", "e5 1-0 [Event \"c\"] 1. d4 *",
               "limit_exceeded! A=b:e2e4/Event=c:d2d4");
    check_long("1. e4 ", "{x}\n", "e5 1-0\n\n1. d4 *",
               "limit_exceeded! :e2e4/:d2d4");
    check_long("1. e4 ", "\n\n", "e5 1-0\n\n[A \"c\"]\n\n1. d4 *",
               "limit_exceeded! :e2e4/A=c:d2d4");
    /* variations and comments may begin with a number; after a result, or
     * after an empty line, it is a game's */
    check_long("[A \"b\"]\n\n1. e4 e5 ", "{x}\n(\n\n1. d4 c5)\n",
               "1-0\n\n1. d4 *\n\n[A \"c\"]\n\n1. d4 *",
               "limit_exceeded! A=b:e2e4 e7e5/:d2d4/A=c:d2d4");
    check_long("[A \"b\"]\n\n1. e4 ", "{x *\n\n1. c4} ; { 1-0\n\n",
               "e5\n\n{c} 1. d4 *", "limit_exceeded! A=b:e2e4/:d2d4");
    check_long("1. e4 ", "{x} ", "e5 1-0 {y}\n\n{c}\n{d} 1. d4 *\n\n1. c4 *",
               "limit_exceeded! :e2e4/:d2d4/:c2c4");
    end_rows();
}

/* A sound game with nothing but spaces after it is not long. */
static void spaces_do_not_make_a_game_long(void **state)
{
    text s = {NULL, 0, 0}, got = {NULL, 0, 0};

    (void)state;
    text_puts(&s, "[A \"b\"]\n\n1. e4 *");
    text_repeat(&s, "\n   \r\n", 2 * TBY_MAX_GAME_BYTES / 6);
    text_puts(&s, "[A \"c\"]\n\n1. d4 *");
    games all = read_games(text_str(&s), TBY_PGN_ALL);
    dump_games(&got, &all);
    assert_string_equal(text_end(&got), "A=b:e2e4/A=c:d2d4");
    text_free(&s);
    text_free(&got);
    games_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_without_tags),
        cmocka_unit_test(games_on_one_line),
        cmocka_unit_test(comments_before_the_first_tag),
        cmocka_unit_test(stray_things_before_a_tag),
        cmocka_unit_test(stray_results),
        cmocka_unit_test(what_is_left_of_a_long_game_is_none),
        cmocka_unit_test(spaces_do_not_make_a_game_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
