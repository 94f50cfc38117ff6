/* test_polyglot.c - Polyglot's keys, moves and books, against the published
 * keys and against a slow reading of the same description. */
#include "support/data.h"
#include "support/failing.h"
#include "tabiya/polyglot.h"

#include <stdlib.h>

static uint64_t key_of(const char *fen)
{
    tby_setup s = setup_of(fen);
    tby_pos p = pos_of(fen);

    return tby_polyglot_key(&p, s.ep);
}

/* The published ones, also without the files beside the project. */
static void the_published_keys_come_out(void **state)
{
    static const struct {
        const char *fen;
        uint64_t key;
    } KEYS[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         0x463b96181691fc9c},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
         0x0756b94461c50fb0},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
         0x22a48b5a8e47ff78},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4",
         0x00fdd303c946bdd9},
        {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
         0x3c8123ea7b067637},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
         0x5c3f9b829b279560},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(KEYS); i++)
        CHECK(key_of(KEYS[i].fen) == KEYS[i].key, "%s", KEYS[i].fen);
}

static void the_keys_of_the_shared_file_come_out(void **state)
{
    bytes file = shared_file("polyglot/keys.tsv");
    unsigned n = 0;

    (void)state;
    if (!file.p)
        skip_without_shared(1);
    file.p = realloc(file.p, file.n + 1);
    file.p[file.n] = '\0';
    for (char *line = strtok(file.p, "\n"); line; line = strtok(NULL, "\n")) {
        char *tab = strchr(line, '\t');
        uint64_t key = 0;
        CHECK(tab, "%s", line);
        *tab = '\0';
        assert_int_equal(tby_key_parse((tby_str){tab + 1, 16}, &key, NULL),
                         TBY_OK);
        CHECK(key_of(line) == key, "%s", line);
        n++;
    }
    assert_int_equal(n, 9);
    free(file.p);
}

/* A pawn that is pinned may not capture, which our own key respects and
 * Polyglot's does not. */
static void en_passant_counts_though_it_is_illegal(void **state)
{
    const char *with = "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1";
    const char *without = "8/8/8/KPp4r/8/8/8/4k3 w - - 0 1";
    const char *apart = "8/8/8/K1p4r/8/1P6/8/4k3 w - c6 0 1";
    const char *bare = "8/8/8/K1p4r/8/1P6/8/4k3 w - - 0 1";

    (void)state;
    assert_true(key_of(with) != key_of(without));
    assert_true(key_of(apart) == key_of(bare));
    tby_pos p = pos_of(with), q = pos_of(without);
    assert_true(p.key == q.key);
}

static void a_passed_square_is_that_of_two_steps(void **state)
{
    tby_pos p = tby_pos_start();
    tby_move e4 = tby_move_make(12, 28, TBY_NO_ROLE);
    tby_move nf6 = tby_move_make(62, 45, TBY_NO_ROLE);

    (void)state;
    tby_pos_play(&p, e4);
    assert_int_equal(tby_polyglot_passed(&p, e4), 20);
    tby_pos_play(&p, nf6);
    assert_int_equal(tby_polyglot_passed(&p, nf6), TBY_NO_SQUARE);
}

/* Every legal move of random positions survives the way through its bits; no
 * other bits become a move. */
static void moves_survive_their_bits(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 200; i++) {
        tby_pos p = random_position(&r, i % KINDS);
        tby_moves legal;
        bool is_legal[1 << 16] = {false};
        tby_moves_legal(&p, &legal);
        for (size_t k = 0; k < legal.n; k++) {
            uint16_t bits = tby_polyglot_move(legal.at[k]);
            is_legal[bits] = true;
            CHECK(tby_polyglot_read_move(&p, bits) == legal.at[k], "%s",
                  fen_of(&p).s);
        }
        for (unsigned bits = 0; bits < 1 << 16; bits++) {
            tby_move m = tby_polyglot_read_move(&p, (uint16_t)bits);
            CHECK(m == TBY_MOVE_NONE || is_legal[bits] ||
                      tby_pos_is_castling(&p, m),
                  "%s %#x", fen_of(&p).s, bits);
        }
    }
}

