/* test_import.c - files of games into a database: every sound game comes out as
 * it went in, what the rules leave out is counted, and nothing comes twice. */
#include "unit/work/imported.h"

#include "core/base/str.h"

#include <stdatomic.h>

/* --- games come out as they went in ---------------------------------------*/

/* The rules, a second time. */
static bool is_left_out(const tby_game *g)
{
    tby_str end = tby_game_tag(g, "Termination");

    return tby_str_is(end, "Unterminated") || tby_str_is(end, "unterminated") ||
           ((tby_str_is(end, "Abandoned") || tby_str_is(end, "abandoned")) &&
            g->plies < 6);
}

static tby_str tag_of(const tby_game *g, const char *name)
{
    tby_str value = tby_game_tag(g, name);

    return value.p ? value : (tby_str){"", 0};
}

static bool same_mainline(const tby_game *a, const tby_game *b)
{
    size_t i = 0, k = 0;
    unsigned depth_a = 0, depth_b = 0;

    for (;;) {
        for (; i < a->items_n; i++) {
            depth_a += a->items[i].kind == TBY_ITEM_OPEN;
            if (a->items[i].kind == TBY_ITEM_MOVE && !depth_a)
                break;
            depth_a -= a->items[i].kind == TBY_ITEM_CLOSE;
        }
        for (; k < b->items_n; k++) {
            depth_b += b->items[k].kind == TBY_ITEM_OPEN;
            if (b->items[k].kind == TBY_ITEM_MOVE && !depth_b)
                break;
            depth_b -= b->items[k].kind == TBY_ITEM_CLOSE;
        }
        if (i == a->items_n || k == b->items_n)
            return i == a->items_n && k == b->items_n;
        if (a->items[i++].move != b->items[k++].move)
            return false;
    }
}

static bool is_duplicate(const tby_game *a, const tby_game *b)
{
    tby_str date_a = tag_of(a, "UTCDate"), date_b = tag_of(b, "UTCDate");

    if (!date_a.n)
        date_a = tag_of(a, "Date");
    if (!date_b.n)
        date_b = tag_of(b, "Date");
    return a->plies == b->plies &&
           tby_str_equal(tag_of(a, "White"), tag_of(b, "White")) &&
           tby_str_equal(tag_of(a, "Black"), tag_of(b, "Black")) &&
           tby_str_equal(date_a, date_b) &&
           tby_pos_same(&a->start, &b->start) && same_mainline(a, b);
}

static bool has_duplicate_before(const games *all, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (all->report[k].error.code == TBY_OK &&
            !is_left_out(&all->game[k]) &&
            is_duplicate(&all->game[k], &all->game[i]))
            return true;
    return false;
}

/* What is in the database is what a plain loop takes from the text. */
static void check_games(const char *database, tby_str bytes, const char *what,
                        bool keep_duplicates)
{
    games all = read_games(bytes, TBY_PGN_ALL);
    tby_store *s = open_store(database, TBY_STORE_READ);
    uint32_t id = 0;
    tby_game g;

    tby_game_init(&g, NULL);
    for (size_t i = 0; i < all.n; i++) {
        if (all.report[i].error.code != TBY_OK || is_left_out(&all.game[i]) ||
            (!keep_duplicates && has_duplicate_before(&all, i)))
            continue;
        tby_rc rc = tby_store_game(s, ++id, &g);
        CHECK(rc == TBY_OK, "%s: game %u: %s", what, id, tby_rc_name(rc));
        CHECK(tby_game_same(&g, &all.game[i]), "%s: game %u differs", what, id);
    }
    assert_int_equal(tby_store_game(s, id + 1, &g), TBY_DONE);
    CHECK(tby_store_games(s) == id, "%s: %u games instead of %u", what,
          (unsigned)tby_store_games(s), id);
    tby_game_free(&g);
    tby_store_close(s);
    games_free(&all);
}

static uint32_t stored_in(const char *database)
{
    tby_store *s = open_store(database, TBY_STORE_READ);
    uint32_t n = (uint32_t)tby_store_games(s);

    tby_store_close(s);
    return n;
}

static void import_and_check(tby_str bytes, const char *what)
{
    put_file("in.pgn", bytes);
    import_file("some.tdb", path_of("in.pgn"));
    check_games("some.tdb", bytes, what, false);
    check_database("some.tdb");
    remove_database("some.tdb");
}

