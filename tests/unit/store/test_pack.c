/* Games taken apart and put together say the same: random ones with all that a
 * game can have, and every file of ../shared. */
#include "unit/store/packed.h"

#include <math.h>

/* --- random games ---------------------------------------------------------*/

/* Tags that a database likes, hates, or has never heard of. */
static void add_odd_tags(rng *r, tby_game *g)
{
    static const char *const names[] = {"Date",
                                        "UTCDate",
                                        "UTCTime",
                                        "WhiteElo",
                                        "BlackElo",
                                        "TimeControl",
                                        "WhiteRatingDiff",
                                        "ECO",
                                        "Opening",
                                        "Termination",
                                        "EventDate",
                                        "PlyCount",
                                        "FEN",
                                        "SetUp",
                                        "Result",
                                        "White",
                                        "Event",
                                        "whiteelo",
                                        "",
                                        "_",
                                        "EndDate",
                                        "\x01",
                                        "Site"};
    static const char *const values[] = {"",           "?",
                                         "????.??.??", "2020.02.29",
                                         "2020.2.29",  "0000.00.00",
                                         "2019.02.29", "9999.12.31",
                                         "0001.01.01", "1582.10.10",
                                         "23:59:60",   "00:00:00",
                                         "23:59:59",   "2400",
                                         "02400",      "+0",
                                         "0",          "-12",
                                         "+99999",     "300+3",
                                         "1/259200",   "-",
                                         "B90",        "B9",
                                         "E99",        "1-0",
                                         "*",          "1/2-1/2",
                                         "Normal",     "Time forfeit",
                                         "a\nb",       "\x01\x02\x06",
                                         "\"\\",       "12345678901",
                                         "2147483648"};

    for (unsigned n = rng_below(r, 12); n > 0; n--)
        add_tag(g, names[rng_below(r, LENGTH(names))],
                values[rng_below(r, LENGTH(values))]);
}

/* Comments that look like those of programs, nearly. */
static void add_odd_comment(rng *r, tby_game *g)
{
    static const char *const texts[] = {"",
                                        "[%clk 0:05:00]",
                                        "[%clk 00:05:00]",
                                        "[%clk 12:05:00]",
                                        "[%clk 0:05:00.0]",
                                        "[%clk 0:04:59.9]",
                                        "[%clk 0:4:59]",
                                        "[%clk 0:61:00]",
                                        "[%clk 9999:59:59]",
                                        "[%clk 10000:00:00]",
                                        "[%clk 01:00:00.5]",
                                        "[%clk -0:00:01]",
                                        "[%clk  0:00:01]",
                                        "[%clk 0:00:01 ]",
                                        "[%clk ]",
                                        "[%clk 0:00:01",
                                        "[%clk",
                                        "[%emt 0:00:07]",
                                        "[%emt 7.25]",
                                        "[%eval 0.0]",
                                        "[%eval 0.00]",
                                        "[%eval -0.00]",
                                        "[%eval 0.1]",
                                        "[%eval 0.10]",
                                        "[%eval -1.25]",
                                        "[%eval +1.25]",
                                        "[%eval 1]",
                                        "[%eval .5]",
                                        "[%eval 100000.99]",
                                        "[%eval 100001.00]",
                                        "[%eval #3]",
                                        "[%eval #-3]",
                                        "[%eval #0]",
                                        "[%eval #-0]",
                                        "[%eval #03]",
                                        "[%eval #100001]",
                                        "[%eval 0.17,20] [%clk 0:01:00]",
                                        "x [%eval 0.5] y [%clk 1:00:00] z",
                                        "[%clk 0:00:01][%clk 0:00:02]",
                                        "\x01",
                                        "[%clk \x01]",
                                        "[%clk 0:00:01]\x06",
                                        "+0.31/21 1.2s"};

    must(tby_game_add_comment(g,
                              tby_str_of(texts[rng_below(r, LENGTH(texts))])));
}

/* Any item anywhere, as long as moves are legal and brackets match. */
static void add_odd_line(rng *r, tby_game *g, tby_pos p, unsigned items,
                         unsigned depth)
{
    tby_pos before = p;

    while (items-- > 0) {
        unsigned kind = rng_below(r, 100);
        if (kind < 55) {
            tby_move m = random_move_or_pass(r, &p);
            if (m == TBY_MOVE_NONE)
                continue;
            before = p;
            tby_pos_play(&p, m);
            must(tby_game_add_item(
                g, (tby_item){.kind = TBY_ITEM_MOVE, .move = m}));
        } else if (kind < 62) {
            must(tby_game_add_item(g, (tby_item){.kind = TBY_ITEM_NAG,
                                                 .nag = (uint8_t)rng_next(r)}));
        } else if (kind < 94) {
            add_odd_comment(r, g);
        } else if (depth < 5) {
            add_kind(g, TBY_ITEM_OPEN);
            add_odd_line(r, g, before, rng_below(r, 12), depth + 1);
            add_kind(g, TBY_ITEM_CLOSE);
        }
    }
}