static void castling_is_read_in_both_forms(void **state)
{
    tby_pos p = pos_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");

    (void)state;
    assert_int_equal(tby_polyglot_read_move(&p, 4 << 6 | 7),
                     tby_move_make(4, 7, TBY_NO_ROLE));
    assert_int_equal(tby_polyglot_read_move(&p, 4 << 6 | 6),
                     tby_move_make(4, 7, TBY_NO_ROLE));
    assert_int_equal(tby_polyglot_read_move(&p, 4 << 6 | 2),
                     tby_move_make(4, 0, TBY_NO_ROLE));
}

/* --- making and reading ---------------------------------------------------*/

typedef struct made {
    uint8_t *bytes;
    size_t n; /* entries */
} made;

static made finish(tby_polyglot_maker *m, const tby_polyglot_rules *rules)
{
    made out = {NULL, 0};

    assert_int_equal(tby_polyglot_finish(m, rules, &out.n), TBY_OK);
    out.bytes = malloc(out.n * TBY_POLYGLOT_ENTRY + 1);
    for (size_t i = 0; i < out.n; i++) {
        tby_polyglot_entry e = tby_polyglot_made(m, i);
        tby_polyglot_write(&e, out.bytes + TBY_POLYGLOT_ENTRY * i);
    }
    return out;
}

static tby_polyglot open_made(const made *b)
{
    tby_polyglot book = {NULL, 0};

    assert_int_equal(
        tby_polyglot_open(&book, b->bytes, b->n * TBY_POLYGLOT_ENTRY, NULL),
        TBY_OK);
    return book;
}

/* Counts one move of the starting position. */
static void count_first(tby_polyglot_maker *m, const char *uci, uint64_t games,
                        uint64_t points)
{
    tby_pos p = tby_pos_start();
    tby_move move = TBY_MOVE_NONE;

    assert_int_equal(tby_uci_parse(&p, tby_str_of(uci), &move, NULL), TBY_OK);
    assert_int_equal(
        tby_polyglot_count(m, &p, TBY_NO_SQUARE, move, games, points), TBY_OK);
}

static void rules_choose_and_weigh(void **state)
{
    tby_polyglot_maker *m = tby_polyglot_maker_new(NULL);
    tby_polyglot_rules rules = {.min_games = 2};

    (void)state;
    count_first(m, "e2e4", 10, 11);
    count_first(m, "d2d4", 9, 12);
    count_first(m, "c2c4", 1, 2);  /* too few games */
    count_first(m, "a2a3", 50, 0); /* lost them all */
    made b = finish(m, &rules);
    assert_int_equal(b.n, 2);
    tby_polyglot book = open_made(&b);
    assert_int_equal(tby_polyglot_at(&book, 0).weight, 12);
    assert_int_equal(tby_polyglot_at(&book, 0).move, 11 << 6 | 27);
    assert_int_equal(tby_polyglot_at(&book, 1).weight, 11);
    free(b.bytes);

    rules.min_score = 600; /* d4 has 66.7 %, e4 55 % */
    rules.weight = TBY_POLYGLOT_SCORE;
    b = finish(m, &rules);
    assert_int_equal(b.n, 1);
    assert_int_equal(b.bytes[10] << 8 | b.bytes[11], 667);
    free(b.bytes);

    rules = (tby_polyglot_rules){.no_white = true};
    b = finish(m, &rules);
    assert_int_equal(b.n, 0);
    free(b.bytes);
    tby_polyglot_maker_free(m);
}

static void large_weights_shrink_together(void **state)
{
    tby_polyglot_maker *m = tby_polyglot_maker_new(NULL);
    tby_polyglot_rules rules = {.min_games = 0};

    (void)state;
    count_first(m, "e2e4", 100000, 200000);
    count_first(m, "d2d4", 100000, 100000);
    count_first(m, "h2h4", 2, 1);
    made b = finish(m, &rules);
    tby_polyglot book = open_made(&b);
    assert_int_equal(tby_polyglot_at(&book, 0).weight, 65535);
    assert_int_equal(tby_polyglot_at(&book, 1).weight, 32767);
    assert_int_equal(tby_polyglot_at(&book, 2).weight, 1);
    free(b.bytes);
    tby_polyglot_maker_free(m);
}

