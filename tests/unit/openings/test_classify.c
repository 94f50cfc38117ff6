/* test_classify.c - the opening of a game, next to a look-up of every position
 * of it that was played. */
#include "core/openings/names.h"
#include "support/games.h"
#include "tabiya/classify.h"
#include "unit/openings/rows.h"

/* Everything that an answer needs. */
typedef struct judge {
    tby_buf bytes;
    tby_names names;
    tby_classifier *classifier;
    tby_naming *naming;
} judge;

static judge judge_of(tby_openings *t)
{
    judge j;

    tby_buf_init(&j.bytes, NULL, SIZE_MAX);
    must(tby_names_compile(t, &j.bytes));
    tby_openings_close(t);
    must(tby_names_open(&j.names, j.bytes.p, j.bytes.n));
    must(tby_classifier_open(&j.classifier, &j.names, NULL));
    must(tby_naming_open(&j.naming, j.classifier, NULL));
    return j;
}

static void close_judge(judge *j)
{
    tby_naming_close(j->naming);
    tby_classifier_close(j->classifier);
    tby_buf_free(&j->bytes);
}

static const row ROWS[] = {
    {"eco_tsv", "B00", "King's Pawn Game", "e4"},
    {"eco_tsv", "C00", "French Defense", "e4 e6"},
    {"eco_tsv", "C00", "French Defense: Normal Variation", "e4 e6 d4 d5"},
    {"eco_tsv", "C02", "French Defense: Advance Variation", "e4 e6 d4 d5 e5"},
    {"eco_tsv", "C02", "French Defense: Advance Variation",
     "e4 e6 d4 d5 e5 c5"},
    {"eco_tsv", "C02", "French Defense: Advance Variation, Nimzowitsch System",
     "e4 e6 d4 d5 e5 c5 dxc5"},
    {"eco_tsv", "B10", "Caro-Kann Defense", "e4 c6"},
    {"eco_tsv", "B12", "Caro-Kann Defense: Advance Variation",
     "e4 c6 d4 d5 e5"},
    {"eco_tsv", "B12", "Caro-Kann Defense: Botvinnik-Carls Defense",
     "e4 c6 d4 d5 e5 c5"},
    {"eco_tsv", "A40", "Queen's Pawn Game", "d4"},
    {"eco_tsv", "D06", "Queen's Gambit", "d4 d5 c4"},
    {"eco_tsv", "D30", "Queen's Gambit Declined", "d4 d5 c4 e6"},
    {"eco_tsv", "A04", "Zukertort Opening", "Nf3"},
};

static judge small_judge(void)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);

    for (size_t i = 0; i < LENGTH(ROWS); i++)
        add_row(t, &ROWS[i]);
    return judge_of(t);
}

static void name_of(const judge *j, uint32_t entry, char out[80])
{
    tby_opening o = {.code = "-"};

    if (entry != TBY_NAMES_NONE)
        tby_names_peek(&j->names, entry, &o);
    snprintf(out, 80, "%s %.*s", o.code, (int)o.name.n,
             o.name.n ? o.name.p : "");
}

/* --- answers that are known ------------------------------------------------*/

/* "B12 ... Defense, 6, own, 7 c5c4", trail "B00 King's Pawn Game@1 ..." */
static void describe(const judge *j, const tby_classified *a, text *t)
{
    static const char *const ORDERS[] = {"unknown", "own", "transposed"};
    char line[160], name[80];

    name_of(j, a->entry, name);
    snprintf(line, sizeof line, "%s, %u, %s, %u ", name, a->ply,
             ORDERS[a->order], a->left_ply);
    text_puts(t, line);
    if (a->left != TBY_MOVE_NONE)
        dump_move(t, a->left);
}

static void check_answer(judge *j, const char *pgn, const char *expected)
{
    text t = {NULL, 0, 0};
    games all = read_games(tby_str_of(pgn), TBY_PGN_ALL);
    tby_classified a;

    EXPECT(all.n == 1 && all.errors == 0, "%s", pgn);
    tby_classify(j->naming, &all.game[0], &a);
    describe(j, &a, &t);
    EXPECT(strcmp(text_end(&t), expected) == 0, "%s\n  is %s\n  not %s", pgn,
           t.p, expected);
    games_free(&all);
    text_free(&t);
}

