/* test_pgn_watch.c - a reader that someone looks over the shoulder of: what is
 * shown, and that games begin and end where they did although their rest is
 * passed without being read. */
#include "core/game/game.h"
#include "support/games.h"

/* Looks on up to a ply, and compares with the moves of the whole game. */
typedef struct witness {
    uint32_t enough;
    uint32_t seen; /* positions */
    uint64_t keys; /* of them, together */
} witness;

static uint64_t mix(uint64_t keys, const tby_pos *pos)
{
    return keys * 31 + pos->key;
}

static bool look(void *ctx, const tby_pos *pos, uint32_t ply)
{
    witness *w = ctx;

    if (ply == 0)
        w->seen = 0, w->keys = 0;
    CHECK(ply == w->seen, "ply %u after %u positions", ply, w->seen);
    w->seen++;
    w->keys = mix(w->keys, pos);
    return ply < w->enough;
}

/* What a witness of the whole game would have seen. */
static uint64_t keys_of(const tby_game *g, uint32_t positions)
{
    witness w = {.enough = positions - 1};

    tby_game_show(g, look, &w);
    return w.keys;
}

static void check_game(const tby_game *whole, const tby_pgn_report *expected,
                       tby_str s, uint32_t enough)
{
    witness w = {.enough = enough};
    tby_pgn pgn = {
        .text = s, .at = expected->begin, .watch = look, .watch_ctx = &w};
    uint32_t plies = enough < whole->plies ? enough : whole->plies;
    tby_pgn_report report;
    tby_game part;

    tby_game_init(&part, NULL);
    must(tby_pgn_next(&pgn, &part, &report));
    EXPECT(report.error.code == TBY_OK, "%s at %zu of %.*s, enough at %u",
           tby_rc_name(report.error.code), report.error.at, (int)s.n, s.p,
           enough);
    EXPECT(report.end == expected->end, "ends at %zu, not %zu, of %.*s",
           report.end, expected->end, (int)s.n, s.p);
    EXPECT(part.result == whole->result && part.has_result == whole->has_result,
           "another result of %.*s", (int)s.n, s.p);
    EXPECT(part.plies == plies && part.items_n == plies && w.seen == plies + 1,
           "%u plies of %u, %u seen", part.plies, plies, w.seen);
    EXPECT(w.keys == keys_of(whole, plies + 1), "other positions");
    tby_game_free(&part);
}

/* What a record must say of a move, found out in other ways than those of the
 * reader. */
static tby_ply_info info_of(const tby_pos *before, tby_move m,
                            const tby_pos *after)
{
    tby_color us = before->turn;
    tby_bb theirs = tby_pos_color(before, us ^ 1);
    tby_bb left = tby_pos_color(after, us ^ 1);
    tby_bb king = tby_pos_role(after, TBY_KING) & left;
    tby_ply_info info = m;

    if (m != TBY_MOVE_NULL) {
        info |=
            (tby_ply_info)tby_piece_role(tby_pos_at(before, tby_move_from(m)))
            << TBY_PLY_ROLE;
        info |= theirs != left ? TBY_PLY_CAPTURE : 0;
        if (tby_pos_color(before, us) & tby_bit(tby_move_to(m)))
            info |= TBY_PLY_CASTLE;
    }
    if (king && !(king & (king - 1)) &&
        tby_pos_attackers(after, (tby_square)__builtin_ctzll(king), us))
        info |= TBY_PLY_CHECK;
    return info;
}

static void check_record(const tby_record *r, const tby_game *g, tby_str s)
{
    tby_mainline line = {.game = g};
    tby_pos pos = g->start;
    bool same = r->n == g->plies && r->keys[0] == pos.key;
    bool passes = false;

    for (uint32_t i = 0; same && i < r->n; i++) {
        tby_move m = tby_mainline_next(&line);
        tby_pos before = pos;
        tby_pos_play(&pos, m);
        passes |= m == TBY_MOVE_NULL;
        same = r->plies[i] == info_of(&before, m, &pos) &&
               r->keys[i + 1] == pos.key;
    }
    EXPECT(same && passes == r->passes && tby_pos_same(&r->end, &pos) &&
               r->end.halfmoves == pos.halfmoves,
           "another record of %.*s", (int)s.n, s.p);
}

