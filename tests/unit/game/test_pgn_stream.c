/* test_pgn_stream.c - a text that arrives in pieces gives the same games and
 * the same faults as the whole. */
#include "support/damage.h"

/* Reads as pgn.h says: the bytes that are there with `more` set; after
 * TBY_E_MORE, the text from byte `at` on and what follows it.  Each piece of
 * text has memory of its own. */
static games read_stream(rng *r, tby_str s, tby_pgn_mode mode, unsigned piece)
{
    games all = {NULL, NULL, 0, 0, 0, 0};
    size_t base = 0, known = 0; /* text from base to known is there */
    tby_pgn_report report;
    tby_game game;
    tby_pgn pgn;
    char *window = NULL;
    tby_rc rc = TBY_E_MORE;

    tby_game_init(&game, NULL);
    tby_pgn_init(&pgn, (tby_str){NULL, 0}, mode);
    for (;;) {
        if (rc == TBY_E_MORE) {
            CHECK(known < s.n || base == 0 || !window || pgn.more,
                  "more is asked for behind the end");
            known += known < s.n ? 1 + rng_below(r, piece) : 0;
            known = known < s.n ? known : s.n;
            free(window);
            window = exact_copy((tby_str){s.p + base, known - base});
            pgn.text = (tby_str){window, known - base};
            pgn.at = 0;
            pgn.more = known < s.n;
        }
        size_t before = pgn.at;
        rc = tby_pgn_next(&pgn, &game, &report);
        if (rc == TBY_DONE)
            break;
        if (rc == TBY_E_MORE) {
            assert_int_equal(game.items_n + game.tags_n, 0);
            assert_true(pgn.at >= before);
            base += pgn.at;
            pgn.more = true;
            continue;
        }
        assert_int_equal(rc, TBY_OK);
        report.begin += base;
        report.end += base;
        report.error.at += report.error.code ? base : 0;
        games_push(&all, &game, &report);
        tby_game_init(&game, NULL);
    }
    tby_game_free(&game);
    free(window);
    return all;
}

static bool same_report(const tby_pgn_report *a, const tby_pgn_report *b)
{
    return a->begin == b->begin && a->error.code == b->error.code &&
           a->error.at == b->error.at && a->latin1 == b->latin1 &&
           a->key == b->key;
}

static void check_same(const games *whole, const games *parts, const char *what)
{
    EXPECT(whole->n == parts->n, "%s: %zu games, not %zu", what, parts->n,
           whole->n);
    for (size_t i = 0; i < whole->n && i < parts->n; i++) {
        const tby_pgn_report *a = &whole->report[i], *b = &parts->report[i];
        EXPECT(same_report(a, b),
               "%s: game %zu at %zu, %s at %zu; whole: at %zu, %s at %zu", what,
               i, b->begin, tby_rc_name(b->error.code), b->error.at, a->begin,
               tby_rc_name(a->error.code), a->error.at);
        EXPECT(tby_game_same(&whole->game[i], &parts->game[i]),
               "%s: game %zu differs", what, i);
        if (wrong_rows)
            return; /* the rest follows from it */
    }
}

static void check_stream(rng *r, tby_str s, unsigned piece, const char *what)
{
    tby_pgn_mode mode = rng_chance(r, 30) ? TBY_PGN_MAINLINE : TBY_PGN_ALL;
    games whole = read_games(s, mode);
    games parts = read_stream(r, s, mode, piece);

    check_same(&whole, &parts, what);
    games_free(&whole);
    games_free(&parts);
}

/* --- short texts, byte by byte
 * ------------------------------------------------ */

