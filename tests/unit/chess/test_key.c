/* test_key.c - keys are a file format: the constants, the golden file, and one
 * definition of "same position" where en passant is concerned. */
#include "support/positions.h"
#include "support/slow.h"

#include <ctype.h>
#include <string.h>

/* --- the constants, made once more from their description: SplitMix64 from
 * the word "tabiya"; pieces in the order of their codes, 64 squares each, then
 * White's and Black's castling files, the files of en passant, Black's turn */

struct constants {
    uint64_t piece[16][64], castling[2][8], ep[8], black;
};

static const struct constants *constants(void)
{
    static struct constants c;
    rng r = {0x746162697961u};

    if (c.black)
        return &c;
    for (int color = 0; color < 2; color++)
        for (int role = 1; role <= 6; role++)
            for (int sq = 0; sq < 64; sq++)
                c.piece[8 * color + role][sq] = rng_next(&r);
    for (int color = 0; color < 2; color++)
        for (int file = 0; file < 8; file++)
            c.castling[color][file] = rng_next(&r);
    for (int file = 0; file < 8; file++)
        c.ep[file] = rng_next(&r);
    c.black = rng_next(&r);
    return &c;
}

static uint64_t slow_key(const tby_setup *s)
{
    const struct constants *c = constants();
    slow_board b;
    uint64_t key = s->turn == TBY_BLACK ? c->black : 0;

    for (int sq = 0; sq < 64; sq++) {
        b.at[sq] = tby_piece_char(s->board[sq]);
        key ^= c->piece[s->board[sq]][sq];
        if (s->castling >> sq & 1)
            key ^= c->castling[sq >= 32][sq % 8];
    }
    if (s->ep < TBY_NO_SQUARE && slow_ep_is_legal(&b, s->turn, s->ep))
        key ^= c->ep[tby_file(s->ep)];
    return key;
}

/* The generator's first numbers from this seed, so that rng_next() itself
 * cannot change unnoticed. */
static void the_first_constants_are_pinned(void **state)
{
    const struct constants *c = constants();

    (void)state;
    CHECK(c->piece[TBY_PAWN][0] == 0x5cf9d970eb176322u, "%016" PRIx64,
          c->piece[TBY_PAWN][0]);
    CHECK(c->black == 0xdbdd0790ca31c5b0u, "%016" PRIx64, c->black);
}

static void keys_are_those_of_the_description(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_setup s = tby_pos_to_setup(&p);
        CHECK(p.key == slow_key(&s), "%s", fen_of(&p).s);
    }
}

static void golden_keys_do_not_change(void **state)
{
    static const char name[] = "tests/golden/keys.tsv";
    FILE *file = fopen(name, "r");
    char line[256];
    int rows = 0;

    (void)state;
    CHECK(file, "%s: cannot be read (start this in the root)", name);
    while (file && fgets(line, sizeof line, file)) {
        char *tab = strchr(line, '\t'), text[TBY_KEY_TEXT];
        CHECK(tab && strlen(tab) == 18, "not FEN, tab, key: %s", line);
        *tab = tab[17] = '\0';
        tby_pos p = pos_of(line);
        tby_key_write(p.key, text);
        CHECK(strcmp(text, tab + 1) == 0, "%s: %s instead of %s", line, text,
              tab + 1);
        tby_setup s = setup_of(line);
        CHECK(p.key == slow_key(&s), "%s", line);
        rows++;
    }
    if (file)
        fclose(file);
    CHECK(rows >= 40, "only %d rows", rows);
}

/* --- as text */

static void a_key_is_written_and_read(void **state)
{
    rng r = rng_for(__func__);
    char text[TBY_KEY_TEXT + 1];

    (void)state;
    tby_key_write(0, text);
    assert_string_equal(text, "0000000000000000");
    tby_key_write(0x0123456789abcdefu, text);
    assert_string_equal(text, "0123456789abcdef");
    for (int i = 0; i < 1000; i++) {
        uint64_t key = rng_next(&r), again = 0;
        memset(text, '#', sizeof text);
        tby_key_write(key, text);
        assert_true(text[16] == '\0' && text[17] == '#');
        for (size_t k = 0; i % 2 && k < 16; k++)
            text[k] = (char)toupper((unsigned char)text[k]);
        assert_int_equal(tby_key_parse((tby_str){text, 16}, &again, NULL),
                         TBY_OK);
        assert_true(key == again);
    }
}