static void games_are_named(void **state)
{
    static const struct {
        const char *pgn, *answer;
    } GAMES[] = {
        {"1. e4 e6 2. d4 d5 3. e5 b6 *",
         "C02 French Defense: Advance Variation, 5, own, 6 b7b6"},
        {"1. e4 e6 2. d4 d5 3. e5 *",
         "C02 French Defense: Advance Variation, 5, own, 0 "},
        /* the board of the Nimzowitsch System, but White is to move */
        {"1. e4 c6 2. d4 d5 3. e5 c5 4. dxc5 e6 5. a3 *",
         "B12 Caro-Kann Defense: Botvinnik-Carls Defense, 6, own, 7 d4c5"},
        {"1. d4 e6 2. e4 d5 *",
         "C00 French Defense: Normal Variation, 4, transposed, 0 "},
        {"1. c4 e6 2. d4 d5 3. Nc3 *",
         "D30 Queen's Gambit Declined, 4, transposed, 5 b1c3"},
        /* into the names late, if the same side is to move */
        {"1. e3 e6 2. d4 d6 3. e4 d5 4. Bd3 *",
         "C00 French Defense: Normal Variation, 6, transposed, 7 f1d3"},
        {"1. e3 e6 2. e4 d5 3. d4 Bd6 *", "- , 0, unknown, 1 e2e3"},
        {"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 Na6 *",
         "B00 King's Pawn Game, 5, transposed, 6 b8a6"},
        {"1. e4 (1. d4 d5 2. c4 e6) {D30} 1... Nf6 *",
         "B00 King's Pawn Game, 1, own, 2 g8f6"},
        {"1. a3 a6 *", "- , 0, unknown, 1 a2a3"},
        {"*", "- , 0, unknown, 0 "},
        /* from elsewhere */
        {"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n"
         "\n1. e4 e6 *",
         "C00 French Defense, 2, own, 0 "},
        {"[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]"
         "\n\n1... e6 2. a3 *",
         "C00 French Defense, 1, transposed, 2 a2a3"},
        {"[FEN \"rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 "
         "9\"]\n\n*",
         "C00 French Defense, 0, transposed, 0 "},
        {"[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/"
         "BBQNNRKR w HFhf - 0 1\"]\n\n1. e4 e6 *",
         "- , 0, unknown, 1 e2e4"},
        {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
         "- , 0, unknown, 1 e2e4"},
    };
    judge j = small_judge();

    (void)state;
    for (size_t i = 0; i < LENGTH(GAMES); i++)
        check_answer(&j, GAMES[i].pgn, GAMES[i].answer);
    end_rows();
    close_judge(&j);
}

static void names_change_on_the_way(void **state)
{
    judge j = small_judge();
    games all = read_games(tby_str_of("1. e4 e6 2. d4 d5 3. e5 c5 4. dxc5 *"),
                           TBY_PGN_ALL);
    static const struct {
        uint32_t ply;
        const char *name;
    } TRAIL[] = {
        {1, "B00 King's Pawn Game"},
        {2, "C00 French Defense"},
        {4, "C00 French Defense: Normal Variation"},
        {5, "C02 French Defense: Advance Variation"}, /* at 6 the same */
        {7, "C02 French Defense: Advance Variation, Nimzowitsch System"}};
    tby_named step;
    size_t at = 0;
    tby_classified a;
    char name[80];

    (void)state;
    tby_classify(j.naming, &all.game[0], &a);
    assert_int_equal(a.named_n, 6);
    for (size_t i = 0; i < LENGTH(TRAIL); i++) {
        assert_true(tby_naming_next_change(j.naming, &a, &at, &step));
        name_of(&j, step.entry, name);
        assert_int_equal(step.ply, TRAIL[i].ply);
        assert_string_equal(name, TRAIL[i].name);
    }
    assert_false(tby_naming_next_change(j.naming, &a, &at, &step));
    games_free(&all);
    close_judge(&j);
}

static void a_names_may_know_no_line(void **state)
{
    tby_openings *t = new_table(TBY_IDENTITY_POSITION);
    tby_opening o = {.name = tby_str_of("King's Pawn"),
                     .source = tby_str_of("x"),
                     .code = "B00"};
    tby_move line[MAX_ROW_PLIES];

    (void)state;
    play_words("e4", line, &o.pos);
    must(tby_openings_add(t, &o));
    judge j = judge_of(t);
    check_answer(&j, "1. e4 e5 *", "B00 King's Pawn, 1, unknown, 2 e7e5");
    end_rows();
    close_judge(&j);
}

