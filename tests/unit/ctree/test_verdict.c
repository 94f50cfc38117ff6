/* test_verdict.c - verdicts over graphs: next to a slow and simple way on
 * random graphs, and against published figures on an endgame. */
#include "support/failing.h"
#include "support/graphs.h"

#include <string.h>

enum { NODES = 60, LINKS = 6 * NODES };

/* A net with the memory it needs. */
typedef struct web {
    tby_net net;
    uint32_t first[NODES + 1], to[LINKS], depth[NODES];
    uint8_t partial[NODES], leaf[NODES], verdict[NODES];
} web;

/* --- random graphs ----------------------------------------------------------
 */

/* Links to anywhere, so that circles are the rule; leaves that are few or many.
 */
static void make_web(rng *r, web *w)
{
    unsigned leaves = 2 + rng_below(r, 40), holes = rng_below(r, 3) * 10;
    unsigned most = 1 + rng_below(r, 5);

    w->net = (tby_net){1 + rng_below(r, NODES), w->first, w->to,
                       holes ? w->partial : NULL};
    w->first[0] = 0;
    for (uint32_t i = 0; i < w->net.n; i++) {
        uint32_t end = w->first[i] + rng_below(r, most + 1);
        w->leaf[i] = rng_chance(r, leaves) ? (uint8_t)(1 + rng_below(r, 3)) : 0;
        w->partial[i] = rng_chance(r, holes);
        for (uint32_t k = w->first[i]; k < end; k++)
            w->to[k] = rng_below(r, w->net.n);
        w->first[i + 1] = end;
    }
    memcpy(w->verdict, w->leaf, sizeof w->leaf);
}

/* What the links of a node say by the definition alone, from the verdicts of a
 * round before. */
static uint8_t define(const web *w, const uint8_t *before, uint32_t i)
{
    unsigned of[4] = {0}, n = w->first[i + 1] - w->first[i];
    bool all = !w->net.partial || !w->partial[i];

    for (uint32_t k = w->first[i]; k < w->first[i + 1]; k++)
        of[before[w->to[k]]]++;
    if (of[TBY_VERDICT_LOSS])
        return TBY_VERDICT_WIN;
    if (!all || n == 0 || of[TBY_VERDICT_UNKNOWN])
        return TBY_VERDICT_UNKNOWN;
    return of[TBY_VERDICT_DRAW] ? TBY_VERDICT_DRAW : TBY_VERDICT_LOSS;
}

/* All nodes again and again until nothing changes; the round in which a node
 * got its verdict is its depth if it is won or lost. */
static void solve_slowly(const web *w, uint8_t *verdict, uint32_t *round)
{
    uint8_t before[NODES];
    bool changed = true;

    memcpy(verdict, w->leaf, sizeof w->leaf);
    memset(round, 0, NODES * sizeof *round);
    for (uint32_t n = 1; changed; n++) {
        changed = false;
        memcpy(before, verdict, sizeof before);
        for (uint32_t i = 0; i < w->net.n; i++) {
            if (before[i] != TBY_VERDICT_UNKNOWN)
                continue;
            verdict[i] = define(w, before, i);
            changed |= verdict[i] != TBY_VERDICT_UNKNOWN;
            round[i] = n;
        }
    }
}

/* A line ends at a leaf, after as many moves as the depth says, and the verdict
 * goes from side to side on the way. */
static void check_line(const web *w, uint32_t node)
{
    uint32_t links[NODES];
    size_t n = 0;
    bool turned = false;

    for (uint32_t k, at = node;
         (k = tby_verdict_next(&w->net, w->verdict, w->depth, at)) !=
         TBY_NO_LINK;
         at = w->to[k]) {
        assert_true(n < LENGTH(links));
        links[n++] = k;
    }

    if (w->verdict[node] == TBY_VERDICT_UNKNOWN) {
        assert_int_equal(n, 0);
        assert_int_equal(w->depth[node], TBY_NO_DEPTH);
        return;
    }
    assert_int_equal(n, w->depth[node]);
    uint8_t verdict = w->verdict[node];
    for (size_t i = 0; i < n; i++, turned = !turned) {
        assert_true(links[i] >= w->first[node] &&
                    links[i] < w->first[node + 1]);
        assert_int_equal(w->leaf[node], TBY_VERDICT_UNKNOWN);
        node = w->to[links[i]];
    }
    if (turned && verdict != TBY_VERDICT_DRAW)
        verdict ^= TBY_VERDICT_WIN ^ TBY_VERDICT_LOSS;
    assert_int_equal(w->leaf[node], verdict);
}

