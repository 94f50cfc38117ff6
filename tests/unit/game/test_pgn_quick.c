/* test_pgn_quick.c - the two compiled forms of quick reading stop at the same
 * byte with the same moves and the same position, and each agrees with the
 * tolerant reader of single moves. */
#include "core/game/pgn/reader.h"
#include "support/data.h"
#include "tabiya/san.h"

/* Moves of a random game as text, with now and then a byte that is wrong. */
static size_t random_movetext(rng *r, tby_pos p, char *text, size_t cap)
{
    static const char *const joints[] = {" ",  " ",    " ", " ",
                                         "\n", "\r\n", "  "};
    size_t n = 0;

    for (int ply = 0; n + 64 < cap; ply++) {
        char san[TBY_SAN_MAX];
        tby_move m = random_move(r, &p);
        if (m == TBY_MOVE_NONE)
            break;
        if (ply % 2 == 0)
            n += (size_t)snprintf(text + n, cap - n, "%d.%s", ply / 2 + 1,
                                  rng_chance(r, 50) ? " " : "");
        tby_san_write(&p, m, san);
        n += (size_t)snprintf(text + n, cap - n, "%s%s", san,
                              joints[rng_below(r, LENGTH(joints))]);
        tby_pos_play(&p, m);
    }
    for (int k = rng_chance(r, 50); k > 0 && n > 0; k--)
        text[rng_below(r, (unsigned)n)] =
            "x+#=1a8hKO.-\0\xff"[rng_below(r, 14)];
    return n;
}

struct reading {
    tby_game game;
    struct reader r;
    tby_pgn_report report;
};

/* Those of the last reading, if it was asked for. */
static tby_record record;

static void read_with(quick_fn *quick, struct reading *out, tby_str text,
                      const tby_pos *start, bool keep, bool recorded)
{
    *out = (struct reading){.r = {.keep = keep}};
    tby_record_begin(&record, start);
    out->r.record = recorded ? &record : NULL;
    tby_game_init(&out->game, NULL);
    for (int i = 0; i < 600; i++) /* room */
        add_item(&out->game, (tby_item){.kind = TBY_ITEM_MOVE});
    out->game.items_n = 0;
    out->r.c = pgn_cursor_at(text.p, text.p + text.n, text.p);
    out->r.game = &out->game;
    out->r.report = &out->report;
    out->r.line.pos = out->r.line.before = *start;
    quick(&out->r);
}

static bool same(const struct reading *a, const struct reading *b)
{
    return a->r.c.p == b->r.c.p && a->game.items_n == b->game.items_n &&
           a->r.line.plies == b->r.line.plies &&
           memcmp(&a->r.line.pos, &b->r.line.pos, sizeof(tby_pos)) == 0 &&
           memcmp(&a->r.line.before, &b->r.line.before, sizeof(tby_pos)) == 0 &&
           memcmp(a->game.items, b->game.items,
                  a->game.items_n * sizeof(tby_item)) == 0;
}

/* Every word that was taken, read again the tolerant way. */
static void check_moves(const struct reading *a, tby_pos p, const char *text)
{
    struct pgn_cursor c = pgn_cursor_at(text, a->r.c.p, text);
    size_t n = 0;

    while (n < a->game.items_n) {
        while (c.p < c.end && pgn_class_of(*c.p) != PGN_LETTER)
            c.p++;
        tby_str word = tby_pgn_word(&c);
        tby_move m = TBY_MOVE_NONE;
        CHECK(tby_san_parse(&p, word, TBY_SAN_TOLERANT, &m, NULL) == TBY_OK &&
                  m == a->game.items[n].move,
              "%.*s in %s", (int)word.n, word.p, text);
        tby_pos_play(&p, m);
        n++;
    }
    CHECK(tby_pos_same(&p, &a->r.line.pos) && p.key == a->r.line.pos.key &&
              p.halfmoves == a->r.line.pos.halfmoves &&
              p.fullmoves == a->r.line.pos.fullmoves &&
              p.turn == a->r.line.pos.turn,
          "%s", text);
}

