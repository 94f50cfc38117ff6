/* test_gamebin_fit.c - what .cdb keeps of a game, what it loses and refuses. */
#include "unit/game/cdb.h"

/* --- what a game reads as -------------------------------------------------*/

/* A game that has nothing else survives. */
static void what_fits_is_kept(void **state)
{
    cdb_game out = cdb_of(FULL);
    tby_game g, again;
    tby_gamebin_loss loss;

    (void)state;
    game_of(&g, FULL);
    unpack(&again, &out);
    assert_true(tby_game_same(&g, &again));
    assert_true(again.has_result);
    loss = tby_gamebin_losses(&g);
    assert_true(!loss.tags && !loss.comments && !loss.variations &&
                !loss.nags && !loss.setup);
    tby_game_free(&g);
    tby_game_free(&again);
}

static void unknown_fields_are_no_tags(void **state)
{
    cdb_game out = cdb_of("*\n");
    tby_game g;

    (void)state;
    assert_int_equal(out.n, 36);
    unpack(&g, &out);
    assert_int_equal(g.tags_n, 1);
    assert_int_equal(tby_game_tag(&g, "Result").n, 1);
    assert_int_equal(g.plies, 0);
    tby_game_free(&g);
}

/* --- refused --------------------------------------------------------------*/

static void assert_refused(const tby_game *g)
{
    char buf[8] = "untouch";
    size_t n = 77;

    assert_int_equal(tby_gamebin_write(g, 0, buf, sizeof buf, &n),
                     TBY_E_CDB_FIT);
    assert_int_equal(n, 77);
    assert_string_equal(buf, "untouch");
}

static void what_cannot_be_held_is_refused(void **state)
{
    tby_game g;

    (void)state;
    game_of(&g, "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n");
    assert_refused(&g);
    tby_game_free(&g);
    game_of(&g, "1. e4 -- 2. d4 *\n");
    assert_refused(&g);
    tby_game_free(&g);
    tby_game_init(&g, NULL);
    add_item(&g, (tby_item){.kind = TBY_ITEM_MOVE,
                            .move = tby_move_make(12, 36, 0)}); /* e2e5 */
    assert_refused(&g);
    tby_game_free(&g);
    /* the start, spelt out, is the start */
    game_of(&g, "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
                "1\"]\n\n1. e4 *\n");
    cdb_game out = {0};
    assert_int_equal(cdb_write(&g, 0, &out), TBY_OK);
    tby_game_free(&g);
}

/* No tag may be so long; the length alone is put in. */
static void long_names_are_refused(void **state)
{
    tby_game g;
    char *buf = malloc(TBY_GAMEBIN_MAX);
    size_t n = 0;

    (void)state;
    tby_game_init(&g, NULL);
    add_tag(&g, "White", "w");
    add_tag(&g, "Black", "b");
    g.text = realloc(g.text, 200000);
    assert_true(buf && g.text);
    memset(g.text + g.text_n, 'x', 200000 - g.text_n);
    g.text_cap = 200000;
    for (int side = 0; side < 2; side++) {
        g.tags[side].value.n = 65535;
        assert_int_equal(tby_gamebin_write(&g, 0, buf, TBY_GAMEBIN_MAX, &n),
                         TBY_OK);
        assert_int_equal(n, 36 + 65535 + 1);
        g.tags[side].value.n = 65536;
        assert_refused(&g);
        g.tags[side].value.n = 1;
    }
    tby_game_free(&g);
    free(buf);
}

static void long_games_are_refused(void **state)
{
    static const char *const shuffle[4] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    tby_game g;
    tby_pos p = tby_pos_start();
    size_t n = 0;
    char *buf = malloc(TBY_GAMEBIN_MAX);

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < 65535; i++)
        add_move(&g, &p, shuffle[i % 4]);
    assert_int_equal(tby_gamebin_write(&g, 0, buf, TBY_GAMEBIN_MAX, &n),
                     TBY_OK);
    assert_int_equal(n, 36 + 3 * 65535);
    /* the reader has its own limit, and goes on after such a game */
    tby_gamebin c;
    tby_err err;
    tby_game read;
    tby_game_init(&read, NULL);
    tby_gamebin_init(&c, (tby_str){buf, n});
    assert_int_equal(tby_gamebin_next(&c, &read, &err), TBY_E_LIMIT);
    assert_int_equal(err.at, 34);
    assert_int_equal(tby_gamebin_next(&c, &read, &err), TBY_DONE);
    tby_game_free(&read);
    add_move(&g, &p, shuffle[65535 % 4]);
    assert_refused(&g);
    tby_game_free(&g);
    free(buf);
}