static const char *const SHORT[] = {
    "",
    "\n\n",
    "%\n% x",
    "*",
    "1. e4 e5 1-0",
    "1. e4 e5 1/2-1/2\n\n1. d4 1/2 1. c4 *",
    "\xef\xbb\xbf[A \"b\"]\n\n1. e4 *\n",
    "[A \"b\"]\n[B \"c \\\"]\n\n{one} 1. e4 e5 $12 (1... c5) 0-1\n\n[A \"b\"]",
    "1. e4 {one} ; two\n e5 0-1 {x} ;y\n\n[A \"b\"]\n\n1. d4 *",
    "1. e4 *\n\n{x} ;y\n1. d4 *\n\n{z}\n[A \"b\"]\n\n1. d4 *",
    "[Event \"a\"]\n[Event \"b\"]\n\n[Event \"c\"]\n\n\n[Event \"d\"]\n*",
    "[Event \"a\"]\r\n\r\n[Event \"b\"]\r\n\r\n1. e4 *\r\n",
    "[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. e8(Q) Kb3 *",
    "1. junk 1-0 2. Nf3 Nc6 1-0 1. d4 *",
    "1. junk 1-0 {x} 2. Nf3 {y} 0-1 {z} [A \"b\"] 1. d4 *",
    "1. junk * ; [A \"b\"]\n1. d4 *",
    "1. junk *\n{x}\n;y [A \"b\"]\n[C \"d\"] 1. e4 *",
    "1. e4 0. Nf3 *",
    "[Event \"a\"]\n[White \"cut\"]\n[Event \"b\"]\n[White \"c\"]\n\n1. e4 *",
    "[A \"b\"]\n; x\n[C \"d\"]\n{y}\n[Event \"z\"]\nnoise\n[E \"f\"]\n1. e4 *",
    "[FEN \"r6k/1P6/8/8/8/8/8/7K w - - 0 1\"]\n\n1. b8(Q)+ *\n\x1a\n*",
    "1. e4 {open\n\n[A \"b\"]\n\n1. d4 *",
    "1. e4 (1. d4 {open\n[Event \"b\"]\n\n1. d4 *",
    "1. e4 ((1. d4) e5 *\n1. d4 *",
    "junk { x } 1-0\n\njunk",
    "[A \"b\n[C \"d\"]\n1. e4 *\n\n[A \"e\"\n\n*",
    "1. e4 0-1 1. e4 1-0 1. e4 0-0 *",
    "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O-O 5. 0-0 *",
    "\0\0[A \"b\"]\0\n1. e4 *",
    /* tags that do not close, on one line */
    "[A \"b\" [C \"d\"] 1. e4 1-0 [A \"e\"] 1. d4 *",
    "[A \"b\"] [C \"d\" 1. e4 1-0 [A \"e\"] 1. d4 *",
    "[A \"b\"] [C \"d 1. e4 1-0 [A \"e\"] 1. d4 *",
    "[A \"b\" 1. e4 1-0 x\"]\n*",
    "[A \"b] [C \"]\n*",
    /* games without tags */
    "1. e4 e5\n\n1. d4 d5\n\n1... x\n\n1. ... y\n\n1.c4 *",
    "1. e4 {open\n\n1. d4 d5 1-0\n\n1. c4 {closed} c5 *",
    "1. e4 {open\n\n1. d4 d5 1-0\n\n1. c4 c5 *",
    "1. e4 {a\n\n1. d4 b} e5 *",
    "1. e4 {a 1-0 1. d4 {b} *",
    "1. e4 (1. d4\n\n1. c4 *",
    "1. e4 (\n\n1. d4) e5 *",
    "1. junk\n\n1. d4 *",
    "[A \"b\"]\njunk\n\n1. e4 *\n\n1. d4 *",
    /* comments that eat a line */
    "1. e4 ; e5 1-0 [A \"b\"] 1. d4 *",
    "1. e4 ; e5 [Event \"b\"] [C \"d\"] 1. d4 *",
    "1. e4 ; e5 [A \"b\"] [C \"d\"] 1. d4 *",
    "1. e4 ; e5 1-0 1. d4 *",
    "1. e4 1-0 ; x [A \"b\"] [C \"d\"] 1. d4 *",
    "1. e4\n;x [Event \"b\"] [C \"d\"]\n1... e5 *",
    /* what stands before the first tag */
    "{a}\n\n[A \"b\"]\n\n1. e4 *\n\n{c}\n\n[A \"d\"]\n\n*",
    ";a\n% b\n{c} ;d\n[A \"b\"]\n\n1. e4 *",
    "{a}\n1. e4 *\n%x\n{b}\n[A \"c\"]\n*",
    "A \"b\"]\n[C \"d\"]\n\n1. e4 *",
    "junk 1-0 {a}\n;b\n[A \"b\"]\n\n1. e4 *",
    /* escapes that are none */
    "1. e4 1-0 %[A \"b\"] 1. d4 *",
    "[A \"b\"] %[C \"d\"] 1. d4 *",
};

