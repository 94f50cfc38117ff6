/* generate.h - the legal moves, the heart of it.
 *
 * One body serves listing and counting, White and Black: `generate` is inlined
 * with constants for colour and purpose.  movegen_portable.c and
 * movegen_pext.c compile it once each.
 *
 * Nothing is generated that has to be taken back: checks and pins are masks
 * (scene.h), and the king's moves are held against the map of attacked
 * squares.  Only en passant is tried on the board (play.h), because it alone
 * removes two pieces from a line. */
#ifndef TBY_CORE_GENERATE_H
#define TBY_CORE_GENERATE_H

#include "core/chess/play.h"
#include "core/chess/scene.h"
#include "tabiya/moves.h"

/* Every square of `zone` that a colour attacks, and maybe others.  Where a
 * slider's attacks are computed it is worth asking first whether it could
 * reach the zone at all; a look-up costs less than the guess of a branch. */
TBY_INLINE tby_bb attacked_by(const tby_pos *p, const tby_color by, tby_bb own,
                              tby_bb occupied, tby_bb zone)
{
    tby_bb pawns = pos_pawns(p) & own;
    tby_bb out = bb_pawn_west(pawns, by) | bb_pawn_east(pawns, by);

    for (tby_bb b = pos_knights(p) & own; b; b = bb_rest(b))
        out |= tby_table_knight[bb_first(b)];
    for (tby_bb b = pos_kings(p) & own; b; b = bb_rest(b))
        out |= tby_table_king[bb_first(b)];
    for (tby_bb b = pos_diagonal(p) & own; b; b = bb_rest(b))
        if (SLIDERS_ARE_LOOKED_UP || tby_table_bishop[bb_first(b)] & zone)
            out |= bishop_attacks(bb_first(b), occupied);
    for (tby_bb b = pos_straight(p) & own; b; b = bb_rest(b))
        if (SLIDERS_ARE_LOOKED_UP || tby_table_rook[bb_first(b)] & zone)
            out |= rook_attacks(bb_first(b), occupied);
    return out;
}

/* Where moves go: into a list, or (at == NULL) only into a number. */
struct sink {
    tby_move *at;
    size_t n;
};

TBY_INLINE void put_moves(struct sink *out, tby_square from, tby_bb to)
{
    if (!out->at) {
        out->n += bb_count(to);
        return;
    }
    for (; to; to = bb_rest(to))
        out->at[out->n++] = tby_move_make(from, bb_first(to), 0);
}

/* Pawns that all come from `step` squares behind their targets. */
TBY_INLINE void put_pawns(struct sink *out, tby_bb to, int step)
{
    if (!out->at) {
        out->n += bb_count(to);
        return;
    }
    for (; to; to = bb_rest(to)) {
        tby_square sq = bb_first(to);
        out->at[out->n++] = tby_move_make((tby_square)(sq - step), sq, 0);
    }
}

TBY_INLINE void put_promotions(struct sink *out, tby_bb to, int step)
{
    static const tby_role roles[] = {TBY_QUEEN, TBY_ROOK, TBY_BISHOP,
                                     TBY_KNIGHT};

    if (!out->at) {
        out->n += 4 * (size_t)bb_count(to);
        return;
    }
    for (; to; to = bb_rest(to)) {
        tby_square sq = bb_first(to);
        for (int i = 0; i < 4; i++)
            out->at[out->n++] =
                tby_move_make((tby_square)(sq - step), sq, roles[i]);
    }
}

TBY_INLINE void put_pawns_of(struct sink *out, tby_bb to, int step,
                             const tby_color us)
{
    const tby_bb last = home_rank(us ^ 1);

    put_pawns(out, to & ~last, step);
    if (to & last)
        put_promotions(out, to & last, step);
}

/* A pawn that is pinned may still move along its pin: the target must then
 * lie on a pin of the same kind, and no other pin can be reached that way. */
TBY_INLINE void pawn_moves(const tby_pos *p, const struct scene *s,
                           const tby_color us, struct sink *out)
{
    const int up = us == TBY_WHITE ? 8 : -8;
    const tby_bb third = us == TBY_WHITE ? BB_RANK(2) : BB_RANK(5);
    tby_bb pawns = pos_pawns(p) & s->own;
    tby_bb empty = ~s->occupied;
    tby_bb can_push = pawns & ~s->pin_diagonal;
    tby_bb can_take = pawns & ~s->pin_straight;

    tby_bb push = bb_forward(can_push & ~s->pin_straight, us) |
                  (bb_forward(can_push & s->pin_straight, us) &
                   s->pin_straight);
    push &= empty;
    tby_bb twice = bb_forward(push & third, us) & empty & s->allowed;
    push &= s->allowed;
    if (out->at) {
        put_pawns_of(out, push, up, us);
        put_pawns(out, twice, 2 * up);
    } else {
        /* No square is the end of both: the first pawn blocks the second. */
        put_pawns_of(out, push | twice, up, us);
    }

    tby_bb free = can_take & ~s->pin_diagonal, held = can_take ^ free;
    tby_bb target = s->foe & s->allowed;
    tby_bb west = bb_pawn_west(free, us) |
                  (bb_pawn_west(held, us) & s->pin_diagonal);
    tby_bb east = bb_pawn_east(free, us) |
                  (bb_pawn_east(held, us) & s->pin_diagonal);
    if ((west | east) & target) {
        put_pawns_of(out, west & target, up - 1, us);
        put_pawns_of(out, east & target, up + 1, us);
    }

    if (p->ep != TBY_NO_SQUARE) {
        tby_bb from = ep_capturers(p, p->ep, us);
        for (; from; from = bb_rest(from))
            put_moves(out, bb_first(from), tby_bit(p->ep));
    }
}