static void odd_game(rng *r, tby_game *g)
{
    int kind = (int)rng_below(r, KINDS);

    tby_game_clear(g);
    g->start = kind == SCATTERED ? random_scattered(r) : random_start(r, kind);
    if (rng_chance(r, 20)) /* as --forgive lets pass */
        do                 /* no code moves a pawn from the first rank */
            g->start = any_pieces(r);
        while (tby_pos_role(&g->start, TBY_PAWN) & 0xff000000000000ff);
    g->setup = rng_chance(r, 50);
    g->chess960 = rng_chance(r, 50);
    g->has_result = rng_chance(r, 80);
    g->result = (tby_result)rng_below(r, 4);
    add_odd_tags(r, g);
    if (rng_chance(r, 20))
        add_tag(g, "FEN", fen_of(&g->start).s);
    add_odd_line(r, g, g->start, rng_below(r, 90), 0);
}

static void random_games_come_back(void **state)
{
    rng r = rng_for(__func__);
    tby_game all[STORE_BLOCK];
    size_t bytes[2] = {0, 0};

    (void)state;
    for (size_t i = 0; i < STORE_BLOCK; i++)
        tby_game_init(&all[i], NULL);
    for (int turn = 0; turn < 12; turn++) {
        size_t n = 1 + rng_below(&r, STORE_BLOCK);
        for (size_t i = 0; i < n; i++)
            if (turn % 2)
                random_game(&r, (int)rng_below(&r, KINDS), rng_below(&r, 32),
                            (unsigned)i, rng_below(&r, 150), &all[i]);
            else
                odd_game(&r, &all[i]);
        expect_block(all, n, "random", bytes);
    }
    for (size_t i = 0; i < STORE_BLOCK; i++)
        tby_game_free(&all[i]);
    end_rows();
}

/* --- files ----------------------------------------------------------------*/

static const char *const FILES[] = {
    "pgn/odd/chesslib/backslash_header.pgn",
    "pgn/odd/chesslib/bare",
    "pgn/odd/chesslib/basic.pgn",
    "pgn/odd/chesslib/black2move.pgn",
    "pgn/odd/chesslib/castling.pgn",
    "pgn/odd/chesslib/comment_before_moves.pgn",
    "pgn/odd/chesslib/corrupted.pgn",
    "pgn/odd/chesslib/empty_body.pgn",
    "pgn/odd/chesslib/fishtest-fastchess.pgn",
    "pgn/odd/chesslib/kasparov-deep-blue.pgn",
    "pgn/odd/chesslib/magnus-grischuk.pgn",
    "pgn/odd/chesslib/multiple.pgn",
    "pgn/odd/chesslib/no_moves.pgn",
    "pgn/odd/chesslib/no_result.pgn",
    "pgn/odd/chesslib/non_ascii.pgn",
    "pgn/odd/chesslib/threefold_repetition.pgn",
    "pgn/odd/chesslib/unescaped_quote_header.pgn",
    "pgn/odd/chesslib/variations.pgn",
    "pgn/odd/pythonchess/anastasian-lewis.pgn",
    "pgn/odd/pythonchess/antichess-programfox.pgn",
    "pgn/odd/pythonchess/chessbase-empty-line.pgn",
    "pgn/odd/pythonchess/cutechess-fischerrandom.pgn",
    "pgn/odd/pythonchess/kasparov-deep-blue-1997.pgn",
    "pgn/odd/pythonchess/knightvuillaume-jannlee-zh-lichess.pgn",
    "pgn/odd/pythonchess/molinari-bordais-1979.pgn",
    "pgn/odd/pythonchess/nepomniachtchi-liren-game1.pgn",
    "pgn/odd/pythonchess/saturs-jannlee-zh-lichess.pgn",
    "pgn/odd/pythonchess/stockfish-learning.pgn",
    "pgn/odd/pythonchess/uci-moves.pgn",
    "pgn/odd/pythonchess/utf8-bom.pgn",
    "pgn/damaged/bom_latin1.pgn",
    "pgn/damaged/crlf.pgn",
    "pgn/damaged/oneline.pgn",
    "pgn/damaged/truncated.pgn",
    "pgn/lichess-438.pgn.zst",
    "pgn/otb-30k.pgn.zst",
};

static size_t expect_file(const char *name, tby_str bytes_of_file,
                          size_t bytes[2])
{
    games all = read_games(bytes_of_file, TBY_PGN_ALL);
    size_t n = all.n;

    for (size_t i = 0; i < n; i += STORE_BLOCK)
        expect_block(all.game + i, n - i < STORE_BLOCK ? n - i : STORE_BLOCK,
                     name, bytes);
    games_free(&all);
    return n;
}

