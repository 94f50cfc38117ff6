/* test_pgn_retag.c - tags are changed, and nothing else is. */
#include "core/game/pgn/write.h"

#include "support/games.h"

#define EDIT(name, value, keep)                                                \
    {                                                                          \
        {name, sizeof name - 1}, {value, sizeof value - 1}, keep               \
    }

static const tby_retag SET[] = {EDIT("ECO", "B90", false),
                                EDIT("Opening", "A \"b\" \\", false),
                                EDIT("Variation", "", false)};
static const tby_retag KEEP[] = {EDIT("ECO", "B90", true),
                                 EDIT("Opening", "A", true),
                                 EDIT("Variation", "", true)};

#define NEW "[ECO \"B90\"]\n[Opening \"A \\\"b\\\" \\\\\"]"

static const struct {
    const char *what;
    const tby_retag *edits;
    const char *before, *after;
} ROWS[] = {
    {"added behind the last", SET, "[White \"x\"]\n\n1. e4 *\n\n",
     "[White \"x\"]\n" NEW "\n\n1. e4 *\n\n"},
    {"no tags at all", SET, "1. e4 *", NEW "\n\n1. e4 *"},
    {"replaced where they are", SET,
     "[Opening \"\"]\n[White \"x\"]\n[ECO \"A00\"]\n\n*",
     "[Opening \"A \\\"b\\\" \\\\\"]\n[White \"x\"]\n[ECO \"B90\"]\n\n*"},
    {"taken out, in the middle", SET,
     "[White \"x\"]\n[Variation \"y\"]\n[Black \"z\"]\n\n*",
     "[White \"x\"]\n[Black \"z\"]\n" NEW "\n\n*"},
    {"taken out, the first", SET, "[Variation \"y\"]\n[Black \"z\"]\n\n*",
     "[Black \"z\"]\n" NEW "\n\n*"},
    {"taken out, the last", SET, "[White \"x\"]\n[Variation \"y\"]\n\n*",
     "[White \"x\"]\n" NEW "\n\n*"},
    {"there twice", SET, "[ECO \"A00\"]\n[ECO \"A01\"]\n[Opening \"\"]\n\n*",
     "[ECO \"B90\"]\n[Opening \"A \\\"b\\\" \\\\\"]\n\n*"},
    {"kept", KEEP, "[ECO \"A00\"]\n[Variation \"y\"]\n\n*",
     "[ECO \"A00\"]\n[Variation \"y\"]\n[Opening \"A\"]\n\n*"},
    {"kept, but unknown", KEEP, "[ECO \"?\"]\n[Opening \"\"]\n\n*",
     "[ECO \"B90\"]\n[Opening \"A\"]\n\n*"},
    {"CR LF", KEEP, "[White \"x\"]\r\n\r\n1. e4 *\r\n",
     "[White \"x\"]\r\n[ECO \"B90\"]\r\n[Opening \"A\"]\r\n\r\n1. e4 *\r\n"},
    {"CR", KEEP, "[White \"x\"]\r\r1. e4 *",
     "[White \"x\"]\r[ECO \"B90\"]\r[Opening \"A\"]\r\r1. e4 *"},
    {"one line", KEEP, "[White \"x\"] [ECO \"A00\"] 1. e4 *",
     "[White \"x\"] [ECO \"A00\"]\n[Opening \"A\"] 1. e4 *"},
    {"escapes and what is no tag", KEEP,
     "% [ECO \"x\"]\n[White \"x]\n[Black \"[ECO \\\"C\\\"]\"]\n\n1. e4 {[ECO "
     "\"z\"]} *",
     "% [ECO \"x\"]\n[White \"x]\n[Black \"[ECO \\\"C\\\"]\"]\n[ECO "
     "\"B90\"]\n[Opening \"A\"]\n\n1. e4 {[ECO \"z\"]} *"},
    {"not UTF-8", KEEP, "[White \"\xe9\"]\n\n1. e4 {\xe9} *",
     "[White \"\xe9\"]\n[ECO \"B90\"]\n[Opening \"A\"]\n\n1. e4 {\xe9} *"},
    {"only one, which goes", SET, "[Variation \"x\"]\n\n1. e4 *",
     NEW "\n\n1. e4 *"},
    {"nothing there", KEEP, "", "[ECO \"B90\"]\n[Opening \"A\"]\n"},
};

static void texts_are_changed(void **state)
{
    tby_buf out;

    (void)state;
    tby_buf_init(&out, NULL, SIZE_MAX);
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        tby_str before = tby_str_of(ROWS[i].before);
        char *copy = exact_copy(before);
        tby_buf_clear(&out);
        tby_pgn_retag((tby_str){copy, before.n}, ROWS[i].edits, 3, &out);
        EXPECT(out.n == strlen(ROWS[i].after) &&
                   memcmp(out.p, ROWS[i].after, out.n) == 0,
               "%s:\n%.*s", ROWS[i].what, (int)out.n, out.p);
        free(copy);
    }
    end_rows();
    tby_buf_free(&out);
}

/* Without these tags, both are the same game. */
static void strip(tby_game *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->tags_n; i++) {
        tby_str name = tby_game_text(g, g->tags[i].name);
        bool ours = false;
        for (size_t k = 0; k < LENGTH(SET); k++)
            ours |= name.n == SET[k].name.n &&
                    memcmp(name.p, SET[k].name.p, name.n) == 0;
        if (!ours)
            g->tags[n++] = g->tags[i];
    }
    g->tags_n = n;
}

/* Compared with the game as it is read without new tags: a comment that braces
 * cannot hold is written as two. */
static void check_game(const tby_game *g)
{
    text t = {NULL, 0, 0};
    tby_buf out;

    tby_buf_init(&out, NULL, SIZE_MAX);
    write_game(&t, g);
    tby_pgn_retag(text_str(&t), SET, LENGTH(SET), &out);
    games plain = read_games(text_str(&t), TBY_PGN_ALL);
    games again = read_games(tby_buf_str(&out), TBY_PGN_ALL);
    CHECK(plain.n == 1 && plain.errors == 0, "%.*s", (int)t.n, t.p);
    CHECK(again.n == 1 && again.errors == 0, "%.*s", (int)out.n, out.p);
    tby_str eco = tby_game_tag(&again.game[0], "ECO");
    tby_str opening = tby_game_tag(&again.game[0], "Opening");
    CHECK(eco.n == 3 && memcmp(eco.p, "B90", 3) == 0, "%.*s", (int)out.n,
          out.p);
    CHECK(opening.n == 7 && memcmp(opening.p, "A \"b\" \\", 7) == 0, "%.*s",
          (int)out.n, out.p);
    strip(&plain.game[0]);
    strip(&again.game[0]);
    CHECK(tby_game_same(&plain.game[0], &again.game[0]), "%.*s", (int)out.n,
          out.p);
    games_free(&plain);
    games_free(&again);
    tby_buf_free(&out);
    text_free(&t);
}

static void random_games_stay(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        tby_game g;
        tby_game_init(&g, NULL);
        random_game(&r, (int)rng_below(&r, KINDS), rng_below(&r, 32), i, 30,
                    &g);
        if (rng_chance(&r, 40))
            add_tag(&g, "ECO", "A00");
        if (rng_chance(&r, 40))
            add_tag(&g, "Variation", "\"old\" ]");
        check_game(&g);
        tby_game_free(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_changed),
        cmocka_unit_test(random_games_stay),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