static void a_bad_key_is_refused_at_the_right_byte(void **state)
{
    static const struct {
        const char *text;
        size_t at;
    } bad[] = {
        {"", 0},
        {"g123456789abcdef", 0},
        {"012345678", 9},
        {"0123456789abcde", 15},
        {"0123456789abcdeg", 15},
        {"0123456789abcdef0", 16},
        {"0123456789abcdef ", 16},
        {" 0123456789abcdef", 0},
        {"0x23456789abcdef", 1},
        {"-123456789abcdef", 0},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        uint64_t out = 77;
        tby_err err = {TBY_OK, 99};
        tby_str text = tby_str_of(bad[i].text);
        assert_int_equal(tby_key_parse(text, &out, &err), TBY_E_NUMBER);
        CHECK(err.code == TBY_E_NUMBER && err.at == bad[i].at, "%s: at %zu",
              bad[i].text, err.at);
        assert_int_equal(tby_key_parse(text, &out, NULL), TBY_E_NUMBER);
        assert_int_equal(out, 77);
    }
}

/* --- en passant: only a capture that is legal makes a difference */

static const struct {
    const char *fen; /* with the en passant square */
    bool legal;
    const char *why;
} EP[] = {
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", true, "a pawn beside it"},
    {"4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2", true, "on the other side"},
    {"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 2", true, "on the edge"},
    {"4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 2", true, "on the other edge"},
    {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", false, "no pawn at all"},
    {"4k3/8/4P3/3p4/4P3/8/8/4K3 w - d6 0 2", false, "none on the rank"},
    {"4k3/8/8/3pN3/8/8/8/4K3 w - d6 0 2", false, "only a knight"},
    {"4k3/8/8/3pp3/8/8/8/4K3 w - d6 0 2", false, "only a pawn of its side"},
    {"4k3/8/8/p6P/8/8/8/4K3 w - a6 0 2", false, "not around the edge"},
    {"4k3/8/7P/p7/7P/8/8/4K3 w - a6 0 2", false, "not around the edge"},
    {"6kb/8/8/3pP3/8/8/1K6/8 w - d6 0 2", false, "pinned on the diagonal"},
    {"1b4k1/8/8/3pP3/8/8/7K/8 w - d6 0 2", true, "pinned, along the capture"},
    {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", false, "pinned on the file"},
    {"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2", false, "both pawns leave the rank"},
    {"4k3/8/8/r2Pp2K/8/8/8/8 w - e6 0 2", false, "the same from the left"},
    {"4k3/8/8/q1NpP2K/8/8/8/8 w - d6 0 2", true, "a third piece on the rank"},
    {"4k3/8/8/K1PpP2r/8/8/8/8 w - d6 0 2", true, "a third pawn on the rank"},
    {"6k1/8/8/3pP3/4K3/8/8/8 w - d6 0 2", true, "it takes the checking pawn"},
    {"6k1/8/8/3p4/2K1P3/8/8/8 w - d6 0 2", false, "a check, no capturer"},
    {"8/r6K/8/3pP3/8/8/8/6k1 w - d6 0 2", false, "another check uncovered"},
    {"4b1k1/8/8/3pP3/K7/8/8/8 w - d6 0 2", false, "a check on the diagonal"},
    {"4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", true, "one pinned, one not"},
    {"3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 2", true, "the file stays closed"},
    {"r3k2r/8/8/4pP2/8/8/8/R3K2R w KQkq e6 0 2", true, "with castling"},
    {"r3k2r/8/8/4p3/8/8/8/R3K2R w KQkq e6 0 2", false, "with castling"},
};

/* The same with colours changed: ranks turned over, letters swapped. */
static tby_setup mirrored(const tby_setup *s)
{
    tby_setup out = *s;

    out.castling = 0;
    for (int sq = 0; sq < 64; sq++) {
        out.board[sq ^ 56] = s->board[sq] ? s->board[sq] ^ 8 : TBY_NO_PIECE;
        if (s->castling >> sq & 1)
            out.castling |= tby_bit((tby_square)(sq ^ 56));
    }
    out.turn = s->turn ^ 1;
    if (s->ep != TBY_NO_SQUARE)
        out.ep = s->ep ^ 56;
    return out;
}

static tby_pos judged(const tby_setup *s, const char *why)
{
    tby_pos p = tby_pos_start();
    tby_faults found = 0;

    CHECK(tby_pos_from_setup(s, 0, &p, &found) == TBY_OK, "%s: faults %#x", why,
          found);
    return p;
}

/* The position before the pawn went its two squares. */
static tby_setup before(const tby_setup *s)
{
    tby_setup out = *s;

    out.board[s->ep ^ 24] = s->board[s->ep ^ 8];
    out.board[s->ep ^ 8] = TBY_NO_PIECE;
    out.turn = s->turn ^ 1;
    out.ep = TBY_NO_SQUARE;
    return out;
}

/* The key with the square equals the one without exactly if no capture is
 * legal; and playing the double push says the same as the text. */
static void check_ep(const tby_setup *with, bool legal, const char *why)
{
    tby_setup without = *with, earlier = before(with);
    tby_pos a = judged(with, why), b, played;

    without.ep = TBY_NO_SQUARE;
    b = a;
    b.ep = TBY_NO_SQUARE;
    b.key = slow_key(&without);
    CHECK((a.key != b.key) == legal, "%s: %s", fen_of(&a).s, why);
    CHECK(tby_pos_same(&a, &b) == !legal, "%s: %s", fen_of(&a).s, why);
    CHECK((a.ep == with->ep) == legal, "%s: %s", fen_of(&a).s, why);
    CHECK(a.key == slow_key(with), "%s: %s", fen_of(&a).s, why);
    if (tby_setup_faults(&without) == 0)
        CHECK(judged(&without, why).key == b.key, "%s: %s", fen_of(&a).s, why);

    played = judged(&earlier, why);
    tby_pos_play(&played, tby_move_make(with->ep ^ 24, with->ep ^ 8, 0));
    CHECK(played.key == a.key && tby_pos_same(&played, &a), "%s\n%s: %s",
          fen_of(&played).s, fen_of(&a).s, why);
}

static void an_ep_square_counts_only_where_a_capture_is_legal(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(EP); i++) {
        tby_setup white = setup_of(EP[i].fen), black = mirrored(&white);
        check_ep(&white, EP[i].legal, EP[i].why);
        check_ep(&black, EP[i].legal, EP[i].why);
    }
}

static void double_pushes_in_games_obey_the_same_rule(void **state)
{
    rng r = rng_for(__func__);
    unsigned counted = 0, dropped = 0;

    (void)state;
    for (int i = 0; i < 6000; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            tby_square from = tby_move_from(legal.at[k]);
            tby_square to = tby_move_to(legal.at[k]);
            if (tby_piece_role(tby_pos_at(&p, from)) != TBY_PAWN ||
                (from ^ to) != 16)
                continue;
            tby_pos after = p;
            tby_pos_play(&after, legal.at[k]);
            tby_setup s = tby_pos_to_setup(&after);
            slow_board b = slow_of(&after);
            s.ep = (tby_square)((from + to) / 2);
            bool counts = slow_ep_is_legal(&b, s.turn, s.ep);
            CHECK((after.ep == s.ep) == counts, "%s", fen_of(&after).s);
            CHECK(after.key == slow_key(&s), "%s", fen_of(&after).s);
            CHECK(judged(&s, "as a setup").key == after.key, "%s",
                  fen_of(&after).s);
            counted += counts;
            dropped += !counts;
        }
    }
    CHECK(counted > 100 && dropped > 100, "%u and %u", counted, dropped);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_constants_are_pinned),
        cmocka_unit_test(keys_are_those_of_the_description),
        cmocka_unit_test(golden_keys_do_not_change),
        cmocka_unit_test(a_key_is_written_and_read),
        cmocka_unit_test(a_bad_key_is_refused_at_the_right_byte),
        cmocka_unit_test(an_ep_square_counts_only_where_a_capture_is_legal),
        cmocka_unit_test(double_pushes_in_games_obey_the_same_rule),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