static void short_texts_byte_by_byte(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (size_t i = 0; i < LENGTH(SHORT); i++)
        for (unsigned run = 0; run < 20; run++)
            check_stream(&r, tby_str_of(SHORT[i]), run < 2 ? 1 : 2 + run,
                         SHORT[i]);
    end_rows();
}

/* A text cut anywhere with `more` set is never taken for a whole game that the
 * rest would change. */
static void every_cut_of_a_short_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(SHORT); i++) {
        tby_str s = tby_str_of(SHORT[i]);
        games whole = read_games(s, TBY_PGN_ALL);
        for (size_t n = 0; n < s.n; n++) {
            char *copy = exact_copy((tby_str){s.p, n});
            tby_pgn pgn;
            tby_pgn_report report;
            tby_game game;
            size_t k = 0;
            tby_rc rc;
            tby_game_init(&game, NULL);
            tby_pgn_init(&pgn, (tby_str){copy, n}, TBY_PGN_ALL);
            pgn.more = true;
            while ((rc = tby_pgn_next(&pgn, &game, &report)) == TBY_OK) {
                EXPECT(k < whole.n && same_report(&whole.report[k], &report) &&
                           whole.report[k].end == report.end &&
                           tby_game_same(&whole.game[k], &game),
                       "game %zu of %zu bytes of \"%s\"", k, n, SHORT[i]);
                k++;
            }
            assert_int_equal(rc, TBY_E_MORE);
            tby_game_free(&game);
            free(copy);
        }
        games_free(&whole);
    }
    end_rows();
}

/* --- files
 * -------------------------------------------------------------------- */

enum { GAMES = 60 };

static text random_file(rng *r, tby_str *slice)
{
    text t = {NULL, 0, 0};
    size_t begin[GAMES + 1];
    tby_game g;

    tby_game_init(&g, NULL);
    for (unsigned i = 0; i < GAMES; i++) {
        begin[i] = t.n;
        random_game(r, (int)rng_below(r, KINDS), rng_below(r, 16), i,
                    5 + rng_below(r, 60), &g);
        write_game(&t, &g);
    }
    begin[GAMES] = t.n;
    for (unsigned i = 0; i < GAMES; i++)
        slice[i] = (tby_str){t.p + begin[i], begin[i + 1] - begin[i]};
    tby_game_free(&g);
    return t;
}

static void sound_files_in_pieces(void **state)
{
    rng r = rng_for(__func__);
    tby_str slice[GAMES];

    (void)state;
    for (unsigned run = 0; run < 12; run++) {
        text t = random_file(&r, slice);
        check_stream(&r, text_str(&t), run % 2 ? 9000 : 700, "sound");
        text_free(&t);
    }
    end_rows();
}

static void damaged_files_in_pieces(void **state)
{
    rng r = rng_for(__func__);
    tby_str slice[GAMES];
    text t = random_file(&r, slice);

    (void)state;
    for (int kind = 0; kind < DAMAGE_KINDS; kind++)
        for (unsigned run = 0; run < 4; run++) {
            damaged d = damage((damage_kind)kind, &r, slice, GAMES, 60);
            check_stream(&r, text_str(&d.text), run % 2 ? 5000 : 400,
                         DAMAGE_NAMES[kind]);
            damaged_free(&d);
        }
    text_free(&t);
    end_rows();
}

static void real_files_in_pieces(void **state)
{
    static const char *const names[] = {
        "pgn/damaged/bom_latin1.pgn",
        "pgn/damaged/oneline.pgn",
        "pgn/damaged/truncated.pgn",
        "pgn/odd/chesslib/multiple.pgn",
        "pgn/odd/chesslib/empty_body.pgn",
        "pgn/odd/pythonchess/chessbase-empty-line.pgn",
        "pgn/odd/pythonchess/antichess-programfox.pgn"};
    rng r = rng_for(__func__);
    unsigned missing = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(names); i++) {
        text s;
        if (load_shared(names[i], &s))
            check_stream(&r, text_str(&s), 4000, names[i]);
        else
            missing++;
        text_free(&s);
    }
    end_rows();
    if (missing) {
        print_message("  %u of %zu files are not there\n", missing,
                      LENGTH(names));
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_texts_byte_by_byte),
        cmocka_unit_test(every_cut_of_a_short_text),
        cmocka_unit_test(sound_files_in_pieces),
        cmocka_unit_test(damaged_files_in_pieces),
        cmocka_unit_test(real_files_in_pieces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