/* The main line is written down, whatever stands between its moves. */
static void check_written(const tby_game *whole, const tby_pgn_report *expected,
                          tby_str s)
{
    static tby_record record;
    tby_pgn pgn = {.text = s, .at = expected->begin, .record = &record};
    tby_pgn_report report;
    tby_game again;

    tby_game_init(&again, NULL);
    must(tby_pgn_next(&pgn, &again, &report));
    EXPECT(report.end == expected->end && report.key == expected->key &&
               tby_game_same(&again, whole),
           "another game of %.*s", (int)s.n, s.p);
    check_record(&record, whole, s);
    tby_record_game(&record, whole);
    check_record(&record, whole, s);
    tby_game_free(&again);
}

/* Every sound game of a text, enough being this ply. */
static size_t check_text(tby_str s, uint32_t enough)
{
    games all = read_games(s, TBY_PGN_ALL);
    size_t sound = 0;

    for (size_t i = 0; i < all.n; i++) {
        if (all.report[i].error.code != TBY_OK)
            continue;
        check_game(&all.game[i], &all.report[i], s, enough);
        check_written(&all.game[i], &all.report[i], s);
        sound++;
    }
    games_free(&all);
    return sound;
}

/* --- what might be taken for an end, or hide one ---------------------------*/

static const char *const TRICKY[] = {
    "1. e4 e5 2. Nf3 Nc6 1-0",
    "1. e4 e5 2. Nf3 Nc6 0-1\n",
    "1. e4 e5 2. Nf3 Nc6 1/2-1/2 ",
    "1. e4 e5 2. Nf3 Nc6 1/2",
    "1. e4 e5 2. Nf3 Nc6 *",
    "1. e4 e5 2. Nf3 Nc6*",
    "1. e4 e5 2. Nf3 Nc6",
    "1. e4 e5 2. Nf3 Nc6 3.1-0\n\n1. d4 d5 0-1",
    "1. e4 e5 2. Nf3 Nc6 3...0-1\n\n1. d4 d5 0-1",
    "1. e4 e5 2. Nf3 Nc6 3.4...0-1\n\n1. d4 d5 0-1",
    "1. e4 e5 2. Nf3 Nc6!1-0\n\n1. d4 d5 0-1",
    "1. e4 e5 2. Nf3 Nc6 {x}1-0{y}\n\n1. d4 d5 0-1",
    "1. e4 e5 2. Nf3 Nc6 (2... d6)1-0\n\n1. d4 d5 0-1",
    "1. e4 e5 2. Nf3 Nc6 $1 1-0\n\n[Event \"x\"]\n\n1. d4 d5 0-1",
    /* no end: another word, a comment, a variation, an escape */
    "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 1-0",
    "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O 1-0",
    "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O-O-O 0-1",
    "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 1-0",
    "1. e4 e5 {1-0} 2. Nf3 {* [White \"x\"] (} Nc6 1-0",
    "1. e4 e5 ; 1-0 * { (\n2. Nf3 Nc6 1-0",
    "1. e4 e5 (1... c5 1-0) 2. Nf3 (2. f4 {)} exf4 *) Nc6 0-1",
    "1. e4 e5 (1... c5 (1... e6 0-1) 2. Nf3 ; )\n 1/2-1/2) 2. Nf3 0-1",
    "1. e4 e5\n% 1-0 { (\n2. Nf3\n%\nNc6 1-0",
    "1. e4 -- 2. d4 +- 1-0",
    "1. e4 e5 2. Nf3 -+ Nc6 +/- 3. Bb5 =/+ a6 -/+ 1-0",
    "[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. e8(Q) Ka3 2. Qe3+ 1-0",
    "[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. e8/Q Ka3 2. Qe3+ 1-0",
    "[FEN \"8/4P3/8/8/8/8/k7/7K w - - 0 1\"]\n\n1. e8(Q)1-0\n\n1. d4 0-1",
    /* the next game begins without an end of this one */
    "1. e4 e5 2. Nf3 Nc6\n\n[White \"x\"]\n\n1. d4 d5 0-1",
    "[White \"y\"]\n\n[White \"x\"]\n\n1. d4 d5 0-1",
    "[White \"y\"]\n\n*\n\n[White \"x\"]\n\n{[Black \"z\"]} 1. d4 d5 0-1",
    "1. e4 e5 1-0 {a} ; b\n\n{c}\n\n[White \"x\"]\n\n1. d4 d5 0-1",
};