static void games_of_our_files_come_out_as_they_went_in(void **state)
{
    static const char *const NAMES[] = {
        "annotated.pgn", "chess960.pgn", "damaged.pgn", "latin1.pgn",
        "openings.pgn",  "setup.pgn",    "short.pgn"};

    (void)state;
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        char path[128];
        tby_source *source = NULL;
        tby_buf bytes;
        snprintf(path, sizeof path, "tests/data/pgn/%s", NAMES[i]);
        tby_buf_init(&bytes, NULL, 1 << 24);
        must(tby_source_open(&source, path));
        must(tby_source_read_all(source, &bytes));
        tby_source_close(source);
        import_and_check(tby_buf_str(&bytes), NAMES[i]);
        tby_buf_free(&bytes);
    }
}

static void games_of_others_come_out_as_they_went_in(void **state)
{
    static const char *const NAMES[] = {
        "pgn/lichess-438.pgn.zst",
        "pgn/damaged/bom_latin1.pgn",
        "pgn/damaged/crlf.pgn",
        "pgn/damaged/oneline.pgn",
        "pgn/damaged/truncated.pgn",
        "pgn/odd/chesslib/variations.pgn",
        "pgn/odd/chesslib/corrupted.pgn",
        "pgn/odd/chesslib/multiple.pgn",
        "pgn/odd/chesslib/no_moves_two_games.pgn",
        "pgn/odd/chesslib/backslash_header.pgn",
        "pgn/odd/chesslib/square_bracket_in_header.pgn",
        "pgn/odd/chesslib/unescaped_quote_header.pgn",
        "pgn/odd/chesslib/non_ascii.pgn",
        "pgn/odd/chesslib/fishtest-fastchess.pgn",
        "pgn/odd/pythonchess/cutechess-fischerrandom.pgn",
        "pgn/odd/pythonchess/stockfish-learning.pgn",
        "pgn/odd/pythonchess/kasparov-deep-blue-1997.pgn",
        "pgn/odd/pythonchess/nepomniachtchi-liren-game1.pgn",
        "pgn/odd/pythonchess/uci-moves.pgn",
        "pgn/odd/pythonchess/utf8-bom.pgn"};
    unsigned missing = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        text bytes;
        if (!load_shared(NAMES[i], &bytes)) {
            missing++;
            continue;
        }
        import_and_check(text_str(&bytes), NAMES[i]);
        text_free(&bytes);
    }
    if (missing) {
        printf("SKIPPED: ../shared/data is not here: %u files not tested\n",
               missing);
        skip();
    }
}

static void made_up_games_come_out_as_they_went_in(void **state)
{
    rng r = rng_for(__func__);
    text all = {NULL, 0, 0};
    tby_game g;

    (void)state;
    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < 600; i++) {
        random_game(&r, (int)rng_below(&r, 3), rng_below(&r, 32), i,
                    rng_below(&r, 60), &g);
        write_game(&all, &g);
    }
    tby_game_free(&g);
    import_and_check(text_str(&all), "random games");
    text_free(&all);
}

/* --- the rules ------------------------------------------------------------*/

static const char GAMES[] =
    "[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.01\"]\n\n1. e4 e5 1-0\n\n"
    "[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.01\"]\n\n1. e4 e5 1-0\n\n"
    "[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.02\"]\n\n1. e4 e5 1-0\n\n"
    "[White \"A\"]\n[Black \"C\"]\n[Date \"2020.01.01\"]\n\n1. e4 e5 1-0\n\n"
    "[White \"A\"]\n[Black \"B\"]\n[Date \"2020.01.01\"]\n\n1. e4 e6 1-0\n\n"
    "[White \"D\"]\n[Termination \"Unterminated\"]\n\n1. e4 e5 *\n\n"
    "[White \"E\"]\n[Termination \"Abandoned\"]\n\n1. e4 e5 2. d4 d5 3. c4 "
    "*\n\n"
    "[White \"E\"]\n[Termination \"Abandoned\"]\n\n"
    "1. e4 e5 2. d4 d5 3. c4 c5 1-0\n\n"
    "[White \"F\"]\n\n1. e4 e5 2. Ke3 1-0\n\n"
    "[White \"G\"]\n\n1. e4 e5 2. Ke3 1-0\n\n"
    "[White \"H\"]\n\n1. e4 Nc5 1-0\n";

static void rules_leave_games_out_and_count_them(void **state)
{
    (void)state;
    put_text_file("rules.pgn", GAMES);
    tby_import_sum sum = import_file("rules.tdb", path_of("rules.pgn"));
    assert_int_equal(sum.read.games, 11);
    assert_int_equal(sum.imported, 5);
    assert_int_equal(sum.duplicates, 1);
    assert_int_equal(sum.unterminated, 1);
    assert_int_equal(sum.abandoned, 1);
    assert_int_equal(sum.read.damaged, 3);
    check_games("rules.tdb", tby_str_of(GAMES), "rules", false);
    remove_database("rules.tdb");
}