/* The winner keeps to the line, the other side does what it likes: the end
 * comes no later than the depth says. */
static void play_against(rng *r, const web *w, uint32_t node)
{
    uint32_t left = w->depth[node];
    bool winner = w->verdict[node] == TBY_VERDICT_WIN;

    for (; w->leaf[node] == TBY_VERDICT_UNKNOWN; left--, winner = !winner) {
        uint32_t n = w->first[node + 1] - w->first[node];
        uint32_t k = winner
                         ? tby_verdict_next(&w->net, w->verdict, w->depth, node)
                         : w->first[node] + rng_below(r, n);
        CHECK(left > 0, "the line goes on");
        node = w->to[k];
    }
    assert_int_equal(w->leaf[node],
                     winner ? TBY_VERDICT_WIN : TBY_VERDICT_LOSS);
}

static void check_node(rng *r, const web *w, uint32_t i, uint32_t round)
{
    uint32_t draw = TBY_NO_DEPTH;
    bool decided = w->verdict[i] >= TBY_VERDICT_WIN;

    check_line(w, i);
    if (decided) {
        CHECK(w->depth[i] == round, "node %u: %u and %u", i, w->depth[i],
              round);
        play_against(r, w, i);
    }
    if (w->verdict[i] != TBY_VERDICT_DRAW || w->leaf[i])
        return;
    for (uint32_t k = w->first[i]; k < w->first[i + 1]; k++)
        if (w->verdict[w->to[k]] == TBY_VERDICT_DRAW &&
            w->depth[w->to[k]] < draw)
            draw = w->depth[w->to[k]];
    assert_int_equal(w->depth[i], draw + 1);
}

static void random_graphs_agree_with_the_definition(void **state)
{
    rng r = rng_for(__func__);
    static web w;
    unsigned found[4] = {0};

    (void)state;
    for (int i = 0; i < 20000; i++) {
        uint8_t verdict[NODES];
        uint32_t round[NODES];
        make_web(&r, &w);
        solve_slowly(&w, verdict, round);
        assert_int_equal(tby_verdict_solve(&w.net, NULL, w.verdict, w.depth),
                         TBY_OK);
        for (uint32_t k = 0; k < w.net.n; k++) {
            CHECK(w.verdict[k] == verdict[k], "node %u: %s instead of %s", k,
                  tby_verdict_name(w.verdict[k]), tby_verdict_name(verdict[k]));
            check_node(&r, &w, k, round[k]);
            found[w.leaf[k] ? 0 : w.verdict[k]]++;
        }
    }
    printf("%u wins, %u losses, %u draws\n", found[TBY_VERDICT_WIN],
           found[TBY_VERDICT_LOSS], found[TBY_VERDICT_DRAW]);
    assert_true(found[TBY_VERDICT_WIN] > 1000 &&
                found[TBY_VERDICT_LOSS] > 1000 &&
                found[TBY_VERDICT_DRAW] > 1000);
}

/* --- an endgame -------------------------------------------------------------
 */

/* King and one piece against king: node = ((turn * 64 + king) * 64 + piece) *
 * 64 + other king, and one more for what is left when the piece is taken. */
enum { POSITIONS = 2 * 64 * 64 * 64, TAKEN = POSITIONS, ENDGAME_MOVES = 28 };

typedef struct endgame {
    tby_net net;
    uint32_t *first, *to, *depth;
    uint8_t *verdict;
} endgame;

static uint32_t endgame_node(const tby_pos *p, tby_role role)
{
    tby_bb white = tby_pos_color(p, TBY_WHITE);
    tby_bb kings = tby_pos_role(p, TBY_KING), piece = tby_pos_role(p, role);

    if (!piece)
        return TAKEN;
    return (((uint32_t)p->turn * 64 +
             (uint32_t)__builtin_ctzll(kings & white)) *
                64 +
            (uint32_t)__builtin_ctzll(piece)) *
               64 +
           (uint32_t)__builtin_ctzll(kings & ~white);
}