static void ends_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(TRICKY); i++)
        for (uint32_t enough = 0; enough < 12; enough++) {
            tby_str s = tby_str_of(TRICKY[i]);
            char *copy = exact_copy(s);
            EXPECT(check_text((tby_str){copy, s.n}, enough) > 0,
                   "nothing sound in %s", TRICKY[i]);
            free(copy);
        }
    end_rows();
}

/* What is damaged after the last move that was read goes unnoticed, but not
 * what would change where games are. */
static void faults_behind_it(void **state)
{
    static const struct {
        const char *text;
        tby_rc code;
        size_t end;
    } ROWS[] = {
        {"1. e4 e5 2. Ke3 Nc6 1-0", TBY_OK, 23},
        {"1. e4 e5 2. Nf3 (2. d4 1-0", TBY_E_PGN_VARIATION_OPEN, 26},
        {"1. e4 e5 2. Nf3 {x 1-0", TBY_E_PGN_COMMENT, 22},
        {"1. e4 e5 2. Nf3 ) 1-0", TBY_E_PGN_VARIATION, 21},
        {"1. e4 e5 [x] 1-0", TBY_E_PGN_TOKEN, 16},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(ROWS); i++) {
        witness w = {.enough = 2};
        tby_pgn pgn = {
            .text = tby_str_of(ROWS[i].text), .watch = look, .watch_ctx = &w};
        tby_pgn_report report;
        tby_game g;

        tby_game_init(&g, NULL);
        must(tby_pgn_next(&pgn, &g, &report));
        EXPECT(report.error.code == ROWS[i].code && report.end == ROWS[i].end,
               "%s: %s, to %zu", ROWS[i].text, tby_rc_name(report.error.code),
               report.end);
        tby_game_free(&g);
    }
    end_rows();
}

/* --- many games ------------------------------------------------------------*/

static void random_games_are_found(void **state)
{
    enum { GAMES = 300 };
    rng r = rng_for(__func__);
    text t = {NULL, 0, 0};

    (void)state;
    for (unsigned i = 0; i < GAMES; i++) {
        tby_game g;
        tby_game_init(&g, NULL);
        random_game(&r, (int)rng_below(&r, 3), rng_below(&r, 32), i, 80, &g);
        write_game(&t, &g);
        tby_game_free(&g);
    }
    for (unsigned round = 0; round < 4; round++)
        EXPECT(check_text(text_str(&t), rng_below(&r, 80)) == GAMES,
               "not all are sound");
    end_rows();
    text_free(&t);
}

static void shared_games_are_found(void **state)
{
    static const char *const FILES[] = {
        "pgn/lichess-438.pgn.zst",
        "pgn/damaged/crlf.pgn",
        "pgn/damaged/oneline.pgn",
        "pgn/odd/chesslib/variations.pgn",
        "pgn/odd/pythonchess/nepomniachtchi-liren-game1.pgn",
        "pgn/odd/pythonchess/cutechess-fischerrandom.pgn"};
    unsigned missing = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(FILES); i++) {
        text t;
        if (!load_shared(FILES[i], &t))
            missing++;
        else
            EXPECT(check_text(text_str(&t), 9 * (uint32_t)i) > 0, "%s",
                   FILES[i]);
        text_free(&t);
    }
    end_rows();
    if (missing) {
        print_message("  %u files are not there\n", missing);
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_found),
        cmocka_unit_test(faults_behind_it),
        cmocka_unit_test(random_games_are_found),
        cmocka_unit_test(shared_games_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