static void what_is_to_be_kept_is_kept(void **state)
{
    tby_import_options all = {.keep_all = true},
                       both = {.keep_all = true, .keep_duplicates = true};

    (void)state;
    put_text_file("rules.pgn", GAMES);
    tby_import_sum sum = import_with("all.tdb", path_of("rules.pgn"), &all);
    assert_int_equal(sum.imported, 7);
    assert_int_equal(sum.unterminated + sum.abandoned, 0);
    /* without the rules the batch is another one, but the games are known */
    sum = import_file("all.tdb", path_of("rules.pgn"));
    assert_int_equal(sum.imported, 0);
    assert_int_equal(sum.duplicates, 6);
    remove_database("all.tdb");
    sum = import_with("all.tdb", path_of("rules.pgn"), &both);
    assert_int_equal(sum.imported, 8);
    assert_int_equal(sum.duplicates, 0);
    check_database("all.tdb");
    remove_database("all.tdb");
}

/* A game of no moves from a position, with a tag before it. */
static void put_position(text *t, const char *tag, const tby_pos *start)
{
    text_puts(t, tag);
    text_puts(t, "\n[FEN \"");
    text_puts(t, fen_of(start).s);
    text_puts(t, "\"]\n\n*\n\n");
}

static bool is_among(const tby_pos *p, const tby_pos *all, int n)
{
    for (int i = 0; i < n; i++)
        if (tby_pos_same(&all[i], p))
            return true;
    return false;
}

/* A collection of positions: nothing tells them apart but where they start. */
static void games_from_other_positions_are_other_games(void **state)
{
    enum { N = 4500 };
    static tby_pos starts[N];
    rng r = rng_for(__func__);
    text all = {NULL, 0, 0}, other = {NULL, 0, 0};
    tby_import_options options = {.batch = 700};

    (void)state;
    for (int i = 0; i < N; i++) {
        do
            starts[i] = random_scattered(&r);
        while (is_among(&starts[i], starts, i));
        put_position(&all, "[White \"?\"]", &starts[i]);
    }
    for (int i = N; i-- > 0;) { /* said in another way */
        starts[i].fullmoves = 7;
        put_position(&other, "[White \"?\"]\n[Site \"x\"]", &starts[i]);
    }
    text_puts(&other, "[White \"?\"]\n\n*\n");
    put_file("positions.pgn", text_str(&all));
    put_file("other.pgn", text_str(&other));
    tby_import_sum sum =
        import_with("positions.tdb", path_of("positions.pgn"), &options);
    assert_int_equal(sum.imported, N);
    assert_int_equal(sum.duplicates, 0);
    sum = import_with("positions.tdb", path_of("other.pgn"), &options);
    assert_int_equal(sum.imported, 1);
    assert_int_equal(sum.duplicates, N);
    check_database("positions.tdb");
    remove_database("positions.tdb");
    text_free(&all);
    text_free(&other);
}

static void faults_are_remembered_by_kind(void **state)
{
    tby_import_options options = {.threads = 1};
    tby_store *s;
    tby_import *imp;
    tby_rc file;
    text many = {NULL, 0, 0};

    (void)state;
    for (int i = 0; i < 10; i++)
        text_puts(&many, "[White \"F\"]\n\n1. e4 e5 2. Ke3 1-0\n\n");
    text_puts(&many, "[White \"F\"]\n\n1. e4 {1-0\n");
    put_file("bad.pgn", text_str(&many));
    s = open_store("bad.tdb", TBY_STORE_WRITE);
    must(tby_import_open(&imp, s, &options));
    must(tby_import_file(imp, path_of("bad.pgn"), &file));
    must(tby_import_finish(imp));
    assert_int_equal(file, TBY_OK);
    const tby_import_sum *sum = tby_import_summary(imp);
    assert_int_equal(sum->imported, 0);
    assert_int_equal(sum->read.damaged, 11);
    assert_int_equal(sum->read.kinds_n, 2);
    assert_int_equal(sum->firsts_n, TBY_IMPORT_FIRSTS + 1);
    assert_int_equal(sum->firsts[1].fault.place.line, 7);
    assert_int_equal(sum->firsts[1].fault.game, 2);
    assert_int_equal(sum->firsts[3].fault.code, TBY_E_PGN_COMMENT);
    assert_int_equal(sum->firsts[3].fault.game, 11);
    tby_import_close(imp);
    tby_store_close(s);
    remove_database("bad.tdb");
    text_free(&many);
}