/* At most cap bytes are touched, and the length is reported all the same. */
static void a_small_buffer_is_reported(void **state)
{
    cdb_game whole = cdb_of(FULL);
    tby_game g;

    (void)state;
    game_of(&g, FULL);
    for (size_t cap = 0; cap <= whole.n; cap++) {
        char *buf = malloc(cap ? cap : 1);
        size_t n = 0;
        assert_non_null(buf);
        assert_int_equal(tby_gamebin_write(&g, 0, buf, cap, &n), TBY_OK);
        assert_int_equal(n, whole.n);
        if (cap)
            assert_memory_equal(buf, whole.at, cap);
        free(buf);
    }
    tby_game_free(&g);
}

/* --- ignored and lost -----------------------------------------------------*/

static void unterminated_and_short_abandoned_games_are_ignored(void **state)
{
    static const struct {
        const char *pgn;
        tby_gamebin_ignore ignored;
    } cases[] = {
        {"1. e4 *", TBY_GAMEBIN_KEEP},
        {"[Termination \"Normal\"]\n\n*", TBY_GAMEBIN_KEEP},
        {"[Termination \"Unterminated\"]\n\n1. e4 e5 2. d4 d5 3. c4 c5 *",
         TBY_GAMEBIN_UNTERMINATED},
        {"[Termination \"unterminated\"]\n\n*", TBY_GAMEBIN_UNTERMINATED},
        {"[Termination \"Abandoned\"]\n\n*", TBY_GAMEBIN_ABANDONED},
        {"[Termination \"Abandoned\"]\n\n1. e4 e5 2. d4 d5 3. c4 (3. b3 b6 4. "
         "a3) *",
         TBY_GAMEBIN_ABANDONED},
        {"[Termination \"Abandoned\"]\n\n1. e4 e5 2. d4 d5 3. c4 c5 0-1",
         TBY_GAMEBIN_KEEP},
        {"[Termination \"Time forfeit\"]\n\n1-0", TBY_GAMEBIN_KEEP}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        tby_game g;
        game_of(&g, cases[i].pgn);
        CHECK(tby_gamebin_ignored(&g) == cases[i].ignored, "%s", cases[i].pgn);
        tby_game_free(&g);
    }
}

static void losses_are_counted(void **state)
{
    static const struct {
        const char *pgn;
        tby_gamebin_loss loss;
    } cases[] = {
        {"1. e4! {[%clk 0:00:01]} *", {0}},
        {"[Event \"?\"]\n[Site \"-\"]\n[Date \"????.??.??\"]\n[Round \"\"]\n"
         "[TimeControl \"-\"]\n[WhiteElo \"?\"]\n[Termination \"Normal\"]\n\n*",
         {0}},
        {"[Event \"Open\"]\n[Opening \"Sicilian\"]\n[White \"x\"]\n\n*",
         {.tags = 2}},
        {"[ECO \"B12j\"]\n[TimeControl \"40/7200\"]\n[WhiteElo \"70000\"]\n"
         "[Termination \"death\"]\n[Date \"1999\"]\n\n*",
         {.tags = 5}},
        {"[TimeControl \"300\"]\n[Date \"1999.??.??\"]\n\n*", {0}},
        {"[Date \"1999.01.01\"]\n[UTCDate \"1999.01.02\"]\n\n*", {.tags = 1}},
        {"[Result \"1-0\"]\n\n0-1", {.tags = 1}},
        {"{before} 1. e4 {text} {[%clk 0:00:01] text} {[%emt 0:00:01]} *",
         {.comments = 4}},
        {"1. e4 {[%clk 0:00:01]} {[%clk 0:00:02]} *", {.comments = 1}},
        {"1. e4 (1. d4 (1. c4 {x} $9)) (1. b4) e5 *", {.variations = 3}},
        {"1. e4 $1 $2 $14 e5 $7 *", {.nags = 3}},
        {"1. e4 {[%clk 18:12:14]} e5 {[%clk 18:12:15]} 2. d4 {[%clk "
         "99:00:00.5]}"
         " *",
         {.clocks = 2}},
        {"1. e4 {[%clk 0:00:01.0]} e5 {[%clk 0:00:01.5]} 2. d4 {[%clk "
         "0:00:00.9]}"
         " *",
         {.fractions = 2}},
        {"1. e4 {[%eval #127]} e5 {[%eval #-127]} 2. d4 {[%eval #128]} d5 "
         "{[%eval #-128]} 3. c4 {[%eval #-2147483648]} *",
         {.mates = 3}},
        {"1. e4 {[%eval 0.17,20]} e5 {[%eval #3,9]} {[%eval 0,1]} 2. d4 "
         "{[%eval "
         "0.1]} *",
         {.comments = 1, .depths = 2}},
        /* the first of two is the move's */
        {"1. e4 {[%clk 0:00:01]} {[%clk 99:00:00] [%eval #200]} *",
         {.comments = 1, .mates = 1}},
        {"1. e4 (1. d4 {[%clk 99:00:00.1] [%eval #200]}) *", {.variations = 1}},
        {"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*",
         {.tags = 1, .setup = true}}};

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const tby_gamebin_loss *want = &cases[i].loss;
        tby_game g;
        game_of(&g, cases[i].pgn);
        tby_gamebin_loss got = tby_gamebin_losses(&g);
        CHECK(got.tags == want->tags && got.comments == want->comments &&
                  got.variations == want->variations &&
                  got.nags == want->nags && got.setup == want->setup &&
                  got.clocks == want->clocks &&
                  got.fractions == want->fractions &&
                  got.mates == want->mates && got.depths == want->depths,
              "%s: %u %u %u %u %u %u %u %u", cases[i].pgn, got.tags,
              got.comments, got.variations, got.nags, got.clocks, got.fractions,
              got.mates, got.depths);
        tby_game_free(&g);
    }
}

