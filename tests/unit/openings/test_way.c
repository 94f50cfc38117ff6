/* test_way.c - moves between two positions that random games have shown to be
 * so far apart. */
#include "core/openings/way.h"
#include "support/positions.h"

#include <string.h>

static tby_way_memory *new_memory(void)
{
    tby_way_memory *memory = calloc(1, sizeof *memory);

    CHECK(memory, "no memory");
    return memory;
}

static void check_way(const tby_pos *from, const tby_pos *to,
                      const tby_move *way, unsigned plies)
{
    tby_pos p = *from;

    for (unsigned i = 0; i < plies; i++) {
        CHECK(tby_pos_judge(&p, way[i]) == TBY_OK, "move %u from %s", i,
              fen_of(from).s);
        tby_pos_play(&p, way[i]);
    }
    CHECK(tby_pos_same(&p, to), "from %s to %s", fen_of(from).s, fen_of(to).s);
}

/* Up to n random moves; how many. */
static unsigned play_some(rng *r, tby_pos *p, unsigned n)
{
    unsigned played = 0;

    for (tby_move m; played < n && (m = random_move(r, p)) != TBY_MOVE_NONE;
         played++)
        tby_pos_play(p, m);
    return played;
}

/* Whatever was played, the bound is not above it and of the same parity. */
static void the_bound_is_never_too_high(void **state)
{
    rng r = rng_for(__func__);

    (void)state;
    for (int i = 0; i < 20000; i++) {
        tby_pos from = random_position(&r, (int)rng_below(&r, KINDS));
        tby_pos to = from;
        unsigned plies = play_some(&r, &to, rng_below(&r, 12));
        unsigned bound = tby_way_bound(&from, &to);
        CHECK(bound <= plies && (plies - bound) % 2 == 0,
              "%u for %u from %s to %s", bound, plies, fen_of(&from).s,
              fen_of(&to).s);
    }
}

static void what_was_played_is_found(void **state)
{
    tby_way_memory *memory = new_memory();
    rng r = rng_for(__func__);
    tby_move way[TBY_WAY_MAX];

    (void)state;
    for (int i = 0; i < 2000; i++) {
        tby_pos from = random_position(&r, (int)rng_below(&r, KINDS));
        tby_pos to = from;
        unsigned plies = play_some(&r, &to, 1 + rng_below(&r, 2));
        if (plies == 0)
            continue;
        CHECK(tby_way_find(memory, &from, &to, plies, way), "%u from %s to %s",
              plies, fen_of(&from).s, fen_of(&to).s);
        check_way(&from, &to, way, plies);
    }
    free(memory);
}

/* Longer ways, as books need them, out of the opening. */
static void most_longer_ways_are_found(void **state)
{
    tby_way_memory *memory = new_memory();
    rng r = rng_for(__func__);
    tby_move way[TBY_WAY_MAX];
    unsigned found = 0, asked = 0;

    (void)state;
    for (int i = 0; i < 300; i++) {
        tby_pos from = tby_pos_start(), to;
        play_some(&r, &from, rng_below(&r, 8));
        to = from;
        unsigned plies = play_some(&r, &to, 3 + rng_below(&r, 4));
        if (plies == 0)
            continue;
        asked++;
        if (!tby_way_find(memory, &from, &to, plies, way))
            continue;
        found++;
        check_way(&from, &to, way, plies);
    }
    printf("%u of %u ways of 3 to 6 plies\n", found, asked);
    CHECK(10 * found > 8 * asked, "%u of %u", found, asked);
    free(memory);
}

static void what_is_not_there_is_not_found(void **state)
{
    static const struct {
        const char *from, *to;
    } APART[] = {
        /* a pawn goes back, a right comes back, a man comes back */
        {"4k3/8/8/8/4P3/8/8/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - -"},
        {"4k3/8/8/8/8/8/8/4K2R w - -", "4k3/8/8/8/8/8/8/4K2R w K -"},
        {"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K2R w - -"},
    };
    tby_way_memory *memory = new_memory();
    tby_move way[TBY_WAY_MAX];

    (void)state;
    for (size_t i = 0; i < LENGTH(APART); i++) {
        tby_pos from = pos_of(APART[i].from), to = pos_of(APART[i].to);
        assert_int_equal(tby_way_bound(&from, &to), TBY_WAY_NONE);
        assert_false(tby_way_find(memory, &from, &to, 2, way));
    }
    /* White needs two moves, and so does Black's king to be where it was. */
    tby_pos from = pos_of("k7/8/8/8/8/8/8/K1B5 w - -");
    tby_pos to = pos_of("k7/8/8/8/8/2B5/8/K7 b - -");
    assert_int_equal(tby_way_bound(&from, &to), 1);
    assert_false(tby_way_find(memory, &from, &to, 1, way));
    assert_false(tby_way_find(memory, &from, &to, 3, way));
    assert_true(tby_way_find(memory, &from, &to, 5, way));
    check_way(&from, &to, way, 5);
    free(memory);
}

/* Players save the bishop first and castle later. */
static void ways_are_those_of_players(void **state)
{
    tby_way_memory *memory = new_memory();
    tby_pos from = pos_of("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/"
                          "RNBQK2R w KQkq -");
    tby_pos to = pos_of("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/"
                        "RNBQ1RK1 b kq -");
    tby_move way[TBY_WAY_MAX];
    char san[TBY_SAN_MAX];

    (void)state;
    assert_int_equal(tby_way_bound(&from, &to), 3);
    assert_true(tby_way_find(memory, &from, &to, 3, way));
    tby_san_write(&from, way[0], san);
    assert_string_equal(san, "Ba4");
    check_way(&from, &to, way, 3);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_is_never_too_high),
        cmocka_unit_test(what_was_played_is_found),
        cmocka_unit_test(most_longer_ways_are_found),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(ways_are_those_of_players),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