/* Random games: what is counted into two makers and joined is found again,
 * position by position. */
static void what_was_counted_is_found(void **state)
{
    tby_polyglot_maker *m = tby_polyglot_maker_new(NULL);
    tby_polyglot_maker *part = tby_polyglot_maker_new(NULL);
    tby_polyglot_rules rules = {.min_games = 0};
    rng r = rng_for(__func__);
    enum { GAMES = 60, PLIES = 30 };
    static tby_pos at[GAMES][PLIES];
    static tby_square passed[GAMES][PLIES];
    static tby_move played[GAMES][PLIES];
    size_t plies[GAMES] = {0};

    (void)state;
    for (int g = 0; g < GAMES; g++) {
        tby_pos p = tby_pos_start();
        tby_square ep = TBY_NO_SQUARE;
        for (; plies[g] < PLIES; plies[g]++) {
            tby_moves legal;
            tby_moves_legal(&p, &legal);
            if (legal.n == 0)
                break;
            tby_move move = legal.at[rng_below(&r, (uint32_t)legal.n)];
            at[g][plies[g]] = p;
            passed[g][plies[g]] = ep;
            played[g][plies[g]] = move;
            assert_int_equal(tby_polyglot_count(part, &p, ep, move, 1, 1),
                             TBY_OK);
            tby_pos_play(&p, move);
            ep = tby_polyglot_passed(&p, move);
        }
        if (g % 7 == 0) {
            assert_int_equal(tby_polyglot_add(m, part), TBY_OK);
            tby_polyglot_clear(part);
        }
    }
    assert_int_equal(tby_polyglot_add(m, part), TBY_OK);
    made b = finish(m, &rules);
    tby_polyglot book = open_made(&b);
    for (int g = 0; g < GAMES; g++)
        for (size_t i = 0; i < plies[g]; i++) {
            uint64_t key = tby_polyglot_key(&at[g][i], passed[g][i]);
            size_t first = 0, hits = 0;
            size_t n = tby_polyglot_find(&book, key, &first);
            for (size_t k = first; k < first + n; k++) {
                tby_polyglot_entry e = tby_polyglot_at(&book, k);
                hits +=
                    tby_polyglot_read_move(&at[g][i], e.move) == played[g][i];
            }
            CHECK(hits == 1, "game %d ply %zu: %zu", g, i, hits);
        }
    tby_polyglot_facts facts;
    assert_int_equal(tby_polyglot_judge(&book, NULL, &facts), TBY_OK);
    assert_int_equal(facts.entries, b.n);
    assert_int_equal(facts.reached, facts.positions);
    assert_int_equal(facts.reached_entries, b.n);
    assert_int_equal(facts.illegal, 0);
    free(b.bytes);
    tby_polyglot_maker_free(m);
    tby_polyglot_maker_free(part);
}

static void a_damaged_book_is_refused_at_its_byte(void **state)
{
    uint8_t raw[48] = {0};
    tby_polyglot book;
    tby_err err;

    (void)state;
    raw[7] = 5;
    raw[23] = 4;
    raw[39] = 6;
    assert_int_equal(tby_polyglot_open(&book, raw, 48, &err),
                     TBY_E_POLYGLOT_ORDER);
    assert_int_equal(err.at, 16);
    raw[23] = 5;
    assert_int_equal(tby_polyglot_open(&book, raw, 48, &err), TBY_OK);
    assert_int_equal(tby_polyglot_open(&book, raw, 47, &err),
                     TBY_E_POLYGLOT_SIZE);
    assert_int_equal(err.at, 32);
    assert_int_equal(tby_polyglot_open(&book, raw, 0, &err), TBY_OK);
}

/* --- merging --------------------------------------------------------------*/

typedef struct taken {
    tby_polyglot_entry at[8];
    size_t n;
} taken;

