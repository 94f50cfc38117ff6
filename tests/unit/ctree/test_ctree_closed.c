/* test_ctree_closed.c - king and pawn against king as a closed tree: every
 * position that can come of one, the queens and rooks that the pawn becomes
 * included.  All verdicts are held against a solution that shares nothing with
 * the library, moves included, and that against published figures. */
#include "core/ctree/ctree.h"
#include "core/ctree/ctree_net.h"
#include "support/positions.h"

#include <stdlib.h>

/* --- a solution of its own ------------------------------------------------*/

/* White has a king and one of these. */
enum { QUEEN, ROOK, PAWN, PIECES };
enum { SIZE = 2 * 64 * 64 * 64 };

typedef struct board {
    int kind, turn; /* turn 1: Black */
    int king, piece, other;
} board;

/* By kind and position, in which round it was seen that White wins, whoever is
 * to move; 0: White does not. */
static uint8_t won[PIECES][SIZE];

static uint8_t *place_of(const board *b)
{
    return &won[b->kind]
               [((b->turn * 64 + b->king) * 64 + b->piece) * 64 + b->other];
}

static bool near(int a, int b)
{
    return abs(a % 8 - b % 8) <= 1 && abs(a / 8 - b / 8) <= 1;
}

/* Does the piece go from its square to another, with White's king in the way
 * and, for moves, Black's? */
static bool reaches(const board *b, int to, bool stops)
{
    int x = to % 8 - b->piece % 8, y = to / 8 - b->piece / 8;
    int dx = (x > 0) - (x < 0), dy = (y > 0) - (y < 0);

    if (b->kind == PAWN)
        return y == 1 && abs(x) == 1; /* what it attacks */
    if (to == b->piece || (x && y && (b->kind == ROOK || abs(x) != abs(y))))
        return false;
    for (int at = b->piece + 8 * dy + dx; at != to; at += 8 * dy + dx)
        if (at == b->king || (stops && at == b->other))
            return false;
    return to != b->king;
}

static bool legal(const board *b)
{
    return b->king != b->piece && b->king != b->other && b->piece != b->other &&
           !near(b->king, b->other) &&
           (b->kind != PAWN || (b->piece / 8 > 0 && b->piece / 8 < 7)) &&
           (b->turn || !reaches(b, b->other, false));
}

/* May Black's king stand there?  It hides nothing behind it. */
static bool safe(const board *b, int to)
{
    return !near(b->king, to) && (to == b->piece || !reaches(b, to, false));
}

static bool black_lost(const board *b)
{
    bool moves = false;

    for (int step = 0; step < 9; step++) {
        int x = b->other % 8 + step % 3 - 1, y = b->other / 8 + step / 3 - 1;
        int to = 8 * y + x;
        board after = *b;

        if (x < 0 || x > 7 || y < 0 || y > 7 || step == 4 || !safe(b, to))
            continue;
        moves = true;
        after.turn = 0;
        after.other = to;
        if (to == b->piece || !*place_of(&after))
            return false;
    }
    return moves || reaches(b, b->other, false);
}

/* Only what is legal was ever found to be won. */
static bool lost_after(board b, int kind, int king, int piece)
{
    b.turn = 1;
    b.kind = kind;
    b.king = king;
    b.piece = piece;
    return *place_of(&b);
}

static bool pawn_wins(const board *b)
{
    int to = b->piece + 8;

    if (to == b->king || to == b->other)
        return false;
    if (to >= 56)
        return lost_after(*b, QUEEN, b->king, to) ||
               lost_after(*b, ROOK, b->king, to);
    if (lost_after(*b, PAWN, b->king, to))
        return true;
    to += 8;
    return b->piece / 8 == 1 && to != b->king && to != b->other &&
           lost_after(*b, PAWN, b->king, to);
}

static bool white_won(const board *b)
{
    for (int to = 0; to < 64; to++) {
        if (to != b->king && near(to, b->king) &&
            lost_after(*b, b->kind, to, b->piece))
            return true;
        if (b->kind != PAWN && lost_after(*b, b->kind, b->king, to) &&
            reaches(b, to, true))
            return true;
    }
    return b->kind == PAWN && pawn_wins(b);
}

/* All positions again and again until nothing changes: Black's, then White's.
 * Returns the moves that White's longest win takes. */
static unsigned solve(int kind)
{
    bool changed = true;
    unsigned round = 0, longest = 0;

    while (changed) {
        changed = false;
        round++;
        for (int turn = 1; turn >= 0; turn--)
            for (int i = 0; i < SIZE / 2; i++) {
                board b = {kind, turn, i >> 12, i >> 6 & 63, i & 63};

                if (*place_of(&b) || !legal(&b) ||
                    !(turn ? black_lost(&b) : white_won(&b)))
                    continue;
                *place_of(&b) = (uint8_t)round;
                longest = turn ? longest : round;
                changed = true;
            }
    }
    return longest;
}