static void test_paths_agree(void **state)
{
    static const int kinds[] = {ORTHODOX, CHESS960};
    rng r = rng_for(__func__);
    char text[8192];
    size_t moves = 0;

    (void)state;
    for (int run = 0; run < 1500; run++) {
        tby_pos start = random_start(&r, kinds[run % 2]);
        tby_str movetext = {
            text, random_movetext(&r, start, text, 200 + rng_below(&r, 7000))};
        bool keep = rng_chance(&r, 50), recorded = rng_chance(&r, 50);
        struct reading a;
        read_with(tby_pgn_quick_portable, &a, movetext, &start, keep, recorded);
        check_moves(&a, start, text);
        moves += a.game.items_n;
#ifdef __x86_64__
        struct reading b;
        if (tby_path_has_pext()) {
            read_with(tby_pgn_quick_pext, &b, movetext, &start, keep, recorded);
            CHECK(same(&a, &b), "%.*s", (int)movetext.n, text);
            tby_game_free(&b.game);
        }
#endif
        tby_game_free(&a.game);
    }
    CHECK(moves > 50000, "only %zu moves", moves);
}

/* The moves that a piece could make if its king were not there to be lost. */
static size_t moves_that_lose_the_king(const tby_pos *p, tby_move *out)
{
    size_t n = 0;

    for (unsigned i = 0; i < 64 * 64; i++) {
        tby_move m = tby_move_make((tby_square)(i & 63), (tby_square)(i >> 6),
                                   TBY_NO_ROLE);
        tby_role role = tby_piece_role(tby_pos_at(p, tby_move_from(m)));
        tby_rc rc = tby_pos_judge(p, m);
        if (role != TBY_PAWN &&
            (rc == TBY_E_MOVE_PINNED || rc == TBY_E_MOVE_IN_CHECK ||
             rc == TBY_E_MOVE_INTO_CHECK))
            out[n++] = m;
    }
    return n;
}

/* With its square, so that nothing but the king speaks against it; and what the
 * reader wants to see after a word. */
static tby_str write_move(const tby_pos *p, tby_move m, char out[64])
{
    tby_square from = tby_move_from(m), to = tby_move_to(m);
    tby_role role = tby_piece_role(tby_pos_at(p, from));
    bool takes = tby_pos_occupied(p) & tby_bit(to);
    int n = snprintf(out, 64, "%c%c%d%s%c%d %40s", tby_role_char(role),
                     'a' + tby_file(from), tby_rank(from) + 1, takes ? "x" : "",
                     'a' + tby_file(to), tby_rank(to) + 1, "");

    return (tby_str){out, (size_t)n};
}

/* Pins, checks and attacked squares, whether checks are written down or not. */
static void test_kings_are_kept(void **state)
{
    rng r = rng_for(__func__);
    size_t tried = 0;

    (void)state;
    for (int run = 0; run < 3000; run++) {
        tby_move bad[64 * 64];
        char text[64];
        tby_pos p = random_start(&r, ORTHODOX);
        for (unsigned i = rng_below(&r, 60); i > 0; i--) {
            tby_move m = random_move(&r, &p);
            if (m != TBY_MOVE_NONE)
                tby_pos_play(&p, m);
        }
        for (size_t i = moves_that_lose_the_king(&p, bad); i-- > 0; tried++) {
            struct reading a;
            read_with(tby_pgn_quick(), &a, write_move(&p, bad[i], text), &p,
                      true, rng_chance(&r, 50));
            CHECK(a.game.items_n == 0, "%s", text);
            tby_game_free(&a.game);
        }
    }
    CHECK(tried > 3000, "only %zu moves", tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paths_agree),
                                       cmocka_unit_test(test_kings_are_kept)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