/* --- again and again ------------------------------------------------------*/

static void the_same_file_again_changes_nothing(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, 500);

    (void)state;
    put_file("many.pgn", text_str(&all));
    /* whatever the number of threads, batches are the same */
    for (unsigned threads = 1; threads <= 4; threads++) {
        tby_import_options options = {
            .threads = threads, .batch = 64, .keep_duplicates = true};
        tby_import_sum sum =
            import_with("again.tdb", path_of("many.pgn"), &options);
        assert_int_equal(sum.imported, threads == 1 ? 500 : 0);
        assert_int_equal(sum.known, threads == 1 ? 0 : 500);
    }
    check_games("again.tdb", text_str(&all), "again", true);
    remove_database("again.tdb");
    text_free(&all);
}

static void a_file_that_has_grown_adds_what_is_new(void **state)
{
    rng r = rng_for(__func__);
    tby_import_options options = {.batch = 64};
    text some = many_games(&r, 300), more = {NULL, 0, 0};

    (void)state;
    put_file("grows.pgn", text_str(&some));
    import_with("grows.tdb", path_of("grows.pgn"), &options);
    text_add(&more, some.p, some.n);
    text_puts(&more, "[White \"New\"]\n\n1. e4 1-0\n");
    put_file("grows.pgn", text_str(&more));
    tby_import_sum sum =
        import_with("grows.tdb", path_of("grows.pgn"), &options);
    assert_int_equal(sum.imported, 1);
    assert_int_equal(sum.known, 300);
    check_games("grows.tdb", text_str(&more), "grown", false);
    check_database("grows.tdb");
    remove_database("grows.tdb");
    text_free(&some);
    text_free(&more);
}

/* The first `n` games of a list of places where games end. */
static tby_str first_games(const text *all, const size_t *ends, unsigned n)
{
    return (tby_str){all->p, n ? ends[n - 1] : 0};
}

/* Grows by any number of games, again and again, and is imported in between;
 * duplicates are kept, so that nothing but the fingerprints of batches can
 * tell. With `cut` each part ends in the middle of a game, which is another one
 * when it is whole. */
static void check_growing(rng *r, bool cut)
{
    enum { MANY_GAMES = 400 };
    tby_import_options options = {.batch = 64, .keep_duplicates = true};
    text all = {NULL, 0, 0};
    size_t ends[MANY_GAMES];
    unsigned n = 0;
    uint64_t imported = 0;
    tby_import_sum sum = {0};

    for (unsigned i = 0; i < MANY_GAMES; i++) {
        text one = many_games(r, 1);
        text_add(&all, one.p, one.n);
        ends[i] = all.n;
        text_free(&one);
    }
    while (n < MANY_GAMES) {
        unsigned more = 1 + rng_below(r, 90);
        unsigned before = n;
        n = n + more < MANY_GAMES ? n + more : MANY_GAMES;
        tby_str part = first_games(&all, ends, n);
        if (n < MANY_GAMES) /* its last moves and its result; or a line end */
            part.n -= cut ? 12 : rng_below(r, 2);
        put_file("grown.pgn", part);
        options.threads = 1 + rng_below(r, 3);
        sum = import_with("grown.tdb", path_of("grown.pgn"), &options);
        CHECK(sum.known == before - (cut && before), "%llu known of %u",
              (unsigned long long)sum.known, before);
        imported += sum.imported;
    }
    if (!cut)
        check_games("grown.tdb", text_str(&all), "grown", true);
    assert_int_equal(imported, stored_in("grown.tdb"));
    sum = import_with("grown.tdb", path_of("grown.pgn"), &options);
    assert_int_equal(sum.imported, 0);
    check_database("grown.tdb");
    remove_database("grown.tdb");
    text_free(&all);
}

static void of_a_file_that_has_grown_nothing_is_stored_twice(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    check_growing(&r, false);
    check_growing(&r, true);
}