/* False if there is no such position. */
static bool endgame_pos(uint32_t node, tby_role role, tby_pos *p)
{
    uint32_t king = node >> 12 & 63, piece = node >> 6 & 63, other = node & 63;
    tby_setup s = {.turn = (tby_color)(node >> 18), .ep = TBY_NO_SQUARE};

    if (king == piece || king == other || piece == other)
        return false;
    s.board[king] = tby_piece_of(TBY_WHITE, TBY_KING);
    s.board[piece] = tby_piece_of(TBY_WHITE, role);
    s.board[other] = tby_piece_of(TBY_BLACK, TBY_KING);
    return tby_pos_from_setup(&s, 0, p, NULL) == TBY_OK;
}

static void add_position(endgame *e, uint32_t node, tby_role role)
{
    tby_moves legal = {.n = 0};
    uint32_t end = e->first[node];
    tby_pos p;

    e->verdict[node] = TBY_VERDICT_UNKNOWN;
    if (endgame_pos(node, role, &p)) {
        tby_moves_legal(&p, &legal);
        if (legal.n == 0)
            e->verdict[node] =
                tby_pos_checkers(&p) ? TBY_VERDICT_LOSS : TBY_VERDICT_DRAW;
    }
    for (size_t i = 0; i < legal.n; i++) {
        tby_pos after = p;
        tby_pos_play(&after, legal.at[i]);
        e->to[end++] = endgame_node(&after, role);
    }
    e->first[node + 1] = end;
}

/* The longest way to mate from any position of White's turn, in moves. */
static unsigned longest_mate(tby_role role)
{
    endgame e = {.first = malloc((POSITIONS + 2) * sizeof *e.first),
                 .to = malloc(POSITIONS * ENDGAME_MOVES * sizeof *e.to),
                 .depth = malloc((POSITIONS + 1) * sizeof *e.depth),
                 .verdict = malloc(POSITIONS + 1)};
    uint32_t longest = 0;

    assert_true(e.first && e.to && e.depth && e.verdict);
    e.net = (tby_net){POSITIONS + 1, e.first, e.to, NULL};
    e.first[0] = 0;
    for (uint32_t i = 0; i < POSITIONS; i++)
        add_position(&e, i, role);
    e.first[TAKEN + 1] = e.first[TAKEN];
    e.verdict[TAKEN] = TBY_VERDICT_DRAW;
    assert_int_equal(tby_verdict_solve(&e.net, NULL, e.verdict, e.depth),
                     TBY_OK);
    for (uint32_t i = 0; i < POSITIONS / 2; i++)
        if (e.verdict[i] == TBY_VERDICT_WIN && e.depth[i] > longest)
            longest = e.depth[i];
    free(e.first);
    free(e.to);
    free(e.depth);
    free(e.verdict);
    return (longest + 1) / 2;
}

/* Known since the first endgame tables were made. */
static void endgames_are_as_long_as_published(void **state)
{
    (void)state;
    assert_int_equal(longest_mate(TBY_QUEEN), 10);
    assert_int_equal(longest_mate(TBY_ROOK), 16);
}

static void no_memory_leaves_nothing_behind(void **state)
{
    failing f = {.calls_left = SIZE_MAX};
    tby_alloc alloc = failing_alloc(&f);
    rng r = rng_for(__func__);
    static web w;
    tby_rc rc = TBY_E_NOMEM;

    (void)state;
    make_web(&r, &w);
    for (size_t calls = 0; rc == TBY_E_NOMEM; calls++) {
        f.calls_left = calls;
        rc = tby_verdict_solve(&w.net, &alloc, w.verdict, w.depth);
        assert_int_equal(f.blocks, 0);
    }
    assert_int_equal(rc, TBY_OK);
    failing_check_back(&f);
}

static void an_empty_net_proves_nothing(void **state)
{
    uint32_t first[1] = {0};
    tby_net net = {.n = 0, .first = first};

    (void)state;
    assert_int_equal(tby_verdict_solve(&net, NULL, NULL, NULL), TBY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_agree_with_the_definition),
        cmocka_unit_test(endgames_are_as_long_as_published),
        cmocka_unit_test(no_memory_leaves_nothing_behind),
        cmocka_unit_test(an_empty_net_proves_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