static void a_names_may_be_empty(void **state)
{
    const tby_names none = {.base = NULL};
    tby_classifier *c;
    tby_pos start = tby_pos_start();

    (void)state;
    must(tby_classifier_open(&c, &none, NULL));
    assert_false(tby_classifier_can_follow(c, &start));
    tby_classifier_close(c);
    tby_classifier_close(NULL);
    tby_naming_close(NULL);
}

/* --- nothing is missed by stopping -----------------------------------------*/

/* The deepest named position by looking at all of them. */
static tby_classified look_everywhere(const judge *j, const tby_game *g)
{
    tby_classified a = {.entry = TBY_NAMES_NONE};
    tby_pos p = g->start;
    uint32_t ply = 0;
    unsigned depth = 0;

    a.entry = tby_names_find(&j->names, &p);
    a.named_n = a.entry != TBY_NAMES_NONE;
    for (size_t i = 0; i < g->items_n; i++) {
        depth -= g->items[i].kind == TBY_ITEM_CLOSE;
        if (g->items[i].kind == TBY_ITEM_MOVE && depth == 0) {
            tby_pos_play(&p, g->items[i].move);
            ply++;
            uint32_t entry = tby_names_find(&j->names, &p);
            a.named_n += entry != TBY_NAMES_NONE;
            if (entry != TBY_NAMES_NONE) {
                a.entry = entry;
                a.ply = ply;
                a.left = TBY_MOVE_NONE;
            } else if (a.left == TBY_MOVE_NONE) {
                a.left = g->items[i].move;
                a.left_ply = ply;
            }
        }
        depth += g->items[i].kind == TBY_ITEM_OPEN;
    }
    if (a.left == TBY_MOVE_NONE)
        a.left_ply = 0;
    return a;
}

static void compare(const tby_classified *a, const tby_classified *b,
                    const char *what, size_t i)
{
    EXPECT(a->entry == b->entry && a->ply == b->ply && a->left == b->left &&
               a->left_ply == b->left_ply && a->named_n == b->named_n,
           "%s, game %zu: %u at %u, left at %u; all of it: %u at %u, %u", what,
           i, a->entry, a->ply, a->left_ply, b->entry, b->ply, b->left_ply);
}

/* Both ways for all games of a text: whole games, and watched while read. */
static void compare_games(judge *j, tby_str s, const char *what)
{
    games all = read_games(s, TBY_PGN_ALL);
    tby_pgn pgn = {.text = s, .watch = tby_naming_look, .watch_ctx = j->naming};
    tby_pgn_report report;
    tby_classified a, b, expected;
    tby_game part;

    tby_game_init(&part, NULL);
    for (size_t i = 0; i < all.n; i++) {
        if (all.report[i].error.code != TBY_OK)
            continue;
        expected = look_everywhere(j, &all.game[i]);
        tby_classify(j->naming, &all.game[i], &a);
        compare(&a, &expected, what, i);
        pgn.at = all.report[i].begin;
        must(tby_pgn_next(&pgn, &part, &report));
        tby_naming_end(j->naming, &part, &b);
        compare(&b, &expected, what, i);
        EXPECT(a.order == b.order && report.end == all.report[i].end,
               "%s, game %zu", what, i);
    }
    tby_game_free(&part);
    games_free(&all);
}

/* Some positions of a game become openings. */
static void name_some(rng *r, tby_openings *t, const tby_game *g)
{
    tby_pos p = g->start;
    char name[16];

    for (size_t i = 0; i < g->items_n; i++) {
        if (g->items[i].kind != TBY_ITEM_MOVE)
            continue;
        tby_pos_play(&p, g->items[i].move);
        if (!rng_chance(r, 5))
            continue;
        snprintf(name, sizeof name, "Opening %u", rng_below(r, 99));
        tby_opening o = {
            .name = tby_str_of(name), .source = tby_str_of("x"), .pos = p};
        must(tby_openings_add(t, &o));
    }
}

/* Games that share nothing with openings as they are played: any position may
 * have a name, at any depth. */