/* Queen and rook mate in ten and sixteen moves at most.  Of a pawn on the files
 * a to d, White to move wins 62480 of 81664 positions, and 48802 are lost for
 * Black to move: the 111282 wins of the bit tables of engines. */
static void the_truth_is_as_published(void **state)
{
    unsigned wins[2] = {0}, all[2] = {0};

    (void)state;
    assert_int_equal(solve(QUEEN), 10);
    assert_int_equal(solve(ROOK), 16);
    solve(PAWN);
    for (int i = 0; i < SIZE; i++) {
        board b = {PAWN, i >> 18, i >> 12 & 63, i >> 6 & 63, i & 63};

        if (b.piece % 8 > 3 || !legal(&b))
            continue;
        all[b.turn]++;
        wins[b.turn] += *place_of(&b) != 0;
    }
    assert_int_equal(all[0], 81664);
    assert_int_equal(wins[0], 62480);
    assert_int_equal(wins[1], 48802);
}

/* --- the tree -------------------------------------------------------------*/

static tby_verdict truth(const tby_pos *p)
{
    tby_bb white = tby_pos_color(p, TBY_WHITE);
    tby_bb kings = tby_pos_role(p, TBY_KING), piece = white & ~kings;
    board b = {.turn = p->turn == TBY_BLACK,
               .king = __builtin_ctzll(kings & white),
               .other = __builtin_ctzll(kings & ~white)};

    if (!piece ||
        piece & (tby_pos_role(p, TBY_KNIGHT) | tby_pos_role(p, TBY_BISHOP)))
        return TBY_VERDICT_DRAW;
    b.piece = __builtin_ctzll(piece);
    b.kind = piece & tby_pos_role(p, TBY_QUEEN)  ? QUEEN
             : piece & tby_pos_role(p, TBY_ROOK) ? ROOK
                                                 : PAWN;
    if (!*place_of(&b))
        return TBY_VERDICT_DRAW;
    return b.turn ? TBY_VERDICT_LOSS : TBY_VERDICT_WIN;
}

static unsigned count_wrong(const tby_ctree_net *net, const tby_pos *pos,
                            unsigned by_closing[1])
{
    unsigned wrong = 0;

    *by_closing = 0;
    for (uint32_t i = 0; i < net->n; i++) {
        wrong += net->verdict[i] != truth(&pos[i]);
        *by_closing += net->depth[i] == TBY_NO_DEPTH;
    }
    return wrong;
}

/* The tree as its file would be read, but for the names of parents.  It is
 * closed, so that every move has its link. */
static void read_grown(tby_ctree *t, const tby_ctree_grown *g,
                       const tby_ctree_net *net)
{
    tby_ctree_init(t, NULL);
    for (uint32_t i = 0; i < g->n; i++) {
        tby_ctree_node node = {.id = i,
                               .pos = g->pos[i],
                               .dialect = TBY_CTREE_V1,
                               .ending = g->ending[i]};
        tby_moves moves;

        assert_int_equal(tby_ctree_add_node(t, &node), TBY_OK);
        tby_ctree_grown_moves(g, i, &moves);
        for (size_t k = 0; k < moves.n; k++) {
            tby_ctree_item item = {.kind = TBY_CTREE_MOVE,
                                   .move = moves.at[k],
                                   .value = net->to[net->first[i] + k]};

            assert_int_equal(tby_ctree_add_item(t, item), TBY_OK);
        }
    }
}

static void refuse_fault(void *ctx, const tby_ctree_fault *f)
{
    (void)ctx;
    CHECK(false, "%s", f->text);
}

static void a_closed_tree_is_solved(void **state)
{
    tby_ctree_grow_job job = {.root = pos_of("8/8/8/4k3/8/8/P7/K7 w - - 0 1"),
                              .depth = 256,
                              .max = 1 << 20};
    tby_ctree_listener listener = {refuse_fault, NULL};
    tby_ctree_grown g;
    tby_ctree_net net;
    tby_ctree_stats s;
    tby_ctree t;
    unsigned by_closing;

    (void)state;
    assert_int_equal(tby_ctree_grow(&g, &job, NULL), TBY_OK);
    assert_int_equal(tby_ctree_net_grown(&net, &g), TBY_OK);
    assert_true(net.closed);
    assert_int_equal(count_wrong(&net, g.pos, &by_closing), 0);
    printf("%u nodes, %u of them drawn because the tree is closed\n", g.n,
           by_closing);
    assert_true(by_closing > 10000);

    read_grown(&t, &g, &net);
    tby_ctree_net_free(&net);
    assert_int_equal(tby_ctree_stats_of(&s, &t, TBY_CTREE_POSITION, &listener),
                     TBY_OK);
    assert_true(s.net.closed);
    assert_int_equal(s.verdicts[TBY_VERDICT_UNKNOWN], 0);
    assert_int_equal(count_wrong(&s.net, g.pos, &by_closing), 0);
    tby_ctree_stats_free(&s);
    tby_ctree_free(&t);
    tby_ctree_grown_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_truth_is_as_published),
        cmocka_unit_test(a_closed_tree_is_solved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