/* Other files may begin with the same games. */
static void equal_beginnings_are_no_rerun(void **state)
{
    rng r = rng_for(__func__);
    tby_import_options options = {.batch = 64, .keep_duplicates = true};
    text some = many_games(&r, 10), a = {NULL, 0, 0}, b = {NULL, 0, 0};
    tby_import_sum sum;

    (void)state;
    text_add(&a, some.p, some.n);
    text_repeat(&a, "[White \"A\"]\n\n1. e4 1-0\n\n", 5);
    text_add(&b, some.p, some.n);
    text_repeat(&b, "[White \"B\"]\n\n1. e4 1-0\n\n", 5);
    put_file("a.pgn", text_str(&a));
    put_file("b.pgn", text_str(&b));
    import_with("two.tdb", path_of("a.pgn"), &options);
    sum = import_with("two.tdb", path_of("b.pgn"), &options);
    assert_int_equal(sum.imported, 15); /* b is not a with something after */
    sum = import_with("two.tdb", path_of("a.pgn"), &options);
    assert_int_equal(sum.known, 15);
    sum = import_with("two.tdb", path_of("b.pgn"), &options);
    assert_int_equal(sum.known, 15);
    remove_database("two.tdb");
    text_free(&some);
    text_free(&a);
    text_free(&b);
}

/* A file that repeats itself is no file that is imported again. */
static void equal_batches_of_one_file_are_all_stored(void **state)
{
    tby_import_options options = {.batch = 2, .keep_duplicates = true};
    text all = {NULL, 0, 0};

    (void)state;
    text_repeat(&all, "[White \"A\"]\n\n1. e4 e5 1-0\n\n", 10);
    put_file("same.pgn", text_str(&all));
    tby_import_sum sum = import_with("same.tdb", path_of("same.pgn"), &options);
    assert_int_equal(sum.imported, 10);
    sum = import_with("same.tdb", path_of("same.pgn"), &options);
    assert_int_equal(sum.imported, 0);
    assert_int_equal(sum.known, 10);
    remove_database("same.tdb");
    text_free(&all);
}

/* --- stopped --------------------------------------------------------------*/

typedef struct stopper {
    atomic_bool stop;
    uint64_t at; /* games */
} stopper;

static void stop_at(void *ctx, tby_import_stage stage, uint64_t done,
                    uint64_t total, uint64_t n)
{
    stopper *s = ctx;

    (void)stage;
    (void)done;
    (void)total;
    if (n >= s->at)
        atomic_store(&s->stop, true);
}

static void what_was_stored_when_it_was_stopped_stays(void **state)
{
    rng r = rng_for(__func__);
    text all = many_games(&r, 6000);
    stopper stop = {.at = 1};
    tby_import_options options = {.threads = 2, .batch = 100};
    tby_import *imp;
    tby_rc file;

    (void)state;
    atomic_init(&stop.stop, false);
    put_file("long.pgn", text_str(&all));
    options.stop = &stop.stop;
    options.progress = stop_at;
    options.ctx = &stop;
    tby_store *s = open_store("stop.tdb", TBY_STORE_WRITE);
    must(tby_import_open(&imp, s, &options));
    assert_int_equal(tby_import_file(imp, path_of("long.pgn"), &file),
                     TBY_DONE);
    must(tby_import_finish(imp));
    uint64_t first = tby_import_summary(imp)->imported;
    CHECK(first > 0 && first < 6000 && first % 100 == 0, "%llu",
          (unsigned long long)first);
    assert_int_equal(tby_store_games(s), first);
    tby_import_close(imp);
    tby_store_close(s);
    options.stop = NULL;
    options.progress = NULL;
    tby_import_sum sum = import_with("stop.tdb", path_of("long.pgn"), &options);
    assert_int_equal(sum.known, first);
    text out = games_of("stop.tdb");
    CHECK(out.n == all.n && memcmp(out.p, all.p, all.n) == 0,
          "not the same games");
    remove_database("stop.tdb");
    text_free(&all);
    text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_our_files_come_out_as_they_went_in),
        cmocka_unit_test(games_of_others_come_out_as_they_went_in),
        cmocka_unit_test(made_up_games_come_out_as_they_went_in),
        cmocka_unit_test(rules_leave_games_out_and_count_them),
        cmocka_unit_test(what_is_to_be_kept_is_kept),
        cmocka_unit_test(games_from_other_positions_are_other_games),
        cmocka_unit_test(faults_are_remembered_by_kind),
        cmocka_unit_test(the_same_file_again_changes_nothing),
        cmocka_unit_test(a_file_that_has_grown_adds_what_is_new),
        cmocka_unit_test(of_a_file_that_has_grown_nothing_is_stored_twice),
        cmocka_unit_test(equal_beginnings_are_no_rerun),
        cmocka_unit_test(equal_batches_of_one_file_are_all_stored),
        cmocka_unit_test(what_was_stored_when_it_was_stopped_stays),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