static void random_games_miss_nothing(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        tby_openings *t = new_table(TBY_IDENTITY_POSITION);
        text s = {NULL, 0, 0};
        tby_game g;

        tby_game_init(&g, NULL);
        for (unsigned i = 0; i < 120; i++) {
            random_game(&r, kind, 0, i, rng_below(&r, 160), &g);
            if (i % 3 == 0)
                name_some(&r, t, &g);
            write_game(&s, &g);
        }
        tby_game_free(&g);
        judge j = judge_of(t);
        compare_games(&j, text_str(&s), KIND_NAMES[kind]);
        close_judge(&j);
        text_free(&s);
    }
    end_rows();
}

/* As random_games_miss_nothing(), over-the-board and online. */
static void shared_games_miss_nothing(void **state)
{
    static const char *const FILES[] = {"pgn/lichess-438.pgn.zst",
                                        "pgn/otb-30k.pgn.zst"};
    enum { BYTES = 2000000 };
    rng r = rng_for(__func__);

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        tby_openings *t = new_table(TBY_IDENTITY_POSITION);
        text s;
        if (!load_shared(FILES[i], &s)) {
            tby_openings_close(t);
            print_message("  %s is not there\n", FILES[i]);
            skip();
        }
        s.n = s.n < BYTES ? s.n : BYTES;
        games all = read_games(text_str(&s), TBY_PGN_MAINLINE);
        for (size_t k = 0; k < all.n; k += 20)
            name_some(&r, t, &all.game[k]);
        games_free(&all);
        judge j = judge_of(t);
        compare_games(&j, text_str(&s), FILES[i]);
        close_judge(&j);
        text_free(&s);
    }
    end_rows();
}

/* --- what can follow -------------------------------------------------------*/

/* Could q ever follow p, as far as pawns at home, men and castling tell? */
static bool slow_can_follow(const tby_pos *p, const tby_pos *q)
{
    unsigned men_p = 0, men_q = 0;

    for (tby_square sq = 0; sq < 64; sq++) {
        tby_piece a = tby_pos_at(p, sq), b = tby_pos_at(q, sq);
        bool home = (b == tby_piece_of(TBY_WHITE, TBY_PAWN) && sq / 8 == 1) ||
                    (b == tby_piece_of(TBY_BLACK, TBY_PAWN) && sq / 8 == 6);
        men_p += a != TBY_NO_PIECE;
        men_q += b != TBY_NO_PIECE;
        if (home && a != b)
            return false;
    }
    for (int rank = 0; rank < 64; rank += 56)
        if ((q->castling >> rank & 255) && !(p->castling >> rank & 255))
            return false;
    return men_q <= men_p;
}

static void reach_is_exact(void **state)
{
    enum { NAMED = 8 }; /* few, so that there are both answers */
    rng r = rng_for(__func__);
    unsigned yes = 0, no = 0;

    (void)state;
    for (unsigned round = 0; round < 5; round++) {
        tby_openings *t = new_table(TBY_IDENTITY_POSITION);
        tby_pos named[NAMED];
        for (size_t i = 0; i < NAMED; i++) {
            tby_opening o = {.name = tby_str_of("x"), .source = o.name};
            named[i] = o.pos = random_position(&r, (int)(i % 2));
            must(tby_openings_add(t, &o));
        }
        judge j = judge_of(t);
        for (unsigned i = 0; i < 400; i++) {
            tby_pos p = random_position(&r, (int)rng_below(&r, KINDS));
            bool expected = false;
            for (size_t k = 0; k < NAMED; k++)
                expected |= slow_can_follow(&p, &named[k]);
            CHECK(tby_classifier_can_follow(j.classifier, &p) == expected, "%s",
                  fen_of(&p).s);
            yes += expected;
            no += !expected;
        }
        close_judge(&j);
    }
    CHECK(yes > 50 && no > 50, "%u can, %u cannot", yes, no);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_named),
        cmocka_unit_test(names_change_on_the_way),
        cmocka_unit_test(a_names_may_know_no_line),
        cmocka_unit_test(a_names_may_be_empty),
        cmocka_unit_test(random_games_miss_nothing),
        cmocka_unit_test(shared_games_miss_nothing),
        cmocka_unit_test(reach_is_exact),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