static tby_rc take(void *ctx, const tby_polyglot_entry *e)
{
    taken *t = ctx;

    assert_true(t->n < 8);
    t->at[t->n++] = *e;
    return TBY_OK;
}

static void merging_adds_the_weights(void **state)
{
    static const tby_polyglot_entry A[] = {{2, 7, 1, 1}, {2, 0, 2, 60000}},
                                    B[] = {{1, 0, 3, 1},
                                           {2, 0, 4, 9000},
                                           {2, 0, 2, 6000},
                                           {3, 0, 5, 1}};
    uint8_t a[32], b[64];
    tby_polyglot books[2];
    taken t = {.n = 0};

    (void)state;
    for (size_t i = 0; i < 2; i++)
        tby_polyglot_write(&A[i], a + 16 * i);
    for (size_t i = 0; i < 4; i++)
        tby_polyglot_write(&B[i], b + 16 * i);
    assert_int_equal(tby_polyglot_open(&books[0], a, 32, NULL), TBY_OK);
    assert_int_equal(tby_polyglot_open(&books[1], b, 64, NULL), TBY_OK);
    assert_int_equal(tby_polyglot_merge(books, 2, NULL, take, &t), TBY_OK);
    assert_int_equal(t.n, 5);
    assert_int_equal(t.at[0].move, 3);
    assert_int_equal(t.at[1].move, 2);
    assert_int_equal(t.at[1].weight, 65535); /* of 66000 */
    assert_int_equal(t.at[2].move, 4);
    assert_int_equal(t.at[2].weight, 8936);
    assert_int_equal(t.at[3].move, 1);
    assert_int_equal(t.at[3].learn, 7);
    assert_int_equal(t.at[4].move, 5);
}

static void too_many_moves_of_a_position_are_refused(void **state)
{
    static uint8_t raw[TBY_POLYGLOT_ENTRY * (TBY_POLYGLOT_MOVES + 1)];
    tby_polyglot book;
    tby_err err;

    (void)state;
    assert_int_equal(
        tby_polyglot_open(&book, raw, sizeof raw - TBY_POLYGLOT_ENTRY, &err),
        TBY_OK);
    assert_int_equal(tby_polyglot_open(&book, raw, sizeof raw, &err),
                     TBY_E_POLYGLOT_CROWD);
    assert_int_equal(err.at, TBY_POLYGLOT_ENTRY * TBY_POLYGLOT_MOVES);
}

static void nothing_leaks_without_memory(void **state)
{
    (void)state;
    for (size_t calls = 0; calls < 40; calls++) {
        failing f = {.calls_left = calls};
        tby_alloc alloc = failing_alloc(&f);
        tby_polyglot_maker *m = tby_polyglot_maker_new(&alloc);
        tby_pos p = tby_pos_start();
        tby_moves legal;
        size_t n = 0;

        tby_moves_legal(&p, &legal);
        for (size_t i = 0; m && i < legal.n; i++)
            if (tby_polyglot_count(m, &p, TBY_NO_SQUARE, legal.at[i], 1, 1) !=
                TBY_OK)
                break;
        if (m && tby_polyglot_finish(m, &(tby_polyglot_rules){0}, &n) == TBY_OK)
            assert_true(n <= 20);
        tby_polyglot_maker_free(m);
        assert_int_equal(f.blocks, 0);
        assert_false(f.wrong_size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_keys_come_out),
        cmocka_unit_test(the_keys_of_the_shared_file_come_out),
        cmocka_unit_test(en_passant_counts_though_it_is_illegal),
        cmocka_unit_test(a_passed_square_is_that_of_two_steps),
        cmocka_unit_test(moves_survive_their_bits),
        cmocka_unit_test(castling_is_read_in_both_forms),
        cmocka_unit_test(rules_choose_and_weigh),
        cmocka_unit_test(large_weights_shrink_together),
        cmocka_unit_test(what_was_counted_is_found),
        cmocka_unit_test(a_damaged_book_is_refused_at_its_byte),
        cmocka_unit_test(merging_adds_the_weights),
        cmocka_unit_test(too_many_moves_of_a_position_are_refused),
        cmocka_unit_test(nothing_leaks_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