TBY_INLINE void piece_moves(const tby_pos *p, const struct scene *s,
                            struct sink *out)
{
    tby_bb target = s->allowed & ~s->own;
    tby_bb pinned = s->pin_diagonal | s->pin_straight;
    tby_bb b;

    for (b = pos_knights(p) & s->own & ~pinned; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, tby_table_knight[sq] & target);
    }
    for (b = pos_diagonal(p) & s->own & ~pinned; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, bishop_attacks(sq, s->occupied) & target);
    }
    for (b = pos_straight(p) & s->own & ~pinned; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, rook_attacks(sq, s->occupied) & target);
    }
    for (b = pos_diagonal(p) & s->own & s->pin_diagonal; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq,
                  bishop_attacks(sq, s->occupied) & target & s->pin_diagonal);
    }
    for (b = pos_straight(p) & s->own & s->pin_straight; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq,
                  rook_attacks(sq, s->occupied) & target & s->pin_straight);
    }
}

/* The rooks that nothing but an attack on the king's way keeps from castling.
 * A rook that is pinned along the rank may not: it is what keeps the other
 * rook off (Chess960 only).  The first test is a part of the second and
 * refuses most. */
TBY_INLINE tby_bb castling_rooks(const tby_pos *p, const struct scene *s)
{
    tby_bb rooks = p->castling & s->own & ~s->pin_straight, ready = 0;

    if (s->checkers)
        return 0;
    for (; rooks; rooks = bb_rest(rooks)) {
        tby_square rook = bb_first(rooks);
        if (!(tby_table_between[s->king][rook] & s->occupied) &&
            !(castling_path(s->king, rook) & s->occupied))
            ready |= tby_bit(rook);
    }
    return ready;
}

/* The king must not hide behind itself: it is taken off the board before the
 * attacked squares are drawn. */
TBY_INLINE void king_moves(const tby_pos *p, const struct scene *s,
                           const tby_color us, struct sink *out)
{
    tby_bb target = tby_table_king[s->king] & ~s->own;
    tby_bb rooks = castling_rooks(p, s);
    tby_bb zone = target;

    for (tby_bb b = rooks; b; b = bb_rest(b))
        zone |= castling_king_path(s->king, bb_first(b));
    if (!(zone | rooks))
        return;
    tby_bb attacked =
        attacked_by(p, us ^ 1, s->foe, s->occupied ^ tby_bit(s->king), zone);
    put_moves(out, s->king, target & ~attacked);
    for (; rooks; rooks = bb_rest(rooks)) {
        tby_square rook = bb_first(rooks);
        if (!(castling_king_path(s->king, rook) & attacked))
            put_moves(out, s->king, tby_bit(rook));
    }
}

/* Kings of a side that has none or several are pieces like others. */
static void unroyal_king_moves(const tby_pos *p, const struct scene *s,
                               struct sink *out)
{
    for (tby_bb b = pos_kings(p) & s->own; b; b = bb_rest(b)) {
        tby_square sq = bb_first(b);
        put_moves(out, sq, tby_table_king[sq] & ~s->own);
    }
}

TBY_INLINE size_t generate(const tby_pos *p, const tby_color us, tby_move *at)
{
    struct scene s = look_around(p, us);
    struct sink out = {at, 0};

    if (s.king == TBY_NO_SQUARE)
        unroyal_king_moves(p, &s, &out);
    else
        king_moves(p, &s, us, &out);
    if (s.allowed) {
        pawn_moves(p, &s, us, &out);
        piece_moves(p, &s, &out);
    }
    return out.n;
}

static size_t list_legal(const tby_pos *p, tby_move *at)
{
    return p->turn == TBY_WHITE ? generate(p, TBY_WHITE, at)
                                : generate(p, TBY_BLACK, at);
}

static size_t count_legal(const tby_pos *p)
{
    return p->turn == TBY_WHITE ? generate(p, TBY_WHITE, NULL)
                                : generate(p, TBY_BLACK, NULL);
}

static uint64_t perft(const tby_pos *p, unsigned depth)
{
    tby_moves moves;
    uint64_t nodes = 0;

    if (depth == 1)
        return count_legal(p);
    moves.n = list_legal(p, moves.at);
    for (size_t i = 0; i < moves.n; i++) {
        tby_pos child = *p;
        play(&child, moves.at[i], false);
        nodes += perft(&child, depth - 1);
    }
    return nodes;
}

#endif