/* --- many games -----------------------------------------------------------*/

/* What was read writes the same bytes, and reads as the same game. */
static void check_stable(const cdb_game *out)
{
    cdb_game again = {0};
    tby_game g, other;

    unpack(&g, out);
    assert_int_equal(cdb_write(&g, 0, &again), TBY_OK);
    assert_int_equal(again.n, out->n);
    assert_memory_equal(again.at, out->at, out->n);
    unpack(&other, &again);
    assert_true(tby_game_same(&g, &other));
    tby_game_free(&g);
    tby_game_free(&other);
}

static void check_same_moves(const tby_game *g, const cdb_game *out)
{
    tby_game read;
    size_t i = 0;
    unsigned depth = 0;

    unpack(&read, out);
    for (size_t k = 0; k < g->items_n; k++) {
        depth += g->items[k].kind == TBY_ITEM_OPEN;
        depth -= g->items[k].kind == TBY_ITEM_CLOSE;
        if (depth || g->items[k].kind != TBY_ITEM_MOVE)
            continue;
        while (i < read.items_n && read.items[i].kind != TBY_ITEM_MOVE)
            i++;
        assert_true(i < read.items_n && read.items[i].move == g->items[k].move);
        i++;
    }
    assert_int_equal(read.plies, g->plies);
    tby_game_free(&read);
}

static void random_games_survive(void **state)
{
    rng r = rng_for(__func__);
    tby_game g;
    unsigned written = 0;

    (void)state;
    tby_game_init(&g, NULL);
    for (int i = 0; i < 3000; i++) {
        cdb_game out = {0};
        random_game(&r, &g, ORTHODOX);
        if (cdb_write(&g, 0, &out) != TBY_OK)
            continue; /* a null move */
        written++;
        check_same_moves(&g, &out);
        check_stable(&out);
    }
    assert_true(written > 1000);
    tby_game_free(&g);
}

/* Real clocks and evaluations, and real tags. */
static void real_games_survive(void **state)
{
    bytes text = shared_file("pgn/lichess-438.pgn.zst");
    tby_pgn pgn;
    tby_pgn_report report;
    tby_game g;
    unsigned games = 0, plies = 0;

    (void)state;
    if (!text.p)
        skip_without_shared(1);
    tby_game_init(&g, NULL);
    tby_pgn_init(&pgn, str_of(text), TBY_PGN_ALL);
    for (; tby_pgn_next(&pgn, &g, &report) == TBY_OK; games++) {
        cdb_game out = {0};
        tby_game read;
        plies += g.plies;
        assert_int_equal(cdb_write(&g, 0, &out), TBY_OK);
        check_same_moves(&g, &out);
        check_stable(&out);
        unpack(&read, &out);
        assert_int_equal(tby_gamebin_losses(&g).comments, 0);
        assert_int_equal(tby_gamebin_losses(&read).tags, 0);
        tby_game_free(&read);
    }
    printf("%u games, %u plies\n", games, plies);
    assert_int_equal(games, 438);
    assert_int_equal(plies, 28538);
    tby_game_free(&g);
    free(text.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_kept),
        cmocka_unit_test(unknown_fields_are_no_tags),
        cmocka_unit_test(what_cannot_be_held_is_refused),
        cmocka_unit_test(long_names_are_refused),
        cmocka_unit_test(long_games_are_refused),
        cmocka_unit_test(a_small_buffer_is_reported),
        cmocka_unit_test(unterminated_and_short_abandoned_games_are_ignored),
        cmocka_unit_test(losses_are_counted),
        cmocka_unit_test(random_games_survive),
        cmocka_unit_test(real_games_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