static void files_come_back(void **state)
{
    unsigned missing = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        size_t bytes[2] = {0, 0};
        text t;
        if (!load_shared(FILES[i], &t)) {
            missing++;
            continue;
        }
        /* a tenth of the large one is enough here */
        if (t.n > 2000000)
            t.n = 2000000;
        size_t n = expect_file(FILES[i], text_str(&t), bytes);
        text_free(&t);
        /* DESIGN.md promises 600 bytes with clocks, 430 without, of which the
         * index takes most */
        if (strstr(FILES[i], "lichess-438"))
            EXPECT(bytes[0] + bytes[1] < 190 * n, "%zu + %zu bytes", bytes[0],
                   bytes[1]);
        if (strstr(FILES[i], "otb-30k"))
            EXPECT(bytes[0] < 165 * n && bytes[1] < 4 * n, "%zu + %zu bytes",
                   bytes[0], bytes[1]);
    }
    end_rows();
    if (missing == LENGTH(FILES)) {
        printf("SKIPPED: ../shared/data is not here\n");
        skip();
    }
}

/* --- single games ---------------------------------------------------------*/

/* The only game of a text. */
static kept packed_text(const char *pgn)
{
    games all = read_games(tby_str_of(pgn), TBY_PGN_ALL);

    CHECK(all.n == 1 && all.errors == 0, "%s", pgn);
    kept k = pack_game(&all.game[0]);
    expect_same(&k.packed, &all.game[0], pgn, 0);
    end_rows();
    games_free(&all);
    return k;
}

static void setups_are_found(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 200; i++) {
        tby_game g;
        tby_pos found = tby_pos_start();
        tby_game_init(&g, NULL);
        odd_game(&r, &g);
        kept k = pack_game(&g);
        tby_pos start = tby_pos_start();
        bool setup = !tby_pos_same(&g.start, &start) ||
                     g.start.halfmoves != 0 || g.start.fullmoves != 1;
        assert_int_equal(tby__store_setup(k.packed.extra, &found), TBY_OK);
        assert_true(tby_pos_same(&found, &g.start));
        assert_int_equal(found.fullmoves, g.start.fullmoves);
        uint32_t flags = k.packed.column[STORE_FLAGS];
        assert_int_equal((flags & STORE_IS_SETUP) != 0, setup);
        assert_int_equal((flags & STORE_BLACK_FIRST) != 0,
                         g.start.turn == TBY_BLACK);
        assert_int_equal((flags & STORE_IS_960) != 0, g.chess960);
        free_packed(&k);
        tby_game_free(&g);
    }
}

static void marks_belong_to_their_plies(void **state)
{
    kept k = packed_text("[TimeControl \"300+3\"]\n\n"
                         "{[%clk 0:09:09]} 1. e4 {[%eval 0.17] [%clk 0:05:00]} "
                         "$1 $2 e5 $6 {[%eval #-3]} ({[%clk 0:00:01]} c5 $9) "
                         "2. Nf3 {[%clk 0:04:58.5] [%eval -1.2]} Nc6 *");
    double clock[4], eval[4];
    int16_t mate[4];
    uint8_t nag[4];
    store_marks m = {clock, eval, mate, nag}, none = {0};

    (void)state;
    assert_int_equal(tby__marks_read(&k.packed, &none), TBY_OK);
    assert_int_equal(tby__marks_read(&k.packed, &m), TBY_OK);
    assert_true(clock[0] == 300 && clock[1] == -1 && clock[2] == 298.5 &&
                clock[3] == -1);
    assert_true(eval[0] == 0.17 && isnan(eval[1]) && eval[2] == -1.2 &&
                isnan(eval[3]));
    assert_true(mate[0] == 0 && mate[1] == -3 && mate[2] == 0);
    assert_true(nag[0] == 1 && nag[1] == 6 && nag[2] == 0 && nag[3] == 0);
    free_packed(&k);
}

/* A damaged extra is refused or makes some game: it never does harm. */
static void damaged_extras_do_no_harm(void **state)
{
    rng r = rng_for(__func__);
    tby_game g, again;

    (void)state;
    tby_game_init(&g, NULL);
    tby_game_init(&again, NULL);
    for (int i = 0; i < 400; i++) {
        odd_game(&r, &g);
        kept k = pack_game(&g);
        store_packed p = k.packed;
        for (int turn = 0; turn < 30 && p.extra.n; turn++) {
            char *copy = exact_copy(p.extra);
            k.packed.extra = (tby_str){copy, p.extra.n};
            copy[rng_below(&r, (unsigned)p.extra.n)] ^=
                (char)(1 << rng_below(&r, 8));
            if (turn % 3 == 0)
                k.packed.extra.n = rng_below(&r, (unsigned)p.extra.n);
            tby_rc rc = tby__store_unpack(&k.packed, &again);
            CHECK(rc == TBY_OK || rc == TBY_E_STORE_DAMAGED, "%d", rc);
            if (rc == TBY_OK)
                tby_pgn_write(&again, NULL, 0);
            else
                assert_int_equal(again.items_n + again.tags_n, 0);
            free(copy);
        }
        free_packed(&k);
    }
    tby_game_free(&g);
    tby_game_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(setups_are_found),
        cmocka_unit_test(marks_belong_to_their_plies),
        cmocka_unit_test(damaged_extras_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
