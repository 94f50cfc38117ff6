/* test_prefix.c - games that begin with some moves, next to a plain look at the
 * moves of all.
 *
 * The games shuffle knights and a few pawns, so that they transpose and come
 * back to where they were all the time, the start too; and some begin elsewhere
 * and come to the start by and by. */
#include "support/positions.h"

#include "store/store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 6000, PLIES = 14, FIRST_BATCH = 4500, SETUPS = 10 };

typedef struct line {
    bool setup;
    uint32_t plies;
    store_code codes[PLIES];
    tby_move moves[PLIES];
} line;

typedef struct world {
    line *lines;
    tby_store *store;
    char path[64];
} world;

/* --- games ----------------------------------------------------------------*/

/* Moves of knights and of rook pawns, most of them the same few. */
static tby_move choose(rng *r, const tby_pos *pos)
{
    tby_moves moves;
    tby_move some[TBY_MOVES_MAX];
    unsigned n = 0;

    tby_moves_legal(pos, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        tby_square from = tby_move_from(moves.at[i]);
        if (tby_pos_role(pos, TBY_KNIGHT) & tby_bit(from) || from % 8 == 0)
            some[n++] = moves.at[i];
    }
    if (n == 0) /* out of check */
        return moves.n ? moves.at[0] : TBY_MOVE_NONE;
    return some[rng_below(r, rng_chance(r, 70) && n > 3 ? 3 : n)];
}

enum { F3 = 21, F6 = 45, G1 = 6, G8 = 62 };

static tby_move knight(tby_square from, tby_square to)
{
    return tby_move_make(from, to, TBY_NO_ROLE);
}

/* Two moves away from the start: Ng1 and Ng8 lead there. */
static tby_pos knights_out(void)
{
    tby_pos pos = tby_pos_start();

    tby_pos_play(&pos, knight(G1, F3));
    tby_pos_play(&pos, knight(G8, F6));
    return pos;
}

static void make_line(rng *r, line *l)
{
    tby_pos pos = l->setup ? knights_out() : tby_pos_start();

    l->plies = rng_below(r, PLIES + 1);
    for (uint32_t i = 0; i < l->plies; i++) {
        l->moves[i] = l->setup && i == 0   ? knight(F3, G1)
                      : l->setup && i == 1 ? knight(F6, G8)
                                           : choose(r, &pos);
        if (l->moves[i] == TBY_MOVE_NONE)
            l->plies = i;
        if (i >= l->plies)
            break;
        l->codes[i] = tby__code_of(&pos, l->moves[i]);
        tby_pos_play(&pos, l->moves[i]);
    }
}

static void add_game(tby_store *f, store_packer *packer, const line *l)
{
    tby_game g;
    store_packed packed;
    uint64_t id;

    tby_game_init(&g, NULL);
    if (l->setup) {
        g.start = knights_out();
        g.setup = true;
    }
    for (uint32_t i = 0; i < l->plies; i++) {
        assert_int_equal(tby_game_add_item(&g, (tby_item){.kind = TBY_ITEM_MOVE,
                                                          .move = l->moves[i]}),
                         TBY_OK);
    }
    assert_int_equal(tby__store_pack(packer, &g, &packed), TBY_OK);
    assert_int_equal(tby_store_append(f, &packed, &id), TBY_OK);
    tby_game_free(&g);
}

/* In two batches, so that there are two runs. */
static void make_world(world *w, rng *r)
{
    const tby_store_work options = {.memory = 64 << 20, .threads = 1};
    store_packer *packer;
    tby_store *f;

    w->lines = calloc(GAMES, sizeof *w->lines);
    assert_non_null(w->lines);
    snprintf(w->path, sizeof w->path, "/tmp/tabiya-prefix-%d.tdb", getpid());
    unlink(w->path);
    assert_int_equal(tby__packer_open(&packer), TBY_OK);
    assert_int_equal(tby_store_open(&f, w->path, TBY_STORE_WRITE), TBY_OK);
    for (uint32_t i = 0; i < GAMES; i++) {
        size_t known;
        tby_store_fingerprint fingerprint = {i, 1};
        if (i == 0 || i == FIRST_BATCH)
            assert_int_equal(tby_store_batch(f, &fingerprint, 1, &known),
                             TBY_OK);
        w->lines[i].setup = rng_below(r, SETUPS) == 0;
        make_line(r, &w->lines[i]);
        add_game(f, packer, &w->lines[i]);
        if (i + 1 == FIRST_BATCH || i + 1 == GAMES) {
            assert_int_equal(tby_store_commit(f), TBY_OK);
            assert_int_equal(tby_store_index(f, &options), TBY_OK);
        }
    }
    tby_store_close(f);
    tby__packer_close(packer);
    assert_int_equal(tby_store_open(&w->store, w->path, TBY_STORE_READ),
                     TBY_OK);
}

static void end_world(world *w)
{
    tby_store_close(w->store);
    unlink(w->path);
    free(w->lines);
}

/* --- questions ------------------------------------------------------------*/

static bool begins(const line *l, const line *with, uint32_t n)
{
    return !l->setup && l->plies >= n &&
           memcmp(l->codes, with->codes, n * sizeof *l->codes) == 0;
}

/* The first n moves as they are typed. */
static void spell(const line *l, uint32_t n, char *to, size_t cap)
{
    tby_pos pos = tby_pos_start();
    size_t at = 0;

    to[0] = '\0';
    for (uint32_t i = 0; i < n; i++) {
        char san[TBY_SAN_MAX];
        tby_san_write(&pos, l->moves[i], san);
        at += (size_t)snprintf(to + at, cap - at, "%s%s", i ? " " : "", san);
        tby_pos_play(&pos, l->moves[i]);
    }
}

static void check_prefix(const world *w, const line *l, uint32_t n)
{
    char text[16 * PLIES];
    store_filter filter;
    tby_games_answer a;
    size_t at = 0;

    spell(l, n, text, sizeof text);
    tby__filter_init(&filter);
    assert_int_equal(
        tby__filter_set(&filter, tby_str_of("moves"), tby_str_of(text), NULL),
        TBY_OK);
    assert_int_equal(tby_store_find(w->store, &filter, TBY_BY_ID, 0, 0, &a),
                     TBY_OK);
    for (uint32_t i = 0; i < GAMES; i++)
        if (begins(&w->lines[i], l, n)) {
            CHECK(at < a.n && a.ids[at] == i + 1, "%s: game %u is missing",
                  text, i + 1);
            at++;
        }
    CHECK(at == a.n, "%s: %zu games instead of %zu", text, a.n, at);
    tby_games_free(&a);
}

static void orders_are_exact(void **state)
{
    rng r = rng_for(__func__);
    world w;

    (void)state;
    make_world(&w, &r);
    for (unsigned i = 0; i < 400; i++) {
        line l = w.lines[rng_below(&r, GAMES)];
        if (l.setup) { /* its moves mean nothing from the start */
            l.setup = false;
            make_line(&r, &l);
        }
        if (l.plies)
            check_prefix(&w, &l, 1 + rng_below(&r, l.plies));
    }
    for (unsigned i = 0; i < 100; i++) { /* short ones, of many games */
        line l = {.plies = 0};
        make_line(&r, &l);
        for (uint32_t n = 1; n <= 4 && n <= l.plies; n++)
            check_prefix(&w, &l, n);
    }
    end_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_exact),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
